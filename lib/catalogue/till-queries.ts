import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import type { TillPack } from "./till-packs";

/** Every pack on sale by the name of its sweet, of each sweet the default one first. */
export async function packsAtTill(_actor: May<"orders:write">): Promise<TillPack[]> {
  const rows = await readDb()
    .select({
      productId: sweets.id,
      packId: packs.id,
      name: sweets.name,
      slug: sweets.slug,
      packLabel: packs.label,
      price: packs.price,
      available: sql<number>`${sweets.stock} / ${packs.units}`,
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .where(and(isNull(sweets.deletedAt), eq(packs.active, true)))
    .orderBy(sql`lower(${sweets.name})`, asc(sweets.id), desc(packs.isDefault), asc(packs.units));
  return rows.map(({ price, ...row }) => ({ ...row, price: toRupees(price) }));
}
