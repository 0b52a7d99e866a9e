"use client";

import type { ComponentProps, ReactNode } from "react";
import { useViewer } from "@/components/layout/viewer-store";
import { useChosenPack, useStock } from "@/components/stock/stock-store";
import { A } from "@/components/ui/a";
import { Badge } from "@/components/ui/badge";
import { formatWeight, type PackChoice, packHref, unitPrice } from "@/lib/catalogue/packs";
import { dayText } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { Live } from "./card";

/**
 * What is to be said of the chosen pack. Until one is known, that of each pack: CSS shows that of the one whose radio button is checked
 * (app/styles/packs.css).
 */
const ofChosenPack = (
  packs: readonly PackChoice[],
  chosen: PackChoice | undefined,
  text: (pack: PackChoice) => ReactNode,
): ReactNode =>
  chosen
    ? text(chosen)
    : packs.map((pack, index) => (
        <span key={pack.id} data-pack={index}>
          {text(pack)}
        </span>
      ));

/** Its weight, where its label does not say it. */
function weight({ label, grams }: PackChoice): string | null {
  const text = grams === null ? label : formatWeight(grams);
  return text === label ? null : text;
}

type PackPriceProps = { id: number; packs: PackChoice[]; className: string; besideClassName: string };

export function PackPrice({ id, packs, className, besideClassName }: PackPriceProps) {
  const { packs: current, chosen } = useStock(id, 0, packs);
  return (
    <>
      <span className={className}>{ofChosenPack(current, chosen, ({ price }) => formatRupees(price))}</span>
      {packs.some(weight) && (
        <span className={`${besideClassName} empty:hidden`}>{ofChosenPack(current, chosen, weight)}</span>
      )}
      {packs.some(unitPrice) && <span className={besideClassName}>{ofChosenPack(current, chosen, unitPrice)}</span>}
    </>
  );
}

/** On a card, the day for which the sweet would be ordered; nothing for today. */
export function DayBadge({ id, quantity, packs }: Live) {
  const { day } = useStock(id, quantity, packs);
  return day ? <Badge mark>{dayText(day)}</Badge> : null;
}

export function StockCount({ id, quantity, packs, className = "" }: Live & { className?: string }) {
  const { packs: current, chosen, stock, day, nextDay } = useStock(id, quantity, packs);
  const classes = `for-shoppers ${className}`;
  if (nextDay) return <span className={classes}>{day ? `None left for ${dayText(day)}` : "Sold out today"}</span>;
  return (
    <span className={classes}>
      Quantity Available:{" "}
      <b className="num" data-left="">
        {packs ? ofChosenPack(current, chosen, ({ available }) => available) : stock}
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

type PackLinkProps = Omit<ComponentProps<typeof A>, "href" | "id"> & { id: number; slug: string; packs: PackChoice[] };

export const PackLink = ({ id, slug, packs, ...props }: PackLinkProps) => (
  <A {...props} href={packHref(slug, useChosenPack(id, packs))} />
);
