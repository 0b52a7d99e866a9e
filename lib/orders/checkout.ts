import { setTimeout as sleep } from "node:timers/promises";
import type { Executor } from "@/db/client";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { requestHash, scopeOf, withIdempotency } from "@/lib/http/idempotency";
import { formatRupees } from "@/lib/money";
import { placeOrder } from "./commands";
import type { CheckoutInput, OrderInput } from "./schema";
import type { CustomerOrder } from "./view";

/** How often a second submit tries while the first one is still running, and the pause between two tries in milliseconds. */
const MAX_TRIES = 20;
const PAUSE_MS = 250;

const isStillRunning = (error: unknown) => error instanceof AppError && error.code === "idempotency_key_in_use";

/** Does `work`, again after a pause as long as another request with the same idempotency key is running: at most for five seconds. */
async function waitForOtherSubmit<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isStillRunning(error)) throw error;
      await sleep(PAUSE_MS);
    }
  }
  return work();
}

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
    order.items.some((line) => line.productId === item.productId && line.quantity === item.quantity),
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
  // The request's hash is made of the key alone, so that other details with the same key find the order instead of being refused: one
  // cart is never meant to be ordered twice.
  const hash = requestHash("checkout", key);
  const { json, replayed } = await waitForOtherSubmit(() =>
    withIdempotency(db, scopeOf(actor), `checkout:${key}`, hash, async (tx) => ({
      status: 201,
      json: JSON.stringify(await placeAtShownFee(actor, input, fee, tx)),
    })),
  );
  const order: CustomerOrder = JSON.parse(json);
  return { order, edited: replayed && !isSameOrder(order, input) };
}
