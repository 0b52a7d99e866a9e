// Accounts and sessions (docs/behaviour.md#people-and-sessions).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import { findSession } from "@/lib/auth/session";
import { joinCarts, reserve } from "@/lib/cart/commands";
import { placeOrder } from "@/lib/orders/place";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { changePassword, deleteAccount, endOwnSession } from "@/lib/people/account-commands";
import { listSessions } from "@/lib/people/account-queries";
import { ensureAdmin, setAdmin } from "@/lib/people/admin-commands";
import { login, logout, register } from "@/lib/people/commands";
import { createReset, isResetLive } from "@/lib/people/reset-commands";
import { registerInput } from "@/lib/people/schema";
import {
  atOnce,
  connect,
  done,
  expectStockRight,
  hold,
  refusal,
  refusals,
  unitsOf,
  waitingForALock,
} from "../support/database";
import { exported } from "../support/exported";
import { anAdmin, anOrder, aSweet, aVisitor, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { address, aMember, api, browser, PASSWORD, signIn } from "./people";

let wide: Executor;
let admin: Member;
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
});
afterAll(() => expectStockRight());

describe("registering", () => {
  test("makes a customer, signed in; without a name it is the address's local part", async () => {
    const email = address();
    const { user, token } = await register(
      registerInput.parse({ email: ` ${email.toUpperCase()} `, password: PASSWORD }),
      api,
    );
    expect(user).toMatchObject({ role: "customer", email, name: email.split("@")[0] });
    expect(await findSession(token)).toMatchObject({ id: user.id });
  });

  test("16 times at once with one address makes one account", async () => {
    const email = address();
    const tries = await atOnce(16, () => register({ email, password: PASSWORD }, browser));
    expect([done(tries).length, refusals(tries)]).toEqual([1, { email_taken: 15 }]);
  });

  test("keeps neither passwords nor tokens as they are", async () => {
    const { email, token } = await aMember();
    const [row] = await sql`
      select u.password_hash, s.token_hash from users u join sessions s on s.user_id = u.id where u.email = ${email}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.token_hash).not.toContain(token);
  });
});

describe("the admin at start", () => {
  test("is made once when many start at once, and never from a customer", async () => {
    await sql`delete from users where email = 'admin@mithaas.example'`;
    const email = address();
    await Promise.all(Array.from({ length: 4 }, () => ensureAdmin(email, PASSWORD)));
    expect((await signIn(email)).user.role).toBe("admin");
    await ensureAdmin(email, "another-1");
    await signIn(email);
    const customer = (await aMember()).email;
    for (const make of [ensureAdmin, setAdmin])
      await expect(make(customer, PASSWORD)).rejects.toThrow("belongs to a customer");
  });
});

describe("a session is dead at once", () => {
  test("after logout", async () => {
    const { user, token } = await aMember();
    await logout(user, pool);
    expect(await findSession(token)).toBeNull();
  });

  test("after a change of the password: every one, every token and reset link; this browser goes on with a new one", async () => {
    const { user, token, email } = await aMember();
    const others = [await signIn(email), await login({ email, password: PASSWORD }, api)];
    const link = await createReset(admin, user.id, pool);
    expect(await refusal(changePassword(user, "not-it", "secret2", browser))).toMatchObject({
      code: "invalid",
      errors: [{ path: "currentPassword", message: expect.any(String) }],
    });
    const { token: fresh } = await changePassword(user, PASSWORD, "secret2", browser);
    expect(await findSession(fresh)).toMatchObject({ id: user.id });
    for (const old of [token, ...others.map((other) => other.token)]) expect(await findSession(old)).toBeNull();
    expect(await isResetLive(link)).toBe(false);
    expect(await refusal(signIn(email))).toMatchObject({ code: "unauthorized" });
    await signIn(email, {}, "secret2");
  });

  test("after one of two changes at once: the other finds that its password is the old one", async () => {
    const { user, email } = await aMember();
    const tries = await atOnce(4, (i) => changePassword(user, PASSWORD, `secret-${i}`, browser));
    expect([done(tries).length, refusals(tries)]).toEqual([1, { invalid: 3 }]);
    expect(await sql`select 1 from sessions where user_id = ${user.id}`).toHaveLength(1);
    expect(await refusal(signIn(email))).toMatchObject({ code: "unauthorized" });
  });

  test("but wrong passwords on the way to it count as wrong logins do", async () => {
    const { user, email, trustedDevices } = await aMember();
    const start = { ...browser, trustedDevices };
    for (let i = 0; i < 5; i++) {
      await refusal(changePassword(user, "wrong-1", "secret2", start));
      await refusal(deleteAccount(user, "wrong-1", start));
    }
    for (const late of [
      changePassword(user, PASSWORD, "secret2", start),
      deleteAccount(user, PASSWORD, start),
      signIn(email, start),
    ].map(refusal))
      expect(await late).toMatchObject({ code: "rate_limited" });
    await signIn(email);
  });

  test("after a change of role, whoever made it", async () => {
    const { user, token } = await aMember();
    const link = await createReset(admin, user.id, pool);
    await sql`update users set role = 'admin', staff = 'kitchen' where id = ${user.id}`;
    expect(await findSession(token)).toBeNull();
    expect(await isResetLive(link)).toBe(false);
  });

  test("after the account's deletion", async () => {
    const { user, token } = await aMember();
    await deleteAccount(user, PASSWORD);
    expect(await findSession(token)).toBeNull();
  });

  test("after its days; until then it knows a change of name at once", async () => {
    const { token, user } = await aMember();
    await sql`update users set name = 'Another Name' where id = ${user.id}`;
    expect((await findSession(token))?.name).toBe("Another Name");
    await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${user.id}`;
    expect(await findSession(token)).toBeNull();
  });

  test("when its owner ends it, which nobody else can", async () => {
    const [{ user, token }, stranger] = [await aMember(), await aMember()];
    expect(await refusal(endOwnSession(stranger.user, user.sessionId, pool))).toMatchObject({ code: "not_found" });
    expect(await listSessions(user)).toMatchObject([{ id: user.sessionId, current: true }]);
    await endOwnSession(user, user.sessionId, pool);
    expect(await findSession(token)).toBeNull();
  });

  test("after an owner's new password from the command", async () => {
    const email = address();
    expect(await setAdmin(email, PASSWORD)).toBe("made");
    const { token } = await signIn(email);
    expect(await setAdmin(email, "secret2")).toBe("changed");
    expect(await findSession(token)).toBeNull();
  });
});

