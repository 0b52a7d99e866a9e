// Orders of several packs over HTTP, and what the owner reads of them.
import { beforeAll, describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, call, delivery, sql, unique } from "./shop";
import { aTray, availableOf, now, switchOff } from "./trays";

let admin: { token: string };
beforeAll(async () => {
  admin = { token: await anAdmin() };
});

type Item = { productId: number; packId?: number; quantity: number; price?: number };
const order = (token: string, items: Item[], headers = {}) =>
  call("POST", "/orders", { token, headers, body: { items, delivery } });

describe("an order", () => {
  test("of two packs of one sweet has two lines, in every answer that shows it", async () => {
    const tray = await aTray(10);
    const [small, half] = tray.packs;
    const { token } = await aCustomer();
    await call("POST", "/cart/reserve", { token, body: { productId: tray.id, packId: small.id, quantity: 3 } });
    const items = [
      { productId: tray.id, packId: small.id, quantity: 3, price: 200 },
      // The default pack, named and unnamed, is one line.
      { productId: tray.id, quantity: 1 },
      { productId: tray.id, packId: half.id, quantity: 1, price: 400 },
    ];
    const headers = { "idempotency-key": unique() };
    const placed = await order(token, items, headers);
    expect(placed).toMatchObject({
      status: 201,
      body: {
        total: 1360,
        items: [
          { productId: tray.id, name: tray.name, packId: small.id, packLabel: "250 g", quantity: 3, price: 200 },
          { productId: tray.id, name: tray.name, packId: half.id, packLabel: "500 g", quantity: 2, price: 380 },
        ],
      },
    });
    const again = await order(token, items, headers);
    expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([placed.text, "true"]);
    const { id } = placed.body;
    expect((await call("GET", `/orders/${id}`, { token })).body).toEqual(placed.body);
    expect((await call("GET", "/orders", { token })).body).toEqual([placed.body]);
    expect((await call("GET", "/cart", { token })).body.items).toEqual([]);
    expect((await now(tray)).packs[0].available).toBe(13);

    const lines = placed.body.items.map(
      ({ id: line, packId, packLabel, quantity }: Item & { id: number; packLabel: string }) => ({
        id: line,
        packId,
        packLabel,
        quantity,
        product: { name: tray.name },
      }),
    );
    expect((await call("GET", `/admin/orders/${id}`, admin)).body.items).toMatchObject(lines);
    expect((await call("POST", `/orders/${id}/cancel`, { token })).body.items).toEqual(placed.body.items);
    expect(await availableOf(tray)).toEqual([20, 10, 5]);
  });

  test("of a pack that is not sold is refused, with the packs for who named one", async () => {
    const [tray, other] = [await aTray(), await aTray()];
    const { token } = await aCustomer();
    const item = { productId: tray.id, packId: tray.packs[0].id, quantity: 1 };
    await switchOff(tray);
    const refused = await order(token, [item, { productId: other.id, quantity: 1 }]);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "unavailable", unavailable: [tray.id], unavailablePacks: [item.packId] },
    });
    const foreign = await order(token, [{ ...item, packId: other.packs[0].id }]);
    expect(foreign).toMatchObject({
      status: 409,
      body: { code: "unavailable", unavailable: [tray.id], unavailablePacks: [other.packs[0].id] },
    });
    await call("DELETE", `/sweets/${tray.id}`, admin);
    const { body } = await order(token, [{ productId: tray.id, quantity: 1 }]);
    expect([body.code, body.unavailable]).toEqual(["unavailable", [tray.id]]);
    expect(body).not.toHaveProperty("unavailablePacks");
    expect((await call("GET", "/orders", { token })).body).toEqual([]);
  });

  test("for which two lines together take more than there is names the pack that is short", async () => {
    const tray = await aTray(2);
    const [small, half, large] = tray.packs;
    const { token } = await aCustomer();
    const { status, body } = await order(token, [
      { productId: tray.id, packId: small.id, quantity: 2 },
      { productId: tray.id, packId: large.id, quantity: 1 },
    ]);
    expect([status, body.code]).toEqual([409, "insufficient_stock"]);
    expect(body).toMatchObject({ available: 0, short: [{ productId: tray.id, packId: large.id, available: 0 }] });
    expect((await order(token, [{ productId: tray.id, packId: half.id, quantity: 3 }])).body).toMatchObject({
      available: 2,
      short: [{ productId: tray.id, packId: half.id, available: 2 }],
    });
    // The documented answer for who names no pack.
    expect((await order(token, [{ productId: tray.id, quantity: 3 }])).body).toMatchObject({ available: 2 });
    expect((await order(token, [{ productId: tray.id, quantity: 3 }])).body.short).toEqual([
      { productId: tray.id, available: 2 },
    ]);
    expect(await availableOf(tray)).toEqual([4, 2, 1]);
  });

  test("below today's price is refused with the prices of its packs", async () => {
    const tray = await aTray();
    const [small, half] = tray.packs;
    const { token } = await aCustomer();
    const named = await order(token, [
      { productId: tray.id, packId: small.id, quantity: 1, price: 200 },
      { productId: tray.id, packId: half.id, quantity: 1, price: 379.99 },
    ]);
    expect(named).toMatchObject({ status: 409, body: { code: "price_changed" } });
    expect(named.body.prices).toEqual([
      { productId: tray.id, packId: small.id, price: 200 },
      { productId: tray.id, packId: half.id, price: 380 },
    ]);
    const unnamed = await order(token, [{ productId: tray.id, quantity: 1, price: 200 }]);
    expect(unnamed.body.prices).toEqual([{ productId: tray.id, price: 380 }]);
    expect((await order(token, [{ productId: tray.id, packId: small.id, quantity: 1, price: 200 }])).status).toBe(201);
  });

  test.each([0, -1, 1.5, "1", null, 2_147_483_648])("a packId of %j is refused", async (packId) => {
    const { token } = await aCustomer();
    const items = [{ productId: 1, packId, quantity: 1 }];
    const { status, body } = await call("POST", "/orders", { token, body: { items, delivery } });
    expect([status, body.errors?.[0]?.path]).toEqual([422, "items.0.packId"]);
  });
});

