// The second factor of staff (docs/behaviour.md#second-factor): set-up, codes, and every way round it.
import { TOTP } from "otpauth";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import { changePassword } from "@/lib/accounts/account-commands";
import { beginLogin, finishLogin, login, register } from "@/lib/accounts/commands";
import { createResetFor, resetPassword } from "@/lib/accounts/reset-commands";
import {
  beginFactor,
  confirmFactor,
  recoveryCodesLeft,
  removeFactorOf,
  resetFactor,
  switchFactorOff,
} from "@/lib/accounts/second-factor-commands";
import type { StaffMember } from "@/lib/auth/actor";
import { findSession } from "@/lib/auth/session";
import { listStaff } from "@/lib/staff/queries";
import { atOnce, done, hold, refusal, refusals, waitingForALock } from "../support/database";
import { aCustomer, signedIn } from "../support/factories";
import { sql } from "../support/sql";
import { api, browser, PASSWORD } from "./people";

const wrongCode = { code: "second_factor", message: expect.stringContaining("not correct") };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** Seconds go by, for codes and cookies. */
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret, digits: 6, period: 30, algorithm: "SHA1" }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A member of staff who is signed in, with the password PASSWORD. */
async function anAdmin() {
  const email = `staff-${crypto.randomUUID()}@example.com`;
  const { user } = await register({ email, password: PASSWORD, name: "Staff" }, api);
  await sql`update users set role = 'admin', staff = 'owner' where id = ${user.id}`;
  const { actor, token } = await signedIn({ ...user, role: "admin", staff: "owner" } as StaffMember);
  return { email, actor, token, input: { email, password: PASSWORD } };
}

/** The same with a second factor; `next` gives a code that was not used before. */
async function anAdminWithFactor() {
  const person = await anAdmin();
  const { secret } = await beginFactor(person.actor, PASSWORD);
  const confirming = codeOf(secret);
  const { recoveryCodes } = await confirmFactor(person.actor, confirming);
  const next = () => {
    pass(30);
    return codeOf(secret);
  };
  return { ...person, secret, confirming, recoveryCodes, next };
}

const sessionsOf = async ({ id }: StaffMember) => (await sql`select 1 from sessions where user_id = ${id}`).length;

describe("setting up", () => {
  test("asks for the password, gives a secret as apps expect it, and is nothing until a code confirms it", async () => {
    const { actor, email, input } = await anAdmin();
    const wrong = { code: "invalid", errors: [{ path: "password" }] };
    expect(await refusal(beginFactor(actor, "wrong-one"))).toMatchObject(wrong);
    const { secret, uri } = await beginFactor(actor, PASSWORD);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    const asked = new URL(uri);
    expect(decodeURIComponent(asked.pathname)).toContain(`Mithaas:${email}`);
    const settings = { issuer: "Mithaas", secret, algorithm: "SHA1", digits: "6", period: "30" };
    expect(Object.fromEntries(asked.searchParams)).toEqual(settings);
    expect(await recoveryCodesLeft(actor.id)).toBeNull();
    // Nothing is asked yet, and a code is ignored.
    for (const code of [undefined, "123456"]) await login({ ...input, code }, api);
    const [stored] = await sql`select secret from second_factors where user_id = ${actor.id}`;
    expect(stored?.secret).not.toContain(secret);
  });

  test("ends with a code, ten recovery codes, and the other sessions and tokens", async () => {
    const { actor, token, input } = await anAdmin();
    const elsewhere = await login(input, api);
    const { secret } = await beginFactor(actor, PASSWORD);
    const wrong = await refusal(confirmFactor(actor, codeOf(secret, 5)));
    expect(wrong).toMatchObject({ code: "invalid", errors: [{ path: "code" }] });
    const { recoveryCodes } = await confirmFactor(actor, codeOf(secret));
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^(\d{4}-){5}\d{4}$/);
    expect(await recoveryCodesLeft(actor.id)).toBe(10);
    expect(await findSession(token)).not.toBeNull();
    expect(await findSession(elsewhere.token)).toBeNull();
    const stored = await sql`select code_hash from recovery_codes where user_id = ${actor.id}`;
    expect(stored).toHaveLength(10);
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]?.replaceAll("-", ""));
  });

  test("can begin again until it is confirmed, with another secret; while one is active it is refused", async () => {
    const { actor } = await anAdmin();
    const first = await beginFactor(actor, PASSWORD);
    const second = await beginFactor(actor, PASSWORD);
    expect(await refusal(confirmFactor(actor, codeOf(first.secret)))).toMatchObject({ code: "invalid" });
    await confirmFactor(actor, codeOf(second.secret));
    expect(await refusal(beginFactor(actor, PASSWORD))).toMatchObject({ code: "conflict" });
    pass(30);
    expect(await refusal(confirmFactor(actor, codeOf(second.secret)))).toMatchObject({ code: "conflict" });
  });

  test("is for staff", async () => {
    const customer = await aCustomer();
    const refused = { code: "forbidden" };
    expect(await refusal(beginFactor(customer, PASSWORD))).toMatchObject(refused);
    expect(await refusal(confirmFactor(customer, "123456"))).toMatchObject(refused);
    expect(await refusal(switchFactorOff(customer, { password: PASSWORD, code: "1" }))).toMatchObject(refused);
    expect(await refusal(confirmFactor((await anAdmin()).actor, "123456"))).toMatchObject({ code: "invalid" });
  });

  test("a login that is under way while the factor is switched on ends without the code", async () => {
    const { actor, input } = await anAdmin();
    const { secret } = await beginFactor(actor, PASSWORD);
    const lock = await hold((on) => on`select 1 from users where id = ${actor.id} for update`);
    const confirming = confirmFactor(actor, codeOf(secret));
    await waitingForALock();
    const entering = login(input, api).catch(() => null);
    await lock.commit();
    await confirming;
    const entered = await entering;
    expect(entered && (await findSession(entered.token))).toBeNull();
  });
});

