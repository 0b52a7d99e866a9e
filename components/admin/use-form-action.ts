import { unstable_rethrow } from "next/navigation";
import { type FormEvent, useActionState, useState, useTransition } from "react";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/http/submit";

/** A server action as forms of the admin area take it. */
export type FormAction<T = { message: string }> = (
  previous: ActionResult<T> | null,
  form: FormData,
) => Promise<ActionResult<T>>;

/** What is said of an action that has no words of its own, under the title 'Error'. */
const UNNAMED = "An error occurred";

/** The toast of a failure: what could not be done, and the reason when there is a better one than that. */
export function toastFailure(failed: string, message: string): void {
  if (failed === UNNAMED) toast.error(message, { title: "Error" });
  else if (message === failed) toast.error(failed);
  else toast.error(message, { title: failed });
}

/** What a form was submitted with, its button included. */
export const formDataOf = (event: FormEvent<HTMLFormElement>) =>
  new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);

type Options<T> = {
  /** What is said when it could not be done, also when the connection was lost. */
  failed: (form: FormData) => string;
  /** Hears of a success, even when the form has left the page with it. */
  onDone: (data: T, form: HTMLFormElement) => void;
};

/**
 * A form that posts to a server action: a plain post without JavaScript. With it the outcome becomes a toast although the
 * form may be gone by then (an order that leaves the list that it was filtered by), and what was typed stays.
 */
export function useFormAction<T>(action: FormAction<T>, { failed, onDone }: Options<T>) {
  const [posted, formAction] = useActionState(action, null);
  const [answered, setAnswered] = useState<ActionResult<T> | null>(null);
  const [pending, startTransition] = useTransition();

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(event.currentTarget, formDataOf(event));
  }

  function send(form: HTMLFormElement, data: FormData) {
    startTransition(async () => {
      const text = failed(data);
      let result: ActionResult<T>;
      try {
        result = await action(null, data);
      } catch (error) {
        unstable_rethrow(error); // to the login, when the session has ended
        result = { ok: false, code: "service_unavailable", message: text, fields: {}, values: {} };
      }
      if (result.ok) onDone(result.data, form);
      else toastFailure(text, result.message);
      startTransition(() => setAnswered(result));
    });
  }

  return {
    result: answered ?? posted,
    /** What a plain post was answered, for a page without toasts. */
    told: posted?.ok ? posted.data : null,
    pending,
    form: { action: formAction, onSubmit },
    /** Sends what was submitted, for a form that asks first. */
    send,
  };
}

/** For actions whose answer is a message: the message as a toast. */
export const say = ({ message }: { message: string }) => toast.success(message);
