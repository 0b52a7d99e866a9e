"use client";

import { unstable_rethrow } from "next/navigation";
import { type ComponentProps, createContext, type ReactNode, startTransition, use, useId, useRef } from "react";
import type { z } from "zod";
import { resetSentFields } from "@/components/forms/fields";
import { useFormKey } from "@/components/forms/form-key";
import { failureOfLost } from "@/components/forms/lost-answer";
import { MadeFor, useMadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { FieldError, FieldFrame, fieldAriaProps, TextArea, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { MADE_FOR } from "@/lib/forms/made-for";
import type { ActionFailure, ActionState, FormAction } from "@/lib/http/action-state";
import { Disclosure } from "./disclosure";
import { OptionsField, type OptionsProps } from "./options-field";
import { GENERIC_FAILURE, toastFailure } from "./toast-failure";

/** The answer of most actions of the admin area: the text of the toast, its title, and a secret that is shown once. */
export type Done = { message: string; title?: string; secret?: Secret };

type Secret = { label: string; hint: string; text: string; copied?: string };

type FieldProps = { name: string; defaultValue: string; error?: string };
type Form = { field: (name: string) => FieldProps & { initial?: string }; pending: boolean };
/** What fields and buttons need of the form around them. A form that does not use ActionForm may provide it too. */
export const FormContext = createContext<Form>({ field: (name) => ({ name, defaultValue: "" }), pending: false });

/** Another action that takes back what was done. A field may be sent several times; `done` is said in place of the action's own text. */
type Undo<T = unknown> = {
  action: (previous: null, form: FormData) => Promise<ActionState<T>>;
  fields: Record<string, string | number | readonly number[]>;
  done?: string;
  onDone?: (data: T) => void;
};

/**
 * A refusal that the form shows in place of a toast. With a `label` it can be overruled: a button sends `name` with the value that was
 * refused, so that only this value is accepted.
 */
type Question = {
  code: ActionFailure["code"];
  ask: (failure: ActionFailure) => string;
  /** 'Record anyway' */
  label?: string;
  pendingLabel?: string;
  name?: string;
  value?: (failure: ActionFailure) => string | undefined;
  /** What else is said below the question. */
  more?: (failure: ActionFailure) => ReactNode;
};

export type ActionFormProps<T> = {
  action: FormAction<T>;
  /** What could not be done: the title of the toast of a failure. */
  failed?: string;
  /** The toast of a success; the action's own message when left out. */
  done?: string | ((data: T) => string);
  onDone?: (data: T, form: HTMLFormElement | null) => void;
  onFailure?: (failure: ActionFailure) => void;
  /** What is sent beside the fields. */
  fields?: Record<string, string | number>;
  /** What the fields show at first, by name. A field shows its own error; every other failure is a toast. */
  values?: Record<string, string>;
  /** The field that shows what no other field does, instead of a toast. */
  failsAt?: string;
  loadSchema?: () => Promise<z.ZodType>;
  /** Whether the form sends an idempotency key. */
  keyed?: boolean;
  question?: Question;
  /** What takes back what was done, where that is possible. The toast of a success offers it as 'Undo'. */
  undo?: Undo | ((data: T) => Undo | undefined);
  /** Folds the form away below this line. A refusal unfolds it. */
  summary?: ReactNode;
  id?: string;
  className?: string;
  label?: string;
  labelledBy?: string;
  /** The submit button: its text, or the element. A text stays the same while the form is sent. */
  button?: ReactNode;
  children?: ReactNode;
};

/** A form of the admin area. It needs JavaScript: its outcome is a toast, an error at a field, or a question. */
export function ActionForm<T extends object>(props: ActionFormProps<T>) {
  const { action, failed = GENERIC_FAILURE, done, onDone, fields = {}, values, failsAt, question, undo } = props;
  const { keyField, renewKey } = useFormKey();
  const undoButton = useUndo(failed);
  const form = useActionForm<T, Record<string, string>>(action, {
    failureText: failed,
    values,
    // The error of an item is shown by the field of its list.
    fieldOf: (path) => (values && !(path in values) ? path.replace(/\.\d+$/, "") : path),
    loadSchema: props.loadSchema,
    onShown: resetSentFields,
    onSuccess(data, element) {
      const { message, title } = data as Partial<Done>;
      const text = typeof done === "function" ? done(data) : (done ?? message);
      const back = typeof undo === "function" ? undo(data) : undo;
      if (text) toast.success(text, { title, action: back && undoButton(back) });
      renewKey();
      onDone?.(data, element);
    },
    // Whoever has folded the form away by hand sees why it was refused. Before the refusal is shown, which moves the focus.
    onFailure(failure) {
      form.formRef.current?.closest("details")?.setAttribute("open", "");
      props.onFailure?.(failure);
    },
    toastFailure: failsAt ? undefined : (failure) => failure.code !== question?.code && toastFailure(failed, failure),
  });
  const { state, failure, message, pending, formProps, dismiss } = form;
  const asked = question && failure?.code === question.code ? failure : null;
  const field = (name: string) => {
    const { error, ...own } = form.field(name);
    const unshown = name === failsAt && !asked ? (message ?? undefined) : undefined;
    return { ...own, error: error ?? unshown, initial: values?.[name] };
  };
  const secret = state?.ok && (state.data as Partial<Done>).secret;
  const content = (
    <form
      {...formProps}
      id={props.id}
      className={props.className ?? "grid grid-cols-1 gap-4 justify-items-start [&>*:not(p,.btn)]:w-full"}
      aria-label={props.label}
      aria-labelledby={props.labelledBy}
      // Another amount is another question.
      onInput={asked ? dismiss : undefined}
    >
      <MadeFor />
      {props.keyed && keyField}
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormContext value={{ field, pending }}>
        {props.children}
        {asked && question && <RefusalQuestion question={question} failure={asked} />}
        {typeof props.button === "string" ? <SaveButton pendingLabel={null}>{props.button}</SaveButton> : props.button}
      </FormContext>
      {secret && <OneTimeSecret {...secret} />}
    </form>
  );
  if (props.summary === undefined) return content;
  return <Disclosure summary={props.summary}>{content}</Disclosure>;
}

/** The button of a toast that takes something back and says what has become of it. `failed`: the title of the toast of a failure. */
export function useUndo(failed: string) {
  const callAction = useCallAction();
  return <T,>({ action, fields, done, onDone }: Undo<T>) => {
    const undo = async () => {
      const undone = await callAction(action, fields, failed);
      if (!undone.ok) return toastFailure(failed, undone);
      const { message, title } = undone.data as Partial<Done>;
      const text = done ?? message;
      if (text) toast.success(text, { title });
      onDone?.(undone.data);
    };
    return { text: "Undo", onPress: () => startTransition(undo) };
  };
}

/** A function that calls an action with fields, outside a form. An answer that does not come is a failure, too. */
export function useCallAction() {
  const madeFor = useMadeFor();
  return async <T,>(
    action: (previous: null, form: FormData) => Promise<ActionState<T>>,
    fields: Undo["fields"],
    failed: string,
  ): Promise<ActionState<T>> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) form.append(name, String(one));
    if (madeFor) form.set(MADE_FOR, madeFor);
    try {
      return await action(null, form);
    } catch (error) {
      unstable_rethrow(error);
      return failureOfLost(error, failed);
    }
  };
}

