import { and, desc, eq } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orderBrowsers, orders } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import type { Customer, Shopper } from "@/lib/auth/actor";
import { hashToken, ownerOf } from "@/lib/auth/tokens";
import { addressHashOf } from "@/lib/cart/hold-limits";
import { insertEvents } from "@/lib/events";
import { lockedOrder, orderNotFound } from "@/lib/order-access";
import { isClosed } from "./constants";
import { assertFewUnpaid, countUnpaid, lockBuyer } from "./order-limits";

/* Orders that were placed without an account: a browser has them by its cart's cookie until they are added to an account. */

const isOf = (cartToken: string) => eq(orderBrowsers.tokenHash, hashToken(cartToken));

/** The newest orders that a browser has, 20 at most. */
export const ordersOfBrowser = async (cartToken: string | null): Promise<number[]> =>
  cartToken === null
    ? []
    : readDb()
        .select({ id: orderBrowsers.orderId })
        .from(orderBrowsers)
        .where(isOf(cartToken))
        .orderBy(desc(orderBrowsers.orderId))
        .limit(20)
        .then((rows) => rows.map(({ id }) => id));

/** Whether somebody may see a page of orders: customers always, visitors when this browser has any. */
export const hasOrders = async (actor: Shopper): Promise<boolean> =>
  actor.kind === "user" || (await ordersOfBrowser(actor.cartToken)).length > 0;

/** Adds an order of this browser to the account, whose alone it is then. Throws `not_found`, and `order_limit` as placing an order does. */
export async function addToAccount(actor: Customer, cartToken: string | null, id: number, db: Executor): Promise<void> {
  await inTransaction(db, async (tx) => {
    const order = await lockedOrder(tx, id, ownerOf({ kind: "visitor", cartToken }));
    const addressHash = addressHashOf(actor);
    if (addressHash !== null && order.paymentState === "unpaid" && !isClosed(order)) {
      const account = { userId: actor.id, phone: "", addressHash };
      const [, [unpaid]] = await together(lockBuyer(tx, account), countUnpaid(tx, account));
      assertFewUnpaid({ ...unpaid });
    }
    await tx.delete(orderBrowsers).where(eq(orderBrowsers.orderId, id));
    const ofAccount = { userId: actor.id, customerName: null, customerPhone: null, customerEmail: null };
    await tx.update(orders).set(ofAccount).where(eq(orders.id, id));
    await together(insertEvents(tx, [{ type: "order.updated", orderId: id }]));
  });
}

/** Ends the access of this browser to an order, or to all that it has. Throws `not_found` for an order that it has not. */
export async function forgetOrders(cartToken: string | null, id: number | undefined, db: Executor): Promise<void> {
  const which = id === undefined ? undefined : eq(orderBrowsers.orderId, id);
  const forgotten = await db
    .delete(orderBrowsers)
    .where(and(isOf(cartToken ?? ""), which))
    .returning({ id: orderBrowsers.orderId });
  if (id !== undefined && forgotten.length === 0) throw orderNotFound();
}
