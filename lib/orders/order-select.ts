import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Executor } from "@/db/client";
import type { OrderStatus, RecordedField } from "@/db/constants/orders";
import { isoOf } from "@/db/moment";
import { orderCorrections, orderLines, orderStatusHistory, orders, packs, payments, sweets, users } from "@/db/schema";
import { run } from "@/db/transaction";
import { authorText } from "@/lib/auth/author";
import { isOrderedBy, type Owner, visibleOrder } from "@/lib/order-access";
import { onlineTry, refundColumns, type StoredPayment } from "@/lib/payments/select";

export type OrderLine = {
  id: number;
  productId: number;
  name: string;
  price: number;
  quantity: number;
  slug: string | null;
  imageId: string | null;
  /** The sweet's shelf life in days. */
  shelfLifeDays: number | null;
  packId: number;
  packLabel: string;
  /** The day from whose plan it is; null: from stock. */
  day: string | null;
};
/** A line with the pack that its sweet's page is to show; null for one that is switched off. */
type StoredLine = OrderLine & { shownPack: { id: number; isDefault: boolean } | null };
/** `reason`: only of what nobody has done. */
type StatusChange = { from: OrderStatus | null; to: OrderStatus; at: string; by: string | null; reason: string | null };
type Correction = { field: RecordedField; from: string | null; to: string; at: string; by: string | null };

// Inside of JSON a time is PostgreSQL's text.
const withIsoTimes = <T extends { at: string }>(rows: T[]): T[] => rows.map((row) => ({ ...row, at: isoOf(row.at) }));

/** How and when an order is delivered, for `fulfilmentOf`. */
export const fulfilmentColumns = {
  method: orders.method,
  pincode: orders.pincode,
  areaName: orders.areaName,
  areaKind: orders.areaKind,
  deliveryFee: orders.deliveryFee,
  slotDate: orders.slotDate,
  slotFrom: orders.slotFrom,
  slotTo: orders.slotTo,
};

const person = alias(users, "person");
const textOf = (text: SQL | Column) => (userId: Column) =>
  sql`(select ${text} from ${users} ${person} where ${person.id} = ${userId})`;

/**
 * A whole order, money in paise. Its three lists come as JSON arrays, each from a subquery: one statement and one row for an order,
 * where joined lists would multiply each other. `by` is how they name who did something.
 */
const columnsNaming = (by: (userId: Column) => SQL) => ({
  ...getTableColumns(orders),
  /** Null for what staff took or sold, what a program sold by a key, and for a deleted account. */
  user: { name: users.name, email: users.email },
  items: sql<StoredLine[]>`(
    select json_agg(json_build_object(
      'id', ${orderLines.id}, 'productId', ${orderLines.sweetId}, 'name', ${orderLines.name}, 'price', ${orderLines.price},
      'quantity', ${orderLines.quantity}, 'slug', case when ${sweets.deletedAt} is null then ${sweets.slug} end,
      'imageId', ${sweets.imageId}, 'shelfLifeDays', ${sweets.shelfLifeDays},
      'packId', ${packs.id}, 'packLabel', coalesce(${orderLines.packLabel}, ${packs.label}), 'day', ${orderLines.day},
      'shownPack', case when ${packs.active} then json_build_object('id', ${packs.id}, 'isDefault', ${packs.isDefault}) end) order by ${orderLines.id})
    from ${orderLines} join ${sweets} on ${sweets.id} = ${orderLines.sweetId}
    join ${packs} on ${packs.id} = line_pack(${orderLines.packId}, ${orderLines.sweetId})
    where ${orderLines.orderId} = ${orders.id})`,
  history: sql`(
    select json_agg(json_build_object(
      'from', ${orderStatusHistory.from}, 'to', ${orderStatusHistory.to}, 'at', ${orderStatusHistory.at}::text,
      'by', ${by(orderStatusHistory.byUserId)}, 'reason', ${orderStatusHistory.reason}) order by ${orderStatusHistory.id})
    from ${orderStatusHistory} where ${orderStatusHistory.orderId} = ${orders.id})`.mapWith(withIsoTimes<StatusChange>),
  payments: sql`coalesce((
    select json_agg(json_build_object(
      'id', ${payments.id}, 'method', ${payments.method}, 'amount', ${payments.amount}, 'state', ${payments.state},
      'reference', ${payments.reference}, 'reason', ${payments.reason}, 'fee', ${payments.fee}, 'at', ${payments.at}::text,
      'by', ${by(payments.byUserId)}) order by ${payments.id})
    from ${payments} where ${payments.orderId} = ${orders.id}), '[]')`.mapWith(withIsoTimes<StoredPayment>),
  online: onlineTry,
  refunds: refundColumns,
  corrections: sql`coalesce((
    select json_agg(json_build_object(
      'field', ${orderCorrections.field}, 'from', ${orderCorrections.from}, 'to', ${orderCorrections.to},
      'at', ${orderCorrections.at}::text,
      'by', ${by(orderCorrections.byUserId)}) order by ${orderCorrections.id})
    from ${orderCorrections} where ${orderCorrections.orderId} = ${orders.id}), '[]')`.mapWith(
    withIsoTimes<Correction>,
  ),
});
const columnsWithNames = columnsNaming(textOf(person.name));
const columnsWithAuthors = columnsNaming(textOf(authorText(person)));

/** Whole orders, for the caller to narrow. `by` in the lists is a name, or what `authorText` says (`withAuthors`). */
export const selectOrders = (db: Executor, { withAuthors = false } = {}) =>
  db
    .select(withAuthors ? columnsWithAuthors : columnsWithNames)
    .from(orders)
    .leftJoin(users, isOrderedBy)
    .$dynamic();
export type StoredOrder = Awaited<ReturnType<typeof selectOrders>>[number];

/** The order of an id, whoever placed it, or for a shopper only an own one (`visibleOrder`). */
export async function findStoredOrder(db: Executor, id: number, owner: Owner | null = null) {
  const [order] = await run(selectOrders(db).where(visibleOrder(id, owner)));
  return order;
}
