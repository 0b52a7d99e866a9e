import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { FieldFrame } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { withPack } from "@/lib/catalogue/packs";
import { searchPacks, type TillPack } from "@/lib/catalogue/till-packs";
import { formatRupees } from "@/lib/money";

/** Matches that are shown. */
const SHOWN = 8;
/** Milliseconds after a sweet was added in which an empty field ignores Enter: some scanners send it twice. */
const PAUSE_MS = 300;

type PackSearchProps = {
  packs: readonly TillPack[];
  onAdd: (pack: TillPack, quantity: number) => void;
  /** Enter in the empty field. */
  onDone: () => void;
  inputRef: RefObject<HTMLInputElement | null>;
};

/** Finds a sweet by its name or by a scanned code; Enter adds the first match. */
export function PackSearch({ packs, onAdd, onDone, inputRef }: PackSearchProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const addedAt = useRef(0);
  const { quantity, found } = searchPacks(text, packs);
  const shown = found.slice(0, SHOWN);

  // What was typed before hydration.
  useEffect(() => setText(inputRef.current?.value ?? ""), []);

  function change(text: string) {
    setText(text);
    setActive(0);
  }

  function add(pack: TillPack) {
    onAdd(pack, quantity);
    change("");
    addedAt.current = performance.now();
    inputRef.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event;
    if (key === "Escape") return change("");
    if (key !== "Enter" && key !== "ArrowDown" && key !== "ArrowUp") return;
    event.preventDefault();
    const match = shown[active];
    if (key === "ArrowDown") setActive(Math.min(active + 1, shown.length - 1));
    else if (key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (match) add(match);
    // The next code that is scanned takes the place of one that nothing has.
    else if (text.trim() !== "") event.currentTarget.select();
    else if (performance.now() - addedAt.current > PAUSE_MS) onDone();
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
