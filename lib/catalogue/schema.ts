import { z } from "zod";
import { categories, packBounds, searchWordBounds, sweetBounds } from "@/db/constants/catalogue";
import { MAX_SEARCH } from "@/db/constants/text";
import { numberIn } from "@/lib/digits";
import { MAX_STOCK, MAX_WASTE_REASON } from "@/lib/stock/constants";
import { planBounds } from "@/lib/stock/plan-constants";
import {
  asTyped,
  boundedText,
  day,
  digitText,
  formId,
  id,
  jsonText,
  pageNumber,
  queryInt,
  queryPage,
} from "@/lib/text";
import { type AdminSort, adminSorts, defaultSort, PAGE_SIZE } from "./constants";
import { detailSchemas, factSchemas } from "./fact-schemas";
import { detailNames, factNames } from "./facts";
import { categoryFilter, categoryWords } from "./listing";
import { formPath, packsTyped, packTexts, soldBy, unitsMessage } from "./pack-form";
import { packId, packsInput, price } from "./pack-schema";

const searchText = boundedText(0, MAX_SEARCH);

/** `?day=`. */
export const dayQuery = z.object({
  day: day
    .optional()
    .meta({ description: "Count what is left for this day, 0 when it is closed; today's stock when absent" }),
});

/** `GET /sweets`. Anything out of range is a 400 at the edge. */
export const listQuery = z.object({
  search: searchText
    .meta({
      description:
        "Words of name, category and description, in Latin letters or Devanagari; typing errors are forgiven, and other words of the trade are known (barfi: katli). Facts count too: packs (250g), gift boxes, festivals, allergens. 'Nut free', 'eggless', 'no sugar' find only what is declared so. When nothing has everything, what has half of it or more is found, and `meta.search.partial` says so",
    })
    .optional(),
  category: z
    .string()
    .transform((word, ctx) => {
      const filter = categoryFilter(word);
      if (filter) return filter;
      ctx.addIssue({ code: "custom", message: "Unknown category" });
      return z.NEVER;
    })
    .meta({
      enum: ["ALL", ...categoryWords],
      description: "ALL is no filter; the names on the category cards count too",
    })
    .optional(),
  featured: z
    .stringbool({ truthy: ["true"], falsy: ["false"] })
    .meta({ enum: ["true", "false"] })
    .optional(),
  // Neither: newest first; under a search, sweets that match by name before those that only mention it.
  sortBy: z.enum(["name", "price", "createdAt"]).meta({ description: "createdAt with a sortOrder alone" }).optional(),
  sortOrder: z.enum(["asc", "desc"]).meta({ description: "desc when absent" }).optional(),
  page: queryPage.default(1),
  limit: queryInt(1, 100).default(PAGE_SIZE),
  day: dayQuery.shape.day,
});
export type ListQuery = z.infer<typeof listQuery>;

const name = boundedText(sweetBounds.name.min, sweetBounds.name.max, "Name must be at least 2 characters");
const description = boundedText(sweetBounds.description.min, sweetBounds.description.max, "Please enter a description");

const TOO_MANY = "Quantity must be 1,00,000 or less";
const wholeStock = z.int("Quantity must be 0 or greater").min(0, "Quantity must be 0 or greater");
const quantity = wholeStock.max(MAX_STOCK, TOO_MANY);

/** What a new sweet must have. */
const basics = { name, category: z.enum(categories, "Please select a category"), description, price };

/** `stock` and `quantity` are one field under two names (docs/behaviour.md#catalogue). */
function oneStock<T extends { stock?: number; quantity?: number }>(value: T, ctx: z.RefinementCtx) {
  if (value.stock !== undefined && value.quantity !== undefined && value.stock !== value.quantity)
    ctx.addIssue({ code: "custom", path: ["quantity"], message: "stock and quantity must be the same" });
}

/** A new sweet. `isAvailable` is derived and ignored. */
export const createSweetInput = z
  .object({
    ...basics,
    ...factSchemas.newInput,
    details: z.object(detailSchemas.newInput).prefault({}),
    packs: packsInput.nullable().default(null),
    stock: quantity.optional(),
    quantity: quantity.optional(),
  })
  .superRefine(oneStock)
  .refine((value) => value.stock !== undefined || value.quantity !== undefined, {
    path: ["quantity"],
    error: "Quantity must be 0 or greater",
    // Said beside other wrong fields too.
    when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value),
  });
