"use client";
"use no memo"; // React Compiler's caching would add more JavaScript to every page than it saves.

import { Picture } from "@/components/ui/picture";
import type { FormAction } from "@/lib/http/action-state";
import { type Added, AddToCart } from "./add-to-cart";
import type { Card } from "./card";
import { AdminView, DayBadge, Price, ProductLink, StockCount, SweetBadges } from "./live-parts";

/** The width of a card's picture in the grid of 1, 2, 3 or 4 columns. */
const SIZES = "(min-width:64rem) 19.25rem,(min-width:22.5rem) 44vw,90vw";

export type ProductCardProps = Card & {
  action: FormAction<Added>;
  /** Loads the picture at once, for cards in the first row. */
  priority: boolean;
};

/** What is in the card of a sweet: picture, name, description, price, stock and 'Add to Cart'. */
export function ProductCard({
  description,
  picture,
  sugarFree,
  featured,
  action,
  priority,
  ...offer
}: ProductCardProps) {
  const { id, name, slug, packs } = offer;
  return (
    <>
      <div className="photo">
        <div className="badges">
          <SweetBadges sugarFree={sugarFree} featured={featured} />
          <DayBadge {...offer} />
        </div>
        {/* For pointers only. Keyboards and screen readers use the link on the name below. */}
        <ProductLink id={id} slug={slug} packs={packs} tabIndex={-1} aria-hidden="true" className="photo">
          <Picture image={picture} alt="" sizes={SIZES} widest={640} priority={priority} />
        </ProductLink>
      </div>
      <div className="body">
        <h3 id={`sweet-${id}`}>
          <ProductLink id={id} slug={slug} packs={packs} className="name">
            {name}
          </ProductLink>
        </h3>
        <p className="desc">{description}</p>
        <div className="facts">
          <span className="prices num">
            <Price {...offer} />
          </span>
          <StockCount {...offer} className="beside" />
        </div>
        <AddToCart {...offer} action={action} />
        <AdminView />
      </div>
    </>
  );
}
