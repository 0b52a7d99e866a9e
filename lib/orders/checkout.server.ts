import { setTimeout as sleep } from "node:timers/promises";
import { type Executor, writeDb } from "@/db/client";
import { type Actor, assertCustomer } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { requestHash, scopeOf, withIdempotency } from "@/lib/http/idempotency";
import type { CheckoutInput, OrderInput } from "./schema";
import { placeOrder } from "./server";
import type { CustomerOrder } from "./view";

/** How often, and how far apart in milliseconds, a second submit looks whether the first is done. */
const TRIES = 20;
const PAUSE = 250;

const isSameOrder = (order: CustomerOrder, { items, delivery, giftWrap, personalMessage }: OrderInput) =>
  order.recipientName === delivery.recipientName &&
  order.deliveryAddress === delivery.deliveryAddress &&
  order.phoneNumber === delivery.phoneNumber &&
  order.notes === delivery.notes &&
  order.giftWrap === giftWrap &&
  (order.personalMessage ?? "") === personalMessage &&
  order.items.length === items.length &&
  items.every((item) =>
    order.items.some((line) => line.productId === item.productId && line.quantity === item.quantity),
  );

/**
 * Orders the cart that the shopper was shown, once for its checkout key: a retry after a lost answer, a double click and a second
 * tab all find the order that was made. `edited`: it was made with other details than these. Throws as `placeOrder` does.
 */
export async function checkout(
  actor: Actor,
  { key, items, giftWrap, personalMessage, ...delivery }: CheckoutInput,
  db: Executor = writeDb(),
): Promise<{ order: CustomerOrder; edited: boolean }> {
  assertCustomer(actor);
  const input = { items, delivery, giftWrap, personalMessage };
  // The key alone names this checkout, whatever was typed: two orders of one cart are never meant.
  const hash = requestHash("checkout", key);
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await withIdempotency(db, scopeOf(actor) as string, `checkout:${key}`, hash, async (tx) => ({
        status: 201,
        json: JSON.stringify(await placeOrder(actor, input, { channel: "web", checkout: true }, tx)),
      }));
      const order = JSON.parse(done.json) as CustomerOrder;
      return { order, edited: done.replayed && !isSameOrder(order, input) };
    } catch (error) {
      const isRunning = error instanceof AppError && error.code === "idempotency_key_in_use";
      if (!isRunning || attempt === TRIES) throw error;
      await sleep(PAUSE);
    }
  }
}
