import { and, asc, gt, gte } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { slotPlaces } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import type { WindowSettings } from "@/lib/settings/schema";
import type { PlacePool } from "./constants";
import { capacityOf } from "./fulfilment";
import { findWindow, type Slot } from "./rules";

/** A window to come in which orders hold more places than it has. */
export type AffectedWindow = Slot & {
  pool: PlacePool;
  /** How many orders hold a place. */
  orders: number;
  /** How many it takes; null when there is no such window any more. */
  capacity: number | null;
};

/**
 * The windows to come that a change takes away or makes too small for the orders in them. Those that were already too small before the
 * change, and still have as many places, are left out. Admins only.
 */
export async function affectedWindows(
  actor: Actor,
  before: WindowSettings,
  after: WindowSettings,
  db: Executor = readDb(),
  now = shopNow(),
): Promise<AffectedWindow[]> {
  assertAdmin(actor);
  const rows = await db
    .select({ date: slotPlaces.date, from: slotPlaces.from, pool: slotPlaces.pool, taken: slotPlaces.taken })
    .from(slotPlaces)
    .where(and(gte(slotPlaces.date, indiaDay(now)), gt(slotPlaces.taken, 0)))
    .orderBy(asc(slotPlaces.date), asc(slotPlaces.from), asc(slotPlaces.pool));
  return rows.flatMap(({ date, from, pool, taken }) => {
    const [old, window] = [findWindow(before, { date, from }), findWindow(after, { date, from })];
    // Without a window before, nothing is taken away: its orders were affected by an earlier change.
    if (!old || Date.parse(`${date}T${old.to}:00+05:30`) <= now.getTime()) return [];
    const capacity = capacityOf(window, pool, { values: { windows: after } });
    if (capacity >= taken || capacity === capacityOf(old, pool, { values: { windows: before } })) return [];
    return [{ date, from, to: old.to, pool, orders: taken, capacity: window ? capacity : null }];
  });
}
