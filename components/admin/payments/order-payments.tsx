"use client";

import type { ReactNode } from "react";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { Permitted } from "@/components/admin/permissions";
import { ActionForm, FormAmount, FormSelect, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { Section } from "@/components/admin/ui/page";
import { toast } from "@/components/ui/toast";
import { paymentBounds } from "@/db/constants/payments";
import { formatShortDateTime, formatTime } from "@/lib/dates";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import { formatRupees } from "@/lib/money";
import { methodNames } from "@/lib/payments/constants";
import { toRefundOf } from "@/lib/payments/rules";
import { PaymentBadge, RefundFields, recordedOptions, refundValues, typedRupees } from "./payment-state";

export type OrderFormProps = {
  order: ShownOrder;
  onSaved?: (order: ShownOrder, form: HTMLFormElement | null) => void;
  /** Loads the order anew where the page does not. */
  onStale?: () => void;
};

/** `left`: what of a refund could not be made, in rupees. */
type RefundAction = FormAction<ShownOrder & { left: number }>;
export type PaymentActions = Record<"add" | "settle", FormAction<ShownOrder>> & { refund: RefundAction };

/** Moves the focus to the heading of the payments, from a form that is gone with its answer. */
const focusPayments = ({ id }: ShownOrder) => document.getElementById(`payments-${id}`)?.focus();

export function OrderPayments(props: OrderFormProps & { level: "h2" | "h3"; actions: PaymentActions }) {
  const { level, actions, ...form } = props;
  const { id, status, payment, payments, refunds, online } = form.order;
  const toRefund = Math.max(toRefundOf(form.order), refunds.failed);
  return (
    <Section
      title="Payments"
      level={level}
      id={`payments-${id}`}
      className=""
      beside={
        <>
          <PaymentBadge payment={payment} />
          <HistoryLink noun="payments" nounId={id} />
        </>
      }
    >
      {payments.length === 0 ? (
        <p className="text-muted pb-2 border-b border-border">Nothing has been paid yet</p>
      ) : (
        <ol>
          {payments.map((entry) => (
            <Entry key={entry.id} entry={entry}>
              {entry.state === "claimed" && (
                <Permitted to="payments:write">
                  <ClaimForm {...form} entry={entry} action={actions.settle} />
                </Permitted>
              )}
              {entry.state === "refund_failed" && refunds.failed > 0 && (
                <Permitted to="refunds:write">
                  <RefundForm {...form} entry={entry} wanted={refunds.failed} action={actions.refund} />
                </Permitted>
              )}
            </Entry>
          ))}
        </ol>
      )}
      {online?.payBy && payment.state === "unpaid" && status !== "Cancelled" && (
        <p className="num">
          Waits for payment until {formatTime(online.payBy)}
          {online.failure && <span className="block text-sm text-muted">The last try failed: {online.failure}</span>}
        </p>
      )}
      <dl className="num grid gap-1 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
        <div>
          <dt>Paid</dt>
          <dd>{formatRupees(payment.paid)}</dd>
        </div>
        <div className={payment.due > 0 ? "font-bold text-lg" : undefined}>
          <dt>Due</dt>
          <dd>{formatRupees(payment.due)}</dd>
        </div>
        {toRefund > 0 && (
          <div className="font-bold text-lg text-warning">
            <dt>To refund</dt>
            <dd>{formatRupees(toRefund)}</dd>
          </div>
        )}
      </dl>
      <div className="grid gap-1">
        <Permitted to="payments:write">
          <RecordPaymentForm {...form} action={actions.add} />
        </Permitted>
        <Permitted to="refunds:write">
          {refunds.left > 0 && <RefundForm {...form} wanted={toRefund} action={actions.refund} />}
        </Permitted>
      </div>
    </Section>
  );
}

type Entry = ShownOrder["payments"][number];

const entryNames = {
  ...{ claimed: "To check", received: "Received", failed: "Rejected" },
  ...{ refunded: "Refunded", refund_pending: "Refund pending", refund_failed: "Refund failed" },
};

function Entry({ entry, children }: { entry: Entry; children: ReactNode }) {
  const { method, amount, state, reference, reason, fee, at, by } = entry;
  const isGone = state === "failed" || state === "refund_failed";
  return (
    <li className="py-2 border-b border-border">
      <div className="flex gap-4">
        <div className="flex-1 min-w-0 wrap-anywhere">
          <b className="font-semibold">{entryNames[state]}</b> · {methodNames[method]}
          {reference && <span className="num"> · {method === "upi" ? `UTR ${reference}` : reference}</span>}
          <span className="block text-sm text-muted num">
            <time dateTime={at}>{formatShortDateTime(at)}</time>
            {by && ` by ${by}`}
            {fee !== undefined && ` · Fee ${formatRupees(fee)}`}
          </span>
          {reason && <span className="block text-sm whitespace-pre-line">{reason}</span>}
        </div>
        <span className={`num ${isGone ? "line-through text-muted" : ""}`}>
          {state.startsWith("refund") && "−"}
          {formatRupees(amount)}
        </span>
      </div>
      {children}
    </li>
  );
}

type FormProps = OrderFormProps & { action: FormAction<ShownOrder> };

/** What asks whether money above what is due is meant: to `verb` it. */
const aboveDue = (verb: string) => ({
  code: "overpaid" as const,
  ask: ({ message }: ActionFailure) => `${message} ${verb} anyway?`,
});

function RecordPaymentForm({ order: { id, payment }, action, onSaved }: FormProps) {
  return (
    <ActionForm
      action={action}
      summary="Record payment"
      failed="Failed to record the payment"
      done="Payment recorded"
      keyed
      fields={{ id }}
      values={{ method: payment.method, amount: typedRupees(payment.due), reference: "" }}
      question={{
        ...aboveDue("Record the payment"),
        label: "Record anyway",
        name: "force",
        value: ({ values }) => values.amount,
      }}
      onDone={onSaved}
      button={<SaveButton kind="outline">Record payment</SaveButton>}
    >
      <div className="grid gap-3 xs:grid-cols-2">
        <FormSelect label="Method" name="method" options={recordedOptions} />
        <FormAmount name="amount" />
      </div>
      <FormText
        label="Reference"
        optional
        hint="The UTR of a UPI transfer, or the number of a card slip"
        name="reference"
        maxLength={paymentBounds.reference.max}
      />
    </ActionForm>
  );
}

/** `wanted`: what is to go back, in rupees. `entry`: what has failed to. */
type RefundFormProps = OrderFormProps & { action: RefundAction; wanted: number; entry?: Entry };

function RefundForm({ order: { id, refunds }, action, wanted, entry, onSaved, onStale }: RefundFormProps) {
  return (
    <ActionForm
      action={action}
      summary={entry ? "Try again" : "Refund"}
      failed="Failed to refund"
      done={({ left }) => (left > 0 ? "" : "Refund recorded")}
      keyed
      fields={{ id }}
      values={refundValues(refunds, entry?.reason, Math.min(wanted, entry?.amount ?? wanted))}
      onDone={({ left, ...saved }, form) => {
        if (left > 0)
          toast.error(`${formatRupees(left)} could not be refunded. Please try again or pay it back yourself.`);
        onSaved?.(saved, form);
        if (entry || saved.refunds.left === 0) focusPayments(saved);
      }}
      // What was asked of the gateway may be pending.
      onFailure={({ code }) => code === "service_unavailable" && onStale?.()}
      button={<SaveButton kind="outline">{refunds.online ? "Refund" : "Record refund"}</SaveButton>}
    >
      <RefundFields refunds={refunds} />
    </ActionForm>
  );
}

function ClaimForm({ order, entry, action, onSaved }: FormProps & { entry: Entry }) {
  return (
    <ActionForm
      action={action}
      className="grid gap-3 mt-2 p-3 bg-info-soft katli-cut"
      failed="Failed to update the payment"
      done={({ payments }) =>
        payments.find(({ id }) => id === entry.id)?.state === "received" ? "Payment confirmed" : "Payment rejected"
      }
      fields={{ id: order.id, paymentId: entry.id }}
      values={{ reason: "" }}
      question={{
        ...aboveDue("Confirm it"),
        label: "Confirm anyway",
        name: "answer",
        value: () => "confirm above due",
      }}
      onDone={(saved, form) => {
        onSaved?.(saved, form);
        focusPayments(saved);
      }}
      button={
        <div className="flex flex-wrap gap-2">
          <SaveButton name="answer" value="confirm" pendingLabel={undefined}>
            Confirm
          </SaveButton>
          <SaveButton name="answer" value="reject" kind="danger-ghost" pendingLabel={undefined}>
            Reject
          </SaveButton>
        </div>
      }
    >
      <p className="num">
        Has {formatRupees(entry.amount)}
        {entry.reference && ` with UTR ${entry.reference}`} come in?
      </p>
      <FormText label="Reason for a rejection" optional name="reason" maxLength={paymentBounds.reason.max} />
    </ActionForm>
  );
}
