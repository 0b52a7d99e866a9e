import { and, asc, eq, gt, gte, inArray, lt, or, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { startOfDay } from "@/db/moment";
import { payments, users } from "@/db/schema";
import type { May } from "@/lib/auth/actor";
import { readReport } from "@/lib/http/heavy-reads";
import { toRupees } from "@/lib/money";
import { periodOf } from "./queries";
import type { SalesQuery } from "./schema";

/** Payments that one query of `streamPayments` reads. */
const BATCH_SIZE = 1000;

/**
 * Every payment that was received or refunded in the days of a report, in the order of time, a thousand at a time: a slow download holds no
 * connection. Rupees.
 */
export async function* streamPayments(_actor: May<"payments:read">, query: SalesQuery) {
  for (let after: Cursor | undefined = { at: null, id: 0 }; after !== undefined; ) {
    const newer: Cursor = after;
    const rows = await readReport((db) => selectPayments(db, query, newer));
    if (rows.length > 0) yield rows.map(({ amount, ...row }) => ({ ...row, amount: toRupees(amount) }));
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1);
  }
}

/** The last payment of the batch before; `at` is null before the first. */
type Cursor = { at: string | null; id: number };

function selectPayments(db: Executor, query: SalesQuery, after: Cursor) {
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
      and(
        inArray(payments.state, ["received", "refunded"]),
        gte(payments.at, after.at === null ? startOfDay(first) : sql`${after.at}`),
        lt(payments.at, startOfDay(sql`${last} + 1`)),
        or(after.at === null ? undefined : gt(payments.at, after.at), gt(payments.id, after.id)),
      ),
    )
    .orderBy(asc(payments.at), asc(payments.id))
    .limit(BATCH_SIZE);
}

export type ListedPayment =
  ReturnType<typeof streamPayments> extends AsyncGenerator<(infer Payment)[]> ? Payment : never;
