"use client";

import type { ReactNode } from "react";
import { toastFailure } from "@/components/admin/action-toasts";
import { OverruleRefusal } from "@/components/admin/orders/overrule-refusal";
import { useFormKey } from "@/components/forms/form-key";
import { FormOutcome } from "@/components/forms/form-outcome";
import { useActionForm } from "@/components/forms/use-action-form";
import { SelectField, TextField } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/submit-button";
import { toast } from "@/components/ui/toast";
import type { FormAction } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import { paymentBounds, paymentMethods } from "@/lib/payments/constants";
import { methodNames, typedRupees } from "./texts";

type FormProps = {
  order: AdminOrder;
  action: FormAction<AdminOrder>;
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
};

const NOT_RECORDED = "Failed to record the payment";
const NOT_REFUNDED = "Failed to record the refund";

/** A part of the payments that is closed until it is needed. */
function Part({ summary, open, children }: { summary: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open || undefined}>
      <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">{summary}</summary>
      {children}
    </details>
  );
}

/** Records money that has come in. More than is due asks whether that is meant. */
export function RecordPaymentForm({ order, action, onSaved }: FormProps) {
  const { due, method } = order.payment;
  const { keyField, renewKey } = useFormKey();
  const { failure, posted, message, pending, formProps, field, dismiss } = useActionForm(action, {
    failureText: NOT_RECORDED,
    values: { amount: typedRupees(due), reference: "" },
    resetOnSuccess: true,
    onSuccess(saved, form) {
      renewKey();
      toast.success("Payment recorded");
      if (form) onSaved?.(saved, form);
    },
    toastFailure: (failed) => failed.code !== "overpaid" && toastFailure(NOT_RECORDED, failed),
  });
  const asks = failure?.code === "overpaid";
  return (
    <Part summary="Record payment" open={failure !== null}>
      <form {...formProps} className="grid gap-3 pt-1 pb-3">
        <input type="hidden" name="id" value={order.id} />
        {keyField}
        <div className="grid gap-3 xs:grid-cols-2">
          <SelectField
            label="Method"
            name="method"
            defaultValue={failure?.values.method ?? method}
            key={`method-${failure?.values.method ?? method}`}
          >
            {paymentMethods.map((choice) => (
              <option key={choice} value={choice}>
                {methodNames[choice]}
              </option>
            ))}
          </SelectField>
          <TextField
            key={`amount-${due}`}
            label="Amount (₹)"
            {...field("amount")}
            inputMode="decimal"
            autoComplete="off"
            maxLength={14}
            className="num"
            // Another amount is another question.
            onInput={asks ? dismiss : undefined}
          />
        </div>
        <TextField
          label="Reference"
          optional
          hint="The UTR of a UPI transfer, or the number of a card slip"
          {...field("reference")}
          autoComplete="off"
          maxLength={paymentBounds.reference}
        />
        {asks ? (
          <OverruleRefusal
            question={`${failure.message} Record the payment all the same?`}
            label="Record all the same"
            name="force"
            value={failure.values.amount}
            pending={pending}
            pendingLabel="Saving..."
          />
        ) : (
          <FormOutcome done={posted?.ok && "Payment recorded"} message={message} />
        )}
        <div>
          <SubmitButton kind="outline" pending={pending} pendingLabel="Saving...">
            Record payment
          </SubmitButton>
        </div>
      </form>
    </Part>
  );
}

/** Records money that was paid back: a part or all of what is left. */
export function RefundForm({ order, action, onSaved }: FormProps) {
  const { paid } = order.payment;
  const { keyField, renewKey } = useFormKey();
  const { failure, posted, message, pending, formProps, field } = useActionForm(action, {
    failureText: NOT_REFUNDED,
    values: { amount: typedRupees(paid), reason: "" },
    resetOnSuccess: true,
    onSuccess(saved, form) {
      renewKey();
      toast.success("Refund recorded");
      if (form) onSaved?.(saved, form);
    },
    toastFailure: (failed) => toastFailure(NOT_REFUNDED, failed),
  });
  return (
    <Part summary="Refund" open={failure !== null}>
      <form {...formProps} className="grid gap-3 pt-1 pb-3">
        <input type="hidden" name="id" value={order.id} />
        {keyField}
        <TextField
          key={`amount-${paid}`}
          label="Amount (₹)"
          {...field("amount")}
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          className="num xs:max-w-60"
        />
        <TextField label="Reason" {...field("reason")} autoComplete="off" maxLength={paymentBounds.reason} />
        <FormOutcome done={posted?.ok && "Refund recorded"} message={message} />
        <div>
          <SubmitButton kind="outline" pending={pending} pendingLabel="Saving...">
            Record refund
          </SubmitButton>
        </div>
      </form>
    </Part>
  );
}