describe("a login", () => {
  test("asks for a code after the right password only", async () => {
    const { input, actor, secret } = await anAdminWithFactor();
    const asked = await refusal(login(input, api));
    expect(asked).toMatchObject({ code: "second_factor", message: expect.stringContaining("enter the code") });
    const wrong = { ...input, password: "wrong-one" };
    expect(await refusal(login(wrong, api))).toMatchObject({ code: "unauthorized" });
    expect(await refusal(login({ ...wrong, code: codeOf(secret, 1) }, api))).toMatchObject({ code: "unauthorized" });
    expect(await sessionsOf(actor)).toBe(1);
  });

  test("takes a code of this step, of the one before and of the one after, and none further away", async () => {
    const { input, secret } = await anAdminWithFactor();
    pass(300);
    for (const steps of [-2, 2]) {
      expect(await refusal(login({ ...input, code: codeOf(secret, steps) }, api))).toMatchObject(wrongCode);
    }
    for (const steps of [-1, 0, 1]) await login({ ...input, code: codeOf(secret, steps) }, api);
  });

  test("takes a code as people type it", async () => {
    const { input, next, recoveryCodes } = await anAdminWithFactor();
    await login({ ...input, code: ` ${next().replace(/^.{3}/, "$& ")} ` }, api);
    await login({ ...input, code: recoveryCodes[0]?.replaceAll("-", " ") }, api);
  });

  test("takes a code once, the confirming one included, and none from before it", async () => {
    const { input, confirming, next, secret } = await anAdminWithFactor();
    expect(await refusal(login({ ...input, code: confirming }, api))).toMatchObject(wrongCode);
    expect(await refusal(login({ ...input, code: codeOf(secret, -1) }, api))).toMatchObject(wrongCode);
    const code = next();
    await login({ ...input, code }, api);
    expect(await refusal(login({ ...input, code }, api))).toMatchObject(wrongCode);
  });

  test("takes each recovery code once, for its account", async () => {
    const { input, actor, recoveryCodes } = await anAdminWithFactor();
    const other = await anAdminWithFactor();
    for (const code of recoveryCodes.slice(0, 3)) await login({ ...input, code }, api);
    expect(await recoveryCodesLeft(actor.id)).toBe(7);
    for (const code of [...recoveryCodes.slice(0, 3), other.recoveryCodes[0]])
      expect(await refusal(login({ ...input, code }, api))).toMatchObject(wrongCode);
  });

  test.each(["app", "recovery"])("of eight with one code of the %s at once one gets in", async (kind) => {
    const { input, actor, next, recoveryCodes } = await anAdminWithFactor();
    const code = kind === "app" ? next() : recoveryCodes[0];
    const tries = await atOnce(8, () => login({ ...input, code }, api));
    expect([done(tries).length, refusals(tries)]).toEqual([1, { second_factor: 7 }]);
    expect(await sessionsOf(actor)).toBe(1 + 1);
  });

  test("of staff may come eight times at once, with a factor that trusts the browser and without one", async () => {
    const { input } = await anAdmin();
    expect(refusals(await atOnce(8, () => login(input, api)))).toEqual({});
    const { input: other, next } = await anAdminWithFactor();
    const started = await beginLogin(other, browser);
    const mark = "mark" in started ? started.mark : null;
    const { trustedFactors } = await finishLogin(mark, { code: next(), trust: "yes" }, browser);
    expect(refusals(await atOnce(8, () => beginLogin(other, { ...browser, trustedFactors })))).toEqual({});
  });

  test("that failed for another reason has used no code up", async () => {
    const { input, actor, next } = await anAdminWithFactor();
    const code = next();
    const [before] = await sql`select password_hash from users where id = ${actor.id}`;
    const lock = await hold((on) => on`update users set password_hash = 'other' where id = ${actor.id}`);
    const late = refusal(login({ ...input, code }, api));
    await waitingForALock();
    await lock.commit();
    expect(await late).toMatchObject({ code: "unauthorized" });
    await sql`update users set password_hash = ${before?.password_hash} where id = ${actor.id}`;
    await login({ ...input, code }, api);
  });

  test("counts wrong codes with wrong passwords: ten, then even the right ones are refused", async () => {
    const { input, actor, next } = await anAdminWithFactor();
    for (let i = 0; i < 3; i++) await refusal(login({ ...input, password: "wrong-one" }, api));
    for (let i = 0; i < 3; i++)
      expect(await refusal(login({ ...input, code: "0000-1111" }, api))).toMatchObject(wrongCode);
    for (let i = 0; i < 2; i++) await refusal(switchFactorOff(actor, { password: PASSWORD, code: "0000-1111" }));
    for (let i = 0; i < 2; i++) await refusal(switchFactorOff(actor, { password: "wrong-one", code: "0000-1111" }));
    const limited = { code: "rate_limited" };
    expect(await refusal(login({ ...input, code: next() }, api))).toMatchObject(limited);
    expect(await refusal(switchFactorOff(actor, { password: PASSWORD, code: next() }))).toMatchObject(limited);
  });

  test("counts wrong codes of a set-up too, and not the logins that lack a code", async () => {
    const { actor, input } = await anAdmin();
    await beginFactor(actor, PASSWORD);
    for (let i = 0; i < 10; i++) await refusal(confirmFactor(actor, "0000-1111"));
    expect(await refusal(login(input, api))).toMatchObject({ code: "rate_limited" });
    const other = await anAdminWithFactor();
    for (let i = 0; i < 12; i++)
      expect(await refusal(login(other.input, api))).toMatchObject({ code: "second_factor" });
  });

  test("of wrong codes that come at once at most ten are looked at", async () => {
    const { input } = await anAdminWithFactor();
    const tries = await atOnce(24, (i) => login({ ...input, code: `0000-${i}` }, api));
    expect(refusals(tries)).toEqual({ second_factor: 10, rate_limited: 14 });
  });

  test("after a reset of the password still asks for the code", async () => {
    const { input, email, next } = await anAdminWithFactor();
    const link = (await createResetFor(email, writeDb())) as string;
    await resetPassword(link, "new-password");
    const after = { ...input, password: "new-password" };
    expect(await refusal(login(after, api))).toMatchObject({ code: "second_factor" });
    await login({ ...after, code: next() }, api);
  });

  test("a secret that was stored under another AUTH_SECRET takes no code of an app, but recovery codes", async () => {
    const { input, actor, next, recoveryCodes } = await anAdminWithFactor();
    await sql`update second_factors set secret = translate(secret, 'abcdef', 'bcdefa') where user_id = ${actor.id}`;
    expect(await refusal(login({ ...input, code: next() }, api))).toMatchObject(wrongCode);
    await login({ ...input, code: recoveryCodes[0] }, api);
  });
});

