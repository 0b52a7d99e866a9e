import { and, asc, eq, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { cartLines, packs, sweets } from "@/db/schema";
import { anyOf, built, type IdList, idList, type Rows } from "@/db/transaction";

/** All packs of sweets as they are now, also those that are off, and what the buyer's cart has of each. */
export const selectPacks = (tx: Executor, sweetIds: readonly number[], cartId = NO_CART) =>
  selectOfCart(tx, { sweetIds: idList(sweetIds), cartId });
const NO_CART = 0;

const selectOfCart = built((tx, { sweetIds, cartId }: { sweetIds: IdList; cartId: number }) =>
  tx
    .select({
      sweet: {
        id: sweets.id,
        name: sweets.name,
        slug: sweets.slug,
        imageId: sweets.imageId,
        shelfLifeDays: sweets.shelfLifeDays,
        stock: sweets.stock,
        travels: sweets.travels,
        prepHours: sweets.prepHours,
        deletedAt: sweets.deletedAt,
        /** Whether carts of others hold units of it. */
        isHeld: sql<boolean>`exists (
          select from ${cartLines} other
          where other.sweet_id = ${sweets.id} and other.held > 0 and other.cart_id <> ${cartId})`,
      },
      pack: {
        id: packs.id,
        label: packs.label,
        grams: packs.grams,
        units: packs.units,
        price: packs.price,
        active: packs.active,
        isDefault: packs.isDefault,
      },
      inCart: { quantity: cartLines.quantity, held: cartLines.held },
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .leftJoin(cartLines, and(eq(cartLines.packId, packs.id), eq(cartLines.cartId, cartId)))
    .where(anyOf(packs.sweetId, sweetIds))
    .orderBy(asc(packs.sweetId), asc(packs.units), asc(packs.id)),
);

export type FoundPack = Rows<ReturnType<typeof selectPacks>>[number];
