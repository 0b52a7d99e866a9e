// Limits over HTTP. What counts, and for whom: tests/domain/login.test.ts and resets.test.ts. Against the instance whose limits are on; the
// other one shares its database, so that each test begins with counters at none.
import { beforeEach, describe, expect, test } from "vitest";
import { cookiesOf, sendForm } from "./forms";
import { aCustomer, anAdmin, aSweet, aVisitorsCart, base, call, delivery, limited, sql, unique } from "./shop";

beforeEach(() => sql`delete from rate_limits`);

/** As if so many tries had been counted. */
const used = (name: string, count: number) =>
  sql`update rate_limits set count = ${count} where key like ${`${name}:%`} returning key`;
const login = (email: string, password: string, cookie?: string) => {
  const headers: Record<string, string> = cookie ? { origin: limited } : {};
  return call("POST", "/auth/login", { at: limited, body: { email, password }, cookie, headers });
};
const counted = async () => (await sql`select key from rate_limits`).map(({ key }) => key as string);

describe("login", () => {
  test("after ten wrong passwords the eleventh try is refused, even with the right one", async () => {
    const { email, password, token } = await aCustomer();
    expect((await login(email, "short")).status).toBe(422);
    expect(await counted()).toEqual([]);
    expect((await login(email, "wrong-one")).status).toBe(401);
    await used("login", 10);
    const refused = await login(email, password);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    const wait = Number(refused.headers.get("retry-after"));
    expect([refused.headers.get("ratelimit-policy"), wait > 0, wait <= 900]).toEqual([
      '"login";q=10;w=900',
      true,
      true,
    ]);
    expect(refused.headers.get("ratelimit")).toMatch(/^"login";r=0;t=\d+$/);
    // Whoever is signed in stays so.
    expect((await call("GET", "/auth/me", { at: limited, token })).status).toBe(200);
    await sql`update rate_limits set resets_at = now() - interval '1 second'`;
    expect((await login(email, password)).status).toBe(200);
  });

  test("a browser that has signed in to the account before goes past a limit that strangers have used up, by the form and by the API", async () => {
    const { email, password } = await aCustomer();
    const first = await sendForm("/login", "password", { email, password });
    const known = `mithaas_known=${cookiesOf(first).find(({ name }) => name === "mithaas_known")?.value}`;
    for (const [limit, count] of [
      ["login", 10],
      ["login-address", 100],
    ] as const) {
      await sql`delete from rate_limits`;
      expect((await login(email, "wrong-one")).status).toBe(401);
      const [row] = await used(limit, count);
      if (limit === "login-address") expect(row?.key).toMatch(/^login-address:(127\.0\.0\.1|0:0:0:0::\/64)$/);
      const refused = await login(email, password);
      expect([limit, refused.status, refused.headers.get("ratelimit")?.startsWith(`"${limit}";r=0;`)]).toEqual([
        limit,
        429,
        true,
      ]);
      // A mark that was made up is none.
      for (const other of ["made.up", "~~~", "%00"])
        expect((await login(email, password, `mithaas_known=${other}`)).status).toBe(429);
      expect((await login(email, password, known)).status).toBe(200);
      const signedIn = await sendForm("/login", "password", { email, password }, known, limited);
      expect(cookiesOf(signedIn).map(({ name }) => name)).toContain("authjs.session-token");
      const stranger = await sendForm("/login", "password", { email, password }, "", limited);
      expect(cookiesOf(stranger).map(({ name }) => name)).not.toContain("authjs.session-token");
    }
    expect((await call("GET", "/sweets?limit=1", { at: limited })).status).toBe(200);
  });

  test("wrong passwords that wait to be checked keep no reserve and no order waiting", async () => {
    const [{ id }, { token }] = [await aSweet({ stock: 50 }), await aCustomer()];
    let answered = 0;
    const wrong = Array.from({ length: 30 }, async () => {
      const body = { email: `${unique()}@mithaas.test`, password: "wrong-one" };
      const { status } = await call("POST", "/auth/login", { body });
      answered++;
      return status;
    });
    // Until the first has been checked: the others are waiting for their turn.
    await expect.poll(() => answered, { interval: 10 }).toBeGreaterThan(0);
    expect((await call("POST", "/cart/reserve", { token, body: { productId: id } })).status).toBe(200);
    const order = { items: [{ productId: id, quantity: 1 }], delivery };
    expect((await call("POST", "/orders", { token, body: order })).status).toBe(201);
    expect(answered).toBeLessThan(wrong.length);
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  });

  test("an instance with limits off counts nothing", async () => {
    await call("POST", "/auth/login", { body: { email: (await aCustomer()).email, password: "wrong-one" } });
    const reserved = await call("POST", "/cart/reserve", { body: { productId: (await aSweet()).id } });
    expect([reserved.headers.has("ratelimit"), await counted()]).toEqual([false, []]);
  });
});

const message = {
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "98200 00000",
  subject: "Sweets for Diwali",
  message: "Do you deliver to Pune on Saturday?",
};

