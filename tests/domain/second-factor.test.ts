// The second factor of staff (docs/behaviour.md#second-factor): set-up, codes, and every way round it.
import { TOTP } from "otpauth";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import type { StaffMember } from "@/lib/auth/actor";
import { findSession } from "@/lib/auth/session";
import { changePassword } from "@/lib/people/account-commands";
import { beginLogin, finishLogin, login } from "@/lib/people/commands";
import { createResetFor, resetPassword } from "@/lib/people/reset-commands";
import {
  beginFactor,
  confirmFactor,
  recoveryCodesLeft,
  removeFactorOf,
  resetFactor,
  switchFactorOff,
} from "@/lib/people/second-factor-commands";
import { listStaff } from "@/lib/people/staff-queries";
import { atOnce, done, hold, refusal, refusals, waitingForALock } from "../support/database";
import { aCustomer, type Member, signedIn } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aMember, api, browser, PASSWORD } from "./people";

const WRONG = "wrong-one";
const wrongCode = { code: "second_factor", message: expect.stringContaining("not correct") };
const codeNeeded = { code: "second_factor", message: expect.stringContaining("enter the code") };
const unauthorized = { code: "unauthorized" };
const limited = { code: "rate_limited" };
const invalid = (path: string) => ({ code: "invalid", errors: [{ path }] });

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

/** A member of staff who is signed in. `enter` signs in by the API. */
async function anAdmin() {
  const { email, user } = await aMember();
  await sql`update users set role = 'admin', staff = 'owner', name = 'Staff' where id = ${user.id}`;
  const { actor, token } = await signedIn({ ...user, role: "admin", staff: "owner", name: "Staff" } as Member);
  const enter = (code?: string, password = PASSWORD) => login({ email, password, code }, api);
  const off = (code: string, password = PASSWORD) => switchFactorOff(actor, { password, code });
  return { email, actor, token, enter, off };
}

/** The same with a second factor; `next` gives a code that was not used before. */
async function anAdminWithFactor() {
  const person = await anAdmin();
  const { secret } = await beginFactor(person.actor, PASSWORD);
  const confirming = codeOf(secret);
  const { recoveryCodes } = await confirmFactor(person.actor, confirming);
  const [recovery = ""] = recoveryCodes;
  const next = () => {
    pass(30);
    return codeOf(secret);
  };
  return { ...person, secret, confirming, recoveryCodes, recovery, next };
}
type Person = Awaited<ReturnType<typeof anAdminWithFactor>>;
const sessionsOf = async ({ id }: StaffMember) => (await sql`select 1 from sessions where user_id = ${id}`).length;
const resetPasswordOf = async (email: string, password: string) =>
  resetPassword((await createResetFor(email, writeDb())) ?? "", password);

describe("setting up", () => {
  test("asks for the password, gives a secret as apps expect it, and is nothing until a code confirms it", async () => {
    const { actor, email, enter } = await anAdmin();
    expect(await refusal(beginFactor(actor, WRONG))).toMatchObject(invalid("password"));
    const { secret, uri } = await beginFactor(actor, PASSWORD);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    const asked = new URL(uri);
    expect(decodeURIComponent(asked.pathname)).toContain(`Mithaas:${email}`);
    const settings = { issuer: "Mithaas", secret, algorithm: "SHA1", digits: "6", period: "30" };
    expect(Object.fromEntries(asked.searchParams)).toEqual(settings);
    expect(await recoveryCodesLeft(actor.id)).toBeNull();
    // Nothing is asked yet, and a code is ignored.
    for (const code of [undefined, "123456"]) await enter(code);
    const [stored] = await sql`select secret from second_factors where user_id = ${actor.id}`;
    expect(stored?.secret).not.toContain(secret);
  });

  test("ends with a code, ten recovery codes, and the other sessions and tokens", async () => {
    const { actor, token, enter } = await anAdmin();
    const elsewhere = await enter();
    const { secret } = await beginFactor(actor, PASSWORD);
    expect(await refusal(confirmFactor(actor, codeOf(secret, 5)))).toMatchObject(invalid("code"));
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
    expect(await refusal(confirmFactor(actor, codeOf(first.secret)))).toMatchObject(invalid("code"));
    await confirmFactor(actor, codeOf(second.secret));
    expect(await refusal(beginFactor(actor, PASSWORD))).toMatchObject({ code: "conflict" });
    pass(30);
    expect(await refusal(confirmFactor(actor, codeOf(second.secret)))).toMatchObject({ code: "conflict" });
  });

  test("is confirmed after it was begun", async () => {
    expect(await refusal(confirmFactor((await anAdmin()).actor, "123456"))).toMatchObject({ code: "invalid" });
  });

  test("a login that is under way while the factor is switched on ends without the code", async () => {
    const { actor, enter } = await anAdmin();
    const { secret } = await beginFactor(actor, PASSWORD);
    const lock = await hold((on) => on`select 1 from users where id = ${actor.id} for update`);
    const confirming = confirmFactor(actor, codeOf(secret));
    await waitingForALock();
    const entering = enter().catch(() => null);
    await lock.commit();
    await confirming;
    const entered = await entering;
    expect(entered && (await findSession(entered.token))).toBeNull();
  });
});

