import type { ComponentProps, ReactElement, ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { OptionsField, type OptionsProps } from "@/components/admin/ui/options-field";
import { announceChange, RecordRows, useRecordField } from "@/components/admin/ui/record-form";
import { Button } from "@/components/ui/button";
import { Check, FieldError, TextArea, TextField } from "@/components/ui/field";
import { categories, packBounds, sweetBounds } from "@/db/constants/catalogue";
import { detailNames, details, type Fact, type FactName, facts } from "@/lib/catalogue/facts";
import {
  type PackTexts,
  packName,
  pricePer100g,
  unitsByWeight,
  weightLabel,
  wholePacks,
} from "@/lib/catalogue/pack-form";
import { countInput, emptyPack, moneyInput, packsOf, type SweetValues } from "./sweet-values";

const SweetText = ({ name, ...props }: ComponentProps<typeof TextField> & { name: string }) => (
  <TextField autoComplete="off" className="min-w-0" {...props} {...useRecordField(name)} />
);

/** A select that does not begin with its value is taken for one that was changed before the form was ready. */
function SweetSelect({ name, ...props }: OptionsProps & { name: string }) {
  const { getValues } = useFormContext();
  return <OptionsField {...props} {...useRecordField(name)} defaultValue={getValues(name)} />;
}

export function SweetBasics({ hint }: { hint: string | null }) {
  return (
    <>
      <SweetText name="name" label="Name" maxLength={sweetBounds.name.max} />
      <SweetSelect
        name="category"
        label="Category"
        options={[["", "Select a category"], ...categories.map((category) => [category, category] as const)]}
      />
      <TextArea
        label="Description"
        className="sm:col-span-2"
        rows={3}
        maxLength={sweetBounds.description.max}
        {...useRecordField("description")}
      />
      <div className="sm:col-span-2 grid grid-cols-2 gap-4">
        <SweetText name="price" label="Price (₹)" {...moneyInput} />
        <SweetText name="quantity" label="Quantity" {...countInput} min="0" hint={hint} />
      </div>
    </>
  );
}

const { imageAlt, ...otherFacts } = facts;
const others = Object.entries(otherFacts) as [FactName, Fact][];

export function SweetExtras({ open }: { open: boolean }) {
  const { errors } = useFormContext().formState;
  return (
    <>
      <FactInput fact={imageAlt} name="imageAlt" />
      <fieldset className="sm:col-span-2 flex flex-wrap gap-x-8">
        <legend className="sr-only">Marks</legend>
        {others.map(([name, fact]) => fact.kind === "mark" && <FactInput key={name} fact={fact} name={name} />)}
        <p className="basis-full text-sm text-muted">
          The shop’s Sugar-Free filter shows the category of that name. Tick Sugar free for every sweet in it.
        </p>
      </fieldset>
      {others.map(([name, fact]) => fact.kind !== "mark" && <FactInput key={name} fact={fact} name={name} />)}
      <Disclosure className="sm:col-span-2" open={open || errors.details !== undefined} summary="Food facts">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 pt-2">
          {detailNames.map((name) => (
            <FactInput key={name} fact={details[name]} name={`details.${name}`} />
          ))}
        </div>
      </Disclosure>
    </>
  );
}

/** Texts longer than this get a field of two lines. */
const LONG_TEXT = 500;

// Its return type makes the compiler ask for each kind.
function FactInput({ fact, name }: { fact: Fact; name: string }): ReactElement {
  const { error, ...input } = useRecordField(name);
  const { label, hint } = fact;
  const field = { label, hint, error, optional: true, ...input };
  switch (fact.kind) {
    case "mark":
      return <Check {...input}>{label}</Check>;
    case "wholeNumber": {
      const { unit, min, max, unset } = fact;
      return (
        <TextField {...countInput} {...{ min, max }} placeholder={unset} {...field} label={`${label} (${unit})`} />
      );
    }
    case "list":
      return <TextField {...field} hint={hint ?? "Separated by commas"} />;
    case "yesOrNo":
      return (
        <SweetSelect
          name={name}
          {...{ label, hint }}
          optional={fact.unset === undefined}
          options={[
            ["", fact.unset ?? "Not stated"],
            ["yes", fact.yes],
            ["no", fact.no],
          ]}
        />
      );
    case "hsnCode":
      return <TextField inputMode="numeric" autoComplete="off" className="sm:col-span-2" {...field} />;
    case "text": {
      const text = { maxLength: fact.max, className: "sm:col-span-2", ...field };
      return fact.max > LONG_TEXT ? <TextArea rows={2} {...text} /> : <TextField {...text} />;
    }
  }
}

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
          {(path, index, remove) => {
            const row = rows[index] ?? emptyPack;
            return <PackItem {...{ path, row, remove }} number={index + 1} choose={() => makeDefault(index)} />;
          }}
        </RecordRows>
        {rows.length >= packBounds.most && <p className="field-hint">A sweet has at most {packBounds.most} packs</p>}
      </fieldset>
    </Disclosure>
  );
}

type ItemProps = { path: string; row: PackTexts; number: number; remove: ReactNode; choose: () => void };

function PackItem({ path, row, number, remove, choose }: ItemProps) {
  const { error, ...active } = useRecordField(`${path}.active`);
  const errorId = `${path}.active-error`;
  return (
    <div role="group" aria-label={`Pack ${number}`} className="border border-border bg-raised p-3 grid gap-1">
      <div className="grid gap-x-3 gap-y-2 grid-cols-2 sm:grid-cols-[6rem_1fr_5rem_8rem]">
        {row.isDefault ? (
          <OfTheForm label="Weight (g)">{row.grams.trim() || "By the piece"}</OfTheForm>
        ) : (
          <SweetText label="Weight (g)" {...countInput} min="1" name={`${path}.grams`} />
        )}
        <SweetText
          label="Label"
          optional
          maxLength={packBounds.label.max}
          placeholder={weightLabel(row.grams)}
          name={`${path}.label`}
        />
        <SweetText label="Takes" {...countInput} min="1" name={`${path}.units`} />
        {row.isDefault ? (
          <OfTheForm label="Sells at (₹)">{row.price.trim() || "–"}</OfTheForm>
        ) : (
          <SweetText label="Sells at (₹)" {...moneyInput} name={`${path}.price`} />
        )}
      </div>
      {row.isDefault && <p className="field-hint mt-0">The default pack has this form’s price and net weight.</p>}
      <div className="flex flex-wrap items-center gap-x-5">
        <Check {...active} aria-invalid={error ? true : undefined} aria-describedby={error && errorId}>
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
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** A text of the default pack that is typed elsewhere in the form. */
const OfTheForm = ({ label, children }: { label: string; children: string }) => (
  <div className="min-w-0">
    <p className="label">{label}</p>
    <p className="num min-h-11 flex items-center wrap-anywhere">{children}</p>
  </div>
);
