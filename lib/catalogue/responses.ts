import { z } from "zod";
import { categories } from "@/db/constants/catalogue";
import { count, positiveInt, rupees, time } from "@/lib/http/responses";
import { detailSchemas, factSchemas } from "./fact-schemas";

/** A pack of a sweet on sale. */
const packResponse = z
  .object({
    id: positiveInt,
    label: z.string(),
    grams: positiveInt.nullable().meta({ description: "Net weight; null when it is sold by the piece" }),
    units: positiveInt.meta({ description: "What one takes of the sweet's stock, which all its packs share" }),
    price: rupees,
    pricePerKg: rupees.nullable().meta({ description: "Null when it is sold by the piece" }),
    available: count.meta({ description: "How many can be sold now, when no other pack of the sweet is" }),
    isDefault: z.boolean().meta({ description: "The pack of price and quantity, and of requests that name none" }),
  })
  .meta({ id: "Pack" });

/** A sweet as the API shows it. */
export const sweetResponse = z
  .object({
    id: positiveInt,
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: rupees,
    category: z.enum(categories),
    quantity: count.meta({ description: "Default packs that can be sold now, without those held in carts" }),
    image: z.string().nullable().meta({ description: "URL path of a WebP, or null" }),
    createdAt: time,
    updatedAt: time,
    ...factSchemas.output,
    isAvailable: z.boolean().meta({ description: "Whether quantity is above 0" }),
    packs: z.array(packResponse).meta({ description: "The packs on sale, the smallest first" }),
    details: z.object(detailSchemas.output).meta({ description: "Food facts; null where unknown" }),
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
        createdAt: "2026-01-26T09:30:00.000Z",
        updatedAt: "2026-01-26T09:30:00.000Z",
        isAvailable: true,
        ...factSchemas.initial,
        imageAlt: "Kaju katli on a brass plate",
        featured: true,
        giftBox: true,
        prepHours: 0,
        travels: true,
        hsn: "2106",
        packs: [
          {
            id: 71,
            label: "250 g",
            grams: 250,
            units: 1,
            price: 349,
            pricePerKg: 1396,
            available: 96,
            isDefault: false,
          },
          {
            id: 61,
            label: "500 g",
            grams: 500,
            units: 2,
            price: 679,
            pricePerKg: 1358,
            available: 48,
            isDefault: true,
          },
        ],
        details: {
          ...detailSchemas.initial,
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

const searchNote = z
  .object({
    partial: z.boolean().meta({
      description:
        "No sweet has everything that was searched for; the items have half of it or more, those with most of it first",
    }),
    freeOf: z.array(z.string()).meta({
      description:
        "Of a search for 'nut free' or 'eggless': the items have declared ingredients, and these and their allergens name none of it. " +
        "With sugar among them, sugarFree is true as well. It says nothing about traces.",
      examples: [["nuts"]],
    }),
    vegetarian: z
      .boolean()
      .meta({ description: "All items are declared as vegetarian, because the search asked for it" }),
    undeclared: z.array(z.string()).meta({
      description:
        "What the search wanted to be free of and labels do not tell; the items have it, with its 'free', in their names",
    }),
  })
  .meta({ id: "SearchNote" });

const sweetListMeta = z.object({
  page: positiveInt,
  limit: positiveInt,
  total: count,
  totalPages: count,
  search: searchNote.optional().meta({ description: "Absent unless there is something to say of a search" }),
});
export type SweetListMeta = z.infer<typeof sweetListMeta>;

export const sweetListResponse = z
  .object({ items: z.array(sweetResponse), meta: sweetListMeta })
  .meta({ id: "SweetList" });

const stock = z.object({
  id: positiveInt,
  quantity: count,
  price: rupees,
  packs: z
    .array(packResponse.pick({ id: true, price: true, available: true }))
    .optional()
    .meta({ description: "Of a sweet that has more than its default pack" }),
});
const stockExample = [
  {
    id: 61,
    quantity: 48,
    price: 679,
    packs: [
      { id: 71, price: 349, available: 96 },
      { id: 61, price: 679, available: 48 },
    ],
  },
  { id: 62, quantity: 24, price: 499.5 },
];

/** `GET /stock`. */
export const stockResponse = z.array(stock).meta({ id: "Stock", examples: [stockExample] });

/** `GET /stock/days`. */
export const stockDaysResponse = z
  .object({
    today: z.iso.date().meta({ description: "The shop's day, in India" }),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          festival: z
            .string()
            .nullable()
            .meta({ description: "The name of the day's festival that has one of the sweets" }),
        }),
      )
      .meta({ description: "The days that can be chosen; none in a shop that makes nothing for the day" }),
    next: z.iso
      .date()
      .nullable()
      .meta({ description: "After today's last window the day to begin with, of `days`; null before" }),
    sweets: z.array(
      stock.extend({
        days: z
          .array(z.iso.date())
          .optional()
          .meta({ description: "Of a sweet that is made for the day: the days on which some is left" }),
      }),
    ),
  })
  .meta({
    id: "StockDays",
    examples: [
      {
        today: "2026-11-25",
        days: [
          { day: "2026-11-26", festival: null },
          { day: "2026-11-27", festival: null },
        ],
        next: null,
        sweets: stockExample.map((one) => ({ ...one, ...(one.packs && { days: ["2026-11-27"] }) })),
      },
    ],
  });
export type StockDays = z.infer<typeof stockDaysResponse>;
