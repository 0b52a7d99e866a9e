import type { Route } from "next";
import Link from "next/link";
import type { FormAction } from "@/lib/http/action-state";
import { isInvoiced } from "@/lib/invoices/constants";
import type { OwnOrder } from "@/lib/orders/serializers";
import { paperTitle } from "@/lib/payments/rules";
import { CancelOrder, ReorderButton } from "./order-actions";

export type OwnOrderActions = { cancel: FormAction; reorder: FormAction };

/** A link to the order's invoice, once it has one. */
export function InvoiceLink({ order }: { order: OwnOrder }) {
  if (!isInvoiced(order.history.map(({ status }) => status))) return null;
  return (
    <Link href={`/orders/${order.id}/invoice` as Route} prefetch={false} className="btn btn-ghost">
      Invoice
    </Link>
  );
}

/** What a customer can do with an order. */
export function OrderButtons({ order, actions }: { order: OwnOrder; actions: OwnOrderActions }) {
  return (
    <>
      {order.status === "Pending" && <CancelOrder orderId={order.id} action={actions.cancel} />}
      <ReorderButton orderId={order.id} action={actions.reorder} />
      <Link href={`/orders/${order.id}/receipt` as Route} prefetch={false} className="btn btn-ghost">
        {paperTitle(order.payment)}
      </Link>
      <InvoiceLink order={order} />
    </>
  );
}