describe("the owner's side", () => {
  test("the kitchen counts and weighs packs, with those of each size", async () => {
    const tray = await aTray();
    const [small, , large] = tray.packs;
    const { token } = await aCustomer();
    const kitchen = async () => {
      const { make, pack } = (await call("GET", "/admin/kitchen", admin)).body.withoutWindow;
      return { make: make.find(({ productId }: Item) => productId === tray.id), pack };
    };
    const items = [
      { productId: tray.id, packId: small.id, quantity: 3 },
      { productId: tray.id, packId: large.id, quantity: 1 },
    ];
    const { id } = (await order(token, items)).body;
    await anOrder(await aCustomer(), tray.id);
    await call("POST", "/admin/kitchen/packed", { ...admin, body: { ids: [id], packed: true } });
    const { make, pack } = await kitchen();
    expect(make).toEqual({
      ...{ productId: tray.id, name: tray.name, ordered: 5, packed: 4, remaining: 1, kilograms: 2.25, free: 5 },
      packs: [
        { packId: small.id, label: "250 g", ordered: 3, packed: 3, remaining: 0 },
        { packId: tray.packs[1].id, label: "500 g", ordered: 1, packed: 0, remaining: 1 },
        { packId: large.id, label: "1 kg", ordered: 1, packed: 1, remaining: 0 },
      ],
    });
    expect(pack.find((own: { id: number }) => own.id === id).items).toEqual([
      { productId: tray.id, name: tray.name, packId: small.id, packLabel: "250 g", quantity: 3 },
      { productId: tray.id, name: tray.name, packId: large.id, packLabel: "1 kg", quantity: 1 },
    ]);
  });

  test("top products count packs and kilograms, and an invoice names the pack of each line", async () => {
    const tray = await aTray(1000);
    const [small] = tray.packs;
    const { token } = await aCustomer();
    // More than any other sweet of these tests, so that it is among the first hundred.
    await call("POST", `/sweets/${tray.id}/purchase`, { token, body: { quantity: 800, packId: small.id } });
    const items = [
      { productId: tray.id, packId: small.id, quantity: 2 },
      { productId: tray.id, quantity: 1 },
    ];
    const { id } = (await order(token, items)).body;
    const top = async () => {
      const { body } = await call("GET", "/admin/reports/top-products?limit=100", admin);
      return body.find(({ productId }: Item) => productId === tray.id);
    };
    expect(await top()).toEqual({ productId: tray.id, name: tray.name, totalQuantity: 803, kilograms: 201 });
    const set = (status: string) => call("PUT", `/admin/orders/${id}/status`, { ...admin, body: { status } });
    await set("Cancelled");
    expect(await top()).toMatchObject({ totalQuantity: 800, kilograms: 200 });
    await set("Processing");
    expect(await top()).toMatchObject({ totalQuantity: 803, kilograms: 201 });
    await set("Shipped");
    expect((await call("GET", `/orders/${id}/invoice`, { token })).body.lines).toMatchObject([
      { name: `${tray.name}, 250 g`, quantity: 2, total: 400 },
      { name: `${tray.name}, 500 g`, quantity: 1, total: 380 },
    ]);
  });

  test("a line from before there were packs has the sweet's first pack", async () => {
    const tray = await aTray();
    const { token } = await aCustomer();
    const { id, items } = await anOrder({ token } as Parameters<typeof anOrder>[0], tray.id);
    await sql`update order_lines set pack_id = null, pack_label = null, grams = null where id = ${items[0].id}`;
    const first = { packId: tray.packs[0].id, packLabel: "250 g", quantity: 1, price: 380 };
    expect((await call("GET", `/orders/${id}`, { token })).body.items).toMatchObject([first]);
    expect((await call("GET", `/admin/orders/${id}`, admin)).body.items).toMatchObject([first]);
    // What was packed last is always listed.
    await call("POST", "/admin/kitchen/packed", { ...admin, body: { ids: [id], packed: true } });
    const { pack } = (await call("GET", "/admin/kitchen", admin)).body.withoutWindow;
    expect(pack.find((own: { id: number }) => own.id === id).items).toMatchObject([{ packLabel: "250 g" }]);
  });
});
