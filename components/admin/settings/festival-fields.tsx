import { Details } from "@/components/ui/details";
import { Check, FieldError } from "@/components/ui/field";
import { settingBounds as bounds } from "@/lib/settings/constants";
import { addIntent, removeIntent, type SweetName } from "@/lib/settings/form-texts";
import { Fields, RowButton, TWO_COLUMNS, useForm } from "./fields";

/** The festivals, one after the other. */
export function FestivalFields({ sweets }: { sweets: readonly SweetName[] }) {
  const form = useForm();
  const festivals = form.rows("value");
  return (
    <>
      {festivals.length === 0 && <p className="text-muted">No festivals: days are booked as on every other day.</p>}
      {festivals.map((row) => (
        <FestivalCard key={row} row={row} sweets={sweets} />
      ))}
      {form.error("value") && <FieldError role="alert">{form.error("value")}</FieldError>}
      <div>
        <RowButton kind="add" intent={addIntent("value")} label="Add a festival" />
      </div>
    </>
  );
}

function FestivalCard({ row, sweets }: { row: string; sweets: readonly SweetName[] }) {
  const form = useForm();
  const name = form.text(`${row}.name`) || "New festival";
  return (
    <fieldset className="border border-border bg-raised p-3 sm:p-4 lg:p-5 min-w-0">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-center gap-x-6 mb-3">
        <p className="display text-d5 flex-1 min-w-0" aria-hidden="true">
          {name}
        </p>
        <RowButton kind="remove" intent={removeIntent(row)} label={`Remove ${name}`} />
      </div>
      <Fields
        at={row}
        grid={TWO_COLUMNS}
        fields={[
          { name: "name", maxLength: bounds.festivalName },
          {
            name: "slug",
            optional: true,
            maxLength: bounds.slug,
            hint: "Such as diwali. Made from the name when empty.",
          },
          { name: "opensAt", type: "datetime-local" },
          { name: "closesAt", type: "datetime-local" },
          { name: "days", kind: "lines", rows: 3, hint: "One a line, such as 2027-10-29" },
          { name: "text", kind: "lines", rows: 3, optional: true, hint: "Customers read it on the festival's page." },
        ]}
      />
      <FestivalSweets list={`${row}.sweets`} of={name} sweets={sweets} />
    </fieldset>
  );
}

/** The sweets of a festival. One that was deleted since stays with it until it is taken out. */
function FestivalSweets({ list, of, sweets }: { list: string; of: string; sweets: readonly SweetName[] }) {
  const form = useForm();
  const error = form.error(list);
  const choices = sweets.map((sweet) => ({ ...sweet, ...form.choice(list, String(sweet.id)) }));
  const chosen = choices.filter(({ checked }) => checked);
  return (
    <Details className="mt-4 border border-border bg-surface" open={error !== undefined}>
      <summary className="px-3 py-2">
        <span className="font-semibold">
          Sweets<span className="sr-only"> of {of}</span>
        </span>{" "}
        <span className="text-muted">{chosen.map((sweet) => sweet.name).join(", ") || "None chosen yet"}</span>
      </summary>
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3 px-3 pb-2 border-t border-border max-h-80 overflow-y-auto">
        {choices.map(({ id, name, deleted, ...input }, index) =>
          deleted && !input.checked ? null : (
            <Check key={id} name={`${list}.${index}`} {...input}>
              {name}
              {deleted && " (deleted)"}
            </Check>
          ),
        )}
      </div>
      {error && <FieldError className="px-3 pb-2">{error}</FieldError>}
    </Details>
  );
}
