import { formatPaise } from "@/lib/money";
import type { OrderStatus } from "@/lib/orders/constants";
import type { StoredPayment } from "@/lib/payments/select";
import { type Block, type Mail, text } from "./mail";
import {
  follow,
  fulfilmentFacts,
  invoiceBlock,
  isPickup,
  type OrderFacts,
  orderLines,
  paidBack,
  paymentBlocks,
} from "./order-mails";

/* One mail about an order for several that waited. */

/** What a status means for the customer: in a word, and in a sentence. */
function statusTexts(facts: OrderFacts): Record<OrderStatus, readonly [word: string, sentence: string]> {
  return {
    Pending: ["Received", "We have received it and will prepare it for you."],
    Processing: ["In preparation", "We are preparing it."],
    Shipped: isPickup(facts)
      ? ["Ready to be picked up", "It waits for you at the shop."]
      : ["On its way", "It has left the shop."],
    Completed: ["Complete", "It is complete. Thank you for buying at our shop."],
    Cancelled: ["Cancelled", `It was cancelled. ${paidBack(facts)}`],
  };
}

const entryTerms: Record<StoredPayment["state"], string> = {
  claimed: "Being checked",
  received: "Received",
  failed: "Not found",
  refunded: "Paid back",
};

/** Payments that a mail names, the latest of an order. */
const MOST_PAYMENTS = 10;

/** The payments of an order. One that was not found is named while something is due, as it is to be made good. */
function paymentFacts({ order }: OrderFacts, payments: readonly StoredPayment[]): Block[] {
  const named = payments.filter(({ state }) => state !== "failed" || order.payment.due > 0).slice(-MOST_PAYMENTS);
  if (named.length === 0) return [];
  const facts = named.map(({ state, amount, reference, reason }) => {
    const more =
      state === "failed"
        ? `${reference ? `, UTR ${reference}` : ""}: please compare the UTR with your UPI app, and enter it again`
        : state === "refunded" && reason
          ? `, ${reason}`
          : "";
    return [entryTerms[state], `${formatPaise(amount)}${more}`] as const;
  });
  return [{ kind: "facts", facts }];
}

/**
 * One mail for several that waited: everything that any of them would have said, as it is now.
 * @param payments all of the order, the oldest first
 * @param invoice whether it is a part of the mail; null when none of them would have brought it
 */
export function orderNews(
  facts: OrderFacts,
  payments: readonly StoredPayment[],
  invoice: "attached" | "linked" | null,
): Mail {
  const { id, status } = facts.order;
  const [word, sentence] = statusTexts(facts)[status];
  const due = paymentBlocks(facts);
  return {
    subject: `News of your order #${id}: ${word}`,
    preview: sentence,
    heading: "Your order as it is now",
    blocks: [
      text(`Several things have happened to your order #${id}. ${sentence}`),
      orderLines(facts),
      ...(status === "Cancelled" ? [] : [{ kind: "facts", facts: fulfilmentFacts(facts) } as const]),
      ...paymentFacts(facts, payments),
      ...due,
      ...(invoice === null ? [] : [invoiceBlock(facts, invoice === "attached")]),
      follow(facts, !due.some(({ kind }) => kind === "link")),
      text(`Is something wrong? Call us on ${facts.phone}.`),
    ],
  };
}
