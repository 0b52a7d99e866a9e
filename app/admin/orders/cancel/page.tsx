import { adminMetadata, requireStaff } from "@/app/admin/guard";
import { CancelOrders } from "@/components/admin/orders/cancel-orders";
import { singleValues, urlWithQuery } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { EmptyState } from "@/components/ui/empty-state";
import { safeNext } from "@/lib/auth/next-path";
import { findOrders } from "@/lib/orders/admin-queries";
import { idsQuery } from "@/lib/orders/schema";
import { setStatuses } from "../actions";

export const generateMetadata = adminMetadata("orders:write", "Cancel orders");

/** Asks for confirmation before orders are cancelled, for browsers without JavaScript. */
export default async function CancelPage({ searchParams }: PageProps<"/admin/orders/cancel">) {
  const search = singleValues(await searchParams);
  const admin = await requireStaff(urlWithQuery("/admin/orders/cancel", search), "orders:write");
  const ids = idsQuery.parse(search.ids);
  const from = safeNext(search.from);
  const paid = (await findOrders(admin, ids)).flatMap(({ id, payment }) =>
    payment.paid > 0 ? [{ id, paid: payment.paid }] : [],
  );
  return (
    <div className="max-w-[44rem] pt-4">
      <Breadcrumbs crumbs={[{ text: "Orders", href: "/admin?tab=orders" }, { text: "Cancel" }]} />
      {ids.length === 0 ? (
        <EmptyState level="h1" title="No orders found" />
      ) : (
        <CancelOrders
          ids={ids}
          paid={paid}
          action={setStatuses}
          back={from?.startsWith("/admin") ? from : "/admin?tab=orders"}
        />
      )}
    </div>
  );
}
