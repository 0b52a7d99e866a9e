import { withPack } from "@/lib/catalogue/packs";
import { formatDateTime } from "@/lib/dates";
import { estimateText, orderDayText, slotText } from "@/lib/delivery/texts";
import { formatPaise, formatRupees, GIFT_WRAP_PAISE, toPaise, toRupees } from "@/lib/money";
import type { CustomerOrder } from "@/lib/orders/serializers";
import { trackingText } from "@/lib/orders/texts";
import { isPaidAhead, toRefundOf } from "@/lib/payments/rules";
import type { StoredPayment } from "@/lib/payments/select";
import { policy } from "@/lib/shop";
import { orderUrl, trackingUrl } from "./links";
import { type Block, type Mail, text } from "./mail";

/*
 * Messages to customers about an order. Their names are in none of them: anybody may open an account with another person's address, and
 * what he types must not reach that person with the shop's letterhead. Amounts in rupees.
 */

/** What the texts are made from. */
export type OrderFacts = {
  order: CustomerOrder;
  /** Where an order is picked up. */
  shopAddress: string;
  phone: string;
  /** How long the courier takes, as it was promised. */
  estimate: string | null;
  /** Until when the order must be paid online; null also once it is being prepared. */
  payBy: string | null;
  /** Whether the order has a page of its customer's, where it is paid and the invoice is. */
  hasAccount: boolean;
};

const isPickup = ({ order }: OrderFacts) => order.fulfilment.method === "pickup";

/** When and where. */
function fulfilmentFacts(facts: OrderFacts): [string, string][] {
  const { day, fulfilment, phoneNumber, tracking } = facts.order;
  const { method, slot, area } = fulfilment;
  // Whoever buys over the counter by the API gives no phone number to call.
  const anyTime = phoneNumber ? "We will call you to agree on a time." : "When the shop is open.";
  const dated = orderDayText(day, fulfilment);
  const withDay = (open: string) => (slot ? slotText(slot) : dated ? `${dated}. ${open}` : open);
  if (method === "pickup")
    return [
      ["Pick up", withDay(anyTime)],
      ["At", facts.shopAddress],
    ];
  if (method === "courier") {
    const courier = trackingText(tracking);
    return [
      ["Delivery", withDay(`By courier${area ? `, ${area.name}` : ""}`)],
      ...(facts.estimate ? [["Expected", estimateText(facts.estimate)] satisfies [string, string]] : []),
      ...(courier ? [["Courier", courier] satisfies [string, string]] : []),
    ];
  }
  return [["Delivery", withDay("We will call you to arrange delivery.")]];
}

/** The sweets, gift wrap, fee and total. */
export function orderLines({ order }: Pick<OrderFacts, "order">): Block {
  const { fee, method } = order.fulfilment;
  return {
    kind: "lines",
    lines: [
      ...order.items.map(({ name, packLabel, quantity, price }) => ({
        name: `${quantity} × ${withPack(name, packLabel)}`,
        amount: formatRupees(toRupees(toPaise(price) * quantity)),
      })),
      ...(order.giftWrap ? [{ name: "Gift wrapping", amount: formatPaise(GIFT_WRAP_PAISE) }] : []),
      ...(method === "delivery" || method === "courier"
        ? [{ name: "Delivery", amount: fee === 0 ? "Free" : formatRupees(fee) }]
        : []),
    ],
    total: { name: "Total", amount: formatRupees(order.total) },
  };
}

const follow = ({ order }: OrderFacts, main = true): Block => ({
  kind: "link",
  text: "Follow your order",
  href: trackingUrl(order.id),
  main,
});

