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
