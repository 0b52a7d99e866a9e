import { TextField } from "@/components/ui/field";
import { settingBounds } from "@/lib/settings/constants";
import { addIntent, fieldLabels, removeIntent, weekdayNames } from "@/lib/settings/form-texts";
import { FieldGroup } from "./field-group";
import { RowButton } from "./row-button";
import { Rows } from "./rows";
import type { SectionForm } from "./use-section-form";

const labels = fieldLabels.windows;
const numeric = { inputMode: "numeric", autoComplete: "off" } as const;
const windowGrid = "grid-cols-2 sm:grid-cols-[1fr_1fr_6rem]";

function WindowInputs({ form, row }: { form: SectionForm; row: string }) {
  return (
    <>
      <TextField label="From" type="time" {...form.field(`${row}.from`)} />
      <TextField label="To" type="time" {...form.field(`${row}.to`)} />
      <TextField label="Orders" {...numeric} {...form.field(`${row}.capacity`)} />
    </>
  );
}

/** When boxes are brought or picked up: every week, and on some dates otherwise. */
export function WindowFields({ form }: { form: SectionForm }) {
  return (
    <>
      <FieldGroup title="Booking">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={labels.bookableDays}
            {...numeric}
            {...form.field("value.bookableDays")}
            hint={`Today and those after it, up to ${settingBounds.bookableDays}`}
          />
          <TextField
            label={labels.pickupCapacity}
            {...numeric}
            {...form.field("value.pickupCapacity")}
            hint="Orders that are picked up at the shop in one window. 0 for no pickup."
          />
        </div>
      </FieldGroup>
      <FieldGroup title="Every week" hint="Orders are how many the riders can bring in a window.">
        <ul className="tray lg:grid-cols-2">
          {weekdayNames.map((name, index) => (
            <li key={name} className="p-3 sm:p-4">
              <fieldset className="min-w-0">
                <legend className="font-semibold mb-2">{name}</legend>
                <Rows
                  form={form}
                  list="value.week"
                  weekday={index + 1}
                  item="window"
                  add="Add a window"
                  of={`on ${name}`}
                  empty="No windows: closed"
                  grid={windowGrid}
                >
                  {(row) => (
                    <>
                      <input type="hidden" name={`${row}.weekday`} value={index + 1} />
                      <WindowInputs form={form} row={row} />
                    </>
                  )}
                </Rows>
              </fieldset>
            </li>
          ))}
        </ul>
      </FieldGroup>
      <FieldGroup title="Days off and other hours" hint="What a date says here holds instead of its weekday.">
        <DateRows form={form} />
      </FieldGroup>
    </>
  );
}

function DateRows({ form }: { form: SectionForm }) {
  const dates = form.rows("value.dates");
  return (
    <>
      {dates.length > 0 && (
        <ul className="tray lg:grid-cols-2 mb-3">
          {dates.map((row, index) => {
            const of = `on date ${index + 1}`;
            return (
              <li key={row} className="p-3 sm:p-4">
                <div className="flex gap-2 items-start mb-3">
                  <TextField label="Date" type="date" className="flex-1" {...form.field(`${row}.date`)} />
                  <div className="mt-6">
                    <RowButton
                      form={form}
                      kind="remove"
                      intent={removeIntent(row)}
                      label={`Remove date ${index + 1}`}
                    />
                  </div>
                </div>
                <Rows
                  form={form}
                  list={`${row}.windows`}
                  item="window"
                  add="Add a window"
                  of={of}
                  empty="No windows: a day off"
                  grid={windowGrid}
                >
                  {(window) => <WindowInputs form={form} row={window} />}
                </Rows>
              </li>
            );
          })}
        </ul>
      )}
      <RowButton form={form} kind="add" intent={addIntent("value.dates")} label="Add a date" />
    </>
  );
}
