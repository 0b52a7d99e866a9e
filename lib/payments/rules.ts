import type { PaymentMethod, PaymentState } from "@/db/constants/payments";
import { AppError, invalid } from "@/lib/errors";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import { type CheckoutMethod, isUtr } from "./constants";
import type { PaymentColumns, StoredPayment } from "./select";

/*
 * The rules of payments as functions of what is stored and of the settings: what is due, what an order's payments come to, and how an order
 * can be paid. They read no clock and no database.
 */

/**
 * Whether an order was sold by the owner at the till: paid, taken along and done at once. What a customer buys over the counter by the
 * API is an order that is picked up.
 */
export const isTillSale = (order: { channel: string; fulfilment: { method: string | null } }): boolean =>
  order.channel === "counter" && order.fulfilment.method === null;

/** Whether the customer of an order is informed by mail: not at the till, nor without an account when staff have entered no address. */
export const isMailed = (order: {
  channel: string;
  method: string | null;
  userId: number | null;
  customerEmail: string | null;
}): boolean =>
  !isTillSale({ channel: order.channel, fulfilment: order }) && (order.userId ?? order.customerEmail) !== null;

/** Paise that were not yet received. A refund does not reopen it, and nothing is due of a cancelled order. */
export const duePaise = ({ status, ...sums }: Pick<PaymentColumns, "status"> & Sums): number =>
  status === "Cancelled" ? 0 : Math.max(0, balancePaise(sums));

/** What is missing of an order's total, in paise; below zero what has come in above it and was not paid back. */
export const balancePaise = ({ total, received, paidBack }: Sums): number => total - (received - paidBack);
type Sums = Pick<PaymentColumns, "total" | "received" | "paidBack">;

/** How an order is paid, in rupees: `paid` is what was received and not refunded. */
export const paymentOf = (order: PaymentColumns) => ({
  method: order.paymentMethod,
  state: order.paymentState,
  paid: toRupees(order.received - order.refunded),
  due: toRupees(duePaise(order)),
});
export type OrderPayment = ReturnType<typeof paymentOf>;

/** What of an order that is shown is to be paid back, in rupees, beside refunds that are on their way or have failed. */
export function toRefundOf({ status, total, payment, payments = [] }: Refundable): number {
  const cost = status === "Cancelled" ? 0 : toPaise(total);
  return Math.max(0, toRupees(toPaise(payment.paid) - sumOf(payments, "refund_pending") - cost));
}
type Refundable = { status: string; total: number; payment: OrderPayment; payments?: readonly Amount[] };
type Amount = { state: PaymentState; amount: number };
/** The entries in a state, in paise; their amounts are in rupees. */
const sumOf = (entries: readonly Amount[], state: PaymentState): number =>
  entries.reduce((sum, entry) => sum + (entry.state === state ? toPaise(entry.amount) : 0), 0);

/** Whether an order is to be paid before it is delivered. */
export const isPaidAhead = (method: PaymentMethod): boolean => method === "upi" || method === "online";

/** What can be paid back of an order, in rupees: of it by the gateway (null: nothing was paid online), and what has failed to go back. */
export type Refunds = { left: number; online: number | null; failed: number };

/** What an order's paper is called: a receipt confirms a payment, so only an order that was paid in full has one. */
export const paperTitle = ({ state, due }: Pick<OrderPayment, "state" | "due">): "Receipt" | "Order summary" =>
  due === 0 && (state === "paid" || state === "part_refunded" || state === "refunded") ? "Receipt" : "Order summary";

/**
 * The ledger of an order as its customer sees it, in rupees: the UTRs that were sent and why one was rejected, but no names, and neither
 * references nor reasons that the owner noted otherwise.
 */
export const customerLedger = (entries: readonly Omit<StoredPayment, "by" | "fee">[]) =>
  entries.map(({ id, method, amount, state, reference, reason, at }) => ({
    id,
    method,
    amount: toRupees(amount),
    state,
    utr: method === "upi" && reference !== null && isUtr(reference) ? reference : null,
    reason: state === "failed" ? reason : null,
    at,
  }));
export type LedgerEntry = ReturnType<typeof customerLedger>[number];

/** How an order that is shown is paid: `refunded` is in rupees. */
export function summaryOf({ method, state, paid, due }: OrderPayment, ledger: readonly LedgerEntry[]) {
  const claim = ledger.findLast((entry) => entry.state === "claimed" || entry.state === "failed");
  return {
    method,
    state,
    paid,
    due,
    refunded: toRupees(sumOf(ledger, "refunded")),
    /** The claim that is being checked. */
    open: claim?.state === "claimed" ? claim : null,
    /** The last claim, when it was rejected and the money is still due. */
    rejected: claim?.state === "failed" && due > 0 ? claim : null,
  };
}

/** What checkout offers. `upTo` in rupees; null: any total. */
export type PaymentOffer = ReturnType<typeof paymentOffer>;

/** `online`: what `offersOnline` of ./current-gateway.ts says. */
export const paymentOffer = ({ upiId, cod }: Pick<PaymentSettings, "upiId" | "cod">, online: boolean) => ({
  upi: upiId !== null,
  online,
  cod,
});

/** Why a total in rupees cannot be paid on delivery; null when it can. */
export function codRefusal(total: number, { active, upTo }: PaymentSettings["cod"]): string | null {
  if (!active) return "Orders cannot be paid on delivery.";
  if (upTo === null || toPaise(total) <= toPaise(upTo)) return null;
  return upTo > 0
    ? `Orders above ${formatRupees(upTo)} cannot be paid on delivery.`
    : codRefusal(total, { active: false, upTo });
}

/** How a total in rupees can be paid, the default first, and why not on delivery. */
export function paymentChoice(total: number, { upi, online, cod }: PaymentOffer) {
  const refusal = codRefusal(total, cod);
  const methods: CheckoutMethod[] = [];
  if (refusal === null) methods.push("cod");
  if (online) methods.push("online");
  if (upi) methods.push("upi");
  return { methods, refusal };
}

/**
 * The total in paise up to which an order can be paid as chosen; null: any. Throws `cod_unavailable` when nothing is paid on delivery, and
 * `invalid` when the shop has no UPI ID or does not take payments online.
 */
export function codLimit(method: CheckoutMethod, settings: PaymentSettings, online: boolean): number | null {
  if (method !== "cod") {
    const [offered, how] = method === "online" ? [online, "online"] : [settings.upiId !== null, "by UPI in advance"];
    if (offered) return null;
    throw invalid("payment", `Orders cannot be paid ${how} at the moment.`);
  }
  if (!settings.cod.active) throw codUnavailable(settings);
  return settings.cod.upTo === null ? null : toPaise(settings.cod.upTo);
}

/** The refusal of an order that cannot be paid on delivery. */
export function codUnavailable({ cod, upiId }: PaymentSettings): AppError {
  const upTo = cod.active ? (cod.upTo ?? 0) : 0;
  const other = upiId === null ? "Please call us." : "Please pay by UPI.";
  const reason = codRefusal(Number.POSITIVE_INFINITY, cod);
  return new AppError("cod_unavailable", `${reason} ${other}`, { upTo });
}