/**
 * A ref for an element that may be unmounted while it has the focus, such as a button with its row. The focus moves to the summary of its
 * disclosure, or to the heading of its section, or to the page.
 */
export const moveFocusOnUnmount = (shown: HTMLElement | null) => () => {
  if (!shown?.contains(document.activeElement)) return;
  const summary = shown.closest("details")?.querySelector("summary");
  const heading = shown.closest("section")?.querySelector<HTMLElement>(":is(h2, h3)[tabindex]");
  (summary ?? heading ?? shown.closest("main"))?.focus();
};

function RefusalQuestion({ question, failure }: { question: Question; failure: ActionFailure }) {
  return (
    <Notice
      tone="warning"
      role="alert"
      className="basis-full text-left whitespace-normal"
      ref={moveFocusOnUnmount}
      title={<span className="num">{question.ask(failure)}</span>}
    >
      {question.more?.(failure)}
      {question.label && (
        <SaveButton
          kind="danger"
          className="mt-3"
          name={question.name}
          value={question.value?.(failure)}
          pendingLabel={question.pendingLabel ?? "Saving..."}
        >
          {question.label}
        </SaveButton>
      )}
    </Notice>
  );
}

function OneTimeSecret({ label, hint, text, copied = "Link copied" }: Secret) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  return (
    <div className="mt-2" role="status">
      <FieldFrame id={id} label={label} hint={hint} className="text-left">
        <div className="flex gap-2">
          <input
            ref={field}
            className="input"
            {...fieldAriaProps(id, { hint })}
            readOnly
            value={text}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton
            text={text}
            copied={copied}
            failed="Please copy the selected text"
            onFailure={() => field.current?.select()}
          >
            Copy
          </CopyButton>
        </div>
      </FieldFrame>
    </div>
  );
}

