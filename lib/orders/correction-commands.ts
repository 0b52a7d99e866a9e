import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { auditLog, orderCorrections, orderLines, orders, slotPlaces } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { May, Shopper } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { ownerOf } from "@/lib/auth/tokens";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { capacityOf, poolOf, windowNotOffered } from "@/lib/delivery/fulfilment";
import { type Place, releasePlace, takePlace } from "@/lib/delivery/places";
import { asciiDigits } from "@/lib/digits";
import { AppError, invalid } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { type LockedOrder, lockedOrder } from "@/lib/order-access";
import { insertMessages } from "@/lib/outbox";
import { isMailed } from "@/lib/payments/rules";
import { findWindow, type Slot, startOf, type Window } from "@/lib/settings/calendar";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { fillShort, moveUnits } from "@/lib/stock/plan-moves";
import { changeDay, dayOf } from "@/lib/stock/plan-rules";
import { asTyped, isBlank } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import { isBegun, leadOf, windowsFor } from "./change-queries";
import { assertAvailable, type Claims, claimedItems, findClaims, lockClaims } from "./claims";
import { type DeliveryTextName, deliveryTextNames, TOO_LATE } from "./constants";
import type { OrderDay } from "./day-rules";
import { lockWithSettings } from "./order-lock";
import { findOrder } from "./queries";
import type { CorrectionInput, OrderChange } from "./schema";
import type { AdminOrder, CustomerOrder } from "./serializers";
import { WindowFull } from "./window-places";

// What a form sends of a stored text that nobody edited: normalised line ends, and none at all in a field of one line.
const unedited = (field: DeliveryTextName, text: string | null) =>
  field === "deliveryAddress" ? asTyped(text) : (text?.replace(/[\r\n]/g, "") ?? null);

type Texts = Partial<Record<DeliveryTextName, string | null>>;
type NewCorrection = Pick<typeof orderCorrections.$inferInsert, "field" | "from" | "to">;

/** The texts of an order that become others. What is emptied is recorded as "". */
const correctionsIn = (order: LockedOrder, texts: Texts): NewCorrection[] =>
  deliveryTextNames.flatMap((field) => {
    const [from, to] = [order[field], texts[field]];
    return to === undefined || to === unedited(field, from) ? [] : [{ field, from, to: to ?? "" }];
  });

/** Stores what changes of a locked order, with its record and its event. Returns the id of the first correction. */
export async function storeChange(
  tx: Executor,
  { id: orderId, userId, channel }: LockedOrder,
  byUserId: number | null,
  corrections: readonly NewCorrection[],
  columns: Partial<LockedOrder>,
): Promise<number | undefined> {
  const texts = corrections
    .filter(({ field }) => deliveryTextNames.some((name) => name === field))
    .map(({ field, to }) => [field, to || null]);
  // Without an account, whoever gets an order is its customer.
  const isCustomers = userId === null && channel === "web";
  const { recipientName, phoneNumber } = Object.fromEntries(isCustomers ? texts : []);
  const [stored] = await together(
    corrections.length > 0 &&
      tx
        .insert(orderCorrections)
        .values(corrections.map((correction) => ({ ...correction, orderId, byUserId })))
        .returning({ id: orderCorrections.id }),
    tx
      .update(orders)
      .set({
        ...Object.fromEntries(texts),
        ...(recipientName && { customerName: recipientName }),
        ...(phoneNumber && { customerPhone: asciiDigits(phoneNumber) }),
        ...columns,
        updatedAt: sql`now()`,
      })
      .where(eq(orders.id, orderId)),
    insertEvents(tx, [{ type: "order.updated", orderId }]),
  );
  return stored?.[0]?.id;
}

/**
 * Corrects a delivery or sets the internal note; each corrected field is recorded with who, when, from and to.
 * Throws `not_found`, and `stale_version` with the note as it is when an editor has read another one (`noteWas`).
 */
export async function correctOrder(
  actor: May<"orders:write">,
  id: number,
  { internalNote, noteWas, ...texts }: CorrectionInput,
  db: Executor,
): Promise<AdminOrder> {
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, id, null);
    const noteNow = String(asTyped(order.internalNote ?? ""));
    if (internalNote !== undefined && noteWas !== undefined && noteWas !== noteNow && internalNote !== noteNow)
      throw new AppError("stale_version", "Someone else has changed this note.", {
        note: { text: noteNow, by: await noteAuthor(tx, id) },
      });
    const corrections = correctionsIn(order, texts);
    const note = internalNote === undefined || isBlank(internalNote) ? null : internalNote;
    if (corrections.length > 0 || internalNote !== undefined)
      await storeChange(tx, order, actor.id, corrections, internalNote === undefined ? {} : { internalNote: note });
    // Corrections have their own history, which the audit log shows.
    if (internalNote !== undefined && note !== order.internalNote) {
      const text = `changed the internal note of order #${id}`;
      await recordAudit(tx, actor, { noun: "orders", nounId: id, action: "note", text });
    }
    return findAnyOrder(actor, id, tx);
  });
}

