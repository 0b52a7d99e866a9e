import { describe, expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, anOrderOf, aSweet, call, delivery, unique } from "./shop";

type Fields = [path: string, message: string][];
const problem = (status: number, code: string, message: string, extra: object = {}) => ({
  type: "about:blank",
  title: expect.any(String),
  status,
  detail: message,
  message,
  code,
  requestId: expect.any(String),
  ...extra,
});
const invalid = (fields: Fields) =>
  problem(422, "invalid", fields[0]?.[1] ?? "", { errors: fields.map(([path, message]) => ({ path, message })) });

describe("wrong fields: 422 with each path and the specification's text", () => {
  const email = "Please enter a valid email address";
  const name = "Name must be at least 2 characters";
  const password = "Password must be at least 6 characters";
  const phone = "Please enter a valid phone number";
  const subject = "Subject must be at least 5 characters";
  const message = "Message must be at least 10 characters";
  const person = { name: "Asha", email: "a@mithaas.test", phone: "9820000000" };
  const enquiry = { ...person, subject: "Diwali", message: "Do you deliver?" };

  test.each<[string, object, Fields]>([
    [
      "/auth/login",
      {},
      [
        ["email", email],
        ["password", password],
      ],
    ],
    [
      "/auth/login",
      { email: "a@b", password: "12345" },
      [
        ["email", email],
        ["password", password],
      ],
    ],
    [
      "/auth/login",
      { email: 5, password: null },
      [
        ["email", email],
        ["password", password],
      ],
    ],
    ["/auth/register", { email: "x@y.co", password: "123456", name: "A" }, [["name", name]]],
    ["/auth/register", { email: "x@y.co", password: "123456", name: "  " }, [["name", name]]],
    [
      "/auth/register",
      { email: "x@y.co", password: "1".repeat(201) },
      [["password", "Password must be at most 200 characters"]],
    ],
    ["/auth/register", { email: `${"x".repeat(250)}@y.co`, password: "123456" }, [["email", email]]],
    [
      "/contact",
      {},
      [
        ["name", name],
        ["email", email],
        ["phone", phone],
        ["subject", subject],
        ["message", message],
      ],
    ],
    ["/contact", { ...enquiry, phone: "123456789" }, [["phone", phone]]],
    ["/contact", { ...enquiry, subject: "    " }, [["subject", subject]]],
    ["/contact", { ...enquiry, message: "short" }, [["message", message]]],
    ["/contact", { ...enquiry, message: "x".repeat(5001) }, [["message", "Must be at most 5000 characters"]]],
    [
      "/custom-orders",
      {},
      [
        ["name", name],
        ["email", email],
        ["phone", phone],
        ["message", message],
      ],
    ],
  ])("POST %s %j", async (path, body, fields) => {
    const answer = await call("POST", path, { body });
    expect([answer.status, answer.body]).toEqual([422, invalid(fields)]);
  });

  const sweet = { name: "Peda", category: "Cakes", description: "Soft.", price: 10, stock: 1 };
  const price = "Price must be greater than 0";
  const quantity = "Quantity must be 0 or greater";
  test.each<[object, Fields]>([
    [
      {},
      [
        ["name", name],
        ["category", "Please select a category"],
        ["description", "Please enter a description"],
        ["price", price],
        ["quantity", quantity],
      ],
    ],
    [{ ...sweet, stock: undefined }, [["quantity", quantity]]],
    [{ ...sweet, name: "😀" }, [["name", name]]],
    [{ ...sweet, name: "x".repeat(121) }, [["name", "Must be at most 120 characters"]]],
    [{ ...sweet, category: "Pickles" }, [["category", "Please select a category"]]],
    [{ ...sweet, category: "Gift Boxes" }, [["category", "Please select a category"]]],
    [{ ...sweet, price: 0 }, [["price", price]]],
    [{ ...sweet, price: "10" }, [["price", price]]],
    [{ ...sweet, price: 10.005 }, [["price", "Price must be in whole paise"]]],
    [{ ...sweet, price: 1_000_000.01 }, [["price", "Price must be 10,00,000 or less"]]],
    [{ ...sweet, stock: -1 }, [["stock", quantity]]],
    [{ ...sweet, stock: 1.5 }, [["stock", quantity]]],
    [{ ...sweet, stock: 100_001 }, [["stock", "Quantity must be 1,00,000 or less"]]],
    [{ ...sweet, stock: 1, quantity: 2 }, [["quantity", "stock and quantity must be the same"]]],
    [{ ...sweet, description: " \u200b " }, [["description", "Please enter a description"]]],
    [
      { ...sweet, details: { shelfLifeDays: 1, allergens: [" "] } },
      [["details.allergens.0", "Must be at least 1 characters"]],
    ],
  ])("POST /sweets %j", async (body, fields) => {
    const answer = await call("POST", "/sweets", { body, token: await anAdmin() });
    expect([answer.status, answer.body]).toEqual([422, invalid(fields)]);
  });

  const missing = "Please fill required delivery details.";
  test("POST /orders: what is missing of the delivery", async () => {
    const { token } = await aCustomer();
    const { id } = await aSweet();
    const order = anOrderOf(id);
    const blank = { ...order, delivery: { ...delivery, recipientName: "  ", phoneNumber: "" } };
    const answer = await call("POST", "/orders", { token, body: blank });
    expect(answer.body).toEqual(
      invalid([
        ["delivery.recipientName", missing],
        ["delivery.phoneNumber", missing],
      ]),
    );
    const none = await call("POST", "/orders", { token, body: { items: order.items } });
    expect(none.body).toEqual(invalid([["delivery", missing]]));
    expect((await call("POST", "/orders", { token, body: { ...order, items: [] } })).body.message).toBe(
      "The order has no items",
    );
    for (const items of [
      Array(101).fill({ productId: id, quantity: 1 }),
      [{ productId: id, quantity: 0 }],
      [{ productId: 0, quantity: 1 }],
      "x",
    ])
      expect((await call("POST", "/orders", { token, body: { ...order, items } })).status).toBe(422);
    const long = { ...order, delivery: { ...delivery, notes: "x".repeat(501) }, personalMessage: "y".repeat(501) };
    const paths = (await call("POST", "/orders", { token, body: long })).body.errors.map(
      ({ path }: { path: string }) => path,
    );
    expect(paths).toEqual(["delivery.notes", "personalMessage"]);
  });

  test("quantities that are none", async () => {
    const { id } = await aSweet();
    const { token } = await aCustomer();
    for (const quantity of [0, -1, 1.5, "2", null, 1e400, 2 ** 53, 100_001])
      for (const [path, body] of [
        ["/cart/reserve", { productId: id, quantity }],
        [`/sweets/${id}/purchase`, { quantity }],
      ] as const)
        expect([path, quantity, (await call("POST", path, { token, body })).status]).toEqual([path, quantity, 422]);
    const admin = await anAdmin();
    expect((await call("POST", `/sweets/${id}/restock`, { token: admin, body: { quantity: 0 } })).status).toBe(422);
    expect((await call("PATCH", `/cart/items/${id}`, { token, body: {} })).status).toBe(422);
    const status = await call("PUT", "/admin/orders/1/status", { token: admin, body: { status: "Lost" } });
    expect(status.body).toEqual(invalid([["status", "Unknown status"]]));
  });

  test("bodies that are no objects; fields of the prototype; fields that nobody knows", async () => {
    const { token } = await aCustomer();
    for (const body of ["[]", '"text"', "null", "1", "true"]) {
      const headers = { "content-type": "application/json" };
      expect([body, (await call("POST", "/cart/reserve", { token, body, headers })).status]).toEqual([body, 422]);
    }
    const headers = { "content-type": "application/json" };
    const polluting = '{"__proto__":{"productId":1},"constructor":{"prototype":{"productId":1}}}';
    expect((await call("POST", "/cart/reserve", { token, body: polluting, headers })).status).toBe(422);
    const { id } = await aSweet();
    const body = `{"productId":0,"productId":${id},"role":"admin","__proto__":{"quantity":9}}`;
    expect((await call("POST", "/cart/reserve", { token, body, headers })).body.quantity).toBe(1);
    const person = { email: `${unique()}@mithaas.test`, password: "secret", role: "admin", id: 1 };
    expect((await call("POST", "/auth/register", { body: person })).body.user.role).toBe("customer");
  });
});

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
    "page=1000001",
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
    expect((await call("GET", "/nothing")).body).toEqual(problem(404, "not_found", "There is nothing at this path."));
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

  test("wrong password and unknown e-mail are told alike", async () => {
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
