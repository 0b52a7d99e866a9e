import type { ComponentProps } from "react";
import { FormAmount, FormSelect, FormText } from "@/components/admin/ui/action-form";
import { Check } from "@/components/ui/field";
import { type OrderPaymentState, type PaymentMethod, paymentBounds, recordedMethods } from "@/db/constants/payments";
import { formatRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { methodNames } from "@/lib/payments/constants";
import { isPaidAhead, type OrderPayment, type Refunds } from "@/lib/payments/rules";

/** Rupees as they are typed: "1170" or "499.50", nothing for zero. */
export const typedRupees = (rupees: number) =>
  rupees === 0 ? "" : Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);

export const paymentStateNames: Record<OrderPaymentState, string> = {
  unpaid: "Unpaid",
  claimed: "To check",
  part_paid: "Part paid",
  paid: "Paid",
  part_refunded: "Part refunded",
  refunded: "Refunded",
};

export function shortCollectText({ method, due, state }: Pick<OrderPayment, "method" | "due" | "state">): string {
  if (due === 0) return method === "online" ? "Paid online" : "Paid";
  if (method === "online" && state === "unpaid") return "Not paid online yet";
  return state === "claimed" ? "UPI to check" : `Collect ${formatRupees(due)}`;
}

const tones: Record<OrderPaymentState, string> = {
  unpaid: "text-muted",
  claimed: "text-info",
  part_paid: "text-warning",
  paid: "text-success",
  part_refunded: "text-muted",
  refunded: "text-muted",
};

/** A way of paying as a choice. */
export const methodOption = (method: PaymentMethod) => [method, methodNames[method]] as const;

export const recordedOptions = recordedMethods.map(methodOption);
const byGateway = [["", "Back the way it was paid online"], ...recordedOptions] as const;

/** How money goes back, how much and why. By the gateway, of what was paid online, unless somebody chooses another way. */
export const RefundFields = ({ refunds: { online: left } }: { refunds: Refunds }) => (
  <>
    {left !== null && <FormSelect label="How" name="method" options={left > 0 ? byGateway : recordedOptions} />}
    <p className="text-sm text-muted">
      {left ? "With any other choice nothing" : "Nothing"} is sent from here: pay it back yourself, from your UPI app or
      in cash. This records that you have.
    </p>
    <FormAmount name="amount" className="num xs:max-w-60" />
    <FormText label="Reason" name="reason" maxLength={paymentBounds.reason.max} />
  </>
);

/** What a refund is filled in with: what is wanted, or all, and no more than what can go back the way it was paid. */
export const refundValues = ({ left, online }: Refunds, reason: string | null = "", wanted = 0) => ({
  method: "",
  amount: typedRupees(Math.min(wanted || left, online || left)),
  reason: reason ?? "",
});

/** How an order is paid and how far. Only a frame, so that it is not taken for the status. */
export function PaymentBadge({ payment: { method, state } }: { payment: OrderPayment }) {
  const tone = isPaidAhead(method) && state === "unpaid" ? "text-warning" : tones[state];
  return (
    <span
      className={`inline-flex items-center min-h-6 px-2 rounded border border-current text-xs font-semibold leading-tight whitespace-nowrap ${tone}`}
    >
      {method === "cod" ? "COD" : methodNames[method]} · {paymentStateNames[state]}
    </span>
  );
}

type ReceivedTickProps = { order: Pick<AdminOrder, "status" | "payment"> } & Pick<
  ComponentProps<typeof Check>,
  "form" | "defaultChecked"
>;

/** 'Received ₹…', which Complete records together with the status, in the form with this id. A claim is confirmed instead. */
export function ReceivedTick({ order, ...check }: ReceivedTickProps) {
  const { due, state } = order.payment;
  if (due === 0 || state === "claimed" || order.status === "Completed") return null;
  return (
    <Check
      key={due}
      className="py-0 text-sm num"
      title="With Complete: paid on delivery"
      name="received"
      value={typedRupees(due)}
      {...check}
    >
      Received {formatRupees(due)}
    </Check>
  );
}
