"use client";

import { type FormEvent, lazy, Suspense, useState } from "react";
import type { PaidOrder } from "./cancel-refund";

const CancelDialog = lazy(() => import("./cancel-dialog"));

type Submission = { form: HTMLFormElement; data: FormData };
type Options = {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  submit: (data: FormData, form: HTMLFormElement) => void;
  /** The orders that the form may cancel, with what is paid for each. */
  orders: readonly { id: number; payment: { paid: number } }[];
};

/** Asks for confirmation when a form's button cancels orders. Without JavaScript the action redirects to a page that asks. */
export function useCancelConfirmation({ onSubmit, submit, orders }: Options) {
  const [unconfirmed, setUnconfirmed] = useState<Submission | null>(null);
  const idsOf = (data: FormData) => [...data.getAll("id"), ...data.getAll("ids")].map(String);
  const paidOf = (ids: readonly string[]): PaidOrder[] =>
    orders.flatMap(({ id, payment }) =>
      ids.includes(String(id)) && payment.paid > 0 ? [{ id, paid: payment.paid }] : [],
    );

  return {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      if (data.get("status") !== "Cancelled" || idsOf(data).length === 0) return onSubmit(event);
      event.preventDefault();
      setUnconfirmed({ form: event.currentTarget, data });
    },
    dialog: unconfirmed && (
      <Suspense>
        <CancelDialog
          ids={idsOf(unconfirmed.data)}
          paid={paidOf(idsOf(unconfirmed.data))}
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
