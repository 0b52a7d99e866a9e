"use client";

import type { ComponentProps } from "react";
import {
  Folded,
  type OrderFormProps,
  OverruleRefusal,
  SaveButton,
  useOrderForm,
} from "@/components/admin/orders/forms";
import { useFormKey } from "@/components/forms/form-key";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { paymentBounds, paymentMethods } from "@/db/constants/payments";
import { formatRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { methodNames } from "@/lib/payments/constants";
import { typedRupees } from "./texts";

/** An amount of money, in rupees. */
export function AmountField(props: Omit<ComponentProps<typeof TextField>, "label">) {
  return <TextField label="Amount (₹)" inputMode="decimal" autoComplete="off" className="num" {...props} />;
}

/** Records money that has come in. More than is due asks whether that is meant. */
export function RecordPaymentForm({ order, ...props }: OrderFormProps) {
  const { due, method } = order.payment;
  const { keyField, renewKey } = useFormKey();
  const { failure, refusal, posted, message, pending, formProps, field, dismiss } = useOrderForm(props, {
    failed: "Failed to record the payment",
    done: "Payment recorded",
    values: { amount: typedRupees(due), reference: "" },
    overrulable: "overpaid",
    resetOnSuccess: true,
    afterSuccess: renewKey,
  });
  return (
    <Folded summary="Record payment" open={failure !== null}>
      <form {...formProps} className="grid gap-3 pt-1 pb-3">
        <MadeFor />
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
          <AmountField
            key={`amount-${due}`}
            {...field("amount")}
            // Another amount is another question.
            onInput={refusal ? dismiss : undefined}
          />
        </div>
        <TextField
          label="Reference"
          optional
          hint="The UTR of a UPI transfer, or the number of a card slip"
          {...field("reference")}
          autoComplete="off"
          maxLength={paymentBounds.reference.max}
        />
        {refusal ? (
          <OverruleRefusal
            question={`${refusal.message} Record the payment all the same?`}
            label="Record all the same"
            name="force"
            value={refusal.values.amount}
            pending={pending}
            pendingLabel="Saving..."
          />
        ) : (
          <FormOutcome done={posted?.ok && "Payment recorded"} message={message} />
        )}
        <SaveButton pending={pending}>Record payment</SaveButton>
      </form>
    </Folded>
  );
}

type RefundFormProps = OrderFormProps & { onAllRefunded: () => void };

/** Records money that was paid back: a part or all of what is left; after all of it the form is gone. */
export function RefundForm({ order, onAllRefunded, ...props }: RefundFormProps) {
  const { paid } = order.payment;
  const { keyField, renewKey } = useFormKey();
  const { failure, posted, message, pending, formProps, field } = useOrderForm(props, {
    failed: "Failed to record the refund",
    done: "Refund recorded",
    values: { amount: typedRupees(paid), reason: "" },
    resetOnSuccess: true,
    afterSuccess({ payment }) {
      renewKey();
      if (payment.paid === 0) onAllRefunded();
    },
  });
  return (
    <Folded summary="Refund" open={failure !== null}>
      <form {...formProps} className="grid gap-3 pt-1 pb-3">
        <MadeFor />
        <input type="hidden" name="id" value={order.id} />
        {keyField}
        <AmountField key={`amount-${paid}`} {...field("amount")} className="num xs:max-w-60" />
        <TextField label="Reason" {...field("reason")} autoComplete="off" maxLength={paymentBounds.reason.max} />
        <FormOutcome done={posted?.ok && "Refund recorded"} message={message} />
        <SaveButton pending={pending}>Record refund</SaveButton>
      </form>
    </Folded>
  );
}

type ClaimFormProps = OrderFormProps & { entry: AdminOrder["payments"][number]; onSettled: () => void };

/** Confirms or rejects what a customer says was paid. A claim of more than is due by now asks first. */
export function ClaimForm({ order, entry, onSettled, ...props }: ClaimFormProps) {
  const { refusal, message, pending, formProps, field } = useOrderForm(props, {
    failed: "Failed to update the payment",
    done({ payments }) {
      const { state } = payments.find(({ id }) => id === entry.id) ?? entry;
      return state === "received" ? "Payment confirmed" : "Payment rejected";
    },
    values: { reason: "" },
    overrulable: "overpaid",
    afterSuccess: onSettled,
  });
  return (
    <form {...formProps} className="grid gap-3 mt-2 p-3 bg-info-soft katli-cut">
      <MadeFor />
      <input type="hidden" name="id" value={order.id} />
      <input type="hidden" name="paymentId" value={entry.id} />
      {refusal ? (
        <div role="alert">
          <p className="font-medium num">{refusal.message} Confirm it all the same?</p>
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
      <TextField label="Reason for a rejection" optional {...field("reason")} maxLength={paymentBounds.reason.max} />
      <FormOutcome message={!refusal && message} />
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
