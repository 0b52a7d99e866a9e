import type { Executor } from "@/db/client";
import type { Shopper } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors";
import { formatRupees } from "@/lib/money";
import { deliveryTextNames } from "./constants";
import { placeOrder } from "./place";
import type { CheckoutInput, OrderInput } from "./schema";
import type { CustomerOrder } from "./serializers";

/** The order that the checkout form describes. */
function orderOf(form: CheckoutInput): OrderInput {
  const { items, giftWrap, personalMessage, company, payment, key, fee, email, ...delivery } = form;
  return { items, delivery, giftWrap, personalMessage, company, payment };
}

/** Whether an order was made with these details; a checkout that was edited after a lost answer finds one that was not. */
export function isSameOrder(order: CustomerOrder, form: CheckoutInput): boolean {
  const { items, delivery, giftWrap, personalMessage, company, payment } = orderOf(form);
  return (
    deliveryTextNames.every((name) => order[name] === delivery[name]) &&
    order.fulfilment.pincode === (delivery.pincode ?? null) &&
    (!delivery.method || order.fulfilment.method === delivery.method) &&
    order.fulfilment.slot?.date === delivery.slot?.date &&
    order.fulfilment.slot?.from === delivery.slot?.from &&
    (!delivery.day || order.day === delivery.day) &&
    order.giftWrap === giftWrap &&
    order.payment.method === payment &&
    (order.personalMessage ?? "") === personalMessage &&
    (["gstin", "name", "deliveredTo"] as const).every((fact) => order.company?.[fact] === company?.[fact]) &&
    order.items.length === items.length &&
    items.every((item) =>
      order.items.some(
        (line) =>
          line.productId === item.productId &&
          (item.packId === undefined || line.packId === item.packId) &&
          line.quantity === item.quantity,
      ),
    )
  );
}

/**
 * Orders the cart that the shopper was shown, unless its delivery costs more than `fee`: `price_changed` without prices, thrown in the
 * transaction `tx`, which takes the order back. Throws as `placeOrder` does.
 */
export async function checkout(actor: Shopper, form: CheckoutInput, tx: Executor): Promise<CustomerOrder> {
  const order = await placeOrder(actor, orderOf(form), { channel: "web", checkout: true, email: form.email }, tx);
  const { fee } = order.fulfilment;
  if (form.fee !== undefined && fee > form.fee)
    throw new AppError("price_changed", `Delivery costs ${formatRupees(fee)}. Please check the new total.`);
  return order;
}
