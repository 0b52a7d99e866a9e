// A buyer, mails that nobody waits for, and a mail server that listens, for the tests of mails.
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { MailSender } from "@/lib/messages/send-commands";
import type { TimeLimits } from "@/lib/messages/smtp";
import { placeOrder } from "@/lib/orders/place";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { type MailServer, startMailServer } from "../support/mail-server";
import { pool, sql } from "../support/sql";
import { setSettings } from "./set-settings";

export const OWNER = "orders@mithaas.example";

/** What a test works with; the buyer and the sender are new ones for each test. */
export const world = {} as {
  server: MailServer;
  sender: MailSender;
  admin: Member;
  buyer: Customer;
  sweet: Awaited<ReturnType<typeof aSweet>>;
};

export const aSender = (limits?: TimeLimits) =>
  new MailSender(world.server.url, "Mithaas <orders@shop.example>", limits);

/** Makes the world before the tests of a file. Orders may be paid by UPI. */
export function prepareMailWorld() {
  beforeAll(async () => {
    world.server = await startMailServer();
    world.admin = await anAdmin();
    world.sweet = await aSweet({ quantity: 50_000, price: 500, name: "Kaju <Katli> & Co" });
    await setSettings("payments", { upiId: "mithaas@okbank" });
  });
  afterAll(() => world.server.stop());
  beforeEach(async () => {
    await sql`truncate messages, mail_sendings`;
    const { server } = world;
    server.received.length = 0;
    Object.assign(server.state, { behaviour: "accept", connections: 0, envelopes: 0, texts: 0 });
    server.state.of = () => server.state.behaviour;
    world.sender = aSender();
    world.buyer = await aCustomer();
  });
}

export const order = (rest: Parameters<typeof anOrder>[1] = {}, by = world.buyer) =>
  placeOrder(by, anOrder([[world.sweet, 1]], rest), { channel: "api" }, pool);

/** Orders of which one mail each is written to the buyer, and none to the owner. */
export async function orders(count: number): Promise<number[]> {
  const placed: number[] = [];
  for (let i = 0; i < count; i++) placed.push((await order()).id);
  await sql`delete from messages where kind = 'new_order'`;
  return placed;
}

export const mailsTo = (address: string) => world.server.received.filter(({ to }) => to.includes(address));

/** How many messages are in each state. */
export async function states(): Promise<Record<string, number>> {
  const rows = await sql<{ state: string; n: number }[]>`
    select case when merged_into is not null then 'merged' else state end as state, count(*)::int as n from messages group by 1`;
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Lets time pass for the outbox: what was counted and what waits is that much older. */
export async function pass(time: string) {
  await sql`update mail_sendings set at = at - ${time}::interval`;
  await sql`
    update messages set at = at - ${time}::interval, created_at = created_at - ${time}::interval,
      next_attempt_at = next_attempt_at - ${time}::interval`;
}

/** Lets all that waits be due, as if its pause were over. By more than a moment: times are rounded to milliseconds, upwards too. */
export const passPauses = () =>
  sql`update messages set next_attempt_at = now() - interval '1 second' where state = 'waiting'`;

let counted = 0;
/** Counts the newest mail as so many, which takes less time than to send them. */
export async function countNewestAs(count: number) {
  counted += count;
  await sql`
    insert into mail_sendings (message_id, attempt, recipient)
    select n - ${counted}, 1, recipient from (select recipient from mail_sendings order by at desc limit 1) newest, generate_series(2, ${count}) n`;
}

/** The buyer has got so many mails, of which nothing else is left. */
export async function countMails(count: number) {
  await orders(1);
  await world.sender.run();
  await countNewestAs(count);
  await sql`delete from messages`;
  world.server.received.length = 0;
}

/** The buyer has got as many mails as one address gets in an hour. */
export const fillMailbox = () => countMails(12);