describe("in a browser", () => {
  /** The mark that the right password gives. */
  async function markOf(input: { email: string; password: string }, trustedFactors?: string) {
    const started = await beginLogin(input, { ...browser, trustedFactors });
    return "mark" in started ? started.mark : null;
  }

  test("the right password gives a mark, with which a code signs in", async () => {
    const { input, next } = await anAdminWithFactor();
    const mark = await markOf(input);
    expect(mark).not.toContain(input.password);
    expect(await refusal(finishLogin(mark, { code: "000000" }, browser))).toMatchObject(wrongCode);
    const { token, trustedFactors } = await finishLogin(mark, { code: next() }, browser);
    expect(await findSession(token)).toMatchObject({ email: input.email });
    expect(trustedFactors).toBeUndefined();
    const wrong = beginLogin({ ...input, password: "wrong-one" }, browser);
    expect(await refusal(wrong)).toMatchObject({ code: "unauthorized" });
  });

  test("a mark is for ten minutes and its account, ends with the password, and is none when it is changed", async () => {
    const { input, actor, next, email } = await anAdminWithFactor();
    const other = await anAdminWithFactor();
    const mark = (await markOf(input)) as string;
    const [id = "", expires = "", signature = ""] = mark.split(".");
    const made = [
      ...[null, "", "x"],
      `${other.actor.id}.${expires}.${signature}`,
      `${id}.${Number(expires) + 60}.${signature}`,
      `${id}.${expires}.${signature.slice(0, -1)}`,
      `${id}.NaN.${signature}`,
      `99999999999.${expires}.${signature}`,
    ];
    const refused = { code: "unauthorized" };
    for (const one of made) expect(await refusal(finishLogin(one, { code: next() }, browser))).toMatchObject(refused);
    pass(11 * 60);
    expect(await refusal(finishLogin(mark, { code: next() }, browser))).toMatchObject(refused);
    const later = await markOf(input);
    await resetPassword((await createResetFor(email, writeDb())) as string, "new-password");
    expect(await refusal(finishLogin(later, { code: next() }, browser))).toMatchObject(refused);
    expect(actor.id).toBe(Number(id));
  });

  /** The cookie of a browser that the account trusts. */
  async function trusted(person: Awaited<ReturnType<typeof anAdminWithFactor>>, before?: string): Promise<string> {
    const mark = await markOf(person.input);
    const start = { ...browser, trustedFactors: before };
    const { trustedFactors } = await finishLogin(mark, { code: person.next(), trust: "yes" }, start);
    return trustedFactors as string;
  }

  test("a browser that is trusted is not asked for 30 days, by the account that trusts it alone, and not as a program", async () => {
    const [person, colleague] = [await anAdminWithFactor(), await anAdminWithFactor()];
    const stranger = await anAdminWithFactor();
    const cookie = await trusted(colleague, await trusted(person));
    for (const { input } of [person, colleague]) expect(await markOf(input, cookie)).toBeNull();
    expect(await markOf(stranger.input, cookie)).not.toBeNull();
    const byApi = login(person.input, { ...api, trustedFactors: cookie });
    expect(await refusal(byApi)).toMatchObject({ code: "second_factor" });
    pass(30 * 24 * 60 * 60 - 120);
    expect(await markOf(person.input, cookie)).toBeNull();
    pass(121);
    expect(await markOf(person.input, cookie)).not.toBeNull();
  });

  test("trust ends with a new password, and with the factor, and a new one does not bring it back", async () => {
    const [person, other] = [await anAdminWithFactor(), await anAdminWithFactor()];
    const [cookie, mark] = [await trusted(person), await trusted(other)];
    await changePassword(person.actor, PASSWORD, "new-password", browser);
    expect(await markOf({ ...person.input, password: "new-password" }, cookie)).not.toBeNull();
    await switchFactorOff(other.actor, { password: PASSWORD, code: other.next() });
    await confirmFactor(other.actor, codeOf((await beginFactor(other.actor, PASSWORD)).secret));
    expect(await markOf(other.input, mark)).not.toBeNull();
  });

  test("trust that was tampered with is none, nor is a mark of a login", async () => {
    const person = await anAdminWithFactor();
    const cookie = await trusted(person);
    const [id = "", expires = "", signature = ""] = cookie.split(".");
    const mark = await markOf(person.input);
    for (const other of [
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${signature.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`,
      `${id}.${expires}.`,
      mark as string,
      "~~~~",
    ])
      expect(await markOf(person.input, other)).not.toBeNull();
    const asMark = finishLogin(cookie, { code: person.next() }, browser);
    expect(await refusal(asMark)).toMatchObject({ code: "unauthorized" });
  });
});

test("the audit log has each of it, without a secret, and the list of staff says who has one", async () => {
  const [owner, person] = [await anAdminWithFactor(), await anAdminWithFactor()];
  const ids = [owner.actor.id, person.actor.id];
  const has = async () =>
    (await listStaff(owner.actor)).filter(({ id }) => ids.includes(id)).map(({ secondFactor }) => secondFactor);
  expect(await has()).toEqual([true, true]);
  await login({ ...owner.input, code: owner.recoveryCodes[0] }, api);
  await login({ ...owner.input, code: owner.next() }, api);
  await switchFactorOff(owner.actor, { password: PASSWORD, code: owner.next() });
  await resetFactor(owner.actor, person.actor.id);
  expect(await has()).toEqual([false, false]);
  const { secret } = await beginFactor(person.actor, PASSWORD);
  expect(await has()).toEqual([false, false]);
  await confirmFactor(person.actor, codeOf(secret));
  await removeFactorOf(person.email);
  const written = await sql`
    select by_kind as kind, by_id as by, noun, noun_id as id, text, changes from audit_log
    where noun_id in ${sql(ids.map(String))} order by audit_log.id`;
  const [a, b] = ids as [number, number];
  const name = "Staff";
  const entry = (by: number | null, id: number, text: string) => ({
    ...{ kind: by ? "staff" : "command", by, noun: "staff", id: String(id), changes: {} },
    text: by ? `${name} ${text}` : text,
  });
  expect([...written]).toEqual([
    entry(a, a, "set up a second factor"),
    entry(b, b, "set up a second factor"),
    entry(a, a, "used a recovery code"),
    entry(a, a, "switched their second factor off"),
    entry(a, b, `switched the second factor of ${name} off`),
    entry(b, b, "set up a second factor"),
    entry(null, b, `npm run second-factor switched the second factor of ${name} off`),
  ]);
});

describe("switching off", () => {
  test("asks for the password and a code, which is used up", async () => {
    const { actor, input, next, confirming, recoveryCodes } = await anAdminWithFactor();
    const tries = [
      ["wrong-one", next(), "password"],
      [PASSWORD, "000000", "code"],
      [PASSWORD, confirming, "code"],
    ] as const;
    for (const [password, code, path] of tries)
      expect(await refusal(switchFactorOff(actor, { password, code }))).toMatchObject({ errors: [{ path }] });
    await switchFactorOff(actor, { password: PASSWORD, code: recoveryCodes[0] as string });
    expect(await recoveryCodesLeft(actor.id)).toBeNull();
    expect(await sql`select 1 from recovery_codes where user_id = ${actor.id}`).toHaveLength(0);
    await login(input, api);
    const again = switchFactorOff(actor, { password: PASSWORD, code: recoveryCodes[1] as string });
    expect(await refusal(again)).toMatchObject({ code: "invalid" });
  });

  test("another member of staff may do it for who has lost the phone, and nobody for themselves", async () => {
    const [owner, person] = [await anAdminWithFactor(), await anAdminWithFactor()];
    expect(await refusal(resetFactor(owner.actor, owner.actor.id))).toMatchObject({ code: "forbidden" });
    await resetFactor(owner.actor, person.actor.id);
    await login(person.input, api);
    expect(await refusal(resetFactor(owner.actor, person.actor.id))).toMatchObject({ code: "not_found" });
    const customer = await aCustomer();
    expect(await refusal(resetFactor(owner.actor, customer.id))).toMatchObject({ code: "not_found" });
    expect(await refusal(resetFactor(customer, owner.actor.id))).toMatchObject({ code: "forbidden" });
  });

  test("a command does it by the address", async () => {
    const { input, email } = await anAdminWithFactor();
    expect(await removeFactorOf(` ${email.toUpperCase()} `)).toBe(true);
    await login(input, api);
    expect([await removeFactorOf(email), await removeFactorOf("nobody@example.com")]).toEqual([false, false]);
  });
});
