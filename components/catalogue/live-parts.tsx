"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ComponentProps, ReactNode } from "react";
import { useViewer } from "@/components/layout/viewer-store";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { formatWeight, type PackChoice, packHref, unitPrice } from "@/lib/catalogue/packs";
import { formatRupees } from "@/lib/money";
import { useChosenPack, useStock } from "./stock-store";

/*
 * What follows the stock, the chosen pack and the viewer on the card and the page of a sweet.
 */

/** What is to be said of the chosen pack. Before hydration that of each pack, and CSS shows that of the one that is checked. */
function ofChosenPack(
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

type StockCountProps = { id: number; quantity: number; packs?: PackChoice[]; className?: string };

/** "Quantity Available: 24", of the chosen pack, kept up to date. Admins see 'Admin view' instead (AdminView). */
export function StockCount({ id, quantity, packs, className }: StockCountProps) {
  const stock = useStock(id, quantity, packs);
  if (useViewer().role === "admin") return null;
  return (
    <span className={className}>
      Quantity Available:{" "}
      <b className="num font-semibold text-foreground">
        {packs ? ofChosenPack(stock, ({ available }) => available) : stock.stock}
      </b>
    </span>
  );
}

/** 'Admin view' in place of the shoppers' controls. Its space is reserved from the first paint; the text is rendered for admins only. */
export function AdminView() {
  const { role } = useViewer();
  return (
    <p data-for="admin" className="text-muted min-h-11 grid items-center">
      {role === "admin" && "Admin view"}
    </p>
  );
}

type ProductLinkProps = Pick<ComponentProps<"a">, "className" | "tabIndex" | "aria-hidden" | "children"> & {
  id: number;
  slug: string;
  packs?: PackChoice[];
};

/**
 * A link from a card to the sweet's page, with the pack that is chosen on the card. Prefetching what is in view would load the code of
 * a sweet's page on every list.
 */
export function ProductLink({ id, slug, packs, ...props }: ProductLinkProps) {
  return <HoverPrefetchLink {...props} href={packHref(slug, useChosenPack(id, packs))} />;
}
