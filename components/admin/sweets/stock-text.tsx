import { Badge } from "@/components/ui/badge";
import { availabilityOf, type Pack } from "@/lib/catalogue/packs";

/** The stock of a sweet: how many default packs, and the packs on sale. */
type Stock = { quantity: number; packs: readonly Pick<Pack, "label" | "units" | "available" | "isDefault">[] };

const defaultOf = ({ packs }: Stock) => packs.find(({ isDefault }) => isDefault);

/** What is left beside the default packs, in the smallest pack: "1 × 250 g". Null when there is none. */
export function restText(stock: Stock): string | null {
  const smallest = stock.packs.reduce((one, other) => (other.units < one.units ? other : one));
  const rest = smallest.available * smallest.units - stock.quantity * (defaultOf(stock)?.units ?? 1);
  const count = Math.floor(rest / smallest.units);
  return count > 0 ? `${count} × ${smallest.label}` : null;
}

/** "7" or "7 and 1 × 250 g"; with nothing but smaller packs left only those. */
export function stockText(stock: Stock): string {
  const rest = restText(stock);
  if (!rest) return String(stock.quantity);
  return stock.quantity === 0 ? rest : `${stock.quantity} and ${rest}`;
}

/** Default packs, of which a hold of a smaller one is a part: at most two decimals. */
const countText = (count: number) => String(Math.round(count * 100) / 100);

/** "7 and 1 × 250 g free, 2.5 held" */
export const freeAndHeld = (stock: Stock & { held: number }): string =>
  `${stockText(stock)} free, ${countText(stock.held)} held`;

/** What the stock is counted in, for sweets that are sold in several packs: "500 g packs". */
export function countedIn(stock: Stock): string | null {
  const pack = defaultOf(stock);
  return stock.packs.length > 1 && pack ? `${pack.label} packs` : null;
}

/** "250 g · 500 g · 1 kg" for a sweet that is sold in several packs. */
export const packsText = ({ packs }: Pick<Stock, "packs">): string | null =>
  packs.length > 1 ? packs.map(({ label }) => label).join(" · ") : null;

/**
 * In Stock or Out of Stock, and Low Stock beside In Stock when fewer than five default packs are left. `rest`: what is left in a smaller
 * pack; a sweet that has only that is not out of stock.
 */
export function StockBadges({ quantity, rest = null }: { quantity: number; rest?: string | null }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {quantity > 0 && <Badge tone="success">In Stock</Badge>}
      {quantity === 0 && (rest ? <Badge tone="warning">Only {rest}</Badge> : <Badge tone="danger">Out of Stock</Badge>)}
      {availabilityOf(quantity) === "low" && <Badge tone="warning">Low Stock</Badge>}
    </span>
  );
}
