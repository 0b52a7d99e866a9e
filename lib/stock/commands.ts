import { asc, lte, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { cartLines } from "@/db/schema";
import { releaseExpiredOf } from "./moves";

/**
 * Gives the units of expired holds back to stock. Any instance may call it at any time; returns the lines released. A sweet
 * that is locked just now is left for the next run. One transaction for each sweet: one over many would make shoppers of all wait.
 */
export async function releaseExpiredHolds(db: Executor = writeDb()): Promise<number> {
  const due = await db
    .selectDistinct({ sweetId: cartLines.sweetId })
    .from(cartLines)
    .where(lte(cartLines.expiresAt, sql`clock_timestamp()`))
    .orderBy(asc(cartLines.sweetId))
    .limit(1000);
  let released = 0;
  for (const { sweetId } of due) released += await releaseExpiredOf(db, [sweetId]);
  return released;
}
