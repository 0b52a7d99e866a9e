import { z } from "zod";
import { count, number, rupees, time } from "@/lib/http/answers";
import { categories } from "./input";

/** A sweet as the API shows it. */
export const sweetAnswer = z
  .object({
    id: number,
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: rupees,
    category: z.enum(categories),
    quantity: count.meta({ description: "What can be sold now: units held in carts are already out of it" }),
    image: z.string().nullable().meta({ description: "URL path of a WebP, or null" }),
    imageAlt: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    featured: z.boolean(),
    sugarFree: z.boolean(),
    giftBox: z.boolean(),
    isAvailable: z.boolean().meta({ description: "Whether quantity is above 0" }),
    details: z
      .object({
        netWeightGrams: count.nullable(),
        ingredients: z.string().nullable(),
        allergens: z.array(z.string()),
        shelfLifeDays: count.nullable(),
        storage: z.string().nullable(),
        vegetarian: z.boolean().nullable(),
      })
      .meta({ description: "Food facts; null where unknown" }),
  })
  .meta({ id: "Sweet" });

export const sweetListAnswer = z
  .object({
    items: z.array(sweetAnswer),
    meta: z.object({ page: number, limit: number, total: count, totalPages: count }),
  })
  .meta({ id: "SweetList" });

/** `GET /stock`. */
export const stockAnswer = z
  .array(z.object({ id: number, quantity: count, price: rupees }))
  .meta({ id: "Stock", examples: [[{ id: 1, quantity: 24, price: 499.5 }]] });
