import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "./contract";
import { aMember } from "./people";
import { needs, tried } from "./rights";
import { aCustomer, anOrder, anOrderOf, aSweet, call, type Person, sql } from "./shop";

// Who may do what: one table of every operation. What a caller may, is answered 2xx or complains of the body or the id, never 401 or 403.
const ok = "ok";
type Answer = 401 | 403 | typeof ok;
const answers = {
  anybody: [ok, ok, ok],
  shoppers: [ok, ok, 403],
  customers: [401, ok, 403],
  accounts: [401, ok, ok],
  staff: [401, 403, ok],
  nobody: [401, 401, 401],
} satisfies Record<string, [visitor: Answer, customer: Answer, owner: Answer]>;
const table: Record<string, keyof typeof answers> = {
  "get /api/sweets": "anybody",
  "get /api/sweets/{id}": "anybody",
  "get /api/sweets/{id}/days": "anybody",
  "get /api/stock": "anybody",
  "get /api/stock/days": "anybody",
  "get /api/cart": "shoppers",
  "patch /api/cart": "shoppers",
  "delete /api/cart": "shoppers",
  "post /api/cart/reserve": "shoppers",
  "patch /api/cart/items/{productId}": "shoppers",
  "delete /api/cart/items/{productId}": "shoppers",
  "get /api/delivery": "anybody",
  "get /api/orders": "customers",
  "post /api/orders": "customers",
  "get /api/orders/{id}": "customers",
  "patch /api/orders/{id}": "customers",
  "post /api/orders/{id}/cancel": "customers",
  "post /api/orders/{id}/payments/claim": "customers",
  "post /api/orders/{id}/payments/online": "customers",
  "post /api/orders/{id}/payments/on-delivery": "customers",
  "post /api/payments/razorpay/callback": "anybody",
  "post /api/payments/razorpay/webhook": "anybody",
  "get /api/orders/{id}/invoice": "customers",
  "get /api/orders/{id}/invoice.pdf": "customers",
  "post /api/auth/login": "anybody",
  "post /api/auth/register": "anybody",
  "post /api/auth/logout": "accounts",
  "get /api/auth/me": "accounts",
  "post /api/auth/forgot": "anybody",
  "post /api/auth/reset": "anybody",
  "post /api/auth/invitation": "anybody",
  "post /api/auth/second-factor": "staff",
  "delete /api/auth/second-factor": "staff",
  "post /api/auth/second-factor/confirm": "staff",
  "get /api/shop": "anybody",
  "get /api/festivals": "anybody",
  "post /api/contact": "anybody",
  "post /api/custom-orders": "anybody",
  "get /api/health": "anybody",
  "get /api/live": "anybody",
  // Its token is a setting, which is nobody's session.
  "get /api/metrics": "nobody",
  "get /api/openapi.json": "anybody",
  // What staff do; what each kind of them may: permissions.test.ts.
  ...Object.fromEntries(Object.keys(needs).map((operation) => [operation, "staff"] as const)),
  "post /api/sweets/{id}/purchase": "accounts",
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

// No hold of another file ends while this one looks.
beforeAll(() => sql`update cart_lines set expires_at = now() + interval '1 hour' where held > 0`);

const callers = ["visitor", "customer", "owner"] as const;
const tokenOf = async (caller: (typeof callers)[number]) =>
  caller === "visitor" ? undefined : (await (caller === "owner" ? aMember("owner") : aCustomer())).token;

test("the table has every documented operation", () => {
  expect(Object.keys(table).sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
});

describe.each(callers.map((caller, column) => [caller, column] as const))("a %s", (caller, column) => {
  const expected = Object.entries(table).map(([operation, who]) => [operation, answers[who][column]] as const);

  test("is let in where the table says", async () => {
    const token = await tokenOf(caller);
    for (const [operation] of expected.filter(([, answer]) => answer === ok)) {
      // Signing out ends the token that it comes with.
      const own = operation.endsWith("/logout") ? await tokenOf(caller) : token;
      const { status } = await tried(operation, own);
      expect(status, operation).not.toSatisfy((one: number) => one === 401 || one === 403 || one >= 500);
    }
  });

  test("is refused everywhere else before ids and body are looked at, and changes nothing", async () => {
    const token = await tokenOf(caller);
    const sum = await everything();
    for (const [operation, answer] of expected.filter(([, answer]) => answer !== ok))
      for (const id of operation.includes("{") ? ["x", "2147483647"] : [""])
        expect([operation, id, (await tried(operation, token, id)).status]).toEqual([operation, id, answer]);
    expect(await everything()).toBe(sum);
  });
});

test("whoever may not is told so, and changes nothing, also by a call that is right", async () => {
  const { id } = await aSweet();
  const { id: order } = await anOrder(await aCustomer(), id);
  const [customer, owner] = [await tokenOf("customer"), await tokenOf("owner")];
  const sum = await everything();
  for (const [token, message, calls] of [
    [
      customer,
      "Access denied. Admin privileges required.",
      [
        ["POST", "/sweets", { name: "Mine", category: "Cakes", description: "Mine", price: 1, stock: 1 }],
        ["PUT", `/sweets/${id}`, { price: 1 }],
        ["POST", `/sweets/${id}/restock`, { quantity: 5 }],
        ["PUT", `/admin/orders/${order}/status`, { status: "Cancelled" }],
        ["POST", `/admin/orders/${order}/payments`, { method: "cash", amount: 1 }],
        ["PUT", "/admin/prices", [{ productId: id, packId: 1, price: 1, version: 1 }]],
        ["PUT", "/admin/plans/days", [{ productId: id, day: "2099-01-07", capacity: 5 }]],
      ],
    ],
    [
      owner,
      "Admins have no cart.",
      [
        ["POST", "/cart/reserve", { productId: id }],
        ["POST", "/orders", anOrderOf(id)],
      ],
    ],
  ] as const) {
    for (const [method, path, body] of calls) {
      const { status, body: problem } = await call(method, path, { token, body });
      expect([path, status, problem.message]).toEqual([path, 403, message]);
    }
  }
  expect(await everything()).toBe(sum);
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
      ["PATCH", `/orders/${order.id}`],
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
      expiry: (person: Person) =>
        sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${person.id}`,
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
