// Payment online (docs/behaviour.md#paid-online): one payment is recorded once, whatever says it.

import "./gateway";
import { beforeEach, describe, expect, test } from "vitest";
import { writeAtOnce } from "@/db/write-slots";
import type { Customer } from "@/lib/auth/actor";
import { setShopTime, shopNow } from "@/lib/clock";
import { askPaymentGateway, receiveCallback, receiveWebhook } from "@/lib/orders/online-payments";
import { askForRefund, sendRefunds } from "@/lib/orders/refund-commands";
import { openCheckout } from "@/lib/payments/online-commands";
import { callbackForm } from "@/lib/payments/schema";
import { aCustomer, quantityOf } from "../support/factories";
import { pool, sql } from "../support/sql";
import { admin, gateway, gatewayOrderOf, onlineOrder, orderNow } from "./online-world";

let buyer: Customer;
beforeEach(async () => {
  buyer = await aCustomer();
});

const callback = (fields: Record<string, string>) => receiveCallback(callbackForm.parse(fields), writeAtOnce);
const webhook = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  receiveWebhook(body, new Headers(headers), pool);

describe("a payment", () => {
  test("is recorded once by its callback, webhooks and the job", async () => {
    const { id } = await onlineOrder(buyer);
    const checkout = await openCheckout(buyer, id, writeAtOnce);
    expect(await openCheckout(buyer, id, writeAtOnce)).toEqual(checkout);
    const payment = gateway.pay(checkout.orderId);
    expect(await callback(gateway.callbackFields(payment))).toBe(id);
    await webhook(gateway.event("payment.captured", payment));
    await webhook(gateway.event("order.paid", payment));
    expect((await orderNow(id)).payments).toMatchObject([
      { method: "online", amount: 500, state: "received", reference: payment.id },
    ]);
  });

  test("is refunded, pending first", async () => {
    const { id } = await onlineOrder(buyer);
    const payment = gateway.pay(await gatewayOrderOf(buyer, id));
    await callback(gateway.callbackFields(payment));
    gateway.refundStatus = "pending";
    const asked = await askForRefund(admin, id, { amount: 200, reason: "Box" }, pool);
    expect(await sendRefunds(asked, writeAtOnce)).toEqual({ left: 0, isAway: false });
    expect((await orderNow(id)).payments.at(-1)).toMatchObject({ state: "refund_pending", amount: 200 });
    const refund = gateway.refunds.at(-1)!;
    gateway.settle(refund.id, "processed");
    await webhook(gateway.event("refund.processed", refund));
    expect((await orderNow(id)).payments.at(-1)).toMatchObject({ state: "refunded", reference: refund.id });
    gateway.refundStatus = "processed";
  });

  test("expires", async () => {
    const { id, sweet } = await onlineOrder(buyer);
    expect(await quantityOf(sweet)).toBe(99);
    setShopTime(new Date(shopNow().getTime() + 31 * 60_000));
    await askPaymentGateway();
    setShopTime(undefined);
    const order = await orderNow(id);
    expect(order.status).toBe("Cancelled");
    expect(order.history.at(-1)).toMatchObject({ reason: "Not paid in time", by: null });
    expect(await quantityOf(sweet)).toBe(100);
    expect(await sql`select ask_at from online_payments where order_id = ${id}`).toHaveLength(1);
  });
});
