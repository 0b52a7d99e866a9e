import type { Route } from "next";
import Link from "next/link";
import { May } from "@/components/admin/permissions";
import { DataList } from "@/components/admin/ui/data-list";
import { Section } from "@/components/admin/ui/page";
import type { Column } from "@/components/ui/table";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { dayText, formatShortDateTime } from "@/lib/dates";
import type { StockEntry } from "@/lib/stock/queries";

/** The texts for the reasons of stock changes. */
const reasons: Record<string, string> = {
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
  return reasons[reason] ?? reason;
}

/** What the counts are, for a sweet that was ever sold in several packs; they are in the unit of their time. */
function unitText(packs: AdminSweet["allPacks"], entries: StockEntry[]): string | null {
  const isRecounted = entries.some(({ reason }) => reason === "unit_change");
  if (packs.length < 2 && !isRecounted) return null;
  const smallest = packs.find(({ units }) => units === 1);
  const unit = smallest ? `Counted in units of ${smallest.label}.` : "Counted in units of the stock.";
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
            <May to="orders:read" otherwise={<span className="num">#{entry.orderId}</span>}>
              <Link className="link num tap" href={`/admin/orders/${entry.orderId}` as Route} prefetch={false}>
                #{entry.orderId}
              </Link>
            </May>
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

/** The stock ledger of a sweet. */
export function StockHistory({ entries, packs = [] }: { entries: StockEntry[]; packs?: AdminSweet["allPacks"] }) {
  return (
    <Section title="Stock history" intro={entries.length > 0 && unitText(packs, entries)}>
      <DataList label="Stock history" columns={columns} rows={entries} empty={<p className="text-muted">No data</p>} />
    </Section>
  );
}
