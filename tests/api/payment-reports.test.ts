// What a sale over the counter was paid with, and the report of payments, over HTTP (docs/behaviour.md#reports). The shop is shared, so sums
// are compared before and after.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call } from "./shop";

type Row = { date: string; method: string; received: number; refunded: number; outstanding: number };
const sumOf = async (method: string, name: "received" | "refunded" | "outstanding") => {
  const { body } = await call("GET", "/admin/reports/payments?days=7", { token: await anAdmin() });
  return (body as Row[]).filter((row) => row.method === method).reduce((sum, row) => sum + row[name], 0);
};

test("a sale at the till is paid by what it says; anything else is refused", async () => {
  const token = await anAdmin();
  const { id, price } = await aSweet();
  const before = await sumOf("card", "received");
  const path = `/sweets/${id}/purchase`;
  expect((await call("POST", path, { token, body: { quantity: 2, payment: "card" } })).status).toBe(200);
  expect(await sumOf("card", "received")).toBeCloseTo(before + 2 * Number(price), 2);
  for (const payment of ["cod", "", null])
    expect((await call("POST", path, { token, body: { payment } })).body).toMatchObject({
      status: 422,
      errors: [{ path: "payment" }],
    });
});

test("a customer's purchase is paid by nothing that it says: it is outstanding until the shop has the money", async () => {
  const { id, price } = await aSweet();
  const { token } = await aCustomer();
  const [card, outstanding] = [await sumOf("card", "received"), await sumOf("cod", "outstanding")];
  const bought = await call("POST", `/sweets/${id}/purchase`, { token, body: { quantity: 3, payment: "card" } });
  expect(bought.status).toBe(200);
  expect(await sumOf("card", "received")).toBeCloseTo(card, 2);
  expect(await sumOf("cod", "outstanding")).toBeCloseTo(outstanding + 3 * Number(price), 2);
  const [order] = (await call("GET", "/orders", { token })).body;
  expect((await call("GET", `/orders/${order.id}/invoice`, { token })).status).toBe(404);
  expect((await call("POST", `/orders/${order.id}/cancel`, { token })).body).toMatchObject({ status: "Cancelled" });
  expect((await call("GET", `/sweets/${id}`)).body.quantity).toBe(10);
});

test("the report moves what is outstanding to received, and what goes back to refunded", async () => {
  const token = await anAdmin();
  const order = await anOrder(await aCustomer(), (await aSweet()).id);
  const [outstanding, received, refunded] = await Promise.all([
    sumOf("cod", "outstanding"),
    sumOf("upi", "received"),
    sumOf("upi", "refunded"),
  ]);
  const total = Number(order.total);
  const pay = { method: "upi", amount: total, reference: null };
  expect((await call("POST", `/admin/orders/${order.id}/payments`, { token, body: pay })).status).toBe(201);
  const back = { amount: 1, reason: "A rupee too much" };
  expect((await call("POST", `/admin/orders/${order.id}/refunds`, { token, body: back })).status).toBe(201);
  expect(await sumOf("cod", "outstanding")).toBeCloseTo(outstanding - total, 2);
  expect(await sumOf("upi", "received")).toBeCloseTo(received + total, 2);
  expect(await sumOf("upi", "refunded")).toBeCloseTo(refunded + 1, 2);
});

test.each(["days=8", "from=2026-01-01", "from=2026-03-01&to=2026-02-01", "from=2025-01-01&to=2026-01-02"])(
  "GET /admin/reports/payments?%s is 400",
  async (query) => {
    const { status } = await call("GET", `/admin/reports/payments?${query}`, { token: await anAdmin() });
    expect(status).toBe(400);
  },
);
