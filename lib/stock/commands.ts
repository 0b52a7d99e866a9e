import { and, asc, eq, isNull, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, writeDb } from "@/db/client";
import { cartLines, packs, sweets } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { requireSweet, sweetNotFound } from "@/lib/catalogue/queries";
import type { unitsInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { notFound } from "@/lib/errors";
import { assertStockLimit, lockSweets, moveStock, releaseExpiredOf } from "./moves";

/**
 * Puts packs of a sweet into stock, default packs unless `packId` says otherwise. Admins only; `not_found`, and `invalid` when there
 * would be more than 1,00,000 free default packs.
 */
export async function restock(
  actor: Actor,
  id: number,
  { quantity, packId }: z.infer<typeof unitsInput>,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  await inTransaction(db, async (tx) => {
    const isPack = packId === undefined ? eq(packs.isDefault, true) : eq(packs.id, packId);
    const [, [sweet]] = await together(
      lockSweets(tx, [id]),
      tx
        .select({ stock: sweets.stock, defaultUnits: sweets.defaultUnits, units: packs.units })
        .from(sweets)
        .leftJoin(packs, and(eq(packs.sweetId, sweets.id), isPack))
        .where(and(eq(sweets.id, id), isNull(sweets.deletedAt))),
    );
    if (!sweet) throw sweetNotFound();
    if (sweet.units === null) throw notFound("Pack not found.");
    const delta = quantity * sweet.units;
    assertStockLimit("quantity", sweet, delta);
    await together(...moveStock(tx, [{ sweetId: id, delta, reason: "restock", userId: actor.id }]));
  });
  return requireSweet(id, db);
}

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