describe("deleting an account", () => {
  // That nothing of the person is left anywhere: tests/domain/privacy.test.ts.
  test("returns what it held and keeps its orders", async () => {
    const [{ user, email }, sweet] = [await aMember(), await aSweet({ quantity: 10 })];
    await placeOrder(user, anOrder([[sweet, 2]], { personalMessage: "From me" }), { channel: "api" }, pool);
    await reserve(user, { productId: sweet.id, quantity: 3 }, pool);
    expect(JSON.stringify(await exported(user))).toContain("From me");
    expect(await refusal(deleteAccount(user, "wrong-1"))).toMatchObject({ code: "invalid" });
    expect(await unitsOf(sweet.id)).toMatchObject({ held: 3 });
    await deleteAccount(user, PASSWORD);
    expect(await unitsOf(sweet.id)).toEqual({ free: 8, held: 0, sold: 2 });
    expect(await sql`select 1 from users where email = ${email}`).toHaveLength(0);
  });

  test("waits for an order that had found no cart, and forgets who it was for", async () => {
    const [{ user }, sweet] = [await aMember(), await aSweet()];
    const lock = await hold((_on, db) => placeOrder(user, anOrder([[sweet, 1]]), { channel: "api" }, db));
    const gone = deleteAccount(user, PASSWORD);
    await waitingForALock();
    await lock.commit();
    await gone;
    const rows = await sql`select o.user_id, o.recipient_name, o.delivery_address, o.phone_number
      from order_lines l join orders o on o.id = l.order_id where l.sweet_id = ${sweet.id}`;
    expect(rows).toEqual([{ user_id: null, recipient_name: null, delivery_address: null, phone_number: null }]);
  });

  test("beside the same person's shopping and an admin's cancels leaves stock right and nobody waiting for ever", async () => {
    for (let round = 0; round < 2; round++) {
      const [{ user }, visitor] = [await aMember(), aVisitor()];
      const sweets = [await aSweet({ quantity: 100 }), await aSweet({ quantity: 100 })];
      const orders = await Promise.all(
        [0, 1, 2].map(() => placeOrder(user, anOrder(sweets.map((sweet) => [sweet, 1])), { channel: "api" }, pool)),
      );
      if (round % 2) await reserve(user, { productId: sweets[0]!.id, quantity: 1 }, pool);
      await reserve(visitor, { productId: sweets[1]!.id, quantity: 2 }, pool);
      const tries = await atOnce<unknown>(24, (i) => {
        const sweet = sweets[i % 2]!;
        if (i === 6) return deleteAccount(user, PASSWORD);
        if (i === 8) return joinCarts(user, visitor.cartToken, wide);
        if (i % 3 === 0) return setOrderStatus(admin, orders[i % 3]!.id, i % 2 ? "Cancelled" : "Pending", wide);
        if (i % 3 === 1) return reserve(user, { productId: sweet.id, quantity: 1 }, wide);
        return placeOrder(user, anOrder([[sweet, 1]]), { channel: "api" }, wide);
      });
      // Whoever came after the account had gone points at a user that is not there: answered 401 (lib/http/problem.ts).
      expect(Object.keys(refusals(tries)).filter((code) => code !== "23503")).toEqual([]);
      expect(await sql`select 1 from carts where user_id = ${user.id}`).toHaveLength(0);
    }
    await expectStockRight();
  });
});
