import type { enquiries } from "@/db/schema";
import { type PackRow, packsInStock, toPacks } from "@/lib/catalogue/packs";
import { formatShortDate } from "@/lib/dates";
import { deliveryMethodNames, orderDayText, slotText } from "@/lib/delivery/texts";
import { formatPaise, formatRupees } from "@/lib/money";
import type { CustomerOrder } from "@/lib/orders/serializers";
import { changeText, type RecordedChange } from "@/lib/orders/texts";
import type { StoredPayment } from "@/lib/payments/select";
import { policy, shop } from "@/lib/shop";
import { mailLimits } from "./constants";
import { adminOrderUrl, urlOf } from "./links";
import { type Block, type Mail, oneLine, text } from "./mail";
import { orderLines } from "./order-mails";

/* Messages about enquiries and accounts, and those to the owner. */

/** The facts that there are. */
const facts = (all: readonly (readonly [string, string | null | undefined | false])[]): Block => ({
  kind: "facts",
  facts: all.flatMap(([term, fact]) => (fact ? [[term, fact] as const] : [])),
});
const open = (text: string, href: string): Block => ({ kind: "link", text, href, main: true });

type EnquiryFacts = typeof enquiries.$inferSelect;

/**
 * The receipt of an enquiry. It repeats nothing of it: whoever writes may have typed another person's address, who would get his text with
 * the shop's letterhead.
 */
export function enquiryReceived(kind: EnquiryFacts["kind"], id: number, phone: string): Mail {
  const what = kind === "custom_order" ? "request" : "message";
  return {
    subject: `We have your ${what} no. ${id}`,
    preview: `We answer within ${policy.replyHours} hours.`,
    heading: `Thank you for your ${what}`,
    blocks: [
      text(`We have received your ${what}. Its number is ${id}. We answer within ${policy.replyHours} hours.`),
      text(`In a hurry? Call us on ${phone} and name the number.`),
      text("If you have not written to us, somebody has typed your address by mistake. Please ignore this mail."),
    ],
  };
}

export function passwordReset(token: string): Mail {
  return {
    subject: "Choose a new password",
    preview: "The link works once, within one hour.",
    heading: "Choose a new password",
    blocks: [
      text(
        "Somebody, most likely you, has asked for a new password for this address. The link works once, within one hour.",
      ),
      open("Choose a new password", urlOf(`/reset/${token}`)),
      text("If it was not you, do nothing: your password stays as it is."),
    ],
  };
}

/** @param token of a link that opens the account of somebody who was invited to work for the shop */
export function staffInvitation(token: string): Mail {
  return {
    subject: `Your account at ${shop.name}`,
    preview: "The link works once, within three days.",
    heading: "You are invited to work with us",
    blocks: [
      text(
        `You can now have an account of your own in the admin area of ${shop.name}. Choose a password to open it. The link works once, within three days.`,
      ),
      open("Choose a password", urlOf(`/invitation/${token}`)),
      text("If you do not know why you got this, do nothing: the link opens an account for nobody else."),
    ],
  };
}

const paymentNames = { cod: "On delivery", upi: "By UPI", cash: "In cash", card: "By card", online: "Online" } as const;

/**
 * @param buyer the name of the account, for an order that names no recipient
 * @param changes what the customer has changed of an order that is known already
 */
export function newOrder(order: CustomerOrder, buyer?: string | null, changes?: readonly RecordedChange[]): Mail {
  const { method, slot, area, pincode } = order.fulfilment;
  const how = method ? deliveryMethodNames[method] : "To be arranged";
  const when = slot ? slotText(slot) : orderDayText(order.day, order.fulfilment);
  const heading = `${changes ? "The customer has changed" : "New"} order #${order.id}`;
  return {
    subject: changes ? heading : `${heading}: ${formatRupees(order.total)}`,
    preview: [how, when].filter(Boolean).join(", "),
    heading,
    blocks: [
      ...(changes ?? []).map((change) => text(changeText(change))),
      orderLines({ order }),
      facts([
        ["For", order.recipientName ?? buyer],
        ["Phone", order.phoneNumber],
        ["Delivery", [how, area?.name, pincode].filter(Boolean).join(", ")],
        [slot ? "Window" : "Day", when],
        ["Address", method !== "pickup" && order.deliveryAddress],
        ["Payment", paymentNames[order.payment.method]],
        ["Notes", order.notes],
        ["Personal message", order.personalMessage],
      ]),
      open("Open the order", adminOrderUrl(order.id)),
    ],
  };
}

export function refundFailed(order: CustomerOrder, { amount, reference }: StoredPayment): Mail {
  return {
    subject: `Order #${order.id}: the refund of ${formatPaise(amount)} has failed`,
    preview: "Please try again, or pay it back yourself",
    heading: "A refund has failed",
    blocks: [
      text("The payment service could not pay it back. Please try again, or pay it back yourself and record that."),
      facts([
        ["Order", `#${order.id}`],
        ["Amount", formatPaise(amount)],
        ["Refund", reference],
        ["Customer", order.recipientName],
      ]),
      open("Open the order", adminOrderUrl(order.id)),
    ],
  };
}

