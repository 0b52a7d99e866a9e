"use client";

import type { Route } from "next";
import Link from "next/link";
import { actionToasts } from "@/components/admin/action-toasts";
import { urlWithQuery } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button, type ButtonKind } from "@/components/ui/button";
import type { MessageAction } from "@/lib/http/action-state";
import type { AdminOrder } from "@/lib/orders/serializers";
import { SlotAlternatives } from "./slot-alternatives";
import { statusActions, statusFailureText } from "./status-actions";
import { useCancelConfirmation } from "./use-cancel-confirmation";

type StatusButtonsProps = {
  complete: boolean;
  pending: boolean;
  /** The look of the ordinary buttons. */
  kind?: ButtonKind;
};

/** The buttons that set a status. */
export function StatusButtons({ complete, pending, kind: defaultKind = "quiet" }: StatusButtonsProps) {
  return statusActions(complete).map(({ status, text, kind }) => (
    <Button
      key={status}
      type="submit"
      name="status"
      value={status}
      kind={kind === "quiet" ? defaultKind : kind}
      size="sm"
      pending={pending}
    >
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
  const toasts = actionToasts(statusFailureText, onSet);
  const { posted, failure, message, pending, formProps, submit } = useActionForm(action, {
    ...toasts,
    // It stays in the page, with the windows that have a place.
    toastFailure: (failed, form) => failed.code !== "slot_full" && toasts.toastFailure(failed, form),
  });
  const { onSubmit, dialog } = useCancelConfirmation({ onSubmit: formProps.onSubmit, submit, orders: [order] });
  return (
    <>
      <form {...formProps} id={form} onSubmit={onSubmit} className="contents">
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
            href={urlWithQuery(`/admin/orders/${id}`, { day: failure.alternatives?.[0]?.date }) as Route}
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
