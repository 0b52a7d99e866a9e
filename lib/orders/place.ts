import { and, eq, exists, isNotNull, notExists, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import type { OrderChannel } from "@/db/constants/orders";
import { cartLines, carts, orderBrowsers, orderLines, orderStatusHistory, orders, packs, sweets } from "@/db/schema";
import { together } from "@/db/transaction";
import type { May, Shopper } from "@/lib/auth/actor";
import { ownerOf } from "@/lib/auth/tokens";
import { lockOwnCart } from "@/lib/cart/cart-row";
import { addressHashOf } from "@/lib/cart/hold-limits";
import { shopNow } from "@/lib/clock";
import { assertOpen, type FulfilmentPlan, planFulfilment, poolOf } from "@/lib/delivery/fulfilment";
import { takePlace } from "@/lib/delivery/places";
import type { FulfilmentInput } from "@/lib/delivery/schema";
import { asciiDigits } from "@/lib/digits";
import { insertEvents } from "@/lib/events";
import type { Owner } from "@/lib/order-access";
import { insertMessages } from "@/lib/outbox";
import { recordPayment } from "@/lib/payments/commands";
import { offersOnline } from "@/lib/payments/current-gateway";
import { newOnlinePayment } from "@/lib/payments/online-commands";
import { codLimit, isMailed } from "@/lib/payments/rules";
import type { PaymentInput } from "@/lib/payments/schema";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { takingStock } from "@/lib/stock/expired";
import { moveStock } from "@/lib/stock/moves";
import { moveUnits, returnHolds } from "@/lib/stock/plan-moves";
import { type Line, leftInCart, plansOf, promisesOf, returnsOf } from "./day-rules";
import { loadLines } from "./load-lines";
import { assertFewUnpaid, countUnpaid, lockBuyer } from "./order-limits";
import { assertCompanyAllowed, movesOf, priceOrder, sweetsSoldOut } from "./place-rules";
import { insertSaleEvents } from "./sale-events";
import type { OrderInput } from "./schema";
import { type CustomerOrder, toCustomerOrder } from "./serializers";
import type { TakenFor } from "./taken-schema";
import { WindowFull } from "./window-places";

/** What is ordered. Only a purchase over the counter names no recipient. */
type NewOrder = Omit<OrderInput, "delivery"> & { delivery: Nullable<Recipient> & FulfilmentInput };
type Recipient = Omit<OrderInput["delivery"], keyof FulfilmentInput>;
type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null };

/**
 * Where an order comes from. `counter`: what a customer buys by `POST /sweets/{id}/purchase`, or what staff take, whose units the ledger
 * books as a purchase. `checkout`: it is the checkout of the page's cart, which is reset with it. `email`: of somebody without an account.
 * `takenFor`: staff take it for somebody, who has neither account nor cart.
 */
type Source = { channel: OrderChannel; checkout?: boolean; email?: string; takenFor?: TakenFor };
/** `addressHash`: a keyed hash of the shopper's address; null: the order is not limited. `advance`: what was received with it. */
type Placed = Source & {
  addressHash?: string | null;
  advance?: Pick<PaymentInput, "method" | "amount"> & { by: May<"payments:write"> };
};

/**
 * Places an order of the shopper: all lines or none, own holds first, at today's prices, with a place of its window.
 * Throws `paused`; `order_limit` and `hold_limit` for more than one shopper may have without paying for it; `not_served`, `invalid` as
 * `planFulfilment` does; `unavailable` for a sweet or a pack that is not sold (any more), `price_changed` with today's prices in rupees,
 * `insufficient_stock` with `available` of the first short line and all of them in `short`; for a day `day_closed`, and `day_short` with
 * `items` and `days`; `blocked` with the sweets that do not travel; `below_minimum` with `minimum` in rupees; `slot_full` with
 * `alternatives`; `cod_unavailable` with `upTo` in rupees; `invalid` when the shop takes no UPI. For a company it throws as
 * `assertCompanyAllowed` does.
 */
export async function placeOrder(
  actor: Shopper,
  input: NewOrder,
  source: Source,
  db: Executor,
): Promise<CustomerOrder> {
  return toCustomerOrder(await placeFor(ownerOf(actor), input, { ...source, addressHash: addressHashOf(actor) }, db));
}

/** Staff take an order for somebody, to be brought, sent or picked up later. Throws as `placeOrder`, and `overpaid`. */
export async function takeForLater(
  actor: May<"orders:write">,
  input: OrderInput,
  taken: Pick<Placed, "takenFor" | "advance">,
  db: Executor,
): Promise<number> {
  const { method, pincode } = input.delivery;
  // Only what is handed over at once has no method.
  const delivery = { ...input.delivery, method: method ?? (pincode ? null : "delivery") };
  const by = { userId: actor.id, tokenHash: null };
  return (await placeFor(by, { ...input, delivery }, { channel: "counter", ...taken }, db)).id;
}

