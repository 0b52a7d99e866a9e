// The form 'I have paid' of an order's page (docs/behaviour.md#payments): one submit is one claim.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { placeOrder } from "@/lib/orders/place";
import { findOwnOrder } from "@/lib/orders/queries";
import { claimOnce } from "@/lib/payments/claim";
import { rejectPayment } from "@/lib/payments/commands";
import { atOnce, connect, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";

let wide: Executor;
let buyer: Customer;
beforeEach(async () => {
  wide ??= connect(16);
  buyer = await aCustomer();
});

let utrs = 200_000_000_000;
const aUtr = () => String(++utrs);
const order = async () =>
  (await placeOrder(buyer, anOrder([[await aSweet({ quantity: 9, price: 500 }), 1]]), { channel: "api" })).id;

test("a form that is sent eight times at once is one claim, and every submit finds it", async () => {
  const form = { orderId: await order(), key: randomUUID(), utr: aUtr() };
  const outcomes = await atOnce(8, () => claimOnce(buyer, form, wide));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "fulfilled", value: { id: form.orderId, payment: { state: "claimed" } } });
  expect((await findOwnOrder(buyer, form.orderId)).ledger).toMatchObject([{ state: "claimed", utr: form.utr }]);
});

test("a form that was edited after a lost answer finds the claim that was made", async () => {
  const form = { orderId: await order(), key: randomUUID(), utr: aUtr() };
  await claimOnce(buyer, form, wide);
  await claimOnce(buyer, { ...form, utr: aUtr() }, wide);
  expect((await findOwnOrder(buyer, form.orderId)).payment.open).toMatchObject({ utr: form.utr });
});

test("a refusal frees the form's key", async () => {
  const used = { orderId: await order(), key: randomUUID(), utr: aUtr() };
  await claimOnce(buyer, used, wide);
  const form = { orderId: await order(), key: randomUUID(), utr: used.utr };
  expect(await refusal(claimOnce(buyer, form, wide))).toMatchObject({ code: "utr_used" });
  await claimOnce(buyer, { ...form, utr: aUtr() }, wide);
  expect((await findOwnOrder(buyer, form.orderId)).payment.state).toBe("claimed");
});

test("another person's order is not found, whatever the key", async () => {
  const form = { orderId: await order(), key: randomUUID(), utr: aUtr() };
  await claimOnce(buyer, form, wide);
  expect(await refusal(claimOnce(await aCustomer(), form, wide))).toMatchObject({ code: "not_found" });
});

test("the customer sees why a claim was rejected, and no names", async () => {
  const admin = await anAdmin();
  const form = { orderId: await order(), key: randomUUID(), utr: aUtr() };
  await claimOnce(buyer, form, wide);
  const [claim] = (await findOwnOrder(buyer, form.orderId)).ledger;
  await rejectPayment(admin, { orderId: form.orderId, paymentId: claim?.id ?? 0 }, { reason: "No such transfer" });
  const seen = await findOwnOrder(buyer, form.orderId);
  expect(seen.payment).toMatchObject({
    state: "unpaid",
    due: 500,
    open: null,
    rejected: { reason: "No such transfer", utr: form.utr },
  });
  expect(JSON.stringify(seen.ledger)).not.toContain(admin.name);
});
