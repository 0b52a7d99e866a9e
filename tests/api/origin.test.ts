import { describe, expect, test } from "vitest";
import { aBrowser, aCustomer, aSweet, aVisitorsCart, base, call, limited, stockOf } from "./shop";

const foreign: Record<string, string>[] = [
  { origin: "https://evil.example" },
  {},
  { origin: "null" },
  { origin: `${base}.evil.example` },
  { origin: "http://localhost:1" },
  { origin: "" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site" },
];

describe("a write that a cookie speaks for", () => {
  test("of another site is refused everywhere and changes nothing", async () => {
    const sweet = await aSweet();
    const visitor = await aVisitorsCart(sweet.id);
    const session = await aBrowser(await aCustomer());
    const account = { email: "a@mithaas.test", password: "secret" };
    const byAll: [string, string, unknown][] = [
      ["POST", "/cart/reserve", { productId: sweet.id }],
      ["PATCH", `/cart/items/${sweet.id}`, { quantity: 5 }],
      ["PATCH", "/cart", { giftWrap: true }],
      ["DELETE", "/cart", undefined],
    ];
    const bySession: typeof byAll = [
      ["POST", "/auth/logout", {}],
      ["POST", "/orders", {}],
      ["POST", `/sweets/${sweet.id}/purchase`, {}],
    ];
    // The visitor's cookie joins carts at login: that is a write too.
    const byVisitor: typeof byAll = [
      ["POST", "/auth/login", account],
      ["POST", "/auth/register", account],
    ];
    for (const [cookie, writes] of [
      [visitor, [...byAll, ...byVisitor]],
      [session, [...byAll, ...bySession]],
    ] as const)
      for (const [method, path, body] of writes) {
        const refused = await call(method, path, { cookie, body, headers: { origin: "https://evil.example" } });
        expect([path, refused.status, refused.body.code]).toEqual([path, 403, "forbidden"]);
      }
    expect(await stockOf(sweet.id)).toBe(9);
    expect((await call("GET", "/cart", { cookie: visitor })).body).toMatchObject({ itemsCount: 1, giftWrap: false });
    expect((await call("GET", "/auth/me", { cookie: session })).status).toBe(200);
  });

  test.each(foreign)("with %j is refused", async (headers) => {
    const cookie = await aVisitorsCart((await aSweet()).id);
    expect((await call("DELETE", "/cart", { cookie, headers })).status).toBe(403);
    expect((await call("GET", "/cart", { cookie })).body.itemsCount).toBe(1);
  });

  test("a message needs it of who is signed in, and nothing of a visitor, with a cart or an ended session", async () => {
    const customer = await aCustomer();
    const session = await aBrowser(customer);
    const message = {
      name: "Asha Rao",
      email: customer.email,
      phone: "9820000000",
      subject: "Sweets for Diwali",
      message: "Do you deliver to Pune?",
    };
    const visitor = await aVisitorsCart((await aSweet()).id);
    const headers = { origin: "https://evil.example" };
    for (const path of ["/contact", "/custom-orders"]) {
      const send = (sent: object) => call("POST", path, { body: message, ...sent });
      expect((await send({ cookie: session, headers })).status).toBe(403);
      expect((await send({ cookie: session })).status).toBe(403);
      expect((await send({ cookie: session, headers: { origin: base } })).status).toBe(201);
      for (const sent of [{}, { cookie: visitor }, { cookie: visitor, headers }, { token: customer.token, headers }])
        expect((await send(sent)).status).toBe(201);
      expect((await send({ token: "made-up" })).status).toBe(401);
    }
    await call("POST", "/auth/logout", { cookie: session, headers: { origin: base } });
    expect((await call("POST", "/contact", { cookie: session, body: message })).status).toBe(201);
  });

  test("with this site's Origin, or a browser's word that it is same-origin, is done", async () => {
    const { id } = await aSweet();
    const cookie = await aVisitorsCart(id);
    const ours: Record<string, string>[] = [{ origin: base }, { "sec-fetch-site": "same-origin" }];
    for (const headers of ours)
      expect((await call("POST", "/cart/reserve", { cookie, headers, body: { productId: id } })).status).toBe(200);
  });

  test("reads need none; a bearer token needs none, whatever cookies come along", async () => {
    const { id } = await aSweet();
    const cookie = await aVisitorsCart(id);
    const { token } = await aCustomer();
    expect((await call("GET", "/cart", { cookie, headers: { origin: "https://evil.example" } })).status).toBe(200);
    const headers = { origin: "https://evil.example" };
    expect((await call("POST", "/cart/reserve", { token, cookie, headers, body: { productId: id } })).status).toBe(200);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "text/json"])(
    "as a form of another site, %j, cannot be read as JSON",
    async (type) => {
      const body = new TextEncoder().encode(JSON.stringify({ productId: 1 }));
      const headers: Record<string, string> = type ? { "content-type": type } : {};
      expect((await call("POST", "/cart/reserve", { body, headers })).status).toBe(415);
    },
  );
});

describe("CORS", () => {
  const preflight = (at: string, origin: string) =>
    call("OPTIONS", "/orders", {
      at,
      documented: false,
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });
  const allowing = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith("access-control-")).sort();

  test("nobody is let in unless listed", async () => {
    for (const [at, origin] of [
      [base, "https://app.example"],
      [limited, "https://evil.example"],
      [limited, "https://app.example.evil.example"],
      [limited, "null"],
    ] as const) {
      expect(allowing((await preflight(at, origin)).headers)).toEqual([]);
      expect(allowing((await call("GET", "/sweets?limit=1", { at, headers: { origin } })).headers)).toEqual([]);
      expect(allowing((await call("GET", "/%ff", { at, headers: { origin }, documented: false })).headers)).toEqual([]);
    }
  });

  test("a listed origin may read and write with a token, never with cookies", async () => {
    const origin = "https://app.example";
    const { status, headers } = await preflight(limited, origin);
    expect([
      status,
      headers.get("access-control-allow-origin"),
      headers.has("access-control-allow-credentials"),
    ]).toEqual([204, origin, false]);
    expect(headers.get("access-control-allow-methods")?.split(", ")).toContain("POST");
    expect(headers.get("access-control-allow-headers")).toMatch(/Authorization.*Idempotency-Key/);
    // The last one is refused before it comes to the API.
    for (const path of ["/sweets?limit=1", "/nothing", "/auth/me", "/%ff"]) {
      const answer = await call("GET", path, { at: limited, headers: { origin }, documented: path !== "/%ff" });
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("access-control-expose-headers")).toMatch(/X-Request-Id/);
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
      expect(answer.headers.get("vary")).toMatch(/\bOrigin\b/);
    }
    const { id } = await aSweet();
    const cookie = await aVisitorsCart(id);
    const write = await call("POST", "/cart/reserve", {
      at: limited,
      cookie,
      headers: { origin },
      body: { productId: id },
    });
    expect(write.status).toBe(403);
  });
});
