// Who may ask how often for links to a new password, and what becomes of those that live (docs/behaviour.md#forgotten-passwords).
import { beforeEach, describe, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import { setAdmin } from "@/lib/accounts/admin-commands";
import { login } from "@/lib/accounts/commands";
import { createReset, createResetFor, isResetLive, requestReset, resetPassword } from "@/lib/accounts/reset-commands";
import type { Customer } from "@/lib/auth/actor";
import { MailSender } from "@/lib/messages/send-commands";
import { atOnceBehind, done, refusal, refusals } from "../support/database";
import { aCustomer, anAdmin } from "../support/factories";
import { startMailServer } from "../support/mail-server";
import { sql } from "../support/sql";

let owner: Customer;
beforeEach(async () => {
  await sql`delete from messages`;
  owner = await aCustomer();
});

/** The n-th of many strangers' addresses. */
const stranger = (n: number) => `10.9.${n >> 8}.${n & 255}`;

/** A mail server and a sender that sends what is due; `links` are the secrets in the mails that have arrived. */
async function aMailbox() {
  const server = await startMailServer();
  const sender = new MailSender(server.url, "orders@shop.example");
  return {
    server,
    links: () => server.received.map(({ text }) => /\/reset\/([\w-]+)/.exec(text)?.[1] ?? ""),
    async send() {
      await sql`update messages set next_attempt_at = now()`;
      await sender.run();
    },
  };
}
const areLive = (links: string[]) => Promise.all(links.map(isResetLive));

describe("when a stranger has asked for somebody's link", () => {
  // Each from another address, for which no limit counts.
  test.each([5, 500])("%i times, its owner has links that work, and three mails", async (times) => {
    const { server, links, send } = await aMailbox();
    for (let n = 0; n < times; n++) {
      await requestReset(owner.email, stranger(n));
      if (n < 10 || n % 100 === 0) await send();
    }
    await requestReset(owner.email, "203.0.113.7");
    await send();
    expect(await areLive(links())).toEqual([true, true, true]);
    expect(await sql`select 1 from messages`).toHaveLength(0);
    const [first = "", second = ""] = links();
    await resetPassword(second, "the owner's own");
    await login({ email: owner.email, password: "the owner's own" }, { kind: "browser", userAgent: null });
    // The use of one ends all, and whoever forgets again gets a new one.
    expect(await areLive(links())).toEqual([false, false, false]);
    expect(await refusal(resetPassword(first, "somebody's"))).toMatchObject({ code: "not_found" });
    await requestReset(owner.email, "203.0.113.8");
    await send();
    expect(await areLive(links().slice(3))).toEqual([true]);
    await server.stop();
  });

  test("from many addresses, the request of the owner is not refused, and none costs another row", async () => {
    for (const email of [owner.email, "nobody@example.com"]) {
      for (let n = 0; n < 40; n++) await requestReset(email, stranger(n));
      await requestReset(email, "203.0.113.7");
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
    const { server, links, send } = await aMailbox();
    const made = await createReset(await anAdmin(), owner.id);
    for (let n = 0; n < 6; n++) {
      await requestReset(owner.email, stranger(n));
      await send();
    }
    expect(await areLive([made, ...links()])).toEqual([true, true, true]);
    const another = await createReset(await anAdmin(), owner.id);
    expect(await areLive([made, ...links(), another])).toEqual([false, false, false, true]);
    await server.stop();
  });
});

describe("links of one account", () => {
  test("are three at most, however many are made at once, and a fourth when the hour of one is over", async () => {
    // Nobody can insert until all have counted, or wait for whoever counts.
    const made = await atOnceBehind(
      (on) => on`lock table password_resets in exclusive mode`,
      5,
      () => createResetFor(owner.email, writeDb()),
    );
    expect(done(made).filter(Boolean)).toHaveLength(3);
    expect(refusals(made)).toEqual({});
    expect(await createResetFor(owner.email, writeDb())).toBeNull();
    await sql`update password_resets set expires_at = now() where token_hash =
      (select min(token_hash) from password_resets where user_id = ${owner.id})`;
    expect(await createResetFor(owner.email, writeDb())).not.toBeNull();
    expect(await createResetFor(owner.email, writeDb())).toBeNull();
  });

  test("that are used at once, and while more are asked for, set one password, and no two wait for each other", async () => {
    const links: string[] = [];
    for (let i = 0; i < 3; i++) links.push((await createResetFor(owner.email, writeDb())) ?? "");
    const uses = await atOnceBehind(
      (on) => on`lock table users in exclusive mode`,
      4,
      async (i) =>
        void (await (i === 3
          ? createResetFor(owner.email, writeDb())
          : resetPassword(links[i] ?? "", `password of ${i}`))),
    );
    expect(refusals(uses)).toEqual({ not_found: 2 });
    expect(await areLive(links)).toEqual([false, false, false]);
  });

  test("do not count while their mail has not been sent: the next try makes one that works", async () => {
    const { server, links, send } = await aMailbox();
    await requestReset(owner.email, "203.0.113.7");
    for (const behaviour of ["busy recipient", "busy text", "busy recipient", "busy text"] as const) {
      server.state.behaviour = behaviour;
      await send();
      expect(await sql`select 1 from password_resets where user_id = ${owner.id}`).toHaveLength(0);
    }
    server.state.behaviour = "accept";
    await send();
    expect(await areLive(links())).toEqual([true]);
    await server.stop();
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
