import { and, asc, gte, lt, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { type Executor, readDb } from "@/db/client";
import { orders, payments } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { toRupees } from "@/lib/money";
import { type PaymentMethod, paymentMethods } from "@/lib/payments/constants";
import type { paymentDaysResponse } from "./responses";
import type { SalesQuery } from "./schema";

/** What moved on a day by a method, and what is due of the orders of that day. Rupees. */
export type PaymentDay = z.infer<typeof paymentDaysResponse>[number];

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
const midnight = (day: SQL) => sql`(${day})::timestamp at time zone 'Asia/Kolkata'`;
const dayOf = (column: typeof payments.at | typeof orders.createdAt) => sql<string>`kolkata_day(${column})`;
const paise = (sum: SQL) => sql<number>`coalesce(${sum}, 0)::bigint`;

function selectPaymentDays({ days = 30, from, to }: SalesQuery, db: Executor) {
  const first = from ? sql`${from}::date` : sql`${today} - ${days}::int + 1`;
  const last = to ? sql`${to}::date` : today;
  const day = dayOf(payments.at);
  const moved = db
    .select({
      date: day.as("date"),
      method: sql<PaymentMethod>`${payments.method}`.as("method"),
      received: paise(sql`sum(${payments.amount}) filter (where ${payments.state} = 'received')`).as("received"),
      refunded: paise(sql`sum(${payments.amount}) filter (where ${payments.state} = 'refunded')`).as("refunded"),
      outstanding: sql<number>`0::bigint`.as("outstanding"),
    })
    .from(payments)
    // The words of the index payments_moved, which has all that is read.
    .where(
      and(
        sql`${payments.state} in ('received', 'refunded')`,
        gte(payments.at, midnight(first)),
        lt(payments.at, midnight(sql`${last} + 1`)),
      ),
    )
    .groupBy(sql`1`, sql`2`);
  const due = db
    .select({
      date: dayOf(orders.createdAt).as("date"),
      method: sql<PaymentMethod>`${orders.paymentMethod}`.as("method"),
      received: sql<number>`0::bigint`.as("received"),
      refunded: sql<number>`0::bigint`.as("refunded"),
      outstanding: paise(sql`sum(${orders.total} - ${orders.received})`).as("outstanding"),
    })
    .from(orders)
    .where(
      and(
        // Most orders of a shop are paid. The words of the index orders_due.
        sql`${orders.received} < ${orders.total} and ${orders.status} <> 'Cancelled'`,
        gte(orders.createdAt, midnight(first)),
        lt(orders.createdAt, midnight(sql`${last} + 1`)),
      ),
    )
    .groupBy(sql`1`, sql`2`);
  const all = unionAll(moved, due).as("moved_and_due");
  return db
    .select({
      date: sql<string>`to_char(${all.date}, 'YYYY-MM-DD')`,
      method: all.method,
      received: sql<number>`sum(${all.received})::bigint`,
      refunded: sql<number>`sum(${all.refunded})::bigint`,
      outstanding: sql<number>`sum(${all.outstanding})::bigint`,
    })
    .from(all)
    .groupBy(all.date, all.method)
    .orderBy(asc(all.date), sql`array_position(${sql.param([...paymentMethods])}::text[], ${all.method})`);
}

/**
 * What was received and refunded on each Asia/Kolkata day by each method, and beside it what is due of the orders that were placed on that
 * day and are not cancelled, by the method that was chosen for them. Oldest first; a day and method without any of these is left out.
 * Of the range when it is given, else of the last `days` days up to today. Admins only.
 */
export async function paymentsByDay(actor: Actor, query: SalesQuery, db: Executor = readDb()): Promise<PaymentDay[]> {
  assertAdmin(actor);
  const rows = await selectPaymentDays(query, db);
  return rows.map(({ received, refunded, outstanding, ...day }) => ({
    ...day,
    received: toRupees(received),
    refunded: toRupees(refunded),
    outstanding: toRupees(outstanding),
  }));
}
