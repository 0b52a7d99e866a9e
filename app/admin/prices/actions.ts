"use server";

import { savePrices } from "@/lib/catalogue/price-operations";
import { pricesForm } from "@/lib/catalogue/price-schema";
import { action } from "@/lib/http/action";

export const save = action(savePrices, {
  form: pricesForm,
  failed: "Failed to save the prices",
  refresh: true,
  after: ({ result }) => ({ rows: result }),
});
