// Orders that staff take (docs/behaviour.md#orders-taken-by-staff). What becomes of them, and races: tests/domain/taken-orders.test.ts.
import { expect, test } from "vitest";
import { invalid, time } from "./expected";
import { aKey, theMember } from "./people";
import { aBrowser, anAdmin, aSweet, base, call, delivery, sql, stockOf, unique } from "./shop";

const take = async (body: unknown, headers: Record<string, string> = {}) =>
  call("POST", "/admin/orders", { token: await anAdmin(), body, headers });
const one = (productId: number, quantity = 1) => [{ productId, quantity }];

test("sold at the till: the order as the admin API shows it", async () => {
  const [first, second] = [await aSweet({ price: 120 }), await aSweet({ price: 80.5 })];
  const items = [...one(first.id, 2), { productId: second.id, packId: second.packs[0].id, quantity: 1 }];
  const { status, headers, body } = await take({ customer: null, items, delivery: null, payment: "upi" });
  expect([status, headers.get("location")]).toEqual([201, `/api/admin/orders/${body.id}`]);
  expect(body).toMatchObject({
    status: "Completed",
    channel: "counter",
    createdAt: time,
    total: 320.5,
    customer: null,
    recipientName: null,
    fulfilment: { method: null, slot: null },
    payment: { method: "upi", state: "paid", paid: 320.5, due: 0 },
  });
  expect((await call("GET", `/admin/orders/${body.id}`, { token: await anAdmin() })).body).toEqual(body);
  expect((await take({ items: one(first.id) })).body.payment.method).toBe("cash");
});

test("for later: pending, for whoever called, with an advance", async () => {
  const { id } = await aSweet({ price: 200 });
  const customer = { name: "Asha Rao", phone: "98200 00000", email: "Asha@Example.com" };
  const { status, body } = await take({
    customer,
    items: one(id, 2),
    delivery,
    giftWrap: true,
    personalMessage: "Happy Diwali!",
    payment: "cod",
    received: { method: "cash", amount: 150 },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: "Pending",
    channel: "counter",
    user: null,
    customer: { ...customer, email: "asha@example.com" },
    ...delivery,
    total: 450,
    payment: { method: "cod", state: "part_paid", paid: 150, due: 300 },
  });
});

test("with a key it is taken once, and is refused as an order is", async () => {
  const { id, packs } = await aSweet({ stock: 4 });
  const headers = { "idempotency-key": unique("till-") };
  const [first, second] = [await take({ items: one(id, 2) }, headers), await take({ items: one(id, 2) }, headers)];
  expect([second.headers.get("idempotency-replayed"), second.text]).toEqual(["true", first.text]);
  expect(second.headers.get("location")).toBe(first.headers.get("location"));
  const named = { ...one(id, 3)[0], packId: packs[0].id };
  expect((await take({ items: [named], delivery })).body).toMatchObject({
    ...{ code: "insufficient_stock", available: 2, short: [{ productId: id, packId: named.packId, available: 2 }] },
  });
  const nowhere = { ...delivery, pincode: "999999", slot: { date: "2099-01-05", from: "10:00" } };
  expect((await take({ items: one(id), delivery: nowhere })).status).toBe(422);
  const received = { method: "cash", amount: 100.01 };
  expect((await take({ items: one(id), delivery, received })).body).toMatchObject({ code: "overpaid", due: 100 });
  expect(await stockOf(id)).toBe(2);
});

test("wrong fields are named by their path", async () => {
  const { id } = await aSweet();
  const items = one(id);
  const unpaid = "It cannot be paid in this way";
  expect((await take({ items, payment: "cod" })).body).toEqual(invalid([["payment", unpaid]]));
  expect((await take({ items, delivery, payment: "cash" })).body).toEqual(invalid([["payment", unpaid]]));
  expect((await take({ items, received: { method: "cash", amount: 1 } })).body).toEqual(
    invalid([["received", "What is handed over is paid in full"]]),
  );
  expect((await take({ items: [] })).body.errors).toMatchObject([{ path: "items" }]);
  const customer = { name: " ", phone: "", email: "nobody" };
  const wrong = { items: [{ productId: id, quantity: 0 }], customer, delivery: { ...delivery, recipientName: "" } };
  expect((await take(wrong)).body.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    "customer.email",
    "customer.name",
    "customer.phone",
    "delivery.recipientName",
    "items.0.quantity",
  ]);
  expect(await stockOf(id)).toBe(10);
});

test("a key needs the permission, and for an advance that of payments too", async () => {
  const { id } = await aSweet();
  const by = async (permission: string, more: object = {}) =>
    (await call("POST", "/admin/orders", { token: (await aKey([permission])).key, body: { items: one(id), ...more } }))
      .body;
  expect(await by("orders:read")).toMatchObject({ code: "permission", permission: "orders:write" });
  const advance = { delivery, received: { method: "cash", amount: 1 } };
  expect(await by("orders:write", advance)).toMatchObject({ code: "permission", permission: "payments:write" });
  expect(await sql`select 1 from order_lines where sweet_id = ${id}`).toHaveLength(0);
});

test("sold by a program: its key is nobody's account, and has no address", async () => {
  const { key, name } = await aKey(["orders:write"]);
  const { id } = await aSweet();
  const { status, body } = await call("POST", "/admin/orders", { token: key, body: { items: one(id) } });
  expect([status, body.user, body.history.at(-1).by]).toEqual([201, null, name]);
  const cookie = await aBrowser(await theMember("manager"));
  const csv = await (await fetch(`${base}/admin/orders/export?search=${body.id}`, { headers: { cookie } })).text();
  expect([csv.includes(`\n${body.id},`), csv.includes("keys.invalid")]).toEqual([true, false]);
});
