import { describe, expect, test } from "vitest";
import { token } from "./expected";
import { aBrowser, aCustomer, aSweet, aVisitorsCart, base, call, sql, stockOf, unique } from "./shop";

// The happy path of every operation, with whole answers.

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
    expect((await call("GET", "/auth/me", me)).body).toEqual({ user, staff: null, permissions: null });
    expect((await call("POST", "/auth/logout", me)).body).toEqual({ message: "Logged out." });
    expect((await call("GET", "/auth/me", me)).status).toBe(401);
    expect((await call("GET", "/auth/me", { token: made.body.accessToken })).status).toBe(200);
  });

  test("a browser's session signs out with its cookies", async () => {
    const cookie = await aBrowser(await aCustomer());
    expect((await call("GET", "/auth/me", { cookie })).status).toBe(200);
    const { status, headers } = await call("POST", "/auth/logout", { cookie, headers: origin });
    expect([status, headers.getSetCookie().join()]).toEqual([200, expect.stringMatching(/authjs\.session-token=;/)]);
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
