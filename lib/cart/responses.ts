import { z } from "zod";
import { count, positiveInt, rupees, time } from "@/lib/http/responses";

const cartDay = z.iso.date().nullable();

export const cartResponse = z
  .object({
    items: z.array(
      z.object({
        productId: positiveInt,
        name: z.string(),
        slug: z.string(),
        packId: positiveInt,
        packLabel: z.string(),
        price: rupees.meta({ description: "Of one pack" }),
        image: z.string().nullable(),
        quantity: positiveInt,
        day: cartDay.meta({ description: "The day from whose plan it is held; null: from stock" }),
        held: count.meta({ description: "How many of quantity are held right now" }),
        expiresAt: time.nullable().meta({ description: "When the hold expires; null when nothing is held" }),
        isAvailable: z
          .boolean()
          .meta({ description: "False once the sweet or the pack is taken off sale; it is then not in total" }),
      }),
    ),
    total: rupees.meta({ description: "Rupees, with gift wrap" }),
    itemsCount: count,
    giftWrap: z.boolean(),
    personalMessage: z.string(),
    day: cartDay.meta({ description: "The day that the cart is for; null: today, from stock" }),
  })
  .meta({
    id: "Cart",
    examples: [
      {
        items: [
          {
            productId: 61,
            name: "Kaju Katli",
            slug: "kaju-katli",
            packId: 61,
            packLabel: "500 g",
            price: 679,
            image: null,
            quantity: 2,
            day: null,
            held: 2,
            expiresAt: "2026-01-26T09:45:00.000Z",
            isAvailable: true,
          },
        ],
        total: 1408,
        itemsCount: 2,
        giftWrap: true,
        personalMessage: "Happy Diwali!",
        day: null,
      },
    ],
  });

/** `POST /cart/reserve`. */
export const holdResponse = z
  .object({
    productId: positiveInt,
    packId: positiveInt.optional().meta({ description: "When the request names it" }),
    quantity: positiveInt.meta({ description: "Packs of it now held in this cart" }),
    available: count.meta({ description: "Packs that are still free" }),
    expiresAt: time,
  })
  .meta({
    id: "Hold",
    examples: [{ productId: 61, packId: 61, quantity: 2, available: 46, expiresAt: "2026-01-26T09:45:00.000Z" }],
  });
