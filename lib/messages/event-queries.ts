import { asc, eq, or } from "drizzle-orm";
import { readDb } from "@/db/client";
import { enquiries, messages, sweets, webhooks } from "@/db/schema";
import { packsOnSale } from "@/lib/catalogue/select";
import { isDatabaseUnavailable } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { findStoredOrder, type StoredOrder } from "@/lib/orders/order-select";
import { toCustomerOrder } from "@/lib/orders/serializers";
import { messageNames } from "@/lib/settings/constants";
import { type ShopFacts, shopFacts } from "@/lib/settings/facts";
import { currentSettings } from "@/lib/settings/queries";
import { isOwnerKind } from "./constants";
import { type Letterhead, letterheadOf, type Mail } from "./mail";
import * as orderMails from "./order-mails";
import * as otherMails from "./other-mails";

/** What a message is about; the text is made from it anew each time. */
export type MessageEvent = Pick<
  typeof messages.$inferSelect,
  "kind" | "orderId" | "paymentId" | "enquiryId" | "sweetId" | "webhookId"
> &
  Partial<Pick<typeof messages.$inferSelect, "event" | "createdAt">>;

/** What the mail of a message says: its own event, and those of what was merged into it, the oldest first. */
export function saidBy(id: number): Promise<MessageEvent[]> {
  const { kind, orderId, paymentId, enquiryId, sweetId, webhookId, event, createdAt } = messages;
  return readDb()
    .select({ kind, orderId, paymentId, enquiryId, sweetId, webhookId, event, createdAt })
    .from(messages)
    .where(or(eq(messages.id, id), eq(messages.mergedInto, id)))
    .orderBy(asc(messages.id));
}

/** A message as it is sent. `phone`: of the customer who gets it, as it was typed. */
export type Letter = { to: string; replyTo: string; phone: string | null; mail: Mail; letterhead: Letterhead };

/** The shop's facts for a mail. */
export const mailFacts = async (): Promise<ShopFacts> => shopFacts((await currentSettings()).values.shop);

type Drafted = Pick<Letter, "to" | "phone" | "mail"> & { replyTo?: string };

/** A letter of the shop, which answers go back to unless the draft says otherwise. */
export const letterOf = (facts: ShopFacts, drafted: Drafted): Letter => ({
  replyTo: facts.emails.support,
  letterhead: letterheadOf(facts),
  ...drafted,
});

/**
 * Makes a mail from what its events have become: a digest, when they are several. Null when nobody is to get it any more: the person has
 * deleted the account, or the enquiry is gone. A new password is not made here, since its link is made when it is sent.
 * @param attached orders whose invoices are parts of the mail
 */
export async function letterFor(
  events: readonly MessageEvent[],
  attached: readonly number[] = [],
): Promise<Letter | null> {
  const facts = await mailFacts();
  const drafts: Drafted[] = [];
  for (const event of events) {
    const orderId = event.kind === "sold_out" ? null : event.orderId;
    const drafting = orderId === null ? otherLetter(event, facts) : orderLetter(event, orderId, facts, attached);
    const drafted = await drafting.catch((error) => {
      // One text that cannot be made must not hold up the others.
      if (events.length === 1 || isDatabaseUnavailable(error)) throw error;
      logFault(error, "-", `message ${event.kind}`);
      return { to: "", phone: null, mail: nameOf(event) };
    });
    if (drafted) drafts.push(drafted);
  }
  const first = drafts.find(({ to }) => to !== "");
  if (!first && drafts.length > 0) throw new Error("None of the messages could be written.");
  if (!first) return null;
  if (drafts.length === 1) return letterOf(facts, first);
  // An enquiry has the number that somebody has typed, perhaps a stranger's, who must not get what is another's.
  const phone = drafts.every((one) => one.phone === first.phone) ? first.phone : null;
  const isToOwner = events.some(({ kind }) => isOwnerKind(kind));
  const mails = drafts.map(({ mail }) => mail);
  return letterOf(facts, { to: first.to, phone, mail: otherMails.digest(mails, isToOwner) });
}

/** What an event is about, in place of its text. */
export function nameOf({ kind, orderId }: MessageEvent): Mail {
  const subject = messageNames[kind] + (orderId === null ? "" : `, order #${orderId}`);
  return { subject, preview: "", heading: "", blocks: [] };
}

