import { describe, expect, test } from "vitest";
import { problem } from "./expected";
import { aCustomer, anAdmin, anOrder, anOrderOf, aSweet, call, delivery, unique } from "./shop";

describe("queries: 400", () => {
  test.each([
    "page=0",
    "page=-1",
    "page=abc",
    "page=1.5",
    "page=1e1",
    "page=",
    "page=0x10",
    "page=%201",
    "page=2147483648",
    "page=99999999999",
    "limit=0",
    "limit=101",
    "limit=ten",
    "sortBy=id",
    "sortBy=",
    "sortOrder=up",
    "sortOrder=ASC",
    "category=Pickles",
    "category=",
    "category=cakes",
    "category=constructor",
    "category=__proto__",
    "featured=1",
    "featured=",
    "search=%00",
    `search=${"x".repeat(201)}`,
  ])("GET /sweets?%s", async (query) => {
    const { status, body } = await call("GET", `/sweets?${query}`);
    const name = query.split("=")[0];
    expect([status, body.code, body.errors[0].path]).toEqual([400, "bad_request", name]);
  });

  test.each([
    "sales-by-day?days=8",
    "sales-by-day?days=",
    "sales-by-day?from=2026-01-01",
    "sales-by-day?to=2026-01-01",
    "sales-by-day?from=2026-02-30&to=2026-03-01",
    "sales-by-day?from=2026-03-01&to=2026-02-01",
    "sales-by-day?from=2025-01-01&to=2026-01-02",
    "sales-by-day?from=0000-01-01&to=0000-01-02",
    "sales-by-day?from=01.02.2026&to=02.02.2026",
    "sales-by-day?days=7&from=2026-01-01&to=2026-01-02",
    "top-products?limit=0",
    "top-products?limit=101",
    "top-products?limit=x",
  ])("GET /admin/reports/%s", async (query) => {
    expect((await call("GET", `/admin/reports/${query}`, { token: await anAdmin() })).status).toBe(400);
  });

  test.each(["status=Lost", "status=", "page=0", "pageSize=0", "pageSize=101", "pageSize=x"])(
    "GET /admin/orders?%s",
    async (query) => {
      expect((await call("GET", `/admin/orders?${query}`, { token: await anAdmin() })).status).toBe(400);
    },
  );

  test.each(["", "ids=", "ids=1,,2", "ids=0", "ids=a", "ids=99999999999", `ids=${Array(101).fill(1)}`])(
    "GET /stock?%s",
    async (query) => {
      expect((await call("GET", `/stock?${query}`)).status).toBe(400);
    },
  );

  test("unknown parameters are ignored", async () => {
    expect((await call("GET", "/sweets?limit=1&colour=red&__proto__=x")).status).toBe(200);
  });
});

describe("what is not there", () => {
  test.each([
    "0",
    "-1",
    "01",
    "1.0",
    "1e0",
    "abc",
    "2147483648",
    "99999999999999999999",
    "1%00",
    "%20",
    "1;x",
    "null",
    "..%2f1",
  ])("id %s is a 404", async (id) => {
    const token = await anAdmin();
    for (const path of [`/sweets/${id}`, `/admin/orders/${id}`])
      expect((await call("GET", path, { token })).status).toBe(404);
  });

  test("sweets, orders, paths", async () => {
    const token = await anAdmin();
    const sweet = problem(404, "not_found", "Sweet not found.");
    const id = 2147483647;
    expect((await call("GET", `/sweets/${id}`)).body).toEqual(sweet);
    expect((await call("PUT", `/sweets/${id}`, { token, body: { price: 1 } })).body).toEqual(sweet);
    expect((await call("DELETE", `/sweets/${id}`, { token })).body).toEqual(sweet);
    expect((await call("POST", `/sweets/${id}/restock`, { token })).body).toEqual(sweet);
    expect((await call("POST", `/sweets/${id}/purchase`, { token })).body).toEqual(sweet);
    expect((await call("POST", "/cart/reserve", { body: { productId: id } })).body).toEqual(sweet);
    const order = problem(404, "not_found", "Order not found.");
    expect((await call("GET", `/admin/orders/${id}`, { token })).body).toEqual(order);
    expect((await call("PUT", `/admin/orders/${id}/status`, { token, body: { status: "Shipped" } })).body).toEqual(
      order,
    );
    for (const path of [
      "",
      "/",
      "/nothing",
      "/sweets/1/nothing",
      "/auth",
      "/auth/session",
      "/auth/csrf",
      "/auth/signin",
      "/admin",
    ]) {
      for (const method of ["GET", "POST"]) {
        const { status } = await call(method, path, { documented: false });
        expect([path, [404, 308].includes(status)]).toEqual([path, true]);
      }
    }
    expect((await call("GET", "/nothing")).body).toEqual(problem(404, "not_found", "Nothing was found at this path."));
  });

  test("a path that cannot be read is a 400", async () => {
    for (const path of ["/sweets/%E0%A4%A", "/%", "/sweets/%zz"])
      expect((await call("GET", path, { documented: false })).body).toEqual(
        problem(400, "bad_request", "The path is not valid."),
      );
  });
});

