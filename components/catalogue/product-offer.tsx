"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to product pages than it saves.

import { Badge } from "@/components/ui/badge";
import { addDays, formatShortDate } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import { type Added, AddToCart } from "./add-to-cart";
import type { SweetOffer } from "./card";
import { AdminView, Price, StockCount, SweetBadges } from "./live-parts";
import { LOW_STOCK } from "./live-stock";
import { useShownDay, useStock } from "./stock-store";

export type ProductOfferProps = SweetOffer & {
  category: string;
  sugarFree: boolean;
  featured: boolean;
  /** The shop's day when the page was made. */
  today: string;
  /** For how many days it keeps; null when it is not known. */
  shelfLifeDays: number | null;
  /** The id of the pack that the address names. */
  pack?: number;
  action: FormAction<Added>;
};

/** The main part of a product page: name, badges, price, stock and 'Add to Cart'. */
export function ProductOffer(props: ProductOfferProps) {
  const { category, sugarFree, featured, today, shelfLifeDays, pack, action, ...offer } = props;
  const { nextDay } = useStock(offer.id, offer.quantity, offer.packs);
  const shown = useShownDay();
  // The day that the shopper buys for; of what is sold out, the day for which it can be ordered.
  const from = shown.day || nextDay || shown.today || today;
  return (
    <>
      <p className="max-md:hidden text-muted">{category}</p>
      <h1 id={`sweet-${offer.id}`} className="text-d2 md:mt-1">
        {offer.name}
      </h1>
      <div className="flex flex-wrap gap-2 mt-2.5 md:mt-4 empty:hidden">
        <SweetBadges sugarFree={sugarFree} featured={featured} />
        <StockBadge {...offer} />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-3 num mt-3.5 md:mt-6">
        <Price {...offer} large />
      </p>
      <p className="flex flex-wrap gap-x-4 md:gap-x-5 text-muted max-md:text-sm num mt-2 mb-3.5 md:mb-5">
        {shelfLifeDays !== null && <span>Best before {formatShortDate(addDays(from, shelfLifeDays))}</span>}
        <StockCount {...offer} />
      </p>
      <AddToCart {...offer} pack={pack} action={action} large />
      <AdminView />
    </>
  );
}

/** 'Low Stock' or 'Out of Stock', kept up to date; nothing while there is enough. */
export function StockBadge({ id, quantity, packs }: Pick<SweetOffer, "id" | "quantity" | "packs">) {
  const { stock, nextDay, day } = useStock(id, quantity, packs);
  if (stock >= LOW_STOCK) return null;
  // Beside it stands what is said of the day.
  if (nextDay && !day) return null;
  return stock > 0 ? <Badge tone="low">Low Stock</Badge> : <Badge tone="out">Out of Stock</Badge>;
}
