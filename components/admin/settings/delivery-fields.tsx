import { FieldError } from "@/components/ui/field";
import { areaKinds } from "@/db/constants/settings";
import { settingBounds as bounds, weekdayNames } from "@/lib/settings/constants";
import { addIntent, areaKindNames, removeIntent } from "@/lib/settings/form-texts";
import { amount, digits, FieldGroup, type FieldSpec, Fields, RowButton, Rows, useForm } from "./fields";

/** The delivery areas, one after the other. */
export function AreaFields() {
  const form = useForm();
  const areas = form.rows("value");
  return (
    <>
      {areas.length === 0 && <p className="text-muted">No areas: customers can only pick up at the shop.</p>}
      {areas.map((row) => (
        <AreaCard key={row} row={row} />
      ))}
      {form.error("value") && <FieldError role="alert">{form.error("value")}</FieldError>}
      <div>
        <RowButton kind="add" intent={addIntent("value")} label="Add an area" />
      </div>
    </>
  );
}

function AreaCard({ row }: { row: string }) {
  const form = useForm();
  const name = form.text(`${row}.name`) || "New area";
  const isLocal = form.text(`${row}.kind`) === "local";
  return (
    <fieldset className="border border-border bg-raised p-3 sm:p-4 lg:p-5 min-w-0">
      <legend className="sr-only">{name}</legend>
      <input type="hidden" name={`${row}.id`} value={form.text(`${row}.id`)} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 mb-3">
        <p className="display text-d5 flex-1 min-w-0 sm:-order-1" aria-hidden="true">
          {name}
        </p>
        <RowButton kind="remove" intent={removeIntent(row)} label={`Remove ${name}`} />
        <Fields
          at={row}
          fields={[{ name: "active", kind: "check", className: "py-0 max-sm:basis-full sm:-order-1" }]}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fields
          at={row}
          fields={[
            { name: "name", maxLength: bounds.areaName, className: "sm:col-span-1 lg:col-span-2" },
            { name: "kind", options: areaKinds.map((kind) => [kind, areaKindNames[kind]] as const) },
            {
              name: "estimate",
              optional: true,
              maxLength: bounds.estimate,
              hint: isLocal ? undefined : "Such as '1-3 days'",
            },
            {
              name: "pincodes",
              kind: "lines",
              rows: 4,
              className: "sm:col-span-2",
              hint: "One a line: 400028, 400001-400104, 56* for all that begin so, * for everywhere else. The most exact line wins.",
            },
          ]}
        />
        <div className="sm:col-span-2 grid gap-4 grid-cols-2 content-start">
          <Fields
            at={row}
            fields={[
              { name: "fee", ...amount },
              { name: "freeFrom", optional: true, ...amount },
              { name: "minimum", optional: true, ...amount },
              { name: "leadMinutes", ...digits },
            ]}
          />
        </div>
      </div>
    </fieldset>
  );
}

const windowRows = {
  item: "window",
  add: "Add a window",
  grid: "grid-cols-2 sm:grid-cols-[1fr_1fr_6rem]",
  fields: [
    { name: "from", label: "From", type: "time" },
    { name: "to", label: "To", type: "time" },
    { name: "capacity", label: "Orders", ...digits },
  ] satisfies FieldSpec[],
};

/** When boxes are brought or picked up: every week, and on some dates otherwise. */
export function WindowFields() {
  const dates = useForm().rows("value.dates");
  return (
    <>
      <FieldGroup
        title="Booking"
        fields={[
          {
            name: "bookableDays",
            ...digits,
            hint: `Today and those after it, up to ${bounds.bookableDays}`,
          },
          {
            name: "pickupCapacity",
            ...digits,
            hint: "Orders that are picked up at the shop in one window. 0 for no pickup.",
          },
        ]}
      />
      <FieldGroup title="Every week" hint="Orders are how many the riders can bring in a window.">
        <ul className="tray lg:grid-cols-2">
          {weekdayNames.map((name, index) => (
            <li key={name} className="p-3 sm:p-4">
              <fieldset className="min-w-0">
                <legend className="font-semibold mb-2">{name}</legend>
                <Rows
                  list="value.week"
                  weekday={index + 1}
                  of={`on ${name}`}
                  empty="No windows: closed"
                  {...windowRows}
                />
              </fieldset>
            </li>
          ))}
        </ul>
      </FieldGroup>
      <FieldGroup title="Days off and other hours" hint="What a date says here holds instead of its weekday.">
        {dates.length > 0 && (
          <ul className="tray lg:grid-cols-2 mb-3">
            {dates.map((row, index) => (
              <li key={row} className="p-3 sm:p-4">
                <div className="flex gap-2 items-start mb-3">
                  <Fields at={row} fields={[{ name: "date", label: "Date", type: "date", className: "flex-1" }]} />
                  <div className="mt-6">
                    <RowButton kind="remove" intent={removeIntent(row)} label={`Remove date ${index + 1}`} />
                  </div>
                </div>
                <Rows
                  list={`${row}.windows`}
                  of={`on date ${index + 1}`}
                  empty="No windows: a day off"
                  {...windowRows}
                />
              </li>
            ))}
          </ul>
        )}
        <RowButton kind="add" intent={addIntent("value.dates")} label="Add a date" />
      </FieldGroup>
    </>
  );
}
