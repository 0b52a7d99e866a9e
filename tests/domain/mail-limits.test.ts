// How many mails one address gets (docs/behaviour.md#messages): what is more waits, and nothing is lost. Slow: hundreds of mails are
// composed and sent.
import { describe, expect, test, vi } from "vitest";
import { requestReset } from "@/lib/accounts/reset-commands";
import { sendContact } from "@/lib/enquiries/commands";
import { cancelOrder } from "@/lib/invoices/order-commands";
import { markHandled, sendAgain } from "@/lib/messages/admin-commands";
import { listMessages } from "@/lib/messages/admin-queries";
import { purgeExpired } from "@/lib/privacy/commands";
import { aCustomer, aVisitor } from "../support/factories";
import { sql } from "../support/sql";
import { aSender, mailsTo, OWNER, order, orders, pass, prepareMailWorld, states, world } from "./mail-world";

// None of this depends on the limits of requests.
vi.hoisted(() =>
  Object.assign(process.env, { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "shop@shop.example" }),
);
prepareMailWorld();

describe("thirty orders that are cancelled at once", () => {
  test("bring twelve mails in an hour and forty in a day to an address, and each order is in one of them in the end", async () => {
    const all: number[] = [];
    for (let i = 0; i < 30; i++) {
      const { id } = await order();
      await cancelOrder(world.buyer, id);
      all.push(id);
    }
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
    expect(mailsTo(OWNER)).toHaveLength(30);
    // Of the first six orders both mails were sent; of each other one waits that says both.
    expect(await states()).toEqual({ sent: 42, waiting: 24, merged: 24 });
    await world.sender.run();
    await pass("59 minutes");
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
    for (const sent of [24, 36]) {
      await pass("61 minutes");
      await world.sender.run();
      expect(mailsTo(world.buyer.email)).toHaveLength(sent);
    }
    expect(await states()).toEqual({ sent: 66, merged: 24 });
    expect(new Set(world.server.received.map(({ headers }) => headers.get("message-id"))).size).toBe(66);
    for (const id of all)
      expect(
        mailsTo(world.buyer.email).some(({ subject }) => subject.includes(`#${id}`) && /cancelled/i.test(subject)),
      ).toBe(true);
    expect(mailsTo(world.buyer.email).at(-1)?.subject).toBe(`News of your order #${all.at(-1)}: Cancelled`);
  });

  test("the limit of a day holds too, and ends with the day", async () => {
    await orders(45);
    for (const sent of [12, 24, 36, 40]) {
      await world.sender.run();
      expect(mailsTo(world.buyer.email)).toHaveLength(sent);
      await pass("61 minutes");
    }
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(40);
    const [wait] =
      await sql`select extract(epoch from min(next_attempt_at) - now()) / 3600 as hours from messages where state = 'waiting'`;
    expect(wait?.hours).toBeCloseTo(24 - 4 * (61 / 60), 1);
    await pass("20 hours");
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(45);
  });
});

describe("an address", () => {
  test("is the same in any case and whatever the mail is about, and is nobody else's", async () => {
    await orders(10);
    const write = (email: string) =>
      sendContact(aVisitor(), { name: "Eve", email, phone: "98200 00000", subject: "S", message: "M" });
    await write(world.buyer.email.toUpperCase());
    await write(world.buyer.email);
    await write(` ${world.buyer.email.toUpperCase()}`.trim());
    const other = await aCustomer();
    await order({}, other);
    await world.sender.run();
    const toBuyer = world.server.received.filter(({ to }) => to[0]?.toLowerCase() === world.buyer.email);
    expect(toBuyer).toHaveLength(12);
    expect(mailsTo(other.email)).toHaveLength(1);
  });

  test("gets no more when the account is deleted and opened again", async () => {
    await orders(12);
    await world.sender.run();
    await sql`delete from messages`;
    await sql`update users set email = 'gone-' || email where id = ${world.buyer.id}`;
    await sql`update users set email = ${world.buyer.email} where id = ${(await aCustomer()).id}`;
    const [again] = await sql`select id from users where email = ${world.buyer.email}`;
    await order({}, { ...world.buyer, id: again?.id as number });
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
  });

  test("is stored as a hash, and forgotten after a day", async () => {
    await orders(1);
    await world.sender.run();
    const stored = async () => [...(await sql`select recipient from mail_sendings`)];
    expect(await stored()).toEqual([{ recipient: expect.stringMatching(/^[\w-]{43}$/) }]);
    await pass("23 hours");
    await purgeExpired();
    expect(await stored()).toHaveLength(1);
    await pass("1 hour");
    await purgeExpired();
    expect(await stored()).toEqual([]);
  });

  test("is counted by two senders at once as by one", async () => {
    await orders(40);
    const senders = Array.from({ length: 4 }, () => aSender());
    await Promise.all(senders.map((one) => one.run()));
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
    expect(await states()).toEqual({ sent: 12, waiting: 28 });
  });

  test("is not counted for what the mail server did not take", async () => {
    await orders(14);
    world.server.state.behaviour = "busy recipient";
    await world.sender.run();
    world.server.state.behaviour = "no recipient";
    await sql`update messages set next_attempt_at = now() where id in (select id from messages order by id limit 2)`;
    await world.sender.run();
    expect(await states()).toEqual({ failed: 2, waiting: 12 });
    expect([...(await sql`select 1 from mail_sendings`)]).toEqual([]);
    world.server.state.behaviour = "accept";
    await pass("2 minutes");
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
  });

  test("is counted for what may have arrived", async () => {
    await orders(13);
    world.server.state.of = () => (world.server.state.texts === 1 ? "drop" : "accept");
    world.server.state.texts = 0;
    await world.sender.run();
    await aSender().run();
    expect(await states()).toEqual({ unknown: 1, sent: 11, waiting: 1 });
  });
});

