import { describe, expect, test } from "vitest";
import { operations } from "./contract";
import { aCustomer, anAdmin, anOrder, aSweet, call, delivery, type Person, sql } from "./shop";

// Who may do what: one table of every operation. What a caller may, answers 2xx or (below) complains of the body or the id,
// never 401 or 403.
const ok = "ok";
const table: Record<string, [visitor: number | typeof ok, customer: number | typeof ok, admin: number | typeof ok]> = {
  "get /api/sweets": [ok, ok, ok],
  "post /api/sweets": [401, 403, ok],
  "get /api/sweets/{id}": [ok, ok, ok],
  "put /api/sweets/{id}": [401, 403, ok],
  "delete /api/sweets/{id}": [401, 403, ok],
  "get /api/sweets/{id}/days": [ok, ok, ok],
  "post /api/sweets/{id}/purchase": [401, ok, ok],
  "post /api/sweets/{id}/restock": [401, 403, ok],
  "post /api/sweets/{id}/waste": [401, 403, ok],
  "get /api/stock": [ok, ok, ok],
  "get /api/stock/days": [ok, ok, ok],
  "get /api/cart": [ok, ok, 403],
  "patch /api/cart": [ok, ok, 403],
  "delete /api/cart": [ok, ok, 403],
  "post /api/cart/reserve": [ok, ok, 403],
  "patch /api/cart/items/{productId}": [ok, ok, 403],
  "delete /api/cart/items/{productId}": [ok, ok, 403],
  "get /api/delivery": [ok, ok, ok],
  "get /api/orders": [401, ok, 403],
  "post /api/orders": [401, ok, 403],
  "get /api/orders/{id}": [401, ok, 403],
  "post /api/orders/{id}/cancel": [401, ok, 403],
  "post /api/orders/{id}/payments/claim": [401, ok, 403],
  "get /api/orders/{id}/invoice": [401, ok, 403],
  "get /api/orders/{id}/invoice.pdf": [401, ok, 403],
  "post /api/auth/login": [ok, ok, ok],
  "post /api/auth/register": [ok, ok, ok],
  "post /api/auth/logout": [401, ok, ok],
  "get /api/auth/me": [401, ok, ok],
  "post /api/auth/forgot": [ok, ok, ok],
  "post /api/auth/reset": [ok, ok, ok],
  "post /api/auth/invitation": [ok, ok, ok],
  "post /api/auth/second-factor": [401, 403, ok],
  "delete /api/auth/second-factor": [401, 403, ok],
  "post /api/auth/second-factor/confirm": [401, 403, ok],
  "get /api/shop": [ok, ok, ok],
  "get /api/festivals": [ok, ok, ok],
  "post /api/contact": [ok, ok, ok],
  "post /api/custom-orders": [ok, ok, ok],
  "get /api/admin/stats": [401, 403, ok],
  "get /api/admin/reports/top-products": [401, 403, ok],
  "get /api/admin/reports/sales-by-day": [401, 403, ok],
  "get /api/admin/reports/payments": [401, 403, ok],
  "get /api/admin/reports/plans": [401, 403, ok],
  "get /api/admin/orders": [401, 403, ok],
  "post /api/admin/orders": [401, 403, ok],
  "get /api/admin/orders/{id}": [401, 403, ok],
  "put /api/admin/orders/{id}/status": [401, 403, ok],
  "put /api/admin/orders/{id}/slot": [401, 403, ok],
  "post /api/admin/orders/{id}/payments": [401, 403, ok],
  "post /api/admin/orders/{id}/payments/{paymentId}/confirm": [401, 403, ok],
  "post /api/admin/orders/{id}/payments/{paymentId}/reject": [401, 403, ok],
  "post /api/admin/orders/{id}/refunds": [401, 403, ok],
  "get /api/admin/orders/{id}/invoice": [401, 403, ok],
  "get /api/admin/orders/{id}/invoice.pdf": [401, 403, ok],
  "get /api/admin/settings": [401, 403, ok],
  "put /api/admin/settings/{section}": [401, 403, ok],
  "delete /api/admin/staff/{id}/second-factor": [401, 403, ok],
  "get /api/admin/plans": [401, 403, ok],
  "put /api/admin/plans/{productId}": [401, 403, ok],
  "delete /api/admin/plans/{productId}": [401, 403, ok],
  "put /api/admin/plans/days": [401, 403, ok],
  "put /api/admin/plans/{productId}/{day}": [401, 403, ok],
  "delete /api/admin/plans/{productId}/{day}": [401, 403, ok],
  "post /api/admin/plans/{productId}/{day}/made": [401, 403, ok],
  "get /api/admin/kitchen": [401, 403, ok],
  "post /api/admin/kitchen/packed": [401, 403, ok],
  "get /api/admin/staff": [401, 403, ok],
  "post /api/admin/staff": [401, 403, ok],
  "put /api/admin/staff/{id}": [401, 403, ok],
  "post /api/admin/staff/{id}/link": [401, 403, ok],
  "get /api/admin/keys": [401, 403, ok],
  "post /api/admin/keys": [401, 403, ok],
  "delete /api/admin/keys/{id}": [401, 403, ok],
  "get /api/admin/audit": [401, 403, ok],
  "get /api/admin/audit.csv": [401, 403, ok],
  "get /api/admin/webhooks": [401, 403, ok],
  "post /api/admin/webhooks": [401, 403, ok],
  "put /api/admin/webhooks/{id}": [401, 403, ok],
  "delete /api/admin/webhooks/{id}": [401, 403, ok],
  "post /api/admin/webhooks/{id}/secret": [401, 403, ok],
  "post /api/admin/webhooks/{id}/test": [401, 403, ok],
  "get /api/admin/webhooks/{id}/deliveries": [401, 403, ok],
  "post /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend": [401, 403, ok],
  "get /api/health": [ok, ok, ok],
  "get /api/live": [ok, ok, ok],
  // Its token is a setting, which is nobody's session.
  "get /api/metrics": [401, 401, 401],
  "get /api/openapi.json": [ok, ok, ok],
};

