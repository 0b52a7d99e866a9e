import { findOrderOrNotFound } from "@/app/admin/find-or-not-found";
import { adminMetadataFor, requireStaff } from "@/app/admin/guard";
import { canMove } from "@/components/admin/orders/fulfilment";
import { OrderPapers, OrderScreen } from "@/components/admin/orders/order-screen";
import { singleValues } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { may } from "@/lib/auth/actor";
import { orderPageQuery } from "@/lib/orders/schema";
import { moveOptions } from "@/lib/orders/window-queries";
import { orderActions } from "../order-actions";

export const generateMetadata = adminMetadataFor(
  ["orders:read"],
  async (admin, { id }: { id: string }) => `Order #${(await findOrderOrNotFound(admin, id)).id}`,
);

/** The details of one order. In the list of orders, JavaScript shows them in a dialog instead. */
export default async function OrderPage({ params, searchParams }: PageProps<"/admin/orders/[id]">) {
  const { id } = await params;
  const admin = await requireStaff(`/admin/orders/${id}`, "orders:read");
  const order = await findOrderOrNotFound(admin, id);
  const { day } = orderPageQuery.parse(singleValues(await searchParams));
  const options = canMove(order) && may(admin, "orders:write") ? await moveOptions(admin, order, day) : null;
  return (
    <div className="max-w-[44rem] pt-4">
      <Breadcrumbs crumbs={[{ text: "Orders", href: "/admin?tab=orders" }, { text: `Order #${order.id}` }]} />
      <div className="flex flex-wrap items-center justify-between gap-3 mt-2 mb-5">
        <h1 className="text-d3 num">Order #{order.id}</h1>
        <div className="flex flex-wrap gap-3">
          <OrderPapers id={order.id} order={order} />
        </div>
      </div>
      <OrderScreen
        order={order}
        level="h2"
        actions={orderActions}
        complete
        options={options}
        isMoving={day !== undefined}
      />
    </div>
  );
}