/** How what is due is paid; nothing when nothing is due. */
function paymentBlocks(facts: OrderFacts): Block[] {
  const { order, payBy, phone, hasAccount } = facts;
  const { method, due, state } = order.payment;
  const amount = formatRupees(due);
  if (due === 0 || state === "claimed") return [];
  if (!isPaidAhead(method))
    return [text(`You pay ${amount} ${isPickup(facts) ? "when you pick it up" : "on delivery"}, in cash or by UPI.`)];
  const isUpi = method === "upi";
  const until = payBy ? ` by ${formatDateTime(payBy)}. Unpaid orders are cancelled then` : "";
  const please = `Please pay ${amount} ${isUpi ? "by UPI" : "online"}${until}.`;
  if (!hasAccount) {
    const open = order.channel === "web" ? "Open My Orders in the browser in which you ordered, or call" : "Call";
    return [text(`${please} ${open} us on ${phone}${isUpi ? ", and we send you the QR code" : ""}.`)];
  }
  const steps = "Open your order, scan the code or open your UPI app, and enter the 12-digit UTR of the transfer.";
  const link = isUpi ? { text: `Pay ${amount} by UPI`, path: "" } : { text: `Pay ${amount}`, path: "/pay" };
  return [
    text(isUpi ? `${please} ${steps}` : please),
    { kind: "link", text: link.text, href: `${orderUrl(order.id)}${link.path}`, main: true },
  ];
}

/** What is ordered, when it comes and how it is paid. `back`: what is said of money that is paid back. */
function wholeOrder(facts: OrderFacts, back: Block[] = []): Block[] {
  const payment = paymentBlocks(facts);
  return [
    orderLines(facts),
    { kind: "facts", facts: fulfilmentFacts(facts) },
    ...payment,
    ...back,
    follow(facts, !payment.some(({ kind }) => kind === "link")),
    text(`Is something wrong? Call us on ${facts.phone}.`),
  ];
}

export function orderReceived(facts: OrderFacts): Mail {
  const { id, total } = facts.order;
  return {
    subject: `We have your order #${id}`,
    preview: `${formatRupees(total)}. ${fulfilmentFacts(facts)[0]?.[1] ?? ""}`,
    heading: "Thank you for your order!",
    blocks: [text(`We have received your order #${id} and will prepare it for you.`), ...wholeOrder(facts)],
  };
}

export function windowChanged(facts: OrderFacts): Mail {
  const { id, fulfilment } = facts.order;
  const when = fulfilment.slot ? slotText(fulfilment.slot) : "a time that we will agree on with you";
  return {
    subject: `New time for your order #${id}`,
    preview: when,
    heading: "Your order has a new time",
    blocks: [
      text(`${isPickup(facts) ? "You can now pick up" : "We now bring"} your order #${id}:`),
      { kind: "facts", facts: fulfilmentFacts(facts) },
      follow(facts),
      text(`Does this time not suit you? Call us on ${facts.phone}.`),
    ],
  };
}

export function orderChanged(facts: OrderFacts): Mail {
  const { id, total } = facts.order;
  const more = toRefundOf(facts.order);
  const back = text(`You have paid ${formatRupees(more)} more than it costs now, which we pay back to you.`);
  return {
    subject: `Your order #${id} has changed`,
    preview: `It now costs ${formatRupees(total)}.`,
    heading: "Your order has changed",
    blocks: [
      text(`We have changed the sweets of your order #${id}. This is what you get now:`),
      ...wholeOrder(facts, more > 0 ? [back] : []),
    ],
  };
}

export function orderShipped(facts: OrderFacts): Mail {
  const { id, tracking } = facts.order;
  const heading = isPickup(facts) ? "Your order is ready" : "Your order is on its way";
  return {
    subject: isPickup(facts) ? `Your order #${id} is ready to be picked up` : `Your order #${id} is on its way`,
    preview: fulfilmentFacts(facts)[0]?.[1] ?? heading,
    heading,
    blocks: [
      text(isPickup(facts) ? `Your order #${id} waits for you at the shop.` : `Your order #${id} has left the shop.`),
      { kind: "facts", facts: fulfilmentFacts(facts) },
      ...(tracking?.url
        ? [{ kind: "link", text: "Follow it at the courier", href: tracking.url } satisfies Block]
        : []),
      ...paymentBlocks(facts),
      follow(facts, !isPaidAhead(facts.order.payment.method) || facts.order.payment.due === 0),
    ],
  };
}

