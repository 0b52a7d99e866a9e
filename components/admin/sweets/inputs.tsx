import { Check, SelectField, TextArea, TextField } from "@/components/ui/field";
import { categories, defaultHsn, prepHoursBounds } from "@/lib/catalogue/constants";
import { type DetailName, detailNames, details } from "@/lib/catalogue/facts";
import { CAKE_PREP_HOURS, TRAVELS_FROM_DAYS } from "@/lib/delivery/constants";
import { countInput, moneyInput, type SweetTexts } from "./fields";

type SweetInputsProps = {
  /** The name, the initial text and the error of a field, as useActionForm returns them. */
  field: (name: keyof SweetTexts) => { name: string; defaultValue: string; error?: string };
  /** The initial state of the checkboxes; "on" is ticked. */
  flags: Partial<Record<string, string>>;
};

const flagFields = [
  ["featured", "Featured"],
  ["sugarFree", "Sugar free"],
  ["giftBox", "Gift box"],
] as const;

/** "Traditional Sweets 2106, Dry Fruits 0813, …" */
const hsnOfCategories = categories.map((category) => `${category} ${defaultHsn[category]}`).join(", ");

/** The required fields. */
export function SweetBasics({ field, hint }: Pick<SweetInputsProps, "field"> & { hint?: string }) {
  return (
    <>
      <TextField label="Name" maxLength={120} autoComplete="off" {...field("name")} />
      <SelectField label="Category" {...field("category")}>
        <option value="">Select a category</option>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <TextArea label="Description" className="sm:col-span-2" rows={3} maxLength={2000} {...field("description")} />
      <div className="sm:col-span-2 grid grid-cols-2 gap-4">
        <TextField label="Price (₹)" {...moneyInput} className="min-w-0" {...field("price")} />
        <TextField label="Quantity" {...countInput} min="0" className="min-w-0" hint={hint} {...field("quantity")} />
      </div>
    </>
  );
}

/** The optional fields; the details can be folded away. */
export function SweetExtras({ field, flags, open }: SweetInputsProps & { open: boolean }) {
  return (
    <>
      <TextField
        label="Alt text"
        optional
        hint="Describes the photo for people who cannot see it"
        className="sm:col-span-2"
        maxLength={300}
        {...field("imageAlt")}
      />
      <fieldset className="sm:col-span-2 flex flex-wrap gap-x-8">
        <legend className="sr-only">Marks</legend>
        {flagFields.map(([name, text]) => (
          <Check key={name} name={name} defaultChecked={flags[name] === "on"}>
            {text}
          </Check>
        ))}
        <p className="basis-full text-sm text-muted">
          The shop’s Sugar-Free filter shows the category of that name. Tick Sugar free for every sweet in it.
        </p>
      </fieldset>
      <TextField
        label="Preparation (hours)"
        optional
        {...countInput}
        {...prepHoursBounds}
        placeholder={`Cakes ${CAKE_PREP_HOURS}, others 0`}
        hint="From the order to the start of its window"
        {...field("prepHours")}
      />
      <SelectField label="Travels by courier" {...field("travels")}>
        <option value="">By shelf life ({TRAVELS_FROM_DAYS} days or more)</option>
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </SelectField>
      <TextField
        label="HSN code"
        optional
        inputMode="numeric"
        autoComplete="off"
        hint={`For invoices, 4, 6 or 8 digits. Empty: as its category has (${hsnOfCategories})`}
        className="sm:col-span-2"
        {...field("hsn")}
      />
      <details className="sm:col-span-2" open={open || undefined}>
        <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">Food facts</summary>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 pt-2">
          {detailNames.map((name) => (
            <DetailInput key={name} detail={details[name]} field={field(name)} />
          ))}
        </div>
      </details>
    </>
  );
}

/** Texts longer than this get a field of two lines. */
const LONG_TEXT = 500;

function DetailInput({
  detail,
  field,
}: {
  detail: (typeof details)[DetailName];
  field: ReturnType<SweetInputsProps["field"]>;
}) {
  switch (detail.kind) {
    case "wholeNumber":
      return (
        <TextField
          label={`${detail.label} (${detail.unit.many})`}
          optional
          {...countInput}
          min={detail.min}
          {...field}
        />
      );
    case "list":
      return <TextField label={detail.label} optional hint="Separated by commas" {...field} />;
    case "yesOrNo":
      return (
        <SelectField label={detail.label} optional {...field}>
          <option value="">Not stated</option>
          <option value="yes">{detail.label}</option>
          <option value="no">{detail.no}</option>
        </SelectField>
      );
    case "text": {
      const shared = {
        label: detail.label,
        optional: true,
        maxLength: detail.max,
        className: "sm:col-span-2",
        ...field,
      };
      return detail.max > LONG_TEXT ? <TextArea rows={2} {...shared} /> : <TextField {...shared} />;
    }
  }
}
