"use client";

import type { Route } from "next";
import Link from "next/link";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldFrame, SelectField, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { useFilterForm } from "./use-filter-form";

type FiltersProps = {
  path: string;
  /** Query parameters that the fields leave as they are. */
  fixed?: Record<string, string | number | undefined>;
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
  const { pending, form, searchField } = useFilterForm(path, search?.value);
  return (
    <form role="search" className={className ?? "flex flex-wrap gap-3 items-end"} aria-busy={pending} {...form}>
      {Object.entries(fixed).map(
        ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {search && (
        <FieldFrame id={id} label={search.label} hiddenLabel={search.hiddenLabel} className="flex-1 basis-64 min-w-0">
          <div className="input-icon">
            <Icon name="search" />
            <input className="input" id={id} placeholder={search.placeholder} {...searchField} />
          </div>
        </FieldFrame>
      )}
      {children}
    </form>
  );
}

/** A field of the filters with what the address says; another address shows in it. */
export const FilterSelect = ({
  value,
  ...props
}: ComponentProps<typeof SelectField> & { value: string | undefined }) => (
  <SelectField key={value} defaultValue={value ?? ""} {...props} />
);
export const FilterDate = ({ value, ...props }: ComponentProps<typeof TextField> & { value: string | undefined }) => (
  <TextField key={value} type="date" defaultValue={value} className="num" {...props} />
);

/** A filter that came with a link, and takes itself away. */
export function FilterChip({ href, children }: { href: string; children: ReactNode }) {
  return (
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
}
