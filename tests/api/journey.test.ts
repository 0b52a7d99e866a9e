import { describe, expect, test } from "vitest";
import {
  aBrowser,
  aCustomer,
  anAdmin,
  anOrder,
  anOrderOf,
  aSweet,
  aVisitorsCart,
  base,
  call,
  cookieOf,
  delivery,
  sql,
  stockOf,
  unique,
} from "./shop";

// The happy path of every operation, with whole answers.

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const token = expect.stringMatching(/^[\w-]{43,}$/);
const origin = { origin: base };

describe("account", () => {
  test("sign up, sign in, who am I, sign out", async () => {
    const email = `${unique("a")}@Mithaas.test`;
    const made = await call("POST", "/auth/register", {
      body: { email: ` ${email} `, password: "ladd🍬o", name: "Asha Rao" },
    });
    const user = { id: expect.any(Number), name: "Asha Rao", email: email.toLowerCase(), role: "customer" };
    expect([made.status, made.body]).toEqual([201, { accessToken: token, user }]);

    const signedIn = await call("POST", "/auth/login", { body: { email: email.toUpperCase(), password: "ladd🍬o" } });
    expect([signedIn.status, signedIn.body]).toEqual([200, { accessToken: token, user }]);
    expect(signedIn.body.accessToken).not.toBe(made.body.accessToken);

    const me = { token: signedIn.body.accessToken };
    expect((await call("GET", "/auth/me", me)).body).toEqual({ user });
    expect((await call("POST", "/auth/logout", me)).body).toEqual({ message: "Logged out." });
    expect((await call("GET", "/auth/me", me)).status).toBe(401);
    expect((await call("GET", "/auth/me", { token: made.body.accessToken })).status).toBe(200);
  });

  test("without a name it is the e-mail's local part", async () => {
    const name = unique("n");
    const { body } = await call("POST", "/auth/register", {
      body: { email: `${name}@mithaas.test`, password: "secret" },
    });
    expect(body.user.name).toBe(name);
  });

  test("a browser's session signs out with its cookies", async () => {
    const cookie = await aBrowser(await aCustomer());
    expect((await call("GET", "/auth/me", { cookie })).status).toBe(200);
    const { status, headers } = await call("POST", "/auth/logout", { cookie, headers: origin });
    expect([status, headers.getSetCookie().some((one) => one.startsWith("authjs.session-token=;"))]).toEqual([
      200,
      true,
    ]);
    expect((await call("GET", "/auth/me", { cookie })).status).toBe(401);
  });

  test.each(["login", "register"])("a visitor's cart joins at %s", async (way) => {
    const sweet = await aSweet();
    const cookie = await aVisitorsCart(sweet.id, 2);
    const person = way === "login" ? await aCustomer() : { email: `${unique("j")}@mithaas.test`, password: "secret" };
    const { body, headers } = await call("POST", `/auth/${way}`, {
      cookie,
      headers: origin,
      body: { email: person.email, password: person.password },
    });
    expect(headers.getSetCookie().join()).toMatch(/^mithaas_cart=;.*Max-Age=0/);
    const cart = (await call("GET", "/cart", { token: body.accessToken })).body;
    expect(cart.items).toMatchObject([{ productId: sweet.id, quantity: 2, held: 2 }]);
    expect((await call("GET", "/cart", { cookie })).body.items).toEqual([]);
    expect(await stockOf(sweet.id)).toBe(8);
  });
});

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
      imageAlt: null,
      createdAt: time,
      updatedAt: time,
      featured: false,
      sugarFree: false,
      giftBox: false,
      isAvailable: true,
      details: {
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
    expect(changed.body).toEqual({ ...sweet, price: 340, featured: true, details: { ...sweet.details, ...details } });
    expect((await call("PUT", `/sweets/${id}`, { ...admin, body: { quantity: 9, stock: 9 } })).body.quantity).toBe(9);

    expect((await call("POST", `/sweets/${id}/restock`, { ...admin, body: { quantity: 3 } })).body.quantity).toBe(12);
    expect((await call("POST", `/sweets/${id}/restock`, admin)).body.quantity).toBe(13);
    const customer = await aCustomer();
    expect(
      (await call("POST", `/sweets/${id}/purchase`, { token: customer.token, body: { quantity: 2 } })).body.quantity,
    ).toBe(11);
    expect((await call("POST", `/sweets/${id}/purchase`, admin)).body.quantity).toBe(10);
    expect((await call("GET", "/orders", { token: customer.token })).body).toMatchObject([
      {
        channel: "counter",
        status: "Completed",
        total: 680,
        recipientName: null,
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
    expect([first.status, first.body]).toEqual([
      200,
      { productId: one.id, quantity: 1, available: 9, expiresAt: time },
    ]);
    expect(first.headers.getSetCookie().join()).toMatch(
      /^mithaas_cart=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    );
    const mine = { cookie: cookieOf(first.headers, "mithaas_cart"), headers: origin };
    expect(
      (await call("POST", "/cart/reserve", { ...mine, body: { productId: one.id, quantity: 2 } })).body.quantity,
    ).toBe(3);
    await call("POST", "/cart/reserve", { ...mine, body: { productId: two.id, quantity: 5 } });

    const line = (sweet: typeof one, quantity: number) => ({
      productId: sweet.id,
      name: sweet.name,
      slug: sweet.slug,
      price: sweet.price,
      image: null,
      quantity,
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
    const empty = { items: [], total: 0, itemsCount: 0, giftWrap: false, personalMessage: "" };
    expect((await call("GET", "/cart", mine)).body).toEqual(empty);
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([10, 10]);
  });

  test("gift wrap begins a cart as well", async () => {
    const { body, headers } = await call("PATCH", "/cart", { body: { giftWrap: true } });
    expect(body).toEqual({ items: [], total: 0, itemsCount: 0, giftWrap: true, personalMessage: "" });
    expect((await call("GET", "/cart", { cookie: cookieOf(headers, "mithaas_cart") })).body.giftWrap).toBe(true);
  });

  test("a sweet that was taken off sale stays as a line outside the total", async () => {
    const [gone, kept] = [await aSweet(), await aSweet()];
    const { token } = await aCustomer();
    for (const { id } of [gone, kept]) await call("POST", "/cart/reserve", { token, body: { productId: id } });
    await call("DELETE", `/sweets/${gone.id}`, { token: await anAdmin() });
    expect((await call("GET", "/cart", { token })).body).toMatchObject({
      items: [
        { productId: gone.id, isAvailable: false, held: 0, expiresAt: null },
        { productId: kept.id, isAvailable: true },
      ],
      total: 100,
    });
    expect((await call("POST", "/cart/reserve", { token, body: { productId: gone.id } })).status).toBe(404);
  });
});

describe("orders", () => {
  test("place, list, read, cancel", async () => {
    const [one, two] = [await aSweet({ price: 99.99 }), await aSweet()];
    const customer = await aCustomer();
    await call("POST", "/cart/reserve", { token: customer.token, body: { productId: one.id, quantity: 3 } });
    const body = {
      items: [
        { productId: one.id, quantity: 2, price: 120 },
        { productId: two.id, quantity: 1 },
        { productId: two.id, quantity: 1, price: 100 },
      ],
      delivery,
      giftWrap: true,
      personalMessage: "With love",
    };
    const placed = await call("POST", "/orders", { token: customer.token, body });
    const line = (sweet: typeof one) => ({
      id: expect.any(Number),
      productId: sweet.id,
      name: sweet.name,
      quantity: 2,
      price: sweet.price,
      slug: sweet.slug,
      image: null,
    });
    const order = {
      id: expect.any(Number),
      status: "Pending",
      channel: "api",
      createdAt: time,
      updatedAt: time,
      total: 449.98,
      giftWrap: true,
      personalMessage: "With love",
      ...delivery,
      items: [line(one), line(two)],
      history: [{ status: "Pending", at: time }],
    };
    const { id } = placed.body;
    expect([placed.status, placed.headers.get("location"), placed.body]).toEqual([201, `/api/orders/${id}`, order]);
    expect((await call("GET", "/cart", { token: customer.token })).body.items).toMatchObject([
      { productId: one.id, quantity: 1, held: 1 },
    ]);
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([7, 8]);

    const second = await anOrder(customer, two.id);
    expect((await call("GET", "/orders", { token: customer.token })).body).toEqual([second, placed.body]);
    expect((await call("GET", "/orders?page=2", { token: customer.token })).body).toEqual([]);
    expect((await call("GET", `/orders/${id}`, { token: customer.token })).body).toEqual(placed.body);

    const cancelled = await call("POST", `/orders/${id}/cancel`, { token: customer.token });
    expect(cancelled.body).toEqual({
      ...order,
      status: "Cancelled",
      history: [...order.history, { status: "Cancelled", at: time }],
    });
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([9, 9]);
    expect((await call("POST", `/orders/${id}/cancel`, { token: customer.token })).body.status).toBe("Cancelled");
    expect(await stockOf(one.id)).toBe(9);
  });

  test("defaults: no gift wrap, no message, no notes", async () => {
    const sweet = await aSweet();
    const { notes: _, ...without } = delivery;
    const { body } = await call("POST", "/orders", {
      token: (await aCustomer()).token,
      body: { items: [{ productId: sweet.id, quantity: 1 }], delivery: without },
    });
    expect(body).toMatchObject({ giftWrap: false, personalMessage: null, notes: null, total: 100 });
  });
});

describe("the owner's side", () => {
  test("every order: list, one, statuses with their history and stock", async () => {
    const admin = { token: await anAdmin() };
    const sweet = await aSweet();
    const customer = await aCustomer();
    const { id } = await anOrder(customer, sweet.id);
    const seen = await call("GET", `/admin/orders/${id}`, admin);
    const order = {
      id,
      status: "Pending",
      channel: "api",
      createdAt: time,
      updatedAt: time,
      total: 100,
      giftWrap: false,
      personalMessage: null,
      ...delivery,
      user: { name: "Asha Rao", email: customer.email },
      internalNote: null,
      items: [
        {
          id: expect.any(Number),
          productId: sweet.id,
          orderId: id,
          quantity: 1,
          price: 100,
          product: { name: sweet.name },
        },
      ],
      history: [{ from: null, to: "Pending", at: time, by: "Asha Rao" }],
      corrections: [],
    };
    expect(seen.body).toEqual(order);
    const list = (await call("GET", "/admin/orders?status=pending&pageSize=1", admin)).body;
    expect(list).toEqual({
      items: [seen.body],
      meta: { page: 1, pageSize: 1, total: list.meta.total, totalPages: list.meta.total },
    });

    const to = async (status: string) =>
      (await call("PUT", `/admin/orders/${id}/status`, { ...admin, body: { status } })).body;
    expect(await to("cAnCeLlEd")).toMatchObject({
      status: "Cancelled",
      history: [{}, { from: "Pending", to: "Cancelled", at: time }],
    });
    expect(await stockOf(sweet.id)).toBe(10);
    expect((await to("Cancelled")).history).toHaveLength(2);
    expect((await to("Shipped")).status).toBe("Shipped");
    expect(await stockOf(sweet.id)).toBe(9);
    for (const status of ["Cancelled", "Completed", "Processing", "Pending"])
      expect((await to(status)).status).toBe(status);
    expect(await stockOf(sweet.id)).toBe(9);
  });

  test("figures and reports follow a sale", async () => {
    const admin = { token: await anAdmin() };
    const before = (await call("GET", "/admin/stats", admin)).body;
    const sweet = await aSweet({ price: 12.5, stock: 5000 });
    const customer = await aCustomer();
    await call("POST", "/orders", {
      token: customer.token,
      body: { ...anOrderOf(), items: [{ productId: sweet.id, quantity: 4000 }] },
    });
    const { id } = await anOrder(customer, sweet.id);
    await call("POST", `/orders/${id}/cancel`, { token: customer.token });
    const sold = { productId: sweet.id, name: sweet.name, totalQuantity: 4000 };
    const top = (await call("GET", "/admin/reports/top-products?limit=100", admin)).body;
    expect(top).toContainEqual(sold);
    const units = top.map(({ totalQuantity }: typeof sold) => totalQuantity);
    expect(units).toEqual([...units].sort((a, b) => b - a));
    expect((await call("GET", "/admin/reports/top-products", admin)).body).toEqual(top.slice(0, 10));
    expect((await call("GET", "/admin/stats", admin)).body).toEqual({
      totalOrders: before.totalOrders + 2,
      totalUsers: before.totalUsers + 1,
      totalSales: before.totalSales + 50_000,
      topProduct: top[0],
    });

    const day = (ago: number) => new Date(Date.now() + 5.5 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10);
    for (const days of [7, 30, 90]) {
      const rows = (await call("GET", `/admin/reports/sales-by-day?days=${days}`, admin)).body;
      expect(rows.map((row: { date: string }) => row.date)).toEqual(
        Array.from({ length: days }, (_, i) => day(days - 1 - i)),
      );
      expect(rows.at(-1).revenue).toBeGreaterThanOrEqual(50_000);
    }
    expect((await call("GET", "/admin/reports/sales-by-day", admin)).body).toHaveLength(30);
    const leap = (await call("GET", "/admin/reports/sales-by-day?from=2024-02-28&to=2024-03-01", admin)).body;
    expect(leap).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"].map((date) => ({ date, revenue: 0 })));
    expect((await call("GET", "/admin/reports/sales-by-day?from=2024-01-01&to=2024-12-31", admin)).body).toHaveLength(
      366,
    );
  });
});

describe("service", () => {
  test("health, live, enquiries", async () => {
    expect((await call("GET", "/health")).body).toEqual({ status: "ok" });
    expect((await call("GET", "/live")).body).toEqual({ status: "ok" });
    const message = {
      name: "Asha",
      email: "asha@mithaas.test",
      phone: "98200 00000",
      subject: "Diwali",
      message: "Do you deliver to Pune?",
    };
    const sent = await call("POST", "/contact", { body: message });
    expect([sent.status, sent.body]).toEqual([
      201,
      { id: expect.any(Number), message: "Message sent successfully! We'll get back to you soon." },
    ]);
    const asked = await call("POST", "/custom-orders", { body: { ...message, occasion: "Wedding" } });
    expect([asked.status, asked.body]).toEqual([
      201,
      { id: expect.any(Number), message: "Request sent successfully! We'll get back to you soon." },
    ]);
    const [stored] =
      await sql`select kind, name, email, phone, subject, message from enquiries where id = ${sent.body.id}`;
    expect(stored).toEqual({ kind: "contact", ...message });
  });

  test("HEAD is GET without its body", async () => {
    for (const path of ["/sweets", "/health", "/openapi.json"]) {
      const [get, head] = [await call("GET", path), await call("HEAD", path, { documented: false })];
      expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", get.headers.get("etag")]);
    }
    const missing = await call("HEAD", "/sweets/0", { documented: false });
    expect([missing.status, missing.text]).toEqual([404, ""]);
  });

  test("a request's id is taken when it is well-formed, else made", async () => {
    const id = unique("req-");
    expect((await call("GET", "/live", { headers: { "x-request-id": id } })).headers.get("x-request-id")).toBe(id);
    expect((await call("GET", "/nothing", { headers: { "x-request-id": id } })).body.requestId).toBe(id);
    for (const bad of ["a b", "é", "x".repeat(65), "<script>"]) {
      const given = (await call("GET", "/live", { headers: { "x-request-id": bad } })).headers.get("x-request-id");
      expect(given).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
