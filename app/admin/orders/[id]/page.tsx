import type { Route } from "next";
import Link from "next/link";
import { adminMetadataFor, requireAdmin } from "@/app/admin/guard";
import { canMove } from "@/components/admin/orders/can-move";
import { OrderForms } from "@/components/admin/orders/forms";
import { MoveForm } from "@/components/admin/orders/move-form";
import { OrderDetails } from "@/components/admin/orders/order-details";
import { OrderStatus } from "@/components/admin/orders/order-status";
import { OrderPayments } from "@/components/admin/payments/order-payments";
import { ReceivedTick } from "@/components/admin/payments/received-tick";
import { singleValues } from "@/components/admin/urls";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { Icon } from "@/components/ui/icon";
import { isInvoiced } from "@/lib/invoices/constants";
import { moveOptions } from "@/lib/orders/move-queries";
import { orderPageQuery } from "@/lib/orders/schema";
import { loadWindows, moveToWindow, setStatus, updateOrder } from "../actions";
import { findOrderOrNotFound } from "../find-order";
import { addPayment, addRefund, settlePayment } from "../payments/actions";

export const generateMetadata = adminMetadataFor(
  async (admin, { id }: { id: string }) => `Order #${(await findOrderOrNotFound(admin, id)).id}`,
);

/** The details of one order. In the list of orders, JavaScript shows them in a dialog instead. */
export default async function OrderPage({ params, searchParams }: PageProps<"/admin/orders/[id]">) {
  const { id } = await params;
  const admin = await requireAdmin(`/admin/orders/${id}`);
  const order = await findOrderOrNotFound(admin, id);
  const { day } = orderPageQuery.parse(singleValues(await searchParams));
  const options = canMove(order) ? await moveOptions(admin, order, day) : null;
  return (
    <div className="max-w-[44rem] pt-4">
      <Breadcrumbs crumbs={[{ text: "Orders", href: "/admin?tab=orders" }, { text: `Order #${order.id}` }]} />
      <div className="flex flex-wrap items-center justify-between gap-3 mt-2 mb-5">
        <h1 className="text-d3 num">Order #{order.id}</h1>
        <div className="flex flex-wrap gap-3">
          <Link className="btn btn-outline" href={`/admin/orders/${order.id}/slip` as Route} prefetch={false}>
            <Icon name="printer" />
            Packing slip
          </Link>
          {isInvoiced(order.history.map(({ to }) => to)) && (
            <Link className="btn btn-outline" href={`/admin/orders/${order.id}/invoice` as Route} prefetch={false}>
              Invoice
            </Link>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 mb-5" role="group" aria-label="Set the status">
        <OrderStatus order={order} form="order-status" complete action={setStatus} kind="outline" />
        <ReceivedTick order={order} form="order-status" />
      </div>
      <OrderDetails order={order} level="h2">
        <OrderPayments
          order={order}
          level="h2"
          actions={{ add: addPayment, settle: settlePayment, refund: addRefund }}
        />
      </OrderDetails>
      {options && (
        <div className="mt-5">
          <MoveForm
            order={order}
            move={moveToWindow}
            windows={loadWindows}
            options={options}
            open={day !== undefined}
            // Another day in the address shows its windows, also when the page is there already.
            key={options.date}
          />
        </div>
      )}
      <OrderForms order={order} action={updateOrder} />
    </div>
  );
}