async function placeFor(by: Owner, input: NewOrder, { advance, ...placed }: Placed, db: Executor) {
  const known = await currentSettings();
  const sweetIds = [...new Set(input.items.map((item) => item.productId))];
  return takingStock(db, sweetIds, async (tx) => {
    const order = await place(tx, by, input, sweetIds, placed, known);
    if (advance) await recordPayment(advance.by, order.id, { ...advance, reference: null, force: false }, tx);
    return order;
  });
}

/**
 * Locks: the settings, the cart, the orders that are limited together, all sweets by id, expired lines of these, the window's places, the
 * cart's lines, days of plans.
 */
async function place(
  tx: Executor,
  owner: Owner,
  input: NewOrder,
  sweetIds: readonly number[],
  { channel, checkout = false, email, takenFor, addressHash = null }: Placed,
  known: Settings,
) {
  const { items, delivery, giftWrap, company, payment } = input;
  const { userId, tokenHash } = owner;
  const { recipientName, phoneNumber } = delivery;
  const phone = asciiDigits(phoneNumber ?? "");
  const visitor = userId === null ? { name: recipientName ?? "", phone, email: email ?? null } : undefined;
  const limited = addressHash !== null && { userId, phone, addressHash };

  // Lock. The cart before the sweets, in a round trip of its own: a lock that finds no row locks nothing, and a cart that somebody creates
  // after it is not looked at.
  const [, revision, carts, locked, unpaid] = await together(
    lockSettings(tx),
    selectRevision(tx),
    !takenFor && lockOwnCart(tx, owner),
    limited && lockBuyer(tx, limited),
    limited && countUnpaid(tx, limited),
  );
  const buyer = limited ? { ...limited, isNew: locked?.[0]?.isNew === true } : undefined;
  const cart = carts?.[0];
  const settings = await settingsOf(tx, known, revision);
  const now = shopNow();
  assertOpen(settings, now);
  assertFewUnpaid({ ...unpaid?.[0] });
  assertCompanyAllowed(company, settings.values.tax.gstin);
  const plan = planFulfilment(delivery, settings, now);
  const { payments, messages } = settings.values;
  const codUpTo = codLimit(payment, payments, offersOnline(payments));

  // Load and check.
  const path = plan.window ? "delivery.slot" : "delivery.day";
  const on = { day: plan.day, values: settings.values, now, path } as const;
  const { found, lines } = await loadLines(tx, items, sweetIds, on, takenFor !== undefined, cart?.id, buyer);
  const { total, deliveryFee } = priceOrder(lines, plan, { giftWrap, codUpTo, payments });

  // Write.
  const slot = plan.window && { date: plan.window.date, from: plan.window.from, pool: poolOf(plan.method) };
  const columns = {
    userId: takenFor ? null : userId,
    addressHash: buyer?.isNew ? addressHash : null,
    channel,
    total,
    giftWrap,
    ...customerColumns(takenFor ?? visitor),
    company,
    personalMessage: input.personalMessage || null,
    ...recipientColumns(delivery),
    ...fulfilmentColumns(plan),
    deliveryFee,
    paymentMethod: payment,
  };
  const [taken, [order]] = await together(
    slot && takePlace(tx, slot, plan.window.capacity),
    tx.insert(orders).values(columns).returning(),
  );
  if (slot && !taken?.length)
    throw new WindowFull(slot, { pool: slot.pool, leadMinutes: plan.area?.leadMinutes ?? 0, items }, settings);
  if (!order) throw new Error("the order was not stored");
  const orderId = order.id;
  const sold = lines.toSorted(
    (a, b) => a.sweet.id - b.sweet.id || a.pack.units - b.pack.units || a.pack.id - b.pack.id,
  );
  const by = { userId, orderId, cartId: cart?.id };
  const moves = sold.flatMap((line) => movesOf(line, channel === "counter" ? "purchase" : "order"));
  const promises = sold.flatMap((line) => promisesOf(line, "order"));
  const returns = sold.flatMap(returnsOf).map((back) => ({ ...by, ...back }));
  const [ids] = await together(
    tx
      .insert(orderLines)
      .values(sold.map((line) => ({ orderId, ...soldColumns(line) })))
      .returning({ id: orderLines.id }),
    tx.insert(orderStatusHistory).values({ orderId, to: "Pending", byUserId: userId }),
    payment === "online" && newOnlinePayment(tx, orderId, payments.online.holdMinutes, now),
    visitor && tokenHash !== null && tx.insert(orderBrowsers).values({ orderId, tokenHash }),
    ...moveStock(
      tx,
      moves.map((move) => ({ ...move, ...by })),
    ),
    ...moveUnits(
      tx,
      plansOf(found),
      promises.map((promise) => ({ ...promise, ...by })),
    ),
    insertMessages(tx, messages, [
      ...(isMailed(order) ? [{ kind: "order_received", event: `order_received:${orderId}`, orderId } as const] : []),
      { kind: "new_order", event: `new_order:${orderId}`, orderId },
      ...soldOutMessages(orderId, sweetsSoldOut(found, lines)),
    ]),
    ...(cart ? takeFromCart(tx, cart.id, sold) : []),
    ...(cart && checkout ? resetCart(tx, cart.id) : []),
    // A cart without lines has no day.
    cart?.day != null && clearDay(tx, cart.id),
    insertEvents(tx, [{ type: "order.created", orderId }]),
    insertSaleEvents(tx, sold),
  );
  await returnHolds(tx, returns);

  return {
    ...order,
    items: sold.map(({ sweet, pack, quantity, day }, i) => ({
      id: (ids[i] as { id: number }).id,
      productId: sweet.id,
      name: sweet.name,
      price: pack.price,
      quantity,
      slug: sweet.slug,
      imageId: sweet.imageId,
      shelfLifeDays: sweet.shelfLifeDays,
      packId: pack.id,
      packLabel: pack.label,
      day,
    })),
    history: [{ to: "Pending" as const, at: order.createdAt, reason: null }],
  };
}

