import { PackName } from "@/components/stock/pack-name";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Stepper } from "@/components/ui/stepper";
import { lineTotal } from "@/lib/cart/rules";
import { withPack } from "@/lib/catalogue/packs";
import type { TillPack } from "@/lib/catalogue/till-packs";
import { formatRupees } from "@/lib/money";
import { tillRows } from "@/lib/orders/constants";
import type { TillLine } from "./lines";

type TillLinesProps = {
  lines: readonly TillLine[];
  onChange: (lines: TillLine[]) => void;
  /** Enter in a number: back to the search, instead of taking the payment. */
  onEnter: () => void;
};

/** What is sold, each line with its number of packs. */
export function TillLines({ lines, onChange, onEnter }: TillLinesProps) {
  return (
    <ul
      aria-label="Sweets of this order"
      className="border border-border bg-surface divide-y divide-border empty:hidden"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onEnter();
      }}
    >
      {lines.map((line) => {
        const { packId, price, quantity, available, name, packLabel } = line;
        const text = withPack(name, packLabel);
        return (
          <li key={packId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
            <span className="grow basis-48 min-w-0 wrap-anywhere">
              <PackName name={name} label={packLabel} />
              <span className="block text-sm text-muted num">
                {formatRupees(price)} each
                {quantity > available && <b className="text-danger"> · Only {available} left</b>}
              </span>
            </span>
            <Stepper
              label={`Packs of ${text}`}
              value={quantity}
              max={1_00_000}
              onChange={(next) =>
                onChange(lines.map((other) => (other.packId === packId ? { ...other, quantity: next } : other)))
              }
            />
            <b className="num min-w-20 text-right ml-auto">{formatRupees(lineTotal(line))}</b>
            <Button
              kind="quiet"
              icon
              aria-label={`Remove ${text}`}
              onClick={() => {
                onChange(lines.filter((other) => other.packId !== packId));
                onEnter();
              }}
            >
              <Icon name="x" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

type PlainRowsProps = {
  packs: readonly TillPack[];
  /** What was typed before a refusal. */
  values?: Record<string, string>;
  errors: Record<string, string>;
};

/** The same without JavaScript: a few rows, which are looked up when the form is sent. */
export function PlainRows({ packs, values = {}, errors }: PlainRowsProps) {
  return (
    <div data-for="neutral" className="grid gap-3">
      <datalist id="till-packs">
        {packs.map(({ packId, name, packLabel }) => (
          <option key={packId} value={withPack(name, packLabel)} />
        ))}
      </datalist>
      {tillRows.map(({ item, quantity }, row) => (
        <div key={item} className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3 items-start">
          <TextField
            label={`Sweet ${row + 1}`}
            name={item}
            list="till-packs"
            autoComplete="off"
            defaultValue={values[item]}
            error={errors[item]}
          />
          <TextField label="Packs" name={quantity} inputMode="numeric" defaultValue={values[quantity]} />
        </div>
      ))}
    </div>
  );
}
