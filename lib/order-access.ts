import { and, eq, isNotNull, ne, or, type SQL } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orders, users } from "@/db/schema";
import { run } from "@/db/transaction";
import { notFound } from "./errors";

/* Who may see an order: said once, for every noun that reads or writes one. */

/**
 * The condition for the order of an id, if it may be seen: a customer sees only orders of the own account (`customerId`). Null is for admins
 * and for the shop's own work, who see any order; the caller has authorised that. Every access to one order for a customer uses this.
 */
export const visibleOrder = (id: number, customerId: number | null): SQL | undefined =>
  and(eq(orders.id, id), customerId === null ? undefined : eq(orders.userId, customerId));

/** Every order but a sale at the till (`isTillSale` of lib/payments/rules.ts). */
export const isNotTillSale = or(ne(orders.channel, "counter"), isNotNull(orders.method));

/**
 * Joins the account that ordered. A key is nobody's name, and sales at the till before 27 November 2026 have the account of the member of
 * staff who sold.
 */
export const isOrderedBy = and(eq(users.id, orders.userId), ne(users.role, "key"), isNotTillSale);

/** The statement that reads such an order and locks its row until the transaction ends. */
export const lockOrder = (tx: Executor, id: number, customerId: number | null) =>
  tx.select().from(orders).where(visibleOrder(id, customerId)).for("no key update");

export type LockedOrder = Awaited<ReturnType<typeof lockedOrder>>;

/** The same order, read and locked in a round trip of its own; throws `not_found`. */
export async function lockedOrder(tx: Executor, id: number, customerId: number | null) {
  const [order] = await run(lockOrder(tx, id, customerId));
  if (!order) throw orderNotFound();
  return order;
}

/** An order that does not exist and another person's order look the same. */
export const orderNotFound = () => notFound("Order not found.");
