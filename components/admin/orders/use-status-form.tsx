"use client";

import { type FormEvent, Suspense, useState } from "react";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { useActionForm } from "@/components/forms/use-action-form";
import { laterDialog } from "@/components/ui/later";
import type { FormAction } from "@/lib/http/action-state";
import { failedToSet } from "@/lib/orders/constants";

const CancelDialog = laterDialog(
  () => import("./cancel-dialog"),
  ({ onDismiss }) => onDismiss(),
);

/** The orders that a form may cancel, with what is paid for each. */
type Orders = readonly { id: number; payment: { paid: number } }[];

type Options<T> = { onSuccess: (data: T) => void; resetOnSuccess?: boolean };

/** The failure text of a form whose submit button has the status. */
const failureText = (form: FormData) => failedToSet(form.get("status"));

/**
 * The state of a form that sets the status of orders. It asks for confirmation, in `dialog`, when its button cancels them. Without
 * JavaScript the action redirects to a page that asks.
 */
export function useStatusForm<T>(action: FormAction<T>, orders: Orders, options: Options<T>) {
  const { formProps, submit, ...form } = useActionForm(action, {
    ...options,
    failureText,
    // That a window is full stays in the page, with those that have a place.
    toastFailure: (failure, form) => failure.code !== "slot_full" && toastFailure(failureText(form), failure),
  });
  const [unconfirmed, setUnconfirmed] = useState<{ form: HTMLFormElement; data: FormData } | null>(null);
  const idsOf = (data: FormData) => [...data.getAll("id"), ...data.getAll("ids")].map(String);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    if (data.get("status") !== "Cancelled" || idsOf(data).length === 0) return formProps.onSubmit(event);
    event.preventDefault();
    setUnconfirmed({ form: event.currentTarget, data });
  }

  return {
    ...form,
    formProps: { ...formProps, onSubmit },
    dialog: unconfirmed && (
      <Suspense>
        <CancelDialog
          ids={idsOf(unconfirmed.data)}
          paid={orders
            .filter(({ id, payment }) => payment.paid > 0 && idsOf(unconfirmed.data).includes(String(id)))
            .map(({ id, payment }) => ({ id, paid: payment.paid }))}
          onDismiss={() => setUnconfirmed(null)}
          onConfirm={(refund) => {
            unconfirmed.data.set("confirmed", "yes");
            for (const [name, value] of Object.entries(refund)) unconfirmed.data.set(name, value);
            submit(unconfirmed.data, unconfirmed.form);
            setUnconfirmed(null);
          }}
        />
      </Suspense>
    ),
  };
}
