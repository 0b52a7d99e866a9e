import { z } from "zod";
import { count, positiveInt, rupees, time } from "@/lib/http/responses";
import { categories } from "./constants";
import { detailsResponse } from "./details";

/** A sweet as the API shows it. */
export const sweetResponse = z
  .object({
    id: positiveInt,
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: rupees,
    category: z.enum(categories),
    quantity: count.meta({ description: "What can be sold now, without the units held in carts" }),
    image: z.string().nullable().meta({ description: "URL path of a WebP, or null" }),
    imageAlt: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    featured: z.boolean(),
    sugarFree: z.boolean(),
    giftBox: z.boolean(),
    isAvailable: z.boolean().meta({ description: "Whether quantity is above 0" }),
    prepHours: count.meta({ description: "Hours between an order and the start of its window" }),
    travels: z.boolean().meta({ description: "Whether it can be sent by courier" }),
    hsn: z.string().meta({ description: "The HSN code under which invoices list it" }),
    details: detailsResponse.meta({ description: "Food facts; null where unknown" }),
  })
  .meta({
    id: "Sweet",
    examples: [
      {
        id: 61,
        name: "Kaju Katli",
        slug: "kaju-katli",
        description: "Thin diamonds of ground cashew under silver leaf.",
        price: 679,
        category: "Traditional Sweets",
        quantity: 48,
        image: "/media/dca40ee8cf34ef1ce61a-960.webp",
        imageAlt: "Kaju katli on a brass plate",
        createdAt: "2026-01-26T09:30:00.000Z",
        updatedAt: "2026-01-26T09:30:00.000Z",
        featured: true,
        sugarFree: false,
        giftBox: true,
        isAvailable: true,
        prepHours: 0,
        travels: true,
        hsn: "2106",
        details: {
          netWeightGrams: 500,
          ingredients: "Cashews, sugar, silver leaf",
          allergens: ["Cashew nuts"],
          shelfLifeDays: 20,
          storage: "Cool and dry",
          vegetarian: true,
        },
      },
    ],
  });

/** A sweet as the API shows it, and the most of what pages show. Price in rupees, times in ISO 8601 UTC. */
export type Sweet = z.infer<typeof sweetResponse>;

export const sweetListResponse = z
  .object({
    items: z.array(sweetResponse),
    meta: z.object({ page: positiveInt, limit: positiveInt, total: count, totalPages: count }),
  })
  .meta({ id: "SweetList" });

/** `GET /stock`. */
export const stockResponse = z
  .array(z.object({ id: positiveInt, quantity: count, price: rupees }))
  .meta({ id: "Stock", examples: [[{ id: 1, quantity: 24, price: 499.5 }]] });
