"use client";

import { type ReactNode, useId } from "react";
import { useFilterForm } from "@/components/admin/use-filter-form";
import { FieldError } from "@/components/ui/field";

type ReportFormProps = { from?: string; to?: string; today: string; error?: string; children: ReactNode };

/** The date range of the report. It works without JavaScript. */
export function ReportForm({ from, to, today, error, children }: ReportFormProps) {
  const { pending, onSubmit } = useFilterForm("/admin");
  const id = useId();
  const field = (name: "from" | "to", label: string, value?: string) => (
    <div>
      <label className="label" htmlFor={`${id}-${name}`}>
        {label}
      </label>
      <input
        key={value}
        className="input num"
        type="date"
        id={`${id}-${name}`}
        name={name}
        defaultValue={value}
        max={today}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
    </div>
  );
  return (
    <form
      method="get"
      action="/admin"
      className="grid xs:grid-cols-2 sm:flex flex-wrap gap-3 items-end mt-4"
      aria-busy={pending}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="tab" value="reports" />
      {field("from", "From", from)}
      {field("to", "To", to)}
      {children}
      {error && (
        <FieldError id={`${id}-error`} role="alert" className="xs:col-span-2 basis-full mt-0">
          {error}
        </FieldError>
      )}
    </form>
  );
}
