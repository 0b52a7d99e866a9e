"use client";

import { type FormEvent, lazy, Suspense, useState } from "react";

const CancelDialog = lazy(() => import("./cancel-dialog"));

type Submission = { form: HTMLFormElement; data: FormData };
type Submit = (data: FormData, form: HTMLFormElement) => void;

/** Asks for confirmation when a form's button cancels orders. Without JavaScript the action redirects to a page that asks. */
export function useCancelConfirmation(onSubmit: (event: FormEvent<HTMLFormElement>) => void, submit: Submit) {
  const [unconfirmed, setUnconfirmed] = useState<Submission | null>(null);
  const idsOf = (data: FormData) => [...data.getAll("id"), ...data.getAll("ids")].map(String);

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
          onDismiss={() => setUnconfirmed(null)}
          onConfirm={() => {
            unconfirmed.data.set("confirmed", "yes");
            submit(unconfirmed.data, unconfirmed.form);
            setUnconfirmed(null);
          }}
        />
      </Suspense>
    ),
  };
}