/** Who wrote the internal note of an order, as the audit log has it. */
async function noteAuthor(tx: Executor, orderId: number): Promise<string | null> {
  const [entry] = await tx
    .select({ by: auditLog.byName })
    .from(auditLog)
    .where(and(eq(auditLog.noun, "orders"), eq(auditLog.nounId, String(orderId)), eq(auditLog.action, "note")))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  return entry?.by ?? null;
}

/** The window to which an order is moved. `force`: the owner overbooks it knowingly. */
type NewWindow = Omit<Slot, "to"> & { force: boolean };

/** How an order is moved. `claims`: what it has, once its sweets are locked; `leadMinutes`: of its area; both when its customer moves it. */
type Mover = { force?: boolean; claims?: Claims; leadMinutes?: number };

/**
 * Moves a locked order into a window with its place and its lines from plans. Returns what is to be stored of it. Locks: its sweets by id when
 * the day is another one, the places of both windows in the order of their key.
 */
async function moveInto(
  tx: Executor,
  by: number | null,
  order: LockedOrder,
  window: Window,
  settings: Settings,
  { force = false, claims, leadMinutes = 0 }: Mover,
) {
  const { date, from } = window;
  const now = shopNow();
  const isOtherDay = date >= indiaDay(now) && (order.day ?? order.slotDate) !== date;
  if (isOtherDay) {
    const own = claims ?? (await lockClaims(tx, order.id, [date]));
    await movePlanned(tx, order, own, date, { day: date, values: settings.values, now }, by);
  }
  const pool = poolOf(order.method);
  if (order.status !== "Cancelled") {
    const last = order.slotDate && order.slotFrom ? { date: order.slotDate, from: order.slotFrom, pool } : undefined;
    const capacity = capacityOf(window, pool, settings);
    const [before] = await changePlaces(tx, { date, from, pool }, last, force ? null : capacity);
    if (before !== undefined) {
      // The places are locked: sweets, which come before them, must not be locked any more.
      const items = claimedItems(claims ?? (await findClaims(tx, order.id)));
      const text = claims ? undefined : `This window is full (${before} of ${capacity}).`;
      throw new WindowFull({ date, from }, { pool, leadMinutes, items, day: order.day }, settings, text);
    }
  }
  const was = order.slotDate && `${order.slotDate} ${order.slotFrom}-${order.slotTo}`;
  return {
    correction: { field: "slot" as const, from: was, to: `${date} ${from}-${window.to}` },
    columns: {
      slotDate: date,
      slotFrom: from,
      slotTo: window.to,
      day: order.day !== null || date > indiaDay(now) ? date : null,
      // An order whose delivery was to be arranged becomes one for delivery.
      method: order.method ?? ("delivery" as const),
    },
  };
}

/** Moves the lines that come from plans to another day, but for those that have left the shop once. Throws `day_short`. */
async function movePlanned(
  tx: Executor,
  { id, status, stockReturned }: LockedOrder,
  claims: Claims,
  to: string,
  on: OrderDay,
  userId: number | null,
): Promise<void> {
  const moving = claims.lines.filter(({ day }) => day !== null && day !== to);
  if (moving.length === 0) return;
  if (status !== "Cancelled" || !stockReturned) {
    const promises = moving.map(({ sweet, pack, quantity, day }) => ({
      ...{ sweetId: sweet.id, day: day ?? to, userId, orderId: id, reason: "promised" as const },
      ordered: -quantity * pack.units,
    }));
    // What comes back into stock by the move is free for it.
    const back = new Map<number, number>();
    for (const { sweetId, day, ordered } of promises) {
      const sweet = claims.plans.get(sweetId);
      const delta = sweet ? changeDay(dayOf(sweet, day), { ordered }).delta : 0;
      back.set(sweetId, (back.get(sweetId) ?? 0) + delta);
    }
    const plans = await assertAvailable(tx, { ...claims, lines: moving }, on, to, back);
    await together(
      ...moveUnits(tx, plans, [
        ...promises,
        ...promises.map(({ ordered, ...promise }) => ({ ...promise, day: to, ordered: -ordered })),
      ]),
    );
    await fillShort(tx, claims.sweetIds, userId);
  }
  const packIds = moving.map(({ pack }) => pack.id);
  await run(
    tx
      .update(orderLines)
      .set({ day: to })
      .where(and(eq(orderLines.orderId, id), inArray(orderLines.packId, packIds))),
  );
}