function invoiceBlock({ order, hasAccount, phone }: OrderFacts, attached: boolean): Block {
  if (attached) return text("Your invoice is attached.");
  if (!hasAccount) return text(`Call us on ${phone} for your invoice.`);
  return { kind: "link", text: "Your invoice is with the order under My Orders", href: orderUrl(order.id) };
}

/** @param attached whether the invoice is a part of the mail */
export function orderCompleted(facts: OrderFacts, attached: boolean): Mail {
  const { id } = facts.order;
  return {
    subject: `Your order #${id} is complete`,
    preview: attached ? "Your invoice is attached." : "Thank you for buying at our shop.",
    heading: "Enjoy your sweets!",
    blocks: [
      text(`Your order #${id} is complete. Thank you for buying at our shop.`),
      invoiceBlock(facts, attached),
      follow(facts),
      text(`Was something not right? Call us on ${facts.phone} within ${policy.returnHours} hours.`),
    ],
  };
}

export function orderCancelled(facts: OrderFacts): Mail {
  const { id, payment, history } = facts.order;
  const [paid, nothing] = [formatRupees(payment.paid), "There is nothing to pay."];
  const { reason } = history.at(-1) ?? {};
  return {
    subject: `Your order #${id} was cancelled`,
    preview: payment.paid > 0 ? `We pay ${paid} back to you.` : nothing,
    heading: "Your order was cancelled",
    blocks: [
      text(
        `Your order #${id} was cancelled${reason ? `: ${reason.toLowerCase()}` : ""}. ${payment.paid > 0 ? `You have paid ${paid}, which we pay back to you.` : nothing}`,
      ),
      follow(facts),
      ...(reason ? [text("If you still want it, please order again.")] : []),
      text(`Was this a mistake? Call us on ${facts.phone}.`),
    ],
  };
}

export function paymentReceived(facts: OrderFacts, { amount }: StoredPayment): Mail {
  const { id, status, payment } = facts.order;
  const more = toRefundOf(facts.order);
  const why = status === "Cancelled" ? "was cancelled" : "costs less";
  let rest = "Thank you, nothing is left to pay.";
  if (more > 0) rest = `We pay ${formatRupees(more)} back to you: the order ${why}.`;
  if (payment.due > 0) rest = `${formatRupees(payment.due)} is still to be paid.`;
  return {
    subject: `Payment received for order #${id}`,
    preview: `We have received ${formatPaise(amount)}. Thank you!`,
    heading: "We have received your payment",
    blocks: [text(`We have received ${formatPaise(amount)} for your order #${id}. ${rest}`), follow(facts)],
  };
}

export function paymentRejected(facts: OrderFacts, { amount, reference }: StoredPayment): Mail {
  const { id } = facts.order;
  return {
    subject: `We could not find your payment for order #${id}`,
    preview: `Please check the UTR of ${formatPaise(amount)}.`,
    heading: "We could not find your payment",
    blocks: [
      text(
        `We could not find your payment of ${formatPaise(amount)} for order #${id}${
          reference ? ` with the UTR ${reference}` : ""
        } in our account. Please compare the UTR with your UPI app, and enter it again.`,
      ),
      { kind: "link", text: "Open your order", href: orderUrl(id), main: true },
      follow(facts, false),
      text(`Has the money left your account? Call us on ${facts.phone}.`),
    ],
  };
}

export function refunded(facts: OrderFacts, { amount, method, reason }: StoredPayment): Mail {
  const { id } = facts.order;
  const back = method === "online" ? "the way you paid it" : "to you";
  return {
    subject: `Refund for order #${id}`,
    preview: `We have paid ${formatPaise(amount)} back to you.`,
    heading: "Your refund",
    blocks: [
      text(`We have paid ${formatPaise(amount)} for order #${id} back ${back}.`),
      ...(reason ? ([{ kind: "facts", facts: [["Reason", reason]] }] as const) : []),
      follow(facts),
      text(`It may take some days until your bank shows it. Questions? Call us on ${facts.phone}.`),
    ],
  };
}
