"use server";

import * as catalogue from "@/lib/catalogue/operations";
import { wasteForm } from "@/lib/catalogue/schema";
import { action } from "@/lib/http/action";
import { setPacked } from "@/lib/kitchen/operations";
import { batchForm, packedForm } from "@/lib/kitchen/schema";
import { enterBatch } from "@/lib/stock/plan-operations";

export const markPacked = action(setPacked, {
  form: packedForm,
  lists: ["ids"],
  failed: "Failed to update order",
  refresh: true,
});

export const enterMade = action(enterBatch, {
  form: batchForm,
  failed: "Failed to enter the batch",
  refresh: true,
});

export const throwAway = action(catalogue.throwAway, {
  form: wasteForm,
  failed: "Failed to throw away",
  refresh: true,
  after: ({ input: { quantity }, result: { name } }) => ({ message: `${name}: ${quantity} thrown away` }),
});
