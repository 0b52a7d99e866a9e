import { describe, expect, test } from "vitest";
import { detailSchemas, factSchemas } from "@/lib/catalogue/fact-schemas";
import { time } from "./expected";
import { aCustomer, anAdmin, aSweet, base, call, cookieOf, stockOf, unique } from "./shop";

// The happy path of every operation, with whole answers.

const origin = { origin: base };

describe("sweets", () => {
  test("add, read, change, restock, sell, take off sale", async () => {
    const admin = { token: await anAdmin() };
    const name = `Kesar Peda ${unique()}`;
    const sent = {
      name,
      category: "Traditional Sweets",
      description: "Milk fudge with saffron.",
      price: 320.5,
      stock: 7,
      isAvailable: false,
    };
    const made = await call("POST", "/sweets", { ...admin, body: sent });
    const { id } = made.body;
    const sweet = {
      id: expect.any(Number),
      name,
      slug: name.toLowerCase().replaceAll(" ", "-"),
      description: "Milk fudge with saffron.",
      price: 320.5,
      category: "Traditional Sweets",
      quantity: 7,
      image: null,
      createdAt: time,
      updatedAt: time,
      ...factSchemas.initial,
      imageAlt: null,
      featured: false,
      sugarFree: false,
      giftBox: false,
      isAvailable: true,
      prepHours: 0,
      travels: false,
      hsn: "2106",
      packs: [
        {
          id: expect.any(Number),
          label: "1 piece",
          grams: null,
          units: 1,
          price: 320.5,
          pricePerKg: null,
          available: 7,
          isDefault: true,
        },
      ],
      details: {
        ...detailSchemas.initial,
        netWeightGrams: null,
        ingredients: null,
        allergens: [],
        shelfLifeDays: null,
        storage: null,
        vegetarian: null,
      },
    };
    expect([made.status, made.headers.get("location"), made.body]).toEqual([201, `/api/sweets/${id}`, sweet]);
    expect((await call("GET", `/sweets/${id}`)).body).toEqual(made.body);
    expect((await call("GET", "/sweets?limit=1")).body).toMatchObject({
      items: [made.body],
      meta: { page: 1, limit: 1 },
    });

    const details = { netWeightGrams: 250, allergens: ["Milk"], vegetarian: true };
    const changed = await call("PUT", `/sweets/${id}`, { ...admin, body: { price: 340, featured: true, details } });
    // Its one pack has its price and net weight, and is called by it.
    const pack = { ...sweet.packs[0], label: "250 g", grams: 250, price: 340, pricePerKg: 1360 };
    expect(changed.body).toEqual({
      ...sweet,
      price: 340,
      featured: true,
      packs: [pack],
      details: { ...sweet.details, ...details },
    });
    const own = { prepHours: 6, travels: true, hsn: "08021200" };
    expect((await call("PUT", `/sweets/${id}`, { ...admin, body: own })).body).toMatchObject({ ...own, price: 340 });
    const cleared = await call("PUT", `/sweets/${id}`, {
      ...admin,
      body: { prepHours: null, travels: null, hsn: null },
    });
    expect(cleared.body).toMatchObject({ prepHours: 0, travels: false, hsn: "2106" });
    expect((await call("PUT", `/sweets/${id}`, { ...admin, body: { quantity: 9, stock: 9 } })).body.quantity).toBe(9);

    expect((await call("POST", `/sweets/${id}/restock`, { ...admin, body: { quantity: 3 } })).body.quantity).toBe(12);
    expect((await call("POST", `/sweets/${id}/restock`, admin)).body.quantity).toBe(13);
    const customer = await aCustomer();
    const bought = await call("POST", `/sweets/${id}/purchase`, { token: customer.token, body: { quantity: 2 } });
    expect(bought.body.quantity).toBe(11);
    expect((await call("POST", `/sweets/${id}/purchase`, admin)).body.quantity).toBe(10);
    expect((await call("GET", "/orders", { token: customer.token })).body).toMatchObject([
      {
        channel: "counter",
        status: "Pending",
        total: 680,
        recipientName: null,
        fulfilment: { method: "pickup", area: null, pincode: null, fee: 0, slot: null },
        payment: { method: "cod", state: "unpaid", paid: 0, due: 680 },
        history: [{ status: "Pending" }],
        items: [{ productId: id, quantity: 2, price: 340 }],
      },
    ]);

    expect((await call("GET", `/stock?ids=${id},2147483647`)).body).toEqual([{ id, quantity: 10, price: 340 }]);
    expect((await call("DELETE", `/sweets/${id}`, admin)).body).toEqual({ message: "Sweet deleted successfully" });
    expect((await call("GET", `/sweets/${id}`)).status).toBe(404);
    expect((await call("DELETE", `/sweets/${id}`, admin)).status).toBe(404);
  });
});

