import { z } from "zod";
import { id, jsonText } from "@/lib/text";
import { price } from "./pack-schema";

/** Prices that can be saved at once. */
export const MAX_PRICES = 1000;

/** `PUT /admin/prices`: all or none. `version` is the sweet's. */
export const pricesInput = z
  .array(z.object({ productId: id, packId: id, price, version: z.int().min(1).max(2_147_483_647) }))
  .max(MAX_PRICES, `At most ${MAX_PRICES.toLocaleString("en-IN")} prices can be saved at once`)
  .superRefine((rows, ctx) => {
    const seen = new Set<number>();
    for (const [at, { packId }] of rows.entries()) {
      if (seen.has(packId))
        ctx.addIssue({ code: "custom", path: [at, "packId"], message: "This pack is listed twice" });
      seen.add(packId);
    }
  });
export type NewPrice = z.output<typeof pricesInput>[number];

/** As the page sends it: JSON, because a form has too few fields. */
export const pricesForm = z.object({ rows: jsonText("These are no prices").pipe(pricesInput) });
