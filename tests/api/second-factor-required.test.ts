// A shop that requires a second factor of its staff (docs/behaviour.md#second-factor): who has none gets in nowhere else than to where one
// is set up, by no way. The shop is that of this worker, and requires nothing again at the end.
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "./contract";
import { cookieHeader, cookiesOf, page, sendForm, sendFormOf, textOf } from "./forms";
import { aKey, aMember, inviteOf, tokenOf } from "./people";
import { tried } from "./rights";
import { actionsOf, send } from "./server-actions";
import { aBrowser, aCustomer, anAdmin, base, call, sql, unique } from "./shop";

const REQUIRED = "second_factor_required";
const get = (path: string, cookie: string) => fetch(base + path, { headers: { cookie }, redirect: "manual" });
const placeOf = ({ headers }: Response) => new URL(headers.get("location") ?? "/nowhere", base).pathname;
const login = async ({ email, password }: { email: string; password: string }) =>
  (await call("POST", "/auth/login", { body: { email, password } })).body.accessToken as string;

/** An owner, signed in before the shop required anything, with a key. */
async function anOwner() {
  const member = await aMember("owner");
  const { key } = await aKey(["orders:write", "sweets:write", "settings:write"], member.token);
  return { ...member, key, cookie: await aBrowser(member) };
}

const forget = () =>
  sql`update settings set value = '{"requireSecondFactor": false}', version = version + 1 where section = 'security'`;
const require = async () => {
  const [saved] = await sql`select version from settings where section = 'security'`;
  const body = { version: saved?.version ?? 0, value: { requireSecondFactor: true } };
  const { body: answer } = await call("PUT", "/admin/settings/security", { token: await anAdmin(), body });
  expect(answer).toEqual({ version: body.version + 1, value: body.value });
};

/** Sets it up over the API, which answers nothing else; the recovery codes. */
async function setUp(password: string, way: { token: string } | { cookie: string }): Promise<string[]> {
  const headers = { origin: base };
  const { secret } = (await call("POST", "/auth/second-factor", { ...way, headers, body: { password } })).body;
  const body = { code: new TOTP({ secret }).generate() };
  return (await call("POST", "/auth/second-factor/confirm", { ...way, headers, body })).body.recoveryCodes;
}

let owner: Awaited<ReturnType<typeof anOwner>>;
beforeAll(async () => {
  await forget();
  owner = await anOwner();
  for (const way of [{ token: owner.token }, { cookie: owner.cookie }, { token: owner.key }])
    expect((await call("GET", "/admin/orders", way)).status).toBe(200);
  await require();
});
afterAll(forget);

describe("the API", () => {
  const without = ["POST /api/auth/logout", "GET /api/auth/me", "POST /api/auth/second-factor"];
  const own = [...without, "DELETE /api/auth/second-factor", "POST /api/auth/second-factor/confirm"];

  /** What each operation that looks up who asks answers: `METHOD path` and the code. */
  async function answers(token: string): Promise<[string, string | undefined][]> {
    const asked = operations.filter(({ operation: { security } }) =>
      security.some((way) => "bearer" in way || "session" in way),
    );
    expect(asked.length).toBeGreaterThan(60);
    const found: [string, string | undefined][] = [];
    for (const { method, path } of asked.filter((one) => !one.path.endsWith("/logout")))
      found.push([`${method.toUpperCase()} ${path}`, (await tried(`${method} ${path}`, token)).body.code]);
    return found;
  }

  test("refuses a session from before, but for setting it up, logging out and who it is", async () => {
    for (const [name, code] of await answers(owner.token))
      expect([name, code === REQUIRED]).toEqual([name, !own.includes(name)]);
    const me = await call("GET", "/auth/me", { token: owner.token });
    expect([me.status, me.body.user.id]).toEqual([200, owner.id]);
    const refused = await call("GET", "/admin/orders", { token: owner.token });
    expect([refused.status, refused.body.code]).toEqual([403, REQUIRED]);
    expect((await call("GET", "/admin/orders", { cookie: owner.cookie })).body.code).toBe(REQUIRED);
    const token = await login(owner);
    expect((await call("POST", "/auth/logout", { token })).status).toBe(200);
    expect((await call("GET", "/auth/me", { token })).status).toBe(401);
  });

  test("refuses the keys of who has none, before what a key may", async () => {
    for (const [name, code] of await answers(owner.key))
      expect([name, code]).toEqual([name, own.includes(name) ? "forbidden" : REQUIRED]);
  });

  test("lets nobody round it by a new login, a reset of the password, or a session in a browser", async () => {
    const token = `${owner.id}-${unique()}`;
    await sql`
      insert into password_resets (token_hash, user_id, expires_at)
      values (encode(sha256(${token}::bytea), 'hex'), ${owner.id}, now() + interval '1 hour')`;
    expect((await call("POST", "/auth/reset", { body: { token, password: "new-password" } })).status).toBe(200);
    owner = { ...owner, password: "new-password" };
    owner.token = await login(owner);
    expect((await call("GET", "/admin/orders", { token: owner.token })).body.code).toBe(REQUIRED);
    const form = await sendForm("/login", "password", { email: owner.email, password: owner.password });
    owner.cookie = cookieHeader(cookiesOf(form));
    expect((await call("GET", "/admin/orders", { cookie: owner.cookie })).body.code).toBe(REQUIRED);
  });

  test("lets who is invited in to set it up alone", async () => {
    await forget();
    const invite = inviteOf("manager");
    const { link } = (await call("POST", "/admin/staff", { token: await anAdmin(), body: invite })).body;
    await require();
    const password = "laddoo-1985";
    const accepted = await call("POST", "/auth/invitation", { body: { token: tokenOf(link), password } });
    const token = accepted.body.accessToken;
    expect((await call("GET", "/admin/orders", { token })).body.code).toBe(REQUIRED);
    await setUp(password, { token });
    expect((await call("GET", "/admin/orders", { token })).status).toBe(200);
  });

  test("is open to customers as before", async () => {
    const { token } = await aCustomer();
    for (const path of ["/cart", "/orders", "/auth/me"]) expect((await call("GET", path, { token })).status).toBe(200);
  });
});

