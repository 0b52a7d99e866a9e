// Mails that wait for one address become fewer (docs/behaviour.md#messages): one for each order, and one for all receipts of enquiries.
import { describe, expect, test, vi } from "vitest";
import { sendContact, sendCustomOrder } from "@/lib/enquiries/commands";
import { refundOrder, setOrderStatus } from "@/lib/invoices/order-commands";
import { claimPayment, recordPayment, rejectPayment } from "@/lib/payments/commands";
import { hold } from "../support/database";
import { aVisitor } from "../support/factories";
import type { ReceivedMail } from "../support/mail-server";
import { sql } from "../support/sql";
import { aSender, fillMailbox, mailsTo, order, orders, pass, prepareMailWorld, states, world } from "./mail-world";
import { lastPayment } from "./money";

// Drawing is tested in tests/domain/mails.test.ts.
vi.mock("@/lib/invoices/pdf", async (original) => ({
  ...(await original<typeof import("@/lib/invoices/pdf")>()),
  renderInvoicePdf: async () => ({ filename: "Invoice.pdf", bytes: Buffer.from("an invoice") }),
}));
prepareMailWorld();

/** A claim of a payment that is not found; its order. */
async function aRejectedClaim(utr: string): Promise<number> {
  const { id } = await order({ payment: "upi" });
  await claimPayment(world.buyer, id, { utr });
  await rejectPayment(world.admin, { orderId: id, paymentId: await lastPayment() }, { reason: null });
  return id;
}

const typed = { name: "Eve Spam", phone: "98200 00000", message: "Buy at http://spam.example" };
const wish = { occasion: "Casino", eventDate: null, quantity: "Casino", budget: "Casino" };
const expectNothingTyped = ({ text, html, headers }: ReceivedMail) =>
  expect(text + html + [...headers.values()].join()).not.toMatch(/Eve|spam\.example|Casino/);

describe("several messages about one order that wait become one mail", () => {
  const theMail = async () => {
    await pass("61 minutes");
    await world.sender.run();
    const mails = mailsTo(world.buyer.email);
    expect(mails).toHaveLength(1);
    return mails[0]!;
  };

  test("with the state of now, the payments, and the invoice of a completed one", async () => {
    await fillMailbox();
    const id = await aRejectedClaim("123456789012");
    await recordPayment(world.admin, id, {
      method: "cash",
      amount: 500,
      reference: "the owner's own note",
      force: false,
    });
    await refundOrder(world.admin, id, { amount: 100.5, reason: "Broken box" });
    await setOrderStatus(world.admin, id, "Completed");
    await world.sender.run();
    expect(mailsTo(world.buyer.email)).toEqual([]);
    const mail = await theMail();
    expect(mail.subject).toBe(`News of your order #${id}: Complete`);
    for (const text of [
      "1 × Kaju <Katli> & Co  ₹500",
      "Received: ₹500",
      "Paid back: ₹100.50, Broken box",
      "Your invoice is attached.",
      "/track/",
    ])
      expect(mail.text).toContain(text);
    // It was paid otherwise: nothing is to be made good.
    expect(mail.text).not.toMatch(/Not found|123456789012|own note/);
    expect(mail.attachments).toEqual([{ filename: "Invoice.pdf", bytes: Buffer.from("an invoice") }]);
    expect(mail.text + mail.html).not.toContain(world.buyer.name);
  });

  test("with what is still to be made good", async () => {
    await fillMailbox();
    const id = await aRejectedClaim("123456789099");
    await world.sender.run();
    const mail = await theMail();
    expect(mail.subject).toBe(`News of your order #${id}: Received`);
    expect(mail.text).toContain("Not found: ₹500, UTR 123456789099: please compare the UTR with your UPI app");
    expect(mail.text).toContain("Pay ₹500 by UPI");
    expect(mail.attachments).toEqual([]);
  });

  test("and what comes later joins it, also what comes back from the mail server", async () => {
    await fillMailbox();
    const { id } = await order();
    await world.sender.run();
    await setOrderStatus(world.admin, id, "Shipped");
    await world.sender.run();
    await setOrderStatus(world.admin, id, "Cancelled");
    await world.sender.run();
    const rows =
      await sql`select kind, state, merged_into from messages where order_id = ${id} and kind <> 'new_order' order by id`;
    const [first] = await sql`select id from messages where order_id = ${id} and kind = 'order_received'`;
    expect([...rows]).toEqual([
      { kind: "order_received", state: "waiting", merged_into: null },
      { kind: "order_shipped", state: "handled", merged_into: first?.id },
      { kind: "order_cancelled", state: "handled", merged_into: first?.id },
    ]);
    // An earlier one, which another process was sending, was refused for the moment and waits again.
    const [earlier] = await sql`
      insert into messages (id, kind, event, order_id, attempts, next_attempt_at) overriding system value
      values (${(first?.id as number) - 1_000_000}, 'window_changed', 'window_changed:test', ${id}, 1, now()) returning id`;
    await world.sender.run();
    const now =
      await sql`select distinct merged_into from messages where order_id = ${id} and kind in ('order_received', 'order_shipped', 'order_cancelled')`;
    expect([...now]).toEqual([{ merged_into: earlier?.id }]);
    const mail = await theMail();
    expect(mail.subject).toBe(`News of your order #${id}: Cancelled`);
  });

  test("while four senders postpone them at once: each event is in one mail, which is sent once", async () => {
    await fillMailbox();
    const placed = [];
    for (let i = 0; i < 8; i++) {
      const { id } = await order();
      await setOrderStatus(world.admin, id, "Shipped");
      placed.push(id);
    }
    await Promise.all(Array.from({ length: 4 }, () => aSender().run()));
    await pass("61 minutes");
    await Promise.all(Array.from({ length: 4 }, () => aSender().run()));
    const mails = mailsTo(world.buyer.email);
    for (const id of placed) expect(mails.filter(({ subject }) => subject.includes(`#${id}`))).toHaveLength(1);
    expect((await states()).waiting).toBeUndefined();
  });

  test("a row that somebody has locked delays nobody", async () => {
    await fillMailbox();
    const [one] = await orders(2);
    const [row] = await sql`select id from messages where order_id = ${one!}`;
    const { release } = await hold((on) => on`select 1 from messages where id = ${row?.id as number} for update`);
    await world.sender.run();
    await release();
    expect((await states()).waiting).toBe(2);
    await world.sender.run();
    expect(await sql`select 1 from messages where state = 'waiting' and postponed`).toHaveLength(2);
  });

  test("receipts of enquiries become one, with every number", async () => {
    await fillMailbox();
    const person = { ...typed, email: world.buyer.email };
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await sendContact(aVisitor(), { ...person, subject: "Casino" })).id);
    ids.push((await sendCustomOrder(aVisitor(), { ...person, ...wish })).id);
    await world.sender.run();
    const mail = await theMail();
    expect(mail.subject).toBe("We have your 4 messages");
    expect(mail.text).toContain(`Their numbers are ${ids.slice(0, 3).join(", ")} and ${ids[3]}.`);
    expectNothingTyped(mail);
  });
});

test("a receipt of a request for a custom order carries nothing that was typed either", async () => {
  await sendCustomOrder(aVisitor(), { ...typed, ...wish, email: "asha@example.com" });
  await world.sender.run();
  const [mail] = mailsTo("asha@example.com");
  expect(mail?.subject).toMatch(/^We have your request no\. \d+$/);
  expectNothingTyped(mail!);
});
