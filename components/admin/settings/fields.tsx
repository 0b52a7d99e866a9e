import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use } from "react";
import { Button } from "@/components/ui/button";
import { Check, FieldError, SelectField, TextArea, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { addIntent, fieldLabels, removeIntent } from "@/lib/settings/form-texts";
import type { SectionForm } from "./use-section-form";

/** The form of a section, for the fields in it. */
export const SectionFormContext = createContext<SectionForm | null>(null);

/** The form that a field of a section stands in. */
export function useForm(): SectionForm {
  const form = use(SectionFormContext);
  if (!form) throw new Error("A field of a section needs its form");
  return form;
}

/** A field of a section by its name below the section's value or a row, with what its control takes beside that. */
export type FieldSpec = Omit<ComponentProps<typeof TextField>, "name" | "label"> & {
  name: string;
  /** The label, where the section has no name for the field. */
  label?: string;
  kind?: "text" | "lines" | "check";
  /** The number of lines. */
  rows?: number;
  /** The choices of a select: values with their texts. */
  options?: readonly (readonly [value: string, text: string])[];
};

/** Fields of whole numbers and of amounts. */
export const digits = { inputMode: "numeric" } as const;
export const amount = { inputMode: "decimal" } as const;

export const TWO_COLUMNS = "grid-cols-1 sm:grid-cols-2";

type FieldsProps = {
  fields: readonly FieldSpec[];
  at?: string;
  /** The columns of a grid around them. */
  grid?: string;
};

/** Fields of a section, or of the row `at`. */
export function Fields({ fields, at = "value", grid }: FieldsProps) {
  const form = useForm();
  const labels: Record<string, string> = fieldLabels[form.section];
  const shown = fields.map(({ name, label = labels[name], kind, options, rows, ...props }) => {
    const path = `${at}.${name}`;
    if (kind === "check")
      return (
        <Check key={name} {...form.checkbox(path)} className={props.className}>
          {label}
        </Check>
      );
    const { hint, className, optional } = props;
    const shared = { label, ...form.field(path), hint, className, optional };
    if (options)
      return (
        <SelectField key={name} {...shared}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectField>
      );
    if (kind === "lines") return <TextArea key={name} {...shared} rows={rows} maxLength={props.maxLength} />;
    return <TextField key={name} autoComplete="off" {...props} {...shared} />;
  });
  return grid ? <div className={`grid gap-4 ${grid}`}>{shown}</div> : shown;
}

type FieldGroupProps = { title: ReactNode; hint?: ReactNode } & (FieldsProps | RowsProps | { children: ReactNode });

/** Fields that belong together, or the rows of a list, under a heading. */
export function FieldGroup({ title, hint, ...content }: FieldGroupProps) {
  const isRows = "list" in content;
  return (
    <fieldset className="min-w-0">
      <legend className="display text-d5">{title}</legend>
      {hint && <p className="field-hint mt-0.5 max-w-prose">{hint}</p>}
      <div className="mt-3">
        {isRows && <Rows {...content} />}
        {"fields" in content && !isRows && <Fields grid={TWO_COLUMNS} {...content} />}
        {"children" in content && content.children}
      </div>
    </fieldset>
  );
}

type RowButtonProps = {
  /** What is added or removed, as the server reads it without JavaScript (lib/settings/form-texts.ts). */
  intent: string;
  kind: "add" | "remove";
  /** "Add a window", "Remove Mumbai" */
  label: string;
  /** What a screen reader reads after the label, where more buttons have it. */
  of?: string;
};

/** Adds or removes a row of a list. */
export function RowButton({ intent, kind, label, of }: RowButtonProps) {
  const form = useForm();
  const shared = {
    type: "submit",
    name: "rows",
    value: intent,
    autoFocus: form.focus === intent,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      form.change(intent);
    },
  } as const;
  if (kind === "remove")
    return (
      <Button kind="danger-ghost" icon aria-label={of ? `${label} ${of}` : label} {...shared}>
        <Icon name="trash-2" />
      </Button>
    );
  return (
    <Button kind="outline" size="sm" {...shared}>
      <Icon name="plus" />
      {label}
      {of && <span className="sr-only"> {of}</span>}
    </Button>
  );
}

type RowsProps = {
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
  fields: readonly FieldSpec[];
};

/** The rows of a list, each with a button that removes it, and one that adds a row. */
export function Rows({ list, item, add, empty, of, weekday, grid, fields }: RowsProps) {
  const form = useForm();
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
                {weekday && <input type="hidden" name={`${row}.weekday`} value={weekday} />}
                <Fields at={row} fields={fields} />
              </div>
              <div className="mt-6">
                <RowButton kind="remove" intent={removeIntent(row)} label={`Remove ${item} ${index + 1}`} of={of} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {form.error(list) && <FieldError className="mb-2">{form.error(list)}</FieldError>}
      <RowButton kind="add" intent={addIntent(list, weekday)} label={add} of={of} />
    </>
  );
}
