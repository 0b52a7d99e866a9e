"use client";

import { type FormEvent, lazy, Suspense, useState } from "react";

const CancelDialog = lazy(() => import("./cancel-dialog"));

type Asked = { form: HTMLFormElement; data: FormData };
type Submit = (data: FormData, form: HTMLFormElement) => void;

/** Puts a question before a form whose button cancels orders. Without JavaScript the action asks on a page of its own. */
export function useCancelConfirmation(onSubmit: (event: FormEvent<HTMLFormElement>) => void, submit: Submit) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const idsOf = (data: FormData) => [...data.getAll("id"), ...data.getAll("ids")].map(String);

  return {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      if (data.get("status") !== "Cancelled" || idsOf(data).length === 0) return onSubmit(event);
      event.preventDefault();
      setAsked({ form: event.currentTarget, data });
    },
    question: asked && (
      <Suspense>
        <CancelDialog
          ids={idsOf(asked.data)}
          onNo={() => setAsked(null)}
          onYes={() => {
            asked.data.set("confirmed", "yes");
            submit(asked.data, asked.form);
            setAsked(null);
          }}
        />
      </Suspense>
    ),
  };
}
