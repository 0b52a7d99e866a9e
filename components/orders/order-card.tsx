import type { Route } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { StatusBadge } from "@/components/orders/status-badge";
import { isToPay, paymentTexts, refundText } from "@/components/payments/payment-texts";
import { PackName } from "@/components/stock/pack-name";
import { A } from "@/components/ui/a";
import { CopyButton } from "@/components/ui/copy-button";
import type { Tracking } from "@/db/constants/orders";
import { formatDateTime, formatShortDate } from "@/lib/dates";
import { deliveryMethodNames, estimateText, orderDayText, slotText } from "@/lib/delivery/texts";
import type { FormAction } from "@/lib/http/action-state";
import { isInvoiced } from "@/lib/invoices/constants";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import { type DeliveryTextName, deliveryTextNames, deliveryTexts, isClosed } from "@/lib/orders/constants";
import type { CustomerOrder, Fulfilment, OwnOrder, OwnOrderRow } from "@/lib/orders/serializers";
import { companyText, trackingText } from "@/lib/orders/texts";
import { isPaidAhead, isTillSale, paperTitle } from "@/lib/payments/rules";
import { ChangeField, type Changing } from "./change-field";
import { FocusOpened, OrderPlacedMessage } from "./opened-order";
import { CancelOrder, OrderButton } from "./order-actions";
import { OrderProgress } from "./order-progress";

/** `erase`: for orders without an account. */
type OwnOrderActions = { cancel: FormAction; reorder: FormAction; erase?: FormAction };

/** "Delivery (Mumbai 400028)", "Courier (Rest of India 560001)", "Pick up" */
export function deliveryTerm({ method, area, pincode }: Fulfilment): string {
  const name = deliveryMethodNames[method ?? "delivery"];
  return area && method !== "pickup" ? `${name} (${area.name} ${pincode})` : name;
}

export function DeliveryFee({ fulfilment: { method, fee } }: { fulfilment: Fulfilment }) {
  if (method === null) return <span className="text-muted">To be arranged</span>;
  return fee === 0 ? "Free" : formatRupees(fee);
}

export function Lines({ order }: { order: OwnOrder }) {
  return (
    <ul>
      {order.items.map(({ id, name, packLabel, path, image, price, quantity, bestBefore }) => (
        <li key={id} className="flex items-center gap-2 xs:gap-4 py-2 border-b border-border">
          <div className="photo size-12 shrink-0 max-sm:hidden">
            <img src={image ?? "/placeholder.svg"} alt="" width={48} height={48} loading="lazy" decoding="async" />
          </div>
          <span className="flex-1 min-w-0">
            {path ? (
              // Padding makes it large enough for a finger. As a box of its own it would push the quantity to another line.
              <Link
                href={path}
                prefetch={false}
                className="touch:py-2.5 hover:underline underline-offset-4 decoration-accent decoration-2"
              >
                <PackName name={name} label={packLabel} />
              </Link>
            ) : (
              <PackName name={name} label={packLabel} />
            )}{" "}
            <span className="text-muted num whitespace-nowrap">× {quantity}</span>
            {bestBefore && (
              <>
                {" "}
                <span className="inline-block sm:block text-sm text-muted num">
                  Best before {formatShortDate(bestBefore)}
                </span>
              </>
            )}
          </span>
          <span className="num">{formatRupees(toRupees(toPaise(price) * quantity))}</span>
        </li>
      ))}
      {order.giftWrap && (
        <li className="flex justify-between py-2 border-b border-border">
          <span>Gift Wrapping</span>
          <span className="num">{formatPaise(GIFT_WRAP_PAISE)}</span>
        </li>
      )}
      {!isTillSale(order) && (
        <li className="flex justify-between gap-4 py-2 border-b border-border num">
          <span>{deliveryTerm(order.fulfilment)}</span>
          <span>
            <DeliveryFee fulfilment={order.fulfilment} />
          </span>
        </li>
      )}
      <li className="flex justify-between pt-3 font-bold text-lg">
        <span>Total</span>
        <span className="num">{formatRupees(order.total)}</span>
      </li>
    </ul>
  );
}

export function Timeline({ order }: { order: Pick<CustomerOrder, "history"> }) {
  return (
    <ol className="grid gap-1 text-sm" aria-label="Status history">
      {order.history.map(({ status, at, reason }) => (
        <li key={`${at} ${status}`} className="flex flex-wrap items-center gap-x-3">
          <i className="bullet text-accent scale-75" aria-hidden="true" />
          <span className="font-medium">{status}</span>
          <time dateTime={at} className="text-muted num ml-auto">
            {formatDateTime(at)}
          </time>
          {reason && <span className="w-full pl-6 text-muted">{reason}</span>}
        </li>
      ))}
    </ol>
  );
}

