import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { packs, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { toRupees } from "@/lib/money";
import { searchPacks, type TillPack } from "./till-packs";

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

/** The items of a form's rows, which name sweets as they are typed. Throws `invalid` for what is not found. */
export async function itemsAtTill(
  actor: May<"orders:write">,
  rows: readonly { field: string; typed: string; quantity: string }[],
) {
  const all = await packsAtTill(actor);
  const wanted = rows.map(({ field, typed, quantity }) => ({
    field,
    quantity,
    pack: searchPacks(typed, all).found[0],
  }));
  const errors = wanted.flatMap(({ field, pack }) =>
    pack ? [] : [{ path: field, message: "There is no such sweet" }],
  );
  if (errors[0]) throw new AppError("invalid", errors[0].message, { errors });
  return wanted.flatMap(({ pack, quantity }) =>
    pack
      ? [{ productId: pack.productId, packId: pack.packId, price: pack.price, quantity: Number(quantity || 1) }]
      : [],
  );
}
