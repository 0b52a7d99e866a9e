import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { cartLines, packs, planDays, plans, sweets } from "@/db/schema";
import { anyOf, built, type IdList, type Rows } from "@/db/transaction";
import { ruleColumns } from "@/lib/catalogue/select";
import { planDayColumns } from "@/lib/stock/load-plans";
import type { Source } from "@/lib/stock/plan-moves";

/** All packs of sweets as they are now, also those that are off, what the buyer's cart has of each, and the plans of their sweets for a day. */
export const selectPacks = built((tx, { sweetIds, cartId, day }: { sweetIds: IdList; cartId: number; day: Source }) =>
  tx
    .select({
      sweet: {
        id: sweets.id,
        name: sweets.name,
        slug: sweets.slug,
        imageId: sweets.imageId,
        shelfLifeDays: sweets.shelfLifeDays,
        ...ruleColumns,
        deletedAt: sweets.deletedAt,
        /** Whether carts of others hold units of it. */
        isHeld: sql<boolean>`exists (
          select from ${cartLines} other
          where other.sweet_id = ${sweets.id} and other.held > 0 and other.day is null and other.cart_id <> ${cartId})`,
      },
      pack: getTableColumns(packs),
      inCart: {
        quantity: cartLines.quantity,
        held: cartLines.held,
        day: cartLines.day,
        isLive: sql<boolean>`coalesce(${cartLines.expiresAt} > clock_timestamp(), false)`,
      },
      plan: { week: plans.week, orderByDays: plans.orderByDays, orderByTime: plans.orderByTime },
      planDay: planDayColumns,
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .leftJoin(cartLines, and(eq(cartLines.packId, packs.id), eq(cartLines.cartId, cartId)))
    .leftJoin(plans, eq(plans.sweetId, sweets.id))
    .leftJoin(planDays, and(eq(planDays.sweetId, sweets.id), eq(planDays.day, sql`${day}::date`)))
    .where(anyOf(packs.sweetId, sweetIds))
    .orderBy(asc(packs.sweetId), asc(packs.units), asc(packs.id)),
);

export type FoundPack = Rows<ReturnType<typeof selectPacks>>[number];
