// Packs over HTTP: what a program that knows them sends and gets, and that one that does not sees what it always saw.
import { beforeAll, describe, expect, test } from "vitest";
import { time } from "./expected";
import { aCustomer, anAdmin, aSweet, call, cookieOf, unique } from "./shop";
import { aTray, availableOf, now, type Pack, switchOff } from "./trays";

let admin: { token: string };
beforeAll(async () => {
  admin = { token: await anAdmin() };
});

describe("a sweet", () => {
  test("names its packs in its own answer, in the list and in the live stock", async () => {
    const name = unique("Tray ");
    const tray = await aTray(5, { name });
    const packs = [
      {
        id: expect.any(Number),
        label: "250 g",
        grams: 250,
        units: 1,
        price: 200,
        pricePerKg: 800,
        available: 10,
        isDefault: false,
      },
      {
        id: expect.any(Number),
        label: "500 g",
        grams: 500,
        units: 2,
        price: 380,
        pricePerKg: 760,
        available: 5,
        isDefault: true,
      },
      {
        id: expect.any(Number),
        label: "1 kg",
        grams: 1000,
        units: 4,
        price: 720,
        pricePerKg: 720,
        available: 2,
        isDefault: false,
      },
    ];
    const whole = await now(tray);
    expect(whole).toMatchObject({ price: 380, quantity: 5, isAvailable: true, packs });
    expect((await call("GET", `/sweets?search=${encodeURIComponent(name)}`)).body.items).toEqual([whole]);
    const plain = await aSweet();
    const { body } = await call("GET", `/stock?ids=${tray.id},${plain.id}`);
    // One pack alone says nothing that quantity and price do not say.
    expect(body).toEqual([
      {
        id: tray.id,
        quantity: 5,
        price: 380,
        packs: whole.packs.map(({ id, price, available }: Pack & { price: number }) => ({ id, price, available })),
      },
      { id: plain.id, quantity: 10, price: 100 },
    ]);
  });

  test("is restocked and sold over the counter by its default pack, or by the one that is named", async () => {
    const tray = await aTray(1);
    const [small, , large] = tray.packs;
    const { token } = await aCustomer();
    const restock = (body: object) => call("POST", `/sweets/${tray.id}/restock`, { ...admin, body });
    const buy = (body: object) => call("POST", `/sweets/${tray.id}/purchase`, { token, body });
    expect((await restock({ quantity: 2 })).body.quantity).toBe(3);
    expect((await restock({ quantity: 2, packId: large.id })).body.quantity).toBe(7);
    expect((await buy({ quantity: 3, packId: small.id })).body).toMatchObject({
      quantity: 5,
      packs: [{ available: 11 }, {}, {}],
    });
    expect((await buy({})).body.quantity).toBe(4);
    expect((await call("GET", "/orders", { token })).body).toMatchObject([
      { channel: "counter", total: 380, items: [{ packLabel: "500 g", quantity: 1 }] },
      { channel: "counter", total: 600, items: [{ packId: small.id, packLabel: "250 g", quantity: 3, price: 200 }] },
    ]);
    expect(await buy({ quantity: 3, packId: large.id })).toMatchObject({ status: 409, body: { available: 2 } });
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
    const person = await aCustomer();
    const reserve = (body: object) => call("POST", "/cart/reserve", { token: person.token, body });
    // Who names no pack is not answered with one.
    expect((await reserve({ productId: tray.id, quantity: 2 })).body).toEqual({
      productId: tray.id,
      quantity: 2,
      available: 8,
      expiresAt: time,
    });
    expect((await reserve({ productId: tray.id, packId: small.id, quantity: 3 })).body).toEqual({
      productId: tray.id,
      packId: small.id,
      quantity: 3,
      available: 13,
      expiresAt: time,
    });
    expect((await reserve({ productId: tray.id, packId: half.id })).body.quantity).toBe(3);
    expect(await reserve({ productId: tray.id, packId: large.id, quantity: 3 })).toMatchObject({
      status: 409,
      body: { code: "insufficient_stock", available: 2, message: "Only 2 items available in stock." },
    });
    const line = (pack: Pack, quantity: number) => ({
      productId: tray.id,
      packId: pack.id,
      packLabel: pack.label,
      quantity,
      held: quantity,
    });
    const cart = async () => (await call("GET", "/cart", { token: person.token })).body;
    expect(await cart()).toMatchObject({ items: [line(half, 3), line(small, 3)], total: 1740, itemsCount: 6 });

    const items = `/cart/items/${tray.id}`;
    const set = (query: string, quantity: number) =>
      call("PATCH", `${items}${query}`, { token: person.token, body: { quantity } });
    expect((await set(`?packId=${small.id}`, 1)).body).toMatchObject({
      items: [line(half, 3), line(small, 1)],
      total: 1340,
    });
    expect((await set("", 1)).body).toMatchObject({ items: [line(half, 1), line(small, 1)], total: 580 });
    expect((await set(`?packId=${large.id}`, 1)).body.items).toMatchObject([{}, {}, line(large, 1)]);
    const remove = (query = "") => call("DELETE", `${items}${query}`, { token: person.token });
    expect((await remove(`?packId=${small.id}`)).body.items).toMatchObject([line(half, 1), line(large, 1)]);
    expect((await remove()).body).toMatchObject({ items: [line(large, 1)], total: 720, itemsCount: 1 });
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
    const mine = { cookie: cookieOf(headers, "mithaas_cart"), headers: { origin: process.env.TEST_BASE_URL ?? "" } };
    const line = `/cart/items/${tray.id}?packId=`;
    expect((await call("PATCH", `${line}${other.packs[0].id}`, { ...mine, body: { quantity: 1 } })).status).toBe(404);
    for (const wrong of ["", "0", "-1", "1.5", "x", "2147483648"]) {
      expect([wrong, (await call("PATCH", line + wrong, { ...mine, body: { quantity: 1 } })).status]).toEqual([
        wrong,
        400,
      ]);
      expect([wrong, (await call("DELETE", line + wrong, mine)).status]).toEqual([wrong, 400]);
      expect((await call("POST", "/cart/reserve", { body: { productId: tray.id, packId: wrong } })).status).toBe(422);
    }
    // A line that is not in the cart is no error, and takes no other line with it.
    expect((await call("DELETE", `${line}${tray.packs[2].id}`, mine)).body.itemsCount).toBe(1);
  });

  test("says that a pack which was switched off is no longer available", async () => {
    const tray = await aTray();
    const { token } = await aCustomer();
    for (const packId of [tray.packs[0].id, undefined])
      await call("POST", "/cart/reserve", { token, body: { productId: tray.id, packId } });
    await switchOff(tray);
    expect((await call("GET", "/cart", { token })).body).toMatchObject({
      items: [
        { packLabel: "250 g", isAvailable: false },
        { packLabel: "500 g", isAvailable: true },
      ],
      total: 380,
    });
    expect(
      (await call("POST", "/cart/reserve", { token, body: { productId: tray.id, packId: tray.packs[0].id } })).status,
    ).toBe(404);
    expect(
      (await call("DELETE", `/cart/items/${tray.id}?packId=${tray.packs[0].id}`, { token })).body.items,
    ).toHaveLength(1);
    expect((await now(tray)).packs.map(({ label }: Pack) => label)).toEqual(["500 g", "1 kg"]);
  });
});

test("GET /delivery counts a pack's own price, and the default one's for a pack that the sweet has not", async () => {
  const tray = await aTray();
  const [small, , large] = tray.packs;
  const feeOf = async (items: string) =>
    (await call("GET", `/delivery?pincode=400028&items=${items}`)).body.methods[0].fee;
  // Free from ₹1,000.
  expect(await feeOf(`${tray.id}:2`)).toBe(49);
  expect(await feeOf(`${tray.id}:2:${large.id}`)).toBe(0);
  expect(await feeOf(`${tray.id}:4:${small.id}`)).toBe(49);
  expect(await feeOf(`${tray.id}:4:${small.id},${tray.id}:1`)).toBe(0);
  expect(await feeOf(`${tray.id}:2:2147483647`)).toBe(49);
  expect(await feeOf(`${tray.id}:3:2147483647`)).toBe(0);
  for (const wrong of ["", "0", "x", "-1", "2147483648", "1:2"])
    expect([wrong, (await call("GET", `/delivery?pincode=400028&items=${tray.id}:1:${wrong}`)).status]).toEqual([
      wrong,
      400,
    ]);
});
