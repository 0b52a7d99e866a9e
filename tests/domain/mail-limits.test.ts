// How many mails one mailbox gets (docs/behaviour.md#messages): what is more is held, and nothing is lost.
import { describe, expect, test, vi } from "vitest";
import { sendContact } from "@/lib/enquiries/commands";
import { markHandled, sendAgain } from "@/lib/messages/admin-commands";
import { listMessages } from "@/lib/messages/admin-queries";
import { permitMail } from "@/lib/messages/limit-commands";
import { refundOrder } from "@/lib/orders/refund-commands";
import { cancelOrder } from "@/lib/orders/status-commands";
import { recordPayment } from "@/lib/payments/commands";
import { purgeExpired } from "@/lib/people/privacy-commands";
import { requestReset } from "@/lib/people/reset-commands";
import { aCustomer, aVisitor } from "../support/factories";
import { pool, sql } from "../support/sql";
import {
  aSender,
  countMails,
  fillMailbox,
  mailsTo,
  OWNER,
  order,
  orders,
  pass,
  prepareMailWorld,
  states,
  world,
} from "./mail-world";

// None of this depends on the limits of requests.
vi.hoisted(() =>
  Object.assign(process.env, { RATE_LIMIT: "off", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "shop@shop.example" }),
);
prepareMailWorld();

const toBuyer = () => mailsTo(world.buyer.email);

test("nine orders that are cancelled at once bring twelve mails in an hour, and one that says the rest when it is over", async () => {
  const all: number[] = [];
  for (let i = 0; i < 9; i++) {
    const { id } = await order();
    await cancelOrder(world.buyer, id, pool);
    all.push(id);
  }
  await world.sender.run();
  expect([toBuyer().length, mailsTo(OWNER).length]).toEqual([12, 9]);
  expect(await states()).toEqual({ sent: 21, waiting: 6 });
  await world.sender.run();
  await pass("59 minutes");
  await world.sender.run();
  expect(toBuyer()).toHaveLength(12);
  await pass("2 minutes");
  await world.sender.run();
  expect(await states()).toEqual({ sent: 22, merged: 5 });
  expect(toBuyer().at(-1)?.subject).toBe("6 messages from Mithaas");
  const said = toBuyer().map(({ subject, text }) => subject + text);
  for (const id of all)
    for (const news of [`We have your order #${id}`, `Your order #${id} was cancelled`])
      expect(said.filter((one) => one.includes(news))).toHaveLength(1);
});

test("an address gets forty mails in a day, and more when the day ends", async () => {
  for (let hours = 0; hours < 3; hours++) {
    await fillMailbox();
    await pass("61 minutes");
  }
  await orders(6);
  await world.sender.run();
  await pass("61 minutes");
  await world.sender.run();
  expect(toBuyer()).toHaveLength(4);
  const [wait] =
    await sql`select extract(epoch from min(next_attempt_at) - now()) / 3600 as hours from messages where state = 'waiting'`;
  expect(wait?.hours).toBeCloseTo(24 - 4 * (61 / 60), 1);
  await pass("20 hours");
  await world.sender.run();
  expect(
    toBuyer()
      .map(({ subject }) => subject)
      .slice(4),
  ).toEqual(["2 messages from Mithaas"]);
});

