import { and, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Executor } from "./client";

/** Rows that one transaction of a job changes at most: none locks many rows for long. */
export const BATCH = 500;

/**
 * Runs batches, each in a transaction of its own, `most` of them, so that a job does not hold its write slot for long: what is left
 * is found by the next run. Whether the last one has found nothing more.
 */
export async function inBatches(
  db: Executor,
  most: number,
  batch: (tx: Executor) => Promise<number>,
): Promise<boolean> {
  for (let run = 0; run < most; run++) if ((await db.transaction(batch)) === 0) return true;
  return false;
}

/** Selects a batch of a table's rows that meet a condition. A row that another transaction has locked is left to the next run. */
export const someOf = (table: PgTable, which: SQL | undefined): SQL | undefined =>
  // The condition is looked at once more under the row's lock.
  and(which, sql`ctid = any(array(select ctid from ${table} where ${which} limit ${BATCH} for update skip locked))`);

/** Deletes a table's rows that meet a condition, in so many batches at most. */
export const deleteInBatches = (db: Executor, most: number, table: PgTable, which: SQL | undefined) =>
  inBatches(db, most, async (tx) => {
    const deleted = await tx.delete(table).where(someOf(table, which)).returning({ one: sql`1` });
    return deleted.length;
  });
