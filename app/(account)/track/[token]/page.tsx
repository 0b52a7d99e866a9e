import type { Metadata, Route } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { ShopUnavailable } from "@/components/account/page-instead";
import { Courier, Timeline } from "@/components/orders/order-card";
import { OrderProgress } from "@/components/orders/order-progress";
import { StatusBadge } from "@/components/orders/status-badge";
import { PackName } from "@/components/stock/pack-name";
import { currentCaller } from "@/lib/auth/request";
import { formatDateTime } from "@/lib/dates";
import { estimateText, orderDayText, slotText } from "@/lib/delivery/texts";
import { nullIfUnavailable } from "@/lib/errors";
import { findTrackedOrder, type TrackedOrder } from "@/lib/messages/tracking-queries";
import { hasOrder } from "@/lib/orders/online-payments";
import { factsForPage } from "@/lib/settings/queries";

// The address is a secret: it must not be sent to other sites as a referrer. The layout excludes the page from search engines.
export const metadata: Metadata = { title: "Your order", referrer: "same-origin" };

function deliveryOf({ day, method, slot }: TrackedOrder): string {
  if (slot) return slotText(slot);
  const agreed = method === "pickup" ? "We will call you to agree on a time." : "We will call you to arrange delivery.";
  const dated = orderDayText(day, { method, slot });
  return `${dated ? `${dated}. ` : ""}${method === "courier" ? "By courier" : agreed}`;
}

const trackedPaymentTexts = {
  claimed: "By UPI, being checked",
  part_paid: "Paid in part",
  paid: "Paid",
  part_refunded: "Refunded in part",
  refunded: "Refunded",
};

function paymentOf({ status, method, payment }: TrackedOrder): string {
  if (payment.state !== "unpaid") return trackedPaymentTexts[payment.state];
  if (status === "Cancelled") return "Nothing to pay";
  if (payment.method === "upi") return "To be paid by UPI";
  if (payment.method === "online") return "To be paid online. If you have just paid, load this page again in a minute.";
  return method === "pickup" ? "When you pick it up" : "On delivery";
}

/** What has become of an order, for whoever has the link of a mail: no name, no address, no amounts. Nobody needs to sign in. */
export default async function TrackPage({ params, searchParams }: PageProps<"/track/[token]">) {
  const [{ token }, { paid }] = await Promise.all([params, searchParams]);
  const found = await nullIfUnavailable(async () => ({ order: await findTrackedOrder(token) }));
  if (!found) return <ShopUnavailable path={`/track/${encodeURIComponent(token)}`} />;
  if (!found.order) notFound();
  const { order } = found;
  // Every browser is led here from the payment service, whose form brings no cookie with it.
  if (paid === "1" && (await nullIfUnavailable(async () => hasOrder(await currentCaller(), order.id))))
    redirect(`/orders/${order.id}` as Route);
  const facts = await factsForPage();
  const details = [
    [order.method === "pickup" ? "Pick up" : "Delivery", deliveryOf(order)],
    ["Expected", order.estimate && estimateText(order.estimate)],
    ["Courier", order.tracking && <Courier key="courier" tracking={order.tracking} />],
    ["Pick up at", order.method === "pickup" && facts.addressLine],
    ["Payment", paymentOf(order)],
  ] as const;
  return (
    <div className="shop py-9 lg:py-14">
      <article className="lid p-[min(1.25rem,5vw)] lg:p-8 max-w-[60rem] mx-auto" aria-labelledby="tracked-order">
        <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 id="tracked-order" className="text-d3 num">
            Order #{order.id}
          </h1>
          <StatusBadge status={order.status} />
          <time dateTime={order.createdAt} className="text-muted sm:ml-auto w-full sm:w-auto">
            {formatDateTime(order.createdAt)}
          </time>
        </header>
        <div className="mt-7">
          <OrderProgress status={order.status} />
        </div>
        <div className="grid grid-cols-1 lg:grid-cols-2 gap-7 lg:gap-14 mt-7 items-start">
          <section aria-label="Items">
            <ul>
              {order.items.map(({ id, name, packLabel, quantity }) => (
                <li key={id} className="flex gap-4 justify-between py-2 border-b border-border">
                  <span className="min-w-0 [overflow-wrap:anywhere] font-medium">
                    <PackName name={name} label={packLabel} />
                  </span>
                  <span className="num shrink-0">× {quantity}</span>
                </li>
              ))}
              {order.giftWrap && <li className="py-2 border-b border-border">Gift wrapping</li>}
            </ul>
          </section>
          <div className="grid gap-6">
            <dl className="grid gap-3">
              {details.map(
                ([term, text]) =>
                  text && (
                    <div key={term} className="min-w-0">
                      <dt className="text-muted text-sm">{term}</dt>
                      <dd className="font-medium [overflow-wrap:anywhere]">{text}</dd>
                    </div>
                  ),
              )}
            </dl>
            <Timeline order={order} />
          </div>
        </div>
        <div className="mt-7 pt-5 border-t border-border flex flex-wrap gap-x-6 gap-y-3 items-center">
          <p className="text-muted">
            Questions? Call us on{" "}
            <a className="link num" href={facts.callUs.href}>
              {facts.callUs.text}
            </a>
          </p>
          <Link href="/orders" prefetch={false} className="btn btn-outline sm:ml-auto">
            My Orders
          </Link>
        </div>
      </article>
    </div>
  );
}