describe("an address", () => {
  test("is the same in any case and whatever the mail is about, and is nobody else's", async () => {
    await countMails(10);
    const write = (email: string) =>
      sendContact(aVisitor(), { name: "Eve", email, phone: "98200 00000", subject: "S", message: "M" }, pool);
    for (const email of [world.buyer.email.toUpperCase(), world.buyer.email, world.buyer.email.toUpperCase()])
      await write(email);
    const other = await aCustomer();
    await order({}, other);
    await world.sender.run();
    const same = world.server.received.filter(({ to }) => to[0]?.toLowerCase() === world.buyer.email);
    expect([same.length, mailsTo(other.email).length]).toEqual([2, 1]);
  });

  test("gets no more when the account is deleted and opened again", async () => {
    await fillMailbox();
    await sql`update users set email = 'gone-' || email where id = ${world.buyer.id}`;
    const again = await aCustomer();
    await sql`update users set email = ${world.buyer.email} where id = ${again.id}`;
    await order({}, { ...world.buyer, id: again.id });
    await world.sender.run();
    expect(toBuyer()).toEqual([]);
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

  test("is counted by four senders at once as by one", async () => {
    await countMails(6);
    await orders(10);
    await Promise.all(Array.from({ length: 4 }, () => aSender().run()));
    expect(toBuyer()).toHaveLength(6);
    expect(await states()).toEqual({ sent: 6, waiting: 4 });
  });

  test("is not counted for what the mail server did not take", async () => {
    await countMails(10);
    await orders(4);
    const { state } = world.server;
    state.behaviour = "busy recipient";
    await world.sender.run();
    state.behaviour = "no recipient";
    await sql`update messages set next_attempt_at = now() where id in (select id from messages order by id limit 2)`;
    await world.sender.run();
    expect(await states()).toEqual({ failed: 2, waiting: 2 });
    state.behaviour = "accept";
    await pass("2 minutes");
    await world.sender.run();
    expect(toBuyer()).toHaveLength(2);
  });

  test("is counted for what may have arrived", async () => {
    await countMails(11);
    await orders(2);
    world.server.state.behaviour = "drop";
    await world.sender.run();
    world.server.state.behaviour = "accept";
    await aSender().run();
    expect(await states()).toEqual({ unknown: 1, waiting: 1 });
  });
});

test("mails of passwords, invitations and payments come although the mailbox has had its mails, and are not counted", async () => {
  await fillMailbox();
  await requestReset(world.buyer.email, "192.0.2.1");
  const { id } = await order();
  await recordPayment(world.admin, id, { method: "cash", amount: 500, reference: null, force: false }, pool);
  await refundOrder(world.admin, id, { amount: 100, reason: "Broken" }, pool);
  await world.sender.run();
  expect(toBuyer().map(({ subject }) => subject)).toEqual([
    "Choose a new password",
    `Payment received for order #${id}`,
    `Refund for order #${id}`,
  ]);
  const other = { id: -1, attempts: 1, postponed: false, address: "other@example.com" };
  for (const kind of ["password_reset", "staff_invitation", "payment_received", "payment_rejected", "refund"] as const)
    for (let i = 0; i < 13; i++) expect(await permitMail({ ...other, kind }, pool)).toBe(true);
  expect([...(await sql`select 1 from mail_sendings where message_id = -1`)]).toEqual([]);
});

describe("the owner's list", () => {
  const list = (show: "waiting" | "merged" | "sent" | "handled") =>
    listMessages(world.admin, { show, page: 1, pageSize: 20 });

  test("says that a message waits and until when, and which mail says a merged one", async () => {
    await fillMailbox();
    const { id } = await order();
    await cancelOrder(world.buyer, id, pool);
    await world.sender.run();
    const { items } = await list("waiting");
    const held = { says: 0, postponed: true, isMerged: false };
    expect(items).toMatchObject([
      { name: "Order cancelled", letter: { subject: `Your order #${id} was cancelled` }, ...held },
      { name: "Order received", letter: { subject: `We have your order #${id}` }, ...held },
    ]);
    const [allowed] = await sql`select (min(at) + interval '1 hour')::text as from from mail_sendings`;
    expect(Date.parse(items[0]?.nextAttemptAt ?? "")).toBe(Date.parse(allowed?.from));
    await pass("61 minutes");
    await world.sender.run();
    expect((await list("merged")).items).toMatchObject([
      { name: "Order cancelled", isMerged: true, mergedInto: { state: "sent" } },
    ]);
    expect((await list("sent")).items).toContainEqual(
      expect.objectContaining({
        says: 1,
        letter: expect.objectContaining({
          subject: "2 messages from Mithaas",
          text: expect.stringContaining(`\nOrder received, order #${id}\n\nOrder cancelled, order #${id}\n\nMithaas`),
        }),
      }),
    );
    expect((await list("handled")).meta.total).toBe(0);
  });

  test("lets the owner pass on what waits: the mail that comes later does not come again", async () => {
    await fillMailbox();
    await orders(1);
    await world.sender.run();
    const [waiting] = await sql`select id from messages where state = 'waiting'`;
    await markHandled(world.admin, waiting?.id, pool);
    await pass("61 minutes");
    await world.sender.run();
    expect(toBuyer()).toEqual([]);
  });

  test("what is sent again by hand is counted as well", async () => {
    await fillMailbox();
    await orders(1);
    await sql`update messages set state = 'failed'`;
    await sendAgain(world.admin, (await sql`select id from messages`)[0]?.id, pool);
    await world.sender.run();
    expect(toBuyer()).toEqual([]);
  });
});

test("with 3,000 messages that wait, a mail to somebody else is taken at once", async () => {
  await fillMailbox();
  const [id] = await orders(1);
  await world.sender.run();
  await sql`
    insert into messages (kind, event, order_id, next_attempt_at, postponed)
    select 'order_shipped', 'order_shipped:many' || n, ${id!}, now() + interval '1 hour', true from generate_series(1, 3000) n`;
  await sql`analyze messages`;
  const plans = await sql`
    explain (format text) select id from messages where state = 'waiting' and next_attempt_at <= now() and at > now() - interval '2 days'
    order by next_attempt_at, id limit 1 for update skip locked`;
  expect(plans.map((row) => row["QUERY PLAN"]).join("\n")).toContain("messages_waiting");
  const other = await aCustomer();
  await order({}, other);
  await world.sender.run();
  expect([mailsTo(other.email).length, toBuyer().length]).toEqual([1, 0]);
  expect((await states()).waiting).toBe(3001);
});