/** Takes a place of the new window and gives the last one back. Returns the places taken when none is left, else nothing. */
async function changePlaces(
  tx: Executor,
  next: Place,
  last: Place | undefined,
  capacity: number | null,
): Promise<number[]> {
  const isPlace = (place: Place) => and(eq(slotPlaces.date, place.date), eq(slotPlaces.from, place.from));
  const [, places, taken] = await together(
    tx
      .insert(slotPlaces)
      .values({ ...next, taken: 0 })
      .onConflictDoNothing(),
    tx
      .select({ date: slotPlaces.date, from: slotPlaces.from, taken: slotPlaces.taken })
      .from(slotPlaces)
      .where(and(eq(slotPlaces.pool, next.pool), or(isPlace(next), last && isPlace(last))))
      .orderBy(asc(slotPlaces.date), asc(slotPlaces.from), asc(slotPlaces.pool))
      .for("no key update"),
    takePlace(tx, next, capacity),
    last && releasePlace(tx, last),
  );
  return taken?.length
    ? []
    : places.filter((place) => place.date === next.date && place.from === next.from).map((place) => place.taken);
}

/**
 * Moves an order to any window that the settings have, also one that shoppers can no longer book, in the place that it holds or, when it is
 * cancelled, without one. The change is recorded among the corrections. Throws `not_found`; `invalid` when the day has no such
 * window; `conflict` for an order by courier; `slot_full` with `alternatives` when no place is left, unless `force` is set; `day_short`
 * when the plan of the new day has too little, which nothing forces. Locks: the settings, the order, and as `moveInto`.
 */
export async function moveOrder(
  actor: May<"orders:write">,
  id: number,
  { date, from, force }: NewWindow,
  db: Executor,
): Promise<AdminOrder> {
  const known = await currentSettings();
  await inTransaction(db, async (tx) => {
    const { order, settings } = await lockWithSettings(tx, id, null, known);
    const window = findWindow(settings.values.windows, { date, from });
    if (!window) throw invalid("from", "There is no such window on this day.");
    if (order.method === "courier") throw new AppError("conflict", "An order by courier has no window.");
    if (order.slotDate === date && order.slotFrom === from) return;
    const { correction, columns } = await moveInto(tx, actor.id, order, window, settings, { force });
    const correctionId = await storeChange(tx, order, actor.id, [correction], columns);
    const message = { kind: "window_changed", event: `window_changed:${correctionId}`, orderId: id } as const;
    if (isMailed(order)) await together(insertMessages(tx, settings.values.messages, [message]));
  });
  return findAnyOrder(actor, id, db);
}

/**
 * Changes the shopper's own Pending order until the work on it begins; what is the same already changes nothing, whatever its status. Throws
 * `not_found`; `conflict`; `too_late`; for a window `slot_full` with `alternatives`, `day_short`, and `invalid` when it is not offered.
 * Locks: the settings, the order, its sweets by id, and as `moveInto`.
 */
export async function changeOrder(
  actor: Shopper,
  id: number,
  { slot, ...texts }: OrderChange,
  db: Executor,
): Promise<CustomerOrder> {
  const known = await currentSettings();
  const owner = ownerOf(actor);
  const by = owner.userId;
  await inTransaction(db, async (tx) => {
    const { order, settings } = await lockWithSettings(tx, id, owner, known);
    const corrections = correctionsIn(order, texts);
    const next = slot && (slot.date !== order.slotDate || slot.from !== order.slotFrom) ? slot : null;
    if (corrections.length === 0 && !next) return;
    if (order.status !== "Pending")
      throw new AppError("conflict", "Only a pending order can be changed. Please contact us.");
    const claims = await lockClaims(tx, id, next ? [next.date] : []);
    if (isBegun(order, claims, settings)) throw new AppError("too_late", TOO_LATE);
    let columns = {};
    if (next) {
      if (!order.pincode) throw invalid("slot", "This order has no pincode. Please call us to choose a window.");
      const days = await windowsFor(tx, order, claims);
      const window = findWindow(settings.values.windows, next);
      if (!window || order.method === "courier" || startOf(next) <= shopNow().getTime()) throw windowNotOffered("slot");
      const moved = await moveInto(tx, by, order, window, settings, { claims, leadMinutes: leadOf(order, settings) });
      // What is short or full is said first.
      if (!days.some(({ date, slots }) => date === next.date && slots.some(({ from }) => from === next.from)))
        throw windowNotOffered("slot");
      corrections.push(moved.correction);
      columns = moved.columns;
    }
    const event = `order_edited:${await storeChange(tx, order, by, corrections, columns)}`;
    await together(insertMessages(tx, settings.values.messages, [{ kind: "new_order", event, orderId: id }]));
  });
  return findOrder(actor, id, db);
}
