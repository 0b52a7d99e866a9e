import { Fragment, type ReactNode } from "react";
import { Section } from "@/components/admin/ui/page";
import { Courier } from "@/components/orders/order-card";
import { StatusBadge } from "@/components/orders/status-badge";
import { lineTotal } from "@/lib/cart/rules";
import { withPack } from "@/lib/catalogue/packs";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import { formatPaise, formatRupees, toPaise } from "@/lib/money";
import { deliveryTexts, optionalTexts } from "@/lib/orders/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import { changeText, companyText } from "@/lib/orders/texts";
import { isTillSale } from "@/lib/payments/rules";
import { phoneHref } from "@/lib/telephone";
import { orderFeeText, WALK_IN, wayText, whenText } from "./texts";

const channels = { web: "Website", api: "API", counter: "Counter" };
function withoutRecipient(order: AdminOrder): string {
  if (isTillSale(order)) return "Sold over the counter";
  return order.channel === "counter" ? "Picked up at the shop" : "No details";
}

const factsOf = (order: AdminOrder): Record<string, ReactNode> => ({
  Placed: <Moment at={order.createdAt} />,
  Status: <StatusBadge status={order.status} />,
  Window: !isTillSale(order) && (
    <>
      <b className="block num">{whenText(order)}</b>
      {wayText(order.fulfilment)}
    </>
  ),
  Courier: order.tracking && <Courier tracking={order.tracking} />,
  Packed: order.packedAt && <Moment at={order.packedAt} />,
  Customer: <Customer order={order} />,
  Delivery:
    order.deliveryAddress === null ? (
      withoutRecipient(order)
    ) : (
      <>
        <span className="block">{order.recipientName}</span>
        <span className="block">{order.deliveryAddress}</span>
        <Phone number={order.phoneNumber} />
      </>
    ),
  ...Object.fromEntries(optionalTexts.map((name) => [deliveryTexts[name].label, order[name]])),
  Gift: (order.giftWrap || order.personalMessage) && (
    <>
      {order.giftWrap && <p>Gift wrap</p>}
      {order.personalMessage && <p>“{order.personalMessage}”</p>}
    </>
  ),
  Company: order.company && companyText(order.company),
  Channel: channels[order.channel],
});

/** All details of an order, for its dialog and its page. The payments, its children, come after the items. */
export function OrderDetails(props: { order: AdminOrder; level: "h2" | "h3"; children?: ReactNode }) {
  const { order, level, children } = props;
  const fee = orderFeeText(order.fulfilment);
  const origin = isTillSale(order) ? "Sold" : "Placed";
  const steps = [
    ...order.history.map(({ from, to, at, by, reason }) => ({
      text: `${from ? `${from} to ${to}` : origin}${reason ? `. ${reason}` : ""}`,
      ...{ at, by },
    })),
    ...order.corrections.map((change) => ({ ...change, text: changeText(change) })),
  ];
  return (
    <>
      <dl className="grid grid-cols-1 xs:grid-cols-[6.5rem_1fr] gap-x-4 gap-y-2.5 max-xs:[&>dt]:-mb-2 [&>dt]:text-muted [&>dd]:min-w-0 [&>dd]:break-words [&>dd]:whitespace-pre-line">
        {Object.entries(factsOf(order)).map(
          ([term, fact]) =>
            fact && (
              <Fragment key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </Fragment>
            ),
        )}
      </dl>
      <Section title="Items" level={level} className="">
        <ul>
          {order.items.map((item) => (
            <Line key={item.id} amount={formatRupees(lineTotal(item))}>
              {withPack(item.product.name || `Product ${item.productId}`, item.packLabel)}{" "}
              <span className="text-muted num">
                × {item.quantity} · {formatRupees(item.price)} each
              </span>
              {item.bestBefore && (
                <span className="block text-sm text-muted num">Best before {formatShortDate(item.bestBefore)}</span>
              )}
            </Line>
          ))}
          {order.giftWrap && <Line amount={formatPaise(giftWrapPaise(order))}>Gift wrap</Line>}
          {fee && <Line amount={fee}>Delivery</Line>}
          <Line amount={formatRupees(order.total)} className="pt-3 font-bold text-lg">
            Total
          </Line>
        </ul>
      </Section>
      {children}
      <Section title="History" level={level} className="">
        <ol className="text-sm num [&>li]:py-1 [&>li]:break-words">
          {steps.map(({ text, at, by }) => (
            <li key={`${at} ${text}`}>
              {formatShortDateTime(at)}: {text}
              {by && ` by ${by}`}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function Customer({ order }: { order: AdminOrder }) {
  const { customer, user } = order;
  const person = customer ?? user;
  if (!person) return isTillSale(order) ? WALK_IN : "No longer stored";
  return (
    <>
      <span className="block">{person.name}</span>
      {customer && (
        <span className="block">
          <Phone number={customer.phone} />
        </span>
      )}
      {person.email && (
        <a className="link tap" href={`mailto:${person.email}`}>
          {person.email}
        </a>
      )}
    </>
  );
}

const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} className="num">
    {formatShortDateTime(at)}
  </time>
);

const Phone = ({ number }: { number: string | null }) =>
  number && (
    <a className="link num tap" href={phoneHref(number)}>
      {number}
    </a>
  );

type LineProps = { amount: string; className?: string; children: ReactNode };

const Line = ({ amount, className = "py-2 border-b border-border", children }: LineProps) => (
  <li className={`flex gap-4 ${className}`}>
    <span className="flex-1 min-w-0 break-words">{children}</span>
    <span className="num">{amount}</span>
  </li>
);

/** The price of an order's gift wrap: the total without the items and the delivery. */
const giftWrapPaise = ({ total, fulfilment, items }: AdminOrder) =>
  items.reduce(
    (rest, { price, quantity }) => rest - toPaise(price) * quantity,
    toPaise(total) - toPaise(fulfilment.fee),
  );
