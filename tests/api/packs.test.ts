// Packs over HTTP: what a program that knows them sends and gets, and that one that does not sees what it always saw. What they do to stock,
// carts and orders: tests/domain/packs.test.ts and cart-packs.test.ts; what is weighed and reported: kitchen-packs.test.ts, reports.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import { time } from "./expected";
import { aCustomer, anAdmin, anOrder, aSweet, base, call, cookieOf, delivery, sql, unique } from "./shop";
import { aTray, availableOf, byWeight, now, type Pack, switchOff } from "./trays";

let admin: { token: string };
beforeAll(async () => {
  admin = { token: await anAdmin() };
});

describe("a sweet", () => {
  test("names its packs in its own answer, in the list and in the live stock", async () => {
    const name = unique("Tray ");
    const tray = await aTray(5, { name });
    const computed = [
      { pricePerKg: 800, available: 10 },
      { pricePerKg: 760, available: 5 },
      { pricePerKg: 720, available: 2 },
    ];
    const packs = byWeight.map((pack, at) => ({ id: expect.any(Number), isDefault: false, ...pack, ...computed[at] }));
    const whole = await now(tray);
    expect(whole.packs).toEqual(packs);
    expect(whole).toMatchObject({ price: 380, quantity: 5, isAvailable: true, details: { netWeightGrams: 500 } });
    expect((await call("GET", `/sweets?search=${encodeURIComponent(name)}`)).body.items).toEqual([whole]);
    const plain = await aSweet();
    const live = whole.packs.map(({ id, price, available }: Pack & { price: number }) => ({ id, price, available }));
    // One pack alone says nothing that quantity and price do not say.
    expect((await call("GET", `/stock?ids=${tray.id},${plain.id}`)).body).toEqual([
      { id: tray.id, quantity: 5, price: 380, packs: live },
      { id: plain.id, quantity: 10, price: 100 },
    ]);
  });

  test("is restocked and sold over the counter by its default pack, or by the one that is named", async () => {
    const tray = await aTray(1);
    const [small, , large] = tray.packs;
    const { token } = await aCustomer();
    const restock = (body: object) => call("POST", `/sweets/${tray.id}/restock`, { ...admin, body });
    const buy = (body: object) => call("POST", `/sweets/${tray.id}/purchase`, { token, body });
    expect((await restock({ quantity: 2, packId: large.id })).body.quantity).toBe(5);
    expect((await buy({ quantity: 3, packId: small.id })).body.quantity).toBe(3);
    expect((await buy({})).body.quantity).toBe(2);
    expect(await buy({ quantity: 2, packId: large.id })).toMatchObject({ status: 409, body: { available: 1 } });
    const other = (await aSweet()).packs[0].id;
    for (const refused of [restock, buy])
      expect(await refused({ packId: other })).toMatchObject({ status: 404, body: { message: "Pack not found." } });
    expect((await buy({ packId: 0 })).status).toBe(422);
  });
});

describe("a cart", () => {
  test("has a line for each pack, which is held, changed and removed by its packId", async () => {
    const tray = await aTray(10);
    const [small, half, large] = tray.packs;
    const { token } = await aCustomer();
    const reserve = async (body: object) =>
      (await call("POST", "/cart/reserve", { token, body: { productId: tray.id, ...body } })).body;
    const hold = { productId: tray.id, expiresAt: time };
    // Who names no pack is not answered with one.
    expect(await reserve({ quantity: 2 })).toEqual({ ...hold, quantity: 2, available: 8 });
    const named = { packId: small.id, quantity: 3 };
    expect(await reserve(named)).toEqual({ ...hold, ...named, available: 13 });
    expect((await reserve({ packId: half.id })).quantity).toBe(3);

    const line = ({ id, label }: Pack, quantity: number) => ({
      packId: id,
      packLabel: label,
      quantity,
      held: quantity,
    });
    const cart = async () => (await call("GET", "/cart", { token })).body;
    expect(await cart()).toMatchObject({ items: [line(half, 3), line(small, 3)], total: 1740, itemsCount: 6 });
    const items = `/cart/items/${tray.id}`;
    const set = async (query: string, quantity: number) =>
      (await call("PATCH", `${items}${query}`, { token, body: { quantity } })).body.items;
    expect(await set(`?packId=${small.id}`, 1)).toMatchObject([line(half, 3), line(small, 1)]);
    expect(await set("", 1)).toMatchObject([line(half, 1), line(small, 1)]);
    expect(await set(`?packId=${large.id}`, 1)).toMatchObject([{}, {}, line(large, 1)]);
    const remove = async (query = "") => (await call("DELETE", `${items}${query}`, { token })).body.items;
    expect(await remove(`?packId=${small.id}`)).toMatchObject([line(half, 1), line(large, 1)]);
    expect(await remove()).toMatchObject([line(large, 1)]);
    expect(await availableOf(tray)).toEqual([16, 8, 4]);
  });

  test("refuses a pack of another sweet, and a packId that is none", async () => {
    const [tray, other] = [await aTray(), await aTray()];
    const body = { productId: tray.id, packId: other.packs[0].id };
    expect(await call("POST", "/cart/reserve", { body })).toMatchObject({
      status: 404,
      body: { code: "not_found", message: "Pack not found." },
    });
    const { headers } = await call("POST", "/cart/reserve", { body: { productId: tray.id } });
    const mine = { cookie: cookieOf(headers, "mithaas_cart"), headers: { origin: base } };
    const line = `/cart/items/${tray.id}?packId=`;
    const set = (packId: unknown) => call("PATCH", `${line}${packId}`, { ...mine, body: { quantity: 1 } });
    expect((await set(other.packs[0].id)).status).toBe(404);
    for (const wrong of ["", "0", "-1", "1.5", "x", "2147483648"]) {
      expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
      expect([wrong, (await call("DELETE", line + wrong, mine)).status]).toEqual([wrong, 400]);
      expect((await call("POST", "/cart/reserve", { body: { productId: tray.id, packId: wrong } })).status).toBe(422);
    }
    // A line that is not in the cart is no error, and takes no other line with it.
    expect((await call("DELETE", `${line}${tray.packs[2].id}`, mine)).body.itemsCount).toBe(1);
  });
});

