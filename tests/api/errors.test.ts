import { describe, expect, test } from "vitest";
import { problem } from "./expected";
import { aCustomer, anAdmin, anOrder, aSweet, call, delivery, unique } from "./shop";

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

  const wrong = {
    "/admin/reports/sales-by-day": [
      "days=8 days= from=2026-01-01 to=2026-01-01 from=2026-02-30&to=2026-03-01 from=2026-03-01&to=2026-02-01",
      "from=2025-01-01&to=2026-01-02 from=0000-01-01&to=0000-01-02 from=01.02.2026&to=02.02.2026",
      "days=7&from=2026-01-01&to=2026-01-02",
    ],
    "/admin/reports/payments": ["days=8 from=2026-03-01&to=2026-02-01"],
    "/admin/reports/plans": ["from=2026-01-02&to=2026-01-01 from=2026-01-01&to=2026-04-03 from=today to=9999-12-31"],
    "/admin/reports/top-products": ["limit=0 limit=101 limit=x"],
    "/admin/orders": [
      "status=Lost status= payment=Paid page=0 pageSize=0 pageSize=101 pageSize=x",
      "slotDate=today slotDate=2026-02-30 slotDate=2026-11-24&slotFrom=10 slotFrom=10:00",
    ],
    "/admin/kitchen": ["date= date=today date=2026-02-30 date=26-01-01 date=2026-01-01T10:00"],
    "/admin/plans": ["from=x from=2030-01-02&to=2030-01-01 from=2030-01-01&to=2030-04-03"],
    "/sweets/1/days": ["from=x to=2026-02-30 from=2030-01-02&to=2030-01-01 from=2030-01-01&to=2030-04-03"],
    "/stock": [`none= ids= ids=1,,2 ids=0 ids=a ids=99999999999 ids=${Array(101).fill(1)}`],
  };
  const asked = Object.entries(wrong).flatMap(([path, queries]) =>
    queries.flatMap((some) => some.split(" ").map((query) => `${path}?${query}`)),
  );
  test.each(asked)("GET %s", async (path) => {
    expect((await call("GET", path, { token: await anAdmin() })).status).toBe(400);
  });

  test("unknown parameters are ignored", async () => {
    expect((await call("GET", "/sweets?limit=1&colour=red&__proto__=x")).status).toBe(200);
  });
});

describe("what is not there", () => {
  const noIds = "0 -1 01 1.0 1e0 abc 2147483648 99999999999999999999 1%00 %20 1;x null ..%2f1";
  test.each(noIds.split(" "))("id %s is a 404", async (id) => {
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
    const status = { status: "Shipped" };
    expect((await call("PUT", `/admin/orders/${id}/status`, { token, body: status })).body).toEqual(order);
    for (const path of ["", "/", "/nothing", "/sweets/1/nothing", "/auth", "/auth/session", "/auth/signin", "/admin"]) {
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
  test("short stock says what is there: to who reserves, orders and buys at the counter", async () => {
    const { id } = await aSweet({ stock: 5 });
    const { token } = await aCustomer();
    await call("POST", "/cart/reserve", { body: { productId: id, quantity: 3 } });
    const short = (message: string, extra: object = {}) =>
      problem(409, "insufficient_stock", message, { available: 2, ...extra });
    const few = "Only 2 items available in stock.";
    const items = [{ productId: id, quantity: 3 }];
    expect((await call("POST", "/cart/reserve", { token, body: items[0] })).body).toEqual(short(few));
    const ordered = await call("POST", "/orders", { token, body: { items, delivery } });
    expect(ordered.body).toEqual(short(few, { short: [{ productId: id, available: 2 }] }));
    const bought = await call("POST", `/sweets/${id}/purchase`, { token, body: { quantity: 3 } });
    expect(bought.body).toEqual(short("Purchase failed due to insufficient quantity"));
  });

  test("an order at a lower price than today's, or of sweets that are not sold any more, names them", async () => {
    const [one, gone] = [await aSweet({ price: 250.5 }), await aSweet()];
    const { token } = await aCustomer();
    const order = (items: object[]) => call("POST", "/orders", { token, body: { items, delivery } });
    expect(await order([{ productId: one.id, quantity: 1, price: 250.49 }])).toMatchObject({
      status: 409,
      body: { code: "price_changed", prices: [{ productId: one.id, price: 250.5 }] },
    });
    await call("DELETE", `/sweets/${gone.id}`, { token: await anAdmin() });
    expect(await order([gone.id, one.id, 2147483647].map((productId) => ({ productId, quantity: 1 })))).toMatchObject({
      status: 409,
      body: { code: "unavailable", unavailable: [gone.id, 2147483647] },
    });
  });

  test("a taken e-mail, an order past Pending, a version that is old", async () => {
    const customer = await aCustomer();
    const again = { email: customer.email.toUpperCase(), password: "another" };
    expect((await call("POST", "/auth/register", { body: again })).body).toEqual(
      problem(409, "email_taken", "An account with this email already exists."),
    );
    const token = await anAdmin();
    const { id } = await aSweet();
    const order = await anOrder(customer, id);
    await call("PUT", `/admin/orders/${order.id}/status`, { token, body: { status: "Processing" } });
    expect((await call("POST", `/orders/${order.id}/cancel`, { token: customer.token })).body).toMatchObject({
      status: 409,
      code: "conflict",
    });
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
