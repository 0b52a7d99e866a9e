"use server";

import * as catalogue from "@/lib/catalogue/operations";
import { action } from "@/lib/http/action";
import { setPacked } from "@/lib/kitchen/operations";
import { batchForm, packedForm, wasteForm } from "@/lib/kitchen/schema";
import { enterBatch } from "@/lib/stock/plan-operations";
import { amountText } from "@/lib/stock/plan-texts";

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
  after: ({ input: { units, grams }, result }) => ({ ...result, entered: { units, grams } }),
});

export const throwAway = action(catalogue.throwAway, {
  form: wasteForm,
  failed: "Failed to record the waste",
  refresh: true,
  after: ({ form, input, result: { name } }) => ({
    message: `${name}: ${amountText(input.units, Number(form.get("unitGrams")) || null)} thrown away`,
  }),
});
