// What a sale over the counter was paid with, and the report of payments, over HTTP (docs/behaviour.md#reports). The shop is shared, so sums
// are compared before and after. The sums themselves: tests/domain/payments-admin.test.ts.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call } from "./shop";

type Row = { date: string; method: string; received: number; refunded: number; outstanding: number };
const sums = async () => {
  const { body } = await call("GET", "/admin/reports/payments?days=7", { token: await anAdmin() });
  return (method: string, name: "received" | "refunded" | "outstanding") =>
    (body as Row[]).filter((row) => row.method === method).reduce((sum, row) => sum + row[name], 0);
};

test("a sale is paid by what staff say, and by nothing that a customer says", async () => {
  const [token, customer] = [await anAdmin(), await aCustomer()];
  const { id } = await aSweet({ price: 100 });
  const buy = (as: string, payment: unknown) =>
    call("POST", `/sweets/${id}/purchase`, { token: as, body: { quantity: 2, payment } });
  const before = await sums();
  expect((await buy(token, "card")).status).toBe(200);
  expect((await buy(customer.token, "card")).status).toBe(200);
  const after = await sums();
  expect(after("card", "received")).toBeCloseTo(before("card", "received") + 200, 2);
  expect(after("cod", "outstanding")).toBeCloseTo(before("cod", "outstanding") + 200, 2);
  for (const payment of ["cod", "", null])
    expect((await buy(token, payment)).body).toMatchObject({ status: 422, errors: [{ path: "payment" }] });
});

test("the report moves what is outstanding to received, and what goes back to refunded", async () => {
  const token = await anAdmin();
  const order = await anOrder(await aCustomer(), (await aSweet({ price: 100 })).id);
  const before = await sums();
  const pay = { method: "upi", amount: 100, reference: null };
  expect((await call("POST", `/admin/orders/${order.id}/payments`, { token, body: pay })).status).toBe(201);
  const back = { amount: 1, reason: "A rupee too much" };
  expect((await call("POST", `/admin/orders/${order.id}/refunds`, { token, body: back })).status).toBe(201);
  const after = await sums();
  expect(after("cod", "outstanding")).toBeCloseTo(before("cod", "outstanding") - 100, 2);
  expect(after("upi", "received")).toBeCloseTo(before("upi", "received") + 100, 2);
  expect(after("upi", "refunded")).toBeCloseTo(before("upi", "refunded") + 1, 2);
  // What the gateway says is in the rows of `online` alone.
  const { body } = await call("GET", "/admin/reports/payments?days=7", { token });
  for (const row of (body as Row[]).filter(({ method }) => method !== "online"))
    expect(Object.keys(row)).toEqual(["date", "method", "received", "refunded", "outstanding"]);
});