describe("per address", () => {
  test.each([
    ["register", 30, 600, () => call("POST", "/auth/register", { at: limited, body: {} })],
    ["contact", 10, 600, () => call("POST", "/contact", { at: limited, body: message })],
    ["contact", 10, 600, () => call("POST", "/custom-orders", { at: limited, body: message })],
    ["reserve", 120, 60, () => call("POST", "/cart/reserve", { at: limited, body: {} })],
    [
      "orders",
      30,
      60,
      async () => call("POST", "/orders", { at: limited, token: (await aCustomer()).token, body: {} }),
    ],
  ] as const)("%s: %i in %i seconds", async (name, max, seconds, once) => {
    const first = await once();
    const status = name === "contact" ? 201 : 422;
    expect([first.status, first.headers.get("ratelimit-policy")]).toEqual([status, `"${name}";q=${max};w=${seconds}`]);
    expect(first.headers.get("ratelimit")).toMatch(new RegExp(`^"${name}";r=${max - 1};t=\\d+$`));
    const keys = await used(name, max - 1);
    expect(keys.map(({ key }) => key)).toEqual([expect.stringMatching(/:(127\.0\.0\.1|0:0:0:0::\/64)$/)]);
    expect((await once()).headers.get("ratelimit")).toMatch(/;r=0;/);
    const over = await once();
    expect([over.status, over.body.message]).toEqual([429, "Too many attempts. Please try again later."]);
    expect(Number(over.headers.get("retry-after"))).toBeLessThanOrEqual(seconds);
  });

  test("a new password: five requests for one e-mail, which are this address's own, and twenty in all", async () => {
    const ask = (email: string) => call("POST", "/auth/forgot", { at: limited, body: { email } });
    expect((await ask("a@mithaas.test")).status).toBe(202);
    // Else strangers would use up what the owner of the account needs.
    expect(await used("forgot", 5)).toEqual([{ key: expect.stringMatching(/^forgot:(127\.0\.0\.1|0:0:0:0::\/64) /) }]);
    expect((await ask("A@mithaas.test")).body.code).toBe("rate_limited");
    expect((await ask("b@mithaas.test")).headers.get("ratelimit-policy")).toBe('"forgot-address";q=20;w=3600');
    await used("forgot-address", 20);
    expect((await ask("c@mithaas.test")).body.code).toBe("rate_limited");
  });

  test("gift options count as a reserve, a purchase counts as an order", async () => {
    const { id } = await aSweet();
    const { token } = await aCustomer();
    const gift = () => call("PATCH", "/cart", { at: limited, token, body: { giftWrap: true } });
    const purchase = () => call("POST", `/sweets/${id}/purchase`, { at: limited, token, body: { quantity: 1 } });
    expect((await gift()).headers.get("ratelimit")).toMatch(/^"reserve";r=119;/);
    expect((await purchase()).headers.get("ratelimit")).toMatch(/^"orders";r=29;/);
    await used("reserve", 120);
    await used("orders", 30);
    for (const once of [gift, purchase]) expect((await once()).status).toBe(429);
    const reserve = await call("POST", "/cart/reserve", { at: limited, token, body: { productId: id } });
    expect(reserve.status).toBe(429);
    // The cart page's own form counts there too.
    await sql`delete from rate_limits`;
    const cookie = await aVisitorsCart(id);
    const sent = await sendForm("/cart", "personalMessage", { personalMessage: "For you" }, cookie, limited);
    expect(sent.status).toBeLessThan(400);
    expect(await sql`select count from rate_limits where key like 'reserve:%'`).toEqual([{ count: 1 }]);
  });

  test("a visitor who sends nothing to store gets no cart and no cookie", async () => {
    const carts = async () => [...(await sql`select count(*)::int as carts from carts`)];
    const before = await carts();
    const gone = { cookie: "mithaas_cart=of-a-cart-that-is-gone", headers: { origin: base } };
    for (const sent of [{}, gone]) {
      const answer = await call("PATCH", "/cart", { body: {}, ...sent });
      expect([answer.status, answer.body.items]).toEqual([200, []]);
      expect(answer.headers.getSetCookie().filter((line) => line.startsWith("mithaas_cart="))).toEqual([]);
    }
    expect(await carts()).toEqual(before);
  });

  test("contact: a message that is not valid costs no try", async () => {
    for (const path of ["/contact", "/custom-orders"])
      expect((await call("POST", path, { at: limited, body: { ...message, message: "" } })).status).toBe(422);
    expect(await counted()).toEqual([]);
  });

  test("uploads: pictures count, other edits do not", async () => {
    const token = await anAdmin();
    const { id } = await aSweet();
    const plain = await call("PUT", `/sweets/${id}`, { at: limited, token, body: { price: 5 } });
    expect(plain.headers.has("ratelimit")).toBe(false);
    const upload = () => {
      const form = new FormData();
      form.set("image", new Blob([Buffer.from("no picture")]), "a.png");
      return call("PUT", `/sweets/${id}`, { at: limited, token, body: form });
    };
    expect((await upload()).headers.get("ratelimit-policy")).toBe('"uploads";q=60;w=60');
    await used("uploads", 60);
    expect((await upload()).status).toBe(429);
  });

  test("what a client says of its address does not count", async () => {
    await call("POST", "/contact", {
      at: limited,
      body: message,
      headers: { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" },
    });
    expect((await counted()).filter((key) => key.includes("203.0.113.9"))).toEqual([]);
  });

  test("reading is not limited", async () => {
    expect((await call("GET", "/sweets?limit=1", { at: limited })).headers.has("ratelimit")).toBe(false);
    expect(await counted()).toEqual([]);
  });
});
