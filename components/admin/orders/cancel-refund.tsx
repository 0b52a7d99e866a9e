import { AmountField } from "@/components/admin/payments/forms";
import { typedRupees } from "@/components/admin/payments/texts";
import { useMay } from "@/components/admin/permissions";
import { Check, TextField } from "@/components/ui/field";
import { paymentBounds } from "@/db/constants/payments";
import { formatRupees } from "@/lib/money";

/** What cancelling does, for the dialog and the page that ask for confirmation. */
export const CANCEL_CONSEQUENCES = "Customers see it at once. What has not been shipped goes back in stock.";

export const cancelTexts = (ids: readonly (number | string)[]) =>
  ids.length === 1
    ? { title: `Cancel order #${ids[0]}?`, confirm: "Cancel order", dismiss: "Keep order" }
    : { title: `Cancel ${ids.length} orders?`, confirm: "Cancel orders", dismiss: "Keep orders" };

/** An order that is cancelled, with what was paid for it and not refunded. Rupees. */
export type PaidOrder = { id: number; paid: number };

type CancelRefundProps = {
  ids: readonly (number | string)[];
  /** Which of them are paid. */
  paid: readonly PaidOrder[];
  errors?: { amount?: string; reason?: string };
  /** What was typed before a failure. */
  values?: Record<string, string>;
};

/**
 * What becomes of the money of orders that are cancelled. One that is paid has the fields that ask for a refund: now, with amount and
 * reason, or later. What was paid for several, or is cancelled by somebody who may not refund, is refunded afterwards.
 */
export function CancelRefund({ ids, paid: orders, errors = {}, values = {} }: CancelRefundProps) {
  const mayRefund = useMay()("refunds:write");
  if (orders[0] === undefined) return null;
  if (ids.length > 1 || !mayRefund)
    return (
      <p className="mt-3 font-medium num">
        Paid and to be refunded later: {orders.map(({ id, paid }) => `#${id} (${formatRupees(paid)})`).join(", ")}.
      </p>
    );
  const { paid } = orders[0];
  const { refund = "now", amount = typedRupees(paid), reason = "Order cancelled" } = values;
  return (
    <fieldset className="mt-4 border-t border-border pt-4">
      <legend className="sr-only">Refund</legend>
      <p className="font-semibold num">{formatRupees(paid)} has been paid</p>
      <Check type="radio" name="refund" value="now" defaultChecked={refund !== "later"}>
        Refund now
      </Check>
      <div className="grid gap-3 pl-8 pb-2 xs:grid-cols-[9rem_minmax(0,1fr)]">
        <AmountField name="amount" defaultValue={amount} error={errors.amount} />
        <TextField
          label="Reason"
          name="reason"
          defaultValue={reason}
          error={errors.reason}
          autoComplete="off"
          maxLength={paymentBounds.reason.max}
        />
      </div>
      <Check type="radio" name="refund" value="later" defaultChecked={refund === "later"}>
        Refund later
      </Check>
    </fieldset>
  );
}