/** The columns of an order for the customer without an account. */
export const customerColumns = (takenFor: TakenFor | null | undefined) => ({
  customerName: takenFor?.name ?? null,
  customerPhone: takenFor?.phone ?? null,
  customerEmail: takenFor?.email ?? null,
});

/** The columns of an order for who gets it. */
const recipientColumns = ({ pincode, method, slot, day, ...recipient }: NewOrder["delivery"]) => recipient;

/** The columns of an order for how it is delivered. */
const fulfilmentColumns = ({ method, pincode, area, window, day }: FulfilmentPlan) => ({
  day,
  method,
  pincode,
  areaName: area?.name ?? null,
  areaKind: area?.kind ?? null,
  slotDate: window?.date ?? null,
  slotFrom: window?.from ?? null,
  slotTo: window?.to ?? null,
  estimate: method === "courier" ? (area?.estimate ?? null) : null,
});

/** Name, pack and price as sold. */
export const soldColumns = ({ sweet, pack, quantity, day }: Pick<Line, "sweet" | "pack" | "quantity" | "day">) => ({
  day,
  sweetId: sweet.id,
  packId: pack.id,
  name: sweet.name,
  packLabel: pack.label,
  grams: pack.grams,
  price: pack.price,
  quantity,
});

/** The messages to the owner about sweets that an order has sold out. */
export const soldOutMessages = (orderId: number, sweetIds: readonly number[]) =>
  sweetIds.map((sweetId) => ({
    kind: "sold_out" as const,
    event: `sold_out:${orderId}:${sweetId}`,
    orderId,
    sweetId,
  }));

/** What is bought leaves the cart. The cart and its sweets are locked, so what was read of its lines is still true. */
const takeFromCart = (tx: Executor, cartId: number, lines: readonly Line[]) =>
  lines.map((line) => {
    if (!line.inCart) return undefined;
    const isLine = and(eq(cartLines.cartId, cartId), eq(cartLines.packId, line.pack.id));
    const { quantity, held } = leftInCart(line);
    if (quantity === 0) return tx.delete(cartLines).where(isLine);
    return tx
      .update(cartLines)
      .set({ quantity, held, ...(held === 0 && { expiresAt: null, addressHash: null }) })
      .where(isLine);
  });

const clearDay = (tx: Executor, cartId: number) =>
  tx
    .update(carts)
    .set({ day: null })
    .where(
      and(
        eq(carts.id, cartId),
        notExists(tx.select({ one: sql`1` }).from(cartLines).where(eq(cartLines.cartId, cartId))),
      ),
    );

/** After a checkout. Lines of deleted sweets and of packs that are off hold nothing and cannot be bought: they go too. */
const resetCart = (tx: Executor, cartId: number) => [
  tx.delete(cartLines).where(
    and(
      eq(cartLines.cartId, cartId),
      exists(
        tx
          .select({ id: packs.id })
          .from(packs)
          .innerJoin(sweets, eq(sweets.id, packs.sweetId))
          .where(and(eq(packs.id, cartLines.packId), or(isNotNull(sweets.deletedAt), eq(packs.active, false)))),
      ),
    ),
  ),
  tx
    .update(carts)
    .set({ giftWrap: false, personalMessage: "", checkoutKey: sql`gen_random_uuid()`, updatedAt: sql`now()` })
    .where(eq(carts.id, cartId)),
];
