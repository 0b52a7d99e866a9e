import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { auditLog, packs, sweets } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import type { PriceRow } from "./price-responses";
import { type PricedPack, pricesBefore } from "./price-rules";
import type { NewPrice } from "./price-schema";

/** How the log calls what `savePrices` has done. */
export const SET_PRICES = "set prices";

const selectPacks = (db: ReturnType<typeof readDb>) =>
  db
    .select({
      productId: sweets.id,
      name: sweets.name,
      category: sweets.category,
      packId: packs.id,
      label: packs.label,
      grams: packs.grams,
      units: packs.units,
      price: packs.price,
      active: packs.active,
      version: sweets.version,
      updatedAt: sweets.updatedAt,
    })
    .from(packs)
    .innerJoin(sweets, eq(sweets.id, packs.sweetId))
    .where(isNull(sweets.deletedAt))
    .orderBy(sql`lower(${sweets.name})`, asc(sweets.id), desc(packs.active), asc(packs.units), asc(packs.id));

/** Every pack of every sweet, those that are off sale too, by the sweets' names. */
export async function listPrices(_actor: May<"sweets:read">, db = readDb()): Promise<PriceRow[]> {
  return (await selectPacks(db)).map(({ productId, name, packId, label, price, active, version }) => ({
    productId,
    name,
    packId,
    label,
    price: toRupees(price),
    active,
    version,
  }));
}

/** The last time that prices were saved together. `undo`: what takes it back; null once one of its sweets was edited. */
export type LastSave = { at: string; by: string; prices: number; undo: NewPrice[] | null };

type Prices = { packs: PricedPack[]; lastSave: LastSave | null };
/** The same for their owner's page, with the last save. */
export async function pricesForPage(_actor: May<"sweets:read">): Promise<Prices> {
  const db = readDb();
  const rows = (await selectPacks(db)).map((row) => ({ ...row, price: toRupees(row.price) }));
  const { at, byKind, byId, byName: by, nounId, changes } = auditLog;
  const isSave = and(eq(auditLog.noun, "sweets"), eq(auditLog.action, SET_PRICES));
  const [last] = await db
    .select({ at, byKind, byId, by })
    .from(auditLog)
    .where(isSave)
    .orderBy(desc(at), desc(auditLog.id))
    .limit(1);
  const entries = last
    ? await db
        .select({ nounId, changes })
        .from(auditLog)
        .where(and(isSave, eq(at, last.at), eq(byKind, last.byKind), eq(byId, last.byId ?? 0)))
    : [];
  return {
    packs: rows.map(({ updatedAt: _, ...pack }) => pack),
    lastSave: last
      ? {
          at: last.at,
          by: last.by,
          prices: entries.reduce((sum, entry) => sum + Object.keys(entry.changes).length, 0),
          undo: pricesBefore(entries, rows, last.at),
        }
      : null,
  };
}
