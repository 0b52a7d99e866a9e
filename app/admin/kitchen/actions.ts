"use server";

import * as catalogue from "@/lib/catalogue/operations";
import { wasteForm } from "@/lib/catalogue/schema";
import { action } from "@/lib/http/action";
import { setPacked } from "@/lib/kitchen/operations";
import { batchForm, packedForm } from "@/lib/kitchen/schema";
import { enterBatch } from "@/lib/stock/plan-operations";

/** Marks one or several orders as packed, or takes the mark back. Each has its own outcome. */
export const markPacked = action(setPacked, {
  form: packedForm,
  lists: ["ids"],
  failed: "Failed to update order",
  refresh: true,
});

/** Enters a batch of a sweet for a day, or takes a part of what was entered back. */
export const enterMade = action(enterBatch, {
  form: batchForm,
  failed: "Failed to enter the batch",
  refresh: true,
});

/** Takes packs of a sweet out of stock that are thrown away. */
export const throwAway = action(catalogue.throwAway, {
  form: wasteForm,
  failed: "Failed to throw away",
  refresh: true,
  after: ({ input: { quantity }, result: { name } }) => ({ message: `${name}: ${quantity} thrown away` }),
});
