import { type ComponentProps, type ReactElement, type ReactNode, useEffect } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { OptionsField, type OptionsProps } from "@/components/admin/ui/options-field";
import { announceChange, RecordRows, useRecordField } from "@/components/admin/ui/record-form";
import { Button } from "@/components/ui/button";
import { Check, FieldError, TextArea, TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { categories, packBounds, sweetBounds } from "@/db/constants/catalogue";
import { detailNames, details, type Fact, type FactName, facts } from "@/lib/catalogue/facts";
import {
  amountField,
  type PackTexts,
  packName,
  plainLabel,
  proposedPrice,
  type SoldBy,
  unitPriceTyped,
} from "@/lib/catalogue/pack-form";
import { numberIn } from "@/lib/digits";
import { countedIn, weightOf } from "./stock";
import { countInput, emptyPack, moneyInput, type SweetValues } from "./sweet-values";

const SweetText = ({ name, ...props }: ComponentProps<typeof TextField> & { name: string }) => (
  <TextField autoComplete="off" className="min-w-0" {...props} {...useRecordField(name)} />
);

/** A select that does not begin with its value is taken for one that was changed before the form was ready. */
function SweetSelect({ name, ...props }: OptionsProps & { name: string }) {
  const { getValues } = useFormContext();
  return <OptionsField {...props} {...useRecordField(name)} defaultValue={getValues(name)} />;
}

/** The first question of a new sweet: what the form asks of each pack follows from the answer. */
export function SoldByChoice({ className }: { className?: string }) {
  const { error: _, ...field } = useRecordField("soldBy");
  return (
    <fieldset className={className}>
      <legend className="label">How is it sold?</legend>
      <div className="flex flex-wrap gap-x-6">
        <Check type="radio" {...field} value="weight">
          By weight
        </Check>
        <Check type="radio" {...field} value="piece">
          By the piece
        </Check>
      </div>
    </fieldset>
  );
}

export function SweetBasics() {
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
    </>
  );
}

/** The default pack of a new sweet, as it is typed. */
function useTypedDefault() {
  const [packs, by] = useWatch<SweetValues, ["packs", "soldBy"]>({ name: ["packs", "soldBy"] });
  const main = packs.find(({ isDefault }) => isDefault) ?? emptyPack;
  return {
    label: packName(main, by),
    grams: by === "weight" && numberIn(main.grams) > 0 ? numberIn(main.grams) : null,
  };
}

type StockFieldProps = {
  /** The pack that the stock of a stored sweet is counted in, and what is said of it. */
  stored: { pack: { label: string; grams: number | null }; text: string | null } | null;
};

