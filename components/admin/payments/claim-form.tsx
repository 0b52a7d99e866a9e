"use client";

import { toastFailure } from "@/components/admin/action-toasts";
import { FormOutcome } from "@/components/forms/form-outcome";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { paymentBounds } from "@/lib/payments/constants";

type ClaimFormProps = {
  order: AdminOrder;
  entry: AdminOrder["payments"][number];
  action: FormAction<AdminOrder>;
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
  onSettled: () => void;
};

const FAILED = "Failed to update the payment";

/** Confirms or rejects what a customer says was paid. A claim of more than is due by now asks first. */
export function ClaimForm({ order, entry, action, onSaved, onSettled }: ClaimFormProps) {
  const { failure, message, pending, formProps, field } = useActionForm(action, {
    failureText: FAILED,
    values: { reason: "" },
    onSuccess(saved, form) {
      const { state } = saved.payments.find(({ id }) => id === entry.id) ?? entry;
      toast.success(state === "received" ? "Payment confirmed" : "Payment rejected");
      if (form) onSaved?.(saved, form);
      onSettled();
    },
    toastFailure: (failed) => failed.code !== "overpaid" && toastFailure(FAILED, failed),
  });
  return (
    <form {...formProps} className="grid gap-3 mt-2 p-3 bg-info-soft katli-cut">
      <input type="hidden" name="id" value={order.id} />
      <input type="hidden" name="paymentId" value={entry.id} />
      {failure?.code === "overpaid" ? (
        <div role="alert">
          <p className="font-medium num">{failure.message} Confirm it all the same?</p>
          <Button
            type="submit"
            name="answer"
            value="confirm above due"
            kind="danger"
            size="sm"
            className="mt-2"
            pending={pending}
          >
            Confirm all the same
          </Button>
        </div>
      ) : (
        <p className="num">
          Has {formatRupees(entry.amount)}
          {entry.reference && ` with UTR ${entry.reference}`} come in?
        </p>
      )}
      <TextField label="Reason for a rejection" optional {...field("reason")} maxLength={paymentBounds.reason} />
      <FormOutcome message={failure?.code !== "overpaid" && message} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="answer" value="confirm" kind="primary" pending={pending}>
          Confirm
        </Button>
        <Button type="submit" name="answer" value="reject" kind="danger-ghost" pending={pending}>
          Reject
        </Button>
      </div>
    </form>
  );
}
