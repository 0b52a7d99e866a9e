// The second factor of staff over HTTP (docs/behaviour.md#second-factor): its answers, its forms, and ways round it. The rules:
// tests/domain/second-factor.test.ts; the page that sets it up: tests/e2e/second-factor.spec.ts.
import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { cookieHeader, cookiesOf, page, sendForm, textOf } from "./forms";
import { aMember } from "./people";
import { aBrowser, aCustomer, base, call, sql } from "./shop";

const codeOf = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
const get = (path: string, cookie = "") => fetch(base + path, { headers: { cookie }, redirect: "manual" });
const placeOf = ({ headers }: Response) => {
  const { pathname, search } = new URL(headers.get("location") ?? "/nowhere", base);
  return pathname + search;
};
type Login = { email: string; password: string };
const login = ({ email, password }: Login, code?: string) =>
  call("POST", "/auth/login", { body: { email, password, code } });

/** An owner with a second factor. `next` gives a code that is right until it is used. */
async function withFactor() {
  const person = await aMember("owner");
  const { token, password } = person;
  const { secret } = (await call("POST", "/auth/second-factor", { token, body: { password } })).body;
  await call("POST", "/auth/second-factor/confirm", { token, body: { code: codeOf(secret) } });
  const next = async () => {
    // As if a minute had gone by.
    await sql`update second_factors set last_step = last_step - 2 where user_id = ${person.id}`;
    return codeOf(secret);
  };
  return { person, next };
}

describe("the API", () => {
  test("sets it up, asks for it, and switches it off", async () => {
    const person = await aMember("owner");
    const { token, password } = person;
    const elsewhere = (await login(person)).body.accessToken;
    const begin = (typed: string) => call("POST", "/auth/second-factor", { token, body: { password: typed } });
    const confirm = (code: string) => call("POST", "/auth/second-factor/confirm", { token, body: { code } });
    const end = (body: object) => call("DELETE", "/auth/second-factor", { token, body });

    expect((await begin("wrong-one")).status).toBe(422);
    const started = await begin(password);
    const secret = expect.stringMatching(/^[A-Z2-7]{32}$/);
    expect([started.status, started.body]).toEqual([
      200,
      { secret, uri: expect.stringMatching(/^otpauth:\/\/totp\//) },
    ]);
    expect((await login(person)).status).toBe(200);
    expect((await confirm("000000")).status).toBe(422);
    const code = codeOf(started.body.secret);
    const confirmed = await confirm(code);
    expect([confirmed.status, Object.keys(confirmed.body)]).toEqual([200, ["recoveryCodes"]]);
    expect(confirmed.body.recoveryCodes).toHaveLength(10);
    expect((await begin(password)).status).toBe(409);

    expect((await call("GET", "/auth/me", { token })).status).toBe(200);
    expect((await call("GET", "/auth/me", { token: elsewhere })).status).toBe(401);
    for (const typed of [undefined, "", "000000", code]) {
      const refused = await login(person, typed);
      expect([typed, refused.status, refused.body.code]).toEqual([typed, 401, "second_factor"]);
    }
    expect((await login({ ...person, password: "wrong-one" }, codeOf(started.body.secret, 1))).body.code).toBe(
      "unauthorized",
    );
    const [first, second] = confirmed.body.recoveryCodes;
    expect((await login(person, first)).status).toBe(200);
    expect((await login(person, first)).status).toBe(401);

    expect((await end({ password: "wrong-one", code: second })).status).toBe(422);
    expect((await end({ password, code: first })).status).toBe(422);
    expect((await end({ password, code: second })).body).toEqual({ message: "The second factor is off." });
    expect((await login(person)).status).toBe(200);
  });

  test("switches it off for who has lost the phone, by another owner", async () => {
    const { person } = await withFactor();
    const { token } = await aMember("owner");
    const reset = () => call("DELETE", `/admin/staff/${person.id}/second-factor`, { token });
    expect((await reset()).status).toBe(200);
    expect((await login(person)).status).toBe(200);
    expect((await reset()).status).toBe(404);
  });
});

describe("the forms, without JavaScript", () => {
  /** Sends e-mail and password; the cookies of the answer with those that were sent. */
  async function enter({ email, password }: Login, cookie = "mithaas_pincode=400028") {
    const answer = await sendForm("/login?next=/admin?tab=reports", "password", { email, password }, cookie);
    return { place: placeOf(answer), cookie: [cookie, cookieHeader(cookiesOf(answer))].filter(Boolean).join("; ") };
  }

  const ASKED = "/login/code?next=%2Fadmin%3Ftab%3Dreports";

  test("a login asks for the code in a second step, to which nothing but the right password leads", async () => {
    const { person, next } = await withFactor();
    const { place, cookie } = await enter(person);
    expect(place).toBe(ASKED);
    expect(cookie).not.toMatch(/session-token/);
    expect(placeOf(await get("/login/code"))).toBe("/login");
    const html = await page(ASKED, cookie);
    const input = /<input[^>]*name="code"[^>]*>/.exec(html)?.[0];
    expect(input).toMatch(/(?=.*inputMode="numeric")(?=.*autoComplete="one-time-code")/i);
    expect(html).not.toContain(person.password);

    const wrong = await sendForm(ASKED, "code", { code: "000000" }, cookie);
    expect([wrong.status, textOf(await wrong.text())]).toEqual([
      200,
      expect.stringContaining("This code is not correct"),
    ]);
    const right = await sendForm(ASKED, "code", { code: await next() }, cookie);
    expect([right.status, placeOf(right)]).toEqual([303, "/admin?tab=reports"]);
    const set = cookiesOf(right);
    expect(set.map(({ name }) => name)).toContain("authjs.session-token");
    expect(set.map(({ name }) => name)).not.toContain("mithaas_trusted");
    expect(right.headers.getSetCookie().join("\n")).toMatch(/^mithaas_login=;/m);
    expect((await get("/admin", cookieHeader(set))).status).toBe(200);
  });

  /** The cookie of a browser that the account trusts. */
  async function trusted({ person, next }: Awaited<ReturnType<typeof withFactor>>) {
    const { cookie } = await enter(person);
    const answer = await sendForm(ASKED, "code", { code: await next(), trust: "yes" }, cookie);
    const found = cookiesOf(answer).find(({ name }) => name === "mithaas_trusted");
    expect(found?.seconds).toBe(30 * 24 * 60 * 60);
    expect(answer.headers.getSetCookie().find((one) => one.startsWith("mithaas_trusted="))).toMatch(/HttpOnly/i);
    return `mithaas_trusted=${found?.value}`;
  }

  test("a browser that is trusted is not asked; its cookie opens no other account, and not the API", async () => {
    const [own, other] = [await withFactor(), await withFactor()];
    const cookie = await trusted(own);
    expect((await enter(own.person, cookie)).place).toBe("/admin?tab=reports");
    expect((await enter(other.person, cookie)).place).toBe(ASKED);
    const { email, password } = own.person;
    const byApi = await call("POST", "/auth/login", { body: { email, password }, cookie });
    expect([byApi.status, byApi.body.code]).toEqual([401, "second_factor"]);
  });

  test("a customer's account page has no second factor", async () => {
    expect(await page("/account", await aBrowser(await aCustomer()))).not.toContain("Second factor");
  });
});
