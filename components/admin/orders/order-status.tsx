"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, Suspense, useState } from "react";
import { typedRupees } from "@/components/admin/payments/payment-state";
import { Permitted, useMay } from "@/components/admin/permissions";
import { ActionForm, FormAmount, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { BatchBar, BatchOutcomes, boxesOf, tick, tickedOf } from "@/components/admin/ui/batch-bar";
import { LaterAlertDialog } from "@/components/admin/ui/confirm-button";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { urlWithQuery } from "@/components/admin/urls";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button, type ButtonKind } from "@/components/ui/button";
import { Check } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { toast } from "@/components/ui/toast";
import { paymentBounds } from "@/db/constants/payments";
import { slotText } from "@/lib/delivery/texts";
import type { ErrorExtra } from "@/lib/errors";
import type { FormAction, MessageAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { failedToSet, NO_ORDERS } from "@/lib/orders/constants";
import type { BatchOutcome } from "@/lib/orders/status-commands";
import { ordersText } from "./texts";

const statusActions = [
  ["Processing", "Processing"],
  ["Shipped", "Shipped"],
  ["Completed", "Complete"],
] as const;

type StatusButtonsProps = {
  /** Whether orders can be completed: the page /admin/orders has no Complete, only the Orders tab has. */
  complete: boolean;
  /** Where the form around them does not say it. */
  pending?: boolean;
  kind?: ButtonKind;
};

const StatusButtons = ({ complete, pending, kind = "quiet" }: StatusButtonsProps) =>
  statusActions.map(
    ([status, text]) =>
      (complete || status !== "Completed") && (
        <SaveButton key={status} name="status" value={status} size="sm" pendingLabel={undefined} {...{ kind, pending }}>
          {text}
        </SaveButton>
      ),
  );

type OrderStatusProps = Pick<StatusButtonsProps, "complete" | "kind"> & {
  order: PaidOrders[number];
  /** The id that the form gets, for what else belongs to it. */
  form: string;
  action: MessageAction;
  onSet?: () => void;
};

/** Sets the status of one order. That its window is full is said in the page, with the windows that have a place. */
export function OrderStatus({ order, form, action, onSet, ...buttons }: OrderStatusProps) {
  const { id } = order;
  return (
    <ActionForm
      action={action}
      id={form}
      className="contents"
      failed={failedToSet(null)}
      fields={{ id }}
      onDone={onSet}
      question={{
        code: "slot_full",
        ask: ({ message }) => message,
        more: ({ alternatives }) => (
          <>
            <SlotAlternatives alternatives={alternatives} />
            <AdminLink href={urlWithQuery(`/admin/orders/${id}`, { day: alternatives?.[0]?.date })}>
              Move order #{id} to another window
            </AdminLink>
          </>
        ),
      }}
    >
      <StatusButtons {...buttons} />
      <CancelButton name="id" idsOf={() => [String(id)]} orders={[order]} action={action} onDone={onSet}>
        Cancel
      </CancelButton>
    </ActionForm>
  );
}

export function SlotAlternatives({ alternatives = [] }: Pick<ErrorExtra, "alternatives">) {
  if (alternatives.length === 0) return null;
  return <p className="mt-1 num">Next with a place: {alternatives.map(slotText).join("; ")}</p>;
}

/** Orders that may be cancelled, with what was paid for each and not refunded, in rupees. */
type PaidOrders = readonly { id: number; payment: { paid: number } }[];

type CancelButtonProps<T> = Pick<ComponentProps<typeof Button>, "kind" | "size" | "children"> & {
  name: "id" | "ids";
  /** The orders that are cancelled when the button is pressed now. */
  idsOf: () => string[];
  /** Those among which they are; they can be left out when none is paid. */
  orders?: PaidOrders;
  action: FormAction<T>;
  onDone?: (data: T) => void;
};

const notCancelled = failedToSet("Cancelled");

/** The schema of what is typed, which the server has too, with what it finds out behind it. */
const loadSchema = async (paid: number) => {
  const { cancelRefundForm } = await import("@/lib/payments/schema");
  const message = `Only ${formatRupees(paid)} can be refunded`;
  return cancelRefundForm.refine(({ refund }) => (refund?.amount ?? 0) <= paid, { path: ["amount"], message });
};

/**
 * Cancels orders after a confirmation. For one order that is paid, the dialog asks whether to refund now or later. Several orders, and those
 * of somebody who may not refund, are refunded later.
 */
export function CancelButton<T extends object>(props: CancelButtonProps<T>) {
  const { name, idsOf, orders = [], action, onDone, ...button } = props;
  const [ids, setIds] = useState<string[]>([]);
  const mayRefund = useMay()("refunds:write");
  const close = () => setIds([]);
  const ask = () => {
    const chosen = idsOf();
    if (chosen.length === 0) toast.error(NO_ORDERS, { title: notCancelled });
    setIds(chosen);
  };
  const paid = orders.filter(({ id, payment }) => payment.paid > 0 && ids.includes(String(id)));
  const refundable = ids.length === 1 && mayRefund ? (paid[0]?.payment.paid ?? 0) : 0;
  const nouns = ids.length === 1 ? "order" : "orders";
  return (
    <>
      <Button kind="danger-ghost" size="sm" aria-haspopup="dialog" {...button} onClick={ask} />
      <Suspense>
        {ids.length > 0 && (
          <LaterAlertDialog
            onClose={close}
            title={ids.length === 1 ? `Cancel order #${ids[0]}?` : `Cancel ${ids.length} orders?`}
            description="Customers see it at once. What has not been shipped goes back in stock."
            cancelLabel={`Keep ${nouns}`}
            action={<SaveButton kind="danger" pendingLabel={undefined}>{`Cancel ${nouns}`}</SaveButton>}
            form={(content) => (
              <ActionForm
                action={action}
                className="contents"
                failed={notCancelled}
                fields={{ status: "Cancelled" }}
                values={{ amount: typedRupees(refundable), reason: "Order cancelled" }}
                loadSchema={refundable > 0 ? () => loadSchema(refundable) : undefined}
                onDone={(data) => {
                  close();
                  onDone?.(data);
                }}
              >
                {ids.map((id) => (
                  <input key={id} type="hidden" name={name} value={id} />
                ))}
                {content}
              </ActionForm>
            )}
          >
            {refundable > 0 ? (
              <RefundFields paid={refundable} />
            ) : (
              paid.length > 0 && (
                <p className="mt-3 font-medium num">
                  Paid and to be refunded later:{" "}
                  {paid.map(({ id, payment }) => `#${id} (${formatRupees(payment.paid)})`).join(", ")}.
                </p>
              )
            )}
          </LaterAlertDialog>
        )}
      </Suspense>
    </>
  );
}

function RefundFields({ paid }: { paid: number }) {
  return (
    <fieldset className="mt-4 border-t border-border pt-4">
      <legend className="sr-only">Refund</legend>
      <p className="font-semibold num">{formatRupees(paid)} has been paid</p>
      <Check type="radio" name="refund" value="now" defaultChecked>
        Refund now
      </Check>
      <div className="grid gap-3 pl-8 pb-2 xs:grid-cols-[9rem_minmax(0,1fr)]">
        <FormAmount name="amount" />
        <FormText label="Reason" name="reason" maxLength={paymentBounds.reason.max} />
      </div>
      <Check type="radio" name="refund" value="later">
        Refund later
      </Check>
    </fieldset>
  );
}

export type StatusesAction = FormAction<BatchOutcome[]>;

/** What came of setting the status of orders, for each of them; those of the form `id` are not ticked any more. `verb`: "updated". */
export function useOutcomes(id: string, verb: string) {
  const [outcomes, setOutcomes] = useState<BatchOutcome[]>([]);
  const onOutcomes = (found: BatchOutcome[]) => {
    const done = found.filter(({ ok }) => ok).length;
    if (done === found.length) toast.success(`${ordersText(done)} ${verb}`);
    else toast.warning(`${done} ${verb}, ${found.length - done} failed`);
    tick(boxesOf(id), false);
    setOutcomes(found);
  };
  return { outcomes: outcomes.length > 0 && <BatchOutcomes outcomes={outcomes} />, onOutcomes };
}

/** The id of the form that the checkboxes of the orders belong to. */
export const ORDER_BATCH = "order-batch";

type OrderBatchProps = { orders: PaidOrders; action: StatusesAction; complete: boolean };

export function OrderBatch({ orders, action, complete }: OrderBatchProps) {
  const router = useRouter();
  const { outcomes, onOutcomes } = useOutcomes(ORDER_BATCH, "updated");
  const failed = failedToSet(null);
  const { pending, formProps } = useActionForm(action, {
    failureText: failed,
    onSuccess: onOutcomes,
    toastFailure: (failure) => toastFailure(failed, failure),
  });
  const ticked = () => tickedOf(ORDER_BATCH);
  const papersOf = (path: string) => urlWithQuery(path, { ids: ticked().join() });
  return (
    <>
      <BatchBar id={ORDER_BATCH} ids={orders.map((order) => order.id)} label="Selected orders" formProps={formProps}>
        <Permitted to="orders:write">
          <StatusButtons complete={complete} pending={pending} kind="outline" />
          <CancelButton name="ids" idsOf={ticked} orders={orders} action={action} onDone={onOutcomes}>
            Cancel
          </CancelButton>
        </Permitted>
        <Button kind="outline" size="sm" onClick={() => router.push(papersOf("/admin/orders/slips"))}>
          <Icon name="printer" />
          Print slips
        </Button>
        <Permitted to="invoices:read">
          <Button kind="outline" size="sm" onClick={() => window.location.assign(papersOf("/admin/orders/invoices"))}>
            Invoices (PDF)
          </Button>
        </Permitted>
      </BatchBar>
      {outcomes}
    </>
  );
}
