import { z } from "zod";
import { count, number, rupees, time } from "@/lib/http/answers";

export const cartAnswer = z
  .object({
    items: z.array(
      z.object({
        productId: number,
        name: z.string(),
        slug: z.string(),
        price: rupees,
        image: z.string().nullable(),
        quantity: number,
        held: count.meta({ description: "How many of quantity have a live hold" }),
        expiresAt: time.nullable().meta({ description: "When the hold lapses; null when nothing is held" }),
        isAvailable: z
          .boolean()
          .meta({ description: "False once the sweet was taken off sale; it is outside total then" }),
      }),
    ),
    total: rupees.meta({ description: "Rupees, gift wrap in it" }),
    itemsCount: count,
    giftWrap: z.boolean(),
    personalMessage: z.string(),
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
            price: 679,
            image: null,
            quantity: 2,
            held: 2,
            expiresAt: "2026-01-26T09:45:00.000Z",
            isAvailable: true,
          },
        ],
        total: 1408,
        itemsCount: 2,
        giftWrap: true,
        personalMessage: "Happy Diwali!",
      },
    ],
  });

/** `POST /cart/reserve`. */
export const holdAnswer = z
  .object({
    productId: number,
    quantity: number.meta({ description: "Units of it now held in this cart" }),
    available: count.meta({ description: "Units left for others and for more" }),
    expiresAt: time,
  })
  .meta({
    id: "Hold",
    examples: [{ productId: 61, quantity: 2, available: 46, expiresAt: "2026-01-26T09:45:00.000Z" }],
  });
