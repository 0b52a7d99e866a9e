import { asc, count, eq, or } from "drizzle-orm";
import { readDb } from "@/db/client";
import { enquiries, messages, orders, payments, sweets, webhooks } from "@/db/schema";
import { packsOnSale } from "@/lib/catalogue/select";
import { isOwnerKind, type MessageKind, type OwnerKind, ownerKinds } from "@/lib/message-kinds";
import { findStoredOrder } from "@/lib/orders/order-select";
import { toCustomerOrder } from "@/lib/orders/serializers";
import { type ShopFacts, shopFacts } from "@/lib/settings/facts";
import { currentSettings } from "@/lib/settings/queries";
import { type Letterhead, letterheadOf, type Mail } from "./mail";
import * as orderMails from "./order-mails";
import { orderNews } from "./order-news-mail";
import * as otherMails from "./other-mails";

/** Entries that a mail names of those that were merged into it; it counts the others. */
const MOST_NAMED = 40;

/** How many messages of each kind were merged into one, itself aside; empty for a message that says only its own event. */
export type Merged = ReadonlyMap<MessageKind, number>;

/** What was merged into a message. */
export async function mergedInto(id: number): Promise<Merged> {
  const rows = await readDb()
    .select({ kind: messages.kind, count: count() })
    .from(messages)
    .where(eq(messages.mergedInto, id))
    .groupBy(messages.kind);
  return new Map(rows.map(({ kind, count }) => [kind, count]));
}

/** What a message and those that were merged into it are about, the oldest first, as many as a mail names; amounts in paise. */
const mergedEntries = (id: number) =>
  readDb()
    .select({
      kind: messages.kind,
      orderId: messages.orderId,
      enquiryId: messages.enquiryId,
      total: orders.total,
      amount: payments.amount,
      enquiry: enquiries.kind,
      subject: enquiries.subject,
      sweet: sweets.name,
    })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .leftJoin(payments, eq(payments.id, messages.paymentId))
    .leftJoin(enquiries, eq(enquiries.id, messages.enquiryId))
    .leftJoin(sweets, eq(sweets.id, messages.sweetId))
    .where(or(eq(messages.id, id), eq(messages.mergedInto, id)))
    .orderBy(asc(messages.id))
    .limit(MOST_NAMED);
export type DigestEntry = Awaited<ReturnType<typeof mergedEntries>>[number];

/** What a message is about; the text is made from it anew each time. */
export type MessageEvent = Pick<
  typeof messages.$inferSelect,
  "id" | "kind" | "orderId" | "paymentId" | "enquiryId" | "sweetId" | "webhookId"
>;

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
 * Makes a message from what its event has become. Null when nobody is to get it any more: the person has deleted the account, or the
 * enquiry is gone. A new password is not made here, since its link is made when it is sent.
 * @param merged what else the mail says
 * @param attached whether the invoice is a part of the mail
 */
export async function letterFor(
  event: MessageEvent,
  merged: Merged,
  { attached = false } = {},
): Promise<Letter | null> {
  const facts = await mailFacts();
  const { kind, orderId } = event;
  let drafted: Drafted | null;
  if (merged.size > 0 && isOwnerKind(kind)) drafted = await digestLetter(event.id, kind, merged, facts);
  else if (orderId !== null && kind !== "sold_out")
    drafted = await orderLetter(event, orderId, facts, merged, attached);
  else drafted = await otherLetter(event, facts, merged);
  return drafted && letterOf(facts, drafted);
}

async function digestLetter(id: number, kind: OwnerKind, merged: Merged, { emails }: ShopFacts): Promise<Drafted> {
  const counts = new Map(
    ownerKinds.flatMap((one) => {
      const count = (merged.get(one) ?? 0) + (one === kind ? 1 : 0);
      return count > 0 ? [[one, count] as const] : [];
    }),
  );
  return { to: emails.orders, phone: null, mail: otherMails.ownerDigest(counts, await mergedEntries(id)) };
}

async function orderLetter(
  { kind, paymentId }: MessageEvent,
  orderId: number,
  shopNow: ShopFacts,
  merged: Merged,
  attached: boolean,
): Promise<Drafted | null> {
  const stored = await findStoredOrder(readDb(), orderId);
  if (!stored) return null;
  const order = toCustomerOrder(stored);
  const payment = stored.payments.find(({ id }) => id === paymentId);
  const toOwner = (mail: Mail): Drafted => ({ to: shopNow.emails.orders, phone: null, mail });
  if (kind === "new_order") return toOwner(otherMails.newOrder(order, stored.customerName ?? stored.user?.name));
  if (kind === "upi_claimed") return payment ? toOwner(otherMails.upiClaimed(order, payment)) : null;

  const to = stored.customerEmail ?? stored.user?.email;
  if (!to) return null;
  const facts = {
    order,
    shopAddress: shopNow.addressLine,
    phone: shopNow.callUs.text,
    hasAccount: stored.user !== null,
  };
  const toCustomer = (mail: Mail): Drafted => ({ to, phone: stored.customerPhone ?? stored.phoneNumber, mail });
  if (merged.size > 0) {
    const invoice = attached ? "attached" : bringsInvoice(kind, merged) ? "linked" : null;
    return toCustomer(orderNews(facts, stored.payments, invoice));
  }
  if (kind === "order_received") return toCustomer(orderMails.orderReceived(facts));
  if (kind === "window_changed") return toCustomer(orderMails.windowChanged(facts));
  if (kind === "order_shipped") return toCustomer(orderMails.orderShipped(facts));
  if (kind === "order_completed") return toCustomer(orderMails.orderCompleted(facts, attached));
  if (kind === "order_cancelled") return toCustomer(orderMails.orderCancelled(facts));
  if (!payment) return null;
  if (kind === "payment_received") return toCustomer(orderMails.paymentReceived(facts, payment));
  if (kind === "payment_rejected") return toCustomer(orderMails.paymentRejected(facts, payment));
  if (kind === "refund") return toCustomer(orderMails.refunded(facts, payment));
  return null;
}

/** Whether the invoice belongs to the mail. */
export const bringsInvoice = (kind: MessageKind, merged: Merged): boolean =>
  kind === "order_completed" || merged.has("order_completed");

async function otherLetter(
  { id, kind, enquiryId, sweetId, webhookId }: MessageEvent,
  { emails, callUs }: ShopFacts,
  merged: Merged,
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
  if (kind === "enquiry_received") {
    const total = (merged.get("enquiry_received") ?? 0) + 1;
    const entries = total > 1 ? await mergedEntries(id) : [{ enquiryId }];
    const ids = entries.flatMap((entry) => entry.enquiryId ?? []);
    return { to: email, phone, mail: otherMails.enquiryReceived(enquiry.kind, ids, total, callUs.text) };
  }
  if (kind === "new_enquiry")
    return { to: emails.orders, phone: null, replyTo: email, mail: otherMails.newEnquiry(enquiry) };
  return null;
}
