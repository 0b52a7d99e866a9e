import type { OrderPaymentState, PaymentMethod, PaymentState } from "@/db/constants/payments";
import { formatRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { methodNames } from "@/lib/payments/constants";
import type { OrderPayment } from "@/lib/payments/rules";
import { isTillSale } from "@/lib/payments/rules";

/** Rupees as they are typed: "1170" or "499.50", nothing for zero. */
export const typedRupees = (rupees: number) =>
  rupees === 0 ? "" : Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);

/** How something is paid, for narrow places. */
export const shortMethodNames: Record<PaymentMethod, string> = { ...methodNames, cod: "COD" };

/** What the payments of an order come to. */
export const paymentStateNames: Record<OrderPaymentState, string> = {
  unpaid: "Unpaid",
  claimed: "To check",
  part_paid: "Part paid",
  paid: "Paid",
  part_refunded: "Part refunded",
  refunded: "Refunded",
};

/** What an entry of the ledger is. */
export const entryNames: Record<PaymentState, string> = {
  claimed: "To check",
  received: "Received",
  refunded: "Refunded",
  failed: "Rejected",
};

/**
 * What whoever hands an order over has to collect. Null for a sale at the till, which was paid there. A claim that nobody has
 * checked is neither paid nor to be collected.
 */
export function collectText(order: AdminOrder): string | null {
  const { status, payment, fulfilment } = order;
  if (isTillSale(order)) return null;
  if (status === "Cancelled") return "Cancelled: do not deliver";
  const { due, paid, state } = payment;
  if (due === 0) return "Paid";
  if (state === "claimed") return `UPI payment of ${formatRupees(due)} not checked yet: ask before you collect`;
  const where = fulfilment.method === "pickup" ? "at the shop" : "at the door";
  return `Collect ${formatRupees(due)} ${where} (cash or UPI)${paid > 0 ? `, ${formatRupees(paid)} is paid` : ""}`;
}

/** The same in a few words, for the kitchen. */
export function shortCollectText({ due, state }: Pick<OrderPayment, "due" | "state">): string {
  if (due === 0) return "Paid";
  return state === "claimed" ? "UPI to check" : `Collect ${formatRupees(due)}`;
}