type OrderDeliveryProps = {
  order: OwnOrder;
  /** Where an order is picked up. */
  shopAddress: string;
  changing?: Changing;
};

/** When and where, recipient, address, phone, notes and message, as far as given or to be changed. */
export function OrderDelivery({ order, shopAddress, changing }: OrderDeliveryProps) {
  const { method, slot } = order.fulfilment;
  // Another value folds the form.
  const formOf = (name: DeliveryTextName | "slot", term: string, value: string, key = value) =>
    changing && <ChangeField key={key} {...changing} {...{ orderId: order.id, name, term, value }} />;
  const when = method === "pickup" ? "Pick up" : "Delivery";
  const details = [
    {
      term: when,
      form: changing?.choices.length ? formOf("slot", when, "", `${slot?.date} ${slot?.from}`) : null,
      text: slot ? slotText(slot) : (orderDayText(order.day, order.fulfilment) ?? (changing && "To be arranged")),
    },
    { term: "Expected", text: order.estimate && estimateText(order.estimate) },
    { term: "Courier", text: order.tracking && <Courier tracking={order.tracking} /> },
    { term: "Pick up at", text: method === "pickup" && shopAddress },
    ...deliveryTextNames.map((name) => {
      const { label } = deliveryTexts[name];
      return { term: label, form: formOf(name, label, order[name] ?? ""), text: order[name] };
    }),
    { term: "Personal message", text: order.personalMessage },
    { term: "GST invoice for", text: order.company && companyText(order.company) },
  ].filter(({ text, form }: { text: unknown; form?: ReactNode }) => text || form);
  if (details.length === 0) return isTillSale(order) ? <p className="text-muted">Bought at the counter.</p> : null;
  return (
    <dl id={changing && "delivery"} className="grid gap-x-8 gap-y-3 sm:grid-cols-2 scroll-mt-24">
      {details.map(({ term, text, form }) => (
        <div key={term} className="min-w-0">
          <dt className="text-muted text-sm">{term}</dt>
          <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
          {form && <dd>{form}</dd>}
        </div>
      ))}
    </dl>
  );
}

function PaymentLine({ order, href }: { order: OwnOrder; href: Route }) {
  const texts = paymentTexts(order);
  if (texts.length === 0) return null;
  const { method } = order.payment;
  const toPayNow = isPaidAhead(method) && isToPay(order);
  const pay = method === "online" ? { href: `${href}/pay` } : { href: `${href}#payment`, "data-soft": "" };
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted num">
      {(toPayNow ? texts.slice(0, -1) : texts).map((text) => (
        <span key={text}>{text}</span>
      ))}
      {order.status === "Cancelled" && <span>{refundText(order)}</span>}
      {toPayNow && (
        <a {...pay} className="btn btn-primary mt-2">
          {texts.at(-1)}
        </a>
      )}
    </p>
  );
}

export function InvoiceLink({ order }: { order: OwnOrder }) {
  if (!isInvoiced(order.history.map(({ status }) => status))) return null;
  return (
    <Link href={`/orders/${order.id}/invoice` as Route} prefetch={false} className="btn btn-ghost">
      Invoice
    </Link>
  );
}

export function OrderButtons({ order, actions }: { order: OwnOrder; actions: OwnOrderActions }) {
  return (
    <>
      {order.status === "Pending" && (
        <CancelOrder orderId={order.id} refund={refundText(order)} action={actions.cancel} />
      )}
      <OrderButton orderId={order.id} action={actions.reorder} failureText="Failed to add to cart.">
        Order again
      </OrderButton>
      <Link href={`/orders/${order.id}/receipt` as Route} prefetch={false} className="btn btn-ghost">
        {paperTitle(order.payment)}
      </Link>
      <InvoiceLink order={order} />
      {actions.erase && isClosed(order) && (
        <details className="open:w-full">
          <summary className="btn btn-ghost">Delete my details</summary>
          <div className="grid justify-items-start gap-3 mt-2 max-w-md">
            <p>
              Your name, address, phone number, e-mail and notes are removed from this order, and this browser forgets
              it. What you bought and paid stays in our books.
            </p>
            <OrderButton orderId={order.id} action={actions.erase} kind="danger">
              Delete my details
            </OrderButton>
          </div>
        </details>
      )}
    </>
  );
}

