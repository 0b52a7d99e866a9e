import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { CancelOrder } from "@/components/orders/cancel-order";
import { OrderDetails } from "@/components/orders/order-details";
import { OrderPlacedMessage } from "@/components/orders/order-placed-message";
import { OrdersRefresh } from "@/components/orders/orders-refresh";
import { ReorderButton } from "@/components/orders/reorder-button";
import { ClaimForm } from "@/components/payments/claim-form";
import { OrderPayment, PAYMENT_HEADING } from "@/components/payments/order-payment";
import { isInvoiced } from "@/lib/invoices/constants";
import { findOwnOrder } from "@/lib/orders/queries";
import { factsForPage, paymentsForPage } from "@/lib/settings/queries";
import { policy } from "@/lib/shop";
import { pathId } from "@/lib/text";
import { cancel, claim, reorder } from "../actions";
import { readAsCustomer } from "../read-as-customer";

export const metadata: Metadata = { title: "Order" };

/** One order of the customer: what was ordered, and how to pay for it. */
export default async function OrderPage({ params, searchParams }: PageProps<"/orders/[id]">) {
  const [{ id }, { placed, again }] = await Promise.all([params, searchParams]);
  const wanted = pathId.safeParse(id);
  if (!wanted.success) notFound();
  const path = `/orders/${wanted.data}` as const;
  const read = await readAsCustomer(path, (actor) => findOwnOrder(actor, wanted.data));
  if (!read.found) return read.instead;
  const order = read.found;
  const {
    status,
    payment: { state, paid },
  } = order;
  const [facts, payee] = await Promise.all([factsForPage(), paymentsForPage()]);
  return (
    <div className="shop py-9 lg:py-14">
      <p className="mb-4">
        <Link href="/orders" className="btn btn-ghost -ml-4">
          My Orders
        </Link>
      </p>
      <OrdersRefresh orders={[{ id: order.id, status, payment: { state, paid } }]} orderId={order.id} />
      <OrderPlacedMessage placed={placed === "1"} path={path}>
        {again === "1" ? (
          <p className="mb-4 bg-info-soft text-info px-4 py-3 font-medium">
            This order was already placed, with the details you sent first. Nothing was ordered twice.
          </p>
        ) : (
          <p className="flex items-center gap-2.5 font-semibold text-accent-text mb-3">
            <i className="bullet bg-accent" aria-hidden="true" />
            Thank you for your order!
          </p>
        )}
      </OrderPlacedMessage>
      <OrderDetails
        order={order}
        shopAddress={facts.addressLine}
        payment={
          <OrderPayment
            order={order}
            payee={payee}
            phone={facts.callUs}
            refundDays={policy.refundDays}
            claimForm={
              <ClaimForm orderId={order.id} formKey={crypto.randomUUID()} action={claim} headingId={PAYMENT_HEADING} />
            }
          />
        }
      >
        {order.status === "Pending" && <CancelOrder orderId={order.id} action={cancel} />}
        <ReorderButton orderId={order.id} action={reorder} />
        <Link href={`${path}/receipt` as Route} prefetch={false} className="btn btn-ghost">
          Receipt
        </Link>
        {isInvoiced(order.history.map(({ status }) => status)) && (
          <Link href={`${path}/invoice` as Route} prefetch={false} className="btn btn-ghost">
            Invoice
          </Link>
        )}
      </OrderDetails>
    </div>
  );
}