describe("cart", () => {
  test("a visitor's, from the first sweet to the last", async () => {
    const [one, two] = [await aSweet({ price: 10.25 }), await aSweet({ price: 20 })];
    const first = await call("POST", "/cart/reserve", { body: { productId: one.id } });
    const hold = { productId: one.id, quantity: 1, available: 9, expiresAt: time };
    expect([first.status, first.body]).toEqual([200, hold]);
    expect(first.headers.getSetCookie().join()).toMatch(
      /^mithaas_cart=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax,mithaas_hint=/,
    );
    const mine = { cookie: cookieOf(first.headers, "mithaas_cart"), headers: origin };
    const more = await call("POST", "/cart/reserve", { ...mine, body: { productId: one.id, quantity: 2 } });
    expect(more.body.quantity).toBe(3);
    // What a browser's header counts by.
    const hint = decodeURIComponent(cookieOf(more.headers, "mithaas_hint").split("=")[1] ?? "");
    expect(JSON.parse(hint)).toEqual({ role: "visitor", count: 3 });
    const again = await call("POST", "/cart/reserve", { ...mine, body: { productId: two.id, quantity: 5 } });
    // Each write lets the cookie live on.
    expect(again.headers.getSetCookie()[0]).toBe(`${mine.cookie}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax`);

    const line = (sweet: typeof one, quantity: number) => ({
      productId: sweet.id,
      name: sweet.name,
      slug: sweet.slug,
      packId: sweet.packs[0]?.id,
      packLabel: "1 piece",
      price: sweet.price,
      image: null,
      quantity,
      day: null,
      held: quantity,
      expiresAt: time,
      isAvailable: true,
    });
    const cart = {
      items: [line(one, 3), line(two, 5)],
      total: 130.75,
      itemsCount: 8,
      giftWrap: false,
      personalMessage: "",
      day: null,
    };
    expect((await call("GET", "/cart", mine)).body).toEqual(cart);

    const gift = { giftWrap: true, personalMessage: "शुभ दीपावली 🪔" };
    expect((await call("PATCH", "/cart", { ...mine, body: gift })).body).toEqual({ ...cart, ...gift, total: 180.75 });
    const fewer = (await call("PATCH", `/cart/items/${two.id}`, { ...mine, body: { quantity: 1 } })).body;
    expect(fewer).toEqual({ ...cart, ...gift, items: [line(one, 3), line(two, 1)], total: 100.75, itemsCount: 4 });
    expect(await stockOf(two.id)).toBe(9);
    const without = (await call("PATCH", `/cart/items/${one.id}`, { ...mine, body: { quantity: 0 } })).body;
    expect(without.items).toEqual([line(two, 1)]);
    expect((await call("DELETE", "/cart", mine)).body).toEqual({ message: "Cart cleared." });
    const empty = { items: [], total: 0, itemsCount: 0, giftWrap: false, personalMessage: "", day: null };
    expect((await call("GET", "/cart", mine)).body).toEqual(empty);
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([10, 10]);
  });
});

test("a hold lasts until the same millisecond in the answer to its reserve and in the cart", async () => {
  const { id } = await aSweet({ stock: 100 });
  const { token } = await aCustomer();
  // A time that is rounded in one place and cut in the other differs in half of them.
  for (let i = 0; i < 6; i++) {
    const hold = await call("POST", "/cart/reserve", { token, body: { productId: id } });
    const cart = await call("GET", "/cart", { token });
    expect(cart.body.items[0].expiresAt).toBe(hold.body.expiresAt);
  }
});
