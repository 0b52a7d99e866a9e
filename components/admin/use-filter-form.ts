import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useTransition } from "react";
import { MAX_SEARCH } from "@/db/constants/text";
import { urlWithQuery } from "./urls";

/** Milliseconds between the last key press and the search. */
const SEARCH_DELAY_MS = 300;

/**
 * A filter form, which is a plain GET form without JavaScript. With JavaScript it changes the URL without reloading the page: when it
 * is submitted, when a choice changes, or a moment after the last key press in the search field. `search` is the text that the
 * URL searches for.
 */
export function useFilterForm(path: string, search = "") {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const urlSearch = useRef(search);
  // Searches that are not in the URL yet. More may have been typed by the time that one of them is.
  const pendingSearches = useRef<string[]>([]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // A search that this form did not send comes from the Back button or a link, and replaces the text of the field.
  useEffect(() => {
    if (urlSearch.current === search) return;
    urlSearch.current = search;
    const index = pendingSearches.current.indexOf(search);
    pendingSearches.current = index < 0 ? [] : pendingSearches.current.slice(index + 1);
    if (index >= 0 || !field.current) return;
    clearTimeout(timer.current);
    field.current.value = search;
  }, [search]);

  function navigate(form: HTMLFormElement, submitter?: HTMLElement | null) {
    clearTimeout(timer.current);
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") values[name] = value;
    if (field.current && field.current.value !== urlSearch.current) pendingSearches.current.push(field.current.value);
    const url = urlWithQuery(path, values);
    startTransition(() => router.replace(url, { scroll: false }));
  }

  return {
    pending,
    /** For the form. */
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      navigate(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    },
    /** Props of the search field. */
    searchField: {
      ref: field,
      type: "search",
      name: "search",
      maxLength: MAX_SEARCH,
      defaultValue: search,
      onInput(event: FormEvent<HTMLInputElement>) {
        const { form } = event.currentTarget;
        clearTimeout(timer.current);
        if (form) timer.current = setTimeout(() => navigate(form), SEARCH_DELAY_MS);
      },
    },
    /** For a select. */
    onSelect(event: FormEvent<HTMLSelectElement>) {
      if (event.currentTarget.form) navigate(event.currentTarget.form);
    },
  };
}
