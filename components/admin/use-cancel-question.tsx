"use client";

import { type FormEvent, lazy, Suspense, useState } from "react";
import { formDataOf } from "./use-form-action";

const CancelQuestion = lazy(() => import("./cancel-question"));

type Asked = { form: HTMLFormElement; data: FormData };
type Send = (form: HTMLFormElement, data: FormData) => void;

/** Puts a question before a form whose button cancels orders. Without JavaScript the action asks on a page of its own. */
export function useCancelQuestion(onSubmit: (event: FormEvent<HTMLFormElement>) => void, send: Send) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const idsOf = (data: FormData) => [...data.getAll("id"), ...data.getAll("ids")].map(String);

  return {
    onSubmit(event: FormEvent<HTMLFormElement>) {
      const data = formDataOf(event);
      if (data.get("status") !== "Cancelled" || idsOf(data).length === 0) return onSubmit(event);
      event.preventDefault();
      setAsked({ form: event.currentTarget, data });
    },
    question: asked && (
      <Suspense>
        <CancelQuestion
          ids={idsOf(asked.data)}
          onNo={() => setAsked(null)}
          onYes={() => {
            asked.data.set("confirmed", "yes");
            send(asked.form, asked.data);
            setAsked(null);
          }}
        />
      </Suspense>
    ),
  };
}
