import { and, desc, eq, exists, ilike, inArray, or, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orders, users } from "@/db/schema";
import { type May, may } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { hasPhone, phonePattern } from "@/lib/orders/filter";
import { clampPage, pageCount } from "@/lib/pagination";

/** Digits of a part of a number that customers are looked for by: fewer are in the numbers of too many orders. */
const FEWEST_DIGITS = 4;

/** The accounts with an order for a telephone number, whoever gets it. An account itself has none. */
const withPhone = (db: Executor, pattern: string) =>
  inArray(users.id, db.select({ id: orders.userId }).from(orders).where(hasPhone(pattern)));

/**
 * Finds customers by a part of their name, e-mail address or telephone number: one page of them, newest first. A page past the end is the
 * last one.
 */
export async function listCustomers(
  _actor: May<"customers:read">,
  { search, page: requested, pageSize }: { search?: string; page: number; pageSize: number },
) {
  const db = readDb();
  const text = search?.trim();
  const pattern = `%${text?.replace(/[\\%_]/g, "\\$&")}%`;
  const phone = phonePattern(text ?? "", FEWEST_DIGITS);
  const filter = and(
    eq(users.role, "customer"),
    text
      ? or(ilike(users.name, pattern), ilike(users.email, pattern), phone === null ? undefined : withPhone(db, phone))
      : undefined,
  );
  const total = await db.$count(users, filter);
  const totalPages = pageCount(total, pageSize);
  const page = clampPage(requested, totalPages);
  const customer = db
    .select({ id: users.id, name: users.name, email: users.email, joinedAt: users.createdAt })
    .from(users)
    .where(filter)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as("customer");
  const totals = db
    .select({
      orders: sql<number>`count(*)::int`.as("orders"),
      spent: sql<number>`coalesce(sum(${orders.total}) filter (where ${orders.status} <> 'Cancelled'), 0)::bigint`.as(
        "spent",
      ),
    })
    .from(orders)
    .where(eq(orders.userId, customer.id))
    .as("totals");
  const rows = await db
    .select()
    .from(customer)
    .crossJoinLateral(totals)
    .orderBy(desc(customer.joinedAt), desc(customer.id));
  return {
    items: rows.map(({ customer, totals }) => ({ ...customer, ...totals, spent: toRupees(totals.spent) })),
    meta: { page, pageSize, total, totalPages },
  };
}

/** A customer in the admin's list. `spent` in rupees, without cancelled orders. */
export type CustomerRow = Awaited<ReturnType<typeof listCustomers>>["items"][number];

/** The name of a customer whose orders are listed; null for an account that does not exist, or whose name the actor has no order to read on. */
export async function customerName(actor: May<"orders:read">, id: number): Promise<string | null> {
  const db = readDb();
  const isNamed = may(actor, "customers:read")
    ? undefined
    : exists(db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id)));
  const [user] = await db
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, "customer"), isNamed));
  return user?.name ?? null;
}
