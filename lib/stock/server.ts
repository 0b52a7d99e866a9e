import type { z } from "zod";
import { driver, type Executor, readDb, writeDb } from "@/db/client";
import { type Actor, assertAdmin, assertUser } from "@/lib/auth/actor";
import type { unitsInput } from "@/lib/catalogue/schema";
import { findSweet, type SweetWithPicture } from "@/lib/catalogue/server";
import { AppError, notFound } from "@/lib/errors";
import { clampPage, pageCount } from "@/lib/pagination";

type Units = z.infer<typeof unitsInput>;

const SWEET_MISSING = "Sweet not found.";

async function shown(id: number, db: Executor): Promise<SweetWithPicture> {
  const sweet = await findSweet(id, db);
  if (!sweet) throw notFound(SWEET_MISSING);
  return sweet;
}

/** The refusal of move_stock (db/functions/stock.sql) as a 422 on the field that asked for more free units than a sweet may have. */
export async function withinStockLimit<T>(field: "quantity" | "stock", work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { constraint_name?: string }).constraint_name !== "stock_at_most") throw error;
    const message = "Stock can be at most 1,00,000";
    throw new AppError("invalid", message, { errors: [{ path: field, message }] });
  }
}

/** Puts units of a sweet into stock. Admins only; `not_found`, and `invalid` when there would be more free units than 1,00,000. */
export async function restock(
  actor: Actor,
  id: number,
  { quantity }: Units,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertAdmin(actor);
  const restocked = driver(db)`select restock(${id}, ${quantity}, ${actor.id}) as quantity`;
  const [row] = await withinStockLimit("quantity", restocked);
  if (row?.quantity == null) throw notFound(SWEET_MISSING);
  return shown(id, db);
}

/**
 * Sells units over the counter: to a signed-in customer, or by an admin at the till. Recorded as a completed order.
 * Throws `not_found`, and `insufficient_stock` with what is there.
 */
export async function purchase(
  actor: Actor,
  id: number,
  { quantity }: Units,
  db: Executor = writeDb(),
): Promise<SweetWithPicture> {
  assertUser(actor);
  const [row] = await driver(db)`select * from purchase(${actor.id}, ${id}, ${quantity})`;
  if (row?.outcome === "missing") throw notFound(SWEET_MISSING);
  if (row?.outcome === "short")
    throw new AppError("insufficient_stock", "Purchase failed due to insufficient quantity", {
      available: row.available as number,
    });
  return shown(id, db);
}

/**
 * Gives the units of expired holds back to stock. Any instance may call it at any time; returns the lines released. A sweet
 * that is locked just now keeps nobody waiting: it is swept the next time.
 */
export async function releaseExpiredHolds(): Promise<number> {
  const due = await driver(
    readDb(),
  )`select distinct sweet_id from cart_lines where expires_at <= clock_timestamp() order by 1 limit 1000`;
  let released = 0;
  for (const { sweet_id } of due) {
    const [row] = await driver(readDb())`select release_expired_holds(${sweet_id as number}) as lines`;
    released += row?.lines as number;
  }
  return released;
}

export type LedgerEntry = {
  id: number;
  at: string;
  /** Units put in (positive) or taken out (negative). */
  delta: number;
  reason: string;
  /** Name of who did it; null for visitors, expired holds and deleted accounts. */
  by: string | null;
  orderId: number | null;
  cartId: number | null;
};

/** A sweet's stock history, newest first, `pageSize` rows a page; a page past the end is the last one. Admins only. */
export async function stockHistory(
  actor: Actor,
  id: number,
  { page: asked, pageSize }: { page: number; pageSize: number },
): Promise<{ items: LedgerEntry[]; page: number; totalPages: number }> {
  assertAdmin(actor);
  const [count] = await driver(readDb())`select count(*)::int as n from stock_ledger where sweet_id = ${id}`;
  const totalPages = pageCount(count?.n as number, pageSize);
  const page = clampPage(asked, totalPages);
  const rows = await driver(readDb())`
    select l.id, l.at, l.delta, l.reason, u.name as by, l.order_id, l.cart_id
    from stock_ledger l left join users u on u.id = l.user_id
    where l.sweet_id = ${id} order by l.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`;
  return {
    page,
    totalPages,
    items: rows.map((row) => ({
      id: row.id as number,
      at: new Date(row.at as string).toISOString(),
      delta: row.delta as number,
      reason: row.reason as string,
      by: row.by as string | null,
      orderId: row.order_id as number | null,
      cartId: row.cart_id as number | null,
    })),
  };
}

/** Sweets whose ledger does not add up to their quantity: none, unless something is wrong (docs/behaviour.md#stock). */
export async function stockDifferences(): Promise<{ id: number; name: string; quantity: number; ledger: number }[]> {
  const rows = await driver(readDb())`
    select s.id, s.name, s.quantity, coalesce(l.sum, 0)::int as ledger from sweets s
    left join (select sweet_id, sum(delta) as sum from stock_ledger group by 1) l on l.sweet_id = s.id
    where s.quantity <> coalesce(l.sum, 0) order by s.id`;
  return rows.map((row) => ({
    id: row.id as number,
    name: row.name as string,
    quantity: row.quantity as number,
    ledger: row.ledger as number,
  }));
}
