// Signing in: limits, and what happens when something changes meanwhile (docs/behaviour.md#limits).
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { networkOf } from "@/lib/addresses";
import { findSession } from "@/lib/auth/session";
import { reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { isDatabaseUnavailable } from "@/lib/errors";
import { consume, limits } from "@/lib/http/limits";
import { changePassword } from "@/lib/people/account-commands";
import { LOGIN_FAILED, register } from "@/lib/people/commands";
import { throttledVerify } from "@/lib/people/login-throttle";
import { hashPassword, MAX_HASHES, MAX_WAITING_HASHES, verifyPassword } from "@/lib/people/password";
import { createReset, resetPassword } from "@/lib/people/reset-commands";
import { throttleKeys, trustDevice } from "@/lib/people/trusted-device";
import { answerApi } from "@/server/api";
import { atOnce, done, expectStockRight, hold, refusal, refusals, waitingForALock } from "../support/database";
import { anAdmin, aSweet, aVisitor } from "../support/factories";
import { pool, sql } from "../support/sql";
import { address, aMember, browser, PASSWORD, signIn, wrongLogins } from "./people";

afterAll(() => expectStockRight());

const limited = { code: "rate_limited" };
/** How often wrong passwords were counted for an address. */
const countedFor = async (ip: string) =>
  (await sql`select count from rate_limits where key = ${`login-address:${ip}`}`)[0]?.count;

describe("a limit", () => {
  test("lets as many of those through that come at once, on any instance, and each who has its own", async () => {
    const [who, { max }] = [crypto.randomUUID(), limits.contact];
    const tries = await atOnce(max + 25, () => consume("contact", who));
    expect(refusals(tries)).toEqual({ rate_limited: 25 });
    expect(done(tries).map((left) => left?.remaining)).toEqual(expect.arrayContaining([0, max - 1]));
    expect(done(tries)).toHaveLength(max);
    expect((await consume("contact", `${who}-other`))?.remaining).toBe(max - 1);
    // After its window it starts again.
    await sql`update rate_limits set resets_at = now() - interval '1 second' where key = ${`contact:${who}`}`;
    expect((await consume("contact", who))?.remaining).toBe(max - 1);
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    // An IPv4 address in IPv6 clothes is that IPv4 address, however it is written.
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["unknown", "unknown"],
  ])("counts the address %s as %s", (given, counted) => {
    expect(networkOf(given)).toBe(counted);
  });
});

describe("logging in", () => {
  test("says the same for an unknown address and a wrong password", async () => {
    const { email } = await aMember();
    const wrong = await refusal(signIn(email, {}, "secret2"));
    expect(await refusal(signIn(address()))).toEqual(wrong);
    expect(wrong).toEqual({ code: "unauthorized", message: LOGIN_FAILED });
  });

  test("is refused at the 11th wrong try in 15 minutes, even with the right password, unknown addresses alike; sessions go on", async () => {
    const { email, token } = await aMember();
    for (const who of [email, address()]) {
      for (let i = 0; i < 10; i++)
        expect(await refusal(signIn(who, {}, "wrong-1"))).toMatchObject({ code: "unauthorized" });
      const { code, retryAfter } = await refusal(signIn(who));
      expect(code).toBe("rate_limited");
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    }
    expect(await findSession(token)).not.toBeNull();
  });

  test("lets 30 right tries in that come at once, and looks at 10 of 30 wrong ones", async () => {
    const { email } = await aMember();
    expect(refusals(await atOnce(30, () => signIn(email)))).toEqual({});
    expect(refusals(await wrongLogins(30, email))).toEqual({ unauthorized: 10, rate_limited: 20 });
    // Mixed: right ones that wait for wrong ones take the tries that are given back, never more.
    const { email: other } = await aMember();
    const mixed = await atOnce(40, (i) => signIn(other, {}, i % 2 ? PASSWORD : "wrong-1"));
    expect(refusals(mixed).unauthorized).toBeLessThanOrEqual(10);
  });

  test("is refused at the 101st wrong try from one address, whatever the e-mails; right ones do not count", async () => {
    const from = { address: "2001:db8:1:1::/64" };
    const { email } = await aMember();
    for (let i = 0; i < 3; i++) await signIn(email, from);
    expect(refusals(await wrongLogins(130, address, from))).toEqual({ unauthorized: 100, rate_limited: 30 });
    const late = await refusal(signIn(email, from));
    expect(late).toMatchObject(limited);
    expect(late.retryAfter).toBeGreaterThan(14 * 60);
    // Elsewhere the account is not touched, and what is refused for the account does not count for the address.
    const elsewhere = { address: "203.0.113.7" };
    await signIn(email, elsewhere);
    await wrongLogins(40, email, elsewhere);
    expect(await countedFor(elsewhere.address)).toBe(10);
  });

  test("lets so many wait for their hash and no more; the others are asked to come back", async () => {
    const tries = await atOnce(MAX_HASHES + MAX_WAITING_HASHES + 56, () => hashPassword(PASSWORD));
    expect(refusals(tries)).toEqual({ service_unavailable: 56 });
    expect(await verifyPassword(PASSWORD, await hashPassword(PASSWORD))).toBe(true);
  });

  test("begins when nobody else's call of the API waits", () => {
    const kindOf = (method: string, url: string) =>
      answerApi({ method, url } as IncomingMessage, {} as ServerResponse)?.kind;
    for (const name of ["login", "register", "reset", "invitation"])
      expect([name, kindOf("POST", `/api/auth/${name}`)]).toEqual([name, "password"]);
    expect([kindOf("POST", "/api/cart/reserve"), kindOf("GET", "/api/auth/me")]).toEqual(["call", "call"]);
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
    const late = refusal(signIn(email));
    await waitingForALock();
    await lock.commit();
    expect(await late).toMatchObject({ code: "unauthorized", message: LOGIN_FAILED });
    expect(await sql`select 1 from sessions where user_id = ${user.id}`).toHaveLength(0);
    await signIn(email, {}, "secret2");
  });

  test("and registering are whole or nothing: a cart that cannot join leaves no account and no session", async () => {
    const [visitor, sweet, { email, user }] = [aVisitor(), await aSweet(), await aMember()];
    await reserve(visitor, { productId: sweet.id, quantity: 2 }, pool);
    const start = { ...browser, cartToken: visitor.cartToken };
    const newcomer = address();
    const [before] = await sql`select count(*)::int as rows from sessions`;
    const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
    const tries = [refusal(register({ email: newcomer, password: PASSWORD }, start)), refusal(signIn(email, start))];
    // One waits for the sweet, the other for the cart; the database ends both, as its time limits would.
    await expect
      .poll(
        async () => {
          const waiting = await sql`
            select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
              and (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') = 2`;
          return waiting.length;
        },
        { interval: 10, timeout: 10_000 },
      )
      .toBe(2);
    for (const { code } of await Promise.all(tries)) expect(isDatabaseUnavailable({ code }), String(code)).toBe(true);
    await lock.release();
    expect(await sql`select 1 from users where email = ${newcomer}`).toHaveLength(0);
    expect((await sql`select count(*)::int as rows from sessions`)[0]).toEqual(before);
    await signIn(email, start);
    expect((await readCart(user)).itemsCount).toBe(2);
  });

  test("in place of a session that this browser had ends that one", async () => {
    const [first, second] = [await aMember(), await aMember()];
    await signIn(second.email, { replaces: first.user.sessionId });
    expect(await findSession(first.token)).toBeNull();
  });

  test("from browsers that know the account has one allowance of their own, together", async () => {
    const { email, trustedDevices } = await aMember();
    const known = [{ trustedDevices }, { trustedDevices: (await signIn(email)).trustedDevices }];
    await wrongLogins(12, email);
    expect(await refusal(signIn(email))).toMatchObject(limited);
    for (const start of known) await signIn(email, start);
    const wrong = await atOnce(14, (i) => signIn(email, known[i % 2], "wrong-1"));
    expect(refusals(wrong)).toEqual({ unauthorized: 10, rate_limited: 4 });
    for (const start of known) expect(await refusal(signIn(email, start))).toMatchObject(limited);
  });

  test("by a mark from before a new password counts with everybody else, whoever set it", async () => {
    const { email, user, trustedDevices: old } = await aMember();
    const start = { userAgent: null, trustedDevices: old };
    const { trustedDevices } = await changePassword(user, PASSWORD, "secret2", start);
    await wrongLogins(12, email);
    expect(await refusal(signIn(email, { trustedDevices: old }, "secret2"))).toMatchObject(limited);
    await signIn(email, { trustedDevices }, "secret2");
    await resetPassword(await createReset(await anAdmin(), user.id, pool), "secret3");
    expect(await refusal(signIn(email, { trustedDevices }, "secret3"))).toMatchObject(limited);
  });

  test("by a trusted browser is not counted for its address, which strangers behind it have used up", async () => {
    const from = { address: "2001:db8:1:2::/64" };
    const { email, user, trustedDevices: known } = await aMember(from);
    await wrongLogins(100, address, from);
    expect(await refusal(signIn(email, from))).toMatchObject(limited);
    const trusted = { ...from, trustedDevices: known };
    await signIn(email, trusted);
    // Another account is none that this browser has signed in to.
    const { email: other } = await aMember();
    expect(await refusal(signIn(other, trusted))).toMatchObject(limited);
    const { trustedDevices } = await changePassword(user, PASSWORD, "secret2", { ...browser, ...trusted });
    // It has the allowance of the account's trusted browsers, and no more.
    const again = { ...from, trustedDevices };
    expect(refusals(await wrongLogins(24, email, again))).toEqual({ unauthorized: 10, rate_limited: 14 });
    expect(await refusal(signIn(email, again, "secret2"))).toMatchObject(limited);
    expect(await countedFor(from.address)).toBe(100);
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
