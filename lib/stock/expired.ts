import { and, asc, eq, inArray, is, lte, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { type Executor, writeDb } from "@/db/client";
import { cartLines, packs, sweets } from "@/db/schema";
import { anyOf, inTransaction, run } from "@/db/transaction";
import { AppError } from "@/lib/errors";
import { shortLinesIn } from "@/lib/short-lines";
import { noHold, returnHolds } from "./plan-moves";

/** Gives the units of expired holds of locked sweets back to stock and plans. Returns how many lines of carts held them. */
export async function releaseExpired(tx: Executor, sweetIds: readonly number[]): Promise<number> {
  const expired = tx.$with("expired").as(
    tx
      .select({
        cartId: sql<number>`${cartLines.cartId}`.as("expired_cart"),
        packId: sql<number>`${cartLines.packId}`.as("expired_pack"),
        units: sql<number>`${cartLines.held} * ${packs.units}`.as("expired_units"),
      })
      .from(cartLines)
      .innerJoin(packs, eq(packs.id, cartLines.packId))
      .where(and(anyOf(cartLines.sweetId, sweetIds), lte(cartLines.expiresAt, sql`clock_timestamp()`)))
      .orderBy(asc(cartLines.cartId), asc(cartLines.packId))
      .for("update", { of: cartLines }),
  );
  const released = await run(
    tx
      .with(expired)
      .update(cartLines)
      .set(noHold)
      .from(expired)
      .where(and(eq(cartLines.cartId, expired.cartId), eq(cartLines.packId, expired.packId)))
      .returning({
        sweetId: cartLines.sweetId,
        cartId: cartLines.cartId,
        day: cartLines.day,
        units: expired.units,
      }),
  );
  await returnHolds(
    tx,
    released.map((line) => ({ ...line, reason: "expire" })),
  );
  return released.length;
}

/**
 * The same in a transaction of its own. A sweet that another transaction has locked is skipped: the next run releases its holds, or
 * the buyer who needs the units does.
 */
const releaseExpiredOf = (db: Executor, sweetIds: readonly number[]): Promise<number> =>
  inTransaction(db, async (tx) => {
    const locked = await run(
      tx
        .select({ id: sweets.id })
        .from(sweets)
        .where(
          inArray(
            sweets.id,
            tx
              .select({ id: cartLines.sweetId })
              .from(cartLines)
              .where(and(anyOf(cartLines.sweetId, sweetIds), lte(cartLines.expiresAt, sql`clock_timestamp()`))),
          ),
        )
        .orderBy(asc(sweets.id))
        .for("no key update", { skipLocked: true }),
    );
    const ids = locked.map(({ id }) => id);
    return ids.length > 0 ? releaseExpired(tx, ids) : 0;
  });

/**
 * Gives the units of expired holds back to stock and plans. Any instance may call it at any time; returns the lines released. A sweet
 * that is locked just now is left for the next run. One transaction for each sweet: one over many would make shoppers of all wait.
 */
export async function releaseExpiredHolds(db: Executor = writeDb()): Promise<number> {
  const due = await db
    .selectDistinct({ sweetId: cartLines.sweetId })
    .from(cartLines)
    // Unlike clock_timestamp(), it is one time for the whole statement, so the index of expiries finds what is due.
    .where(lte(cartLines.expiresAt, sql`statement_timestamp()`))
    .orderBy(asc(cartLines.sweetId))
    .limit(1000);
  let released = 0;
  for (const { sweetId } of due) released += await releaseExpiredOf(db, [sweetId]);
  return released;
}

// Only these can succeed once expired holds are released. More stock changes nothing about the other refusals of lines.
const isShort = new Set<string>(["insufficient_stock", "day_short"]);

/**
 * Does `work`, which takes stock or promises of a plan, in a transaction. What it released of expired holds is undone with a refusal, so it
 * is released again afterwards, and the next buyer need not do it. `sweetIds`: the sweets, or "short" for those that the refusal names.
 */
export async function takingStock<T>(
  db: Executor,
  sweetIds: readonly number[] | "short",
  work: (tx: Executor) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    // A caller's transaction is undone as a whole.
    if (error instanceof AppError && isShort.has(error.code) && !is(db, PgTransaction))
      await releaseExpiredOf(
        db,
        sweetIds === "short"
          ? [...(error.extra.short ?? []), ...shortLinesIn(error.extra)].map((line) => line.productId)
          : sweetIds,
      );
    throw error;
  }
}
