import { and, eq, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import { anyOf, inTransaction, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { insertAudit } from "@/lib/auth/audit-log";
import { insertEvents } from "@/lib/events";
import { toRupees } from "@/lib/money";
import { lockSweets } from "@/lib/stock/moves";
import { sweetChangesText } from "./changes";
import { updatePrices } from "./pack-commands";
import { SET_PRICES } from "./price-queries";
import type { PriceRow } from "./price-responses";
import { changedPrices, priceField } from "./price-rules";
import type { NewPrice } from "./price-schema";

/**
 * Gives packs other prices, all or none, and returns those that it has changed. A price that a pack has already changes nothing. Throws
 * `not_found` and `stale_version` (./price-rules.ts). Locks: the sweets by id.
 */
export async function savePrices(
  actor: May<"sweets:write">,
  rows: readonly NewPrice[],
  db: Executor,
): Promise<PriceRow[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ productId }) => productId))];
  return inTransaction(db, async (tx) => {
    const [, stored] = await together(
      lockSweets(tx, ids),
      tx
        .select({
          productId: sweets.id,
          name: sweets.name,
          packId: packs.id,
          label: packs.label,
          price: packs.price,
          active: packs.active,
          version: sweets.version,
        })
        .from(packs)
        .innerJoin(sweets, eq(sweets.id, packs.sweetId))
        .where(and(anyOf(sweets.id, ids), isNull(sweets.deletedAt))),
    );
    const changed = changedPrices(rows, stored);
    const changedIds = [...new Set(changed.map(({ pack }) => pack.productId))];
    if (changedIds.length > 0)
      await together(
        updatePrices(
          tx,
          changed.map(({ pack, price }) => ({ id: pack.packId, price })),
        ),
        tx
          .update(sweets)
          .set({ updatedAt: sql`now()`, version: sql`${sweets.version} + 1` })
          .where(anyOf(sweets.id, changedIds)),
        insertAudit(
          tx,
          actor,
          ...changedIds.map((nounId) => {
            const of = changed.filter(({ pack }) => pack.productId === nounId);
            const changes = Object.fromEntries(
              of.map(({ pack, price }): [string, [number, number]] => [
                priceField(pack.label),
                [toRupees(pack.price), toRupees(price)],
              ]),
            );
            const text = sweetChangesText(of[0]?.pack.name ?? "", changes);
            return { noun: "sweets" as const, nounId, action: SET_PRICES, text, changes };
          }),
        ),
        insertEvents(
          tx,
          changedIds.map((sweetId) => ({ type: "sweet.updated", sweetId })),
        ),
      );
    return changed.map(({ pack, price }) => ({ ...pack, price: toRupees(price), version: pack.version + 1 }));
  });
}
