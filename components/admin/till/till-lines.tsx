import { Panel } from "@/components/admin/ui/panel";
import { PackName } from "@/components/stock/pack-name";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Stepper } from "@/components/ui/stepper";
import { lineTotal } from "@/lib/cart/rules";
import { withPack } from "@/lib/catalogue/packs";
import type { TillPack } from "@/lib/catalogue/till-packs";
import type { ActionFailure } from "@/lib/http/action-state";
import { formatRupees, toPaise, toRupees } from "@/lib/money";

/** A line of a new order. */
export type TillLine = TillPack & { quantity: number };

/** The lines with so many packs more; a pack that is there already is the same line. */
export const withPacks = (lines: readonly TillLine[], pack: TillPack, quantity: number): TillLine[] =>
  lines.some(({ packId }) => packId === pack.packId)
    ? lines.map((line) => (line.packId === pack.packId ? { ...line, quantity: line.quantity + quantity } : line))
    : [...lines, { ...pack, quantity }];

export const valueOfLines = (lines: readonly TillLine[]): number =>
  toRupees(lines.reduce((sum, { price, quantity }) => sum + toPaise(price) * quantity, 0));

/** The lines as a refusal says that they can be had: with what is left, at the prices of today. */
export function linesLeft(lines: readonly TillLine[], failure: ActionFailure): TillLine[] {
  const { short = [], prices = [], unavailablePacks = [] } = failure;
  return lines
    .map((line) => ({
      ...line,
      price: prices.find(({ packId }) => packId === line.packId)?.price ?? line.price,
      quantity: Math.min(line.quantity, short.find(({ packId }) => packId === line.packId)?.available ?? line.quantity),
    }))
    .filter(({ packId, quantity }) => quantity > 0 && !unavailablePacks.includes(packId));
}

type TillLinesProps = {
  lines: readonly TillLine[];
  onChange: (lines: TillLine[]) => void;
  /** Enter in a number: back to the search, instead of taking the payment. */
  onEnter: () => void;
};

/** What is sold, each line with its number of packs. */
export function TillLines({ lines, onChange, onEnter }: TillLinesProps) {
  return (
    <Panel
      as="ul"
      divided
      aria-label="Sweets of this order"
      className="empty:hidden"
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
    </Panel>
  );
}
