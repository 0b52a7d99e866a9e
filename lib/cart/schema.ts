import { z } from "zod";
import { MAX_PERSONAL_MESSAGE } from "@/db/constants/orders";
import { packId } from "@/lib/catalogue/pack-schema";
import { asTyped, day, digitText, formId, id, isBlank, queryInt, storableText, typedNumber } from "@/lib/text";

/** Packs that one visitor's cart may hold, so that nobody can take the whole stock without an account (docs/behaviour.md#carts). */
export const MAX_VISITOR_PACKS = 200;

const cartDay = day
  .nullable()
  .optional()
  .meta({ description: "The day for which it is; null: today, from stock. The cart's when absent" });

/** `POST /cart/reserve`: how many more packs. */
export const reserveInput = z.object({
  productId: id,
  packId,
  quantity: z.int().min(1).max(1_00_000).default(1),
  day: cartDay,
});
export type ReserveInput = z.infer<typeof reserveInput>;

/** Which line of a sweet: `?packId=`. */
export const lineQuery = z.object({
  packId: queryInt(1, 2_147_483_647)
    .optional()
    .meta({ description: "The pack of the line; the sweet's default pack when absent" }),
});

/** `PATCH /cart/items/{productId}`: how many packs in all; 0 removes the line. */
export const quantityInput = z.object({ quantity: z.int().min(0).max(1_00_000) });
export type QuantityInput = z.infer<typeof quantityInput>;

/** The gift message: up to 500 characters, empty for none; blanks alone are none. */
export const personalMessage = storableText(0, MAX_PERSONAL_MESSAGE).transform((text) => (isBlank(text) ? "" : text));

/** `PATCH /cart`. A new day moves all holds of the cart or none. */
export const cartInput = z.object({ giftWrap: z.boolean(), personalMessage, day: cartDay }).partial();
export type CartInput = z.infer<typeof cartInput>;

/** A number as a form sends it. An empty field is not a number. */
const typedDigits = digitText()
  .regex(/^\d{1,9}$/, "Please enter a whole number")
  .transform(Number);

/** A day of a form; empty: today, from stock. */
const typedDay = z.union([z.literal("").transform(() => null), day], "Please enter a valid date");

/** 'Add to Cart' of a sweet. */
export const reserveForm = z
  .object({
    productId: formId,
    packId: formId.optional(),
    quantity: typedNumber().pipe(reserveInput.shape.quantity.unwrap()).default(1),
    day: typedDay.optional(),
    key: z.string().max(100).optional(),
  })
  .transform(({ key: _, ...packs }) => packs);

/** A line of the cart page: how many packs in all. */
export const lineForm = z.object({
  productId: typedDigits.pipe(id),
  packId: typedDigits.pipe(id).optional(),
  quantity: typedDigits.pipe(quantityInput.shape.quantity),
});

/** Gift wrap and message as the cart page sends them: always both. */
export const giftForm = z.object({
  giftWrap: z
    .literal("on")
    .optional()
    .transform((ticked) => ticked === "on"),
  personalMessage: z.preprocess(asTyped, personalMessage),
});

/** The day of the cart, as its page sends it. */
export const dayForm = z.object({ day: typedDay });
