import { z } from "zod";
import { boundedText, id } from "@/lib/text";

/** The five categories (specification §3), in the order of the listing's filter. */
export const categories = ["Traditional Sweets", "Dry Fruits", "Sugar-Free", "Cakes", "Seasonal Specials"] as const;
export type Category = (typeof categories)[number];

/** A filter of the listing: a category, every sweet, or those marked as gift boxes. */
export type CategoryFilter = Category | "ALL" | "Gift Boxes";

/** Names on the category cards that stand for a category (decisions §6). */
const aliases = new Map<string, CategoryFilter>([
  ["Sugar-Free Options", "Sugar-Free"],
  ["Premium Dry Fruits", "Dry Fruits"],
  ["Fresh Cakes", "Cakes"],
  ["Gift Boxes", "Gift Boxes"],
  ["ALL", "ALL"],
]);

/** Every word that `category` may be in a query, for the listing's rewrites. */
export const categoryWords = [...categories, ...[...aliases.keys()].filter((word) => word !== "ALL")];

/** A category's filter by its name or alias; undefined when unknown. */
export const categoryFilter = (word: string): CategoryFilter | undefined =>
  aliases.get(word) ?? categories.find((category) => category === word);

/** Sorts of the listing with their texts (specification §9); the last is the default. */
export const sorts = {
  "name:asc": "Name A-Z",
  "name:desc": "Name Z-A",
  "price:asc": "Price Low to High",
  "price:desc": "Price High to Low",
  "createdAt:desc": "Newest First",
} as const;
export type Sort = keyof typeof sorts;
export const defaultSort: Sort = "createdAt:desc";

/** Sweets on one page of the listing (decisions §6: the API's default limit). */
export const PAGE_SIZE = 12;

const queryText = (max: number) => boundedText(0, max);

/** `GET /sweets`. Anything out of range is a 400 at the edge. */
export const listQuery = z.object({
  search: queryText(200).optional(),
  category: z
    .string()
    .transform((word, ctx) => {
      const filter = categoryFilter(word);
      if (filter) return filter;
      ctx.addIssue({ code: "custom", message: "Unknown category" });
      return z.NEVER;
    })
    .optional(),
  featured: z.stringbool({ truthy: ["true"], falsy: ["false"] }).optional(),
  // Absent: newest first; under a search, sweets that match by name before those that only mention it.
  sortBy: z.enum(["name", "price", "createdAt"]).optional(),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(PAGE_SIZE),
});
export type ListQuery = z.infer<typeof listQuery>;

const name = boundedText(2, 120, "Name must be at least 2 characters");
const description = boundedText(1, 2000, "Please enter a description");
const price = z
  .number("Price must be greater than 0")
  .min(0.01, "Price must be greater than 0")
  .max(10_00_000, "Price must be 10,00,000 or less")
  .refine((rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6, "Price must be in whole paise");
const quantity = z
  .int("Quantity must be 0 or greater")
  .min(0, "Quantity must be 0 or greater")
  .max(1_00_000, "Quantity must be 1,00,000 or less");

/** What a careful shopper asks of food sold at a distance (decisions §5a); null is unknown. */
export const detailsInput = z.object({
  netWeightGrams: z.int().min(1).max(1_00_000).nullable().default(null),
  ingredients: boundedText(1, 2000).nullable().default(null),
  allergens: z.array(boundedText(1, 60)).max(20).default([]),
  shelfLifeDays: z.int().min(0).max(3650).nullable().default(null),
  storage: boundedText(1, 300).nullable().default(null),
  vegetarian: z.boolean().nullable().default(null),
});
export type SweetDetails = z.infer<typeof detailsInput>;

const fields = {
  name,
  category: z.enum(categories, "Please select a category"),
  description,
  price,
  featured: z.boolean(),
  sugarFree: z.boolean(),
  giftBox: z.boolean(),
  imageAlt: boundedText(0, 300).nullable(),
  details: detailsInput,
};

/** `stock` and `quantity` are one field under two names (decisions §6). */
function oneStock<T extends { stock?: number; quantity?: number }>(value: T, ctx: z.RefinementCtx) {
  if (value.stock !== undefined && value.quantity !== undefined && value.stock !== value.quantity)
    ctx.addIssue({ code: "custom", path: ["quantity"], message: "stock and quantity must be the same" });
}

/** A new sweet. `isAvailable` is derived and ignored. */
export const createSweetInput = z
  .object({
    ...fields,
    featured: fields.featured.default(false),
    sugarFree: fields.sugarFree.default(false),
    giftBox: fields.giftBox.default(false),
    imageAlt: fields.imageAlt.default(null),
    details: fields.details.prefault({}),
    stock: quantity.optional(),
    quantity: quantity.optional(),
  })
  .superRefine((value, ctx) => {
    oneStock(value, ctx);
    if (value.stock === undefined && value.quantity === undefined)
      ctx.addIssue({ code: "custom", path: ["quantity"], message: "Quantity must be 0 or greater" });
  });
export type CreateSweetInput = z.infer<typeof createSweetInput>;

/** Changes of a sweet: only what is sent changes. */
export const updateSweetInput = z
  .object({
    ...fields,
    details: z
      .object({
        netWeightGrams: detailsInput.shape.netWeightGrams.unwrap(),
        ingredients: detailsInput.shape.ingredients.unwrap(),
        allergens: detailsInput.shape.allergens.unwrap(),
        shelfLifeDays: detailsInput.shape.shelfLifeDays.unwrap(),
        storage: detailsInput.shape.storage.unwrap(),
        vegetarian: detailsInput.shape.vegetarian.unwrap(),
      })
      .partial(),
    stock: quantity,
    quantity,
    /** The stock that the editor saw: only the difference typed is applied (decisions §8). */
    stockWas: quantity,
    /** The version that the editor saw; another one is a 409. */
    version: z.int().min(1),
    /** Takes the picture away. */
    removeImage: z.boolean(),
  })
  .partial()
  .superRefine(oneStock);
export type UpdateSweetInput = z.infer<typeof updateSweetInput>;

/** `POST /sweets/{id}/purchase` and `/restock`: 1 when absent (specification §5). */
export const unitsInput = z.object({ quantity: z.int().min(1).max(1_00_000).default(1) });

export const sweetId = id;

/** `GET /stock`: up to 100 ids with commas between. */
export const stockQuery = z.object({
  ids: z
    .string()
    .regex(/^\d{1,10}(,\d{1,10}){0,99}$/, "Up to 100 ids with commas between")
    .transform((text) => text.split(",").map(Number))
    .pipe(z.array(id)),
});