/** What the texts about an order are made from. */
export const orderFacts = (stored: StoredOrder, { addressLine, callUs }: ShopFacts): orderMails.OrderFacts => ({
  order: toCustomerOrder(stored),
  shopAddress: addressLine,
  phone: callUs.text,
  estimate: stored.estimate,
  payBy: stored.status === "Pending" ? (stored.online?.payBy ?? null) : null,
  hasAccount: stored.user !== null,
});

async function orderLetter(
  { kind, paymentId, event, createdAt }: MessageEvent,
  orderId: number,
  shopNow: ShopFacts,
  attached: readonly number[],
): Promise<Drafted | null> {
  const stored = await findStoredOrder(readDb(), orderId);
  if (!stored) return null;
  const facts = orderFacts(stored, shopNow);
  const { order } = facts;
  const payment = stored.payments.find(({ id }) => id === paymentId);
  const toOwner = (mail: Mail): Drafted => ({ to: shopNow.emails.orders, phone: null, mail });
  // What the customer has changed was recorded at the moment of the message.
  const isEdited = event?.startsWith("order_edited:");
  const changes = isEdited ? stored.corrections.filter(({ at }) => at === createdAt) : undefined;
  const buyer = stored.customerName ?? stored.user?.name;
  if (kind === "new_order") return toOwner(otherMails.newOrder(order, buyer, changes));
  if (kind === "upi_claimed") return payment ? toOwner(otherMails.upiClaimed(order, payment)) : null;
  if (kind === "refund_failed") return payment ? toOwner(otherMails.refundFailed(order, payment)) : null;

  const to = stored.customerEmail ?? stored.user?.email;
  if (!to) return null;
  const toCustomer = (mail: Mail): Drafted => ({ to, phone: stored.customerPhone ?? stored.phoneNumber, mail });
  if (kind === "order_received") return toCustomer(orderMails.orderReceived(facts));
  if (kind === "window_changed") return toCustomer(orderMails.windowChanged(facts));
  if (kind === "order_changed") return toCustomer(orderMails.orderChanged(facts));
  if (kind === "order_shipped") return toCustomer(orderMails.orderShipped(facts));
  if (kind === "order_completed") return toCustomer(orderMails.orderCompleted(facts, attached.includes(orderId)));
  if (kind === "order_cancelled") return toCustomer(orderMails.orderCancelled(facts));
  if (!payment) return null;
  if (kind === "payment_received") return toCustomer(orderMails.paymentReceived(facts, payment));
  if (kind === "payment_rejected") return toCustomer(orderMails.paymentRejected(facts, payment));
  if (kind === "refund") return toCustomer(orderMails.refunded(facts, payment));
  return null;
}

async function otherLetter(
  { kind, enquiryId, sweetId, webhookId }: MessageEvent,
  { emails, callUs }: ShopFacts,
): Promise<Drafted | null> {
  if (sweetId !== null) {
    const [sweet] = await readDb()
      .select({
        name: sweets.name,
        stock: sweets.stock,
        units: sweets.defaultUnits,
        grams: sweets.netWeightGrams,
        packs: packsOnSale,
      })
      .from(sweets)
      .where(eq(sweets.id, sweetId));
    return sweet ? { to: emails.orders, phone: null, mail: otherMails.soldOut(sweet) } : null;
  }
  if (webhookId !== null) {
    const [webhook] = await readDb().select({ url: webhooks.url }).from(webhooks).where(eq(webhooks.id, webhookId));
    return webhook ? { to: emails.orders, phone: null, mail: otherMails.webhookOff(webhookId, webhook.url) } : null;
  }
  if (enquiryId === null) return null;
  const [enquiry] = await readDb().select().from(enquiries).where(eq(enquiries.id, enquiryId));
  if (!enquiry) return null;
  const { email, phone } = enquiry;
  if (kind === "enquiry_received")
    return { to: email, phone, mail: otherMails.enquiryReceived(enquiry.kind, enquiryId, callUs.text) };
  if (kind === "new_enquiry")
    return { to: emails.orders, phone: null, replyTo: email, mail: otherMails.newEnquiry(enquiry) };
  return null;
}
