import { type KeyboardEvent, type RefObject, useContext, useEffect, useId, useState } from "react";
import { FormContext } from "@/components/admin/ui/action-form";
import { Panel } from "@/components/admin/ui/panel";
import { PackName } from "@/components/stock/pack-name";
import { Button } from "@/components/ui/button";
import { FieldFrame } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Stepper } from "@/components/ui/stepper";
import { lineTotal } from "@/lib/cart/rules";
import { withPack } from "@/lib/catalogue/packs";
import { searchPacks, type TillPack } from "@/lib/catalogue/till-packs";
import { dayText } from "@/lib/dates";
import type { ActionFailure } from "@/lib/http/action-state";
import { formatRupees, toPaise, toRupees } from "@/lib/money";
import { useScanner } from "./scanner";

const SHOWN = 8;

type PackSearchProps = {
  packs: readonly TillPack[];
  text: string;
  onText: (text: string) => void;
  onAdd: (pack: TillPack, quantity: number) => void;
  /** Enter in the empty field, unless a scanner sends it after the one that has added. */
  onDone: () => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

export function PackSearch({ packs, text, onText, onAdd, onDone, inputRef }: PackSearchProps) {
  const id = useId();
  const [active, setActive] = useState(0);
  const isScanned = useScanner();
  const { pending } = useContext(FormContext);
  const { quantity, found } = searchPacks(text, packs);
  const shown = found.slice(0, SHOWN);

  // What was typed before hydration.
  useEffect(() => onText(inputRef.current?.value ?? ""), []);

  function change(text: string) {
    onText(text);
    setActive(0);
  }

  function add(pack: TillPack) {
    // What is typed while a payment is taken is the next customer's, and waits.
    if (pending) return;
    onAdd(pack, quantity);
    change("");
    inputRef.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event;
    const isByScanner = isScanned(event);
    if (key === "Escape") return change("");
    if (key !== "Enter" && key !== "ArrowDown" && key !== "ArrowUp") return;
    event.preventDefault();
    if (event.repeat && key === "Enter") return;
    const match = shown[active];
    if (key === "ArrowDown") setActive(Math.min(active + 1, shown.length - 1));
    else if (key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (match) add(match);
    // The next code that is scanned takes the place of one that nothing has.
    else if (text.trim() !== "") event.currentTarget.select();
    else if (!isByScanner && !pending) onDone();
  }

  return (
    <div className="relative">
      <FieldFrame id={id} label="Sweet" hint="A part of its name, or its code. “3 kaju” adds three.">
        <span className="input-icon block">
          <Icon name="search" />
          <input
            ref={inputRef}
            id={id}
            className="input"
            role="combobox"
            aria-expanded={shown.length > 0}
            aria-controls={`${id}-found`}
            aria-activedescendant={shown[active] && `${id}-${shown[active].packId}`}
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="enter"
            value={text}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
      </FieldFrame>
      <div id={`${id}-found`} role="listbox" aria-label="Sweets" className="till-found empty:hidden">
        {shown.map((pack, at) => (
          // The field keeps the focus, which says by its attributes which option is meant.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={pack.packId}
            id={`${id}-${pack.packId}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => add(pack)}
          >
            <span className="min-w-0 wrap-anywhere">
              {quantity > 1 && `${quantity} × `}
              {withPack(pack.name, pack.packLabel)}
            </span>
            <span className={`text-sm ml-auto ${pack.available > 0 ? "text-muted" : "text-danger"}`}>
              {pack.available > 0 ? `${pack.available} left` : "Sold out"}
            </span>
            <b className="num">{formatRupees(pack.price)}</b>
          </div>
        ))}
      </div>
      <p role="status" className="field-hint empty:hidden">
        {text.trim() !== "" && shown.length === 0 && "There is no such sweet."}
      </p>
    </div>
  );
}

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
  /** With what is left for the day; the day is empty for today, from stock. */
  lines: readonly TillLine[];
  day: string;
  onChange: (lines: TillLine[]) => void;
  /** Enter in a number: back to the search, instead of taking the payment. */
  onEnter: () => void;
};

export function TillLines({ lines, day, onChange, onEnter }: TillLinesProps) {
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
                {quantity > available && (
                  <b className="text-danger">
                    {` · Only ${available} left`}
                    {day && ` for ${dayText(day)}`}
                  </b>
                )}
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