export type CreateSweetInput = z.infer<typeof createSweetInput>;

/** Changes of a sweet: only what is sent changes. */
export const updateSweetInput = z
  .object({
    ...basics,
    ...factSchemas.input,
    details: z.object(detailSchemas.input).partial(),
    packs: packsInput,
    stock: quantity,
    quantity,
    /** The stock that the editor saw, which units that came back may have brought over the limit: only the difference is applied. */
    stockWas: wholeStock,
    /** The version that the editor saw; another one is a 409. */
    version: z.int().min(1),
    /** Takes the picture away. */
    removeImage: z.boolean(),
  })
  .partial()
  .superRefine(oneStock);
export type UpdateSweetInput = z.infer<typeof updateSweetInput>;

/** `POST /sweets/{id}/purchase` and `/restock`: packs, 1 when absent. */
export const packCountInput = z.object({ quantity: z.int().min(1).max(1_00_000).default(1), packId });

/** `GET /stock`: up to 100 ids with commas between. */
export const stockQuery = dayQuery.extend({
  ids: digitText()
    .regex(/^\d{1,10}(,\d{1,10}){0,99}$/, "Up to 100 ids with commas between")
    .transform((text) => text.split(",").map(Number))
    .pipe(z.array(id))
    .meta({ description: "Up to 100 ids with commas between", examples: ["1,2,3"] }),
});

/** The owner's list in its address. Unknown values fall back to the default, as on /products. */
export const adminListQuery = z.object({
  search: searchText.catch(""),
  category: z.enum(["ALL", ...categories]).catch("ALL"),
  stock: z.enum(["", "low", "out"]).catch(""),
  sort: z.enum(Object.keys(adminSorts) as [AdminSort, ...AdminSort[]]).catch(defaultSort),
  page: pageNumber,
  pageSize: z.number().int().min(1).max(100).default(20).catch(20),
});
export type AdminListQuery = z.infer<typeof adminListQuery>;

/** A pack that a form may leave out. */
const formPackId = z.preprocess((text) => (text === "" ? undefined : text), formId.optional());
// An empty field is missing, not zero.
const formNumber = z.preprocess((text) => (text === "" ? undefined : numberIn(String(text))), z.unknown());

const WHOLE = "Please enter a whole number, 1 or more";

/** Packs put in. */
export const packCountForm = z.object({
  id: formId,
  quantity: formNumber.pipe(z.int(WHOLE).min(1, WHOLE).max(MAX_STOCK, TOO_MANY)),
  packId: formPackId,
});

/** `POST /sweets/{id}/waste`: default packs, or units. */
export const wasteInput = z
  .object({
    quantity: z.int(WHOLE).min(1, WHOLE).max(MAX_STOCK).optional().meta({ description: "Default packs" }),
    units: z
      .int(WHOLE)
      .min(1, WHOLE)
      .max(planBounds.units)
      .optional()
      .meta({ description: "In place of packs, units of the sweet" }),
    reason: boundedText(1, MAX_WASTE_REASON, "Please say why"),
  })
  .refine(({ quantity, units }) => (quantity === undefined) !== (units === undefined), {
    path: ["quantity"],
    message: "Please enter either packs or units",
  });

export const sweetIdForm = z.object({ id: formId });

/** What the owner's form sends as JSON, and the browser checks as it is. */
const asJson = <T extends z.ZodType>(schema: T) =>
  z.preprocess((sent) => (typeof sent === "string" ? jsonText("").safeParse(sent).data : sent), schema);

/**
 * The prices and the stock of a sweet, as a row of the owner's list sends them. `packs`, `stockWas` and `version` are what the row showed;
 * `packs.0.price` is what was typed for the first pack. The packs are saved only when a price differs.
 */
export const quickEditForm = z
  .looseObject({ packs: asJson(z.array(z.looseObject({ price: z.unknown() })).max(packBounds.most)) })
  .transform(({ packs, ...fields }) => {
    const edited = packs.map((pack, at) => {
      const typed = fields[`packs.${at}.price`];
      return typed === undefined ? pack : { ...pack, price: numberIn(String(typed)) };
    });
    return { ...fields, ...(edited.some(({ price }, at) => price !== packs[at]?.price) && { packs: edited }) };
  })
  .pipe(
    z.object({
      id: formId,
      packs: packsInput.optional(),
      stock: formNumber.pipe(wholeStock),
      stockWas: formNumber.pipe(wholeStock),
      version: formNumber.pipe(z.int().min(1)),
    }),
  )
  .superRefine(({ stock, stockWas }, ctx) => {
    if (stock > MAX_STOCK && stock !== stockWas) ctx.addIssue({ code: "custom", path: ["stock"], message: TOO_MANY });
  });

