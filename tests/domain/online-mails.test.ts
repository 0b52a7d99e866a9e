// What mails say of an order that is paid online.
import { expect, test } from "vitest";
import { bodyText } from "@/lib/messages/mail";
import * as mails from "@/lib/messages/order-mails";
import { orderResponse } from "@/lib/orders/responses";
import type { CustomerOrder } from "@/lib/orders/serializers";
import type { StoredPayment } from "@/lib/payments/select";

const [example] = (orderResponse.meta()?.examples ?? []) as CustomerOrder[];
const facts = (more: Partial<CustomerOrder> = {}, others: Partial<mails.OrderFacts> = {}): mails.OrderFacts => ({
  order: { ...(example as CustomerOrder), status: "Pending", channel: "web", total: 1408, ...more },
  ...{ shopAddress: "12 Sweet Street", phone: "1800 123 4567", estimate: null, hasAccount: true },
  payBy: "2026-01-26T09:00:00.000Z",
  ...others,
});
const unpaid = { method: "online", state: "unpaid", paid: 0, due: 1408 } as const;
const paid = { method: "online", state: "paid", paid: 1408, due: 0 } as const;
const entry: StoredPayment = {
  ...{ id: 1, method: "online", amount: 1408_00, state: "received", reference: "pay_1", reason: null, fee: null },
  ...{ at: "2026-01-26T08:00:00.000Z", by: null },
};
const BY = "Please pay ₹1,408 online by 26 January 2026, 2:30 pm. Unpaid orders are cancelled then.";

test("until when it is to be paid, and where", () => {
  const said = bodyText(mails.orderReceived(facts({ payment: unpaid })));
  expect(said).toContain(BY);
  expect(said).toMatch(/Pay ₹1,408:\n\S+\/orders\/\d+\/pay\n/);
  const visitor = bodyText(mails.orderReceived(facts({ payment: unpaid }, { hasAccount: false })));
  expect(visitor).toContain(`${BY} Open My Orders in the browser in which you ordered, or call us on 1800 123 4567.`);
  expect(visitor).not.toMatch(/\/pay\b/);
  const shipped = bodyText(mails.orderShipped(facts({ payment: unpaid, status: "Shipped" }, { payBy: null })));
  expect(shipped).toContain("Please pay ₹1,408 online.");
  expect(bodyText(mails.orderReceived(facts({ payment: paid })))).not.toContain("Please pay");
});

test("that it was cancelled because it was not paid in time", () => {
  const history: CustomerOrder["history"] = [{ status: "Cancelled", at: entry.at, reason: "Not paid in time" }];
  const payment = { ...unpaid, due: 0 };
  expect(bodyText(mails.orderCancelled(facts({ status: "Cancelled", payment, history })))).toMatch(
    /was cancelled: not paid in time\. There is nothing to pay\.[\s\S]*If you still want it, please order again\./,
  );
  expect(bodyText(mails.orderCancelled(facts({ status: "Cancelled", payment })))).not.toContain("order again");
});

test.each([
  ["nothing is left", { payment: paid }, "Thank you, nothing is left to pay."],
  ["a part is left", { payment: { ...paid, paid: 1000, due: 408 } }, "₹408 is still to be paid."],
  ["more came", { payment: { ...paid, paid: 1500 } }, "We pay ₹92 back to you: the order costs less."],
  ["it came late", { payment: paid, status: "Cancelled" }, "We pay ₹1,408 back to you: the order was cancelled."],
] as const)("what follows from a payment when %s", (_case, order, text) => {
  expect(bodyText(mails.paymentReceived(facts(order), entry))).toContain(text);
});

test("how it is paid back", () => {
  const back = (method: StoredPayment["method"]) => bodyText(mails.refunded(facts(), { ...entry, method }));
  expect(back("online")).toMatch(/We have paid ₹1,408 for order #\d+ back the way you paid it\./);
  expect(back("cash")).toMatch(/We have paid ₹1,408 for order #\d+ back to you\./);
});
