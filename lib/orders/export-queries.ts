import { and, desc, eq, lt, sql } from "drizzle-orm";
import { readDb } from "@/db/client";
import { orderLines, orders, users } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { summaryColumns, toSummary } from "./admin-queries";
import { filterOf, type OrderFilter } from "./filter";
import { lineName } from "./order-select";

/** Orders that one query of `streamOrders` reads. */
const BATCH_SIZE = 1000;

/**
 * Every order that matches as a line of a spreadsheet, newest first, a thousand at a time: a slow download holds no connection and little
 * memory. Money in rupees. Admins only.
 */
export async function* streamOrders(actor: Actor, filter: OrderFilter) {
  assertAdmin(actor);
  for (let before: number | undefined = 2_147_483_647; before !== undefined; ) {
    const db = readDb();
    const rows = await db
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
      .where(and(filterOf(db, filter), lt(orders.id, before)))
      .orderBy(desc(orders.id))
      .limit(BATCH_SIZE);
    if (rows.length > 0) yield rows.map(toSummary);
    before = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id;
  }
}

export type ExportedOrder = ReturnType<typeof streamOrders> extends AsyncGenerator<(infer Order)[]> ? Order : never;
