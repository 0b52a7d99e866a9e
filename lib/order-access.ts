import { and, eq, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { orderBrowsers, orders, users } from "@/db/schema";
import { run } from "@/db/transaction";
import { notFound } from "./errors";

/* Who may see an order: said once, for every noun that reads or writes one. */

/** Whose a cart or an order is: a user's id, or the SHA-256 hash of a visitor's cart cookie. Both are null for a visitor without one. */
export type Owner = { userId: number | null; tokenHash: string | null };

/**
 * The orders of an account, or those that a browser has placed without one. PostgreSQL checks the row of the order again after a wait for its
 * lock, but not that of its browser: an order that was added to an account meanwhile is known by its user.
 */
export const ownedBy = ({ userId, tokenHash }: Owner): SQL =>
  userId !== null
    ? eq(orders.userId, userId)
    : sql`(${orders.userId} is null and ${orders.id} in (select ${orderBrowsers.orderId} from ${orderBrowsers} where ${orderBrowsers.tokenHash} = ${tokenHash}))`;

/**
 * The condition for the order of an id, if it may be seen: shoppers see only their own (`owner`). Null is for admins and for the shop's own
 * work, who see any order; the caller has authorised that. Every access to one order for a shopper uses this.
 */
export const visibleOrder = (id: number, owner: Owner | null): SQL | undefined =>
  and(eq(orders.id, id), owner ? ownedBy(owner) : undefined);

/** What was ordered without an account, and what people ordered who have deleted theirs. */
export const hasNoAccount = sql`(${orders.userId} is null and ${orders.channel} = 'web')`;

/** Every order but a sale at the till (`isTillSale` of lib/payments/rules.ts). */
export const isNotTillSale = or(ne(orders.channel, "counter"), isNotNull(orders.method));

/**
 * Joins the account that ordered. A key is nobody's name, and sales at the till before 27 November 2026 have the account of the member of
 * staff who sold.
 */
export const isOrderedBy = and(eq(users.id, orders.userId), ne(users.role, "key"), isNotTillSale);

/** The statement that reads such an order and locks its row until the transaction ends. */
export const lockOrder = (tx: Executor, id: number, owner: Owner | null) =>
  tx.select().from(orders).where(visibleOrder(id, owner)).for("no key update");

export type LockedOrder = Awaited<ReturnType<typeof lockedOrder>>;

/** The same order, read and locked in a round trip of its own; throws `not_found`. */
export async function lockedOrder(tx: Executor, id: number, owner: Owner | null) {
  const [order] = await run(lockOrder(tx, id, owner));
  if (!order) throw orderNotFound();
  return order;
}

/** An order that does not exist and another person's order look the same. */
export const orderNotFound = () => notFound("Order not found.");
