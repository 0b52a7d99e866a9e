// Orders that staff take (docs/behaviour.md#orders-taken-by-staff). What becomes of them, and races: tests/domain/taken-orders.test.ts.
import { expect, test } from "vitest";
import { invalid, problem, time } from "./expected";
import { aKey, theMember } from "./people";
import { aBrowser, aCustomer, anAdmin, aSweet, base, call, delivery, sql, stockOf, unique } from "./shop";

const take = async (body: unknown, headers: Record<string, string> = {}) =>
  call("POST", "/admin/orders", { token: await anAdmin(), body, headers });
const one = (productId: number, quantity = 1) => [{ productId, quantity }];

test("sold at the till: the order as the admin API shows it, with one invoice for all lines", async () => {
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
  const { body: invoice } = await call("GET", `/admin/orders/${body.id}/invoice`, { token: await anAdmin() });
  expect([invoice.lines.length, invoice.totals.total]).toEqual([2, 320.5]);
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

test("with a key it is taken once, whoever sends it again", async () => {
  const { id } = await aSweet();
  const headers = { "idempotency-key": unique("till-") };
  const [first, second] = [await take({ items: one(id, 3) }, headers), await take({ items: one(id, 3) }, headers)];
  expect([first.status, second.status, second.headers.get("idempotency-replayed")]).toEqual([201, 201, "true"]);
  expect([second.text, second.headers.get("location")]).toEqual([first.text, first.headers.get("location")]);
  expect((await take({ items: one(id, 2) }, headers)).body).toMatchObject({ code: "idempotency_key_reused" });
  expect(await stockOf(id)).toBe(7);
});

test("is refused as an order is, with the same codes and details", async () => {
  const { id, packs } = await aSweet({ stock: 2 });
  const short = { productId: id, available: 2 };
  expect((await take({ items: one(id, 3) })).body).toEqual(
    problem(409, "insufficient_stock", "Only 2 items available in stock.", { available: 2, short: [short] }),
  );
  const named = [{ productId: id, packId: packs[0].id, quantity: 3 }];
  expect((await take({ items: named, delivery })).body).toMatchObject({ short: [{ ...short, packId: packs[0].id }] });
  expect((await take({ items: [{ ...one(id)[0], price: 1 }] })).body).toMatchObject({ code: "price_changed" });
  expect((await take({ items: one(2_000_000_000), delivery })).body).toMatchObject({ code: "unavailable" });
  const nowhere = { ...delivery, pincode: "999999", slot: { date: "2030-01-07", from: "10:00" } };
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

test("customers, strangers and keys without the permission take none; an advance needs that of payments too", async () => {
  const { id } = await aSweet();
  const body = { items: one(id) };
  const { token } = await aCustomer();
  expect((await call("POST", "/admin/orders", { token, body })).status).toBe(403);
  expect((await call("POST", "/admin/orders", { body, headers: { origin: base } })).status).toBe(401);
  const key = async (...permissions: string[]) =>
    (
      await call("POST", "/admin/keys", {
        token: await anAdmin(),
        body: { name: "Till", permissions, expiresAt: null },
      })
    ).body.key;
  const refused = await call("POST", "/admin/orders", { token: await key("orders:read"), body });
  expect([refused.status, refused.body.code, refused.body.permission]).toEqual([403, "permission", "orders:write"]);
  const till = await key("orders:write");
  const advance = { ...body, delivery, received: { method: "cash", amount: 1 } };
  const { body: problem } = await call("POST", "/admin/orders", { token: till, body: advance });
  expect([problem.code, problem.permission]).toEqual(["permission", "payments:write"]);
  expect(await stockOf(id)).toBe(10);
  expect(await sql`select 1 from order_lines where sweet_id = ${id}`).toHaveLength(0);
  expect((await call("POST", "/admin/orders", { token: till, body })).body.history[0]).toMatchObject({ by: "Till" });
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
