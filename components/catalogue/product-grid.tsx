import type { ComponentProps } from "react";
import { Picture } from "@/components/layout/picture";
import { A } from "@/components/ui/a";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { packHref } from "@/lib/catalogue/packs";
import type { FormAction } from "@/lib/http/action-state";
import { formatRupees } from "@/lib/money";
import { type Added, AddToCart } from "./add-to-cart";
import type { Card, SweetOffer } from "./card";
import { AdminView, DayBadge, PackLink, PackPrice, StockCount } from "./live-parts";

export function SweetBadges({ sugarFree, featured }: { sugarFree?: boolean; featured?: boolean }) {
  return (
    <>
      {sugarFree && (
        <Badge tone="pista" mark>
          Sugar Free
        </Badge>
      )}
      {featured && (
        <Badge tone="brand" mark>
          Featured
        </Badge>
      )}
    </>
  );
}

export const Minimum = ({ quantity, className = "" }: { quantity?: number; className?: string }) =>
  quantity ? <span className={`for-shoppers ${className}`}>{`Minimum ${quantity}`}</span> : null;

export function Price({ id, price, packs, beside = [], large = false }: SweetOffer & { large?: boolean }) {
  const main = large ? "text-[2rem] leading-none font-bold" : "price";
  const other = large ? "text-lg text-muted" : "beside";
  if (packs) return <PackPrice id={id} packs={packs} className={main} besideClassName={other} />;
  return (
    <>
      <span className={main}>{formatRupees(price)}</span>
      {beside.map((text) => (
        <span key={text} className={other}>
          {text}
        </span>
      ))}
    </>
  );
}

/** The width of a card's picture in the grid of 1, 2, 3 or 4 columns. */
const SIZES = "(min-width:64rem) 19.25rem,(min-width:22.5rem) 44vw,90vw";

type ProductLinkProps = Omit<ComponentProps<typeof A>, "href" | "id"> & Pick<Card, "id" | "slug" | "packs">;

const ProductLink = ({ id, slug, packs, ...props }: ProductLinkProps) =>
  packs ? <PackLink {...props} id={id} slug={slug} packs={packs} /> : <A {...props} href={packHref(slug)} />;

export function ProductCard(props: Card & { action?: FormAction<Added>; priority: boolean }) {
  const { description, picture, sugarFree, featured, action, priority, ...offer } = props;
  const { id, name, slug, price, quantity, minimumQuantity, packs } = offer;
  const link = { id, slug, packs };
  const live = { id, quantity, packs };
  const toAdd = { ...live, name, price, ...(minimumQuantity && { minimumQuantity }) };
  return (
    <article className={packs ? "pcard packed" : "pcard"}>
      <div className="photo">
        <div className="badges">
          <SweetBadges sugarFree={sugarFree} featured={featured} />
          <DayBadge {...live} />
        </div>
        {/* For pointers only. Keyboards and screen readers use the link on the name below. */}
        <ProductLink {...link} tabIndex={-1} aria-hidden="true" className="photo">
          <Picture image={picture} alt="" sizes={SIZES} widest={640} priority={priority} />
        </ProductLink>
      </div>
      <div className="body">
        <h3 id={`sweet-${id}`}>
          <ProductLink {...link} className="name">
            {name}
          </ProductLink>
        </h3>
        <p className="desc">{description}</p>
        <div className="facts">
          <span className="prices num">
            <Price {...offer} />
          </span>
          <StockCount {...live} className="beside" />
          <Minimum quantity={minimumQuantity} className="beside" />
        </div>
        {action && <AddToCart {...toAdd} action={action} />}
        <AdminView />
      </div>
    </article>
  );
}

type ProductGridProps = {
  cards: readonly Card[];
  /** Without it nothing can be added to the cart. */
  action?: FormAction<Added>;
  /** How many columns. */
  className?: string;
  /** So many cards are in the first row, whose pictures are loaded at once. */
  firstRow?: number;
};

export function ProductGrid(props: ProductGridProps) {
  const { cards, action, className = "xs:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4", firstRow = 0 } = props;
  return (
    <div className={`tray ${className}`}>
      {cards.map((card, index) => (
        <ProductCard key={card.id} {...card} action={action} priority={index < firstRow} />
      ))}
    </div>
  );
}

export const NoSweets = () => <EmptyState title="No products found">Try adjusting your search or filters</EmptyState>;
