import type { enquiries } from "@/db/schema";
import type { Pack } from "@/lib/catalogue/packs";
import { formatShortDate } from "@/lib/dates";
import { methodNames, slotText } from "@/lib/delivery/texts";
import { formatPaise, formatRupees } from "@/lib/money";
import type { CustomerOrder } from "@/lib/orders/serializers";
import { policy } from "@/lib/shop";
import { type Block, type Mail, text } from "./mail";
import { orderLines, type PaymentFacts } from "./order-mails";

/* Messages about enquiries and accounts, and those to the owner. */

/** The facts that there are. */
const facts = (all: readonly (readonly [string, string | null | undefined | false])[]): Block => ({
  kind: "facts",
  facts: all.flatMap(([term, fact]) => (fact ? [[term, fact] as const] : [])),
});
const open = (text: string, href: string): Block => ({ kind: "link", text, href, main: true });

type EnquiryFacts = typeof enquiries.$inferSelect;

/**
 * The receipt of an enquiry. It repeats nothing of it: whoever writes may have typed another person's address, who would get his
 * text with the shop's letterhead.
 */
export function enquiryReceived({ id, kind }: EnquiryFacts, phone: string): Mail {
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

export function passwordReset(href: string): Mail {
  return {
    subject: "Choose a new password",
    preview: "The link works once, within one hour.",
    heading: "Choose a new password",
    blocks: [
      text(
        "Somebody, most likely you, has asked for a new password for this address. The link works once, within one hour.",
      ),
      open("Choose a new password", href),
      text("If it was not you, do nothing: your password stays as it is."),
    ],
  };
}

const paymentNames = { cod: "On delivery", upi: "By UPI", cash: "In cash", card: "By card" } as const;

/** @param buyer the name of the account, for an order that names no recipient */
export function newOrder(order: CustomerOrder, href: string, buyer: string | null = null): Mail {
  const { method, slot, area, pincode } = order.fulfilment;
  const how = method ? methodNames[method] : "To be arranged";
  const when = slot ? slotText(slot) : null;
  return {
    subject: `New order #${order.id}: ${formatRupees(order.total)}`,
    preview: [how, when].filter(Boolean).join(", "),
    heading: `New order #${order.id}`,
    blocks: [
      orderLines({ order }),
      facts([
        ["For", order.recipientName ?? buyer],
        ["Phone", order.phoneNumber],
        ["Delivery", [how, area?.name, pincode].filter(Boolean).join(", ")],
        ["Window", when],
        ["Address", method !== "pickup" && order.deliveryAddress],
        ["Payment", paymentNames[order.payment.method]],
        ["Notes", order.notes],
        ["Personal message", order.personalMessage],
      ]),
      open("Open the order", href),
    ],
  };
}

export function upiClaimed(order: CustomerOrder, { amount, reference }: PaymentFacts, href: string): Mail {
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
      open("Open the order", href),
    ],
  };
}

export function newEnquiry(enquiry: EnquiryFacts, href: string): Mail {
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
      open("Open the enquiries", href),
      text("Answer within 48 hours: the E-Commerce Rules ask for it. A reply to this mail goes to whoever wrote."),
    ],
  };
}

/** A sweet of which the last pack was sold. `left`: what its stock has that fills no pack, "250 g"; null for nothing. */
export type SoldOutFacts = { name: string; packs: readonly Pick<Pack, "label" | "available">[]; left: string | null };

export function soldOut({ name, packs, left }: SoldOutFacts, href: string): Mail {
  // The smallest pack comes first, and counts what is in stock most exactly.
  const again = packs.find(({ available }) => available > 0);
  const count = again && (packs.length > 1 ? `${again.available} × ${again.label}` : `${again.available}`);
  const preview = count ? `Meanwhile ${count} are in stock again.` : "Nothing is in stock or in a cart.";
  const rest = left
    ? `What is left in stock, ${left}, fills no pack, and nothing is in a cart.`
    : "Nothing is left in stock or in a cart.";
  return {
    subject: `Sold out: ${name}`,
    preview: left ? rest : preview,
    heading: `${name} is sold out`,
    blocks: [text(`The last of ${name} was sold. ${count ? preview : rest}`), open("Open the sweet", href)],
  };
}
