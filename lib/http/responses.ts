import { z } from "zod";
import { type ErrorCode, statusOf } from "@/lib/errors";

/** Parts of responses that several nouns share; for the OpenAPI document and the tests. */
export const time = z.iso.datetime({ precision: 3 }).meta({ examples: ["2026-01-26T09:30:00.000Z"] });
export const rupees = z.number().meta({ description: "Rupees", examples: [499.5] });
export const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
export const positiveInt = z.int().min(1).max(2_147_483_647);

export const message = z.object({ message: z.string() }).meta({ id: "Message", examples: [{ message: "Done." }] });
/** The answer of an endpoint that only says what it has done. */
export const says = (text: string) => ({ answer: message, respond: () => ({ message: text }) });

const codes = [...(Object.keys(statusOf) as ErrorCode[]), "internal"] as const;

/** Every failure: RFC 9457, with `message` beside, which repeats `detail`; see problem.ts. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    message: z.string().meta({ description: "The same as detail" }),
    code: z.enum(codes),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "Wrong fields, each by its path with dots" }),
    available: count.optional().meta({ description: "Packs that this shopper can still get" }),
    short: z
      .array(z.object({ productId: positiveInt, packId: positiveInt.optional(), available: count }))
      .optional()
      .meta({
        description: "Lines of an order of which too little can be had; with packId when the order named packs",
      }),
    prices: z
      .array(z.object({ productId: positiveInt, packId: positiveInt.optional(), price: rupees }))
      .optional()
      .meta({ description: "Today's prices, with price_changed" }),
    unavailable: z.array(z.int()).optional().meta({ description: "Sweets in the order that are no longer sold" }),
    unavailablePacks: z
      .array(positiveInt)
      .optional()
      .meta({ description: "Packs in an order that named packs which are no longer sold" }),
    day: z.iso.date().nullable().optional().meta({ description: "The day that the cart is for, with other_day" }),
    items: z
      .union([
        z.array(z.object({ productId: positiveInt, packId: positiveInt, available: count })),
        z.array(positiveInt),
      ])
      .optional()
      .meta({
        description:
          "With day_short the lines of which too little is left for the day; with stale_version of prices the sweets that have been changed",
      }),
    days: z
      .union([
        z.array(z.iso.date()),
        z.array(z.object({ productId: positiveInt.optional(), day: z.iso.date(), promised: count })),
      ])
      .optional()
      .meta({
        description:
          "With day_short the days that have all; with below_promised those on which more is promised, with its units",
      }),
    promised: count.optional().meta({ description: "Units that are promised already, with below_promised" }),
    capacity: count.optional().meta({ description: "Units that are planned for the day, with above_plan" }),
    alternatives: z
      .array(z.object({ date: z.iso.date(), from: z.string(), to: z.string() }))
      .optional()
      .meta({ description: "The next windows with a place, with slot_full" }),
    blocked: z.array(positiveInt).optional().meta({ description: "Sweets in the order that do not travel by courier" }),
    minimum: rupees
      .optional()
      .meta({ description: "The value of sweets from which the area is served, with below_minimum" }),
    upTo: rupees
      .optional()
      .meta({ description: "The total up to which an order can be paid on delivery, with cod_unavailable" }),
    due: rupees.optional().meta({ description: "What is still due, or can still be refunded, with overpaid" }),
    note: z
      .object({ text: z.string(), by: z.string().nullable() })
      .optional()
      .meta({ description: "The internal note as it is now and who wrote it, with stale_version" }),
    until: time
      .nullable()
      .optional()
      .meta({ description: "When orders are taken again, with paused; null: when the owner reopens" }),
    permission: z.string().optional().meta({ description: "What the caller lacks, with permission" }),
    requestId: z.string(),
  })
  .meta({
    id: "Problem",
    examples: [
      {
        type: "about:blank",
        title: "Conflict",
        status: 409,
        detail: "Only 3 items available in stock.",
        message: "Only 3 items available in stock.",
        code: "insufficient_stock",
        available: 3,
        requestId: "9f1c2d34-5b6a-4c7d-8e9f-0a1b2c3d4e5f",
      },
    ],
  });
