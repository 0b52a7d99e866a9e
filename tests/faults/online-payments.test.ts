// A process that is killed after the payment gateway has done its work and before the shop has written it, in each of its calls: the next
// process finds one order at the gateway, records what was paid once, and pays a refund back once (docs/behaviour.md#paid-online).
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { expectStockRight } from "../support/database";
import { RazorpayStandIn } from "../support/razorpay";
import { sql } from "../support/sql";
import { anInstance, anOwner, aPerson, aSweetBy, call, delivery, type Instance, inside, keys, until } from "./shop";

const gateway = await RazorpayStandIn.start();
afterAll(() => gateway.close());
const env = { ...gateway.environment, ...inside, RATE_LIMIT: "off" };
const MINUTE = 60_000;

let shop: Instance;
let owner: string;
let token: string;
beforeAll(async () => {
  shop = await anInstance(env);
  owner = await anOwner(shop);
  token = (await aPerson(shop)).token;
  const { version, value } = (await call(shop, "GET", "/api/admin/settings", { token: owner })).body.payments;
  const body = { version, value: { ...value, online: { active: true, holdMinutes: 60 } } };
  expect((await call(shop, "PUT", "/api/admin/settings/payments", { token: owner, body })).status).toBe(200);
});

const open = (id: number) => call(shop, "POST", `/api/orders/${id}/payments/online`, { token });
/** As the browser of somebody who has paid comes back. */
const callback = (payment: Parameters<typeof gateway.callbackFields>[0]) =>
  fetch(`${shop.url}/api/payments/razorpay/callback`, {
    method: "POST",
    body: new URLSearchParams(gateway.callbackFields(payment)),
    redirect: "manual",
  }).then(
    ({ status }) => status,
    () => 0,
  );
const calls = (name: string) => gateway.calls.filter((made) => made.name === name).length;

test("each call is done once, at the gateway and in the ledger", async () => {
  const { id: productId } = await aSweetBy(shop, owner, { price: 500 });
  const ids: number[] = [];
  for (const _ of keys(4)) {
    const body = { items: [{ productId, quantity: 1 }], delivery, payment: "online" };
    ids.push((await call(shop, "POST", "/api/orders", { token, body })).body.id);
  }
  const [opened = 0, returned = 0, asked = 0, refunded = 0] = ids;
  const paid = [];
  for (const id of [returned, asked, refunded]) paid.push(gateway.pay((await open(id)).body.orderId));
  expect(await callback(paid[2]!)).toBe(303);
  expect(
    (await call(shop, "PUT", `/api/admin/orders/${refunded}/status`, { token: owner, body: { status: "Shipped" } }))
      .status,
  ).toBe(200);

  const faults = { orderPayments: 3, createOrder: 1, payment: 1, refund: 1 } as const;
  const before = Object.keys(faults).map(calls);
  const allAreAt = (names: string[]) =>
    until(() => names.every((name, i) => calls(name) >= (before[i] ?? 0) + faults[name as keyof typeof faults]));
  for (const [name, count] of Object.entries(faults))
    gateway.faults[name as keyof typeof faults].push(...keys(count).map(() => "silent" as const));
  // The job asks for all three that are opened.
  await shop.setClock(Date.now() + 2 * MINUTE);
  await allAreAt(["orderPayments"]);
  const [key = ""] = keys(1);
  const refund = () =>
    call(shop, "POST", `/api/admin/orders/${refunded}/refunds`, {
      token: owner,
      body: { amount: 120, reason: "A box" },
      headers: { "idempotency-key": key },
    });
  const running = [open(opened), refund(), callback(paid[0]!)] as const;
  await allAreAt(Object.keys(faults));
  await shop.kill();
  const [first, second, third] = await Promise.all(running);
  expect([first.status, second.status, third]).toEqual([0, 0, 0]);
  const entries = () => sql`
    select order_id as id, state, amount, reference from payments order by order_id, id`;
  const received = { id: refunded, state: "received", amount: 50_000, reference: paid[2]?.id };
  expect([...(await entries())]).toEqual([
    received,
    { id: refunded, state: "refund_pending", amount: 12_000, reference: null },
  ]);

  shop = await anInstance(env);
  await shop.setClock(Date.now() + 5 * MINUTE);
  const [checkout, again, status] = await Promise.all([open(opened), refund(), callback(paid[0]!)]);
  expect([checkout.status, again.status, status]).toEqual([200, 201, 303]);
  // The job finds the other one, and nothing more of these.
  await until(async () => (await entries()).length === 4);
  expect((await refund()).status).toBe(201);
  expect([...(await entries())]).toEqual([
    { id: returned, state: "received", amount: 50_000, reference: paid[0]?.id },
    { id: asked, state: "received", amount: 50_000, reference: paid[1]?.id },
    received,
    { id: refunded, state: "refunded", amount: 12_000, reference: gateway.refunds[0]?.id },
  ]);
  expect(gateway.orders.map(({ receipt }) => receipt).sort()).toEqual(ids.map((id) => `MTH${id}`).sort());
  expect(checkout.body.orderId).toBe(gateway.orders.find(({ receipt }) => receipt === `MTH${opened}`)?.id);
  expect(gateway.refunds).toHaveLength(1);
  const notes = await sql`select order_id as id, total from invoices where kind = 'credit_note'`;
  expect([...notes]).toEqual([{ id: refunded, total: 12_000 }]);
  expect((await checkPayments(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
  await expectStockRight();
});
