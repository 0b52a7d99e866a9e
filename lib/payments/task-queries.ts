import { and, asc, lt, type SQL, sql } from "drizzle-orm";
import { type Executor, readDb } from "@/db/client";
import { orders, users } from "@/db/schema";
import { once } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { toRupees } from "@/lib/money";
import { isOrderedBy } from "@/lib/order-access";
import { currentSettings } from "@/lib/settings/queries";
import { isClaimed, isToRefund, leftToRefund } from "./select";

/** Orders that each list names at first, and at most. */
const LISTED = 20;
const MAX_LISTED = 100;

/* The words are those of the index orders_upi_unpaid: with parameters PostgreSQL would not use it. */
const isUpiUnpaid = sql`${orders.paymentMethod} = 'upi' and ${orders.paymentState} = 'unpaid' and ${orders.status} <> 'Cancelled'`;

const columns = {
  id: orders.id,
  createdAt: orders.createdAt,
  name: sql<string | null>`coalesce(${orders.recipientName}, ${users.name})`,
  phone: orders.phoneNumber,
  total: orders.total,
  left: leftToRefund,
  hasFailed: sql<boolean>`${orders.creditedAhead} > 0`,
};

const select = (db: Executor) => db.select(columns).from(orders).leftJoin(users, isOrderedBy);

/** What of the payments waits for the owner: how many orders of each kind. */
export type PaymentTaskCounts = { late: number; claimed: number; toRefund: number };

/** UPI orders that should have been paid before now. */
async function isLate(now: Date): Promise<SQL | undefined> {
  const { remindAfterHours } = (await currentSettings()).values.payments;
  return and(isUpiUnpaid, lt(orders.createdAt, new Date(now.getTime() - remindAfterHours * 3_600_000).toISOString()));
}

/** How many UPI orders are unpaid for too long, payments are to be checked, and orders have money to pay back. */
export async function countPaymentTasks(
  _actor: May<"payments:read">,
  db = readDb(),
  now = shopNow(),
): Promise<PaymentTaskCounts> {
  const [counts] = await db
    .select({
      late: db.$count(orders, await isLate(now)),
      claimed: db.$count(orders, isClaimed),
      toRefund: db.$count(orders, isToRefund),
    })
    .from(once);
  return counts ?? { late: 0, claimed: 0, toRefund: 0 };
}

/**
 * What of the payments waits for the owner, the oldest first: UPI orders that are unpaid for longer than the settings allow, how many
 * payments are to be checked, and orders for which more was received than they cost. Lists of 20, of 100 with `all`.
 */
export async function paymentTasks(
  actor: May<"payments:read">,
  { all = false }: { all?: boolean } = {},
  db = readDb(),
  now = shopNow(),
) {
  const counts = await countPaymentTasks(actor, db, now);
  const limit = all ? MAX_LISTED : LISTED;
  const [late, toRefund] = await Promise.all([
    counts.late > 0
      ? select(db)
          .where(await isLate(now))
          .orderBy(asc(orders.createdAt), asc(orders.id))
          .limit(limit)
      : [],
    counts.toRefund > 0 ? select(db).where(isToRefund).orderBy(asc(orders.id)).limit(limit) : [],
  ]);
  return {
    counts,
    late: late.map(({ left, hasFailed: _, total, ...order }) => ({ ...order, due: toRupees(total) })),
    toRefund: toRefund.map(({ left, total, ...order }) => ({ ...order, left: toRupees(left) })),
  };
}
export type PaymentTasks = Awaited<ReturnType<typeof paymentTasks>>;
