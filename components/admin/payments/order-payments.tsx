"use client";

import { useRef } from "react";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { May } from "@/components/admin/permissions";
import { formatShortDateTime } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import type { AdminOrder } from "@/lib/orders/serializers";
import { methodNames } from "@/lib/payments/constants";
import { ClaimForm, RecordPaymentForm, RefundForm } from "./forms";
import { PaymentBadge } from "./payment-state";
import { entryNames } from "./texts";

export type PaymentActions = {
  add: FormAction<AdminOrder>;
  settle: FormAction<AdminOrder>;
  refund: FormAction<AdminOrder>;
};

type OrderPaymentsProps = {
  order: AdminOrder;
  level: "h2" | "h3";
  actions: PaymentActions;
  onSaved?: (order: AdminOrder, form: HTMLFormElement) => void;
};

/** The ledger of an order, what is paid and due, and the forms that write to it. They work without JavaScript. */
export function OrderPayments({ order, level: Heading, actions, onSaved }: OrderPaymentsProps) {
  const { payment, payments } = order;
  const heading = useRef<HTMLHeadingElement>(null);
  const form = { order, onSaved };
  return (
    <section aria-labelledby={`payments-${order.id}`} className="mt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 mb-1">
        <Heading className="text-d5" id={`payments-${order.id}`} ref={heading} tabIndex={-1}>
          Payments
        </Heading>
        <PaymentBadge payment={payment} />
        <HistoryLink noun="payments" nounId={order.id} />
      </div>
      {payments.length === 0 ? (
        <p className="text-muted py-2 border-b border-border">Nothing has been paid yet</p>
      ) : (
        <ol>
          {payments.map((entry) => {
            const { id, method, amount, state, reference, reason, at, by } = entry;
            return (
              <li key={id} className="py-2 border-b border-border">
                <div className="flex gap-4">
                  <div className="flex-1 min-w-0 wrap-anywhere">
                    <b className="font-semibold">{entryNames[state]}</b> · {methodNames[method]}
                    {reference && <span className="num"> · {method === "upi" ? `UTR ${reference}` : reference}</span>}
                    <span className="block text-sm text-muted num">
                      <time dateTime={at}>{formatShortDateTime(at)}</time>
                      {by && ` by ${by}`}
                    </span>
                    {reason && <span className="block text-sm whitespace-pre-line">{reason}</span>}
                  </div>
                  <span className={`num ${state === "failed" ? "line-through text-muted" : ""}`}>
                    {state === "refunded" ? `−${formatRupees(amount)}` : formatRupees(amount)}
                  </span>
                </div>
                {state === "claimed" && (
                  <May to="payments:write">
                    <ClaimForm
                      {...form}
                      entry={entry}
                      action={actions.settle}
                      // The form is gone with its answer; the focus goes to what has changed.
                      onSettled={() => heading.current?.focus()}
                    />
                  </May>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <dl className="num pt-3 grid gap-1">
        <div className="flex justify-between gap-4">
          <dt>Paid</dt>
          <dd>{formatRupees(payment.paid)}</dd>
        </div>
        <div className={`flex justify-between gap-4 ${payment.due > 0 ? "font-bold text-lg" : ""}`}>
          <dt>Due</dt>
          <dd>{formatRupees(payment.due)}</dd>
        </div>
      </dl>
      <div className="mt-2 grid gap-1">
        <May to="payments:write">
          <RecordPaymentForm {...form} action={actions.add} />
        </May>
        <May to="refunds:write">
          {payment.paid > 0 && (
            <RefundForm {...form} action={actions.refund} onAllRefunded={() => heading.current?.focus()} />
          )}
        </May>
      </div>
    </section>
  );
}
