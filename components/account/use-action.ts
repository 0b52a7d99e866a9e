"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { unstable_rethrow } from "next/navigation";
import { useActionState, useState, useTransition } from "react";

/** A failure as `submit` of lib/http/submit.ts gives it, as far as forms use it. */
export type Failure = {
  ok: false;
  code: string;
  message: string;
  fields: Record<string, string>;
  values: Record<string, string>;
  retryAfter?: number;
};
export type Outcome<T, F extends Failure = Failure> = { ok: true; data: T } | F;
export type FormAction<T, F extends Failure = Failure> = (
  before: Outcome<T, F> | null,
  form: FormData,
) => Promise<Outcome<T, F> | null>;

/** What was typed, passwords aside. */
function valuesOf(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string" && !/password/i.test(name)) values[name] = value;
  return values;
}

/** The failure of an action whose answer never came; `message` is the specification's text for that action. */
const lost = (form: FormData, message: string): Failure => ({
  ok: false,
  code: "lost",
  message,
  fields: {},
  values: valuesOf(form),
});

/**
 * A server action behind a form. `formAction` is for the form itself, so that it works before JavaScript arrives; `send` is for
 * handlers: a lost connection then becomes a failure like any other. Redirects pass through.
 */
export function useAction<T, F extends Failure = Failure>(
  action: FormAction<T, F>,
  lostMessage: string,
  { onRedirect }: { onRedirect?: () => void } = {},
) {
  const [posted, formAction, posting] = useActionState(action, null);
  const [sent, setSent] = useState<Outcome<T, F> | null>(null);
  const [sending, start] = useTransition();

  function send(form: FormData, onDone?: (outcome: Outcome<T, F>) => void) {
    if (sending) return;
    start(async () => {
      let outcome: Outcome<T, F> | null;
      try {
        outcome = await action(null, form);
      } catch (error) {
        try {
          unstable_rethrow(error);
        } catch (redirect) {
          onRedirect?.();
          throw redirect;
        }
        outcome = lost(form, lostMessage) as F;
      }
      start(() => setSent(outcome));
      if (outcome) onDone?.(outcome);
    });
  }

  return { outcome: sent ?? posted, formAction, send, pending: posting || sending };
}

/** "Too many attempts. Please try again in 14 minutes." */
export function failureText({ message, retryAfter, code }: Failure): string {
  if (code !== "rate_limited" || !retryAfter) return message;
  const minutes = Math.ceil(retryAfter / 60);
  const wait = retryAfter < 90 ? `${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}` : `${minutes} minutes`;
  return `Too many attempts. Please try again in ${wait}.`;
}
