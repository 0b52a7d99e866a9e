import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { DataList } from "@/components/admin/ui/data-list";
import { Section } from "@/components/admin/ui/page";
import { urlWithQuery } from "@/components/admin/urls";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/table";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { availabilityOf, type Pack } from "@/lib/catalogue/packs";
import { dayText, formatShortDateTime } from "@/lib/dates";
import type { StockEntry, stockHistory } from "@/lib/stock/queries";

/** The stock of a sweet: how many default packs, and the packs on sale. */
type Stock = { quantity: number; packs: readonly Pick<Pack, "label" | "units" | "available" | "isDefault">[] };

const defaultOf = ({ packs }: Stock) => packs.find(({ isDefault }) => isDefault);

/** What is left beside the default packs, in the smallest pack: "1 × 250 g". Null when there is none. */
function restText(stock: Stock): string | null {
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

/** "7 and 1 × 250 g free, 2.5 held". Of a default pack the hold of a smaller one is a part: at most two decimals. */
export const freeAndHeld = (stock: Stock & { held: number }): string =>
  `${stockText(stock)} free, ${Math.round(stock.held * 100) / 100} held`;

/** What the stock is counted in, for sweets that are sold in several packs: "500 g packs". */
export function countedIn(stock: Stock): string | null {
  const pack = defaultOf(stock);
  return stock.packs.length > 1 && pack ? `${pack.label} packs` : null;
}

export const packsText = ({ packs }: Stock): string | null =>
  packs.length > 1 ? packs.map(({ label }) => label).join(" · ") : null;

/** Low Stock is fewer than five default packs. A sweet that has only a smaller pack left is not out of stock. */
export function StockBadges({ stock }: { stock: Stock }) {
  const { quantity } = stock;
  const rest = restText(stock);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {quantity > 0 && <Badge tone="success">In Stock</Badge>}
      {quantity === 0 && (rest ? <Badge tone="warning">Only {rest}</Badge> : <Badge tone="danger">Out of Stock</Badge>)}
      {availabilityOf(quantity) === "low" && <Badge tone="warning">Low Stock</Badge>}
    </span>
  );
}

const reasons: Record<StockEntry["reason"], string> = {
  initial: "First stock",
  restock: "Restock",
  adjustment: "Stock corrected",
  hold: "Added to a cart",
  release: "Removed from a cart",
  expire: "Hold in a cart expired",
  order: "Order",
  purchase: "Sold at the counter",
  cancel: "Order cancelled",
  reinstate: "Cancelled order reopened",
  unit_change: "Counted in another unit",
  made: "Made",
  promised: "Set aside",
  waste: "Thrown away",
};

/** An order releases the cart's hold before it takes the units, which must not look like a removal from the cart. */
function reasonText({ reason, orderId, delta }: StockEntry): string {
  if (reason === "release" && orderId !== null) return "Moved from cart to order";
  if (reason === "unit_change" && delta !== 0) return `Counted in a ${delta > 0 ? "smaller" : "larger"} unit`;
  if (reason === "made" && delta < 0) return "Correction of what was made";
  if (reason === "promised" && delta > 0) return "No longer set aside";
  return reasons[reason];
}

/** What the counts are, for a sweet that was ever sold in several packs; they are in the unit of their time. */
function unitText(packs: AdminSweet["allPacks"], entries: StockEntry[]): string | null {
  const isRecounted = entries.some(({ reason }) => reason === "unit_change");
  if (entries.length === 0 || (packs.length < 2 && !isRecounted)) return null;
  const unit = `Counted in units of ${packs.find(({ units }) => units === 1)?.label ?? "the stock"}.`;
  return isRecounted ? `${unit} What is older than the change of the unit is in the unit of its time.` : unit;
}

const columns: Column<StockEntry>[] = [
  {
    head: "When",
    className: "num text-muted",
    cell: ({ at }) => <time dateTime={at}>{formatShortDateTime(at)}</time>,
  },
  {
    head: "Why",
    cell: (entry) => (
      <span className="max-lg:text-right min-w-0">
        {reasonText(entry)}
        {entry.day && <span className="num"> for {dayText(entry.day)}</span>}
        {entry.orderId !== null && (
          <>
            {" "}
            <Permitted to="orders:read" otherwise={<span className="num">#{entry.orderId}</span>}>
              <AdminLink className="num" href={`/admin/orders/${entry.orderId}`}>
                #{entry.orderId}
              </AdminLink>
            </Permitted>
          </>
        )}
        {entry.note && <span className="block text-muted wrap-anywhere">{entry.note}</span>}
      </span>
    ),
  },
  { head: "Who", className: "wrap-anywhere", cell: ({ by }) => by ?? "-" },
  {
    head: "Units",
    column: "r",
    className: "num font-semibold",
    cell: ({ delta }) => (delta > 0 ? `+${delta}` : delta),
  },
];

type HistoryProps = { sweet: AdminSweet; history: Awaited<ReturnType<typeof stockHistory>> };

export const StockHistory = ({ sweet, history: { items, ...meta } }: HistoryProps) => (
  <Section title="Stock history" intro={unitText(sweet.allPacks, items)}>
    <DataList
      label="Stock history"
      columns={columns}
      rows={items}
      empty={<p className="text-muted">No data</p>}
      meta={meta}
      hrefFor={(page) => urlWithQuery(`/admin/sweets/${sweet.id}`, { page })}
    />
  </Section>
);
