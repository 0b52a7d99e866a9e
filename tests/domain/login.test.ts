// Signing in: limits, and what happens when something changes meanwhile (docs/behaviour.md#limits).
import { afterAll, describe, expect, test } from "vitest";
import { changePassword } from "@/lib/accounts/account-commands";
import { LOGIN_FAILED, login, register } from "@/lib/accounts/commands";
import { throttledVerify } from "@/lib/accounts/login-throttle";
import { hashPassword, MAX_HASHES, MAX_WAITING_HASHES, verifyPassword } from "@/lib/accounts/password";
import { createReset, resetPassword } from "@/lib/accounts/reset-commands";
import { throttleKeys, trustDevice } from "@/lib/accounts/trusted-device";
import type { Customer } from "@/lib/auth/actor";
import { findSession } from "@/lib/auth/session";
import { reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { isDatabaseUnavailable } from "@/lib/errors";
import { atOnce, expectStockRight, hold, refusal, refusals, waitingForALock } from "../support/database";
import { anAdmin, aSweet, aVisitor } from "../support/factories";
import { sql } from "../support/sql";

afterAll(() => expectStockRight());

const browser = { kind: "browser", userAgent: "a test" } as const;
let serial = 0;
const address = () => `person${++serial}.${Date.now()}@example.com`;

/** Registers somebody with the password 'secret1'. */
async function aMember() {
  const email = address();
  const { user, token } = await register({ email, password: "secret1", name: "Member" }, browser);
  return { email, user: user as Customer, token };
}

describe("logging in", () => {
  test("says the same for an unknown address and a wrong password", async () => {
    const { email } = await aMember();
    const wrong = await refusal(login({ email, password: "secret2" }, browser));
    expect(await refusal(login({ email: address(), password: "secret2" }, browser))).toEqual(wrong);
    expect(wrong).toEqual({ code: "unauthorized", message: LOGIN_FAILED });
  });

  test("is refused at the 11th wrong try in 15 minutes, even with the right password, unknown addresses alike", async () => {
    const { email } = await aMember();
    for (const who of [email, address()]) {
      for (let i = 0; i < 10; i++)
        expect(await refusal(login({ email: who, password: "wrong-1" }, browser))).toMatchObject({
          code: "unauthorized",
        });
      const { code, retryAfter } = await refusal(login({ email: who, password: "secret1" }, browser));
      expect(code).toBe("rate_limited");
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    }
  });

  test("counts wrong tries that come at once: at most 10 are looked at", async () => {
    const { email } = await aMember();
    const tries = await atOnce(24, () => login({ email, password: "wrong-1" }, browser));
    expect(refusals(tries)).toEqual({ unauthorized: 10, rate_limited: 14 });
  });

  test("lets 30 right tries in that come at once, and looks at 10 of 30 wrong ones", async () => {
    const { email } = await aMember();
    const right = await atOnce(30, () => login({ email, password: "secret1" }, browser));
    expect(refusals(right)).toEqual({});
    const wrong = await atOnce(30, () => login({ email, password: "wrong-1" }, browser));
    expect(refusals(wrong)).toEqual({ unauthorized: 10, rate_limited: 20 });
    // Mixed: right ones that wait for wrong ones take the tries that are given back, never more.
    const { email: other } = await aMember();
    const mixed = await atOnce(40, (i) => login({ email: other, password: i % 2 ? "secret1" : "wrong-1" }, browser));
    expect(refusals(mixed).unauthorized).toBeLessThanOrEqual(10);
  });

  test("is refused at the 101st wrong try from one address, whatever the e-mails; right ones do not count", async () => {
    const ip = `2001:db8:${Date.now().toString(16).slice(-4)}:1::/64`;
    const { email } = await aMember();
    const from = { ...browser, address: ip };
    for (let i = 0; i < 3; i++) await login({ email, password: "secret1" }, from);
    const tries = await atOnce(130, () => login({ email: address(), password: "wrong-1" }, from));
    expect(refusals(tries)).toEqual({ unauthorized: 100, rate_limited: 30 });
    const late = await refusal(login({ email, password: "secret1" }, from));
    expect(late).toMatchObject({ code: "rate_limited" });
    expect(late.retryAfter).toBeGreaterThan(14 * 60);
    // Elsewhere the account is not touched, and what was refused for the account did not count for the address.
    await login({ email, password: "secret1" }, { ...browser, address: "203.0.113.7" });
    const other = { ...browser, address: `${ip}-other` };
    await atOnce(40, () => login({ email, password: "wrong-1" }, other));
    const [counted] = await sql`select count from rate_limits where key = ${`login-address:${other.address}`}`;
    expect(counted?.count).toBe(10);
  });

  test("lets so many wait for their hash and no more; the others are asked to come back", async () => {
    const tries = await atOnce(MAX_HASHES + MAX_WAITING_HASHES + 56, () => hashPassword("secret1"));
    expect(refusals(tries)).toEqual({ service_unavailable: 56 });
    expect(await verifyPassword("secret1", await hashPassword("secret1"))).toBe(true);
  });

  test("gives a try back when the check failed for another reason", async () => {
    const who = { account: crypto.randomUUID() };
    const away = () => Promise.reject(Object.assign(new Error("away"), { code: "CONNECTION_CLOSED" }));
    for (let i = 0; i < 12; i++) await expect(throttledVerify(who, away)).rejects.toThrow("away");
    expect(await throttledVerify(who, async () => true)).toBe(true);
  });

  test("with the old password while it is being changed fails, and begins nothing", async () => {
    const { email, user } = await aMember();
    const passwordHash = await hashPassword("secret2");
    const lock = await hold(async (on) => {
      await on`update users set password_hash = ${passwordHash} where id = ${user.id}`;
      await on`delete from sessions where user_id = ${user.id}`;
    });
    const late = refusal(login({ email, password: "secret1" }, browser));
    await waitingForALock();
    await lock.commit();
    expect(await late).toMatchObject({ code: "unauthorized", message: LOGIN_FAILED });
    expect(await sql`select 1 from sessions where user_id = ${user.id}`).toHaveLength(0);
    await login({ email, password: "secret2" }, browser);
  });

  test("and registering are whole or nothing: a cart that cannot join leaves no account and no session", async () => {
    const [visitor, sweet, { email, user }] = [aVisitor(), await aSweet(), await aMember()];
    await reserve(visitor, { productId: sweet.id, quantity: 2 });
    const start = { ...browser, cartToken: visitor.cartToken };
    const newcomer = address();
    const [before] = await sql`select count(*)::int as rows from sessions`;
    const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
    const tries = await Promise.all([
      refusal(register({ email: newcomer, password: "secret1" }, start)),
      refusal(login({ email, password: "secret1" }, start)),
    ]);
    await lock.release();
    // One waits for the sweet, the other for the cart first: the lock's time limit ends one, the transaction's may end the other.
    for (const { code } of tries) expect(isDatabaseUnavailable({ code }), String(code)).toBe(true);
    expect(await sql`select 1 from users where email = ${newcomer}`).toHaveLength(0);
    expect((await sql`select count(*)::int as rows from sessions`)[0]).toEqual(before);
    await login({ email, password: "secret1" }, start);
    expect((await readCart(user)).itemsCount).toBe(2);
  });

  test("in place of a session that this browser had ends that one", async () => {
    const [first, second] = [await aMember(), await aMember()];
    await login({ email: second.email, password: "secret1" }, { ...browser, replaces: first.user.sessionId });
    expect(await findSession(first.token)).toBeNull();
  });

  test("does not count right passwords", async () => {
    const { email } = await aMember();
    for (let i = 0; i < 12; i++) await login({ email, password: "secret1" }, browser);
  });

  test("leaves live sessions alone while it is refused", async () => {
    const { email, token } = await aMember();
    await atOnce(12, () => login({ email, password: "wrong-1" }, browser));
    expect(await findSession(token)).not.toBeNull();
  });

  test("from browsers that know the account has one allowance of their own, together", async () => {
    const email = address();
    const start = { ...browser, trustedDevices: null };
    const [first, second] = [
      (await register({ email, password: "secret1", name: "Member" }, start)).trustedDevices,
      (await login({ email, password: "secret1" }, start)).trustedDevices,
    ];
    await atOnce(12, () => login({ email, password: "wrong-1" }, browser));
    for (const known of [first, second])
      expect((await login({ email, password: "secret1" }, { ...browser, trustedDevices: known })).user.email).toBe(
        email,
      );
    const wrong = await atOnce(14, (i) =>
      login({ email, password: "wrong-1" }, { ...browser, trustedDevices: i % 2 ? first : second }),
    );
    expect(refusals(wrong)).toEqual({ unauthorized: 10, rate_limited: 4 });
    for (const known of [first, second])
      expect(await refusal(login({ email, password: "secret1" }, { ...browser, trustedDevices: known }))).toMatchObject(
        {
          code: "rate_limited",
        },
      );
  });

  test("by a mark from before a new password counts with everybody else, whoever set it", async () => {
    const email = address();
    const { user, trustedDevices: old } = await register({ email, password: "secret1", name: "Member" }, browser);
    const { trustedDevices: known } = await changePassword(user, "secret1", "secret2", {
      userAgent: null,
      trustedDevices: old,
    });
    await atOnce(12, () => login({ email, password: "wrong-1" }, browser));
    expect(await refusal(login({ email, password: "secret2" }, { ...browser, trustedDevices: old }))).toMatchObject({
      code: "rate_limited",
    });
    expect((await login({ email, password: "secret2" }, { ...browser, trustedDevices: known })).user.email).toBe(email);
    await resetPassword(await createReset(await anAdmin(), user.id), "secret3");
    expect(await refusal(login({ email, password: "secret3" }, { ...browser, trustedDevices: known }))).toMatchObject({
      code: "rate_limited",
    });
  });

  test("by a trusted browser is not counted for its address, which strangers behind it have used up", async () => {
    const ip = `2001:db8:${Date.now().toString(16).slice(-4)}:2::/64`;
    const { email, user } = await aMember();
    const from = { ...browser, address: ip };
    const { trustedDevices: known } = await login({ email, password: "secret1" }, from);
    await atOnce(100, () => login({ email: address(), password: "wrong-1" }, from));
    expect(await refusal(login({ email, password: "secret1" }, from))).toMatchObject({ code: "rate_limited" });
    const trusted = { ...from, trustedDevices: known };
    await login({ email, password: "secret1" }, trusted);
    // Another account is none that this browser has signed in to.
    const { email: other } = await aMember();
    expect(await refusal(login({ email: other, password: "secret1" }, trusted))).toMatchObject({
      code: "rate_limited",
    });
    const { trustedDevices } = await changePassword(user, "secret1", "secret2", trusted);
    // It has the allowance of the account's trusted browsers, and no more.
    const again = { ...from, trustedDevices };
    const wrong = await atOnce(24, () => login({ email, password: "wrong-1" }, again));
    expect(refusals(wrong)).toEqual({ unauthorized: 10, rate_limited: 14 });
    expect(await refusal(login({ email, password: "secret2" }, again))).toMatchObject({ code: "rate_limited" });
    const [counted] = await sql`select count from rate_limits where key = ${`login-address:${ip}`}`;
    expect(counted?.count).toBe(100);
  });

  test("by a mark of another account, a forged or a cut one counts with everybody else", () => {
    const [email, other] = [address(), address()];
    const mark = trustDevice(other, "a hash", null);
    const keyOf = (who: string, hash: string | undefined, trustedDevices: string | null) =>
      throttleKeys(who, hash, { trustedDevices, address: "203.0.113.7" });
    const strangers = keyOf(email, "a hash", null);
    expect(strangers.address).toBe("203.0.113.7");
    for (const cookie of [
      mark,
      `${mark}x`,
      mark.slice(0, -1),
      "a.b",
      "~~~",
      ".",
      `${"x".repeat(16)}.${"y".repeat(32)}`,
      "y".repeat(32),
      trustDevice(email, "another hash", null),
    ])
      expect(keyOf(email, "a hash", cookie)).toEqual(strangers);
    const both = trustDevice(email, "a hash", mark);
    expect(keyOf(email, "a hash", both)).toEqual({ account: expect.not.stringMatching(`^${strangers.account}$`) });
    expect(keyOf(other, "a hash", both)).not.toEqual(keyOf(other, "a hash", null));
    expect(trustDevice(email, "a hash", both)).toBe(both);
    // An account that is not there knows nobody.
    expect(keyOf(email, undefined, trustDevice(email, "", null))).toEqual(strangers);
    // The accounts of last are remembered, five of them.
    const many = ["1", "2", "3", "4", "5"].reduce<string | null>(
      (cookie, n) => trustDevice(`${n}@x.y`, "a hash", cookie),
      both,
    );
    expect(keyOf(email, "a hash", many)).toEqual(strangers);
    expect(keyOf("1@x.y", "a hash", many)).not.toEqual(keyOf("1@x.y", "a hash", null));
  });
});