describe("a login", () => {
  test("asks for a code after the right password only", async () => {
    const { actor, enter, secret } = await anAdminWithFactor();
    expect(await refusal(enter())).toMatchObject(codeNeeded);
    for (const code of [undefined, codeOf(secret, 1)])
      expect(await refusal(enter(code, WRONG))).toMatchObject(unauthorized);
    expect(await sessionsOf(actor)).toBe(1);
  });

  test("takes a code of this step, of the one before and of the one after, and none further away", async () => {
    const { enter, secret } = await anAdminWithFactor();
    pass(300);
    for (const steps of [-2, 2]) expect(await refusal(enter(codeOf(secret, steps)))).toMatchObject(wrongCode);
    for (const steps of [-1, 0, 1]) await enter(codeOf(secret, steps));
  });

  test("takes a code as people type it", async () => {
    const { enter, next, recovery } = await anAdminWithFactor();
    await enter(` ${next().replace(/^.{3}/, "$& ")} `);
    await enter(recovery.replaceAll("-", " "));
  });

  test("takes a code once, the confirming one included, and none from before it", async () => {
    const { enter, confirming, next, secret } = await anAdminWithFactor();
    for (const code of [confirming, codeOf(secret, -1)]) expect(await refusal(enter(code))).toMatchObject(wrongCode);
    const code = next();
    await enter(code);
    expect(await refusal(enter(code))).toMatchObject(wrongCode);
  });

  test("takes each recovery code once, for its account", async () => {
    const { enter, actor, recoveryCodes } = await anAdminWithFactor();
    const other = await anAdminWithFactor();
    for (const code of recoveryCodes.slice(0, 3)) await enter(code);
    expect(await recoveryCodesLeft(actor.id)).toBe(7);
    for (const code of [...recoveryCodes.slice(0, 3), other.recovery])
      expect(await refusal(enter(code))).toMatchObject(wrongCode);
  });

  test.each(["app", "recovery"])("of eight with one code of the %s at once one gets in", async (kind) => {
    const { enter, actor, next, recovery } = await anAdminWithFactor();
    const code = kind === "app" ? next() : recovery;
    const tries = await atOnce(8, () => enter(code));
    expect([done(tries).length, refusals(tries)]).toEqual([1, { second_factor: 7 }]);
    expect(await sessionsOf(actor)).toBe(1 + 1);
  });

  test("that failed for another reason has used no code up", async () => {
    const { enter, actor, next } = await anAdminWithFactor();
    const code = next();
    const [before] = await sql`select password_hash from users where id = ${actor.id}`;
    const lock = await hold((on) => on`update users set password_hash = 'other' where id = ${actor.id}`);
    const late = refusal(enter(code));
    await waitingForALock();
    await lock.commit();
    expect(await late).toMatchObject(unauthorized);
    await sql`update users set password_hash = ${before?.password_hash} where id = ${actor.id}`;
    await enter(code);
  });

  test("counts wrong codes with wrong passwords: ten, then even the right ones are refused", async () => {
    const { enter, off, next } = await anAdminWithFactor();
    for (let i = 0; i < 3; i++) await refusal(enter(undefined, WRONG));
    for (let i = 0; i < 3; i++) expect(await refusal(enter("0000-1111"))).toMatchObject(wrongCode);
    for (let i = 0; i < 2; i++) await refusal(off("0000-1111"));
    for (let i = 0; i < 2; i++) await refusal(off("0000-1111", WRONG));
    expect(await refusal(enter(next()))).toMatchObject(limited);
    expect(await refusal(off(next()))).toMatchObject(limited);
  });

  test("counts wrong codes of a set-up too, and not the logins that lack a code", async () => {
    const { actor, enter } = await anAdmin();
    await beginFactor(actor, PASSWORD);
    for (let i = 0; i < 10; i++) await refusal(confirmFactor(actor, "0000-1111"));
    expect(await refusal(enter())).toMatchObject(limited);
    const other = await anAdminWithFactor();
    for (let i = 0; i < 12; i++) expect(await refusal(other.enter())).toMatchObject(codeNeeded);
  });

  test("of wrong codes that come at once at most ten are looked at", async () => {
    const { enter } = await anAdminWithFactor();
    const tries = await atOnce(24, (i) => enter(`0000-${i}`));
    expect(refusals(tries)).toEqual({ second_factor: 10, rate_limited: 14 });
  });

  test("after a reset of the password still asks for the code", async () => {
    const { enter, email, next } = await anAdminWithFactor();
    await resetPasswordOf(email, "new-password");
    expect(await refusal(enter(undefined, "new-password"))).toMatchObject(codeNeeded);
    await enter(next(), "new-password");
  });

  test("a secret that was stored under another AUTH_SECRET takes no code of an app, but recovery codes", async () => {
    const { enter, actor, next, recovery } = await anAdminWithFactor();
    await sql`update second_factors set secret = translate(secret, 'abcdef', 'bcdefa') where user_id = ${actor.id}`;
    expect(await refusal(enter(next()))).toMatchObject(wrongCode);
    await enter(recovery);
  });
});