/** Which courier brings an order, with a link to where it is followed. */
export function Courier({ tracking }: { tracking: Tracking }) {
  const name = trackingText(tracking) || "By courier";
  if (!tracking.url) return name;
  return (
    <a href={tracking.url} className="link" target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}

/** The link with which an order is followed from anywhere, to be kept or passed on. */
export function TrackingLink({ href }: { href: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <A href={href as Route} className="link">
        Tracking link
      </A>
      <CopyButton text={href} kind="ghost" copied="Tracking link copied" failed="Please copy the link by hand.">
        Copy
      </CopyButton>
    </p>
  );
}

type OrderCardProps = {
  order: OwnOrder;
  newest: boolean;
  placed: boolean;
  /** Of the page with this order open. */
  address: string;
  shopAddress: string;
  trackingHref: string;
  actions: OwnOrderActions;
};

export function OrderCard({ order, newest, placed, address, shopAddress, trackingHref, actions }: OrderCardProps) {
  const titleId = `order-${order.id}`;
  const href = `/orders/${order.id}` as Route;
  return (
    <article
      id={`${titleId}-card`}
      tabIndex={-1}
      className={
        newest ? "lid p-[min(1.25rem,5vw)] lg:p-8" : "my-5 border border-border bg-surface p-[min(1.25rem,5vw)] lg:p-8"
      }
      aria-labelledby={titleId}
    >
      <FocusOpened id={`${titleId}-card`} />
      <OrderPlacedMessage placed={placed} path={address} />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id={titleId} className="text-d4 num">
          <Link
            href={href}
            prefetch={false}
            className="touch:inline-flex touch:items-center touch:min-h-11 hover:underline underline-offset-4 decoration-accent decoration-2"
          >
            Order #{order.id}
          </Link>
        </h2>
        <StatusBadge status={order.status} />
        <time dateTime={order.createdAt} className="text-muted sm:ml-auto w-full sm:w-auto">
          {formatDateTime(order.createdAt)}
        </time>
      </header>
      <div className="grid grid-cols-1 lg:grid-cols-[1fr_25rem] gap-7 lg:gap-14 mt-5 items-start">
        <div>
          <Lines order={order} />
          <PaymentLine order={order} href={href} />
        </div>
        <div className="lg:pt-4 grid gap-5">
          <OrderProgress status={order.status} />
          <Timeline order={order} />
          {!isClosed(order) && <TrackingLink href={trackingHref} />}
        </div>
      </div>
      <div className="mt-6 pt-5 border-t border-border flex flex-wrap gap-x-8 gap-y-5 items-end justify-between empty:hidden">
        <div className="flex-1 min-w-[min(15rem,100%)]">
          <OrderDelivery order={order} shopAddress={shopAddress} />
        </div>
        <div className="flex flex-wrap gap-2">
          <OrderButtons order={order} actions={actions} />
        </div>
      </div>
    </article>
  );
}

/** An order of the list that is not opened: its link opens it in its place, and closes the one that was. */
export function FoldedOrder({ order }: { order: OwnOrderRow }) {
  const { id, first, lines, fulfilment } = order;
  const titleId = `order-${id}`;
  const details = [
    lines > 1 ? `${first} and ${lines - 1} more` : first,
    fulfilment.slot && slotText(fulfilment.slot),
    ...paymentTexts(order),
  ].filter(Boolean);
  return (
    <article
      id={`${titleId}-card`}
      className="relative border border-border bg-surface px-[min(1.25rem,5vw)] py-3 lg:px-8 mt-2"
      aria-labelledby={titleId}
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={titleId} className="font-semibold num">
          <Link
            href={`/orders?order=${id}#${titleId}-card` as Route}
            prefetch={false}
            className="touch:inline-flex touch:items-center touch:min-h-11 after:absolute after:inset-0 hover:underline underline-offset-4 decoration-accent decoration-2"
          >
            Order #{id}
          </Link>
        </h2>
        <StatusBadge status={order.status} />
        <span className="num font-semibold ml-auto">{formatRupees(order.total)}</span>
      </header>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted num">
        <time dateTime={order.createdAt}>{formatDateTime(order.createdAt)}</time>
        {details.map((text) => (
          <span key={text} className="[overflow-wrap:anywhere]">
            {text}
          </span>
        ))}
      </p>
    </article>
  );
}
