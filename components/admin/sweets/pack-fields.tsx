import { Button } from "@/components/ui/button";
import { Check, FieldError, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { packBounds } from "@/db/constants/catalogue";
import { emptyPack, type PackTexts, packField, packName, pricePer100g, weightLabel } from "@/lib/catalogue/pack-form";
import { countInput, moneyInput } from "./fields";
import type { PackRow, PackRows } from "./use-pack-rows";

type PackFieldsProps = {
  packs: PackRows;
  errors: Partial<Record<string, string>>;
  /** How many packs the sweet has; a sweet with one shows the fields folded away. */
  stored: number;
  /** Whether the form is a page, which has empty rows to fill for browsers without JavaScript. */
  inPage: boolean;
};

const SPARE_ROWS = 3;

/** The packs of a sweet: what each is, what it takes of the one stock, and for how much it is sold. */
export function PackFields({ packs, errors, stored, inPage }: PackFieldsProps) {
  const spare = inPage && !packs.isHydrated ? Math.min(SPARE_ROWS, packBounds.most - packs.rows.length) : 0;
  const several = packs.rows.length > 1 || stored > 1;
  return (
    <details className="sm:col-span-2 border border-border px-3 sm:px-4" open={packs.isOpen || undefined}>
      <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">
        {several ? "Packs" : "Sell in packs"}
      </summary>
      <fieldset className="min-w-0 pb-4">
        <legend className="sr-only">Packs</legend>
        <input type="hidden" name="packsWere" value={stored} />
        <input type="hidden" name="mainPack" value={packs.main} />
        <div className="field-hint mt-0 mb-3 grid gap-1 max-w-prose">
          <p>
            All packs are sold from one stock. The smallest takes 1 of it: 250 g takes 1, 500 g takes 2, 1 kg takes 4.
          </p>
          <p>A pack that was sold, or that is in a cart, is switched off when you remove it.</p>
          <p data-for="neutral">To remove a pack, empty its row.</p>
        </div>
        {errors.packs && <FieldError className="mb-3">{errors.packs}</FieldError>}
        <ul className="grid gap-3">
          {packs.rows.map((row, index) => (
            <PackItem key={row.key} packs={packs} errors={errors} row={row} number={index + 1} />
          ))}
        </ul>
        {spare > 0 && (
          <ul className="grid gap-3 mt-3" data-for="neutral">
            {Array.from({ length: spare }, (_, index) => packs.nextKey + index).map((key, index) => (
              <PackItem
                key={key}
                packs={packs}
                errors={errors}
                row={{ ...emptyPack, key }}
                number={packs.rows.length + index + 1}
              />
            ))}
          </ul>
        )}
        <UnitsNote packs={packs} />
        <div data-for="visitor customer admin" className="mt-3">
          <Button kind="outline" size="sm" onClick={packs.add} disabled={packs.isFull} data-focus="add-pack">
            <Icon name="plus" />
            Add a pack
          </Button>
          {packs.isFull && <p className="field-hint">A sweet has at most {packBounds.most} packs</p>}
        </div>
      </fieldset>
    </details>
  );
}

const grid = "grid gap-x-3 gap-y-2 grid-cols-2 sm:grid-cols-[6rem_1fr_5rem_8rem]";

type ItemProps = { packs: PackRows; errors: PackFieldsProps["errors"]; row: PackRow; number: number };

function PackItem({ packs, errors, row, number }: ItemProps) {
  const isMain = row.key === packs.main;
  const field = (name: Exclude<keyof PackTexts, "id" | "active">) => ({
    name: packField(row.key, name),
    value: row[name],
    autoComplete: "off",
    className: "min-w-0",
    error: errors[packField(row.key, name)],
    onChange: (event: { target: { value: string } }) => packs.set(row.key, name, event.target.value),
  });
  const active = packField(row.key, "active");
  const activeError = errors[active];
  return (
    <li className="border border-border bg-raised p-3">
      <div role="group" aria-label={`Pack ${number}`} className="grid gap-1">
        <input type="hidden" name={packField(row.key, "id")} value={row.id} />
        <div className={grid}>
          {isMain ? (
            <OfTheForm label="Weight (g)">{row.grams.trim() || "By the piece"}</OfTheForm>
          ) : (
            <TextField label="Weight (g)" {...countInput} min="1" {...field("grams")} />
          )}
          <TextField
            label="Label"
            optional
            maxLength={packBounds.label.max}
            placeholder={weightLabel(row.grams)}
            {...field("label")}
          />
          <TextField label="Takes" {...countInput} min="1" {...field("units")} />
          {isMain ? (
            <OfTheForm label="Sells at (₹)">{row.price.trim() || "–"}</OfTheForm>
          ) : (
            <TextField label="Sells at (₹)" {...moneyInput} {...field("price")} />
          )}
        </div>
        {isMain && <p className="field-hint mt-0">The default pack has this form’s price and net weight.</p>}
        <div className="flex flex-wrap items-center gap-x-5">
          <Check
            name={active}
            checked={row.active === "on"}
            aria-invalid={activeError ? true : undefined}
            aria-describedby={activeError && `${active}-error`}
            onChange={(event) => packs.set(row.key, "active", event.target.checked ? "on" : "")}
          >
            On sale
          </Check>
          <Check
            type="radio"
            name="defaultPack"
            value={row.key}
            checked={row.key === packs.chosen}
            onChange={() => packs.makeDefault(row.key)}
          >
            Default
          </Check>
          <p className="num text-sm text-muted sm:flex-1 min-w-0 max-sm:basis-full max-sm:order-last">
            {pricePer100g(row)}
          </p>
          {!isMain && (
            <Button
              kind="danger-ghost"
              icon
              className="ml-auto"
              data-for="visitor customer admin"
              aria-label={`Remove ${row.label || row.grams ? packName(row) : `pack ${number}`}`}
              onClick={() => packs.remove(row.key)}
            >
              <Icon name="trash-2" />
            </Button>
          )}
        </div>
        {activeError && <FieldError id={`${active}-error`}>{activeError}</FieldError>}
      </div>
    </li>
  );
}

/** A text of the default pack that is typed elsewhere in the form. */
function OfTheForm({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <p className="label">{label}</p>
      <p className="num min-h-11 flex items-center wrap-anywhere">{children}</p>
    </div>
  );
}

/** What the weights say that packs take, where the rows say something else. */
function UnitsNote({ packs }: { packs: PackRows }) {
  const { byWeight, rows } = packs;
  if (!byWeight) return null;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>By weight, {rows.map((row, index) => `${packName(row)} takes ${byWeight[index]}`).join(", ")}.</p>
      <Button kind="outline" size="sm" data-for="visitor customer admin" onClick={() => packs.setUnits(byWeight)}>
        Use these
      </Button>
    </div>
  );
}
