import { sql } from "drizzle-orm";
import { shortStock } from "@/lib/errors";

/** A line of which fewer packs can be had than are wanted. */
export type ShortLine = { productId: number; packId?: number; available: number };

/** The short lines that a function of the database returns, as parallel arrays. */
export const short = sql<ShortLine[]>`(
  select json_agg(json_build_object('productId', sweet_id, 'available', packs)) from unnest(sweet_ids, available) as s(sweet_id, packs))`;

/** The same from a function that names the packs too. */
export const shortPacks = sql<ShortLine[]>`(
  select json_agg(json_build_object('productId', sweet_id, 'packId', pack_id, 'available', packs))
  from unnest(sweet_ids, pack_ids, available) as s(sweet_id, pack_id, packs))`;

/** The refusal of an order whose sweets have too few units. */
export const shortLines = (lines: ShortLine[]) => shortStock(lines[0]?.available ?? 0, { short: lines });
