import { and, asc, eq, exists, getTableColumns, isNotNull, or, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { cartLines, carts, orderLines, orderStatusHistory, orders, packs, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList, type Rows, run, together } from "@/db/transaction";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { lockCartOfUser } from "@/lib/cart/cart-row";
import { shopNow } from "@/lib/clock";
import { assertOpen, type FulfilmentPlan, planFulfilment, poolOf } from "@/lib/delivery/fulfilment";
import { takePlace } from "@/lib/delivery/places";
import type { FulfilmentInput } from "@/lib/delivery/schema";
import { insertMessages } from "@/lib/outbox";
import { codLimit } from "@/lib/payments/rules";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { lockSweets, moveStock, releaseExpired, takingStock } from "@/lib/stock/moves";
import type { OrderChannel } from "./constants";
import {
  assertPrices,
  assertStock,
  fromHold,
  type Line,
  linesOf,
  movesOf,
  priceOrder,
  shortOf,
  soldOut,
} from "./place-rules";
import type { OrderInput } from "./schema";
import { type CustomerOrder, toCustomerOrder } from "./serializers";
import { offeringOthers, WindowFull } from "./window-places";

/** What is ordered. Only a purchase over the counter names no recipient. */
type NewOrder = Omit<OrderInput, "delivery"> & { delivery: Nullable<Recipient> & FulfilmentInput };
type Recipient = Omit<OrderInput["delivery"], keyof FulfilmentInput>;
type Nullable<Fields> = { [Name in keyof Fields]: Fields[Name] | null };

/**
 * Where an order comes from. `counter`: what a customer buys by `POST /sweets/{id}/purchase`, whose units the ledger books as a purchase.
 * `checkout`: it is the checkout of the page's cart, which is reset with it.
 */
type Source = { channel: OrderChannel; checkout?: boolean };

/**
 * Places an order of the customer: all lines or none, own holds first, at today's prices, with a place of its window.
 * Throws `paused`; `not_served`, `invalid` as `planFulfilment` does; `unavailable` for a sweet or a pack that is not sold (any more),
 * `price_changed` with today's prices in rupees, `insufficient_stock` with `available` of the first short line and all of them in
 * `short`; `blocked` with the sweets that do not travel; `below_minimum` with `minimum` in rupees; `slot_full` with `alternatives`;
 * `cod_unavailable` with `upTo` in rupees; `invalid` when the shop takes no UPI.
 */
export async function placeOrder(
  actor: Actor,
  input: NewOrder,
  source: Source,
  db: Executor = writeDb(),
): Promise<CustomerOrder> {
  assertCustomer(actor);
  const known = await currentSettings();
  const sweetIds = [...new Set(input.items.map((item) => item.productId))];
  const order = await offeringOthers(() =>
    takingStock(db, sweetIds, (tx) => place(tx, actor.id, input, sweetIds, source, known)),
  );
  return toCustomerOrder(order);
}

/** Locks: the settings, the cart, all sweets by id, expired lines of these, the window's places, the cart's lines. */
async function place(
  tx: Executor,
  userId: number,
  input: NewOrder,
  sweetIds: readonly number[],
  { channel, checkout = false }: Source,
  known: Settings,
) {
  const { items, delivery, giftWrap, payment } = input;

  // Lock. The cart before the sweets, in a round trip of its own: a lock that finds no row locks nothing, and a cart that somebody creates
  // after it is not looked at.
  const [, revision, [cart]] = await together(lockSettings(tx), selectRevision(tx), lockCartOfUser(tx, { userId }));
  const settings = await settingsOf(tx, known, revision);
  const now = shopNow();
  assertOpen(settings, now);
  const plan = planFulfilment(delivery, settings, now);
  const { payments, messages } = settings.values;
  const codUpTo = codLimit(payment, payments);

  // Load and check.
  const { found, lines } = await loadLines(tx, items, sweetIds, cart?.id);
  const { total, deliveryFee } = priceOrder(lines, plan, { giftWrap, codUpTo, payments });

  // Write.
  const slot = plan.window && { date: plan.window.date, from: plan.window.from, pool: poolOf(plan.method) };
  const columns = {
    userId,
    channel,
    total,
    giftWrap,
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
    throw new WindowFull(
      slot,
      { pool: slot.pool, leadMinutes: plan.area?.leadMinutes ?? 0, sweets: [...sweetIds] },
      settings,
    );
  if (!order) throw new Error("the order was not stored");
  const orderId = order.id;
  const sold = lines.toSorted(
    (a, b) => a.sweet.id - b.sweet.id || a.pack.units - b.pack.units || a.pack.id - b.pack.id,
  );
  const moves = sold.flatMap((line) => movesOf(line, channel === "counter" ? "purchase" : "order"));
  const [ids] = await together(
    tx
      .insert(orderLines)
      .values(sold.map((line) => ({ orderId, ...soldColumns(line) })))
      .returning({ id: orderLines.id }),
    tx.insert(orderStatusHistory).values({ orderId, to: "Pending", byUserId: userId }),
    ...moveStock(
      tx,
      moves.map((move) => ({ ...move, userId, orderId, cartId: cart?.id })),
    ),
    insertMessages(tx, messages, [
      { kind: "order_received", event: `order_received:${orderId}`, orderId },
      { kind: "new_order", event: `new_order:${orderId}`, orderId },
      ...soldOutMessages(orderId, soldOut(found, lines)),
    ]),
    ...(cart ? takeFromCart(tx, cart.id, sold) : []),
    ...(cart && checkout ? resetCart(tx, cart.id) : []),
  );

  return {
    ...order,
    items: sold.map(({ sweet, pack, quantity }, i) => ({
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
    })),
    history: [{ to: "Pending" as const, at: order.createdAt }],
  };
}

/**
 * Locks sweets and reads what is to be sold of them; units that the cart holds are used first. Throws `unavailable`, `price_changed` and
 * `insufficient_stock`. Nothing is written but holds that have expired, which are free.
 */
export async function loadLines(tx: Executor, items: NewOrder["items"], sweetIds: readonly number[], cartId = NO_CART) {
  const select = () => selectPacks(tx, { sweetIds: idList(sweetIds), cartId });
  let [, found] = await together(lockSweets(tx, sweetIds), select());
  let lines = linesOf(items, found);
  assertPrices(items, lines);
  if (shortOf(lines).length > 0 && (await releaseExpired(tx, sweetIds)) > 0) {
    found = await run(select());
    lines = linesOf(items, found);
  }
  assertStock(items, lines);
  return { found, lines };
}

const NO_CART = 0;

/** All packs of sweets as they are now, also those that are off, and what the buyer's cart has of each. */
const selectPacks = built((tx, { sweetIds, cartId }: { sweetIds: IdList; cartId: number }) =>
  tx
    .select({
      sweet: {
        id: sweets.id,
        name: sweets.name,
        slug: sweets.slug,
        imageId: sweets.imageId,
        shelfLifeDays: sweets.shelfLifeDays,
        stock: sweets.stock,
        travels: sweets.travels,
        prepHours: sweets.prepHours,
        deletedAt: sweets.deletedAt,
        /** Whether carts of others hold units of it. */
        isHeld: sql<boolean>`exists (
          select from ${cartLines} other
          where other.sweet_id = ${sweets.id} and other.held > 0 and other.cart_id <> ${cartId})`,
      },
      pack: getTableColumns(packs),
      inCart: { quantity: cartLines.quantity, held: cartLines.held },
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .leftJoin(cartLines, and(eq(cartLines.packId, packs.id), eq(cartLines.cartId, cartId)))
    .where(anyOf(packs.sweetId, sweetIds))
    .orderBy(asc(packs.sweetId), asc(packs.units), asc(packs.id)),
);

export type FoundPack = Rows<ReturnType<typeof selectPacks>>[number];

/** The columns of an order for who gets it. */
const recipientColumns = ({ pincode, method, slot, ...recipient }: NewOrder["delivery"]) => recipient;

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

/** Name, pack and price as sold. */
export const soldColumns = ({ sweet, pack, quantity }: Pick<Line, "sweet" | "pack" | "quantity">) => ({
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
    const isLine = and(eq(cartLines.cartId, cartId), eq(cartLines.packId, line.pack.id));
    if (!line.inCart) return undefined;
    if (line.inCart.quantity <= line.quantity) return tx.delete(cartLines).where(isLine);
    const held = line.held - fromHold(line);
    const quantity = line.inCart.quantity - line.quantity;
    return tx
      .update(cartLines)
      .set({ quantity, held, ...(held === 0 && { expiresAt: null, addressHash: null }) })
      .where(isLine);
  });

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
