import type { Executor } from "@/db/client";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { submitOnce } from "@/lib/http/submit-once";
import { formatRupees } from "@/lib/money";
import { placeOrder } from "./place";
import type { CheckoutInput, OrderInput } from "./schema";
import type { CustomerOrder } from "./serializers";

const isSameOrder = (order: CustomerOrder, { items, delivery, giftWrap, personalMessage, payment }: OrderInput) =>
  order.recipientName === delivery.recipientName &&
  order.deliveryAddress === delivery.deliveryAddress &&
  order.phoneNumber === delivery.phoneNumber &&
  order.notes === delivery.notes &&
  order.fulfilment.pincode === (delivery.pincode ?? null) &&
  (!delivery.method || order.fulfilment.method === delivery.method) &&
  order.fulfilment.slot?.date === delivery.slot?.date &&
  order.fulfilment.slot?.from === delivery.slot?.from &&
  order.giftWrap === giftWrap &&
  order.payment.method === payment &&
  (order.personalMessage ?? "") === personalMessage &&
  order.items.length === items.length &&
  items.every((item) =>
    order.items.some(
      (line) =>
        line.productId === item.productId &&
        (item.packId === undefined || line.packId === item.packId) &&
        line.quantity === item.quantity,
    ),
  );

/** Places the order, unless its delivery costs more than the shopper was shown. Thrown in the transaction, which takes the order back. */
async function placeAtShownFee(actor: Actor, input: OrderInput, shown: number | undefined, tx: Executor) {
  const order = await placeOrder(actor, input, { channel: "web", checkout: true }, tx);
  const { fee } = order.fulfilment;
  if (shown !== undefined && fee > shown)
    throw new AppError("price_changed", `Delivery costs ${formatRupees(fee)}. Please check the new total.`);
  return order;
}

/**
 * Orders the cart that the shopper was shown, once for its checkout key: a retry after a lost answer, a double click and a second
 * tab all find the order that was made. `edited`: it was made with other details than these. Throws as `placeOrder` does, and
 * `price_changed` without prices when the delivery costs more than `fee`.
 */
export async function checkout(
  actor: Actor,
  { key, items, giftWrap, personalMessage, payment, fee, ...delivery }: CheckoutInput,
  db: Executor,
): Promise<{ order: CustomerOrder; edited: boolean }> {
  assertCustomer(actor);
  const input = { items, delivery, giftWrap, personalMessage, payment };
  const { result: order, replayed } = await submitOnce(actor, { name: "checkout", key }, db, (tx) =>
    placeAtShownFee(actor, input, fee, tx),
  );
  return { order, edited: replayed && !isSameOrder(order, input) };
}