describe("conflicts: 409", () => {
  test("short stock says what is there", async () => {
    const { id } = await aSweet({ stock: 5 });
    const [{ token }, other] = [await aCustomer(), await aCustomer()];
    await call("POST", "/cart/reserve", { token, body: { productId: id, quantity: 3 } });
    const short = (available: number, extra: object = {}) =>
      problem(409, "insufficient_stock", `Only ${available} items available in stock.`, { available, ...extra });
    expect((await call("POST", "/cart/reserve", { token, body: { productId: id, quantity: 3 } })).body).toEqual(
      short(2),
    );
    expect((await call("PATCH", `/cart/items/${id}`, { token, body: { quantity: 6 } })).body).toEqual(short(2));
    expect(
      (await call("POST", "/cart/reserve", { token: other.token, body: { productId: id, quantity: 3 } })).body,
    ).toEqual(short(2));
    const order = (token: string, quantity: number) =>
      call("POST", "/orders", { token, body: { items: [{ productId: id, quantity }], delivery } });
    expect((await order(token, 6)).body).toEqual(short(5, { short: [{ productId: id, available: 5 }] }));
    expect((await order(other.token, 3)).body).toEqual(short(2, { short: [{ productId: id, available: 2 }] }));
    expect((await call("POST", `/sweets/${id}/purchase`, { token: other.token, body: { quantity: 3 } })).body).toEqual(
      problem(409, "insufficient_stock", "Purchase failed due to insufficient quantity", { available: 2 }),
    );
    expect((await order(token, 5)).status).toBe(201);
  });

  test("a lower price than today's is refused with today's", async () => {
    const [one, two] = [await aSweet({ price: 250.5 }), await aSweet({ price: 99 })];
    const { token } = await aCustomer();
    const items = [
      { productId: one.id, quantity: 1, price: 250.49 },
      { productId: two.id, quantity: 1, price: 99 },
    ];
    const { status, body } = await call("POST", "/orders", { token, body: { items, delivery } });
    expect([status, body.code]).toEqual([409, "price_changed"]);
    expect(body.prices).toContainEqual({ productId: one.id, price: 250.5 });
  });

  test("sweets that are not sold any more", async () => {
    const [gone, there] = [await aSweet(), await aSweet()];
    await call("DELETE", `/sweets/${gone.id}`, { token: await anAdmin() });
    const { body } = await call("POST", "/orders", {
      token: (await aCustomer()).token,
      body: anOrderOf(gone.id, there.id, 2147483647),
    });
    expect(body).toMatchObject({ status: 409, code: "unavailable", unavailable: [gone.id, 2147483647] });
  });

  test("a taken e-mail, an order past Pending, units that are gone, a version that is old", async () => {
    const customer = await aCustomer();
    const again = { email: customer.email.toUpperCase(), password: "another" };
    expect((await call("POST", "/auth/register", { body: again })).body).toEqual(
      problem(409, "email_taken", "An account with this email already exists."),
    );
    const token = await anAdmin();
    const { id } = await aSweet({ stock: 1 });
    const order = await anOrder(customer, id);
    const to = (status: string) => call("PUT", `/admin/orders/${order.id}/status`, { token, body: { status } });
    await to("Processing");
    expect(await call("POST", `/orders/${order.id}/cancel`, { token: customer.token })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    await to("Cancelled");
    await call("POST", `/sweets/${id}/purchase`, { token });
    expect((await to("Pending")).body).toMatchObject({ status: 409, code: "insufficient_stock", available: 0 });
    expect((await call("PUT", `/sweets/${id}`, { token, body: { price: 5, version: 99 } })).body).toMatchObject({
      status: 409,
      code: "stale_version",
    });
  });

  test("wrong password and unknown e-mail get the same response", async () => {
    const { email } = await aCustomer();
    for (const body of [
      { email, password: "not-this" },
      { email: `${unique()}@mithaas.test`, password: "not-this" },
    ]) {
      const failed = await call("POST", "/auth/login", { body });
      expect(failed.body).toEqual(problem(401, "unauthorized", "Login failed. Please check your credentials."));
    }
  });
});
