import { and, asc, desc, eq, gt, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import {
  cartLines,
  carts,
  enquiries,
  invoiceLines,
  invoices,
  messages,
  orders,
  packs,
  sessions,
  sweets,
  users,
} from "@/db/schema";
import { type Actor, assertUser } from "@/lib/auth/actor";
import { customerKinds } from "@/lib/message-kinds";
import { toRupees } from "@/lib/money";
import { type StoredOrder, selectOrders } from "@/lib/orders/order-select";
import { toCustomerOrder } from "@/lib/orders/serializers";

/** The actor's sessions that have not expired, the one of this request first. */
export async function listSessions(actor: Actor) {
  assertUser(actor);
  const rows = await readDb()
    .select({
      id: sessions.id,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(eq(sessions.id, actor.sessionId)), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(100);
  // `current`: the session of this request.
  return rows.map((row) => ({ ...row, current: row.id === actor.sessionId }));
}

const isOwn = or(ne(orders.channel, "counter"), isNotNull(orders.method));

/** Orders that one statement of the download reads: a customer of many years has thousands. */
const ORDERS = 100;

/** All orders of an account, the oldest first. What it has sold at the till as staff is not its own. */
async function ordersOf(userId: number, db: Executor) {
  const all: StoredOrder[] = [];
  const batch = (): Promise<StoredOrder[]> =>
    selectOrders(db)
      .where(and(eq(orders.userId, userId), isOwn, gt(orders.id, all.at(-1)?.id ?? 0)))
      .orderBy(asc(orders.id))
      .limit(ORDERS);
  for (let rows = await batch(); rows.length > 0; rows = await batch()) all.push(...rows);
  return all;
}

/** A list by the order that each entry is of, without that field. */
function byOrder<T extends { orderId: number }>(rows: T[]) {
  const lists = new Map<number, Omit<T, "orderId">[]>();
  for (const { orderId, ...row } of rows) lists.set(orderId, [...(lists.get(orderId) ?? []), row]);
  return lists;
}

/** The invoices and credit notes of each of the person's orders. */
async function documentsOfPerson(userId: number, db: Executor) {
  const rows = await db
    .select({
      orderId: invoices.orderId,
      kind: invoices.kind,
      number: invoices.number,
      date: invoices.date,
      buyerName: invoices.buyerName,
      buyerAddress: invoices.buyerAddress,
      reason: invoices.reason,
      taxable: sql<number>`(
        select coalesce(sum(${invoiceLines.taxable}), 0)::bigint from ${invoiceLines} where ${invoiceLines.invoiceId} = ${invoices.id})`,
      total: invoices.total,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(invoices.id));
  return byOrder(
    rows.map(({ taxable, total, ...row }) => ({
      ...row,
      taxable: toRupees(Number(taxable)),
      tax: toRupees(total - Number(taxable)),
      total: toRupees(total),
    })),
  );
}

/** The messages to the person about orders and enquiries, the oldest first. */
const messagesToPerson = (userId: number, db: Executor) =>
  db
    .select({
      kind: messages.kind,
      orderId: messages.orderId,
      state: messages.state,
      createdAt: messages.createdAt,
      /** When it came to its state. */
      at: messages.at,
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(enquiries, eq(enquiries.id, messages.enquiryId))
    .where(and(inArray(messages.kind, customerKinds), or(eq(orders.userId, userId), eq(enquiries.userId, userId))))
    .orderBy(asc(messages.id));

/**
 * What the shop stores of the actor, for download: account, orders with their payments and documents, cart, messages to and from the shop,
 * sessions. Money in rupees; no names of those who work for the shop.
 */
export async function exportAccount(actor: Actor) {
  assertUser(actor);
  const db = readDb();
  const [[account], ordersOfActor, sessionsOfActor, enquiriesOfActor, [cart], items, documents, sent] =
    await Promise.all([
      db
        .select({ name: users.name, email: users.email, role: users.role, createdAt: users.createdAt })
        .from(users)
        .where(eq(users.id, actor.id)),
      ordersOf(actor.id, db),
      listSessions(actor),
      db
        .select({
          kind: enquiries.kind,
          name: enquiries.name,
          email: enquiries.email,
          phone: enquiries.phone,
          subject: enquiries.subject,
          message: enquiries.message,
          occasion: enquiries.occasion,
          quantity: enquiries.quantity,
          budget: enquiries.budget,
          eventDate: enquiries.eventDate,
          createdAt: enquiries.createdAt,
          doneAt: enquiries.doneAt,
        })
        .from(enquiries)
        .where(eq(enquiries.userId, actor.id))
        .orderBy(enquiries.id),
      db
        .select({ giftWrap: carts.giftWrap, personalMessage: carts.personalMessage, day: carts.day })
        .from(carts)
        .where(eq(carts.userId, actor.id)),
      db
        .select({
          name: sweets.name,
          pack: packs.label,
          quantity: cartLines.quantity,
          addressHash: cartLines.addressHash,
        })
        .from(carts)
        .innerJoin(cartLines, eq(cartLines.cartId, carts.id))
        .innerJoin(sweets, eq(sweets.id, cartLines.sweetId))
        .innerJoin(packs, eq(packs.id, cartLines.packId))
        .where(eq(carts.userId, actor.id))
        .orderBy(cartLines.createdAt),
      documentsOfPerson(actor.id, db),
      messagesToPerson(actor.id, db),
    ]);
  return {
    exportedAt: new Date().toISOString(),
    account,
    orders: ordersOfActor.map((order) => ({
      ...toCustomerOrder(order),
      addressHash: order.addressHash,
      // What the shop corrected in the delivery: the old texts are the customer's data too.
      corrections: order.corrections.map(({ field, from, to, at }) => ({ field, from, to, at })),
      payments: order.payments.map(({ id: _, by: __, ...entry }) => ({ ...entry, amount: toRupees(entry.amount) })),
      documents: documents.get(order.id) ?? [],
    })),
    cart: {
      items,
      giftWrap: cart?.giftWrap ?? false,
      personalMessage: cart?.personalMessage ?? "",
      day: cart?.day ?? null,
    },
    sessions: sessionsOfActor.map(({ id: _, current: __, ...session }) => session),
    enquiries: enquiriesOfActor,
    messages: sent,
  };
}
