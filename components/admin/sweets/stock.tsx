import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { DataList } from "@/components/admin/ui/data-list";
import { Section } from "@/components/admin/ui/page";
import { urlWithQuery } from "@/components/admin/urls";
import { Badge } from "@/components/ui/badge";
import type { Column } from "@/components/ui/table";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { isByWeight, piecesIn } from "@/lib/catalogue/by-weight";
import { availabilityOf, formatWeight, ONE_PIECE, type Pack } from "@/lib/catalogue/packs";
import { countOf } from "@/lib/count";
import { dayText, formatShortDateTime } from "@/lib/dates";
import { weightText } from "@/lib/stock/plan-texts";
import type { StockEntry, stockHistory } from "@/lib/stock/queries";

type PackLabel = Pick<Pack, "label" | "grams">;

/** What a number of packs counts: "500 g packs", "pieces". */
export function countedIn({ label, grams }: PackLabel): string {
  if (label === ONE_PIECE) return "pieces";
  return isByWeight({ label, grams }) ? `${label} packs` : `packs (${label})`;
}

/** "7 × 500 g", "3 pieces" */
export const countText = (count: number, { label }: PackLabel): string =>
  label === ONE_PIECE ? countOf(count, "piece") : `${count} × ${label}`;

/** How much a number of packs weighs, "3.5 kg"; null for no packs, and for those without a weight or sold by the piece. */
export const weightOf = (count: number, { label, grams }: PackLabel): string | null =>
  count > 0 && grams !== null && isByWeight({ label, grams }) ? weightText((count * grams) / 1000) : null;

/** The stock of a sweet: how many default packs, and the packs on sale, of which one is the default. */
type Stock = {
  quantity: number;
  packs: readonly Pick<Pack, "label" | "grams" | "units" | "available" | "isDefault">[];
};

export const defaultOf = <S extends Stock>({ packs }: S) =>
  (packs.find(({ isDefault }) => isDefault) ?? packs[0]) as S["packs"][number];

/** What is left beside the default packs, in the smallest pack. Null when there is none. */
function restOf(stock: Stock) {
  const smallest = stock.packs.reduce((one, other) => (other.units < one.units ? other : one));
  const rest = smallest.available * smallest.units - stock.quantity * defaultOf(stock).units;
  const count = Math.floor(rest / smallest.units);
  return count > 0 ? { count, pack: smallest } : null;
}

/** "7 × 500 g" or "7 × 500 g and 1 × 250 g"; with nothing but smaller packs left only those. */
export function stockText(stock: Stock): string {
  const [whole, rest] = [countText(stock.quantity, defaultOf(stock)), restOf(stock)];
  if (!rest) return whole;
  const smaller = countText(rest.count, rest.pack);
  return stock.quantity === 0 ? smaller : `${whole} and ${smaller}`;
}

/** The weight of all of it, "3.75 kg". */
export function stockWeight(stock: Stock): string | null {
  const [main, rest] = [defaultOf(stock), restOf(stock)];
  const more = rest ? (rest.count * rest.pack.units) / main.units : 0;
  return weightOf(stock.quantity + more, main);
}

/** Of a default pack the hold of a smaller one is a part: at most two decimals. */
export const heldText = (stock: Stock & { held: number }): string =>
  `${countText(Math.round(stock.held * 100) / 100, defaultOf(stock))} held`;

/** "7 × 500 g and 1 × 250 g (3.75 kg) free, 2.5 × 500 g held" */
export function freeAndHeld(stock: Stock & { held: number }): string {
  const weight = stockWeight(stock);
  const free = `${stockText(stock)}${weight ? ` (${weight})` : ""} free`;
  return stock.held > 0 ? `${free}, ${heldText(stock)}` : free;
}

export const packsText = ({ packs }: Stock): string | null =>
  packs.length > 1 ? packs.map(({ label }) => label).join(" · ") : null;

/** Low Stock is fewer than five default packs. A sweet that has only a smaller pack left is not out of stock. */
export function StockBadges({ stock }: { stock: Stock }) {
  const { quantity } = stock;
  const rest = restOf(stock);
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {quantity > 0 && <Badge tone="success">In Stock</Badge>}
      {quantity === 0 &&
        (rest ? (
          <Badge tone="warning">Only {countText(rest.count, rest.pack)}</Badge>
        ) : (
          <Badge tone="danger">Out of Stock</Badge>
        ))}
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

/** What the stock is counted in: a weight, a pack, or pieces. */
function unitOf(packs: AdminSweet["allPacks"]): PackLabel {
  const { label, grams, units } = packs.find(({ isDefault }) => isDefault) ?? {
    label: ONE_PIECE,
    grams: null,
    units: 1,
  };
  const pieces = piecesIn(label) ?? (grams === null ? units : null);
  if (pieces !== null) {
    const each = pieces / units;
    return { label: each > 1 && Number.isInteger(each) ? `${each} pieces` : ONE_PIECE, grams: null };
  }
  const unit = (grams ?? 0) / units;
  return { label: Number.isInteger(unit) ? formatWeight(unit) : "unit", grams: unit };
}

/** `unit`: what the stock is counted in now; `recounted`: the newest entry that changed it. */
const columnsFor = (unit: PackLabel, recounted: number): Column<StockEntry>[] => [
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
    head: "Change",
    column: "r",
    className: "num font-semibold",
    cell: ({ id, delta }) => {
      const sign = delta < 0 ? "-" : "+";
      // What is older was counted in another unit.
      if (id <= recounted) return `${sign}${Math.abs(delta)}`;
      const weight = weightOf(Math.abs(delta), unit);
      return (
        <span>
          {sign}
          {countText(Math.abs(delta), unit)}
          {weight && <span className="block font-normal text-muted">{weight}</span>}
        </span>
      );
    },
  },
];

type HistoryProps = { sweet: AdminSweet; history: Awaited<ReturnType<typeof stockHistory>> };

export function StockHistory({ sweet, history: { items, ...meta } }: HistoryProps) {
  const recounted = Math.max(0, ...items.filter(({ reason }) => reason === "unit_change").map(({ id }) => id));
  return (
    <Section
      title="Stock history"
      intro={recounted > 0 && "What is older than the change of the unit is in the unit of its time."}
    >
      <DataList
        label="Stock history"
        columns={columnsFor(unitOf(sweet.allPacks), recounted)}
        rows={items}
        empty={<p className="text-muted">No data</p>}
        meta={meta}
        hrefFor={(page) => urlWithQuery(`/admin/sweets/${sweet.id}`, { page })}
      />
    </Section>
  );
}