describe("an order", () => {
  type Item = { productId: number; packId?: number; quantity: number; price?: number };
  const order = (token: string, ...items: Item[]) => call("POST", "/orders", { token, body: { items, delivery } });

  test("of two packs of one sweet has two lines, in every answer that shows it", async () => {
    const tray = await aTray(10);
    const [small, half] = tray.packs;
    const { token } = await aCustomer();
    const { status, body } = await order(
      token,
      { productId: tray.id, packId: small.id, quantity: 3, price: 200 },
      // The default pack, named and unnamed, is one line.
      { productId: tray.id, quantity: 1 },
      { productId: tray.id, packId: half.id, quantity: 1, price: 400 },
    );
    const lines = [
      { productId: tray.id, packId: small.id, packLabel: "250 g", quantity: 3, price: 200 },
      { productId: tray.id, packId: half.id, packLabel: "500 g", quantity: 2, price: 380 },
    ];
    expect([status, body.total, body.items]).toMatchObject([201, 1360, lines]);
    expect((await call("GET", `/orders/${body.id}`, { token })).body).toEqual(body);
    expect((await call("GET", "/orders", { token })).body).toEqual([body]);
    expect((await call("GET", `/admin/orders/${body.id}`, admin)).body.items).toMatchObject(lines);
  });

  test("is refused with the packs for who named one", async () => {
    const [tray, other] = [await aTray(2), await aTray()];
    const [small, half, large] = tray.packs;
    const { token } = await aCustomer();
    const refused = async (...items: Omit<Item, "productId">[]) => {
      const answer = await order(token, ...items.map((item) => ({ productId: tray.id, ...item })));
      return [answer.status, answer.body];
    };
    const few = { packId: small.id, quantity: 2 };
    expect(await refused(few, { packId: large.id, quantity: 1 })).toMatchObject([
      409,
      { code: "insufficient_stock", short: [{ productId: tray.id, packId: large.id, available: 0 }] },
    ]);
    // Who names no pack gets the documented answer.
    const short = (await order(token, { productId: tray.id, quantity: 3 })).body.short;
    expect(short).toEqual([{ productId: tray.id, available: 2 }]);
    const dear = { packId: half.id, quantity: 1, price: 379.99 };
    expect((await order(token, { productId: tray.id, ...dear })).body).toMatchObject({
      code: "price_changed",
      prices: [{ productId: tray.id, packId: half.id, price: 380 }],
    });
    const foreign = { packId: other.packs[0].id, quantity: 1 };
    await switchOff(tray);
    for (const item of [few, foreign])
      expect(await refused(item)).toMatchObject([
        409,
        { code: "unavailable", unavailable: [tray.id], unavailablePacks: [item.packId] },
      ]);
    await call("DELETE", `/sweets/${tray.id}`, admin);
    expect((await order(token, { productId: tray.id, quantity: 1 })).body).not.toHaveProperty("unavailablePacks");
  });

  test.each([0, -1, 1.5, "1", null, 2_147_483_648])("with a packId of %j is refused", async (packId) => {
    const { token } = await aCustomer();
    const { status, body } = await order(token, { productId: 1, packId: packId as number, quantity: 1 });
    expect([status, body.errors?.[0]?.path]).toEqual([422, "items.0.packId"]);
  });

  test("from before there were packs has the sweet's first one", async () => {
    const tray = await aTray();
    const customer = await aCustomer();
    const { id, items } = await anOrder(customer, tray.id);
    await sql`update order_lines set pack_id = null, pack_label = null, grams = null where id = ${items[0].id}`;
    const first = { packId: tray.packs[0].id, packLabel: "250 g", quantity: 1, price: 380 };
    expect((await call("GET", `/orders/${id}`, customer)).body.items).toMatchObject([first]);
    expect((await call("GET", `/admin/orders/${id}`, admin)).body.items).toMatchObject([first]);
  });
});
