import type { ReactElement } from "react";
import { useFormContext } from "react-hook-form";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { useRecordField } from "@/components/admin/ui/record-form";
import { Check, SelectField, TextArea, TextField } from "@/components/ui/field";
import { categories, sweetBounds } from "@/db/constants/catalogue";
import { detailNames, details, type Fact, type FactName, facts } from "@/lib/catalogue/facts";
import { countInput, moneyInput } from "./fields";

/** The required fields. */
export function SweetBasics({ hint }: { hint?: string }) {
  return (
    <>
      <TextField label="Name" maxLength={sweetBounds.name.max} autoComplete="off" {...useRecordField("name")} />
      <SelectField label="Category" {...useRecordField("category")}>
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
        {...useRecordField("description")}
      />
      <div className="sm:col-span-2 grid grid-cols-2 gap-4">
        <TextField label="Price (₹)" {...moneyInput} className="min-w-0" {...useRecordField("price")} />
        <TextField
          label="Quantity"
          {...countInput}
          min="0"
          className="min-w-0"
          hint={hint}
          {...useRecordField("quantity")}
        />
      </div>
    </>
  );
}

const { imageAlt, ...otherFacts } = facts;
const others = Object.entries(otherFacts) as [FactName, Fact][];

/** The optional fields; the marks are together, and the details can be folded away. */
export function SweetExtras({ open }: { open: boolean }) {
  const { errors } = useFormContext().formState;
  return (
    <>
      <FactInput fact={imageAlt} name="imageAlt" />
      <fieldset className="sm:col-span-2 flex flex-wrap gap-x-8">
        <legend className="sr-only">Marks</legend>
        {others.map(([name, fact]) => fact.kind === "mark" && <FactInput key={name} fact={fact} name={name} />)}
        <p className="basis-full text-sm text-muted">
          The shop’s Sugar-Free filter shows the category of that name. Tick Sugar free for every sweet in it.
        </p>
      </fieldset>
      {others.map(([name, fact]) => fact.kind !== "mark" && <FactInput key={name} fact={fact} name={name} />)}
      <Disclosure className="sm:col-span-2" open={open || errors.details !== undefined} summary="Food facts">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 pt-2">
          {detailNames.map((name) => (
            <FactInput key={name} fact={details[name]} name={`details.${name}`} />
          ))}
        </div>
      </Disclosure>
    </>
  );
}

/** Texts longer than this get a field of two lines. */
const LONG_TEXT = 500;

// Its return type makes the compiler ask for each kind.
function FactInput({ fact, name }: { fact: Fact; name: string }): ReactElement {
  const { error, ...register } = useRecordField(name);
  const field = { label: fact.label, hint: fact.hint, error, ...register };
  switch (fact.kind) {
    case "mark":
      return <Check {...register}>{fact.label}</Check>;
    case "wholeNumber": {
      const { label, ...rest } = field;
      const bounds = { min: fact.min, max: fact.max, placeholder: fact.unset };
      return <TextField label={`${label} (${fact.unit})`} optional {...countInput} {...bounds} {...rest} />;
    }
    case "list":
      return <TextField optional {...field} hint={fact.hint ?? "Separated by commas"} />;
    case "yesOrNo":
      return (
        <SelectField optional={fact.unset === undefined} {...field}>
          <option value="">{fact.unset ?? "Not stated"}</option>
          <option value="yes">{fact.yes}</option>
          <option value="no">{fact.no}</option>
        </SelectField>
      );
    case "hsnCode": {
      const numeric = { inputMode: "numeric", autoComplete: "off" } as const;
      return <TextField optional {...numeric} className="sm:col-span-2" {...field} />;
    }
    case "text": {
      const shared = { optional: true, maxLength: fact.max, className: "sm:col-span-2", ...field };
      return fact.max > LONG_TEXT ? <TextArea rows={2} {...shared} /> : <TextField {...shared} />;
    }
  }
}
