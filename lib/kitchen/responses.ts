import { z } from "zod";
import { deliveryMethods, placePools } from "@/db/constants/delivery";
import { statuses } from "@/db/constants/orders";
import { count, positiveInt, time } from "@/lib/http/responses";
import { paymentResponse } from "@/lib/orders/responses";
import { windowStates } from "./constants";

const text = z.string().nullable();

const figures = {
  ordered: count.meta({ description: "Packs" }),
  packed: count.meta({ description: "Those in packed orders" }),
  remaining: count,
};

const make = z.array(
  z.object({
    productId: positiveInt,
    name: z.string(),
    ...figures,
    kilograms: z
      .number()
      .nullable()
      .meta({ description: "Of all ordered packs that have a weight; null: none of them has one" }),
    free: count.meta({ description: "Default packs in stock that nobody has ordered or holds" }),
    packs: z
      .array(z.object({ packId: positiveInt, label: z.string(), ...figures }))
      .meta({ description: "Each pack that is ordered, the smallest first" }),
  }),
);

const units = count.meta({ description: "Units of the sweet" });

const plans = z.array(
  z.object({
    productId: positiveInt,
    name: z.string(),
    unitGrams: z.number().nullable().meta({ description: "Grams of one unit; null: it is a piece" }),
    packUnits: positiveInt.meta({ description: "Units of a default pack" }),
    free: count.meta({ description: "Default packs in stock that nobody has ordered or holds" }),
    ordered: units.meta({ description: "Units of the sweet that are ordered for the day: fromPlan and fromStock" }),
    fromPlan: units,
    fromStock: units,
    capacity: units.nullable().meta({ description: "Null: it is not made for the day" }),
    held: units.meta({ description: "What carts hold of the plan" }),
    made: units.nullable().meta({ description: "Null before the first batch" }),
    short: units.meta({ description: "Promised and not made" }),
    restGrams: count.meta({ description: "What weighed batches had beyond whole units; the next batch gets it" }),
    shortOrders: z
      .array(z.object({ id: positiveInt, units: positiveInt }))
      .meta({ description: "The orders that it concerns: the latest windows first, then the latest orders" }),
  }),
);

const pack = z.array(
  z.object({
    id: positiveInt,
    status: z.enum(statuses),
    createdAt: time,
    recipientName: text,
    method: z.enum(deliveryMethods).nullable().meta({ description: "Null: to be arranged by telephone" }),
    giftWrap: z.boolean(),
    personalMessage: text,
    notes: text,
    packed: z.boolean().meta({ description: "Marked as packed, or shipped or completed" }),
    packedAt: time.nullable(),
    payment: paymentResponse.nullable().meta({ description: "Null for whoever lacks payments:read" }),
    slip: z.string().meta({ description: "The path of the packing slip's page" }),
    items: z.array(
      z.object({
        productId: positiveInt,
        name: z.string(),
        packId: positiveInt,
        packLabel: z.string(),
        quantity: positiveInt.meta({ description: "Packs" }),
      }),
    ),
  }),
);

const group = { done: count, all: count, make, pack };

const example = {
  date: "2026-01-27",
  today: "2026-01-27",
  done: 0,
  all: 1,
  plans: [
    {
      productId: 61,
      name: "Kaju Katli",
      unitGrams: 250,
      packUnits: 2,
      free: 24,
      ordered: 7,
      fromPlan: 7,
      fromStock: 0,
      capacity: 40,
      held: 2,
      made: 6,
      short: 3,
      restGrams: 100,
      shortOrders: [{ id: 12, units: 3 }],
    },
  ],
  windows: [
    {
      from: "10:00",
      to: "13:00",
      pool: "delivery",
      state: "started",
      late: true,
      done: 0,
      all: 1,
      make: [
        {
          productId: 61,
          name: "Kaju Katli",
          ordered: 5,
          packed: 0,
          remaining: 5,
          kilograms: 1.75,
          free: 24,
          packs: [
            { packId: 71, label: "250 g", ordered: 3, packed: 0, remaining: 3 },
            { packId: 61, label: "500 g", ordered: 2, packed: 0, remaining: 2 },
          ],
        },
      ],
      pack: [
        {
          id: 12,
          status: "Processing",
          createdAt: "2026-01-26T09:30:00.000Z",
          recipientName: "Asha Rao",
          method: "delivery",
          giftWrap: true,
          personalMessage: "Happy Diwali!",
          notes: null,
          packed: false,
          packedAt: null,
          payment: { method: "cod", state: "unpaid", paid: 0, due: 1408 },
          slip: "/admin/orders/12/slip",
          items: [
            { productId: 61, name: "Kaju Katli", packId: 71, packLabel: "250 g", quantity: 3 },
            { productId: 61, name: "Kaju Katli", packId: 61, packLabel: "500 g", quantity: 2 },
          ],
        },
      ],
    },
  ],
  withoutWindow: { done: 0, all: 0, make: [], pack: [] },
};

/** A day of the kitchen. */
export const kitchenResponse = z
  .object({
    date: z.iso.date(),
    today: z.iso.date().meta({ description: "The shop's day" }),
    done: count.meta({ description: "Packed orders" }),
    all: count,
    plans: plans.meta({ description: "Sweets that are planned or ordered for the day, by name" }),
    windows: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        pool: z.enum(placePools),
        state: z.enum(windowStates),
        late: z.boolean().meta({ description: "The window has started and an order is not packed" }),
        ...group,
      }),
    ),
    withoutWindow: z
      .object(group)
      .meta({ description: "By courier or to be arranged. `pack` is bounded, the counts are not" }),
  })
  .meta({ id: "Kitchen", examples: [example] });

/** What became of each order that was marked. */
export const packedResponse = z
  .object({
    orders: z.array(z.object({ id: positiveInt, ok: z.boolean(), packed: z.boolean(), message: z.string() })),
  })
  .meta({
    id: "PackedOrders",
    examples: [{ orders: [{ id: 12, ok: true, packed: true, message: "Order #12 is packed" }] }],
  });