/** The submit button of the form around it. It is pending with the form, unless `pending` says otherwise. */
export function SaveButton({ children = "Save", pending, ...button }: ComponentProps<typeof Button>) {
  const form = use(FormContext);
  return (
    <Button type="submit" pending={pending ?? form.pending} pendingLabel="Saving..." {...button}>
      {children}
    </Button>
  );
}

/** The props of a field of the form around it. A new key shows the saved text after a save. */
export function useFormField(name: string) {
  const { initial, ...field } = use(FormContext).field(name);
  return [initial, field] as const;
}

export function FormText({ name, ...props }: ComponentProps<typeof TextField> & { name: string }) {
  const [key, field] = useFormField(name);
  return <TextField key={key} autoComplete="off" {...field} {...props} />;
}

export function FormArea({ name, ...props }: ComponentProps<typeof TextArea> & { name: string }) {
  const [key, field] = useFormField(name);
  return <TextArea key={key} {...field} {...props} />;
}

export function FormSelect({ name, ...props }: OptionsProps & { name: string }) {
  const [key, field] = useFormField(name);
  return <OptionsField key={key} {...field} {...props} />;
}

type FormGroupProps = { name: string; legend: ReactNode; className?: string; children: ReactNode };

/** Several fields with one label, and one error for all of them. */
export function FormGroup({ name, legend, className, children }: FormGroupProps) {
  const id = useId();
  const { error } = use(FormContext).field(name);
  return (
    <fieldset className={className} aria-describedby={error && id}>
      <legend className="label">{legend}</legend>
      {children}
      {error && (
        <FieldError id={id} role="alert">
          {error}
        </FieldError>
      )}
    </fieldset>
  );
}

/** Characters of an amount: ten digits, a point, two decimals and a sign. */
const MAX_AMOUNT = 14;
const amountInput = {
  label: "Amount (₹)",
  inputMode: "decimal",
  autoComplete: "off",
  maxLength: MAX_AMOUNT,
  className: "num min-w-0",
} as const;

export const FormAmount = (props: Partial<ComponentProps<typeof FormText>> & { name: string }) => (
  <FormText {...amountInput} {...props} />
);

/** An amount of money outside such a form. */
export const AmountField = (props: Partial<ComponentProps<typeof TextField>>) => (
  <TextField {...amountInput} {...props} />
);

type ActionButtonProps = Omit<ComponentProps<typeof Button>, "name" | "value"> &
  Pick<ActionFormProps<Done>, "action" | "failed" | "fields" | "undo" | "onDone">;

export function ActionButton({ action, failed, fields, undo, onDone, ...button }: ActionButtonProps) {
  return (
    <ActionForm
      {...{ action, failed, fields, undo, onDone }}
      className="contents"
      button={<SaveButton ref={moveFocusOnUnmount} kind="ghost" pendingLabel={undefined} {...button} />}
    />
  );
}
