import { z } from "zod";
import { deliveryMethods } from "@/db/constants/delivery";
import { day, digitText, pathId } from "@/lib/text";
import { MAX_QUOTED_ITEMS } from "./constants";

/** An Indian pincode: six digits, the first of them not zero. Blanks around and inside ("400 028") are taken out. */
export const pincode = z
  .string("Please enter a 6-digit pincode")
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(digitText().regex(/^[1-9]\d{5}$/, "Please enter a 6-digit pincode"))
  .meta({ examples: ["400028"] });

/** The start of a window: "10:00". */
export const windowStart = digitText("Please choose a window")
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please choose a window")
  .meta({ examples: ["10:00"] });

export const slotInput = z.object({ date: day, from: windowStart }, "Please choose a window");

/** The same in a field of a form: "2026-11-23 10:00". */
export const typedSlot = digitText("Please choose a window")
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d$/, "Please choose a window")
  .transform((text) => ({ date: text.slice(0, 10), from: text.slice(11) }))
  .pipe(slotInput);

/** How an order is to be delivered; each part is optional, and null counts as absent. */
export const fulfilmentInput = {
  pincode: pincode.nullish().meta({ description: "Decides the area and its fee" }),
  method: z
    .enum(deliveryMethods, "Please choose delivery, courier or pickup")
    .nullish()
    .meta({ description: "When absent: as the pincode's area is served. `courier` needs a pincode" }),
  slot: slotInput.nullish().meta({ description: "A window of GET /api/delivery" }),
  day: day
    .nullish()
    .meta({ description: "The day for which it is; when absent that of the window, if it is later than today" }),
};
export type FulfilmentInput = z.output<z.ZodObject<typeof fulfilmentInput>>;

/** `5:1` or `5:1:7`: product, quantity and the pack; the default pack when it is absent. */
const quotedItem = digitText()
  .regex(/^[1-9]\d{0,9}:[1-9]\d{0,5}(:[1-9]\d{0,9})?$/)
  .transform((text) => {
    const [productId = 0, quantity = 0, packId] = text.split(":").map(Number);
    return { productId, quantity, packId };
  })
  .refine(
    ({ productId, quantity, packId = 1 }) => Math.max(productId, packId) <= 2_147_483_647 && quantity <= 1_00_000,
  );

/** `GET /delivery`. */
export const deliveryQuery = z.object({
  pincode,
  items: z
    .string()
    .transform((text) => (text === "" ? [] : text.split(",")))
    .pipe(z.array(quotedItem).max(MAX_QUOTED_ITEMS))
    .optional()
    .meta({
      description: "What is to be delivered: product:quantity or product:quantity:pack, separated by commas",
      examples: ["1:2,5:1:7"],
    }),
});
export type DeliveryQuery = { pincode: string; items?: { productId: number; quantity: number; packId?: number }[] };

/** `PUT /admin/orders/{id}/slot`. */
export const moveInput = slotInput.extend({
  force: z.boolean().default(false).meta({ description: "Overbook a window in which no place is left" }),
});

/** The same from a form. `overbook` is the window that the owner has chosen although it was shown to be full. */
export const moveForm = z
  .object({ id: pathId, slot: typedSlot, overbook: z.string().optional() })
  .transform(({ id, slot, overbook }) => ({ id, ...slot, force: overbook === `${slot.date} ${slot.from}` }));

/** Which day's windows the owner asks for, for an order that is to be moved. */
export const moveDayForm = z.object({ id: pathId, day: day.optional() });
