import type { Driver } from "@/db/client";
import { driver, readDb } from "@/db/client";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { notFound } from "@/lib/errors";
import { clampPage, pageCount } from "@/lib/pagination";
import { type AdminSort, categories } from "./constants";
import type { AdminListQuery } from "./schema";
import { type SweetWithPicture, sweetColumns, sweetOf } from "./server";

/** A sweet as its owner sees it: `quantity` is free, `held` is in carts and out of it. */
export type AdminSweet = SweetWithPicture & { held: number; version: number };

export type AdminSweetPage = {
  items: AdminSweet[];
  meta: {
    page: number;
    pageSize: number;
    totalPages: number /** All that match. */;
    total: number /** All. */;
    all: number;
  };
};

const held = driver(
  readDb(),
)`(select coalesce(sum(l.held), 0)::int from cart_lines l where l.sweet_id = s.id and l.held > 0)`;

const adminSweetOf = (row: Record<string, unknown>): AdminSweet => ({
  ...sweetOf(row),
  held: row.held as number,
  version: row.version as number,
});

const orders: Record<AdminSort, ReturnType<Driver>> = {
  "createdAt:desc": driver(readDb())`s.created_at desc, s.id desc`,
  "name:asc": driver(readDb())`lower(s.name), s.id`,
  "name:desc": driver(readDb())`lower(s.name) desc, s.id desc`,
  "price:asc": driver(readDb())`s.price, s.id`,
  "price:desc": driver(readDb())`s.price desc, s.id desc`,
  "stock:asc": driver(readDb())`s.quantity, s.id`,
  "stock:desc": driver(readDb())`s.quantity desc, s.id desc`,
};

/**
 * One page of the sweets for their owner: search anywhere in name or category, and how many match of how many there are.
 * A page past the end is the last one. Admins only.
 */
export async function listForAdmin(actor: Actor, query: AdminListQuery): Promise<AdminSweetPage> {
  assertAdmin(actor);
  const { category, stock, sort, pageSize } = query;
  const text = query.search.trim();
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const named = categories.filter((name) => name.toLowerCase().includes(text.toLowerCase()));
  const filter = driver(readDb())`s.deleted_at is null
    ${text ? driver(readDb())`and (s.name ilike ${like} or s.category = any(${named}::text[]))` : driver(readDb())``}
    ${category === "ALL" ? driver(readDb())`` : driver(readDb())`and s.category = ${category}`}
    ${stock === "low" ? driver(readDb())`and s.low and s.quantity > 0` : stock === "out" ? driver(readDb())`and s.low and s.quantity = 0` : driver(readDb())``}`;
  // How many there are of a category is kept; only what is searched for has to be counted.
  const [counts] = await driver(readDb())`
    select coalesce(sum(sweets), 0)::int as "all", ${
      text || stock
        ? driver(readDb())`(select count(*)::int from sweets s where ${filter})`
        : driver(readDb())`coalesce(sum(sweets) filter (where ${category} in ('ALL', category)), 0)::int`
    } as total
    from sweet_counts`;
  const total = counts?.total as number;
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(query.page, totalPages);
  const rows = await driver(readDb())`
    select ${sweetColumns}, s.version, ${held} as held
    from sweets s left join images i on i.id = s.image_id where ${filter}
    order by ${orders[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}`;
  return { items: rows.map(adminSweetOf), meta: { page, pageSize, totalPages, total, all: counts?.all as number } };
}

/** One sweet for its editor; admins only; `not_found`. */
export async function findForAdmin(actor: Actor, id: number): Promise<AdminSweet> {
  assertAdmin(actor);
  const [row] = await driver(readDb())`
    select ${sweetColumns}, s.version, ${held} as held
    from sweets s left join images i on i.id = s.image_id where s.id = ${id} and s.deleted_at is null`;
  if (!row) throw notFound("Sweet not found.");
  return adminSweetOf(row);
}
