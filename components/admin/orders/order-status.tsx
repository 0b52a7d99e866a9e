"use client";

import { useState } from "react";
import { ReceivedTick } from "@/components/admin/payments/payment-state";
import { Permitted } from "@/components/admin/permissions";
import { ActionForm, type ActionFormProps, type Done } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { useRest } from "@/components/admin/ui/use-rest";
import { urlWithQuery } from "@/components/admin/urls";
import type { OrderStatus as Status } from "@/db/constants/orders";
import { slotText } from "@/lib/delivery/texts";
import type { ErrorExtra } from "@/lib/errors";
import type { FormAction } from "@/lib/http/action-state";
import { failedToSet } from "@/lib/orders/constants";
import type { StatusOutcome } from "@/lib/orders/status-commands";
import { CancelButton } from "./cancel-button";
import { type ConfirmedStatus, StatusButtons, type StatusButtonsProps, undone, verbs } from "./status-buttons";
import { StatusDialog } from "./status-dialog";
import { askedText, dueText, needsAsking, type OrderToConfirm } from "./texts";

export type SetStatus = FormAction<StatusOutcome & Done>;

type OrderStatusProps = Pick<StatusButtonsProps, "complete" | "kind"> & {
  order: OrderToConfirm & { status: Status };
  buyer: string | null;
  /** The id that the form gets, for what else belongs to it. */
  form: string;
  today: string;
  action: SetStatus;
  onSet?: () => void;
};

/** Sets the status of one order. That its window is full is said in the page, with the windows that have a place. */
export function OrderStatus({ order, buyer, form, today, action, onSet, complete, kind }: OrderStatusProps) {
  const { id, payment } = order;
  const [isResting, rest] = useRest();
  const [asked, setAsked] = useState<{ status: ConfirmedStatus; received: boolean } | null>(null);
  const isReceived = ({ form }: HTMLButtonElement) => form !== null && new FormData(form).has("received");
  const shared: Pick<ActionFormProps<StatusOutcome & Done>, "action" | "failed" | "undo" | "onDone" | "question"> = {
    action,
    failed: failedToSet(null),
    undo: (outcome) => (outcome.undo ? { action, fields: { id, ...undone }, onDone: onSet } : undefined),
    onDone() {
      rest();
      onSet?.();
    },
    question: {
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
    },
  };
  return (
    <>
      <ActionForm {...shared} id={form} className="contents" fields={{ id }}>
        <StatusButtons
          {...{ complete, kind }}
          pending={isResting || undefined}
          asks={(status, button) =>
            status !== order.status &&
            needsAsking(order, today, status === "Completed" && isReceived(button) ? 0 : payment.due)
          }
          onAsk={(status, button) => setAsked({ status, received: isReceived(button) })}
        />
        <CancelButton name="id" idsOf={() => [String(id)]} orders={[order]} action={action} onDone={shared.onDone}>
          Cancel
        </CancelButton>
      </ActionForm>
      {asked && (
        <StatusDialog
          {...shared}
          title={`${verbs[asked.status]} order #${id}?`}
          description={askedText(order, buyer, today)}
          cancelLabel="Not yet"
          confirm={`${verbs[asked.status]} order`}
          status={asked.status}
          name="id"
          ids={[String(id)]}
          onClose={() => setAsked(null)}
        >
          {payment.due > 0 && <p className="mt-3 font-medium num">{dueText(order)}</p>}
          {asked.status === "Completed" && (
            <Permitted to="payments:write">
              <ReceivedTick order={order} defaultChecked={asked.received} />
            </Permitted>
          )}
        </StatusDialog>
      )}
    </>
  );
}

export function SlotAlternatives({ alternatives = [] }: Pick<ErrorExtra, "alternatives">) {
  if (alternatives.length === 0) return null;
  return <p className="mt-1 num">Next with a place: {alternatives.map(slotText).join("; ")}</p>;
}
