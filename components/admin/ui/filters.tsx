"use client";

import type { Route } from "next";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useTransition } from "react";
import { urlWithQuery } from "@/components/admin/urls";
import { FieldFrame, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { MAX_SEARCH } from "@/db/constants/text";

import { OptionsField, type OptionsProps } from "./options-field";

const SEARCH_DELAY_MS = 300;

type FiltersProps = {
  path: string;
  /** Query parameters that the fields leave as they are. */
  fixed?: Record<string, string | number | undefined>;
  /** A search, with the text that the address searches for. */
  search?: { label: string; placeholder: string; value: string; hiddenLabel?: boolean };
  className?: string;
  children?: ReactNode;
};

/**
 * What a list is filtered by, which is in its address: a search that is followed while it is typed, selects that are followed at once, and
 * other fields with a button.
 */
export function Filters({ path, fixed = {}, search, className, children }: FiltersProps) {
  const id = useId();
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const inUrl = search?.value ?? "";
  const urlSearch = useRef(inUrl);
  // Searches that are not in the URL yet. More may have been typed by the time that one of them is.
  const pendingSearches = useRef<string[]>([]);
  useEffect(() => () => clearTimeout(timer.current), []);

  // A search that this form did not send comes from the Back button or a link, and replaces the text of the field.
  useEffect(() => {
    if (urlSearch.current === inUrl) return;
    urlSearch.current = inUrl;
    const index = pendingSearches.current.indexOf(inUrl);
    pendingSearches.current = index < 0 ? [] : pendingSearches.current.slice(index + 1);
    if (index >= 0 || !field.current) return;
    clearTimeout(timer.current);
    field.current.value = inUrl;
  }, [inUrl]);

  function navigate(form: HTMLFormElement) {
    clearTimeout(timer.current);
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
    if (field.current && field.current.value !== urlSearch.current) pendingSearches.current.push(field.current.value);
    startTransition(() => router.replace(urlWithQuery(path, values), { scroll: false }));
  }

  return (
    <form
      role="search"
      className={className ?? "flex flex-wrap gap-3 items-end"}
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(event.currentTarget);
      }}
      onChange={({ target, currentTarget }) => {
        if (target instanceof HTMLSelectElement) navigate(currentTarget);
      }}
    >
      {Object.entries(fixed).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search && (
        <FieldFrame id={id} label={search.label} hiddenLabel={search.hiddenLabel} className="flex-1 basis-64 min-w-0">
          <div className="input-icon">
            <Icon name="search" />
            <input
              ref={field}
              className="input"
              id={id}
              type="search"
              name="search"
              placeholder={search.placeholder}
              maxLength={MAX_SEARCH}
              defaultValue={inUrl}
              onInput={({ currentTarget: { form } }) => {
                clearTimeout(timer.current);
                if (form) timer.current = setTimeout(() => navigate(form), SEARCH_DELAY_MS);
              }}
            />
          </div>
        </FieldFrame>
      )}
      {children}
    </form>
  );
}

type FromUrl = { value: string | undefined };

/** A field of the filters with what the address says; another address shows in it. */
export const FilterSelect = ({ value, ...props }: OptionsProps & FromUrl) => (
  <OptionsField key={value} defaultValue={value ?? ""} {...props} />
);
export const FilterDate = ({ value, ...props }: ComponentProps<typeof TextField> & FromUrl) => (
  <TextField key={value} type="date" defaultValue={value} className="num" {...props} />
);

/** A filter that came with a link, and takes itself away. */
export const FilterChip = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    className="chip inline-flex items-center gap-1.5 max-w-full whitespace-normal justify-self-start"
    aria-current="true"
    href={href as Route}
    prefetch={false}
    scroll={false}
  >
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <Icon name="x" className="size-4 shrink-0" label="Show all" />
  </Link>
);
