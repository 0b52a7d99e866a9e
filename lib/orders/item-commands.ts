import { asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Executor } from "@/db/client";
import { orderCorrections, orderLines, orders, packs, sweetSales } from "@/db/schema";
import { idList, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { AppError } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { type LockedOrder, lockOrder, orderNotFound } from "@/lib/order-access";
import { insertMessages } from "@/lib/outbox";
import { isMailed } from "@/lib/payments/rules";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { releaseExpired, takingStock } from "@/lib/stock/expired";
import { planIn, selectPlansOf, toPlans } from "@/lib/stock/load-plans";
import { lockSweets } from "@/lib/stock/moves";
import { fillShort, moveUnits } from "@/lib/stock/plan-moves";
import { dayOf } from "@/lib/stock/plan-rules";
import { hasLeftOnce } from "@/lib/stock/short-orders";
import { findAnyOrder } from "./admin-queries";
import { dayTooShort } from "./claims";
import {
  changeTexts,
  hasRead,
  type ItemLine,
  linesAfter,
  shortAfter,
  sourceOfNew,
  unitsBetween,
  valueBetween,
} from "./item-rules";
import { selectPacks } from "./pack-select";
import { soldColumns, soldOutMessages } from "./place";
import { assertTravels, shortLines, sweetsSoldOut } from "./place-rules";
import { insertSaleEvents } from "./sale-events";
import type { orderItemsInput } from "./schema";
import type { AdminOrder } from "./serializers";

const selectSoldLines = (tx: Executor, orderId: number) =>
  tx
    .select({
      id: orderLines.id,
      sweetId: orderLines.sweetId,
      packId: packs.id,
      name: orderLines.name,
      label: sql<string>`coalesce(${orderLines.packLabel}, ${packs.label})`,
      price: orderLines.price,
      quantity: orderLines.quantity,
      day: orderLines.day,
      hasLeft: hasLeftOnce,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(packs, eq(packs.id, sql`line_pack(${orderLines.packId}, ${orderLines.sweetId})`))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id));

/** What an order is to hold, and what it held when that was read. */
type NewItems = z.infer<typeof orderItemsInput>;

/** Locks: the settings, the order, the sweets that it has or gets by id, expired lines of these, days of plans, totals, sales of sweets. */
async function change(tx: Executor, actor: May<"orders:write">, id: number, { items, was }: NewItems, known: Settings) {
  const [, revision, [order], sold] = await together(
    lockSettings(tx),
    selectRevision(tx),
    lockOrder(tx, id, null),
    selectSoldLines(tx, id),
  );
  const { values } = await settingsOf(tx, known, revision);
  if (!order) throw orderNotFound();
  if (order.status !== "Pending" && order.status !== "Processing")
    throw new AppError("conflict", `The sweets of an order that is ${order.status.toLowerCase()} cannot be changed.`);
  // Its invoice says what it had, and what was promised for it is settled.
  if (sold.some(({ hasLeft }) => hasLeft))
    throw new AppError("conflict", "This order has left the shop once and has its invoice. Please take a new order.");
  const sweetIds = [...new Set([...sold.map(({ sweetId }) => sweetId), ...items.map(({ productId }) => productId)])];
  const now = shopNow();
  const days = [...sold.flatMap(({ day }) => day ?? []), order.day ?? indiaDay(now)].sort();

  // Lock, load and check.
  const read = async () => {
    const [, found, ...plans] = await together(
      lockSweets(tx, sweetIds),
      selectPacks(tx, { sweetIds: idList(sweetIds), cartId: 0, day: order.day }),
      ...selectPlansOf(tx, sweetIds, days[0] ?? "", days.at(-1)),
    );
    const loaded = toPlans(...plans);
    const sourceOf = (sweetId: number) => sourceOfNew(planIn(loaded, sweetId), order.day, indiaDay(now));
    return { found, plans: loaded, lines: linesAfter(items, sold, found, sourceOf) };
  };
  let { found, plans, lines } = await read();
  if (lines.every(({ was, quantity }) => was === quantity)) return;
  if (was && !hasRead(was, lines, found))
    throw new AppError("stale_version", "Someone else has changed the sweets of this order.");
  assertTravels(
    order.method,
    lines.filter(({ was, quantity }) => quantity > was),
  );
  let short = shortAfter(lines, plans);
  if (short.length > 0 && (await releaseExpired(tx, sweetIds)) > 0) {
    ({ found, plans, lines } = await read());
    short = shortAfter(lines, plans);
  }
  if (short.length > 0) {
    if (short.every(({ day }) => day === null)) throw shortLines(short, true);
    throw await dayTooShort(tx, short, { sweetIds, lines }, { values, now });
  }

  // Write.
  const changes = unitsBetween(lines).sort((a, b) => a.units - b.units);
  const { went, came } = changeTexts(lines);
  const [, [correction]] = await together(
    updateOrder(tx, order, order.total + valueBetween(lines)),
    tx
      .insert(orderCorrections)
      .values({ orderId: id, field: "items", from: went || null, to: came, byUserId: actor.id })
      .returning({ id: orderCorrections.id }),
    ...storeLines(tx, id, lines),
    ...moveUnits(
      tx,
      plans,
      changes.map(({ sweetId, day, units }) => ({
        ...{ sweetId, day, ordered: units, userId: actor.id, orderId: id },
        reason: units < 0 ? "cancel" : day === null && order.channel === "counter" ? "purchase" : "order",
      })),
    ),
  );
  if (changes.some(({ units }) => units < 0)) await fillShort(tx, sweetIds, actor.id);
  // What comes, in units of its sweet.
  const taken = changes.flatMap(({ sweetId, day, units }) => {
    const one = found.find(({ sweet }) => sweet.id === sweetId);
    // A day that has a batch is sold from stock, so it may be sold out by that.
    const from = day === null || dayOf(planIn(plans, sweetId), day).made !== null ? null : day;
    return one && units > 0 ? [{ ...one, pack: { ...one.pack, units: 1 }, quantity: units, held: 0, day: from }] : [];
  });
  await together(
    insertMessages(tx, values.messages, [
      ...(isMailed(order)
        ? [{ kind: "order_changed", event: `order_changed:${correction?.id}`, orderId: id } as const]
        : []),
      ...soldOutMessages(id, sweetsSoldOut(found, taken)),
    ]),
    insertEvents(tx, [{ type: "order.updated", orderId: id }]),
    insertSaleEvents(tx, taken),
  );
}

/** A box that was packed no longer holds what the order says. */
const updateOrder = (tx: Executor, order: LockedOrder, total: number) =>
  tx
    .update(orders)
    .set({
      total,
      paymentState: sql`payment_state(${total}, ${orders.received}, ${orders.refunded}, ${orders.claimed})`,
      packedAt: null,
      updatedAt: sql`now()`,
    })
    .where(eq(orders.id, order.id));

/** The statements that store the lines. The triggers of each change sales of sweets, so those are locked first, in their order. */
function storeLines(tx: Executor, orderId: number, lines: readonly ItemLine[]) {
  const changed = lines.filter(({ was, quantity }) => was !== quantity);
  const gone = changed.flatMap(({ id, quantity }) => (id !== null && quantity === 0 ? [id] : []));
  const added = changed
    .filter(({ id }) => id === null)
    .sort((a, b) => a.sweet.id - b.sweet.id || a.pack.units - b.pack.units || a.pack.id - b.pack.id);
  const sweetIds = [...new Set(changed.map(({ sweet }) => sweet.id))].sort((a, b) => a - b);
  return [
    tx
      .insert(sweetSales)
      .values(sweetIds.map((sweetId) => ({ sweetId, packs: 0 })))
      .onConflictDoUpdate({ target: sweetSales.sweetId, set: { packs: sql`${sweetSales.packs}` } }),
    gone.length > 0 && tx.delete(orderLines).where(inArray(orderLines.id, gone)),
    ...changed.map(
      ({ id, quantity }) =>
        id !== null && quantity > 0 && tx.update(orderLines).set({ quantity }).where(eq(orderLines.id, id)),
    ),
    added.length > 0 && tx.insert(orderLines).values(added.map((line) => ({ orderId, ...soldColumns(line) }))),
  ];
}

/**
 * Changes the sweets of a Pending or Processing order. Removed packs return as in a cancel; added ones are taken as in a new order, without
 * order-by times and minimum quantities. The packed mark is cleared; fee, gift wrap, window and an open claim stay. Nothing is written when
 * the items are the same. Throws `not_found`, `conflict`, `stale_version` (not `was`), `unavailable`, `blocked`, `insufficient_stock`,
 * `day_short`.
 */
export async function changeItems(
  actor: May<"orders:write">,
  id: number,
  items: NewItems,
  db: Executor,
): Promise<AdminOrder> {
  const known = await currentSettings();
  await takingStock(db, "short", (tx) => change(tx, actor, id, items, known));
  return findAnyOrder(actor, id, db);
}
