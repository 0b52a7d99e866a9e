// docs/behaviour.md#kitchen over HTTP. The shop is shared, so only orders of these tests are looked for.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call } from "./shop";

type Group = { pack: { id: number; packed: boolean }[] };
const kitchen = async (query = "") => call("GET", `/admin/kitchen${query}`, { token: await anAdmin() });
const mark = async (ids: number[], packed = true) =>
  call("POST", "/admin/kitchen/packed", { token: await anAdmin(), body: { ids, packed } });
const anOpenOrder = async (): Promise<number> => (await anOrder(await aCustomer(), (await aSweet()).id)).id;

test("a malformed day is 400; a day without anything is empty", async () => {
  for (const date of ["", "today", "2026-02-30", "26-01-01", "2026-01-01T10:00"])
    expect([date, (await kitchen(`?date=${date}`)).status]).toEqual([date, 400]);
  const { status, body } = await kitchen("?date=2001-01-01");
  expect([status, body]).toMatchObject([
    200,
    { date: "2001-01-01", done: 0, all: 0, windows: [], withoutWindow: { done: 0, all: 0, make: [], pack: [] } },
  ]);
});

test("today's is the default, and is not sent again while nothing changes", async () => {
  const { body } = await kitchen();
  expect(body.date).toBe(body.today);
  const old = "/admin/kitchen?date=2001-01-01";
  const token = await anAdmin();
  const etag = (await call("GET", old, { token })).headers.get("etag") ?? "";
  expect((await call("GET", old, { token, headers: { "if-none-match": etag } })).status).toBe(304);
});

test("marks orders, takes the mark back, and a retry changes nothing", async () => {
  const ids = [await anOpenOrder(), await anOpenOrder()];
  for (const packed of [true, true, false, false]) {
    const { status, body } = await mark(ids, packed);
    expect([status, body]).toMatchObject([200, { orders: ids.map((id) => ({ id, ok: true, packed })) }]);
    const token = await anAdmin();
    for (const id of ids) {
      const order = (await call("GET", `/admin/orders/${id}`, { token })).body;
      expect(order.packedAt !== null).toBe(packed);
      expect(order.status).toBe("Pending");
    }
  }
  await mark(ids.slice(0, 1));
  const { withoutWindow } = (await kitchen()).body as { withoutWindow: Group };
  expect(withoutWindow.pack).toContainEqual(expect.objectContaining({ id: ids[0], packed: true }));
});

test("is refused for orders that cannot be packed, and for input that is none", async () => {
  const id = await anOpenOrder();
  await call("PUT", `/admin/orders/${id}/status`, { token: await anAdmin(), body: { status: "Cancelled" } });
  expect([await mark([id]), await mark([2_147_483_647])]).toMatchObject([
    { status: 409, body: { code: "conflict", message: `Order #${id} is cancelled.` } },
    { status: 404, body: { code: "not_found" } },
  ]);
  const token = await anAdmin();
  for (const body of [
    {},
    { ids: [], packed: true },
    { ids: [id] },
    { ids: ["1"], packed: true },
    { ids: [0], packed: true },
  ])
    expect((await call("POST", "/admin/kitchen/packed", { token, body })).status).toBe(422);
  const many = Array.from({ length: 201 }, (_, n) => n + 1);
  expect((await mark(many)).status).toBe(422);
});

test("what is thrown away leaves stock; more than is free, and no reason, are refused", async () => {
  const token = await anAdmin();
  const { id } = await aSweet({ stock: 5 });
  const waste = (body: object) => call("POST", `/sweets/${id}/waste`, { token, body });
  expect(await waste({ quantity: 2, reason: "Dried out" })).toMatchObject({ status: 200, body: { id, quantity: 3 } });
  expect(await waste({ quantity: 4, reason: "Dried out" })).toMatchObject({
    status: 409,
    body: { code: "insufficient_stock", message: "Only 3 items available in stock.", available: 3 },
  });
  for (const body of [
    {},
    { quantity: 1 },
    { quantity: 1, reason: " " },
    { quantity: 1, reason: "x".repeat(201) },
    { quantity: 0, reason: "Dried out" },
    { quantity: 1.5, reason: "Dried out" },
  ])
    expect([body, (await waste(body)).status]).toEqual([body, 422]);
  const none = await call("POST", "/sweets/2147483647/waste", { token, body: { quantity: 1, reason: "Dried out" } });
  expect(none).toMatchObject({ status: 404, body: { message: "Sweet not found." } });
});

test("the report of plans has what was thrown away today", async () => {
  const token = await anAdmin();
  const { id, name } = await aSweet({ stock: 5 });
  await call("POST", `/sweets/${id}/waste`, { token, body: { quantity: 2, reason: "Dried out" } });
  const { today } = (await kitchen()).body;
  const { status, body } = await call("GET", `/admin/reports/plans?from=${today}&to=${today}`, { token });
  expect(status).toBe(200);
  expect((body as { productId: number }[]).filter(({ productId }) => productId === id)).toEqual([
    { day: today, productId: id, name, promised: 0, made: 0, sold: 0, wasted: 2, left: 3 },
  ]);
  for (const query of ["from=2026-01-02&to=2026-01-01", "from=2026-01-01&to=2026-04-03", "from=today", "to=9999-12-31"])
    expect([query, (await call("GET", `/admin/reports/plans?${query}`, { token })).status]).toEqual([query, 400]);
});

test("a sweet that is ordered for the day, from stock", async () => {
  const { id } = await aSweet({ stock: 5 });
  await anOrder(await aCustomer(), id);
  const { plans } = (await kitchen()).body as { plans: { productId: number }[] };
  expect(plans.find(({ productId }) => productId === id)).toMatchObject({
    ...{ ordered: 1, fromPlan: 0, fromStock: 1, capacity: null, held: 0, made: null, short: 0, shortOrders: [] },
  });
});
