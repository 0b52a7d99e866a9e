import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { startOfDay } from "@/db/moment";
import { payments, users } from "@/db/schema";
import { type Actor, assertMay } from "@/lib/auth/actor";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import { periodOf } from "./queries";
import type { SalesQuery } from "./schema";

/** Payments that one query of `streamPayments` reads. */
const BATCH_SIZE = 1000;

/**
 * Every payment that came to its state in the days of a report, in the order in which they were recorded, a thousand at a time: a slow
 * download holds no connection. Rupees.
 */
export async function* streamPayments(actor: Actor, query: SalesQuery) {
  assertMay(actor, "payments:read");
  for (let after: number | undefined = 0; after !== undefined; ) {
    const newer: number = after;
    const rows = await readReport((db) => selectPayments(db, query, newer));
    if (rows.length > 0) yield rows.map(({ amount, ...row }) => ({ ...row, amount: toRupees(amount) }));
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id;
  }
}

function selectPayments(db: Executor, query: SalesQuery, after: number) {
  const { first, last } = periodOf(query);
  return db
    .select({
      id: payments.id,
      at: payments.at,
      orderId: payments.orderId,
      method: payments.method,
      state: payments.state,
      amount: payments.amount,
      reference: payments.reference,
      by: users.name,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.byUserId))
    .where(
      and(gt(payments.id, after), gte(payments.at, startOfDay(first)), lt(payments.at, startOfDay(sql`${last} + 1`))),
    )
    .orderBy(asc(payments.id))
    .limit(BATCH_SIZE);
}

export type ListedPayment =
  ReturnType<typeof streamPayments> extends AsyncGenerator<(infer Payment)[]> ? Payment : never;
