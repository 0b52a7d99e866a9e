// Links to a new password: who may ask how often, what is mailed, and what becomes of those that live
// (docs/behaviour.md#forgotten-passwords).
import { beforeEach, describe, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { findSession } from "@/lib/auth/session";
import { markHandled } from "@/lib/messages/admin-commands";
import { countOpenMessages, listMessages } from "@/lib/messages/admin-queries";
import { settleOldMessages } from "@/lib/messages/outbox-commands";
import { setAdmin } from "@/lib/people/admin-commands";
import { login } from "@/lib/people/commands";
import { createReset, createResetFor, isResetLive, requestReset, resetPassword } from "@/lib/people/reset-commands";
import { atOnce, atOnceBehind, done, refusal, refusals } from "../support/database";
import { anAdmin, signedIn } from "../support/factories";
import { pool, sql } from "../support/sql";
import { passPauses, prepareMailWorld, world } from "./mail-world";

prepareMailWorld();

/** Whose links they are. */
let owner: Customer;
beforeEach(() => {
  owner = world.buyer;
});

const network = "203.0.113.7";
/** The n-th of many strangers' addresses. */
const stranger = (n: number) => `10.9.${n >> 8}.${n & 255}`;
const aLink = async () => (await createResetFor(owner.email, writeDb())) ?? "";

/** The secrets in the mails that have arrived. */
const links = () => world.server.received.map(({ text }) => /\/reset\/([\w-]+)/.exec(text)?.[1] ?? "");
/** Sends what is due, or would be later. */
async function send() {
  await passPauses();
  await world.sender.run();
}
const areLive = (some: string[]) => Promise.all(some.map(isResetLive));
const requests = () => sql`select email from messages`;

describe("a request", () => {
  test("stores the same for every address; the mail's link works once, and its secret is stored nowhere", async () => {
    for (const email of [owner.email, "nobody@example.com", world.admin.email]) await requestReset(email, network);
    expect((await sql`select kind from messages`).map(({ kind }) => kind)).toEqual(Array(3).fill("password_reset"));
    await send();
    expect(world.server.received.map(({ to }) => to)).toEqual([[owner.email], [world.admin.email]]);
    expect(await requests()).toHaveLength(0);
    const [mail] = world.server.received;
    const [token = ""] = links();
    expect(mail?.html).toContain(`/reset/${token}`);
    expect(mail?.subject).toBe("Choose a new password");
    const [stored] =
      await sql`select token_hash, expires_at - now() between interval '59 minutes' and interval '1 hour' as hour
      from password_resets where user_id = ${owner.id}`;
    expect(stored).toMatchObject({ hour: true });
    expect(stored?.token_hash).not.toContain(token);
    await resetPassword(token, "a fresh password");
    expect(await refusal(resetPassword(token, "another one"))).toMatchObject({ code: "not_found" });
  });

  test("is read by the owner where there is no mail, if it is of an account, who deals with it", async () => {
    await requestReset(owner.email, network);
    await requestReset("nobody@example.com", network);
    const { items } = await listMessages(world.admin, { show: "all", page: 1, pageSize: 20 });
    expect(items).toMatchObject([{ name: "New password", letter: null, askedBy: owner.email }]);
    expect(await countOpenMessages(world.admin)).toBe(1);
    await settleOldMessages(false);
    expect(await requests()).toEqual([{ email: owner.email }]);
    expect(await createReset(world.admin, owner.id, pool)).toMatch(/^[\w-]{43}$/);
    await markHandled(world.admin, items[0]!.id, pool);
    expect(await requests()).toHaveLength(0);
  });

  test("does not wait longer than its use: an hour with mail, a day without", async () => {
    const age = async (interval: string, mails: boolean) => {
      await sql`delete from messages`;
      await requestReset(owner.email, network);
      await sql`update messages set created_at = now() - ${interval}::interval`;
      await settleOldMessages(mails);
      return (await requests()).length;
    };
    expect([await age("59 minutes", true), await age("61 minutes", true)]).toEqual([1, 0]);
    expect([await age("23 hours", false), await age("25 hours", false)]).toEqual([1, 0]);
  });

  test("whose mail is refused for good leaves nothing", async () => {
    world.server.state.behaviour = "no recipient";
    await requestReset(owner.email, network);
    await send();
    expect(await requests()).toHaveLength(0);
  });
});

describe("when a stranger has asked for somebody's link", () => {
  // Each from another address, for which no limit counts.
  test("60 times, its owner has links that work, and three mails", async () => {
    for (let n = 0; n < 60; n++) {
      await requestReset(owner.email, stranger(n));
      if (n < 6 || n % 20 === 0) await send();
    }
    await requestReset(owner.email, network);
    await send();
    expect(await areLive(links())).toEqual([true, true, true]);
    expect(await requests()).toHaveLength(0);
    const [first = "", second = ""] = links();
    await resetPassword(second, "the owner's own");
    await login({ email: owner.email, password: "the owner's own" }, { kind: "browser", userAgent: null });
    // The use of one ends all, and whoever forgets again gets a new one.
    expect(await areLive(links())).toEqual([false, false, false]);
    expect(await refusal(resetPassword(first, "somebody's"))).toMatchObject({ code: "not_found" });
    await requestReset(owner.email, "203.0.113.8");
    await send();
    expect(await areLive(links().slice(3))).toEqual([true]);
  });

  test("from many addresses, the request of the owner is not refused, and none costs another row", async () => {
    for (const email of [owner.email, "nobody@example.com"]) {
      for (let n = 0; n < 20; n++) await requestReset(email, stranger(n));
      await requestReset(email, network);
      expect(await sql`select 1 from messages where email = ${email}`).toHaveLength(1);
    }
  });

  test("from the owner's own address, five are taken in an hour for each e-mail, with an account or without", async () => {
    for (const email of [owner.email, "nobody@example.com"]) {
      for (let n = 0; n < 5; n++) await requestReset(email, "198.51.100.1");
      expect(await refusal(requestReset(email, "198.51.100.1"))).toMatchObject({ code: "rate_limited" });
      await requestReset(email, "198.51.100.2");
    }
  });

  test("an admin's link for it goes on working, and may be made at any time", async () => {
    const made = await createReset(world.admin, owner.id, pool);
    for (let n = 0; n < 4; n++) {
      await requestReset(owner.email, stranger(n));
      await send();
    }
    expect(await areLive([made, ...links()])).toEqual([true, true, true]);
    const another = await createReset(world.admin, owner.id, pool);
    expect(await areLive([made, ...links(), another])).toEqual([false, false, false, true]);
  });
});

describe("a link of an admin", () => {
  test("sets the password once and ends every session; a newer one replaces it", async () => {
    const { token } = await signedIn(owner);
    const [first, second] = [
      await createReset(world.admin, owner.id, pool),
      await createReset(world.admin, owner.id, pool),
    ];
    expect(await areLive([first, second])).toEqual([false, true]);
    const tries = await atOnce(8, () => resetPassword(second, "secret2"));
    expect([done(tries).length, refusals(tries)]).toEqual([1, { not_found: 7 }]);
    expect(await findSession(token)).toBeNull();
    await login({ email: owner.email, password: "secret2" }, { kind: "browser", userAgent: null });
  });

  test("works for an hour, for customers", async () => {
    const link = await createReset(world.admin, owner.id, pool);
    await sql`update password_resets set expires_at = expires_at - interval '60 minutes' where user_id = ${owner.id}`;
    expect(await refusal(resetPassword(link, "secret2"))).toMatchObject({ code: "not_found" });
    expect(await refusal(createReset(await anAdmin("manager"), world.admin.id, pool))).toMatchObject({
      code: "not_found",
    });
  });
});

describe("links of one account", () => {
  test("are three at most, however many are made at once, and a fourth when the hour of one is over", async () => {
    // Nobody can insert until all have counted, or wait for whoever counts.
    const made = await atOnceBehind((on) => on`lock table password_resets in exclusive mode`, 5, aLink);
    expect(done(made).filter(Boolean)).toHaveLength(3);
    expect(refusals(made)).toEqual({});
    expect(await aLink()).toBe("");
    await sql`update password_resets set expires_at = now() where token_hash =
      (select min(token_hash) from password_resets where user_id = ${owner.id})`;
    expect([(await aLink()) !== "", await aLink()]).toEqual([true, ""]);
  });

  test("that are used at once, and while more are asked for, set one password, and no two wait for each other", async () => {
    const three = [await aLink(), await aLink(), await aLink()];
    const uses = await atOnceBehind(
      (on) => on`lock table users in exclusive mode`,
      4,
      async (i) => void (await (i === 3 ? aLink() : resetPassword(three[i] ?? "", `password of ${i}`))),
    );
    expect(refusals(uses)).toEqual({ not_found: 2 });
    expect(await areLive(three)).toEqual([false, false, false]);
  });

  test("do not count while their mail has not been sent: the next try makes one that works", async () => {
    await requestReset(owner.email, network);
    const { state } = world.server;
    for (const behaviour of ["busy recipient", "busy text", "busy recipient", "busy text"] as const) {
      state.behaviour = behaviour;
      await send();
      expect(await sql`select 1 from password_resets where user_id = ${owner.id}`).toHaveLength(0);
    }
    state.behaviour = "accept";
    await send();
    expect(await areLive(links())).toEqual([true]);
  });

  test("end with a new password from the command", async () => {
    const email = `owner.${owner.id}@example.com`;
    await setAdmin(email, "secret1");
    const link = (await createResetFor(email, writeDb())) ?? "";
    expect(await isResetLive(link)).toBe(true);
    await setAdmin(email, "secret2");
    expect(await isResetLive(link)).toBe(false);
  });
});