/** Everything that calls could change, as one text. */
async function everything(): Promise<string> {
  const [row] = await sql`
    select md5(concat_ws('|',
      (select string_agg(s::text, ',' order by id) from sweets s), (select string_agg(o::text, ',' order by id) from orders o),
      (select string_agg(c::text, ',' order by id) from carts c), (select string_agg(l::text, ',' order by cart_id, sweet_id) from cart_lines l),
      (select string_agg(p::text, ',' order by sweet_id) from plans p), (select string_agg(d::text, ',' order by sweet_id, day) from plan_days d),
      (select count(*) from stock_ledger), (select count(*) from order_status_history), (select count(*) from enquiries),
      (select count(*) from payments), (select count(*) from users), (select count(*) from idempotency_keys))) as sum`;
  return row?.sum;
}

const callers = ["visitor", "customer", "admin"] as const;
const tokenOf = async (caller: (typeof callers)[number]) =>
  caller === "visitor" ? undefined : caller === "admin" ? await anAdmin() : (await aCustomer()).token;

test("the table has every documented operation", () => {
  expect(Object.keys(table).sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(callers.map((caller, i) => [caller, i] as const))("a %s", (caller, column) => {
  const rows = Object.entries(table).map(([operation, expected]) => [operation, expected[column]] as const);
  // Signing out would end the shared admin's token.
  const calls = rows.filter(([operation]) => caller !== "admin" || !operation.endsWith("/logout"));

  test.each(calls)("%s: %s", async (operation, expected) => {
    const [method = "", path = ""] = operation.split(" ");
    const token = await tokenOf(caller);
    const sum = expected === ok ? "" : await everything();
    // An id that is malformed, one that is not there and a body that is none: refused before they are looked at.
    for (const id of path.includes("{") ? ["x", "2147483647"] : [""]) {
      const at = path.replace("/api", "").replace(/\{\w+\}/, id);
      const body = method === "get" ? undefined : "{ not json";
      const headers = { "content-type": "application/json" };
      const { status } = await call(method.toUpperCase(), at, {
        token,
        body,
        headers: method === "get" ? {} : headers,
      });
      if (expected === ok) expect(status).not.toSatisfy((one: number) => one === 401 || one === 403 || one >= 500);
      else expect(status).toBe(expected);
    }
    if (expected !== ok) expect(await everything()).toBe(sum);
  });
});

describe("a refused call changes nothing, however right it is", () => {
  test.each(["visitor", "customer"] as const)("a %s on the owner's paths", async (caller) => {
    const sweet = await aSweet();
    const owner = await aCustomer();
    const order = await anOrder(owner, sweet.id);
    const token = await tokenOf(caller);
    const sum = await everything();
    const week = { "1": 5, "2": 5, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5 };
    const tries: [string, string, unknown][] = [
      ["POST", "/sweets", { name: "Mine", category: "Cakes", description: "Mine", price: 1, stock: 1 }],
      ["PUT", `/sweets/${sweet.id}`, { price: 1 }],
      ["DELETE", `/sweets/${sweet.id}`, undefined],
      ["POST", `/sweets/${sweet.id}/restock`, { quantity: 5 }],
      ["POST", `/sweets/${sweet.id}/waste`, { quantity: 5, reason: "Mine" }],
      ["PUT", `/admin/orders/${order.id}/status`, { status: "Cancelled" }],
      ["PUT", `/admin/orders/${order.id}/slot`, { date: "2030-01-07", from: "10:00", force: true }],
      ["POST", `/admin/orders/${order.id}/payments`, { method: "cash", amount: 1 }],
      ["POST", `/admin/orders/${order.id}/refunds`, { amount: 1, reason: "Mine" }],
      ["PUT", `/admin/plans/${sweet.id}`, { week, orderBy: { days: 1, time: "20:00" } }],
      ["PUT", "/admin/plans/days", [{ productId: sweet.id, day: "2030-01-07", capacity: 5 }]],
      ["POST", "/admin/kitchen/packed", { ids: [order.id], packed: true }],
    ];
    for (const [method, path, body] of tries) {
      const { status, body: problem } = await call(method, path, { token, body });
      expect([path, status]).toEqual([path, caller === "visitor" ? 401 : 403]);
      if (caller === "customer") expect(problem.message).toBe("Access denied. Admin privileges required.");
    }
    expect(await everything()).toBe(sum);
  });

  test("an admin has no cart and orders nothing", async () => {
    const token = await anAdmin();
    const { id } = await aSweet();
    const sum = await everything();
    for (const [path, body] of [
      ["/cart/reserve", { productId: id }],
      ["/orders", { items: [{ productId: id, quantity: 1 }], delivery }],
    ] as const) {
      const { status, body: problem } = await call("POST", path, { token, body });
      expect([status, problem.message]).toEqual([403, "Admins have no cart."]);
    }
    expect(await everything()).toBe(sum);
  });
});

describe("what is another person's", () => {
  test("an order is not there for anybody else", async () => {
    const sweet = await aSweet();
    const [owner, other] = [await aCustomer(), await aCustomer()];
    const order = await anOrder(owner, sweet.id);
    const sum = await everything();
    const missing = await call("GET", "/orders/2147483647", { token: other.token });
    for (const [method, path] of [
      ["GET", `/orders/${order.id}`],
      ["POST", `/orders/${order.id}/cancel`],
    ] as const) {
      const { status, body } = await call(method, path, { token: other.token });
      expect([status, { ...body, requestId: "" }]).toEqual([404, { ...missing.body, requestId: "" }]);
    }
    expect((await call("GET", "/orders", { token: other.token })).body).toEqual([]);
    expect(await everything()).toBe(sum);
  });

  test("a cart is seen by its owner alone", async () => {
    const { id } = await aSweet();
    const [mine, yours] = [await aCustomer(), await aCustomer()];
    await call("POST", "/cart/reserve", { token: mine.token, body: { productId: id } });
    expect((await call("GET", "/cart", { token: yours.token })).body.items).toEqual([]);
    expect((await call("GET", "/cart", { cookie: "mithaas_cart=guess" })).body.items).toEqual([]);
  });
});

describe("tokens", () => {
  const me = (headers: Record<string, string>) => call("GET", "/auth/me", { headers });

  test.each(["Bearer", "Bearer ", "Bearer x", "Basic eDp5", "bearer  ' or 1=1 --", "x".repeat(5000)])(
    "%s is nobody's",
    async (authorization) => {
      const { status, headers, body } = await me({ authorization });
      expect([status, headers.get("www-authenticate"), body.code]).toEqual([401, "Bearer", "unauthorized"]);
    },
  );

  test("the scheme's case does not matter; a bad token counts before a good cookie, on public paths not at all", async () => {
    const { token } = await aCustomer();
    expect((await me({ authorization: `bEaReR ${token}` })).status).toBe(200);
    expect((await call("GET", "/cart", { headers: { authorization: "Bearer x" } })).status).toBe(401);
    expect((await call("GET", "/sweets?limit=1", { headers: { authorization: "Bearer x" } })).status).toBe(200);
  });

  test("a new role, a deleted account and an expired session end a token at once", async () => {
    const ends = {
      role: (person: Person) => sql`update users set role = 'admin', staff = 'owner' where id = ${person.id}`,
      account: (person: Person) => sql`delete from users where id = ${person.id}`,
      expiry: (person: Person) => sql`update sessions set expires_at = now() where user_id = ${person.id}`,
    };
    for (const [name, end] of Object.entries(ends)) {
      const person = await aCustomer();
      await end(person);
      expect([name, (await me({ authorization: `Bearer ${person.token}` })).status]).toEqual([name, 401]);
      if (name === "role") await sql`update users set role = 'customer', staff = null where id = ${person.id}`;
    }
  });

  test("only a hash of it is stored", async () => {
    const { token, id } = await aCustomer();
    const stored = await sql`select sessions::text as row from sessions where user_id = ${id}`;
    expect(stored).toHaveLength(1);
    expect(stored[0]?.row).not.toContain(token);
  });
});
