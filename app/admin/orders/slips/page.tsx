import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { OrderPaper, PackingSlip } from "@/components/admin/orders/papers";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { EmptyState } from "@/components/ui/empty-state";
import { findOrders } from "@/lib/orders/admin-queries";
import { idsQuery } from "@/lib/orders/schema";
import { factsForPage } from "@/lib/settings/queries";

export const generateMetadata = adminMetadata("orders:read", "Packing slips");

export default async function SlipsPage({ searchParams }: PageProps<"/admin/orders/slips">) {
  const search = singleValues(await searchParams);
  const admin = await requireStaff(urlWithQuery("/admin/orders/slips", search), "orders:read");
  const [orders, facts] = await Promise.all([findOrders(admin, idsQuery.parse(search.ids)), factsForPage()]);
  return (
    <OrderPaper title="Packing slips" isEmpty={orders.length === 0}>
      {orders.length === 0 && <EmptyState title="No orders found">Please select at least one order</EmptyState>}
      {orders.map((order) => (
        <div key={order.id} className="not-last:break-after-page">
          <PackingSlip order={order} facts={facts} />
        </div>
      ))}
    </OrderPaper>
  );
}
