import { asc, desc, eq, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { stockLedger, users } from "@/db/schema";
import { type Actor, type May, may } from "@/lib/auth/actor";
import { authorText } from "@/lib/auth/author";
import { clampPage, pageCount, pageRange } from "@/lib/pagination";

const columnsFor = (actor: Actor) => ({
  id: stockLedger.id,
  at: stockLedger.at,
  // Units put in (positive) or taken out (negative).
  delta: stockLedger.delta,
  reason: stockLedger.reason,
  // Who did it; null for visitors, expired holds and deleted accounts. Customers are named to those who may read their orders or them.
  by: sql<string | null>`case when ${users.role} <> 'customer' or ${may(actor, "customers:read")}::boolean
    or (${may(actor, "orders:read")}::boolean and ${stockLedger.orderId} is not null)
    then ${authorText(users)} when ${users.id} is not null then 'A customer' end`,
  orderId: stockLedger.orderId,
  cartId: stockLedger.cartId,
  // The day of the plan that it is about, and why something was thrown away.
  day: stockLedger.day,
  note: stockLedger.note,
});

export type StockEntry = Awaited<ReturnType<typeof stockHistory>>["items"][number];

/** A sweet's stock history, newest first, `pageSize` rows a page; a page past the end is the last one. */
export async function stockHistory(actor: May<"stock:read">, id: number, asked: { page: number; pageSize: number }) {
  const db = readDb();
  const isOfSweet = eq(stockLedger.sweetId, id);
  const total = await db.$count(stockLedger, isOfSweet);
  const totalPages = pageCount(total, asked.pageSize);
  const page = clampPage(asked.page, totalPages);
  const { fromEnd, limit, offset } = pageRange(total, page, asked.pageSize);
  const items = await db
    .select(columnsFor(actor))
    .from(stockLedger)
    .leftJoin(users, eq(users.id, stockLedger.userId))
    .where(isOfSweet)
    .orderBy(fromEnd ? asc(stockLedger.id) : desc(stockLedger.id))
    .limit(limit)
    .offset(offset);
  return { page, total, totalPages, items: fromEnd ? items.reverse() : items };
}
