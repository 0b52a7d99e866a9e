import { type ComponentProps, createContext, type ReactNode, use, useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { Panel } from "@/components/admin/ui/panel";
import { RecordRows } from "@/components/admin/ui/record-form";
import { Badge } from "@/components/ui/badge";
import { Check, Field, type TextField } from "@/components/ui/field";
import type { Section } from "@/db/constants/settings";
import type { Texts } from "@/lib/forms/values";
import { fieldLabels } from "@/lib/settings/form-texts";
import { newRowOf, settingControl } from "@/lib/settings/form-values";
import { inventedAt } from "@/lib/settings/samples";

/** The section that a field is of, and the path of the row that it stands in. */
export const SectionPlace = createContext<{ section: Section; at: string }>({ section: "shop", at: "value" });

/** What is wrong with a field. A field of lines says with which. */
function messageOf(error: object | undefined, shown: unknown): string | undefined {
  if (!error || "message" in error) return (error as { message?: string } | undefined)?.message;
  const [index, fault] = Object.entries(error).find(([, fault]) => fault?.message) ?? [];
  if (typeof shown !== "string") return fault?.message;
  return `${shown.split("\n").filter((line) => line.trim() !== "")[Number(index)]}: ${fault?.message}`;
}

/** A field of the section or of the row that it stands in, by its name there. */
export function useSetting(name: string) {
  const { section, at } = use(SectionPlace);
  const path = `${at}.${name}`;
  const { field } = useController({ name: path });
  const { formState, getFieldState } = useFormContext();
  return {
    field,
    label: (fieldLabels[section] as Record<string, string>)[name],
    error: messageOf(getFieldState(path, formState).error, field.value),
    ...settingControl(section, path),
  };
}

type SettingProps = Omit<ComponentProps<typeof TextField>, "name" | "label"> & {
  name: string;
  /** The label, where the section has no name for the field. */
  label?: string;
  lines?: number;
  options?: readonly (readonly [value: string, text: string])[];
};

/** A field with its label, or a tick. What its control takes is as its schema says. */
export function Setting({ name, lines, options, ...props }: SettingProps) {
  const { field, ...own } = useSetting(name);
  const { value, ...control } = field;
  if (typeof value === "boolean")
    return (
      <Check {...control} checked={value} className={props.className}>
        {own.label}
      </Check>
    );
  const children = options?.map(([value, text]) => (
    <option key={value} value={value}>
      {text}
    </option>
  ));
  const tag = options ? "select" : lines ? "textarea" : "input";
  const { className, ...rest } = props;
  return (
    <div className={className}>
      <Field as={tag} {...{ autoComplete: "off", rows: lines, children, ...own, ...field, ...rest }} />
      <SampleMark of={String(rest.label ?? own.label)} name={name} />
    </div>
  );
}

/** Marks a field or row that still says what the shop began with, and takes it for the shop's own. */
function SampleMark({ of, name }: { of: string; name?: string }) {
  const { section, at } = use(SectionPlace);
  const path = name ? `${at}.${name}` : at;
  const shown = useWatch({ name: path });
  const fact = section === "shop" ? inventedAt(path.replace(/^value\./, ""), shown) : undefined;
  return fact && <Acceptance of={of} fact={fact} />;
}

function Acceptance({ of, fact }: { of: string; fact: string }) {
  const id = useId();
  const { field } = useController({ name: "value.accepted" });
  const accepted: string[] = field.value ?? [];
  const isOurs = accepted.includes(fact);
  return (
    <p className="flex flex-wrap items-center gap-x-3 col-span-full">
      {!isOurs && <Badge tone="warning">Sample</Badge>}
      <Check
        aria-describedby={id}
        checked={isOurs}
        onChange={({ target }) =>
          field.onChange(target.checked ? [...accepted, fact] : accepted.filter((other) => other !== fact))
        }
      >
        This is ours
      </Check>
      {/* Described, not named, by what it is of, which is the name of the field. */}
      <span id={id} hidden>
        {of}
      </span>
    </p>
  );
}

export const TWO_COLUMNS = "grid gap-4 grid-cols-1 sm:grid-cols-2";

type FieldGroupProps = { title: string; hint?: string; className?: string; children: ReactNode };

export const FieldGroup = ({ title, hint, className = "", children }: FieldGroupProps) => (
  <fieldset className="min-w-0">
    <legend className="display text-d5">{title}</legend>
    {hint && <p className="field-hint mt-0.5 max-w-prose">{hint}</p>}
    <div className={`mt-3 ${className}`}>{children}</div>
  </fieldset>
);

type ListProps<Row> = Omit<ComponentProps<typeof RecordRows>, "name" | "newRow" | "children"> & {
  /** The list's name in the section or the row that it stands in; without one, the section is the list. */
  list?: string;
  /** What the fields of a new row show that are not empty. */
  begin?: Record<string, Texts>;
  children: Row;
};

export function SettingList({
  list,
  begin,
  children,
  ...rows
}: ListProps<(remove: ReactNode, at: number) => ReactNode>) {
  const { section, at } = use(SectionPlace);
  const name = list ? `${at}.${list}` : at;
  return (
    <RecordRows name={name} newRow={{ ...newRowOf(section, name), ...begin }} {...rows}>
      {(path, index, remove) => <SectionPlace value={{ section, at: path }}>{children(remove, index)}</SectionPlace>}
    </RecordRows>
  );
}

/** A list whose rows have their fields beside each other, in a grid of these columns. */
export const SettingRows = ({ columns, children, ...list }: ListProps<ReactNode> & { columns: string }) => (
  <SettingList className="grid gap-3 mb-3 divide-y divide-border *:not-last:pb-3" {...list}>
    {(remove, at) => (
      <div className="flex gap-2 items-start">
        <div role="group" aria-label={`${list.item} ${at + 1}`} className={`grid gap-3 flex-1 min-w-0 ${columns}`}>
          {children}
          <SampleMark of={`${list.item} ${at + 1}`} />
        </div>
        <div className="mt-6">{remove}</div>
      </div>
    )}
  </SettingList>
);

type CardsProps = Omit<ListProps<(row: { name: string; kind?: string }) => ReactNode>, "focus"> & {
  beside?: ReactNode;
};

/** A section that is a list: a card for each row, by its name. */
export function SettingCards({ beside, children, ...list }: CardsProps) {
  const rows: { name: string }[] = useWatch({ name: "value" });
  const rowAt = (at: number) => ({ ...rows[at], name: rows[at]?.name || `New ${list.item}` });
  const removal = (at: number) => `Remove ${rowAt(at).name}`;
  return (
    <div>
      <SettingList focus="name" removal={removal} className="grid gap-7 mb-7" {...list}>
        {(remove, at) => (
          <Panel as="fieldset" className="p-3 sm:p-4 lg:p-5">
            <legend className="sr-only">{rowAt(at).name}</legend>
            <div className="flex flex-wrap items-center gap-x-6 gap-y-1 mb-3">
              <p className="display text-d5 flex-1 min-w-0 sm:-order-1" aria-hidden="true">
                {rowAt(at).name}
              </p>
              {remove}
              {beside}
            </div>
            {children(rowAt(at))}
          </Panel>
        )}
      </SettingList>
    </div>
  );
}
