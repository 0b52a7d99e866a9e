import { and, asc, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { type Executor, readDb } from "@/db/client";
import { customerKinds } from "@/db/constants/messages";
import type { Company } from "@/db/constants/orders";
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
import { type Actor, assertUser, type User } from "@/lib/auth/actor";
import { beginHeavyRead } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import { isNotTillSale } from "@/lib/order-access";
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

/** Orders that one statement of the download reads: a customer of many years has thousands. */
const ORDERS = 20;

/** Orders of an account, the oldest first, with all that belongs to them. What it has sold at the till as staff is not its own. */
async function* ordersOf(userId: number, db: Executor) {
  const after = (id: number): Promise<StoredOrder[]> =>
    selectOrders(db)
      .where(and(eq(orders.userId, userId), isNotTillSale, gt(orders.id, id)))
      .orderBy(asc(orders.id))
      .limit(ORDERS);
  for (let rows = await after(0); rows.length > 0; rows = await after(rows.at(-1)?.id ?? 0)) {
    const documents = await documentsOf(
      rows.map(({ id }) => id),
      db,
    );
    for (const order of rows)
      yield {
        ...toCustomerOrder(order),
        addressHash: order.addressHash,
        // What the shop corrected in the delivery: the old texts are the customer's data too.
        corrections: order.corrections.map(({ field, from, to, at }) => ({ field, from, to, at })),
        payments: order.payments.map(({ id: _, by: __, fee: ___, ...entry }) => ({
          ...entry,
          amount: toRupees(entry.amount),
        })),
        documents: documents.get(order.id) ?? [],
      };
  }
}

/** A list by the order that each entry is of, without that field. */
function byOrder<T extends { orderId: number }>(rows: T[]) {
  const lists = new Map<number, Omit<T, "orderId">[]>();
  for (const { orderId, ...row } of rows) lists.set(orderId, [...(lists.get(orderId) ?? []), row]);
  return lists;
}

/** The invoices and credit notes of each of some orders. */
async function documentsOf(orderIds: number[], db: Executor) {
  const rows = await db
    .select({
      orderId: invoices.orderId,
      kind: invoices.kind,
      number: invoices.number,
      date: invoices.date,
      buyerName: invoices.buyerName,
      buyerAddress: invoices.buyerAddress,
      company: sql<Company | null>`${invoices.content} -> 'company'`,
      reason: invoices.reason,
      taxable: sql<number>`(
        select coalesce(sum(${invoiceLines.taxable}), 0)::bigint from ${invoiceLines} where ${invoiceLines.invoiceId} = ${invoices.id})`,
      total: invoices.total,
    })
    .from(invoices)
    .where(inArray(invoices.orderId, orderIds))
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
function messagesToPerson(userId: number, db: Executor) {
  const columns = {
    id: messages.id,
    kind: messages.kind,
    orderId: messages.orderId,
    state: messages.state,
    createdAt: messages.createdAt,
    /** When it came to its state. */
    at: messages.at,
  };
  const isToCustomer = inArray(messages.kind, customerKinds);
  const ofOrders = db
    .select(columns)
    .from(orders)
    .innerJoin(messages, eq(messages.orderId, orders.id))
    .where(and(eq(orders.userId, userId), isToCustomer));
  const ofEnquiries = db
    .select(columns)
    .from(enquiries)
    .innerJoin(messages, eq(messages.enquiryId, enquiries.id))
    .where(and(eq(enquiries.userId, userId), isToCustomer));
  // One after the other: an `or` of both reads all messages and all orders.
  return unionAll(ofOrders, ofEnquiries).orderBy(({ id }) => asc(id));
}

/** What the shop stores of the actor beside the orders. */
async function readAccount(actor: User, db: Executor) {
  const [[account], sessionsOfActor, enquiriesOfActor, [cart], items, sent] = await Promise.all([
    db
      .select({ name: users.name, email: users.email, role: users.role, createdAt: users.createdAt })
      .from(users)
      .where(eq(users.id, actor.id)),
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
    messagesToPerson(actor.id, db),
  ]);
  return {
    exportedAt: new Date().toISOString(),
    account,
    cart: {
      items,
      giftWrap: cart?.giftWrap ?? false,
      personalMessage: cart?.personalMessage ?? "",
      day: cart?.day ?? null,
    },
    sessions: sessionsOfActor.map(({ id: _, current: __, ...session }) => session),
    enquiries: enquiriesOfActor,
    messages: sent.map(({ id: _, ...message }) => message),
  };
}

/** The fields of an object as JSON text, without its braces. */
const fieldsOf = (object: object) => JSON.stringify(object, null, 2).slice(1, -2);
/** An entry of a list that is a field. No string of JSON has a line break. */
const entryOf = (object: object) => `\n    ${JSON.stringify(object, null, 2).replaceAll("\n", "\n    ")}`;

/**
 * Yields a JSON text of what the shop stores of the actor: account, cart, messages to and from the shop, sessions, and orders with payments
 * and documents. Orders are read as the text is taken, few at a time. Money is in rupees; nobody who works for the shop is named. Throws as
 * `beginHeavyRead` before the first part.
 */
export async function* exportAccount(actor: Actor, db: Executor = readDb()): AsyncGenerator<string, void, void> {
  assertUser(actor);
  const end = await beginHeavyRead("data", actor.id);
  try {
    yield `{${fieldsOf(await readAccount(actor, db))},\n  "orders": [`;
    let isFirst = true;
    for await (const order of ordersOf(actor.id, db)) {
      yield `${isFirst ? "" : ","}${entryOf(order)}`;
      isFirst = false;
    }
    yield isFirst ? "]\n}" : "\n  ]\n}";
  } finally {
    end();
  }
}
