// A buyer, mails that nobody waits for, and a mail server that listens, for the tests of what one address gets.
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Customer, StaffMember } from "@/lib/auth/actor";
import { MailSender } from "@/lib/messages/send-commands";
import { placeOrder } from "@/lib/orders/place";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { type MailServer, startMailServer } from "../support/mail-server";
import { sql } from "../support/sql";

export const OWNER = "orders@mithaas.example";

/** What a test works with; the buyer and the sender are new ones for each test. */
export const world = {} as {
  server: MailServer;
  sender: MailSender;
  admin: StaffMember;
  buyer: Customer;
  sweet: Awaited<ReturnType<typeof aSweet>>;
};

export const aSender = () => new MailSender(world.server.url, "Mithaas <orders@shop.example>");

/** Makes the world before the tests of a file. */
export function prepareMailWorld() {
  beforeAll(async () => {
    world.server = await startMailServer();
    world.admin = await anAdmin();
    world.sweet = await aSweet({ quantity: 50_000, price: 500, name: "Kaju Katli" });
  });
  afterAll(() => world.server.stop());
  beforeEach(async () => {
    await sql`truncate messages, mail_sendings`;
    world.server.received.length = 0;
    world.server.state.behaviour = "accept";
    world.server.state.of = () => world.server.state.behaviour;
    world.sender = aSender();
    world.buyer = await aCustomer();
  });
}

export const order = (rest: Parameters<typeof anOrder>[1] = {}, by = world.buyer) =>
  placeOrder(by, anOrder([[world.sweet, 1]], rest), { channel: "api" });

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

/** Sends the buyer as many mails as one address gets in an hour. */
export async function fillMailbox() {
  await orders(12);
  await world.sender.run();
  expect(mailsTo(world.buyer.email)).toHaveLength(12);
  world.server.received.length = 0;
}
