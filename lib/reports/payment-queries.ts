import { and, asc, eq, gt, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { startOfDay } from "@/db/moment";
import { payments, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import { periodOf } from "./queries";
import type { SalesQuery } from "./schema";

/**
 * What was received and refunded in the days of a report, oldest first, in rupees: `size` payments behind the one with the id `after`.
 * `next` is the id of the last of them, null when there are no more.
 */
export async function listPayments(_actor: May<"payments:read">, query: SalesQuery, after: number | null, size = 1000) {
  // One more than is shown tells whether there are more.
  const rows = await readReport((db) => selectPayments(db, query, after).limit(size + 1));
  const shown = rows.slice(0, size);
  const payments = shown.map(({ id: _, amount, fee, ...row }) => ({
    ...row,
    amount: toRupees(amount),
    fee: fee === null ? null : toRupees(fee),
  }));
  return { payments, next: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}
export type ListedPayment = Awaited<ReturnType<typeof listPayments>>["payments"][number];

/** All payments of the days, a thousand at a time, so that a slow download holds no connection. */
export async function* streamPayments(actor: May<"payments:read">, query: SalesQuery) {
  let after: number | null = null;
  do {
    const { payments, next }: Awaited<ReturnType<typeof listPayments>> = await listPayments(actor, query, after);
    yield payments;
    after = next;
  } while (after !== null);
}

function selectPayments(db: Executor, query: SalesQuery, after: number | null) {
  const { first, last } = periodOf(query);
  const at = sql`(select p.at from ${payments} p where p.id = ${after})`;
  return db
    .select({
      id: payments.id,
      at: payments.at,
      orderId: payments.orderId,
      method: payments.method,
      state: payments.state,
      amount: payments.amount,
      reference: payments.reference,
      fee: payments.fee,
      by: users.name,
    })
    .from(payments)
    .leftJoin(users, eq(users.id, payments.byUserId))
    .where(
      and(
        inArray(payments.state, ["received", "refunded"]),
        gte(payments.at, startOfDay(first)),
        lt(payments.at, startOfDay(sql`${last} + 1`)),
        after === null ? undefined : and(gte(payments.at, at), or(gt(payments.at, at), gt(payments.id, after))),
      ),
    )
    .orderBy(asc(payments.at), asc(payments.id));
}
