"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFieldArrayReturn,
  useFieldArray,
  useForm,
  useFormContext,
} from "react-hook-form";
import type { z } from "zod";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";

type RecordOptions<Values extends FieldValues, Parsed, Data> = {
  /** What the fields show at first. What is typed is a change of it. */
  values: Values;
  /** The schema of what is typed, which the server checks with too. */
  schema: z.ZodType<Parsed>;
  action: FormAction<Data>;
  /** What could not be done, when the shop was not reached. */
  failed: string;
  formOf: (parsed: Parsed, values: Values) => FormData;
  /** Runs before it is sent, and may change it. A failure that it returns is shown, and nothing is sent. */
  prepare?: (form: FormData) => Promise<ActionFailure | undefined>;
  /** The field that shows an error of the server, for paths that are not field names. */
  fieldOf?: (path: string) => string;
  onSaved: (data: Data) => void;
  onFailure?: (failure: ActionFailure) => void;
  /** Called before the browser follows a redirect of the action, such as to the login. */
  onRedirect?: () => void;
};

/** A form with many fields and field arrays. react-hook-form keeps the values and validates them; `useActionForm` sends them. */
export function useRecord<Values extends FieldValues, Parsed, Data>(options: RecordOptions<Values, Parsed, Data>) {
  const { values, schema, action, failed, formOf, fieldOf = (path) => path } = options;
  const form = useForm<Values, unknown, Parsed>({
    defaultValues: values as DefaultValues<Values>,
    resolver: zodResolver(schema as z.ZodType<Parsed, Values>),
  });
  const { failure, pending, formRef, submit, dismiss } = useActionForm<Data, Record<never, string>>(action, {
    failureText: failed,
    prepare: options.prepare,
    onSuccess: options.onSaved,
    onRedirect: options.onRedirect,
    onFailure(failure) {
      for (const [at, [path, message]] of Object.entries(failure.fields).entries())
        form.setError(fieldOf(path) as Path<Values>, { message }, { shouldFocus: at === 0 });
      options.onFailure?.(failure);
    },
  });
  return {
    form,
    failure,
    pending,
    formRef,
    dismiss,
    save: form.handleSubmit((parsed) => submit(formOf(parsed, form.getValues()), formRef.current)),
  };
}

const never = () => () => {};
/** False in what the server has rendered, until React has taken it over. */
const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

type RecordFormProps = ComponentProps<"form"> & {
  record: Pick<ReturnType<typeof useRecord<FieldValues, unknown, unknown>>, "formRef" | "save"> & { form: unknown };
};

/** The form element of such a form. Nothing can be typed before what is typed is kept. */
export function RecordForm({ record, children, ...rest }: RecordFormProps) {
  const isHydrated = useHydrated();
  return (
    <FormProvider {...(record.form as ReturnType<typeof useForm>)}>
      <form ref={record.formRef} noValidate onSubmit={record.save} {...rest}>
        <MadeFor />
        <fieldset disabled={!isHydrated} className="contents">
          {children}
        </fieldset>
      </form>
    </FormProvider>
  );
}

/** The props of a field of the record form around it. */
export function useRecordField(name: string) {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState(name, formState);
  // A list that is typed as one text shows the first error of its entries.
  const shown = Array.isArray(error) ? (error as (typeof error)[]).find(Boolean) : error;
  return { ...register(name), error: shown?.message };
}

/** Says that something has changed other than by typing: a dialog asks before it closes over it. */
export const announceChange = (element: Element | null | undefined) =>
  element?.dispatchEvent(new Event("input", { bubbles: true }));

type RecordRowsProps = {
  name: string;
  /** "award": its buttons read 'Remove award 2'. */
  item: string;
  add: string;
  /** What a screen reader reads after the labels of the buttons, where several lists have the same. */
  of?: string;
  /** What the button that removes a row is called, where its number says too little: "Remove Mumbai". */
  removal?: (index: number) => string;
  empty?: string;
  /** Stands between the rows and the button that adds one. */
  note?: ReactNode;
  /** A row before anything is typed into it, and its field that gets the focus. */
  newRow: Record<string, unknown>;
  focus: string;
  most?: number;
  /** The list with all of its rows, where several of these show a part of it each, and which of them this one shows. */
  array?: UseFieldArrayReturn;
  only?: (row: Record<string, unknown>) => boolean;
  className?: string;
  /** A row, by its path, with the button that removes it. */
  children: (path: string, index: number, remove: ReactNode) => ReactNode;
};

/** The rows of a list, which come and go. */
export const RecordRows = ({ array, ...props }: RecordRowsProps) =>
  array ? <RowList {...props} array={array} /> : <OwnRows {...props} />;

const OwnRows = (props: RecordRowsProps) => <RowList {...props} array={useFieldArray({ name: props.name })} />;

function RowList(props: RecordRowsProps & { array: UseFieldArrayReturn }) {
  const { name, item, add, of, removal, empty, note, newRow, focus, most, array, only, children } = props;
  const { className = "grid gap-3 mb-3" } = props;
  const { getFieldState, formState } = useFormContext();
  const { fields, append, remove } = array;
  const rows = fields.map((row, index) => ({ row, index })).filter(({ row }) => !only || only(row));
  const adding = useRef<HTMLButtonElement>(null);
  const [removals, setRemovals] = useState(0);
  // The pressed button goes with its row; the button that adds one may have been disabled until now.
  useEffect(() => {
    if (removals > 0) adding.current?.focus();
  }, [removals]);
  const { error } = getFieldState(name, formState);
  const message = error?.root?.message ?? error?.message;
  const suffix = of ? ` ${of}` : "";
  return (
    <>
      {rows.length === 0 && empty && <p className="text-muted mb-2">{empty}</p>}
      {rows.length > 0 && (
        <ul className={className}>
          {rows.map(({ row, index }, at) => (
            <li key={row.id}>
              {children(
                `${name}.${index}`,
                at,
                <Button
                  kind="danger-ghost"
                  icon
                  aria-label={removal?.(index) ?? `Remove ${item} ${at + 1}${suffix}`}
                  onClick={({ currentTarget }) => {
                    announceChange(currentTarget);
                    remove(index);
                    setRemovals(removals + 1);
                  }}
                >
                  <Icon name="trash-2" />
                </Button>,
              )}
            </li>
          ))}
        </ul>
      )}
      {message && (
        <FieldError role="alert" className="mb-2">
          {message}
        </FieldError>
      )}
      {note}
      <Button
        ref={adding}
        kind="outline"
        size="sm"
        disabled={most !== undefined && rows.length >= most}
        onClick={({ currentTarget }) => {
          announceChange(currentTarget);
          append(newRow, { focusName: `${name}.${fields.length}.${focus}` });
        }}
      >
        <Icon name="plus" />
        {add}
        {of && <span className="sr-only">{suffix}</span>}
      </Button>
    </>
  );
}
