"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import type { ComponentProps, ReactNode } from "react";
import { useViewer } from "@/components/layout/viewer-store";
import { Badge } from "@/components/ui/badge";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { formatWeight, type PackChoice, packHref, unitPrice } from "@/lib/catalogue/packs";
import { dayText } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { SweetOffer } from "./card";
import { useChosenPack, useShownPack, useStock } from "./stock-store";

/*
 * What follows the stock, the chosen pack and the viewer on the card and the page of a sweet.
 */

/**
 * What is to be said of the chosen pack. On the server that of each pack: CSS shows that of the one that is checked, for browsers without
 * JavaScript. With it, live-stock.ts writes that of the chosen one into the page.
 */
function ofChosenPack(
  packs: readonly PackChoice[],
  shown: PackChoice | undefined,
  text: (pack: PackChoice) => ReactNode,
): ReactNode {
  if (shown) return text(shown);
  return packs.map((pack, index) => (
    <span key={pack.id} data-pack={index} suppressHydrationWarning>
      {text(pack)}
    </span>
  ));
}

/** Its weight, where its label does not say it. */
function weight({ label, grams }: PackChoice): string | null {
  const text = grams === null ? label : formatWeight(grams);
  return text === label ? null : text;
}

/** The price of a sweet with its net weight and the price per 100 g or piece; of the chosen pack when it has several, kept up to date. */
export function Price({ large = false, ...offer }: SweetOffer & { large?: boolean }) {
  const { id, price, packs } = offer;
  const { packs: current } = useStock(id, 0, packs);
  const shown = useShownPack(id, current);
  const main = large ? "text-[2rem] leading-none font-bold" : "price";
  const beside = large ? "text-lg text-muted" : "beside";
  if (!packs)
    return (
      <>
        <span className={main}>{formatRupees(price)}</span>
        {offer.beside?.map((text) => (
          <span key={text} className={beside}>
            {text}
          </span>
        ))}
      </>
    );
  return (
    <>
      <span className={main}>{ofChosenPack(current, shown, ({ price }) => formatRupees(price))}</span>
      {packs.some(weight) && <span className={`${beside} empty:hidden`}>{ofChosenPack(current, shown, weight)}</span>}
      {packs.some(unitPrice) && <span className={beside}>{ofChosenPack(current, shown, unitPrice)}</span>}
    </>
  );
}

type StockCountProps = Pick<SweetOffer, "id" | "quantity" | "packs"> & { className?: string };

/** What sets a sweet apart, on photographs and on its page. */
export function SweetBadges({ sugarFree, featured }: { sugarFree?: boolean; featured?: boolean }) {
  return (
    <>
      {sugarFree && (
        <Badge tone="sugarfree" mark>
          Sugar Free
        </Badge>
      )}
      {featured && (
        <Badge tone="featured" mark>
          Featured
        </Badge>
      )}
    </>
  );
}

/** On a card, the day for which the sweet would be ordered; nothing for today. */
export function DayBadge({ id, quantity, packs }: Pick<SweetOffer, "id" | "quantity" | "packs">) {
  const { day } = useStock(id, quantity, packs);
  return day ? <Badge mark>{dayText(day)}</Badge> : null;
}

/**
 * "Quantity Available: 24", of the chosen pack, kept up to date, or that nothing is left of the day. Admins see 'Admin view' instead
 * (AdminView).
 */
export function StockCount({ id, quantity, packs, className }: StockCountProps) {
  const { packs: current, stock, day, nextDay } = useStock(id, quantity, packs);
  const shown = useShownPack(id, current);
  if (useViewer().role === "admin") return null;
  const classes = className ? `for-shoppers ${className}` : "for-shoppers";
  if (nextDay) return <span className={classes}>{day ? `None left for ${dayText(day)}` : "Sold out today"}</span>;
  return (
    <span className={classes}>
      Quantity Available: {/* live-stock.ts writes newer numbers into it before it is hydrated. */}
      <b className="num" data-left="" suppressHydrationWarning>
        {packs ? ofChosenPack(current, shown, ({ available }) => available) : stock}
      </b>
    </span>
  );
}

/** 'Admin view' in place of the shoppers' controls. Its space is reserved from the first paint; the text is rendered for admins only. */
export function AdminView() {
  const { role } = useViewer();
  return (
    <p data-for="admin" className="admin-view">
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
