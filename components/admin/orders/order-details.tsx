import type { ReactNode } from "react";
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
export function OrderDetails({ order, level: Heading, children }: OrderDetailsProps) {
  const { fulfilment } = order;
  const [way, fee] = [wayText(fulfilment), orderFeeText(fulfilment)];
  const firstEntry = isTillSale(order) ? "Sold" : "Placed";
  return (
    <>
      <dl className="grid grid-cols-1 xs:grid-cols-[6.5rem_1fr] gap-x-4 gap-y-2.5 max-xs:[&>dt]:-mb-2 [&>dt]:text-muted [&>dd]:min-w-0 [&>dd]:break-words">
        <Detail term="Placed" className="num">
          <time dateTime={order.createdAt}>{formatShortDateTime(order.createdAt)}</time>
        </Detail>
        <Detail term="Status">
          <StatusBadge status={order.status} />
        </Detail>
        {!isTillSale(order) && (
          <Detail term="Window">
            <b className="num">{whenText(order)}</b>
            {way && (
              <>
                <br />
                {way}
              </>
            )}
          </Detail>
        )}
        {order.packedAt && (
          <Detail term="Packed" className="num">
            <time dateTime={order.packedAt}>{formatShortDateTime(order.packedAt)}</time>
          </Detail>
        )}
        <Detail term="Customer">
          <Customer order={order} />
        </Detail>
        <Detail term="Delivery">
          {order.deliveryAddress === null ? (
            withoutRecipient(order)
          ) : (
            <>
              {order.recipientName}
              <br />
              <span className="whitespace-pre-line">{order.deliveryAddress}</span>
              <br />
              {order.phoneNumber && (
                <a className="link num tap" href={phoneHref(order.phoneNumber)}>
                  {order.phoneNumber}
                </a>
              )}
            </>
          )}
        </Detail>
        {optionalTexts.map(
          (name) =>
            order[name] && (
              <Detail key={name} term={deliveryTexts[name].label} className="whitespace-pre-line">
                {order[name]}
              </Detail>
            ),
        )}
        {(order.giftWrap || order.personalMessage) && (
          <Detail term="Gift">
            {order.giftWrap && <p>Gift wrap</p>}
            {order.personalMessage && <p className="whitespace-pre-line">“{order.personalMessage}”</p>}
          </Detail>
        )}
        <Detail term="Channel">{channels[order.channel]}</Detail>
      </dl>
      <Heading className="text-d5 mt-5 mb-1">Items</Heading>
      <ul>
        {order.items.map((item) => (
          <li key={item.id} className="flex gap-4 py-2 border-b border-border">
            <span className="flex-1 min-w-0 break-words">
              {withPack(item.product.name || `Product ${item.productId}`, item.packLabel)}{" "}
              <span className="text-muted num">
                × {item.quantity} · {formatRupees(item.price)} each
              </span>
              {item.bestBefore && (
                <span className="block text-sm text-muted num">Best before {formatShortDate(item.bestBefore)}</span>
              )}
            </span>
            <span className="num">{formatRupees(item.price * item.quantity)}</span>
          </li>
        ))}
        {order.giftWrap && (
          <li className="flex gap-4 py-2 border-b border-border">
            <span className="flex-1">Gift wrap</span>
            <span className="num">{formatPaise(giftWrapPaise(order))}</span>
          </li>
        )}
        {fee && (
          <li className="flex gap-4 py-2 border-b border-border">
            <span className="flex-1">Delivery</span>
            <span className="num">{fee}</span>
          </li>
        )}
        <li className="flex justify-between pt-3 font-bold text-lg">
          <span>Total</span>
          <span className="num">{formatRupees(order.total)}</span>
        </li>
      </ul>
      {children}
      <Heading className="text-d5 mt-5 mb-1">History</Heading>
      <ol className="text-sm num">
        {order.history.map((step) => (
          <li key={`${step.at} ${step.to}`} className="py-1">
            {formatShortDateTime(step.at)}: {step.from ? `${step.from} to ${step.to}` : firstEntry}
            {step.by && ` by ${step.by}`}
          </li>
        ))}
        {order.corrections.map((change) => (
          <li key={`${change.at} ${change.field}`} className="py-1 break-words">
            {formatShortDateTime(change.at)}: {changeText(change)}
            {change.by && ` by ${change.by}`}
          </li>
        ))}
      </ol>
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
      {customer?.name ?? user?.name}
      {customer && (
        <>
          <br />
          <a className="link num tap" href={phoneHref(customer.phone)}>
            {customer.phone}
          </a>
        </>
      )}
      {email && (
        <>
          <br />
          <a className="link tap" href={`mailto:${email}`}>
            {email}
          </a>
        </>
      )}
    </>
  );
}

function Detail({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd className={className}>{children}</dd>
    </>
  );
}

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
