import { useFieldArray, useFormContext } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { areaKinds } from "@/db/constants/settings";
import { settingBounds, weekdayNames } from "@/lib/settings/constants";
import { areaKindNames } from "@/lib/settings/form-texts";
import { FieldGroup, Setting, SettingCards, SettingList, SettingRows, TWO_COLUMNS } from "./fields";

const kinds = areaKinds.map((kind) => [kind, areaKindNames[kind]] as const);
const pincodesHint =
  "One a line: 400028, 400001-400104, 56* for all that begin so, * for everywhere else. The most exact line wins.";

export const AreaFields = () => (
  <SettingCards
    item="area"
    add="Add an area"
    empty="No areas: customers can only pick up at the shop."
    begin={{ kind: "local", leadMinutes: "0", active: true }}
    beside={<Setting name="active" className="py-0 max-sm:basis-full sm:-order-1" />}
  >
    {({ kind }) => (
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Setting name="name" className="sm:col-span-1 lg:col-span-2" />
        <Setting name="kind" options={kinds} />
        <Setting name="estimate" hint={kind === "local" ? undefined : "Such as '1-3 days'"} />
        <Setting name="pincodes" lines={4} className="sm:col-span-2" hint={pincodesHint} />
        <div className="sm:col-span-2 grid gap-4 grid-cols-2 content-start">
          <Setting name="fee" />
          <Setting name="freeFrom" />
          <Setting name="minimum" />
          <Setting name="leadMinutes" />
        </div>
      </div>
    )}
  </SettingCards>
);

const windows = {
  item: "window",
  add: "Add a window",
  focus: "from",
  most: settingBounds.windowsPerDay,
  columns: "grid-cols-2 sm:grid-cols-[1fr_1fr_6rem]",
  children: (
    <>
      <Setting name="from" label="From" type="time" />
      <Setting name="to" label="To" type="time" />
      <Setting name="capacity" label="Orders" />
    </>
  ),
};

export function WindowFields() {
  const week = useFieldArray({ name: "value.week" });
  const { getValues } = useFormContext();
  function copyMonday() {
    const before: { weekday: string }[] = structuredClone(getValues("value.week"));
    const monday = before.filter(({ weekday }) => weekday === "1");
    week.replace(weekdayNames.flatMap((_, index) => monday.map((row) => ({ ...row, weekday: String(index + 1) }))));
    toast.success("Every day now has Monday's windows. Save to keep them.", {
      action: { text: "Undo", onPress: () => week.replace(before) },
    });
  }
  return (
    <>
      <FieldGroup title="Booking" className={TWO_COLUMNS}>
        <Setting name="bookableDays" hint={`Today and those after it, up to ${settingBounds.bookableDays}`} />
        <Setting name="pickupCapacity" hint="Orders that are picked up at the shop in one window. 0 for no pickup." />
      </FieldGroup>
      <FieldGroup title="Every week" hint="Orders are how many the riders can bring in a window.">
        <ul className="tray lg:grid-cols-2">
          {weekdayNames.map((name, index) => (
            <li key={name} className="p-3 sm:p-4">
              <fieldset className="min-w-0">
                <legend className="font-semibold mb-2">{name}</legend>
                <SettingRows
                  {...windows}
                  list="week"
                  array={week}
                  only={({ weekday }) => weekday === String(index + 1)}
                  begin={{ weekday: String(index + 1) }}
                  of={`on ${name}`}
                  empty="No windows: closed"
                />
                {index === 0 && (
                  <Button kind="ghost" size="sm" className="ml-2" onClick={copyMonday}>
                    Copy Monday to all
                  </Button>
                )}
              </fieldset>
            </li>
          ))}
        </ul>
      </FieldGroup>
      <FieldGroup title="Days off and other hours" hint="What a date says here holds instead of its weekday.">
        <SettingList list="dates" item="date" add="Add a date" focus="date" className="tray lg:grid-cols-2 mb-3">
          {(remove, at) => (
            <div className="p-3 sm:p-4">
              <div className="flex gap-2 items-start mb-3">
                <Setting name="date" label="Date" className="flex-1" />
                <div className="mt-6">{remove}</div>
              </div>
              <SettingRows {...windows} list="windows" of={`on date ${at + 1}`} empty="No windows: a day off" />
            </div>
          )}
        </SettingList>
      </FieldGroup>
    </>
  );
}
