"use client";

import { unstable_rethrow } from "next/navigation";
import { type FormEvent, useActionState, useEffect, useLayoutEffect, useRef, useState, useTransition } from "react";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import { MADE_FOR } from "@/lib/forms/made-for";
import type { ActionFailure, ActionState, FormAction } from "@/lib/http/action-state";
import { describeFailure } from "./describe-failure";
import { failureOfLost } from "./lost-answer";
import type { startValidation } from "./validation";

type Options<T, V extends Record<string, string>> = {
  /** The message when the action cannot be reached, for example because the connection was lost. */
  failureText: string | ((form: FormData) => string);
  /** The initial text of each field that shows its own error message. */
  values?: V;
  /** Loads the schema that the server checks with. The fields are then also checked in the browser. */
  loadSchema?: () => Promise<z.ZodType>;
  /** The name of the field that shows an error of the schema, for schemas whose paths are not field names. */
  fieldOf?: (path: string) => string;
  /** Runs before the action and may change what is sent. A failure that it returns is shown and nothing is sent. */
  prepare?: (form: FormData) => Promise<ActionFailure | undefined>;
  /** Called even if the form has been unmounted in the meantime. */
  onSuccess?: (data: T, form: HTMLFormElement | null) => void;
  onFailure?: (failure: ActionFailure, form: FormData) => void;
  /**
   * Shows a failure as a toast, unless a field shows it. With JavaScript the form then has no message of its own, so that nothing is
   * said twice.
   */
  toastFailure?: (failure: ActionFailure, form: FormData) => void;
  /** Called before the browser follows a redirect of the action. */
  onRedirect?: (form: FormData) => void;
  /** Called once the page shows a success, with what was sent. */
  onShown?: (form: HTMLFormElement, sent: FormData) => void;
};

/** The typed texts except passwords, for a failure that does not come from the server. */
export function typedValues(form: FormData): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string" && !/password/i.test(name)) values[name] = value;
  return values;
}

/**
 * The state of a form that submits to a server action.
 *
 * Without JavaScript the form is posted as it stands, and the page comes back with the outcome and what was typed. With
 * JavaScript the same action is called without leaving the page: the fields are checked first if there is a schema, a second
 * submission is ignored while one is pending, a lost connection and a page that is outdated become failures like any other, what was
 * typed stays in the fields, and the first invalid field gets the focus.
 */
