"use client";

import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { MadeFor } from "@/components/forms/made-for";
import { Check } from "@/components/ui/field";

/** The checkboxes that belong to a form, wherever they stand. */
export const boxesOf = (form: string) => [
  ...document.querySelectorAll<HTMLInputElement>(`input[type=checkbox][name=ids][form="${form}"]`),
];

/** The values of those that are ticked. */
export const tickedOf = (form: string) => boxesOf(form).flatMap(({ checked, value }) => (checked ? [value] : []));

/** Ticks checkboxes, or unticks them, as if it had been done by hand. */
export function tick(boxes: Iterable<HTMLInputElement>, checked = true): void {
  for (const box of boxes) box.checked = checked;
  document.dispatchEvent(new Event("change"));
}

/** How many checkboxes of a form are ticked. `shown` changes with the checkboxes that there are. */
export function useTicked(form: string, shown: string): number {
  const [ticked, setTicked] = useState(0);
  useEffect(() => {
    const count = () => setTicked(tickedOf(form).length);
    // The reset event fires before the checkboxes are reset.
    const countLater = () => requestAnimationFrame(count);
    count();
    document.addEventListener("change", count);
    document.addEventListener("reset", countLater);
    return () => {
      document.removeEventListener("change", count);
      document.removeEventListener("reset", countLater);
    };
  }, [form, shown]);
  return ticked;
}

/** The checkbox of a row. `form` is the id of the form that it belongs to, when it stands outside. */
export const Tick = ({ label, ...input }: { value: string | number; label: string } & ComponentProps<"input">) => (
  <label className="tick">
    <input type="checkbox" name="ids" aria-label={label} className="size-5 accent-primary" {...input} />
  </label>
);

type BatchBarProps = {
  /** The id of the form, which the checkboxes of the rows name. */
  id: string;
  /** The ids of the rows on the page. When they change, the ticked ones are counted again. */
  ids: readonly number[];
  label: string;
  formProps: ComponentProps<"form">;
  children: ReactNode;
};

/** What is done with all rows that are ticked; nothing while none is. */
export function BatchBar({ id, ids, label, formProps, children }: BatchBarProps) {
  const ticked = useTicked(id, ids.join());
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Check
        className="py-0"
        checked={ticked > 0 && ticked === ids.length}
        onChange={(event) => tick(boxesOf(id), event.target.checked)}
      >
        Select all
      </Check>
      <form
        id={id}
        {...formProps}
        hidden={ticked === 0}
        className="flex flex-wrap items-center gap-2"
        aria-label={label}
      >
        <MadeFor />
        <span className="text-muted num">{ticked} selected:</span>
        {children}
      </form>
    </div>
  );
}

export function BatchOutcomes({ outcomes }: { outcomes: readonly { id: number; ok: boolean; message: string }[] }) {
  return (
    <ul className="text-sm mt-2 num basis-full" role="status">
      {outcomes.map((outcome) => (
        <li key={outcome.id} className={outcome.ok ? "text-muted" : "text-danger font-medium"}>
          #{outcome.id}: {outcome.message}
        </li>
      ))}
    </ul>
  );
}
