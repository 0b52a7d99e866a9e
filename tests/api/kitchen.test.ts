// docs/behaviour.md#kitchen over HTTP. The rules: tests/domain/kitchen.test.ts. The shop is shared, so only orders of these tests are looked for.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call, onOneDay } from "./shop";

const kitchen = async (query = "", headers = {}) =>
  call("GET", `/admin/kitchen${query}`, { token: await anAdmin(), headers });
const mark = async (ids: number[], packed = true) =>
  call("POST", "/admin/kitchen/packed", { token: await anAdmin(), body: { ids, packed } });
const anOpenOrder = async (): Promise<number> => (await anOrder(await aCustomer(), (await aSweet()).id)).id;

test("a day without anything is empty, and is not sent again while nothing changes; today is the default", async () => {
  const old = "2002-02-02";
  const { status, body, headers } = await kitchen(`?date=${old}`);
  const nothing = { done: 0, all: 0, make: [], pack: [] };
  expect([status, body]).toMatchObject([200, { date: old, done: 0, all: 0, windows: [], withoutWindow: nothing }]);
  expect((await kitchen(`?date=${old}`, { "if-none-match": headers.get("etag") })).status).toBe(304);
  const { date, today } = (await kitchen()).body;
  expect(date).toBe(today);
});

test("marks orders, takes the mark back, and a retry changes nothing", async () => {
  const ids = [await anOpenOrder(), await anOpenOrder()];
  for (const packed of [true, true, false, false]) {
    const { status, body } = await mark(ids, packed);
    expect([status, body]).toMatchObject([200, { orders: ids.map((id) => ({ id, ok: true, packed })) }]);
    const order = (await call("GET", `/admin/orders/${ids[0]}`, { token: await anAdmin() })).body;
    expect(order.packedAt !== null).toBe(packed);
  }
  await mark(ids.slice(0, 1));
  const { pack } = (await kitchen()).body.withoutWindow;
  expect(pack).toContainEqual(expect.objectContaining({ id: ids[0], packed: true }));
});

test("is refused for orders that cannot be packed, and for input that is none", async () => {
  const id = await anOpenOrder();
  const token = await anAdmin();
  await call("PUT", `/admin/orders/${id}/status`, { token, body: { status: "Cancelled" } });
  expect([await mark([id]), await mark([2_147_483_647])]).toMatchObject([
    { status: 409, body: { code: "conflict", message: `Order #${id} is cancelled.` } },
    { status: 404, body: { code: "not_found" } },
  ]);
  const many = Array.from({ length: 201 }, (_, n) => n + 1);
  for (const body of [{}, { ids: [id] }, ...[[], ["1"], [0], many].map((ids) => ({ ids, packed: true }))])
    expect((await call("POST", "/admin/kitchen/packed", { token, body })).status).toBe(422);
});

test("what is thrown away leaves stock and is in the report of plans; more than is free, and no reason, are refused", () =>
  onOneDay(async (today) => {
    const token = await anAdmin();
    const { id, name } = await aSweet({ stock: 5 });
    const waste = (body: object, sweet = id) => call("POST", `/sweets/${sweet}/waste`, { token, body });
    const reason = "Dried out";
    expect(await waste({ quantity: 2, reason })).toMatchObject({ status: 200, body: { id, quantity: 3 } });
    expect(await waste({ quantity: 4, reason })).toMatchObject({ status: 409, body: { code: "insufficient_stock" } });
    for (const body of [{ reason }, { quantity: 1 }, { quantity: 0, reason }, { quantity: 1.5, reason }])
      expect([body, (await waste(body)).status]).toEqual([body, 422]);
    for (const wrong of [" ", "x".repeat(201)]) expect((await waste({ quantity: 1, reason: wrong })).status).toBe(422);
    expect((await waste({ quantity: 1, reason }, 2_147_483_647)).status).toBe(404);
    const { body } = await call("GET", `/admin/reports/plans?from=${today}&to=${today}`, { token });
    expect((body as { productId: number }[]).filter(({ productId }) => productId === id)).toEqual([
      { day: today, productId: id, name, promised: 0, made: 0, sold: 0, wasted: 2, left: 3 },
    ]);
  }));

test("a sweet that is ordered for the day, from stock", () =>
  onOneDay(async () => {
    const { id } = await aSweet({ stock: 5 });
    await anOrder(await aCustomer(), id);
    const { plans } = (await kitchen()).body as { plans: { productId: number }[] };
    expect(plans.find(({ productId }) => productId === id)).toMatchObject({
      ...{
        ordered: 1,
        fromPlan: 0,
        fromStock: 1,
        capacity: null,
        held: 0,
        made: null,
        short: 0,
        restGrams: 0,
        shortOrders: [],
      },
    });
  }));
