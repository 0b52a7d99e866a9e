"use client";

import Link from "next/link";
import { ActionForm, SaveButton } from "@/components/admin/ui/action-form";
import { urlWithQuery } from "@/components/admin/urls";
import type { ButtonKind } from "@/components/ui/button";
import { slotText } from "@/lib/delivery/texts";
import type { ErrorExtra } from "@/lib/errors";
import type { MessageAction } from "@/lib/http/action-state";
import { failedToSet } from "@/lib/orders/constants";
import { CancelButton, type PaidOrders } from "./cancel-button";

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
  /** The look of the buttons. */
  kind?: ButtonKind;
};

/** The buttons that set a status, beside 'Cancel', which asks first. */
export const StatusButtons = ({ complete, pending, kind = "quiet" }: StatusButtonsProps) =>
  statusActions.map(
    ([status, text]) =>
      (complete || status !== "Completed") && (
        <SaveButton
          key={status}
          name="status"
          value={status}
          kind={kind}
          size="sm"
          pending={pending}
          pendingLabel={undefined}
        >
          {text}
        </SaveButton>
      ),
  );

type OrderStatusProps = Pick<StatusButtonsProps, "complete" | "kind"> & {
  order: PaidOrders[number];
  /** The id that the form gets, for what else belongs to it. */
  form?: string;
  action: MessageAction;
  /** Called when a status was set. */
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
            <Link
              className="link tap"
              href={urlWithQuery(`/admin/orders/${id}`, { day: alternatives?.[0]?.date })}
              prefetch={false}
            >
              Move order #{id} to another window
            </Link>
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

/** The next windows with a place, when one is full. */
export function SlotAlternatives({ alternatives = [] }: Pick<ErrorExtra, "alternatives">) {
  if (alternatives.length === 0) return null;
  return <p className="mt-1 num">Next with a place: {alternatives.map(slotText).join("; ")}</p>;
}