/** How many default packs there are, and how much that is. */
export function StockField({ stored }: StockFieldProps) {
  const typed = useTypedDefault();
  const quantity = useWatch<SweetValues, "quantity">({ name: "quantity" });
  const pack = stored?.pack ?? typed;
  const weight = weightOf(numberIn(quantity), pack);
  const counted = [`In ${countedIn(pack)}`, weight].filter(Boolean).join(": ");
  return (
    <SweetText
      name="quantity"
      label="Quantity"
      {...countInput}
      min="0"
      hint={[counted, stored?.text].filter(Boolean).join(". ")}
    />
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
          The shop’s Sugar-Free filter shows the category of that name. Tick Sugar free for every sweet in it: a search
          for “sugar free” finds only those, once their ingredients are given below.
        </p>
      </fieldset>
      {others.map(([name, fact]) => fact.kind !== "mark" && <FactInput key={name} fact={fact} name={name} />)}
      <Disclosure className="sm:col-span-2" open={open || errors.details !== undefined} summary="Food facts">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 pt-2">
          {
            // The net weight is that of the default pack.
            detailNames.map(
              (name) =>
                name !== "netWeightGrams" && <FactInput key={name} fact={details[name]} name={`details.${name}`} />,
            )
          }
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

/** Packs that are added by one click. */
const usual: Record<SoldBy, { text: string; row: Partial<PackTexts> }[]> = {
  weight: ["250", "500", "1000"].map((grams) => ({
    text: plainLabel({ grams, pieces: "" }, "weight"),
    row: { grams },
  })),
  piece: [
    { text: "One piece", row: { pieces: "1" } },
    ...["6", "12"].map((pieces) => ({ text: `Box of ${pieces}`, row: { pieces, label: `Box of ${pieces}` } })),
  ],
};

/** The packs of a sweet with their prices. All are sold from one stock. */
export function PackFields({ isNew }: { isNew: boolean }) {
  const { setValue, setFocus, formState } = useFormContext<SweetValues>();
  const [rows, by] = useWatch<SweetValues, ["packs", "soldBy"]>({ name: ["packs", "soldBy"] });
  const array = useFieldArray({ name: "packs" });
  const isFull = rows.length >= packBounds.most;
  const stored = rows.filter(({ packId }) => packId !== "");

  useEffect(() => {
    for (const [at, row] of rows.entries()) {
      const price = row.proposed ? proposedPrice(row, rows, by) : row.price;
      if (price !== row.price) setValue(`packs.${at}.price`, price, { shouldValidate: formState.isSubmitted });
    }
  }, [rows, by]);

  function addPack(pack: Partial<PackTexts>, pressed: Element) {
    const amount = amountField(by);
    const present = rows.findIndex((row) => row[amount].trim() === pack[amount]);
    if (present >= 0) return setFocus(`packs.${present}.price`);
    const blank = rows.findIndex((row) => row.packId === "" && `${row.label}${row[amount]}`.trim() === "");
    const row = { ...(rows[blank] ?? emptyPack), ...pack };
    // Where a price is proposed, the next pack can be added at once.
    const shouldFocus = row.price === "" && proposedPrice(row, rows, by) === "";
    announceChange(pressed);
    if (blank < 0) return array.append(row, { shouldFocus, focusName: `packs.${rows.length}.price` });
    setValue(`packs.${blank}.${amount}`, row[amount]);
    setValue(`packs.${blank}.label`, row.label);
    if (shouldFocus) setFocus(`packs.${blank}.price`);
  }

  return (
    <fieldset className="sm:col-span-2 min-w-0 border border-border px-3 sm:px-4 pb-4">
      <legend className="font-semibold px-1">Packs and prices</legend>
      {!isNew && <SoldByChoice className="mb-2" />}
      <RecordRows
        array={array}
        name="packs"
        item="pack"
        removal={(index) => {
          const row = rows[index];
          return `Remove ${row?.label || row?.[amountField(by)] ? packName(row, by) : `pack ${index + 1}`}`;
        }}
        add={by === "weight" ? "Another weight" : "Another pack"}
        newRow={emptyPack}
        focus={amountField(by)}
        most={packBounds.most}
        note={
          <div role="group" aria-label="Usual packs" className="inline-flex flex-wrap gap-2 mr-2 mb-2">
            {usual[by].map(({ text, row }) => {
              const isThere = rows.some((other) => other[amountField(by)].trim() === row[amountField(by)]);
              return (
                <Button
                  key={text}
                  kind="outline"
                  size="sm"
                  aria-pressed={isThere}
                  disabled={isFull && !isThere}
                  onClick={({ currentTarget }) => addPack(row, currentTarget)}
                >
                  <Icon name={isThere ? "check" : "plus"} />
                  {text}
                </Button>
              );
            })}
          </div>
        }
      >
        {(path, index, remove) => {
          const row = rows[index] ?? emptyPack;
          // The last of the stored packs says how much the stock is.
          const canGo = !row.isDefault && (row.packId === "" || stored.length > 1);
          const choose = () => {
            for (const at of rows.keys()) setValue(`packs.${at}.isDefault`, at === index);
          };
          return (
            <PackItem
              {...{ path, row, by, choose }}
              number={index + 1}
              remove={canGo && remove}
              alone={rows.length === 1}
            />
          );
        }}
      </RecordRows>
      <div className="field-hint grid gap-1 max-w-prose">
        {isFull && <p>A sweet has at most {packBounds.most} packs</p>}
        {rows.length > 1 && <p>All packs are sold from one stock. The default one is chosen at first in the shop.</p>}
        {!isNew && rows.length > 1 && (
          <p>A pack that was sold, or that is in a cart, is switched off when you remove it.</p>
        )}
      </div>
    </fieldset>
  );
}

type ItemProps = {
  path: string;
  row: PackTexts;
  by: SoldBy;
  number: number;
  remove: ReactNode;
  alone: boolean;
  choose: () => void;
};

function PackItem({ path, row, by, number, remove, alone, choose }: ItemProps) {
  const { error, ...active } = useRecordField(`${path}.active`);
  const errorId = `${path}.active-error`;
  const unitPrice = unitPriceTyped(row, by);
  return (
    <div role="group" aria-label={`Pack ${number}`} className="border border-border bg-raised p-3 grid gap-1">
      <div
        className={`grid gap-x-3 gap-y-2 grid-cols-2 ${by === "weight" ? "sm:grid-cols-[7rem_8rem_1fr]" : "sm:grid-cols-[5rem_7rem_1fr_9.5rem]"}`}
      >
        {by === "weight" ? (
          <SweetText key="weight" label="Weight (g)" {...countInput} min="1" name={`${path}.grams`} />
        ) : (
          <SweetText key="pieces" label="Pieces" {...countInput} min="1" placeholder="1" name={`${path}.pieces`} />
        )}
        <PackPrice path={path} />
        <SweetText
          label="Label"
          optional
          maxLength={packBounds.label.max}
          placeholder={plainLabel(row, by)}
          name={`${path}.label`}
          className={`min-w-0 ${by === "weight" ? "max-sm:col-span-2" : ""}`}
        />
        {by === "piece" && <SweetText label="Weight (g)" optional {...countInput} min="1" name={`${path}.grams`} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-5">
        {!alone && (
          <Check type="radio" name="defaultPack" checked={row.isDefault} onChange={choose}>
            Default
          </Check>
        )}
        {row.packId !== "" && (
          <Check {...active} aria-invalid={error ? true : undefined} aria-describedby={error && errorId}>
            On sale
          </Check>
        )}
        <p className="num text-sm text-muted sm:flex-1 min-w-0 max-sm:basis-full max-sm:order-last">
          {unitPrice}
          {row.proposed && row.price !== "" && `${unitPrice && ", "}proposed`}
        </p>
        {remove && <span className="ml-auto">{remove}</span>}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

/** A price that is typed is no longer proposed. */
function PackPrice({ path }: { path: string }) {
  const { setValue } = useFormContext();
  const { onChange, ...field } = useRecordField(`${path}.price`);
  return (
    <TextField
      label="Price (₹)"
      autoComplete="off"
      className="min-w-0"
      {...moneyInput}
      {...field}
      onChange={(event) => {
        setValue(`${path}.proposed`, false);
        return onChange(event);
      }}
    />
  );
}
