import Link from "next/link";
import { shortWhenText } from "@/components/admin/orders/fulfilment";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { StatusBadge } from "@/components/orders/status-badge";
import { type Column, Table } from "@/components/ui/table";
import { formatShortDateTime } from "@/lib/dates";
import type { RecentOrder } from "@/lib/orders/admin-queries";
import { isTillSale } from "@/lib/payments/rules";

const columns: Column<RecentOrder>[] = [
  {
    head: "Order id",
    className: "num font-semibold",
    cell: ({ id, createdAt, day, fulfilment }) => (
      <>
        <Link href={`/admin/orders/${id}`} className="hover:underline tap" prefetch={false}>
          #{id}
        </Link>
        <time dateTime={createdAt} className="block sm:hidden text-muted text-sm font-normal">
          {formatShortDateTime(createdAt)}
        </time>
        {fulfilment.slot && (
          <span className="block sm:hidden text-sm font-normal">For {shortWhenText({ day, fulfilment })}</span>
        )}
      </>
    ),
  },
  {
    head: "Placed",
    column: "max-sm:hidden",
    className: "num text-muted",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDateTime(createdAt)}</time>,
  },
  {
    head: "Window",
    column: "max-sm:hidden",
    className: "num",
    cell: (order) => (isTillSale(order) ? "Sold over the counter" : shortWhenText(order)),
  },
  { head: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
];

/** The newest orders on the dashboard. */
export function RecentOrders({ orders }: { orders: RecentOrder[] }) {
  return (
    <Section title="Recent Orders" id="recent-orders" className="">
      <Panel className="overflow-x-auto">
        {orders.length === 0 ? (
          <p className="text-muted p-6 text-center">No recent orders</p>
        ) : (
          <Table
            aria-labelledby="recent-orders"
            rows={orders}
            keyOf={({ id }) => id}
            rowClassName="h-13"
            columns={columns}
          />
        )}
      </Panel>
    </Section>
  );
}
