import { z } from "zod";
import { positiveInt, rupees } from "@/lib/http/responses";

const priceRow = z.object({
  productId: positiveInt,
  name: z.string(),
  packId: positiveInt,
  label: z.string(),
  price: rupees,
  active: z.boolean().meta({ description: "Whether the pack is on sale" }),
  version: positiveInt.meta({ description: "The sweet's; it grows with every edit" }),
});
/** A pack with its price in rupees. */
export type PriceRow = z.infer<typeof priceRow>;

/** `GET` and `PUT /admin/prices`. */
export const pricesResponse = z.array(priceRow).meta({
  id: "Prices",
  examples: [
    [
      { productId: 61, name: "Kaju Katli", packId: 71, label: "250 g", price: 349, active: true, version: 3 },
      { productId: 61, name: "Kaju Katli", packId: 61, label: "500 g", price: 679, active: true, version: 3 },
    ],
  ],
});
