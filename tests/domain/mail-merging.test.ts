// What is held for one mailbox comes as one mail (docs/behaviour.md#messages).
import { describe, expect, test, vi } from "vitest";
import { sendContact, sendCustomOrder } from "@/lib/enquiries/commands";
import { letterFor, saidBy } from "@/lib/messages/event-queries";
import { orderReceived } from "@/lib/messages/order-mails";
import { settleOldMessages } from "@/lib/messages/outbox-commands";
import { MailSender } from "@/lib/messages/send-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, rejectPayment } from "@/lib/payments/commands";
import { hold } from "../support/database";
import { aVisitor } from "../support/factories";
import type { ReceivedMail } from "../support/mail-server";
import { pool, sql } from "../support/sql";
import {
  aSender,
  countNewestAs,
  fillMailbox,
  mailsTo,
  order,
  orders,
  pass,
  prepareMailWorld,
  states,
  world,
} from "./mail-world";
import { lastPayment } from "./money";

// Drawing is tested in tests/domain/mails.test.ts.
vi.mock("@/lib/invoices/pdf", async (original) => ({
  ...(await original<typeof import("@/lib/invoices/pdf")>()),
  renderInvoicePdf: async (id: number) => ({ filename: `Invoice-${id}.pdf`, bytes: Buffer.from("an invoice") }),
}));
vi.mock("@/lib/messages/order-mails", { spy: true });
prepareMailWorld();

const typed = { name: "Eve Spam", phone: "98200 00000", message: "Buy at http://spam.example" };
const wish = { occasion: "Casino", eventDate: null, quantity: "Casino", budget: "Casino" };
const expectNothingTyped = ({ text, html, headers }: ReceivedMail) =>
  expect(text + html + [...headers.values()].join()).not.toMatch(/Eve|spam\.example|Casino/);
const toBuyer = () => mailsTo(world.buyer.email);
/** How often the mails say that an order was received. */
const timesSaid = (id: number) =>
  toBuyer().filter(({ subject, text }) => `${subject}\n${text}`.includes(`We have your order #${id}\n`)).length;

describe("several messages that were held are one mail", () => {
  const theMail = async () => {
    await pass("61 minutes");
    await world.sender.run();
    expect(toBuyer()).toHaveLength(1);
    return toBuyer()[0]!;
  };

  test("with each as it would come alone, the oldest first, and the invoices of completed orders", async () => {
    await fillMailbox();
    const [one, two] = [await order({ payment: "upi" }), await order()];
    await claimPayment(world.buyer, one.id, { utr: "123456789012" }, pool);
    await rejectPayment(world.admin, { orderId: one.id, paymentId: await lastPayment() }, { reason: null }, pool);
    await setOrderStatus(world.admin, two.id, "Completed", pool);
    await world.sender.run();
    expect(toBuyer().map(({ subject }) => subject)).toEqual([`We could not find your payment for order #${one.id}`]);
    world.server.received.length = 0;
    const mail = await theMail();
    expect(mail.subject).toBe("3 messages from Mithaas");
    const parts = [
      "at most 12 mails",
      `\nWe have your order #${one.id}\n`,
      "Pay ₹500 by UPI",
      `\nWe have your order #${two.id}\n`,
      "1 × Kaju <Katli> & Co  ₹500",
      `\nYour order #${two.id} is complete\n`,
      "Your invoice is attached.",
      "/track/",
    ];
    let from = 0;
    for (const part of parts) {
      from = mail.text.indexOf(part, from);
      expect(from, part).toBeGreaterThan(-1);
    }
    expect(mail.html).toContain(`Your order #${two.id} is complete`);
    expect(mail.attachments).toEqual([{ filename: `Invoice-${two.id}.pdf`, bytes: Buffer.from("an invoice") }]);
    expect(mail.text + mail.html).not.toContain(world.buyer.name);
  });

  test("but one alone comes as it is", async () => {
    await fillMailbox();
    const [id] = await orders(1);
    await world.sender.run();
    expect((await theMail()).subject).toBe(`We have your order #${id}`);
  });

  test("and receipts of enquiries say nothing that was typed", async () => {
    await fillMailbox();
    const person = { ...typed, email: world.buyer.email };
    const ids = [(await sendContact(aVisitor(), { ...person, subject: "Casino" }, pool)).id];
    ids.push((await sendCustomOrder(aVisitor(), { ...person, ...wish }, pool)).id);
    await world.sender.run();
    const mail = await theMail();
    for (const id of ids) expect(mail.text).toContain(`Its number is ${id}.`);
    expectNothingTyped(mail);
  });

  test("of which one that cannot be written is named alone", async () => {
    await fillMailbox();
    const ids = await orders(3);
    const log = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    await world.sender.run();
    vi.mocked(orderReceived).mockImplementationOnce(() => {
      throw new Error("No such text");
    });
    const mail = await theMail();
    expect(log.mock.calls.filter(([line]) => String(line).includes("No such text"))).toHaveLength(1);
    log.mockRestore();
    expect(ids.map(timesSaid)).toEqual([0, 1, 1]);
    expect(mail.subject).toBe("3 messages from Mithaas");
    expect(mail.text).toContain(`\nOrder received, order #${ids[0]}\n`);
  });

  test("with ten invoices at most: it says where the others are", async () => {
    await fillMailbox();
    await orders(12);
    await sql`update messages set kind = 'order_completed'`;
    await world.sender.run();
    const mail = await theMail();
    expect(mail.attachments).toHaveLength(10);
    expect(mail.text.match(/Your invoice is attached/g)).toHaveLength(10);
    expect(mail.text.match(/Your invoice is with the order under My Orders/g)).toHaveLength(2);
  });

  test("for the telephone only when all were written with one number", async () => {
    const ask = async (phone: string) => {
      await sendContact(aVisitor(), { ...typed, phone, email: world.buyer.email, subject: "S" }, pool);
      const [row] = await sql`select max(id) as id from messages where kind = 'enquiry_received'`;
      return (await saidBy(row?.id))[0]!;
    };
    const [one, same, other] = [await ask("98200 00000"), await ask("98200 00000"), await ask("98200 11111")];
    expect((await letterFor([one, same]))?.phone).toBe("98200 00000");
    expect((await letterFor([one, other]))?.phone).toBeNull();
  });
});

