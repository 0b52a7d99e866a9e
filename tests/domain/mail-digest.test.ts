// Mails to the owner (docs/behaviour.md#messages): each at once, and beyond thirty in a minute one for all others.
import { describe, expect, test } from "vitest";
import { ownerKinds } from "@/db/constants/messages";
import { sendContact } from "@/lib/enquiries/commands";
import { listMessages } from "@/lib/messages/admin-queries";
import { aVisitor } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aSender, mailsTo, OWNER, order, pass, prepareMailWorld, states, world } from "./mail-world";

prepareMailWorld();

/** So many orders at once, each with its message to the owner alone; their numbers. */
async function newOrders(count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with placed as (
      insert into orders (user_id, channel, total, recipient_name)
      select ${world.buyer.id}, 'web', 50000, 'Somebody' from generate_series(1, ${count}) returning id
    ), lines as (
      insert into order_lines (order_id, sweet_id, name, price, quantity) select id, ${world.sweet.id}, 'Kaju Katli', 50000, 1 from placed
    ), history as (
      insert into order_status_history (order_id, to_status) select id, 'Pending' from placed
    )
    insert into messages (kind, event, order_id) select 'new_order', 'new_order:' || id, id from placed returning order_id as id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
/** The owner has got so many mails within this minute. */
const sent = (count: number) =>
  sql`insert into mail_sendings (message_id, attempt, recipient) select -n, 1, 'owner' from generate_series(1, ${count}) n`;
/** Those beyond the thirty of this minute are held, and the minute is over. */
async function holdAll() {
  await world.sender.run();
  await pass("61 seconds");
  await world.sender.run();
}
const toOwner = () => mailsTo(OWNER);
const digests = () => toOwner().filter(({ subject }) => /^\d+ messages from /.test(subject));
const subjects = () => digests().map(({ subject }) => subject);
/** How many messages all digests together are of. */
const digested = () => subjects().reduce((sum, subject) => sum + Number.parseInt(subject, 10), 0);
/** The orders that a mail names. */
const named = (mails: ReturnType<typeof toOwner>) =>
  mails.flatMap(({ text }) => [...text.matchAll(/New order #(\d+)/g)].map(([, id]) => Number(id)));
const sorted = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b);

describe("thirty messages in a minute", () => {
  test("are thirty mails, at once: the limits of other addresses do not hold for the owner", async () => {
    await sent(27);
    await newOrders(3);
    await world.sender.run();
    await pass("61 seconds");
    await newOrders(30);
    await world.sender.run();
    expect([toOwner().length, digests().length]).toEqual([33, 0]);
  });

  test("more of them are one mail when the minute is over, in which the next ones come at once", async () => {
    await sent(25);
    const first = await newOrders(35);
    await world.sender.run();
    expect([toOwner().length, digests().length]).toEqual([5, 0]);
    const { items } = await listMessages(world.admin, { show: "waiting", page: 1, pageSize: 40 });
    expect(items).toHaveLength(30);
    expect(items[0]).toMatchObject({ postponed: true, isToOwner: true });
    await pass("30 seconds");
    const late = await newOrders(2);
    await world.sender.run();
    expect(toOwner()).toHaveLength(5);
    await pass("31 seconds");
    await world.sender.run();
    expect(subjects()).toEqual(["32 messages from Mithaas"]);
    expect(sorted(named(toOwner()))).toEqual([...first, ...late]);
    const [calm] = await newOrders(1);
    await world.sender.run();
    expect(toOwner().at(-1)?.subject).toBe(`New order #${calm}: ₹500`);
    expect(await states()).toEqual({ sent: 7, merged: 31 });
  });

  test.each(ownerKinds)("of the kind %s are held as well", async (kind) => {
    await sent(30);
    await newOrders(1);
    await sql`update messages set kind = ${kind}`;
    await world.sender.run();
    expect(toOwner()).toEqual([]);
    expect(await states()).toEqual({ waiting: 1 });
  });

  test("are in one mail each, whatever four senders do at once", async () => {
    await sent(20);
    const ids = await newOrders(60);
    for (let minutes = 0; minutes < 2; minutes++) {
      await Promise.all(Array.from({ length: 4 }, () => aSender().run()));
      if (minutes === 0) expect(toOwner()).toHaveLength(10);
      await pass("61 seconds");
    }
    expect(digests().length).toBeGreaterThan(0);
    expect((await states()).waiting).toBeUndefined();
    expect(digested() + toOwner().length - digests().length).toBe(ids.length);
  });
});

describe("a digest", () => {
  test("names forty, the others come in the next, and it leads to the owner's pages", async () => {
    await sent(30);
    const ids = await newOrders(45);
    await holdAll();
    expect(subjects()).toEqual(["40 messages from Mithaas", "5 messages from Mithaas"]);
    expect(named(digests())).toEqual(ids);
    const [mail] = digests();
    expect(mail?.text).toContain("http://localhost:3000/admin\n");
    expect(mail?.html).toContain('href="http://localhost:3000/admin/messages"');
    expect(mail?.html).toContain('name="color-scheme" content="light dark"');
  });

  test("names every kind, in words, and what people typed is escaped and in one line", async () => {
    await sent(30);
    await order();
    const typed = { name: "Eve", email: "eve@example.com", phone: "98200 00000", message: "M" };
    await sendContact(aVisitor(), { ...typed, subject: "<b>Now</b>" }, pool);
    await sql`delete from messages where kind in ('order_received', 'enquiry_received')`;
    await sql`insert into messages (kind, event, sweet_id) values ('sold_out', 'sold_out:test', ${world.sweet.id})`;
    await holdAll();
    const [mail] = digests();
    expect(mail?.subject).toBe("3 messages from Mithaas");
    expect(mail?.headers.get("reply-to")).toBe("support@mithaas.example");
    expect(mail?.text).toMatch(/New order #\d+: ₹500\nMessage no\. \d+: <b>Now<\/b>\nSold out: Kaju <Katli> & Co\n/);
    expect(mail?.html).toContain("&#60;b&#62;Now&#60;/b&#62;");
    expect(mail?.html).not.toContain("<b>Now");
  });

  test("that the mail server refuses for the moment is sent later, as a whole and once", async () => {
    await sent(30);
    const first = await newOrders(3);
    world.server.state.behaviour = "busy recipient";
    await holdAll();
    const late = await newOrders(2);
    world.server.state.behaviour = "accept";
    for (let minutes = 0; minutes < 3; minutes++) {
      await world.sender.run();
      await pass("61 seconds");
    }
    expect(subjects()).toEqual(["3 messages from Mithaas"]);
    expect(sorted(named(toOwner()))).toEqual([...first, ...late]);
    expect((await states()).waiting).toBeUndefined();
  });
});
