import { type SQL, sql } from "drizzle-orm";
import { isoOf } from "@/db/moment";
import { onlinePayments, orders, payments } from "@/db/schema";

/** What is paid of an order and what is due, for `paymentOf`. */
export const paymentColumns = {
  status: orders.status,
  total: orders.total,
  paymentMethod: orders.paymentMethod,
  paymentState: orders.paymentState,
  received: orders.received,
  refunded: orders.refunded,
  paidBack: orders.paidBack,
  refundPending: orders.refundPending,
  creditedAhead: orders.creditedAhead,
};
export type PaymentColumns = Pick<typeof orders.$inferSelect, keyof typeof paymentColumns>;

/* The words are those of the index orders_owed: with parameters PostgreSQL would not use it. */
const kept = sql`${orders.received} - ${orders.refunded} - ${orders.refundPending}`;
const cost = sql`case when ${orders.status} = 'Cancelled' then 0 else ${orders.total} end`;
/** What is kept of the money for an order above what it costs now. At least what has failed to go back. */
export const leftToRefund = sql<number>`greatest(${orders.creditedAhead}, ${kept} - ${cost})`;
export const isToRefund = sql`(${kept} > ${cost} or ${orders.creditedAhead} > 0)`;
/** Whether a payment is to be checked, whatever else was paid. The words are those of the index orders_claimed. */
export const isClaimed = sql`${orders.claimed} > 0`;

/** Until when an order must be paid online, and why the last try failed, as the gateway says it; null when there was none. */
type OnlineTry = { payBy: string | null; failure: string | null };
export const onlineTry = sql`(
  select json_build_object('payBy', ${onlinePayments.payBy}::text, 'failure', ${onlinePayments.failure})
  from ${onlinePayments} where ${onlinePayments.orderId} = ${orders.id})`.mapWith(
  ({ payBy, failure }: OnlineTry): OnlineTry | null => ({ payBy: payBy && isoOf(payBy), failure }),
);

const inRupees = (paise: SQL) => sql<number>`(${paise}) / 100.0`.mapWith(Number);
const online = sql`
  select sum(case ${payments.state} when 'received' then ${payments.amount} else -${payments.amount} end) from ${payments}
  where ${payments.orderId} = ${orders.id} and ${payments.method} = 'online'
    and ${payments.state} in ('received', 'refunded', 'refund_pending')`;
/** What can be paid back of an order: `Refunds` of ./rules.ts. */
export const refundColumns = {
  left: inRupees(kept),
  online: inRupees(online) as SQL<number | null>,
  failed: inRupees(sql`greatest(0, ${orders.creditedAhead})`),
};

/** An entry of an order's payments, its amount in paise, with the name of who made it. */
export type StoredPayment = Pick<
  typeof payments.$inferSelect,
  "id" | "method" | "amount" | "state" | "reference" | "reason" | "fee" | "at"
> & { by: string | null };
