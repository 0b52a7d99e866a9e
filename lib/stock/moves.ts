import { asc, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { stockLedger, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList } from "@/db/transaction";
import { invalid } from "@/lib/errors";
import { MAX_STOCK } from "./constants";

/*
 * Stock: the units of a sweet that can still be sold (sweets.stock) and the ledger of every change. Both count in the smallest unit of the
 * sweet's packs; lines of carts and orders count packs, each of which takes packs.units of these.
 *
 * Every command locks first, then loads, checks by pure functions and writes. At READ COMMITTED a statement sees what was committed when it
 * starts, so what is read after a lock is current under it. All commands take their locks in one order, which rules out deadlocks:
 * settings, carts, the account's orders, orders by id, sweets by id with the days of their plans, expired lines of carts, places of windows by
 * date and time, own lines of a cart, payments, invoice series.
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
  "sweetId" | "delta" | "reason" | "userId" | "orderId" | "cartId" | "day" | "note"
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
