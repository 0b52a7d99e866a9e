import { and, asc, eq, inArray, is, lte, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { type Executor, writeDb } from "@/db/client";
import { cartLines, packs, stockLedger, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList, inTransaction, run, together } from "@/db/transaction";
import { AppError, invalid } from "@/lib/errors";
import { MAX_STOCK } from "./constants";

/*
 * Stock: the units of a sweet that can still be sold (sweets.stock) and the ledger of every change. Both count in the smallest unit of the
 * sweet's packs; lines of carts and orders count packs, each of which takes packs.units of these.
 *
 * Every command locks first, then loads, checks by pure functions and writes. At READ COMMITTED a statement sees what was committed when it
 * starts, so what is read after a lock is current under it. All commands take their locks in one order, which rules out deadlocks:
 * settings, carts, order, sweets by id, expired lines of carts, places of windows by date and time, own lines of a cart, payments,
 * invoice series.
 */

/**
 * Locks sweets by id, deleted ones too. To be sent before the read that needs it and never joined with it: beside a row that had to be
 * waited for, joined rows are old.
 */
export const lockSweets = (tx: Executor, ids: readonly number[]) => lockById(tx, { ids: idList(ids) });
const lockById = built((tx, { ids }: { ids: IdList }) =>
  tx.select({ id: sweets.id }).from(sweets).where(anyOf(sweets.id, ids)).orderBy(asc(sweets.id)).for("no key update"),
);

/** Units that are put into stock (positive) or taken out of it, why, and by whom. */
export type Move = Pick<
  typeof stockLedger.$inferInsert,
  "sweetId" | "delta" | "reason" | "userId" | "orderId" | "cartId"
>;

/**
 * The only way in which stock changes: the statements that change the units of locked sweets and write the ledger, which lists the moves in
 * their order. The caller has checked that there is enough. A move of no units is left out.
 */
export function moveStock(tx: Executor, moves: readonly Move[]) {
  const entries = moves.filter(({ delta }) => delta !== 0);
  const sums = new Map<number, number>();
  for (const { sweetId, delta } of entries) sums.set(sweetId, (sums.get(sweetId) ?? 0) + delta);
  const changed = [...sums].filter(([, units]) => units !== 0);
  return [
    ...changed.map(([id, units]) => addUnits(tx, { id, units })),
    entries.length > 0 && tx.insert(stockLedger).values(entries),
  ];
}

const addUnits = built((tx, { id, units }: { id: number; units: number }) =>
  tx
    .update(sweets)
    .set({ stock: sql`${sweets.stock} + ${units}` })
    .where(eq(sweets.id, id)),
);

/**
 * Throws `invalid` on `field` when the owner's own addition (first stock, restock, correction) brings what is free over 1,00,000 default
 * packs. Units that come back (released and expired holds, cancelled orders) may.
 */
export function assertStockLimit(
  field: "quantity" | "stock",
  { stock, defaultUnits }: { stock: number; defaultUnits: number },
  delta: number,
): void {
  if (delta <= 0 || Math.floor((stock + delta) / defaultUnits) <= MAX_STOCK) return;
  throw invalid(field, "Stock can be at most 1,00,000");
}

/** Gives the units of expired holds of locked sweets back to stock. Returns how many lines of carts held them. */
export async function releaseExpired(tx: Executor, sweetIds: readonly number[]): Promise<number> {
  const expired = tx.$with("expired").as(
    tx
      .select({
        cartId: sql<number>`${cartLines.cartId}`.as("expired_cart"),
        packId: sql<number>`${cartLines.packId}`.as("expired_pack"),
        delta: sql<number>`${cartLines.held} * ${packs.units}`.as("units"),
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
      .set({ held: 0, expiresAt: null, addressHash: null })
      .from(expired)
      .where(and(eq(cartLines.cartId, expired.cartId), eq(cartLines.packId, expired.packId)))
      .returning({ sweetId: cartLines.sweetId, cartId: cartLines.cartId, delta: expired.delta }),
  );
  if (released.length > 0)
    await together(
      ...moveStock(
        tx,
        released.map((line) => ({ ...line, reason: "expire" as const })),
      ),
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

/**
 * Does `work`, which takes stock, in a transaction. What it released of expired holds is undone with a refusal, so it is released again
 * afterwards, and the next buyer need not do it. `sweetIds`: the sweets, or "short" for those that the refusal names.
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
    if (error instanceof AppError && error.code === "insufficient_stock" && !is(db, PgTransaction))
      await releaseExpiredOf(
        db,
        sweetIds === "short" ? (error.extra.short ?? []).map((line) => line.productId) : sweetIds,
      );
    throw error;
  }
}
