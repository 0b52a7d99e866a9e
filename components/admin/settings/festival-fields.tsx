import { Disclosure } from "@/components/admin/ui/disclosure";
import { Check, FieldError } from "@/components/ui/field";
import type { SweetName } from "@/lib/settings/form-texts";
import { Setting, SettingCards, TWO_COLUMNS, useSetting } from "./fields";

type SweetsProps = { sweets: readonly SweetName[] };

/** The festivals, one after the other. */
export const FestivalFields = ({ sweets }: SweetsProps) => (
  <SettingCards item="festival" add="Add a festival" empty="No festivals: days are booked as on every other day.">
    {({ name }) => (
      <>
        <div className={TWO_COLUMNS}>
          <Setting name="name" />
          <Setting name="slug" optional hint="Such as diwali. Made from the name when empty." />
          <Setting name="opensAt" />
          <Setting name="closesAt" />
          <Setting name="days" lines={3} hint="One a line, such as 2027-10-29" />
          <Setting name="text" lines={3} hint="Customers read it on the festival's page." />
        </div>
        <FestivalSweets of={name} sweets={sweets} />
      </>
    )}
  </SettingCards>
);

/** The sweets of a festival. One that was deleted since stays with it until it is taken out. */
function FestivalSweets({ of, sweets }: SweetsProps & { of: string }) {
  const { field, error } = useSetting("sweets");
  const ids: string[] = field.value;
  const isChosen = ({ id }: SweetName) => ids.includes(String(id));
  const change = (id: string, chosen: boolean) =>
    field.onChange(chosen ? [...ids, id] : ids.filter((other) => other !== id));
  const chosen = sweets.filter(isChosen).map(({ name }) => name);
  const summary = (
    <>
      <span>
        Sweets<span className="sr-only"> of {of}</span>
      </span>{" "}
      <span className="text-muted font-normal">{chosen.join(", ") || "None chosen yet"}</span>
    </>
  );
  return (
    <Disclosure className="mt-4 border border-border bg-surface px-3" open={error !== undefined} summary={summary}>
      <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3 -mx-3 px-3 pb-2 border-t border-border max-h-80 overflow-y-auto">
        {sweets
          .filter((sweet) => isChosen(sweet) || !sweet.deleted)
          .map((sweet) => (
            <Check
              key={sweet.id}
              checked={isChosen(sweet)}
              onChange={({ target }) => change(String(sweet.id), target.checked)}
            >
              {sweet.name}
              {sweet.deleted && " (deleted)"}
            </Check>
          ))}
      </div>
      {error && <FieldError className="pb-2">{error}</FieldError>}
    </Disclosure>
  );
}
