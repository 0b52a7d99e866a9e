import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useTransition } from "react";
import { address } from "./address";

/** Milliseconds after the last key before a search is sent (specification §9). */
const DEBOUNCE = 300;

/** Makes a form that is plain GET without JavaScript navigate softly: at once, or a moment after the last key. */
export function useAddressForm(path: string) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function go(form: HTMLFormElement) {
    clearTimeout(timer.current);
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
    startTransition(() => router.replace(address(path, values) as Route, { scroll: false }));
  }

  return {
    pending,
    /** For the form. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      go(event.currentTarget);
    },
    /** For a text field. */
    onType(event: FormEvent<HTMLInputElement>) {
      const form = event.currentTarget.form;
      clearTimeout(timer.current);
      if (form) timer.current = setTimeout(() => go(form), DEBOUNCE);
    },
    /** For a choice. */
    onPick(event: FormEvent<HTMLSelectElement>) {
      if (event.currentTarget.form) go(event.currentTarget.form);
    },
  };
}
