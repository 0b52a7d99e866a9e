import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { OrderPapers, OrderScreen } from "@/components/admin/orders/order-screen";
import { AdminPage } from "@/components/admin/ui/page";
import { singleValues } from "@/components/admin/urls";
import { shopNow } from "@/lib/clock";
import { indiaDay } from "@/lib/dates";
import { orderPageQuery } from "@/lib/orders/schema";
import { orderActions } from "../order-actions";

export const generateMetadata = adminMetadataFor(
  ["orders:read"],
  async (admin, { id }: { id: string }) => `Order #${(await findOrderOrNotFound(admin, id)).id}`,
);

export default async function OrderPage({ params, searchParams }: PageProps<"/admin/orders/[id]">) {
  const { id } = await params;
  const order = await findOrderOrNotFound(await requireStaff(`/admin/orders/${id}`, "orders:read"), id);
  const { day } = orderPageQuery.parse(singleValues(await searchParams));
  return (
    <AdminPage
      title={`Order #${order.id}`}
      parents={[{ text: "Orders", href: "/admin?tab=orders" }]}
      narrow
      actions={<OrderPapers id={order.id} order={order} />}
    >
      <OrderScreen order={order} level="h2" actions={orderActions} complete today={indiaDay(shopNow())} day={day} />
    </AdminPage>
  );
}
