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

/** Its weight where its label does not say it, and its price per 100 g or piece. */
function unit(pack: PackChoice): string {
  const weight = pack.grams === null ? pack.label : formatWeight(pack.grams);
  return [weight !== pack.label && weight, unitPrice(pack)].filter(Boolean).join(" · ");
}

/** The price of the chosen pack of a sweet that has several, kept up to date. */
export function PackPrice({ id, packs, large = false }: { id: number; packs: PackChoice[]; large?: boolean }) {
  const stock = useStock(id, 0, packs);
  return (
    <>
      <span className={large ? "text-[2rem] leading-none font-bold" : "price"}>
        {ofChosenPack(stock, ({ price }) => formatRupees(price))}
      </span>
      {packs.some(unit) && (
        <span className={large ? "text-lg text-muted" : "text-sm text-muted"}>{ofChosenPack(stock, unit)}</span>
      )}
    </>
  );
}
