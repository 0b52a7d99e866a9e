import type { Route } from "next";
import Link from "next/link";
import { formatShortDateTime } from "@/lib/dates";
import type { LedgerEntry } from "@/lib/stock/queries";

/** The texts for the reasons of stock changes. */
const reasons: Record<string, string> = {
  initial: "First stock",
  restock: "Restock",
  adjustment: "Stock corrected",
  hold: "Added to a cart",
  release: "Removed from a cart",
  lapse: "Hold in a cart expired",
  order: "Order",
  purchase: "Sold at the counter",
  cancel: "Order cancelled",
  reinstate: "Cancelled order reopened",
};

/** An order releases the cart's hold before it takes the units, which must not look like a removal from the cart. */
const reasonText = ({ reason, orderId }: LedgerEntry) =>
  reason === "release" && orderId !== null ? "Moved from cart to order" : (reasons[reason] ?? reason);

/** The stock ledger of a sweet. */
export function StockHistory({ entries }: { entries: LedgerEntry[] }) {
  if (entries.length === 0) return <p className="text-muted">No data</p>;
  return (
    <div className="border border-border bg-surface">
      <table className="table table-stack" aria-labelledby="stock-history">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Why</th>
            <th scope="col">Who</th>
            <th scope="col" className="r">
              Units
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="num text-muted" data-label="When">
                <time dateTime={entry.at}>{formatShortDateTime(entry.at)}</time>
              </td>
              <td data-label="Why">
                {reasonText(entry)}
                {entry.orderId !== null && (
                  <>
                    {" "}
                    <Link className="link num tap" href={`/admin/orders/${entry.orderId}` as Route} prefetch={false}>
                      #{entry.orderId}
                    </Link>
                  </>
                )}
              </td>
              <td data-label="Who">{entry.by ?? "-"}</td>
              <td className="r num font-semibold" data-label="Units">
                {entry.delta > 0 ? `+${entry.delta}` : entry.delta}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
