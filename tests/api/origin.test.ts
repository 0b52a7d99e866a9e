import { describe, expect, test } from "vitest";
import { aBrowser, aCustomer, aSweet, aVisitorsCart, base, call, limited, stockOf } from "./shop";

const foreign: [string, Record<string, string>][] = [
  ["another site's", { origin: "https://evil.example" }],
  ["no", {}],
  ["a null", { origin: "null" }],
  ["another scheme's look-alike", { origin: `${base}.evil.example` }],
  ["another port's", { origin: "http://localhost:1" }],
  ["an empty", { origin: "" }],
  ["a same-site neighbour's", { "sec-fetch-site": "same-site" }],
  ["a cross-site", { "sec-fetch-site": "cross-site" }],
];

describe("a write that a cookie speaks for", () => {
  test.each(foreign)("with %s Origin is refused and changes nothing", async (_name, headers) => {
    const sweet = await aSweet();
    const visitor = await aVisitorsCart(sweet.id);
    const session = await aBrowser(await aCustomer());
    const writes: [string, string, unknown][] = [
      ["POST", "/cart/reserve", { productId: sweet.id }],
      ["PATCH", `/cart/items/${sweet.id}`, { quantity: 5 }],
      ["PATCH", "/cart", { giftWrap: true }],
      ["DELETE", "/cart", undefined],
    ];
    for (const cookie of [visitor, session])
      for (const [method, path, body] of writes) {
        const refused = await call(method, path, { cookie, body, headers });
        expect([path, refused.status, refused.body.code]).toEqual([path, 403, "forbidden"]);
      }
    for (const path of ["/auth/logout", "/orders", `/sweets/${sweet.id}/purchase`])
      expect([path, (await call("POST", path, { cookie: session, body: {}, headers })).status]).toEqual([path, 403]);
    // The visitor's cookie joins carts at login: that is a write too.
    for (const path of ["/auth/login", "/auth/register"]) {
      const body = { email: "a@mithaas.test", password: "secret" };
      expect((await call("POST", path, { cookie: visitor, body, headers })).status).toBe(403);
    }
    expect(await stockOf(sweet.id)).toBe(9);
    expect((await call("GET", "/cart", { cookie: visitor })).body).toMatchObject({ itemsCount: 1, giftWrap: false });
    expect((await call("GET", "/auth/me", { cookie: session })).status).toBe(200);
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

  test("a form of another site cannot be read as JSON", async () => {
    const { id } = await aSweet();
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "",
      "text/json",
    ];
    for (const type of types) {
      const body = new TextEncoder().encode(JSON.stringify({ productId: id }));
      const { status } = await call("POST", "/cart/reserve", { body, headers: type ? { "content-type": type } : {} });
      expect([type, status]).toEqual([type, 415]);
    }
    expect(await stockOf(id)).toBe(10);
  });
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
