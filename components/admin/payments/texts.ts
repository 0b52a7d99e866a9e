import type { OrderPaymentState } from "@/db/constants/payments";
import { formatRupees } from "@/lib/money";
import type { OrderPayment } from "@/lib/payments/rules";

/** Rupees as they are typed: "1170" or "499.50", nothing for zero. */
export const typedRupees = (rupees: number) =>
  rupees === 0 ? "" : Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);

/** What the payments of an order come to. */
export const paymentStateNames: Record<OrderPaymentState, string> = {
  unpaid: "Unpaid",
  claimed: "To check",
  part_paid: "Part paid",
  paid: "Paid",
  part_refunded: "Part refunded",
  refunded: "Refunded",
};

/** What is still to be collected for an order, in a few words, for the kitchen. */
export function shortCollectText({ due, state }: Pick<OrderPayment, "due" | "state">): string {
  if (due === 0) return "Paid";
  return state === "claimed" ? "UPI to check" : `Collect ${formatRupees(due)}`;
}