/** The owner's form of a sweet, whose fields are texts, or yes and no. */
const typedSweet = z.looseObject({
  details: asJson(z.record(z.string(), z.unknown())).default({}),
  soldBy: soldBy.catch("piece"),
  // More than the schema allows, so that it can say so.
  packs: asJson(z.array(packTexts).max(2 * packBounds.most)).default([]),
});
type TypedSweet = z.output<typeof typedSweet>;

/**
 * The form as the two schemas above take it. Price and net weight are those of the default pack. Without rows it says a price and a weight of
 * its own, as the API does for a sweet with one pack.
 */
function sweetTyped({ details, packs: rows, soldBy, ...field }: TypedSweet): unknown {
  const text = (value: unknown) => String(asTyped(value ?? ""));
  const number = (value: unknown) => numberIn(text(value));
  const fact = (value: unknown) => (value === undefined ? undefined : text(value));
  const quantity = number(field.quantity);
  const packs = packsTyped(rows, soldBy);
  const main = packs.find(({ isDefault }) => isDefault) ?? packs[0];
  const typedDetails = detailNames.map((name) => [name, detailSchemas.fromText[name](fact(details[name]))]);
  return {
    id: field.id,
    version: field.version && number(field.version),
    picture: field.picture || undefined,
    removeImage: field.removeImage === "on",
    name: text(field.name),
    category: text(field.category),
    description: text(field.description),
    ...(main ? { price: main.price, packs } : { price: number(field.price) }),
    // Stock that stays as it is may be more than may be typed: units that came back have no limit.
    ...(number(field.stockWas) === quantity ? {} : { quantity, stockWas: field.stockWas && number(field.stockWas) }),
    ...Object.fromEntries(factNames.map((name) => [name, factSchemas.fromText[name](fact(field[name]))])),
    details: { ...Object.fromEntries(typedDetails), ...(main && { netWeightGrams: main.grams }) },
  };
}

/** Fields that the form has in the row of the default pack alone. */
const ofDefaultPack = ["price", "details.netWeightGrams"];

/** Checks the form by the schema of the API. What is wrong is said at a field that the form has, in its words. */
const typedAs = <T extends z.ZodType>(schema: T) =>
  typedSweet.transform((typed, ctx): z.output<T> => {
    const { data, error } = schema.safeParse(sweetTyped(typed));
    if (!error) return data;
    for (const { path, message } of error.issues) {
      const at = path.join(".");
      if (typed.packs.length > 0 && ofDefaultPack.includes(at)) continue;
      const shownAt = formPath(at, typed.soldBy);
      const said = shownAt === at ? message : unitsMessage(message, typed.soldBy);
      ctx.addIssue({ code: "custom", path: shownAt.split("."), message: said });
    }
    return z.NEVER;
  });

/** A picture that was sent before the form, by the name that it was given. */
const picture = z.uuid("Please choose the photo again.").optional();

/** The name is checked here and read by the edge, which fetches the picture (app/admin/sweets/actions.ts). */
const withoutPicture = <Fields extends { picture?: string }>({ picture: _, ...fields }: Fields) => fields;

/** The owner's form for a new sweet, and for the changes of one that is there. */
export const newSweetForm = typedAs(createSweetInput.safeExtend({ picture }).transform(withoutPicture));
export const sweetForm = typedAs(updateSweetInput.safeExtend({ id: formId, picture }).transform(withoutPicture));

/** A pair of the owner's list of other words for what is sold. */
export const searchWordInput = z.object({
  word: z
    .string()
    .trim()
    .pipe(
      boundedText(
        searchWordBounds.word.min,
        searchWordBounds.word.max,
        "Please enter one word, without blanks or signs",
      ),
    ),
  means: z
    .string()
    .trim()
    .pipe(
      boundedText(
        searchWordBounds.means.min,
        searchWordBounds.means.max,
        "Please enter the words of the sweets that it means",
      ),
    ),
});
