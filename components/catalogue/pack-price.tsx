"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ReactNode } from "react";
import { formatWeight, type PackChoice, unitPrice } from "@/lib/catalogue/packs";
import { formatRupees } from "@/lib/money";
import { useStock } from "./stock-store";

/** What is to be said of the chosen pack. Before hydration that of each pack, and CSS shows that of the one that is checked. */
export function ofChosenPack(
  { packs, chosen }: { packs: readonly PackChoice[]; chosen?: PackChoice },
  text: (pack: PackChoice) => ReactNode,
): ReactNode {
  if (chosen) return text(chosen);
  return packs.map((pack, index) => (
    <span key={pack.id} data-pack={index}>
      {text(pack)}
    </span>
  ));
}

/** Its weight, where its label does not say it. */
function weight({ label, grams }: PackChoice): string | null {
  const text = grams === null ? label : formatWeight(grams);
  return text === label ? null : text;
}

/** The price of the chosen pack of a sweet that has several, kept up to date. */
export function PackPrice({ id, packs, large = false }: { id: number; packs: PackChoice[]; large?: boolean }) {
  const stock = useStock(id, 0, packs);
  const beside = large ? "text-lg text-muted" : "text-sm text-muted";
  return (
    <>
      <span className={large ? "text-[2rem] leading-none font-bold" : "price"}>
        {ofChosenPack(stock, ({ price }) => formatRupees(price))}
      </span>
      {packs.some(weight) && <span className={`${beside} empty:hidden`}>{ofChosenPack(stock, weight)}</span>}
      {packs.some(unitPrice) && <span className={beside}>{ofChosenPack(stock, unitPrice)}</span>}
    </>
  );
}