export function upiClaimed(order: CustomerOrder, { amount, reference }: StoredPayment): Mail {
  return {
    subject: `Order #${order.id}: ${formatPaise(amount)} paid by UPI, please check`,
    preview: `UTR ${reference ?? "unknown"}`,
    heading: "Please check a UPI payment",
    blocks: [
      text("A customer says that this was paid. Compare it with your bank account, then confirm or reject it."),
      facts([
        ["Order", `#${order.id}`],
        ["Amount", formatPaise(amount)],
        ["UTR", reference],
        ["Customer", order.recipientName],
      ]),
      open("Open the order", adminOrderUrl(order.id)),
    ],
  };
}

export function newEnquiry(enquiry: EnquiryFacts): Mail {
  const isCustom = enquiry.kind === "custom_order";
  return {
    subject: isCustom ? `Custom order no. ${enquiry.id}` : `Message no. ${enquiry.id}: ${enquiry.subject ?? ""}`,
    preview: enquiry.message.slice(0, 120),
    heading: isCustom ? `Request for a custom order, no. ${enquiry.id}` : `Message no. ${enquiry.id}`,
    blocks: [
      facts([
        ["From", enquiry.name],
        ["E-mail", enquiry.email],
        ["Phone", enquiry.phone],
        ["Subject", enquiry.subject],
        ["Occasion", enquiry.occasion],
        ["Needed on", enquiry.eventDate && formatShortDate(enquiry.eventDate)],
        ["Quantity", enquiry.quantity],
        ["Budget", enquiry.budget],
      ]),
      { kind: "quote", text: enquiry.message },
      open("Open the enquiries", urlOf("/admin/enquiries")),
      text("Answer within 48 hours: the E-Commerce Rules ask for it. A reply to this mail goes to whoever wrote."),
    ],
  };
}

/** A sweet of which the last pack was sold, with its packs on sale; units and grams are those of its default pack. */
type SoldSweet = { name: string; stock: number; units: number; grams: number | null; packs: readonly PackRow[] };

export function soldOut({ name, stock, units, grams, packs: rows }: SoldSweet): Mail {
  const packs = toPacks(rows, (pack) => packsInStock(pack, { stock }));
  // The smallest pack comes first, and counts what is in stock most exactly.
  const again = packs.find(({ available }) => available > 0);
  const count = again && (packs.length > 1 ? `${again.available} × ${again.label}` : `${again.available}`);
  const pieces = `${stock} ${stock === 1 ? "piece" : "pieces"}`;
  const weight = grams === null ? pieces : `${Math.round((grams * stock) / units)} g`;
  const left = stock > 0 ? `What is left in stock, ${weight}, fills no pack, and nothing is in a cart.` : null;
  const rest = count ? `Meanwhile ${count} are in stock again.` : left;
  return {
    subject: `Sold out: ${name}`,
    preview: rest ?? "Nothing is in stock or in a cart.",
    heading: `${name} is sold out`,
    blocks: [
      text(`The last of ${name} was sold. ${rest ?? "Nothing is left in stock or in a cart."}`),
      open("Open the sweet", urlOf(`/admin?tab=products&search=${encodeURIComponent(name)}`)),
    ],
  };
}

/** A webhook that was switched off because nothing arrived. */
export function webhookOff(id: number, url: string): Mail {
  const { host } = new URL(url);
  return {
    subject: `Webhook switched off: ${host}`,
    preview: "Nothing has arrived there for three days.",
    heading: "A webhook was switched off",
    blocks: [
      text(
        `For three days nothing has arrived at ${host}, so the shop sends nothing there any more. What happens in the shop meanwhile is not sent later.`,
      ),
      open("Open the webhook", urlOf(`/admin/webhooks/${id}`)),
      text("There you see what failed, can send a test, and switch it on again."),
    ],
  };
}

/** What is beyond the limit of a mailbox, in one mail: for a customer each message as it is, for the owner what each is about. */
export function digest(mails: readonly Mail[], isToOwner: boolean): Mail {
  const line = (text: string) => ({ name: oneLine(text), amount: "" });
  const title = (text: string): Block => ({ kind: "lines", lines: [], total: line(text) });
  const forCustomer = [
    text(
      `One address gets at most ${mailLimits.customer.hour} mails of ours in an hour and ${mailLimits.customer.day} in a day. What came after them is here.`,
    ),
    ...mails.flatMap(({ subject, blocks }) => [title(subject), ...blocks]),
  ];
  const forOwner: Block[] = [
    text(`More than ${mailLimits.owner.minute} messages came within a minute. What is beyond them comes in one mail.`),
    { kind: "lines", lines: mails.map(({ subject }) => line(subject)), total: null },
    { kind: "link", text: "Open the admin panel", href: urlOf("/admin"), main: true },
    { kind: "link", text: "All messages, one by one", href: urlOf("/admin/messages") },
  ];
  return {
    subject: `${mails.length} messages from ${shop.name}`,
    preview: mails[0]?.subject ?? "",
    heading: `${mails.length} messages in one mail`,
    blocks: isToOwner ? forOwner : forCustomer,
  };
}
