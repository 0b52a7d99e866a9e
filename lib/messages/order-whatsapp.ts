import { readDb } from "@/db/client";
import type { OrderStatus } from "@/db/constants/orders";
import type { May } from "@/lib/auth/actor";
import { findOrderWithAuthors } from "@/lib/orders/admin-queries";
import { findStoredOrder } from "@/lib/orders/order-select";
import { shop } from "@/lib/shop";
import { mailFacts, orderFacts } from "./event-queries";
import { bodyText, type Mail } from "./mail";
import { type OrderFacts, orderCancelled, orderCompleted, orderReceived, orderShipped } from "./order-mails";
import { whatsappHref } from "./texts";

/** The message that says how an order stands. */
const mailOf: Record<OrderStatus, (facts: OrderFacts) => Mail> = {
  Pending: orderReceived,
  Processing: orderReceived,
  Shipped: orderShipped,
  Completed: (facts) => orderCompleted(facts, false),
  Cancelled: orderCancelled,
};

/** `whatsapp`: a link that opens WhatsApp with a message to the customer; null without a number that can have it. */
export type ShownOrder = Awaited<ReturnType<typeof findOrderWithAuthors>> & { whatsapp: string | null };

/** An order for the shop's screens. Throws `not_found`. */
export async function findShownOrder(actor: May<"orders:read">, id: number): Promise<ShownOrder> {
  const [order, whatsapp] = await Promise.all([findOrderWithAuthors(actor, id), orderWhatsapp(id)]);
  return { ...order, whatsapp };
}

async function orderWhatsapp(id: number): Promise<string | null> {
  const stored = await findStoredOrder(readDb(), id);
  const phone = stored?.customerPhone ?? stored?.phoneNumber;
  if (!stored || !phone) return null;
  const mail = mailOf[stored.status](orderFacts(stored, await mailFacts()));
  return whatsappHref(phone, `${bodyText(mail)}\n\n${shop.name}`);
}
