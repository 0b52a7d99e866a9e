"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { PackChoice } from "@/lib/catalogue/packs";
import { formatRupees } from "@/lib/money";

type PackChooserProps = {
  /** The sweet's. */
  name: string;
  /** With what is left of each now. */
  packs: readonly PackChoice[];
  /** The pack that the page comes with. */
  initial: number | undefined;
  chosen: number | undefined;
  onChoose: (pack: PackChoice) => void;
  /** For the product page: with prices. */
  large: boolean;
};

/**
 * One compartment of a tray for each pack: radio buttons of the form around them. The browser has the choice, so that it works before
 * hydration and without JavaScript, where CSS shows the price of the pack that is checked (app/styles/packs.css).
 */
export function PackChooser({ name, packs, initial, chosen, onChoose, large }: PackChooserProps) {
  return (
    <div role="radiogroup" aria-label={`Pack of ${name}`} className="packs" data-large={large || undefined}>
      {packs.map((pack) => {
        const { id, label, price, available } = pack;
        const isSoldOut = available < 1;
        return (
          <label key={id} className="pack">
            <input
              type="radio"
              name="packId"
              value={id}
              defaultChecked={id === initial}
              disabled={isSoldOut && id !== (chosen ?? initial)}
              onChange={() => onChoose(pack)}
            />
            <span>
              {label}
              {(large || isSoldOut) && <small>{isSoldOut ? " Sold out" : ` ${formatRupees(price)}`}</small>}
            </span>
          </label>
        );
      })}
    </div>
  );
}
