import { beforeEach, describe, expect, test } from "vitest";
import { cookiesOf, sendForm } from "./forms";
import { aBrowser, aCustomer, anAdmin, aSweet, aVisitorsCart, base, call, limited, sql, unique } from "./shop";

// Against the instance whose limits are on; the other one shares its database, so that each test begins with counters at none.
beforeEach(() => sql`delete from rate_limits`);

const login = (email: string, password: string, cookie?: string) =>
  call("POST", "/auth/login", {
    at: limited,
    body: { email, password },
    cookie,
    headers: cookie ? { origin: limited } : {},
  });

describe("login", () => {
  test("after ten wrong passwords the eleventh try is refused, even with the right one", async () => {
    const { email, password, token } = await aCustomer();
    for (let i = 0; i < 10; i++) expect((await login(email, "wrong-one")).status).toBe(401);
    const refused = await login(email, password);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect(refused.headers.get("ratelimit")).toMatch(/^"login";r=0;t=\d+$/);
    // From wherever they come, in whatever case; who is signed in stays so.
    expect((await login(email.toUpperCase(), password)).status).toBe(429);
    expect((await call("GET", "/auth/me", { at: limited, token })).status).toBe(200);
    await sql`update rate_limits set resets_at = now()`;
    expect((await login(email, password)).status).toBe(200);
  });

  test("an unknown e-mail is limited alike", async () => {
    const email = `${unique()}@mithaas.test`;
    for (let i = 0; i < 10; i++) expect((await login(email, "wrong-one")).status).toBe(401);
    expect((await login(email, "wrong-one")).status).toBe(429);
  });

  test("right passwords do not count, nor do malformed tries", async () => {
    const { email, password } = await aCustomer();
    for (let i = 0; i < 12; i++) expect((await login(email, password)).status).toBe(200);
    for (let i = 0; i < 12; i++) expect((await login(email, "short")).status).toBe(422);
    expect((await login(email, password)).status).toBe(200);
  });

  test("a browser that has signed in to the account before has an allowance of its own", async () => {
    const customer = await aCustomer();
    const markOf = async (person: { email: string; password: string }) =>
      cookiesOf(await sendForm("/login", "password", { email: person.email, password: person.password })).find(
        ({ name }) => name === "mithaas_known",
      )?.value;
    const known = `mithaas_known=${await markOf(customer)}`;
    const elsewhere = `mithaas_known=${await markOf(customer)}`;
    for (let i = 0; i < 11; i++) await login(customer.email, "wrong-one");
    expect((await login(customer.email, customer.password)).status).toBe(429);
    expect((await login(customer.email, customer.password, known)).status).toBe(200);
    for (let i = 0; i < 10; i++) expect((await login(customer.email, "wrong-one", known)).status).toBe(401);
    for (const cookie of [known, elsewhere])
      expect((await login(customer.email, customer.password, cookie)).status).toBe(429);
    // A mark for another account, or one that was made up, is none.
    for (const other of [await markOf(await aCustomer()), "made.up", "~~~", "%00"])
      expect((await login(customer.email, customer.password, `mithaas_known=${other}`)).status).toBe(429);
    expect((await call("GET", "/auth/me", { at: limited, cookie: await aBrowser(customer) })).status).toBe(200);
  });

  test("a hundred wrong passwords from one address, whatever the e-mails, are followed by a refusal; the shop stays open to it", async () => {
    const { email, password } = await aCustomer();
    const known = cookiesOf(await sendForm("/login", "password", { email, password }))
      .filter(({ name }) => name === "mithaas_known")
      .map(({ name, value }) => `${name}=${value}`)
      .join();
    expect((await login(`${unique()}@mithaas.test`, "wrong-one")).status).toBe(401);
    const [counted] = await sql`
      update rate_limits set count = 100 where key like 'login-address:%' and count = 1 returning key`;
    expect(counted?.key).toMatch(/^login-address:(127\.0\.0\.1|0:0:0:0::\/64)$/);
    const refused = await login(email, password);
    expect([refused.status, refused.body.code]).toEqual([429, "rate_limited"]);
    expect(refused.headers.get("ratelimit")).toMatch(/^"login-address";r=0;t=\d+$/);
    expect((await call("GET", "/sweets?limit=1", { at: limited })).status).toBe(200);
    // A browser that has signed in to the account before goes past it, by the form and by the API.
    expect((await login(email, password, known)).status).toBe(200);
    const signedIn = await sendForm("/login", "password", { email, password }, known, limited);
    expect([signedIn.status, cookiesOf(signedIn).map(({ name }) => name)]).toEqual([
      303,
      expect.arrayContaining(["authjs.session-token"]),
    ]);
    const stranger = await sendForm("/login", "password", { email, password }, "", limited);
    expect(cookiesOf(stranger).map(({ name }) => name)).not.toContain("authjs.session-token");
    // What was refused for the address did not count for the account.
    await sql`delete from rate_limits where key like 'login-address:%'`;
    for (let i = 0; i < 10; i++) expect((await login(email, "wrong-one")).status).toBe(401);
    expect((await login(email, "wrong-one")).status).toBe(429);
    const [left] = await sql`select count from rate_limits where key like 'login-address:%'`;
    expect(left?.count).toBe(10);
  });

  test("wrong passwords that wait to be checked keep no reserve and no order waiting", async () => {
    const [{ id }, { token }] = [await aSweet({ stock: 50 }), await aCustomer()];
    let answered = 0;
    const wrong = Array.from({ length: 90 }, async () => {
      const body = { email: `${unique()}@mithaas.test`, password: "wrong-one" };
      const { status } = await call("POST", "/auth/login", { body });
      answered++;
      return status;
    });
    // Until the first has been checked: the others are waiting for their turn.
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(0);
    const delivery = { recipientName: "Asha Rao", deliveryAddress: "12 Hill Road", phoneNumber: "98200 00000" };
    for (let i = 0; i < 3; i++) {
      expect((await call("POST", "/cart/reserve", { token, body: { productId: id } })).status).toBe(200);
      const order = { items: [{ productId: id, quantity: 1 }], delivery };
      expect((await call("POST", "/orders", { token, body: order })).status).toBe(201);
    }
    // Six writes one after another went past most of them.
    expect(answered).toBeLessThan(60);
    expect(new Set(await Promise.all(wrong))).toEqual(new Set([401]));
  });

  test("an instance with limits off counts nothing", async () => {
    const { email, password } = await aCustomer();
    for (let i = 0; i < 12; i++) await call("POST", "/auth/login", { body: { email, password: "wrong-one" } });
    expect((await call("POST", "/auth/login", { body: { email, password } })).status).toBe(200);
    expect(
      (await call("POST", "/cart/reserve", { body: { productId: (await aSweet()).id } })).headers.has("ratelimit"),
    ).toBe(false);
    expect(await sql`select 1 from rate_limits`).toHaveLength(0);
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
  const used = (name: string, count: number) =>
    sql`update rate_limits set count = ${count} where key like ${`${name}:%`} returning key`;

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
    const [before] = await sql`select count(*)::int as carts from carts`;
    const gone = "mithaas_cart=of-a-cart-that-is-gone";
    for (const sent of [{}, { cookie: gone, headers: { origin: base } }])
      for (const body of [{}, { giftWrap: false }, { personalMessage: " " }]) {
        const answer = await call("PATCH", "/cart", { body, ...sent });
        expect([answer.status, answer.body.items]).toEqual([200, []]);
        expect(answer.headers.getSetCookie().filter((line) => line.startsWith("mithaas_cart="))).toEqual([]);
      }
    expect((await call("PATCH", "/cart", { body: {} })).headers.getSetCookie()).toEqual([]);
    expect(await sql`select count(*)::int as carts from carts`).toEqual([before]);
  });

  test("contact: a message that is not valid costs no try", async () => {
    for (let i = 0; i < 12; i++)
      for (const path of ["/contact", "/custom-orders"])
        expect((await call("POST", path, { at: limited, body: { ...message, message: "" } })).status).toBe(422);
    expect(await sql`select 1 from rate_limits`).toHaveLength(0);
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
    expect(await sql`select 1 from rate_limits where key like '%203.0.113.9%'`).toHaveLength(0);
  });

  test("reading is not limited", async () => {
    for (let i = 0; i < 15; i++) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => call("GET", "/sweets?limit=1", { at: limited })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    expect(base).not.toBe(limited);
  });
});
