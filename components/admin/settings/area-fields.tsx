import { SelectField, TextArea, TextField } from "@/components/ui/field";
import { areaKinds } from "@/lib/settings/constants";
import { addIntent, areaKindNames, fieldLabels, removeIntent } from "@/lib/settings/form-texts";
import { RowButton } from "./row-button";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.areas;
const amount = { inputMode: "decimal", autoComplete: "off" } as const;

/** The delivery areas, one after the other. */
export function AreaFields({ form }: { form: SectionForm }) {
  const areas = form.rows("value");
  return (
    <>
      {areas.length === 0 && <p className="text-muted">No areas: customers can only pick up at the shop.</p>}
      {areas.map((row) => (
        <AreaCard key={row} form={form} row={row} />
      ))}
      {form.error("value") && (
        <p role="alert" className="field-error">
          {form.error("value")}
        </p>
      )}
      <div>
        <RowButton form={form} kind="add" intent={addIntent("value")} label="Add an area" />
      </div>
    </>
  );
}

function AreaCard({ form, row }: { form: SectionForm; row: string }) {
  const name = form.text(`${row}.name`) || "New area";
  const field = (name: keyof typeof labels) => ({ label: labels[name], ...form.field(`${row}.${name}`) });
  const isLocal = form.text(`${row}.kind`) === "local";
  return (
    <fieldset className="border border-border bg-raised p-3 sm:p-4 lg:p-5 min-w-0">
      <legend className="sr-only">{name}</legend>
      <input type="hidden" name={`${row}.id`} value={form.text(`${row}.id`)} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 mb-3">
        <p className="display text-d5 flex-1 min-w-0 sm:-order-1" aria-hidden="true">
          {name}
        </p>
        <RowButton form={form} kind="remove" intent={removeIntent(row)} label={`Remove ${name}`} />
        <label className="check !py-0 max-sm:basis-full sm:-order-1">
          <input type="checkbox" {...form.checkbox(`${row}.active`)} />
          {labels.active}
        </label>
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <TextField {...field("name")} maxLength={80} autoComplete="off" className="sm:col-span-1 lg:col-span-2" />
        <SelectField {...field("kind")}>
          {areaKinds.map((kind) => (
            <option key={kind} value={kind}>
              {areaKindNames[kind]}
            </option>
          ))}
        </SelectField>
        <TextField {...field("estimate")} optional maxLength={40} hint={isLocal ? undefined : "Such as '1-3 days'"} />
        <TextArea
          {...field("pincodes")}
          rows={4}
          className="sm:col-span-2"
          hint="One a line: 400028, 400001-400104, 56* for all that begin so, * for everywhere else. The most exact line wins."
        />
        <div className="sm:col-span-2 grid gap-4 grid-cols-2 content-start">
          <TextField {...field("fee")} {...amount} />
          <TextField {...field("freeFrom")} {...amount} optional />
          <TextField {...field("minimum")} {...amount} optional />
          <TextField {...field("leadMinutes")} inputMode="numeric" autoComplete="off" />
        </div>
      </div>
    </fieldset>
  );
}
