import type { ReactNode } from "react";
import { Section } from "@/components/admin/ui/page";
import { StatusBadge } from "@/components/orders/status-badge";
import { withPack } from "@/lib/catalogue/packs";
import { formatShortDate, formatShortDateTime } from "@/lib/dates";
import { recordedSlotText } from "@/lib/delivery/texts";
import { formatPaise, formatRupees, toPaise } from "@/lib/money";
import { deliveryTexts, optionalTexts } from "@/lib/orders/constants";
import type { AdminOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";
import { phoneHref } from "@/lib/telephone";
import { orderFeeText, WALK_IN, wayText, whenText } from "./fulfilment";

const channels = { web: "Website", api: "API", counter: "Counter" };
const fieldNames: Record<string, string> = {
  recipientName: "Recipient",
  deliveryAddress: "Address",
  phoneNumber: "Phone",
};

/** What is said where an order names nobody to deliver it to. */
function withoutRecipient(order: AdminOrder): string {
  if (isTillSale(order)) return "Sold over the counter";
  return order.channel === "counter" ? "Picked up at the shop" : "No details";
}

type OrderDetailsProps = {
  order: AdminOrder;
  level: "h2" | "h3";
  /** The payments, which come after the items. */
  children?: ReactNode;
};

/** All details of an order, for its dialog and its page. */
export function OrderDetails({ order, level, children }: OrderDetailsProps) {
  const { fulfilment, personalMessage } = order;
  const isAtTill = isTillSale(order);
  return (
    <>
      <dl className="grid grid-cols-1 xs:grid-cols-[6.5rem_1fr] gap-x-4 gap-y-2.5 max-xs:[&>dt]:-mb-2 [&>dt]:text-muted [&>dd]:min-w-0 [&>dd]:break-words">
        <Detail term="Placed">
          <Moment at={order.createdAt} />
        </Detail>
        <Detail term="Status">
          <StatusBadge status={order.status} />
        </Detail>
        <Detail term="Window">
          {!isAtTill && (
            <>
              <b className="block num">{whenText(order)}</b>
              {wayText(fulfilment)}
            </>
          )}
        </Detail>
        <Detail term="Packed">{order.packedAt && <Moment at={order.packedAt} />}</Detail>
        <Detail term="Customer">
          <Customer order={order} />
        </Detail>
        <Detail term="Delivery">
          {order.deliveryAddress === null ? (
            withoutRecipient(order)
          ) : (
            <>
              <span className="block">{order.recipientName}</span>
              <span className="block whitespace-pre-line">{order.deliveryAddress}</span>
              <Phone number={order.phoneNumber} />
            </>
          )}
        </Detail>
        {optionalTexts.map((name) => (
          <Detail key={name} term={deliveryTexts[name].label} className="whitespace-pre-line">
            {order[name]}
          </Detail>
        ))}
        <Detail term="Gift">
          {(order.giftWrap || personalMessage) && (
            <>
              {order.giftWrap && <p>Gift wrap</p>}
              {personalMessage && <p className="whitespace-pre-line">“{personalMessage}”</p>}
            </>
          )}
        </Detail>
        <Detail term="Channel">{channels[order.channel]}</Detail>
      </dl>
      <Section title="Items" level={level} className="">
        <ul>
          {order.items.map(({ id, product, productId, packLabel, quantity, price, bestBefore }) => (
            <Line key={id} amount={formatRupees(price * quantity)}>
              {withPack(product.name || `Product ${productId}`, packLabel)}{" "}
              <span className="text-muted num">
                × {quantity} · {formatRupees(price)} each
              </span>
              {bestBefore && (
                <span className="block text-sm text-muted num">Best before {formatShortDate(bestBefore)}</span>
              )}
            </Line>
          ))}
          {order.giftWrap && <Line amount={formatPaise(giftWrapPaise(order))}>Gift wrap</Line>}
          {orderFeeText(fulfilment) && <Line amount={orderFeeText(fulfilment)}>Delivery</Line>}
          <Line amount={formatRupees(order.total)} className="pt-3 font-bold text-lg">
            Total
          </Line>
        </ul>
      </Section>
      {children}
      <Section title="History" level={level} className="">
        <ol className="text-sm num [&>li]:py-1 [&>li]:break-words">
          {order.history.map((step) => (
            <li key={`${step.at} ${step.to}`}>
              {formatShortDateTime(step.at)}: {step.from ? `${step.from} to ${step.to}` : isAtTill ? "Sold" : "Placed"}
              {step.by && ` by ${step.by}`}
            </li>
          ))}
          {order.corrections.map((change) => (
            <li key={`${change.at} ${change.field}`}>
              {formatShortDateTime(change.at)}: {changeText(change)}
              {change.by && ` by ${change.by}`}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function Customer({ order }: { order: AdminOrder }) {
  const { customer, user, channel } = order;
  const email = customer ? customer.email : user?.email;
  if (!customer && !user) {
    if (isTillSale(order)) return WALK_IN;
    return channel === "counter" ? "No longer stored" : "Account deleted";
  }
  return (
    <>
      <span className="block">{customer?.name ?? user?.name}</span>
      {customer && (
        <span className="block">
          <Phone number={customer.phone} />
        </span>
      )}
      {email && (
        <a className="link tap" href={`mailto:${email}`}>
          {email}
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

/** A term of the list with what is said of it; nothing when that is nothing. */
function Detail({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}

type LineProps = { amount: ReactNode; className?: string; children: ReactNode };

const Line = ({ amount, className = "py-2 border-b border-border", children }: LineProps) => (
  <li className={`flex gap-4 ${className}`}>
    <span className="flex-1 min-w-0 break-words">{children}</span>
    <span className="num">{amount}</span>
  </li>
);

/** What was corrected, or from which window to which an order was moved. */
function changeText({ field, from, to }: AdminOrder["corrections"][number]): string {
  if (field !== "slot") return `${fieldNames[field] ?? field} corrected from “${from ?? ""}” to “${to}”`;
  const now = recordedSlotText(to);
  return from ? `Moved from ${recordedSlotText(from)} to ${now}` : `Window set to ${now}`;
}

/** The price of an order's gift wrap: the total without the items and the delivery. */
const giftWrapPaise = ({ total, fulfilment, items }: AdminOrder) =>
  items.reduce(
    (rest, { price, quantity }) => rest - toPaise(price) * quantity,
    toPaise(total) - toPaise(fulfilment.fee),
  );