describe("in a browser", () => {
  /** The mark that the right password gives; null for a browser that is let in without a code. */
  async function markOf({ email }: { email: string }, trustedFactors?: string, password = PASSWORD) {
    const started = await beginLogin({ email, password }, { ...browser, trustedFactors });
    return "mark" in started ? started.mark : null;
  }
  /** The cookie of a browser that the account trusts. */
  async function trusted(person: Person, trustedFactors?: string): Promise<string> {
    const code = { code: person.next(), trust: "yes" } as const;
    return (await finishLogin(await markOf(person), code, { ...browser, trustedFactors })).trustedFactors ?? "";
  }

  test("the right password gives a mark, with which a code signs in", async () => {
    const person = await anAdminWithFactor();
    const mark = await markOf(person);
    expect(mark).not.toContain(PASSWORD);
    expect(await refusal(finishLogin(mark, { code: "000000" }, browser))).toMatchObject(wrongCode);
    const { token, trustedFactors } = await finishLogin(mark, { code: person.next() }, browser);
    expect(await findSession(token)).toMatchObject({ email: person.email });
    expect(trustedFactors).toBeUndefined();
    expect(await refusal(markOf(person, undefined, WRONG))).toMatchObject(unauthorized);
  });

  test("a mark is for ten minutes and its account, ends with the password, and is none when it is changed", async () => {
    const person = await anAdminWithFactor();
    const other = await anAdminWithFactor();
    const mark = (await markOf(person)) ?? "";
    const [id = "", expires = "", signature = ""] = mark.split(".");
    expect(Number(id)).toBe(person.actor.id);
    const enter = (one: string | null) => refusal(finishLogin(one, { code: person.next() }, browser));
    for (const one of [
      ...[null, "", "x"],
      `${other.actor.id}.${expires}.${signature}`,
      `${id}.${Number(expires) + 60}.${signature}`,
      `${id}.${expires}.${signature.slice(0, -1)}`,
      `${id}.NaN.${signature}`,
      `99999999999.${expires}.${signature}`,
    ])
      expect(await enter(one)).toMatchObject(unauthorized);
    pass(11 * 60);
    expect(await enter(mark)).toMatchObject(unauthorized);
    const later = await markOf(person);
    await resetPasswordOf(person.email, "new-password");
    expect(await enter(later)).toMatchObject(unauthorized);
  });

  test("eight logins of staff at once get in, without a factor and with one that trusts the browser", async () => {
    const { enter } = await anAdmin();
    expect(refusals(await atOnce(8, () => enter()))).toEqual({});
    const person = await anAdminWithFactor();
    const cookie = await trusted(person);
    const tries = await atOnce(8, () => markOf(person, cookie));
    expect(done(tries)).toEqual(Array(8).fill(null));
  });

  test("a browser that is trusted is not asked for 30 days, by the account that trusts it alone, and not as a program", async () => {
    const [person, colleague] = [await anAdminWithFactor(), await anAdminWithFactor()];
    const cookie = await trusted(colleague, await trusted(person));
    for (const known of [person, colleague]) expect(await markOf(known, cookie)).toBeNull();
    expect(await markOf(await anAdminWithFactor(), cookie)).not.toBeNull();
    const { email } = person;
    const byApi = login({ email, password: PASSWORD }, { ...api, trustedFactors: cookie });
    expect(await refusal(byApi)).toMatchObject(codeNeeded);
    pass(30 * 24 * 60 * 60 - 120);
    expect(await markOf(person, cookie)).toBeNull();
    pass(121);
    expect(await markOf(person, cookie)).not.toBeNull();
  });

  test("trust ends with a new password, and with the factor, and a new one does not bring it back", async () => {
    const [person, other] = [await anAdminWithFactor(), await anAdminWithFactor()];
    const [ofPerson, ofOther] = [await trusted(person), await trusted(other)];
    await changePassword(person.actor, PASSWORD, "new-password", browser);
    expect(await markOf(person, ofPerson, "new-password")).not.toBeNull();
    await other.off(other.next());
    await confirmFactor(other.actor, codeOf((await beginFactor(other.actor, PASSWORD)).secret));
    expect(await markOf(other, ofOther)).not.toBeNull();
  });

  test("trust that was tampered with is none, nor is a mark of a login", async () => {
    const person = await anAdminWithFactor();
    const cookie = await trusted(person);
    const [id = "", expires = "", signature = ""] = cookie.split(".");
    for (const other of [
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${signature.replace(/^./, (c) => (c === "A" ? "B" : "A"))}`,
      `${id}.${expires}.`,
      (await markOf(person)) ?? "",
      "~~~~",
    ])
      expect(await markOf(person, other)).not.toBeNull();
    const asMark = finishLogin(cookie, { code: person.next() }, browser);
    expect(await refusal(asMark)).toMatchObject(unauthorized);
  });
});

test("the audit log has each of it, without a secret, and the list of staff says who has one", async () => {
  const [owner, person] = [await anAdminWithFactor(), await anAdminWithFactor()];
  const [a, b] = [owner.actor.id, person.actor.id];
  const has = async () =>
    (await listStaff(owner.actor)).filter(({ id }) => id === a || id === b).map(({ secondFactor }) => secondFactor);
  expect(await has()).toEqual([true, true]);
  await owner.enter(owner.recovery);
  await owner.enter(owner.next());
  await owner.off(owner.next());
  await resetFactor(owner.actor, b, pool);
  expect(await has()).toEqual([false, false]);
  const { secret } = await beginFactor(person.actor, PASSWORD);
  expect(await has()).toEqual([false, false]);
  await confirmFactor(person.actor, codeOf(secret));
  await removeFactorOf(person.email);
  const written = await sql`
    select by_kind as kind, by_id as by, noun, noun_id as id, text, changes from audit_log
    where noun_id in (${String(a)}, ${String(b)}) order by audit_log.id`;
  const entry = (by: number | null, id: number, text: string) => ({
    ...{ kind: by ? "staff" : "command", by, noun: "staff", id: String(id), changes: {} },
    text: by ? `Staff ${text}` : text,
  });
  expect([...written]).toEqual([
    entry(a, a, "set up a second factor"),
    entry(b, b, "set up a second factor"),
    entry(a, a, "used a recovery code"),
    entry(a, a, "switched their second factor off"),
    entry(a, b, `switched the second factor of Staff (${person.email}) off`),
    entry(b, b, "set up a second factor"),
    entry(null, b, `npm run second-factor switched the second factor of Staff (${person.email}) off`),
  ]);
});

describe("switching off", () => {
  test("asks for the password and a code, which is used up", async () => {
    const { actor, enter, off, next, confirming, recoveryCodes } = await anAdminWithFactor();
    const [first = "", second = ""] = recoveryCodes;
    expect(await refusal(off(next(), WRONG))).toMatchObject(invalid("password"));
    for (const code of ["000000", confirming]) expect(await refusal(off(code))).toMatchObject(invalid("code"));
    await off(first);
    expect(await recoveryCodesLeft(actor.id)).toBeNull();
    expect(await sql`select 1 from recovery_codes where user_id = ${actor.id}`).toHaveLength(0);
    await enter();
    expect(await refusal(off(second))).toMatchObject({ code: "invalid" });
  });

  test("another member of staff may do it for who has lost the phone, and nobody for themselves", async () => {
    const [owner, person, customer] = [await anAdminWithFactor(), await anAdminWithFactor(), await aCustomer()];
    expect(await refusal(resetFactor(owner.actor, owner.actor.id, pool))).toMatchObject({ code: "forbidden" });
    await resetFactor(owner.actor, person.actor.id, pool);
    await person.enter();
    for (const id of [person.actor.id, customer.id])
      expect(await refusal(resetFactor(owner.actor, id, pool))).toMatchObject({ code: "not_found" });
    expect(await refusal(resetFactor(customer, owner.actor.id, pool))).toMatchObject({ code: "forbidden" });
  });

  test("a command does it by the address", async () => {
    const { enter, email } = await anAdminWithFactor();
    expect(await removeFactorOf(` ${email.toUpperCase()} `)).toBe(true);
    await enter();
    expect([await removeFactorOf(email), await removeFactorOf("nobody@example.com")]).toEqual([false, false]);
  });
});
