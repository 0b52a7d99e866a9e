import { EmptyState } from "@/components/ui/empty-state";
import type { FormAction } from "@/lib/http/action-state";
import type { Added } from "./add-to-cart";
import type { Card } from "./card";
import { ProductCard } from "./product-card";

type ProductGridProps = {
  cards: readonly Card[];
  action: FormAction<Added>;
  /** How many columns. */
  className?: string;
  /** So many cards are in the first row, whose pictures are loaded at once. */
  firstRow?: number;
};

/** Sweets as cards. */
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

/** In place of a listing without sweets. */
export const NoSweets = () => <EmptyState title="No products found">Try adjusting your search or filters</EmptyState>;
