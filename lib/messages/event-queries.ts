import { eq } from "drizzle-orm";
import { readDb } from "@/db/client";
import { enquiries, type messages, payments, sweets } from "@/db/schema";
import { type PackRow, toPacks } from "@/lib/catalogue/packs";
import { packsOnSale } from "@/lib/catalogue/select";
import { type MessageKind, type OwnerKind, ownerKinds } from "@/lib/message-kinds";
import { findStoredOrder } from "@/lib/orders/order-select";
import { toCustomerOrder } from "@/lib/orders/serializers";
import { type ShopFacts, shopFacts } from "@/lib/settings/facts";
import { currentSettings } from "@/lib/settings/queries";
import { shop } from "@/lib/shop";
import { enquiriesReceived, ownerDigest } from "./digest-mails";
import {
  adminEnquiriesUrl,
  adminMessagesUrl,
  adminOrderUrl,
  adminSweetUrl,
  adminUrl,
  orderUrl,
  shopUrl,
  trackingUrl,
} from "./links";
import type { Letterhead, Mail } from "./mail";
import { type Merged, mergedEnquiries, mergedForOwner } from "./merged-queries";
import * as orderMails from "./order-mails";
import { orderNews } from "./order-news-mail";
import * as otherMails from "./other-mails";

const paymentById = (id: number) =>
  readDb()
    .select({
      amount: payments.amount,
      method: payments.method,
      reference: payments.reference,
      reason: payments.reason,
    })
    .from(payments)
    .where(eq(payments.id, id));

type SoldSweet = { name: string; stock: number; units: number; grams: number | null; packs: PackRow[] };

/** What is in stock of a sweet that was sold out: its packs, or what fills none of them. */
function soldOutFacts({ name, stock, units, grams, packs: rows }: SoldSweet): otherMails.SoldOutFacts {
  const packs = toPacks(rows, stock);
  const isLeft = stock > 0 && packs.every(({ available }) => available === 0);
  const pieces = `${stock} ${stock === 1 ? "piece" : "pieces"}`;
  const weight = grams === null ? pieces : `${Math.round((grams * stock) / units)} g`;
  return { name, packs, left: isLeft ? weight : null };
}

/** What a message is about; the text is made from it anew each time. */
export type MessageEvent = Pick<
  typeof messages.$inferSelect,
  "id" | "kind" | "orderId" | "paymentId" | "enquiryId" | "sweetId"
>;

/** A message as it is sent. `phone`: of the customer who gets it, as it was typed. */
export type Letter = { to: string; replyTo: string; phone: string | null; mail: Mail; letterhead: Letterhead };

/** The head and foot of a mail, from the shop's settings. */
export const letterheadOf = (facts: ShopFacts): Letterhead => ({
  name: shop.name,
  since: shop.since,
  legalName: facts.legalName,
  address: facts.addressLine,
  phone: facts.callUs.text,
  fssai: facts.fssai,
  url: shopUrl(),
});

/** The shop's facts for a mail. */
export async function mailFacts(): Promise<ShopFacts> {
  return shopFacts((await currentSettings()).values.shop);
}

type Drafted = Pick<Letter, "to" | "phone" | "mail"> & { replyTo?: string };

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
  if (merged.size > 0 && isToOwner(kind)) drafted = await digestLetter(event.id, kind, merged, facts);
  else if (orderId !== null && kind !== "sold_out")
    drafted = await orderLetter(event, orderId, facts, merged, attached);
  else drafted = await otherLetter(event, facts, merged);
  return drafted && { replyTo: facts.emails.support, letterhead: letterheadOf(facts), ...drafted };
}

const isToOwner = (kind: MessageKind): kind is OwnerKind => (ownerKinds as readonly MessageKind[]).includes(kind);

async function digestLetter(id: number, kind: OwnerKind, merged: Merged, { emails }: ShopFacts): Promise<Drafted> {
  const counts = new Map(
    ownerKinds.flatMap((one) => {
      const count = (merged.get(one) ?? 0) + (one === kind ? 1 : 0);
      return count > 0 ? [[one, count] as const] : [];
    }),
  );
  const urls = { adminUrl: adminUrl(), messagesUrl: adminMessagesUrl() };
  return { to: emails.orders, phone: null, mail: ownerDigest(counts, await mergedForOwner(id), urls) };
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
  const [payment] = paymentId === null ? [] : await paymentById(paymentId);
  const toOwner = (mail: Mail): Drafted => ({ to: shopNow.emails.orders, phone: null, mail });
  if (kind === "new_order") return toOwner(otherMails.newOrder(order, adminOrderUrl(orderId), stored.user?.name));
  if (kind === "upi_claimed")
    return payment ? toOwner(otherMails.upiClaimed(order, payment, adminOrderUrl(orderId))) : null;

  if (!stored.user) return null;
  const facts: orderMails.OrderFacts = {
    order,
    shopAddress: shopNow.addressLine,
    phone: shopNow.callUs.text,
    trackingUrl: trackingUrl(orderId),
    orderUrl: orderUrl(orderId),
  };
  const toCustomer = (mail: Mail): Drafted => ({ to: stored.user?.email ?? "", phone: stored.phoneNumber, mail });
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
  { id, kind, enquiryId, sweetId }: MessageEvent,
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
    return sweet
      ? { to: emails.orders, phone: null, mail: otherMails.soldOut(soldOutFacts(sweet), adminSweetUrl(sweet.name)) }
      : null;
  }
  if (enquiryId === null) return null;
  const [enquiry] = await readDb().select().from(enquiries).where(eq(enquiries.id, enquiryId));
  if (!enquiry) return null;
  const { email, phone } = enquiry;
  if (kind === "enquiry_received") {
    const others = merged.get("enquiry_received") ?? 0;
    const mail =
      others > 0
        ? enquiriesReceived(await mergedEnquiries(id), others + 1, callUs.text)
        : otherMails.enquiryReceived(enquiry, callUs.text);
    return { to: email, phone, mail };
  }
  if (kind === "new_enquiry")
    return {
      to: emails.orders,
      phone: null,
      replyTo: email,
      mail: otherMails.newEnquiry(enquiry, adminEnquiriesUrl()),
    };
  return null;
}
