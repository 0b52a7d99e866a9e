import { sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { isoOf } from "@/db/moment";
import { prepared } from "@/db/prepared";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { assertOpen, type FulfilmentPlan, planFulfilment, poolOf, tooLate } from "@/lib/delivery/fulfilment";
import type { FulfilmentInput } from "@/lib/delivery/schema";
import { AppError } from "@/lib/errors";
import { formatRupees, GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import { codLimit, codUnavailable } from "@/lib/payments/rules";
import type { OrderChannel } from "./constants";
import type { OrderLine } from "./order-select";
import type { OrderInput } from "./schema";
import { shortLines, shortPacks } from "./short-select";
import { type CustomerOrder, toCustomerOrder } from "./view";
import { slotFull, withCurrentSettings } from "./window-places";

const p = sql.placeholder;

const callPlaceOrder = prepared((db) =>
  db
    .select({
      outcome: sql<
        | "ok"
        | "unavailable"
        | "price_changed"
        | "short"
        | "settings_changed"
        | "blocked"
        | "below_minimum"
        | "too_late"
        | "slot_full"
        | "cod_unavailable"
      >`outcome`,
      orderId: sql<number>`order_id`,
      createdAt: sql`created_at`.mapWith(isoOf),
      total: sql<number>`total`,
      deliveryFee: sql<number>`delivery_fee`,
      sweetIds: sql<number[]>`sweet_ids`,
      packIds: sql<(number | null)[]>`pack_ids`,
      prices: sql<{ productId: number; packId: number; price: number }[]>`(
        select json_agg(json_build_object('productId', sweet_id, 'packId', pack_id, 'price', price))
        from unnest(sweet_ids, pack_ids, prices) as s(sweet_id, pack_id, price))`,
      short: shortPacks,
      items: sql<OrderLine[]>`(
        select json_agg(json_build_object(
          'id', id, 'productId', sweet_id, 'name', name, 'price', price, 'quantity', quantity, 'slug', slug, 'imageId', image_id,
          'shelfLifeDays', shelf_life, 'packId', pack_id, 'packLabel', pack_label))
        from unnest(line_ids, sweet_ids, names, prices, quantities, slugs, image_ids, shelf_lives, pack_ids, pack_labels)
          as l(id, sweet_id, name, price, quantity, slug, image_id, shelf_life, pack_id, pack_label))`,
    })
    .from(
      sql`place_order(
        ${p("userId")}::int, ${p("channel")}::text, ${p("sweets")}::int[], ${p("quantities")}::int[], ${p("prices")}::bigint[],
        ${p("recipientName")}::text, ${p("deliveryAddress")}::text, ${p("phoneNumber")}::text, ${p("notes")}::text,
        ${p("giftWrap")}::boolean, ${p("giftWrapPaise")}::bigint, ${p("personalMessage")}::text, ${p("checkout")}::boolean,
        ${p("settings")}::bigint, ${p("method")}::text, ${p("pincode")}::text, ${p("areaName")}::text, ${p("areaKind")}::text,
        ${p("fee")}::bigint, ${p("freeFrom")}::bigint, ${p("minimum")}::bigint, ${p("slotDate")}::date, ${p("slotFrom")}::text,
        ${p("slotTo")}::text, ${p("capacity")}::int, ${p("prepMinutes")}::int, ${p("payment")}::text, ${p("codUpTo")}::bigint,
        ${p("packs")}::int[])`,
    )
    .prepare("place_order"),
);

// Rounded down: a part of a paise below the price is below the price. The small addend corrects binary fractions: 4.35 × 100 is
// 434.99999999999994.
const shownPaise = (rupees: number) => Math.floor(rupees * 100 + 1e-6);

/** The columns of an order for how it is delivered. */
const fulfilmentColumns = ({ method, pincode, area, window }: FulfilmentPlan) => ({
  method,
  pincode,
  areaName: area?.name ?? null,
  areaKind: area?.kind ?? null,
  slotDate: window?.date ?? null,
  slotFrom: window?.from ?? null,
  slotTo: window?.to ?? null,
});

/** What is ordered. Only a purchase over the counter names no recipient. */
type NewOrder = Omit<OrderInput, "delivery"> & { delivery: Nullable<Recipient> & FulfilmentInput };
type Recipient = Pick<OrderInput["delivery"], "recipientName" | "deliveryAddress" | "phoneNumber" | "notes">;
type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null };

/**
 * Places an order of the customer: all lines or none, own holds first, at today's prices, with a place of its window.
 * `checkout`: the order is the checkout of the page's cart, which is reset with it.
 * Throws `paused`; `not_served`, `invalid` as `planFulfilment` does; `unavailable` for a sweet or a pack that is not sold (any more),
 * `price_changed` with today's prices in rupees, `insufficient_stock` with `available` of the first short line and all of them in
 * `short`; `blocked` with the sweets that do not travel; `below_minimum` with `minimum` in rupees; `slot_full` with `alternatives`;
 * `cod_unavailable` with `upTo` in rupees; `invalid` when the shop takes no UPI.
 */
export async function placeOrder(
  actor: Actor,
  { items, delivery, giftWrap, personalMessage, payment }: NewOrder,
  { channel, checkout = false }: { channel: OrderChannel; checkout?: boolean },
  db: Executor = writeDb(),
): Promise<CustomerOrder> {
  assertCustomer(actor);
  const { recipientName, deliveryAddress, phoneNumber, notes, ...fulfilment } = delivery;
  const recipient = { recipientName, deliveryAddress, phoneNumber, notes };
  const sweets = items.map((item) => item.productId);
  // Who knows no packs is not answered with them.
  const namesPacks = items.some((item) => item.packId !== undefined);
  let plan: FulfilmentPlan | undefined;
  const { row: placed, settings } = await withCurrentSettings(async (settings) => {
    const now = shopNow();
    assertOpen(settings, now);
    plan = planFulfilment(fulfilment, settings, now);
    const codUpTo = codLimit(payment, settings.values.payments);
    const [row] = await callPlaceOrder(db).execute({
      userId: actor.id,
      channel,
      sweets,
      packs: items.map((item) => item.packId ?? null),
      quantities: items.map((item) => item.quantity),
      prices: items.map((item) => (item.price === undefined ? null : shownPaise(item.price))),
      ...recipient,
      giftWrap,
      giftWrapPaise: GIFT_WRAP_PAISE,
      personalMessage: personalMessage || null,
      checkout,
      settings: settings.revision,
      ...fulfilmentColumns(plan),
      fee: plan.fee,
      freeFrom: plan.freeFrom,
      minimum: plan.minimum,
      capacity: plan.capacity,
      prepMinutes: plan.prepMinutes,
      payment,
      codUpTo,
    });
    if (!row) throw new Error("place_order returned no row");
    return row;
  });
  if (!plan) throw new Error("an order was placed without a plan");
  const { orderId, createdAt, total, deliveryFee } = placed;
  switch (placed.outcome) {
    case "unavailable":
      throw new AppError("unavailable", "Some sweets in this order are no longer available.", {
        unavailable: [...new Set(placed.sweetIds)],
        ...(namesPacks && { unavailablePacks: placed.packIds.filter((id) => id !== null) }),
      });
    case "price_changed":
      throw new AppError("price_changed", "Prices have changed. Please check the new total.", {
        prices: placed.prices.map(({ productId, packId, price }) => ({
          productId,
          ...(namesPacks && { packId }),
          price: toRupees(price),
        })),
      });
    case "short":
      throw shortLines(namesPacks ? placed.short : placed.short.map(({ packId: _, ...line }) => line));
    case "blocked":
      throw new AppError("blocked", "Some sweets in this order do not travel by courier.", {
        blocked: placed.sweetIds,
      });
    case "below_minimum":
      throw belowMinimum(plan);
    case "cod_unavailable":
      throw codUnavailable(settings.values.payments);
    case "too_late":
      throw tooLate();
    case "slot_full":
      if (!plan.window) throw new Error("an order without a window found it full");
      throw await slotFull(
        plan.window,
        { pool: poolOf(plan.method), leadMinutes: plan.area?.leadMinutes ?? 0, sweets },
        settings,
      );
  }
  // What a later read of the order returns, without that second statement: it would cost a quarter of the orders a second.
  return toCustomerOrder({
    id: orderId,
    status: "Pending",
    channel,
    total,
    giftWrap,
    personalMessage: personalMessage || null,
    ...recipient,
    ...fulfilmentColumns(plan),
    deliveryFee,
    paymentMethod: payment,
    paymentState: "unpaid",
    received: 0,
    refunded: 0,
    createdAt,
    updatedAt: createdAt,
    items: placed.items,
    history: [{ to: "Pending", at: createdAt }],
  });
}

function belowMinimum({ area, minimum }: FulfilmentPlan) {
  const rupees = toRupees(minimum ?? 0);
  return new AppError(
    "below_minimum",
    `We deliver to ${area?.name ?? "this pincode"} from ${formatRupees(rupees)} of sweets.`,
    { minimum: rupees },
  );
}
