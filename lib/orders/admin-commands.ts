import { and, asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { type CorrectedField, correctedFields } from "@/db/constants/orders";
import { auditLog, orderCorrections, orderLines, orders, slotPlaces } from "@/db/schema";
import { inTransaction, run, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { capacityOf, poolOf } from "@/lib/delivery/fulfilment";
import { type Place, releasePlace, takePlace } from "@/lib/delivery/places";
import { AppError, invalid } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { type LockedOrder, lockedOrder, lockOrder, orderNotFound } from "@/lib/order-access";
import { insertMessages } from "@/lib/outbox";
import { isMailed } from "@/lib/payments/rules";
import { findWindow, type Slot } from "@/lib/settings/calendar";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings, type Settings } from "@/lib/settings/queries";
import { fillShort, moveUnits } from "@/lib/stock/plan-moves";
import { changeDay, dayOf } from "@/lib/stock/plan-rules";
import { asTyped, isBlank } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import { assertAvailable, lockClaims, readItems } from "./claims";
import type { OrderDay } from "./day-rules";
import type { CorrectionInput } from "./schema";
import type { AdminOrder } from "./serializers";
import { WindowFull } from "./window-places";

// What a form sends of a stored text that nobody edited: normalised line ends, and none at all in a field of one line.
const unedited = (field: CorrectedField, text: string | null) =>
  field === "deliveryAddress" ? asTyped(text) : (text?.replace(/[\r\n]/g, "") ?? null);

/**
 * Corrects a delivery or sets the internal note; each corrected field is recorded with who, when, from and to.
 * Throws `not_found`, and `stale_version` with the note as it is when an editor has read another one (`noteWas`).
 */
export async function correctOrder(
  actor: May<"orders:write">,
  id: number,
  input: CorrectionInput,
  db: Executor,
): Promise<AdminOrder> {
  const { internalNote, noteWas } = input;
  return inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, id, null);
    const noteNow = String(asTyped(order.internalNote ?? ""));
    if (internalNote !== undefined && noteWas !== undefined && noteWas !== noteNow && internalNote !== noteNow)
      throw new AppError("stale_version", "Someone else has changed this note.", {
        note: { text: noteNow, by: await noteAuthor(tx, id) },
      });
    const corrections = correctedFields.flatMap((field) => {
      const [from, to] = [order[field], input[field]];
      return to === undefined || to === unedited(field, from) ? [] : [{ field, from, to }];
    });
    const changes = {
      ...Object.fromEntries(corrections.map(({ field, to }) => [field, to])),
      ...(internalNote === undefined ? {} : { internalNote: isBlank(internalNote) ? null : internalNote }),
    };
    if (Object.keys(changes).length > 0)
      await tx
        .update(orders)
        .set({ ...changes, updatedAt: sql`now()` })
        .where(eq(orders.id, id));
    if (corrections.length > 0)
      await tx
        .insert(orderCorrections)
        .values(corrections.map((correction) => ({ ...correction, orderId: id, byUserId: actor.id })));
    // Corrections have their own history, which the audit log shows.
    if (internalNote !== undefined && changes.internalNote !== order.internalNote) {
      const text = `changed the internal note of order #${id}`;
      await recordAudit(tx, actor, { noun: "orders", nounId: id, action: "note", text });
    }
    if (Object.keys(changes).length > 0) await together(insertEvents(tx, [{ type: "order.updated", orderId: id }]));
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

/** Locks: the settings, the order, its sweets by id when the day is another one, the places of both windows in the order of their key. */
async function move(tx: Executor, by: number, id: number, { date, from, force }: NewWindow, known: Settings) {
  const [, revision, [order]] = await together(lockSettings(tx), selectRevision(tx), lockOrder(tx, id, null));
  const settings = await settingsOf(tx, known, revision);
  if (!order) throw orderNotFound();
  const window = findWindow(settings.values.windows, { date, from });
  if (!window) throw invalid("from", "There is no such window on this day.");
  if (order.method === "courier") throw new AppError("conflict", "An order by courier has no window.");
  if (order.slotDate === date && order.slotFrom === from) return;

  const now = shopNow();
  const isOtherDay = date >= indiaDay(now) && (order.day ?? order.slotDate) !== date;
  if (isOtherDay) await movePlanned(tx, order, date, { day: date, values: settings.values, now }, by);
  const pool = poolOf(order.method);
  if (order.status !== "Cancelled") {
    const last = order.slotDate && order.slotFrom ? { date: order.slotDate, from: order.slotFrom, pool } : undefined;
    const capacity = capacityOf(window, pool, settings);
    const [before] = await changePlaces(tx, { date, from, pool }, last, force ? null : capacity);
    if (before !== undefined) {
      // The places are locked: sweets, which come before them, must not be locked any more.
      const wanted = { pool, leadMinutes: 0, items: await readItems(tx, id) };
      throw new WindowFull({ date, from }, wanted, settings, `This window is full (${before} of ${capacity}).`);
    }
  }
  const was = order.slotDate && `${order.slotDate} ${order.slotFrom}-${order.slotTo}`;
  const [[correction]] = await together(
    tx
      .insert(orderCorrections)
      .values({ orderId: id, field: "slot", from: was, to: `${date} ${from}-${window.to}`, byUserId: by })
      .returning({ id: orderCorrections.id }),
    tx
      .update(orders)
      .set({
        slotDate: date,
        slotFrom: from,
        slotTo: window.to,
        day: order.day !== null || date > indiaDay(now) ? date : null,
        // An order whose delivery was to be arranged becomes one for delivery.
        method: order.method ?? "delivery",
        updatedAt: sql`now()`,
      })
      .where(eq(orders.id, id)),
  );
  await together(
    isMailed(order) &&
      insertMessages(tx, settings.values.messages, [
        { kind: "window_changed", event: `window_changed:${correction?.id}`, orderId: id },
      ]),
    insertEvents(tx, [{ type: "order.updated", orderId: id }]),
  );
}

/**
 * Moves the lines that come from plans to another day; those that have left the shop once stay. A cancelled order that has given its units back
 * takes none. Throws `day_short`.
 */
async function movePlanned(
  tx: Executor,
  { id, status, stockReturned }: LockedOrder,
  to: string,
  on: OrderDay,
  userId: number,
): Promise<void> {
  const claims = await lockClaims(tx, id, [to]);
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
 * when the plan of the new day has too little, which nothing forces.
 */
export async function moveOrder(
  actor: May<"orders:write">,
  id: number,
  to: NewWindow,
  db: Executor,
): Promise<AdminOrder> {
  const known = await currentSettings();
  await inTransaction(db, (tx) => move(tx, actor.id, id, to, known));
  return findAnyOrder(actor, id, db);
}
