import type { Metadata } from "next";
import Link from "next/link";
import { OrderPlacedMessage } from "@/components/orders/opened-order";
import { Lines, OrderButtons, OrderDelivery, Timeline, TrackingLink } from "@/components/orders/order-card";
import { OrderProgress } from "@/components/orders/order-progress";
import { OrdersRefresh } from "@/components/orders/orders-refresh";
import { StatusBadge } from "@/components/orders/status-badge";
import { PAYMENT_HEADING, PaymentSection } from "@/components/payments/payment-section";
import { UtrForm } from "@/components/payments/utr-form";
import { formatDateTime } from "@/lib/dates";
import { trackingUrl } from "@/lib/messages/links";
import { changeChoices } from "@/lib/orders/change-queries";
import { isClosed, TOO_LATE } from "@/lib/orders/constants";
import { findOwnOrder } from "@/lib/orders/queries";
import { offersOnline } from "@/lib/payments/current-gateway";
import { isTillSale } from "@/lib/payments/rules";
import { factsForPage, paymentsForPage } from "@/lib/settings/queries";
import { cancel, change, claim, erase, reorder } from "../actions";
import { readOrder } from "../read-as-shopper";

export const metadata: Metadata = { title: "Order" };

export default async function OrderPage({ params, searchParams }: PageProps<"/orders/[id]">) {
  const [{ id }, { placed, again }] = await Promise.all([params, searchParams]);
  const read = await readOrder(id, "", async (actor, orderId) => {
    const order = await findOwnOrder(actor, orderId);
    const isOpen = order.status === "Pending" && !isTillSale(order);
    const choices = isOpen ? await changeChoices(order) : undefined;
    return { order, choices, isVisitor: actor.kind === "visitor" };
  });
  if (!read.found) return read.instead;
  const { order, choices, isVisitor } = read.found;
  const { method, state, paid } = order.payment;
  const [facts, payee] = await Promise.all([factsForPage(), paymentsForPage()]);
  return (
    <div className="shop py-9 lg:py-14">
      <p className="mb-4">
        <Link href="/orders" className="btn btn-ghost -ml-4">
          My Orders
        </Link>
      </p>
      <OrdersRefresh orders={[{ id: order.id, status: order.status, payment: { state, paid } }]} orderId={order.id} />
      <OrderPlacedMessage placed={placed === "1"} again={again === "1"} path={`/orders/${order.id}`} />
      <article aria-labelledby="order-title">
        <header className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <h1 id="order-title" className="text-d2 num">
            Order #{order.id}
          </h1>
          <StatusBadge status={order.status} />
          <time dateTime={order.createdAt} className="text-muted w-full">
            {formatDateTime(order.createdAt)}
          </time>
        </header>
        {/* Who has to pay does that first: the payment comes before the rest, and beside it where there is room. */}
        <div className="grid grid-cols-1 lg:grid-cols-[1fr_24rem] gap-10 lg:gap-16 mt-7 items-start">
          <div className="lg:col-start-2 lg:row-start-1">
            <PaymentSection
              order={order}
              payee={payee}
              phone={facts.callUs}
              payOnline={offersOnline(payee, method)}
              claimForm={
                <UtrForm orderId={order.id} formKey={crypto.randomUUID()} action={claim} headingId={PAYMENT_HEADING} />
              }
            />
          </div>
          <div className="grid gap-8 lg:col-start-1 lg:row-start-1">
            <OrderProgress status={order.status} />
            <Lines order={order} />
            <OrderDelivery
              order={order}
              shopAddress={facts.addressLine}
              changing={choices ? { choices, action: change } : undefined}
            />
            {choices !== undefined && (
              <p>
                {choices === null ? TOO_LATE : "Is something else to be changed? Please call us."}{" "}
                <a href={facts.callUs.href} className="link num">
                  {facts.callUs.text}
                </a>
              </p>
            )}
            <Timeline order={order} />
            {!isClosed(order) && <TrackingLink href={trackingUrl(order.id)} />}
            <div className="flex flex-wrap gap-2 border-t border-border pt-5">
              <OrderButtons order={order} actions={{ cancel, reorder, erase: isVisitor ? erase : undefined }} />
            </div>
          </div>
        </div>
      </article>
    </div>
  );
}
