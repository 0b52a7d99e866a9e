import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { type Executor, writeDb } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";
import { assertStockLimit, lockSweets, moveStock } from "@/lib/stock/moves";
import { requireSweet, sweetNotFound } from "./queries";
import type { packCountInput } from "./schema";
import type { SweetWithPicture } from "./select";

/**
 * Puts packs of a sweet into stock, default packs unless `packId` says otherwise. Admins only; `not_found`, and `invalid` when there
 * would be more than 1,00,000 free default packs.
 */
export async function restock(
  actor: Actor,
  id: number,
  { quantity, packId }: z.infer<typeof packCountInput>,
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