describe("the pages", () => {
  test("of the admin area lead to where it is set up, and its files are refused, the own data included", async () => {
    for (const path of ["", "?tab=orders", "/orders", "/customers", "/staff", "/sweets/1", "/orders/slips?ids=1"])
      for (const headers of [{}, { rsc: "1" }] as Record<string, string>[]) {
        const cookie = owner.cookie;
        const answer = await fetch(`${base}/admin${path}`, { headers: { cookie, ...headers }, redirect: "manual" });
        const text = await answer.text();
        if (!headers.rsc) expect([path, placeOf(answer)]).toEqual([path, "/account"]);
        expect([path, text.match(/Welcome back, \w+|Order Management|Customer Management/)]).toEqual([path, null]);
      }
    for (const path of ["/admin/orders/export", "/admin/orders/news", "/admin/reports/export", "/account/data"]) {
      const answer = await get(path, owner.cookie);
      expect([path, answer.status, (await answer.json()).code]).toEqual([path, 403, REQUIRED]);
    }
  });

  test("do nothing by any action of theirs", async () => {
    const actions = [...actionsOf("admin"), ...actionsOf("(account)/account")].filter(
      ({ name }) => !["beginFactor", "confirmFactor", "switchFactorOff"].includes(name),
    );
    expect(actions.length).toBeGreaterThan(24);
    for (const action of actions) {
      const { text } = await send(action, owner.cookie);
      expect([action.name, /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([action.name, REQUIRED]);
    }
  });

  test("set it up without JavaScript, and show the recovery codes although the page is another one then", async () => {
    await forget();
    const person = await anOwner();
    await require();
    const started = await sendForm("/account", "password", { password: person.password }, person.cookie);
    const html = await started.text();
    const secret = /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(html)?.[1]?.replaceAll(" ", "") ?? "";
    const again = await sendFormOf(html, "/account", "code", { code: "000000" }, person.cookie);
    const refused = await again.text();
    expect(textOf(refused)).toContain("This code is not correct");
    const code = new TOTP({ secret }).generate();
    const answer = await sendFormOf(refused, "/account", "code", { code }, person.cookie);
    expect(new Set(textOf(await answer.text()).match(/(\d{4}-){5}\d{4}/g)).size).toBe(10);
    expect((await get("/admin", person.cookie)).status).toBe(200);
  });

  test("show nothing else on the account page, and all of it once it is set up, as do session and key", async () => {
    const before = textOf(await page("/account", owner.cookie));
    expect(before).toContain("Please set yours up to go on.");
    expect(before).not.toMatch(/Change password|Where you are signed in|Full Name/);
    // By the browser's session: the token ends.
    const recoveryCodes = await setUp(owner.password, { cookie: owner.cookie });
    expect(textOf(await page("/account", owner.cookie))).toMatch(/Change password.*Where you are signed in/);
    expect((await get("/admin", owner.cookie)).status).toBe(200);
    expect((await call("GET", "/admin/orders", { token: owner.key })).status).toBe(200);
    expect((await call("GET", "/auth/me", { token: owner.token })).status).toBe(401);
    // Who switches it off, or has it switched off, is where they were.
    const off = { password: owner.password, code: recoveryCodes[0] };
    const session = { cookie: owner.cookie, headers: { origin: base } };
    const ended = await call("DELETE", "/auth/second-factor", { ...session, body: off });
    expect(ended.status).toBe(200);
    for (const way of [{ cookie: owner.cookie }, { token: owner.key }])
      expect((await call("GET", "/admin/orders", way)).body.code).toBe(REQUIRED);
  });
});

describe("the section of the settings", () => {
  test("is an owner's own, never a key's nor a manager's", async () => {
    await forget();
    const body = { version: 0, value: { requireSecondFactor: true } };
    const other = await anOwner();
    for (const token of [other.key, (await aMember("manager")).token]) {
      const refused = await call("PUT", "/admin/settings/security", { token, body });
      expect(refused.body).toMatchObject({ status: 403, code: "permission", permission: "settings:write" });
      expect((await call("GET", "/admin/settings", { token })).body.security).toBeUndefined();
    }
    const shown = (await call("GET", "/admin/settings", { token: other.token })).body.security;
    expect(shown).toEqual({ version: expect.any(Number), value: { requireSecondFactor: false } });
  });
});
