import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useTransition } from "react";
import { address } from "./address";

/** Milliseconds after the last key before a search is sent (specification §9). */
const DEBOUNCE = 300;

type Options = {
  /** What the address says that is searched for; the form's field of that name follows it. */
  search?: string;
  /** A step of its own for the way back, from the top of the page: buttons that turn pages or choose what is shown. */
  step?: "here" | "top";
};

/** Makes a form that is plain GET without JavaScript navigate softly: at once, or a moment after the last key. */
export function useAddressForm(path: string, { search = "", step }: Options = {}) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const shown = useRef(search);
  // Searches that are on their way to the address: when one arrives, more may have been typed meanwhile.
  const sent = useRef<string[]>([]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // A search that this form did not send came from elsewhere (back, a tab): the field follows.
  useEffect(() => {
    if (shown.current === search) return;
    shown.current = search;
    const at = sent.current.indexOf(search);
    sent.current = at < 0 ? [] : sent.current.slice(at + 1);
    if (at >= 0 || !field.current) return;
    clearTimeout(timer.current);
    field.current.value = search;
  }, [search]);

  function go(form: HTMLFormElement, submitter?: HTMLElement | null) {
    clearTimeout(timer.current);
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") values[name] = value;
    if (field.current && field.current.value !== shown.current) sent.current.push(field.current.value);
    const to = address(path, values) as Route;
    startTransition(() => (step ? router.push(to, { scroll: step === "top" }) : router.replace(to, { scroll: false })));
  }

  return {
    pending,
    /** For the form. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      go(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    },
    /** For the search field. */
    searchField: {
      ref: field,
      type: "search",
      name: "search",
      maxLength: 200,
      defaultValue: search,
      onInput(event: FormEvent<HTMLInputElement>) {
        const form = event.currentTarget.form;
        clearTimeout(timer.current);
        if (form) timer.current = setTimeout(() => go(form), DEBOUNCE);
      },
    },
    /** For a choice. */
    onPick(event: FormEvent<HTMLSelectElement>) {
      if (event.currentTarget.form) go(event.currentTarget.form);
    },
  };
}
