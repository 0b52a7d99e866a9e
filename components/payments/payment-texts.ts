import type { PaymentMethod } from "@/db/constants/payments";
import { formatRupees } from "@/lib/money";
import type { OwnOrder } from "@/lib/orders/serializers";
import { isPaidAhead, isTillSale, type LedgerEntry, type OrderPayment } from "@/lib/payments/rules";
import { policy } from "@/lib/shop";

type Paid = Pick<OwnOrder, "channel" | "status" | "fulfilment"> & { payment: OrderPayment & { refunded: number } };

/** What becomes of the money of a cancelled order; null when none came, or all was paid back. */
export function refundText({ payment: { state, paid } }: { payment: OrderPayment }): string | null {
  const within = `within ${policy.refundDays} business days`;
  if (state === "claimed") return `Once we have found your payment, we pay it back ${within}.`;
  return paid > 0 ? `We pay ${formatRupees(paid)} back ${within}.` : null;
}

/**
 * Whether the customer has something to pay. What was paid at the door is sometimes recorded later or not at all: a completed order with
 * payment on delivery asks for nothing.
 */
export const isToPay = ({ status, payment: { method, state, due } }: Paid): boolean =>
  due > 0 && state !== "claimed" && (isPaidAhead(method) || status !== "Completed");

/** What is to be paid and how: "To pay on delivery: ₹1,170" */
function dueText({ payment: { method, due }, fulfilment }: Paid): string {
  if (isPaidAhead(method)) return `Pay ${formatRupees(due)} ${methodTexts[method]}`;
  return `${fulfilment.method === "pickup" ? "To pay at pick up" : "To pay on delivery"}: ${formatRupees(due)}`;
}

export function paymentTexts(order: Paid): string[] {
  const { state, paid, refunded } = order.payment;
  const texts: string[] = [];
  if (state === "paid") texts.push(isTillSale(order) ? "Paid at the counter" : "Paid");
  if (state === "part_paid") texts.push(`Paid ${formatRupees(paid)}`);
  if (refunded > 0) texts.push(`Refunded ${formatRupees(refunded)}`);
  if (state === "claimed") texts.push("Being checked");
  if (isToPay(order)) texts.push(dueText(order));
  return texts;
}

export const atHandover = ({ fulfilment }: Paid) =>
  `In cash or by UPI at the ${fulfilment.method === "pickup" ? "shop" : "door"}`;

export function receiptText(order: Paid): string {
  const { method, state } = order.payment;
  const texts = paymentTexts(order);
  if (isToPay(order) && !isPaidAhead(method)) texts.push(atHandover(order));
  if (state === "claimed") texts.splice(texts.indexOf("Being checked"), 1, "Your payment by UPI is being checked");
  if (texts.length === 0 && method === "cod" && order.status !== "Cancelled")
    return "Payment on delivery, in cash or by UPI at the door.";
  return texts.map((text) => `${text}.`).join(" ");
}

const methodTexts: Record<PaymentMethod, string> = {
  cod: "on delivery",
  upi: "by UPI",
  cash: "in cash",
  card: "by card",
  online: "online",
};
const stateTexts: Record<LedgerEntry["state"], string> = {
  claimed: "being checked",
  received: "received",
  refunded: "refunded",
  failed: "not found",
  refund_pending: "on its way back",
  refund_failed: "could not be paid back yet",
};

/** "₹1,170 by UPI, received" */
export const entryText = ({ amount, method, state }: LedgerEntry): string =>
  `${formatRupees(amount)} ${methodTexts[method]}, ${stateTexts[state]}`;
