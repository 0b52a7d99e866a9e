// The form 'I have paid' of an order's page (docs/behaviour.md#payments): one submit is one claim.

import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { claimPayment } from "@/lib/orders/payment-operations";
import { findOwnOrder } from "@/lib/orders/queries";
import { rejectPayment } from "@/lib/payments/commands";
import { atOnce, refusal } from "../support/database";
import { aCustomer, anAdmin } from "../support/factories";
import { pool } from "../support/sql";
import { submitAs } from "../support/submit";
import { aUtr, orderOf500 } from "./money";

let buyer: Customer;
beforeEach(async () => {
  buyer = await aCustomer();
});

const claimOnce = (actor: Customer, { orderId, ...form }: { orderId: number; key: string; utr: string }) =>
  submitAs(actor, claimPayment, { id: orderId, ...form });
/** An order, and a form that claims its payment. */
const aForm = async () => ({ orderId: (await orderOf500(buyer)).id, key: randomUUID(), utr: aUtr() });

test("a form that is sent eight times at once is one claim, and every submit finds it", async () => {
  const form = await aForm();
  const outcomes = await atOnce(8, () => claimOnce(buyer, form));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: "fulfilled", value: { id: form.orderId, payment: { state: "claimed" } } });
  expect((await findOwnOrder(buyer, form.orderId)).ledger).toMatchObject([{ state: "claimed", utr: form.utr }]);
});

test("a form that was edited after a lost answer finds the claim that was made", async () => {
  const form = await aForm();
  await claimOnce(buyer, form);
  expect(await claimOnce(buyer, { ...form, utr: aUtr() })).toMatchObject({ payment: { state: "claimed" } });
  expect((await findOwnOrder(buyer, form.orderId)).payment.open).toMatchObject({ utr: form.utr });
});

test("a refusal frees the form's key", async () => {
  const used = await aForm();
  await claimOnce(buyer, used);
  const form = { ...(await aForm()), utr: used.utr };
  expect(await refusal(claimOnce(buyer, form))).toMatchObject({ code: "utr_used" });
  expect((await claimOnce(buyer, { ...form, utr: aUtr() })).payment.state).toBe("claimed");
});

test("another person's order is not found, whatever the key", async () => {
  const form = await aForm();
  await claimOnce(buyer, form);
  expect(await refusal(claimOnce(await aCustomer(), form))).toMatchObject({ code: "not_found" });
});

test("the customer sees why a claim was rejected, and no names", async () => {
  const admin = await anAdmin();
  const form = await aForm();
  await claimOnce(buyer, form);
  const [claim] = (await findOwnOrder(buyer, form.orderId)).ledger;
  await rejectPayment(
    admin,
    { orderId: form.orderId, paymentId: claim?.id ?? 0 },
    { reason: "No such transfer" },
    pool,
  );
  const seen = await findOwnOrder(buyer, form.orderId);
  expect(seen.payment).toMatchObject({
    state: "unpaid",
    due: 500,
    open: null,
    rejected: { reason: "No such transfer", utr: form.utr },
  });
  expect(JSON.stringify(seen.ledger)).not.toContain(admin.name);
});
