import { type KeyboardEvent, memo, useId } from "react";
import { Tick } from "@/components/admin/ui/batch-bar";
import { Panel } from "@/components/admin/ui/panel";
import { Badge } from "@/components/ui/badge";
import { FieldError, fieldAriaProps } from "@/components/ui/field";
import { type Heading, TableHead } from "@/components/ui/table";
import { unitPrice, withPack } from "@/lib/catalogue/packs";
import { type PricedPack, percentOf, percentText } from "@/lib/catalogue/price-rules";
import { MAX_PRICE_TEXT, priceIn, wrongPrice } from "@/lib/catalogue/price-text";
import { formatRupees } from "@/lib/money";

type LineProps = {
  pack: PricedPack;
  typed: string;
  ticked: boolean;
  /** Absent for who may only look. */
  onType?: (packId: number, text: string) => void;
  onTick?: (packId: number) => void;
};

type PriceTableProps = Pick<LineProps, "onType" | "onTick"> & {
  packs: readonly PricedPack[];
  typed: Readonly<Record<number, string>>;
  ticked: ReadonlySet<number>;
};

const fieldsOf = (table: Element) => [...table.querySelectorAll<HTMLInputElement>("input[inputmode=decimal]")];

/** Enter and the arrows lead to the next price or the one before. */
function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
  const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  const fields = fieldsOf(event.currentTarget);
  const at = fields.indexOf(event.target as HTMLInputElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = fields[at + step];
  next?.focus();
  next?.select();
}

const headings: Heading[] = [
  { head: "Sweet" },
  { head: "Unit price", column: "r w-48" },
  { head: "Today", column: "r w-32" },
];
const editedHeadings: Heading[] = [
  { head: "Select", hidden: true, column: "w-16" },
  ...headings,
  { head: "New price", column: "w-48" },
  { head: "Change", column: "r w-28" },
];

/** Packs with their prices. Typing into one renders its row alone, and columns of a fixed width keep the others where they are. */
export function PriceTable({ packs, typed, ticked, onType, onTick }: PriceTableProps) {
  return (
    <Panel className="overflow-x-clip">
      <table className="table table-stack lg:table-fixed" aria-label="Prices" onKeyDown={onType && onKeyDown}>
        <TableHead columns={onType ? editedHeadings : headings} />
        <tbody>
          {packs.map((pack) => (
            <PriceLine
              key={pack.packId}
              {...{ pack, onType, onTick }}
              typed={typed[pack.packId] ?? ""}
              ticked={ticked.has(pack.packId)}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

// On small screens a row is a card of two lines, with the field beside them. Cards out of sight are not laid out.
const card =
  "max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto_6.5rem] max-lg:gap-x-3 max-lg:px-3 max-lg:py-2.5 max-lg:*:block max-lg:*:w-auto max-lg:*:p-0 max-lg:*:text-left max-lg:[content-visibility:auto] max-lg:[contain-intrinsic-size:auto_5rem]";

const PriceLine = memo(function PriceLine({ pack, typed, ticked, onType, onTick }: LineProps) {
  const id = useId();
  const { packId, name, label, price, active } = pack;
  const error = typed === "" ? undefined : wrongPrice(typed);
  const percent = typed === "" || error ? 0 : percentOf({ pack, price: priceIn(typed) });
  return (
    <tr className={card}>
      {onTick && (
        <td className="max-lg:row-span-2">
          <Tick
            value={packId}
            label={`Select ${withPack(name, label)}`}
            checked={ticked}
            onChange={() => onTick(packId)}
          />
        </td>
      )}
      <th scope="row" className="max-lg:col-start-2 max-lg:col-span-2 wrap-anywhere whitespace-normal">
        {name}
        <span className="font-normal text-muted num"> {label}</span> {!active && <Badge>Off sale</Badge>}
      </th>
      <td className="r num text-muted text-sm max-lg:col-start-2 max-lg:row-start-2">{unitPrice(pack)}</td>
      <td className="r num max-lg:col-start-3 max-lg:row-start-2">{formatRupees(price)}</td>
      {onType && (
        <>
          <td className="max-lg:col-start-4 max-lg:row-start-1 max-lg:row-span-2">
            <input
              className="input num scroll-my-24"
              {...fieldAriaProps(id, { error })}
              aria-label={`New price of ${withPack(name, label)}`}
              inputMode="decimal"
              enterKeyHint="next"
              autoComplete="off"
              maxLength={MAX_PRICE_TEXT}
              placeholder={String(price)}
              value={typed}
              onChange={({ target }) => onType(packId, target.value)}
              onKeyDown={({ key }) => key === "Escape" && onType(packId, "")}
            />
            {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          </td>
          <td className="r num font-semibold max-lg:col-start-4 max-lg:text-right! max-lg:empty:hidden">
            {percent !== 0 && percentText(percent)}
          </td>
        </>
      )}
    </tr>
  );
});
