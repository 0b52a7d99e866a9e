import { driver, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { clampPage, pageCount } from "@/lib/pagination";
import type { CustomersQuery } from "./schema";

export type CustomerRow = { id: number; name: string; email: string; joinedAt: string; orders: number; spent: number };

/**
 * One page of customers, newest first: orders, and rupees spent without cancelled ones. A page past the end is the last one.
 * Admins only.
 */
export async function listCustomers(
  actor: Actor,
  { search, page: asked, pageSize }: CustomersQuery,
): Promise<{ items: CustomerRow[]; meta: { page: number; pageSize: number; total: number; totalPages: number } }> {
  assertAdmin(actor);
  const like = `%${search?.trim().replace(/[\\%_]/g, "\\$&")}%`;
  const filter = driver(
    readDb(),
  )`role = 'customer' ${search?.trim() ? driver(readDb())`and (name ilike ${like} or email ilike ${like})` : driver(readDb())``}`;
  const [count] = await driver(readDb())`select count(*)::int as n from users where ${filter}`;
  const total = count?.n as number;
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(asked, totalPages);
  const rows = await driver(readDb())`
    select u.id, u.name, u.email, u.created_at, o.orders, o.spent
    from (select * from users where ${filter} order by created_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize}) u
    cross join lateral (
      select count(*)::int as orders, coalesce(sum(total) filter (where status <> 'Cancelled'), 0)::bigint as spent
      from orders where user_id = u.id
    ) o
    order by u.created_at desc, u.id desc`;
  return {
    items: rows.map((row) => ({
      id: row.id as number,
      name: row.name as string,
      email: row.email as string,
      joinedAt: new Date(row.created_at as string).toISOString(),
      orders: row.orders as number,
      spent: toRupees(row.spent as number),
    })),
    meta: { page, pageSize, total, totalPages },
  };
}

/** What a customer is called; null for an account that is not there. Admins only. */
export async function customerName(actor: Actor, id: number): Promise<string | null> {
  assertAdmin(actor);
  const [row] = await driver(readDb())`select name from users where id = ${id}`;
  return (row?.name as string | undefined) ?? null;
}
