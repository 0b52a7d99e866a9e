import { and, desc, eq, lt, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { orderLines, orders, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { summaryColumns, toSummary } from "./admin-queries";
import { byShape, filterOf, filterValues, type OrderFilter } from "./filter-select";
import { lineName } from "./line-select";

/** Orders that one query of `streamOrders` reads. */
const BATCH_SIZE = 1000;

const selectBatch = byShape((db, shape) =>
  db
    .select({
      ...summaryColumns,
      giftWrap: orders.giftWrap,
      /** "Kaju Katli, 250 g × 2; Jalebi × 1" */
      items: sql<string>`coalesce((
        select string_agg(${lineName} || ' × ' || ${orderLines.quantity}, '; ' order by ${orderLines.id})
        from ${orderLines} where ${orderLines.orderId} = ${orders.id}), '')`,
      customer: users.name,
      email: users.email,
      recipient: orders.recipientName,
      address: orders.deliveryAddress,
      phone: orders.phoneNumber,
      notes: orders.notes,
      message: orders.personalMessage,
      internalNote: orders.internalNote,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(and(filterOf(db, shape), lt(orders.id, sql.placeholder("before"))))
    .orderBy(desc(orders.id))
    .limit(BATCH_SIZE)
    .prepare("export_orders"),
);
type StoredRow = Awaited<ReturnType<ReturnType<typeof selectBatch>["execute"]>>[number];
const toExportRow = (row: StoredRow) => toSummary(row);
/** An order as a line of a spreadsheet. Money in rupees. */
export type ExportRow = ReturnType<typeof toExportRow>;

/**
 * Every order that matches, newest first, a thousand at a time: a slow download holds no connection and little memory.
 * Admins only.
 */
export async function* streamOrders(actor: Actor, filter: OrderFilter): AsyncGenerator<ExportRow[]> {
  assertAdmin(actor);
  const values = filterValues(filter);
  for (let before: number | undefined = 2_147_483_647; before !== undefined; ) {
    const rows: StoredRow[] = await selectBatch(readDb(), filter).execute({ ...values, before });
    if (rows.length > 0) yield rows.map(toExportRow);
    before = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id;
  }
}
