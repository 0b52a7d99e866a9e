import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { addIntent, removeIntent } from "@/lib/settings/form-texts";
import { RowButton } from "./row-button";
import type { SectionForm } from "./use-section-form";

type RowsProps = {
  form: SectionForm;
  /** The list's path. */
  list: string;
  /** "award": buttons read 'Add an award' and 'Remove award 2'. */
  item: string;
  /** "Add an award" */
  add: string;
  /** What is read when there are none. */
  empty?: string;
  /** What a screen reader reads after the labels of the buttons, where more lists have the same. */
  of?: string;
  /** The weekday of the windows that are shown; the others of the list are left out. */
  weekday?: number;
  /** The classes of the grid of a row's fields. */
  grid: string;
  children: (row: string) => ReactNode;
};

/** The rows of a list, each with a button that removes it, and one that adds a row. */
export function Rows({ form, list, item, add, empty, of, weekday, grid, children }: RowsProps) {
  const paths = form
    .rows(list)
    .filter((row) => weekday === undefined || form.text(`${row}.weekday`) === String(weekday));
  return (
    <>
      {paths.length === 0 && empty && <p className="text-muted mb-2">{empty}</p>}
      {paths.length > 0 && (
        <ul className="mb-3 grid gap-3">
          {paths.map((row, index) => (
            <li key={row} className="flex gap-2 items-start border-t border-border pt-3 first:border-0 first:pt-0">
              <div role="group" aria-label={`${item} ${index + 1}`} className={`grid gap-3 flex-1 min-w-0 ${grid}`}>
                {children(row)}
              </div>
              <div className="mt-6">
                <RowButton
                  form={form}
                  kind="remove"
                  intent={removeIntent(row)}
                  label={`Remove ${item} ${index + 1}`}
                  of={of}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {form.error(list) && (
        <p className="field-error mb-2">
          <Icon name="circle-alert" />
          {form.error(list)}
        </p>
      )}
      <RowButton form={form} kind="add" intent={addIntent(list, weekday)} label={add} of={of} />
    </>
  );
}