export function useActionForm<T, V extends Record<string, string> = Record<never, string>>(
  action: FormAction<T>,
  options: Options<T, V>,
) {
  const { values, loadSchema, fieldOf = (path) => path } = options;
  const [posted, formAction, posting] = useActionState(action, null);
  const [sent, setSent] = useState<ActionState<T> | null>(null);
  const [dismissed, setDismissed] = useState<ActionState<T> | null>(null);
  const [checked, setChecked] = useState<Record<string, string> | null>(null);
  const [sending, startTransition] = useTransition();
  const formRef = useRef<HTMLFormElement>(null);
  const validation = useRef<Promise<ReturnType<typeof startValidation> | undefined>>(undefined);
  const sentData = useRef<FormData>(null);
  // State changes too late to stop the second click of a double click.
  const isBusy = useRef(false);

  const latest = sent ?? posted;
  const state = latest === dismissed ? null : latest;
  const failure = state?.ok === false ? state : null;
  const fieldErrors: Record<string, string> = {};
  for (const [path, message] of Object.entries(failure?.fields ?? {})) fieldErrors[fieldOf(path)] ??= message;
  const errors = checked ?? fieldErrors;
  const isShownByField = ({ fields }: ActionFailure) =>
    values !== undefined && Object.keys(fields).some((path) => fieldOf(path) in values);
  const reportFailure = (failure: ActionFailure, form: FormData) => {
    options.onFailure?.(failure, form);
    if (!isShownByField(failure)) options.toastFailure?.(failure, form);
  };

  // Before the outcome is painted, so that nobody sees it in a form that is still filled.
  useLayoutEffect(() => {
    const form = formRef.current;
    if (!state || !form) return;
    setChecked(null);
    if (state.ok) {
      void validation.current?.then((loaded) => loaded?.stop());
      validation.current = undefined;
      if (sentData.current) options.onShown?.(form, sentData.current);
      return;
    }
    void validation.current?.then((loaded) => loaded?.setErrors(fieldErrors));
    for (const element of form.elements) {
      if (!(element instanceof HTMLElement) || !("name" in element) || !fieldErrors[String(element.name)]) continue;
      element.focus();
      if (document.activeElement === element) return;
    }
  }, [state]);

  // A submission before hydration was posted without JavaScript. Its outcome is reported as soon as that is possible.
  useEffect(() => {
    if (!posted) return;
    setSent(posted);
    if (posted.ok) return options.onSuccess?.(posted.data, formRef.current);
    const typed = new FormData();
    for (const [name, value] of Object.entries(posted.values)) typed.set(name, value);
    reportFailure(posted, typed);
  }, []);

  function loadValidation() {
    if (!loadSchema) return;
    validation.current ??= Promise.all([import("./validation"), loadSchema()]).then(
      ([validator, schema]) =>
        formRef.current ? validator.startValidation(formRef.current, schema, fieldOf, setChecked) : undefined,
      () => {
        // The code could not be loaded: the server checks anyway, and the next submission tries to load it again.
        validation.current = undefined;
        return undefined;
      },
    );
    return validation.current;
  }

  function run(data: FormData, form: HTMLFormElement | null) {
    const { failureText, prepare, onSuccess, onRedirect } = options;
    isBusy.current = true;
    // Also when the data was not read from the form.
    const madeFor = formRef.current?.elements.namedItem(MADE_FOR);
    if (madeFor instanceof HTMLInputElement) data.set(MADE_FOR, madeFor.value);
    sentData.current = data;
    startTransition(async () => {
      let outcome: ActionState<T>;
      try {
        outcome = (await prepare?.(data)) ?? (await action(null, data));
      } catch (error) {
        try {
          unstable_rethrow(error);
        } catch (redirect) {
          onRedirect?.(data);
          throw redirect;
        }
        const message = typeof failureText === "string" ? failureText : failureText(data);
        outcome = { ...failureOfLost(error, message), values: typedValues(data) };
      } finally {
        isBusy.current = false;
      }
      // The page comes anew for who is signed in now, and this form goes with what was typed.
      if (!outcome.ok && outcome.code === "somebody_else") return toast.error(outcome.message);
      startTransition(() => setSent(outcome));
      if (outcome.ok) onSuccess?.(outcome.data, form);
      else reportFailure(outcome, data);
    });
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    // A button with a name asks for something else than what the fields are for: they need not be valid.
    const loaded = submitter?.hasAttribute("name") ? undefined : await loadValidation();
    if (loaded && !(await loaded.isValid())) {
      isBusy.current = false;
      return;
    }
    run(new FormData(form, submitter), form);
  }

  return {
    /** The latest outcome; null before the first submission. */
    state,
    /** The outcome of a submission without JavaScript, for a message in the page. With JavaScript such messages are toasts. */
    posted: sent ? null : posted,
    failure,
    /** The failure's message, unless a field or a toast shows it. */
    message: failure && !isShownByField(failure) && !(sent && options.toastFailure) ? describeFailure(failure) : null,
    errors,
    pending: posting || sending,
    formRef,
    formProps: {
      ref: formRef,
      action: formAction,
      noValidate: true,
      onSubmit,
      onFocus: loadSchema && (() => void loadValidation()),
    },
    /** The props of a field: its name, its initial text and its error message. */
    field: (name: keyof V & string) => ({
      name,
      defaultValue: failure?.values[name] ?? values?.[name] ?? "",
      error: errors[name],
    }),
    /** Submits data, for a form that asks for confirmation first. */
    submit: (data: FormData, form: HTMLFormElement | null = null) => {
      if (!isBusy.current) run(data, form);
    },
    dismiss: () => setDismissed(latest),
  };
}
