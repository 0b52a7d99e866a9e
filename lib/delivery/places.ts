import { and, eq, lt, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { slotPlaces } from "@/db/schema";

/** A window of a day and the places that it has for deliveries or pickups. */
export type Place = Pick<typeof slotPlaces.$inferSelect, "date" | "from" | "pool">;

/**
 * The statement that takes a place of a window. It returns no row when all of `capacity` are taken, and is false when there are none; a
 * capacity of null is the owner's decision to overbook.
 */
export const takePlace = (tx: Executor, { date, from, pool }: Place, capacity: number | null) =>
  (capacity === null || capacity >= 1) &&
  tx
    .insert(slotPlaces)
    .values({ date, from, pool, taken: 1 })
    .onConflictDoUpdate({
      target: [slotPlaces.date, slotPlaces.from, slotPlaces.pool],
      set: { taken: sql`${slotPlaces.taken} + 1` },
      setWhere: capacity === null ? undefined : lt(slotPlaces.taken, capacity),
    })
    .returning({ taken: slotPlaces.taken });

/** The statement that gives a place back. */
export const releasePlace = (tx: Executor, { date, from, pool }: Place) =>
  tx
    .update(slotPlaces)
    .set({ taken: sql`${slotPlaces.taken} - 1` })
    .where(and(eq(slotPlaces.date, date), eq(slotPlaces.from, from), eq(slotPlaces.pool, pool)));