test("one mail says forty messages at most, also when it comes back: the others come with the next", async () => {
  await fillMailbox();
  const [id] = await orders(1);
  const add = (count: number, from: number) => sql`
    insert into messages (kind, event, order_id)
    select 'order_received', 'order_received:more' || n, ${id!} from generate_series(${from}::int, ${from + count - 1}::int) n`;
  await add(39, 1);
  await world.sender.run();
  await pass("61 minutes");
  world.server.state.behaviour = "busy recipient";
  await world.sender.run();
  world.server.state.behaviour = "accept";
  expect(await states()).toEqual({ waiting: 1, merged: 39 });
  await add(5, 40);
  await sql`
    update messages set postponed = true, next_attempt_at = now() + interval '90 seconds' where attempts = 0 and state = 'waiting'`;
  await pass("2 minutes");
  await world.sender.run();
  expect(toBuyer().map(({ subject }) => subject)).toEqual(["40 messages from Mithaas", "5 messages from Mithaas"]);
  const said = toBuyer().flatMap(({ text }) => text.match(new RegExp(`^We have your order #${id}$`, "gm")) ?? []);
  expect(said).toHaveLength(45);
});

test("what is held stays together while no mail server answers", async () => {
  await fillMailbox();
  await orders(3);
  await world.sender.run();
  await pass("61 minutes");
  await new MailSender("smtp://127.0.0.1:9", "shop@shop.example").run();
  expect(await states()).toEqual({ waiting: 3 });
  await world.sender.run();
  expect(toBuyer().map(({ subject }) => subject)).toEqual(["3 messages from Mithaas"]);
});

test("what a mail would have said that was deleted before it was sent is held again; what was sent stays said", async () => {
  await fillMailbox();
  const ids = await orders(3);
  await world.sender.run();
  await pass("61 minutes");
  world.server.state.behaviour = "busy recipient";
  await world.sender.run();
  world.server.state.behaviour = "accept";
  await settleOldMessages(true);
  expect(await states()).toEqual({ waiting: 1, merged: 2 });
  // The mail server has refused it: it is not held any more.
  expect([...(await sql`select postponed from messages where state = 'waiting'`)]).toEqual([{ postponed: false }]);
  const deleteLead = () => sql`delete from messages where id in (select merged_into from messages)`;
  await deleteLead();
  await settleOldMessages(true);
  expect(await states()).toEqual({ waiting: 2 });
  await world.sender.run();
  expect(ids.map(timesSaid)).toEqual([0, 1, 1]);
  await deleteLead();
  await settleOldMessages(true);
  await world.sender.run();
  expect(await states()).toEqual({ merged: 1 });
  expect(toBuyer()).toHaveLength(1);
});

test("a mail of several that the mail server refuses for the moment stays whole, whatever is held meanwhile", async () => {
  await fillMailbox();
  const ids = await orders(2);
  await world.sender.run();
  await pass("61 minutes");
  world.server.state.behaviour = "busy recipient";
  await world.sender.run();
  world.server.state.behaviour = "accept";
  expect(await states()).toEqual({ waiting: 1, merged: 1 });
  // The mailbox is full again before the next try.
  await countNewestAs(13);
  await pass("2 minutes");
  ids.push(...(await orders(1)));
  await world.sender.run();
  expect(await states()).toEqual({ waiting: 2, merged: 1 });
  await sql`update messages set next_attempt_at = next_attempt_at + interval '1 minute' where id = (select max(merged_into) from messages)`;
  await pass("59 minutes");
  await world.sender.run();
  await pass("2 minutes");
  await world.sender.run();
  expect(ids.map(timesSaid)).toEqual([1, 1, 1]);
  expect(await states()).toEqual({ sent: 2, merged: 1 });
});

test("four senders at once say each event in one mail", async () => {
  await fillMailbox();
  const ids = await orders(16);
  await Promise.all(Array.from({ length: 4 }, () => aSender().run()));
  await pass("61 minutes");
  await Promise.all(Array.from({ length: 4 }, () => aSender().run()));
  expect(ids.map(timesSaid)).toEqual(ids.map(() => 1));
  expect((await states()).waiting).toBeUndefined();
});

test("a row that somebody has locked delays nobody", async () => {
  await fillMailbox();
  const [locked, ...others] = await orders(3);
  await world.sender.run();
  await pass("61 minutes");
  const { release } = await hold((on) => on`select 1 from messages where order_id = ${locked!} for update`);
  await world.sender.run();
  await release();
  expect(others.map(timesSaid)).toEqual([1, 1]);
  expect(timesSaid(locked!)).toBe(0);
  await world.sender.run();
  expect(timesSaid(locked!)).toBe(1);
});

test("a receipt of a request for a custom order carries nothing that was typed either", async () => {
  await sendCustomOrder(aVisitor(), { ...typed, ...wish, email: "asha@example.com" }, pool);
  await world.sender.run();
  const [mail] = mailsTo("asha@example.com");
  expect(mail?.subject).toMatch(/^We have your request no\. \d+$/);
  expectNothingTyped(mail!);
});
