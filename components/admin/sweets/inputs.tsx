import type { ReactElement } from "react";
import { Check, SelectField, TextArea, TextField } from "@/components/ui/field";
import { categories, sweetBounds } from "@/db/constants/catalogue";
import { detailNames, details, type Fact, type FactName, facts, type ValueFact } from "@/lib/catalogue/facts";
import { countInput, moneyInput, type SweetTexts } from "./fields";

type SweetInputsProps = {
  /** The name, the initial text and the error of a field, as useActionForm returns them. */
  field: (name: keyof SweetTexts) => { name: string; defaultValue: string; error?: string };
  /** The initial state of the checkboxes; "on" is ticked. */
  flags: Partial<Record<string, string>>;
};

/** The required fields. */
export function SweetBasics({ field, hint }: Pick<SweetInputsProps, "field"> & { hint?: string }) {
  return (
    <>
      <TextField label="Name" maxLength={sweetBounds.name.max} autoComplete="off" {...field("name")} />
      <SelectField label="Category" {...field("category")}>
        <option value="">Select a category</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <TextArea
        label="Description"
        className="sm:col-span-2"
        rows={3}
        maxLength={sweetBounds.description.max}
        {...field("description")}
      />
      <div className="sm:col-span-2 grid grid-cols-2 gap-4">
        <TextField label="Price (₹)" {...moneyInput} className="min-w-0" {...field("price")} />
        <TextField label="Quantity" {...countInput} min="0" className="min-w-0" hint={hint} {...field("quantity")} />
      </div>
    </>
  );
}

const { imageAlt, ...otherFacts } = facts;
const others = Object.entries(otherFacts) as [FactName, Fact][];

/** The optional fields; the marks are together, and the details can be folded away. */
export function SweetExtras({ field, flags, open }: SweetInputsProps & { open: boolean }) {
  return (
    <>
      <FactInput fact={imageAlt} field={field("imageAlt")} />
      <fieldset className="sm:col-span-2 flex flex-wrap gap-x-8">
        <legend className="sr-only">Marks</legend>
        {others.map(
          ([name, { kind, label }]) =>
            kind === "mark" && (
              <Check key={name} name={name} defaultChecked={flags[name] === "on"}>
                {label}
              </Check>
            ),
        )}
        <p className="basis-full text-sm text-muted">
          The shop’s Sugar-Free filter shows the category of that name. Tick Sugar free for every sweet in it.
        </p>
      </fieldset>
      {others.map(([name, fact]) => fact.kind !== "mark" && <FactInput key={name} fact={fact} field={field(name)} />)}
      <details className="sm:col-span-2" open={open || undefined}>
        <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">Food facts</summary>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 pt-2">
          {detailNames.map((name) => (
            <FactInput key={name} fact={details[name]} field={field(name)} />
          ))}
        </div>
      </details>
    </>
  );
}

/** Texts longer than this get a field of two lines. */
const LONG_TEXT = 500;

type FactInputProps = { fact: ValueFact; field: ReturnType<SweetInputsProps["field"]> };

// Its return type makes the compiler ask for each kind.
function FactInput({ fact, field }: FactInputProps): ReactElement {
  const { label, hint } = fact;
  switch (fact.kind) {
    case "wholeNumber":
      return (
        <TextField
          label={`${label} (${fact.unit})`}
          optional
          {...countInput}
          min={fact.min}
          max={fact.max}
          placeholder={fact.unset}
          hint={hint}
          {...field}
        />
      );
    case "list":
      return <TextField label={label} optional hint={hint ?? "Separated by commas"} {...field} />;
    case "yesOrNo":
      return (
        <SelectField label={label} optional={fact.unset === undefined} hint={hint} {...field}>
          <option value="">{fact.unset ?? "Not stated"}</option>
          <option value="yes">{fact.yes}</option>
          <option value="no">{fact.no}</option>
        </SelectField>
      );
    case "hsnCode": {
      const numeric = { inputMode: "numeric", autoComplete: "off" } as const;
      return <TextField label={label} optional {...numeric} hint={hint} className="sm:col-span-2" {...field} />;
    }
    case "text": {
      const shared = { label, optional: true, hint, maxLength: fact.max, className: "sm:col-span-2", ...field };
      return fact.max > LONG_TEXT ? <TextArea rows={2} {...shared} /> : <TextField {...shared} />;
    }
  }
}
