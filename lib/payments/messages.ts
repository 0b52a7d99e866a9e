import { isTillSale } from "@/lib/orders/constants";
import type { NewMessage } from "@/lib/outbox";
import type { PaymentState } from "./constants";

/** What an entry of an order's payments sends when it comes to a state. */
const kinds = {
  claimed: "upi_claimed",
  received: "payment_received",
  failed: "payment_rejected",
  refunded: "refund",
} as const satisfies Record<PaymentState, NewMessage["kind"]>;

/** The message about an entry that has come to its state. A sale at the till has none: the buyer is there. */
export function paymentMessages(
  order: { id: number; channel: string; method: string | null },
  { id, state }: { id: number; state: PaymentState },
): NewMessage[] {
  if (isTillSale({ channel: order.channel, fulfilment: order })) return [];
  const kind = kinds[state];
  return [{ kind, event: `${kind}:${id}`, orderId: order.id, paymentId: id }];
}
