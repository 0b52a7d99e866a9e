import { sql } from "drizzle-orm";
import { shortStock } from "@/lib/errors";

export type ShortLine = { productId: number; available: number };

/** The short lines that a function of the database returns, as parallel arrays. */
export const short = sql<ShortLine[]>`(
  select json_agg(json_build_object('productId', sweet_id, 'available', units)) from unnest(sweet_ids, available) as s(sweet_id, units))`;

/** The refusal of an order whose sweets have too few units. */
export const shortLines = (lines: ShortLine[]) => shortStock(lines[0]?.available ?? 0, { short: lines });
