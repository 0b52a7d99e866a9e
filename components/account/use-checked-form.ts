"use client";
"use no memo"; // react-hook-form hands out values that change under the same identity

import { type FormEvent, useEffect, useRef } from "react";
import { type FieldValues, type Path, type PathValue, type Resolver, useForm } from "react-hook-form";
import { type Failure, failureText } from "./use-action";

type Checked<V extends FieldValues> = {
  /** The checker of the server's own schema, loaded when a form is first checked. */
  loadResolver: () => Promise<{ resolver: Resolver<V> }>;
  /** What stands in the fields at first: what was typed before, when the page comes back without JavaScript. */
  values: { [K in keyof V]: string };
  failure: Failure | null;
  send: (form: FormData) => void;
};

/**
 * react-hook-form over a form that also works without JavaScript: the messages are those of the schema that the server
 * checks again; what the server found is shown in its fields. The first wrong field gets the focus.
 */
export function useCheckedForm<V extends FieldValues>({ loadResolver, values, failure, send }: Checked<V>) {
  const form = useRef<HTMLFormElement>(null);
  const { register, handleSubmit, setError, setFocus, setValue, formState } = useForm<V>({
    resolver: async (...args) => (await loadResolver()).resolver(...args),
    reValidateMode: "onChange",
  });
  const { errors, isSubmitted } = formState;

  useEffect(() => {
    const names = Object.keys(failure?.fields ?? {}).filter((name) => name in values) as Path<V>[];
    for (const name of names) setError(name, { message: failure?.fields[name] });
    if (names[0]) setFocus(names[0]);
  }, [failure]);

  const inFields = Object.keys(failure?.fields ?? {}).some((name) => name in values);
  return {
    /** What to say of a failure that no field shows. */
    whole: failure && !inFields ? failureText(failure) : null,
    formProps: {
      ref: form,
      noValidate: true,
      onFocus: () => void loadResolver(),
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const submitter = (event.nativeEvent as SubmitEvent).submitter;
        const sendForm = () => send(new FormData(form.current as HTMLFormElement, submitter));
        // A named button asks for something beside what the form is for: nothing to check.
        if (!submitter?.hasAttribute("name")) return handleSubmit(sendForm)(event);
        event.preventDefault();
        sendForm();
      },
    },
    /** Puts texts into fields, as if they were typed. */
    fill: (texts: Partial<Record<string, string>>) => {
      for (const name of Object.keys(values)) {
        const text = texts[name];
        if (text !== undefined) setValue(name as Path<V>, text as PathValue<V, Path<V>>);
      }
    },
    field: (name: Path<V>) => {
      const fromServer = isSubmitted ? undefined : failure?.fields[name];
      return {
        ...register(name),
        defaultValue: values[name],
        error: (errors[name]?.message as string | undefined) ?? fromServer,
      };
    },
  };
}
