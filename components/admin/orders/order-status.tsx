"use client";

import Link from "next/link";
import { urlWithQuery } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { Button, type ButtonKind } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { OrderStatus as Status } from "@/db/constants/orders";
import { slotText } from "@/lib/delivery/texts";
import type { ErrorExtra } from "@/lib/errors";
import type { MessageAction } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import { useStatusForm } from "./use-status-form";

const statusActions: readonly { status: Status; text: string; kind?: ButtonKind }[] = [
  { status: "Processing", text: "Processing" },
  { status: "Shipped", text: "Shipped" },
  { status: "Completed", text: "Complete" },
  { status: "Cancelled", text: "Cancel", kind: "danger-ghost" },
];

type StatusButtonsProps = {
  /** Whether orders can be completed: the page /admin/orders has no Complete, only the Orders tab has. */
  complete: boolean;
  pending: boolean;
  /** The look of the ordinary buttons. */
  kind?: ButtonKind;
};

/** The buttons that set a status. */
export function StatusButtons({ complete, pending, kind: defaultKind = "quiet" }: StatusButtonsProps) {
  const offered = statusActions.filter(({ status }) => complete || status !== "Completed");
  return offered.map(({ status, text, kind = defaultKind }) => (
    <Button key={status} type="submit" name="status" value={status} kind={kind} size="sm" pending={pending}>
      {text}
    </Button>
  ));
}

type OrderStatusProps = {
  order: Pick<AdminOrder, "id" | "payment">;
  /** The id that the form gets, for what else belongs to it. */
  form?: string;
  complete: boolean;
  action: MessageAction;
  /** Called when a status was set. */
  onSet?: () => void;
  kind?: ButtonKind;
};

/** Sets the status of one order and shows the outcome. It works without JavaScript. */
export function OrderStatus({ order, form, complete, action, onSet, kind }: OrderStatusProps) {
  const { id } = order;
  const { posted, failure, message, pending, formProps, dialog } = useStatusForm(action, [order], {
    onSuccess(data) {
      toast.success(data.message);
      onSet?.();
    },
  });
  return (
    <>
      <form {...formProps} id={form} className="contents">
        <MadeFor />
        <input type="hidden" name="id" value={id} />
        <StatusButtons complete={complete} pending={pending} kind={kind} />
      </form>
      <FormOutcome done={posted?.ok && posted.data.message} message={failure?.code !== "slot_full" && message} />
      {failure?.code === "slot_full" && (
        <div className="basis-full text-sm text-left whitespace-normal">
          <FormOutcome message={failure.message} />
          <SlotAlternatives alternatives={failure.alternatives} />
          <Link
            className="link tap"
            href={urlWithQuery(`/admin/orders/${id}`, { day: failure.alternatives?.[0]?.date })}
            prefetch={false}
          >
            Move order #{id} to another window
          </Link>
        </div>
      )}
      {dialog}
    </>
  );
}

/** The next windows with a place, when one is full. */
export function SlotAlternatives({ alternatives = [] }: Pick<ErrorExtra, "alternatives">) {
  if (alternatives.length === 0) return null;
  return <p className="mt-1 num">Next with a place: {alternatives.map(slotText).join("; ")}</p>;
}
