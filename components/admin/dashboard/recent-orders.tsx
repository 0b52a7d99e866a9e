import Link from "next/link";
import { shortWhenText } from "@/components/admin/orders/fulfilment-text";
import { StatusBadge } from "@/components/ui/badge";
import { formatShortDateTime } from "@/lib/dates";
import type { OrderSummary } from "@/lib/orders/admin-queries";
import { isTillSale } from "@/lib/payments/rules";

/** The newest orders on the dashboard. */
export function RecentOrders({ orders }: { orders: OrderSummary[] }) {
  return (
    <section>
      <h2 className="text-d4 mb-3" id="recent-orders">
        Recent Orders
      </h2>
      <div className="border border-border bg-surface overflow-x-auto">
        {orders.length === 0 ? (
          <p className="text-muted p-6 text-center">No recent orders</p>
        ) : (
          <table className="table" aria-labelledby="recent-orders">
            <thead>
              <tr>
                <th scope="col">Order id</th>
                <th scope="col" className="max-sm:hidden">
                  Placed
                </th>
                <th scope="col" className="max-sm:hidden">
                  Window
                </th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {orders.map(({ id, createdAt, status, channel, fulfilment }) => (
                <tr key={id} className="h-[3.25rem]">
                  <td className="num font-semibold">
                    <Link href={`/admin/orders/${id}`} className="hover:underline tap" prefetch={false}>
                      #{id}
                    </Link>
                    <time dateTime={createdAt} className="block sm:hidden text-muted text-sm font-normal">
                      {formatShortDateTime(createdAt)}
                    </time>
                    {fulfilment.slot && (
                      <span className="block sm:hidden text-sm font-normal">For {shortWhenText(fulfilment)}</span>
                    )}
                  </td>
                  <td className="num text-muted max-sm:hidden">
                    <time dateTime={createdAt}>{formatShortDateTime(createdAt)}</time>
                  </td>
                  <td className="num max-sm:hidden">
                    {isTillSale({ channel, fulfilment }) ? "Sold over the counter" : shortWhenText(fulfilment)}
                  </td>
                  <td>
                    <StatusBadge status={status} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </section>
  );
}
