import { TextField } from "@/components/ui/field";
import { addIntent, fieldLabels, removeIntent } from "@/lib/settings/form-texts";
import { FieldGroup } from "./field-group";
import { RowButton } from "./row-button";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.tax;

/** What invoices say about tax. */
export function TaxFields({ form }: { form: SectionForm }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={labels.gstin}
          optional
          maxLength={20}
          autoComplete="off"
          {...form.field("value.gstin")}
          hint="Without one the shop issues bills of supply, without tax."
        />
        <TextField
          label={labels.prefix}
          maxLength={3}
          autoComplete="off"
          {...form.field("value.prefix")}
          hint="Numbers look like INV/26-27/000123."
        />
      </div>
      <FieldGroup title="Rates by HSN code">
        <p className="text-muted max-w-prose">
          A rate holds from its day on, for its code and every longer one that begins with it. Please have your
          accountant confirm them: they are what invoices state. What was issued does not change.
        </p>
        {form.rows("value.rates").map((row) => (
          <div key={row} className="grid gap-3 grid-cols-2 sm:grid-cols-[1fr_1fr_1fr_auto] items-start mt-3">
            <TextField label="HSN code" inputMode="numeric" autoComplete="off" {...form.field(`${row}.hsn`)} />
            <TextField label="Rate (%)" inputMode="decimal" autoComplete="off" {...form.field(`${row}.rate`)} />
            <TextField label="From" type="date" {...form.field(`${row}.from`)} />
            <RowButton
              form={form}
              kind="remove"
              intent={removeIntent(row)}
              label={`Remove ${form.text(`${row}.hsn`) || "this rate"}`}
            />
          </div>
        ))}
        <div className="mt-3">
          <RowButton form={form} kind="add" intent={addIntent("value.rates")} label="Add a rate" />
        </div>
      </FieldGroup>
    </>
  );
}
