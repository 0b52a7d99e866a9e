import Link from "next/link";
import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { PackingSlip } from "@/components/admin/orders/packing-slip";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { EmptyState } from "@/components/ui/empty-state";
import { PrintButton } from "@/components/ui/print-button";
import { findOrders } from "@/lib/orders/admin-queries";
import { idsQuery } from "@/lib/orders/schema";
import { factsForPage } from "@/lib/settings/queries";

export const generateMetadata = adminMetadata("orders:read", "Packing slips");

/** The packing slips of several orders. Each is printed on a page of its own. */
export default async function SlipsPage({ searchParams }: PageProps<"/admin/orders/slips">) {
  const search = singleValues(await searchParams);
  const admin = await requireStaff(urlWithQuery("/admin/orders/slips", search), "orders:read");
  const [orders, facts] = await Promise.all([findOrders(admin, idsQuery.parse(search.ids)), factsForPage()]);
  return (
    <>
      <div className="no-print pt-6 mb-6">
        <h1 className="text-d3">Packing slips</h1>
        <div className="flex flex-wrap gap-3 mt-4">
          {orders.length > 0 && <PrintButton />}
          <Link className="btn btn-outline" href="/admin?tab=orders" prefetch={false}>
            Back to the orders
          </Link>
        </div>
      </div>
      {orders.length === 0 && <EmptyState title="No orders found">Please select at least one order</EmptyState>}
      <div className="grid grid-cols-1 gap-6 print:block">
        {orders.map((order) => (
          <div key={order.id} className="not-last:break-after-page">
            <PackingSlip order={order} facts={facts} level="h2" />
          </div>
        ))}
      </div>
    </>
  );
}
