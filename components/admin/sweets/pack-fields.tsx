import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { announceChange, RecordRows, useRecordField } from "@/components/admin/ui/record-form";
import { Button } from "@/components/ui/button";
import { Check, FieldError, TextField } from "@/components/ui/field";
import { packBounds } from "@/db/constants/catalogue";
import {
  type PackTexts,
  packName,
  pricePer100g,
  unitsByWeight,
  weightLabel,
  wholePacks,
} from "@/lib/catalogue/pack-form";
import { countInput, emptyPack, moneyInput, packsOf, type SweetValues } from "./fields";

/**
 * The packs of a sweet: what each is, what it takes of the one stock, and for how much it is sold. `stored`: how many it has; a sweet with
 * one shows them folded away.
 */
export function PackFields({ stored }: { stored: number }) {
  const { setValue, getValues, formState } = useFormContext<SweetValues>();
  const [packs, price, grams] = useWatch<SweetValues, ["packs", "price", "details.netWeightGrams"]>({
    name: ["packs", "price", "details.netWeightGrams"],
  });
  const rows = wholePacks(packs, price, grams);
  const byWeight = unitsByWeight(rows);

  /** The form's price and weight become those of another row; the row that had them keeps them as its own. */
  function makeDefault(index: number) {
    for (const [at, { price, grams }] of packsOf(getValues()).entries()) {
      setValue(`packs.${at}.isDefault`, at === index);
      setValue(`packs.${at}.price`, price);
      setValue(`packs.${at}.grams`, grams);
      if (at !== index) continue;
      setValue("price", price);
      setValue("details.netWeightGrams", grams);
    }
  }

  return (
    <Disclosure
      className="sm:col-span-2 border border-border px-3 sm:px-4"
      open={rows.length > 1 || formState.errors.packs !== undefined}
      summary={rows.length > 1 || stored > 1 ? "Packs" : "Sell in packs"}
    >
      <fieldset className="min-w-0 pb-4">
        <legend className="sr-only">Packs</legend>
        <div className="field-hint mt-0 mb-3 grid gap-1 max-w-prose">
          <p>
            All packs are sold from one stock. The smallest takes 1 of it: 250 g takes 1, 500 g takes 2, 1 kg takes 4.
          </p>
          <p>A pack that was sold, or that is in a cart, is switched off when you remove it.</p>
        </div>
        <RecordRows
          name="packs"
          item="pack"
          removal={(index) => {
            const row = rows[index];
            return `Remove ${row?.label || row?.grams ? packName(row) : `pack ${index + 1}`}`;
          }}
          add="Add a pack"
          newRow={emptyPack}
          focus="grams"
          most={packBounds.most}
          // What the weights say that packs take, where the rows say something else.
          note={
            byWeight && (
              <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
                <p>By weight, {rows.map((row, index) => `${packName(row)} takes ${byWeight[index]}`).join(", ")}.</p>
                <Button
                  kind="outline"
                  size="sm"
                  onClick={({ currentTarget }) => {
                    announceChange(currentTarget);
                    for (const [at, units] of byWeight.entries()) setValue(`packs.${at}.units`, String(units));
                  }}
                >
                  Use these
                </Button>
              </div>
            )
          }
        >
          {(path, index, remove) => (
            <PackItem
              {...{ path, remove }}
              row={rows[index] ?? emptyPack}
              number={index + 1}
              choose={() => makeDefault(index)}
            />
          )}
        </RecordRows>
        {rows.length >= packBounds.most && <p className="field-hint">A sweet has at most {packBounds.most} packs</p>}
      </fieldset>
    </Disclosure>
  );
}

type ItemProps = { path: string; row: PackTexts; number: number; remove: ReactNode; choose: () => void };

function PackItem({ path, row, number, remove, choose }: ItemProps) {
  const { error, ...active } = useRecordField(`${path}.active`);
  return (
    <div role="group" aria-label={`Pack ${number}`} className="border border-border bg-raised p-3 grid gap-1">
      <div className="grid gap-x-3 gap-y-2 grid-cols-2 sm:grid-cols-[6rem_1fr_5rem_8rem]">
        {row.isDefault ? (
          <OfTheForm label="Weight (g)">{row.grams.trim() || "By the piece"}</OfTheForm>
        ) : (
          <PackField label="Weight (g)" {...countInput} min="1" name={`${path}.grams`} />
        )}
        <PackField
          label="Label"
          optional
          maxLength={packBounds.label.max}
          placeholder={weightLabel(row.grams)}
          name={`${path}.label`}
        />
        <PackField label="Takes" {...countInput} min="1" name={`${path}.units`} />
        {row.isDefault ? (
          <OfTheForm label="Sells at (₹)">{row.price.trim() || "–"}</OfTheForm>
        ) : (
          <PackField label="Sells at (₹)" {...moneyInput} name={`${path}.price`} />
        )}
      </div>
      {row.isDefault && <p className="field-hint mt-0">The default pack has this form’s price and net weight.</p>}
      <div className="flex flex-wrap items-center gap-x-5">
        <Check {...active} aria-invalid={error ? true : undefined} aria-describedby={error && `${path}.active-error`}>
          On sale
        </Check>
        <Check type="radio" name="defaultPack" checked={row.isDefault} onChange={choose}>
          Default
        </Check>
        <p className="num text-sm text-muted sm:flex-1 min-w-0 max-sm:basis-full max-sm:order-last">
          {pricePer100g(row)}
        </p>
        {!row.isDefault && <span className="ml-auto">{remove}</span>}
      </div>
      {error && <FieldError id={`${path}.active-error`}>{error}</FieldError>}
    </div>
  );
}

const PackField = ({ name, ...props }: Parameters<typeof TextField>[0] & { name: string }) => (
  <TextField autoComplete="off" className="min-w-0" {...props} {...useRecordField(name)} />
);

/** A text of the default pack that is typed elsewhere in the form. */
function OfTheForm({ label, children }: { label: string; children: string }) {
  return (
    <div className="min-w-0">
      <p className="label">{label}</p>
      <p className="num min-h-11 flex items-center wrap-anywhere">{children}</p>
    </div>
  );
}