describe("links to a new password", () => {
  test("come although the mailbox has had its mails, and have a limit of their own, however often they are ended", async () => {
    await orders(13);
    await world.sender.run();
    const resets = () => mailsTo(world.buyer.email).filter(({ subject }) => subject === "Choose a new password").length;
    /** As whoever opened an account with a stranger's address could: a new password ends the links that work. */
    const askAnew = async () => {
      await requestReset(world.buyer.email, "192.0.2.1");
      await Promise.all([world.sender.run(), aSender().run()]);
      await sql`delete from password_resets`;
    };
    for (let i = 0; i < 12; i++) await askAnew();
    expect(resets()).toBe(10);
    expect([...(await sql`select 1 from messages where kind = 'password_reset'`)]).toEqual([]);
    await pass("61 minutes");
    await askAnew();
    expect(resets()).toBe(11);
  });

  test("that nobody gets, since there is no account, are not counted", async () => {
    await requestReset("nobody@example.com", "192.0.2.1");
    await world.sender.run();
    expect([...(await sql`select 1 from mail_sendings`)]).toEqual([]);
  });
});

describe("the owner's list", () => {
  const all = { show: "all", page: 1, pageSize: 20 } as const;

  test("says that a message waits and until when, and which mail says a merged one", async () => {
    await orders(12);
    await world.sender.run();
    const { id } = await order();
    await cancelOrder(world.buyer, id);
    await world.sender.run();
    const { items } = await listMessages(world.admin, { ...all, show: "waiting" });
    expect(items).toMatchObject([
      {
        name: "Order received",
        says: 1,
        postponed: true,
        isMerged: false,
        letter: { subject: `News of your order #${id}: Cancelled` },
      },
    ]);
    const inMinutes = (Date.parse(items[0]!.nextAttemptAt) - Date.now()) / 60_000;
    expect(inMinutes).toBeGreaterThan(55);
    expect(inMinutes).toBeLessThanOrEqual(60);
    const merged = await listMessages(world.admin, { ...all, show: "merged" });
    expect(merged.items).toMatchObject([{ name: "Order cancelled", isMerged: true, mergedInto: { state: "waiting" } }]);
    expect((await listMessages(world.admin, { ...all, show: "sent" })).meta.total).toBe(13);
    expect((await listMessages(world.admin, { ...all, show: "handled" })).meta.total).toBe(0);
    await pass("61 minutes");
    await world.sender.run();
    expect((await listMessages(world.admin, { ...all, show: "merged" })).items).toMatchObject([
      { mergedInto: { state: "sent" } },
    ]);
  });

  test("lets the owner pass on what waits: the mail that comes later does not come again", async () => {
    await orders(13);
    await world.sender.run();
    const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`select id from messages where state = 'waiting'`;
    await markHandled(world.admin, id);
    await pass("61 minutes");
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
  });

  test("what is sent again by hand is counted as well", async () => {
    await orders(13);
    await sql`update messages set state = 'failed' where id in (select max(id) from messages)`;
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
    const [{ id } = { id: 0 }] = await sql<{ id: number }[]>`select id from messages where state = 'failed'`;
    await sendAgain(world.admin, id);
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toHaveLength(12);
  });
});

test("with 10,000 messages that wait, a mail to somebody else is taken at once", async () => {
  await orders(13);
  await world.sender.run();
  await sql`
    insert into messages (kind, event, order_id, next_attempt_at, postponed)
    select 'order_shipped', 'order_shipped:many' || n, order_id, now() + interval '1 hour', true
    from generate_series(1, 10000) n, (select order_id from messages where state = 'waiting' limit 1) m`;
  await sql`analyze messages`;
  const plans = await sql`
    explain (format text) select id from messages where state = 'waiting' and next_attempt_at <= now() and at > now() - interval '2 days'
    order by next_attempt_at, id limit 1 for update skip locked`;
  expect(plans.map((row) => row["QUERY PLAN"]).join("\n")).toContain("messages_waiting");
  const other = await aCustomer();
  await order({}, other);
  await world.sender.run();
  expect(mailsTo(other.email)).toHaveLength(1);
  expect(mailsTo(world.buyer.email)).toHaveLength(12);
});
