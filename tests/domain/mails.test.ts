// Sending (docs/behaviour.md#messages): every kind with the right text, once, whatever the mail server does. Slow: mail servers are
// waited for that stall, for two seconds each.
import { sql as sqlOf } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import type { Customer, StaffMember } from "@/lib/auth/actor";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { sendContact } from "@/lib/enquiries/commands";
import { purchase, refundOrder, setOrderStatus } from "@/lib/invoices/order-commands";
import { renderInvoicePdf } from "@/lib/invoices/pdf";
import { trackingToken } from "@/lib/messages/links";
import { settleOldMessages, takeMessage } from "@/lib/messages/outbox-commands";
import { MailSender } from "@/lib/messages/send-commands";
import { moveOrder } from "@/lib/orders/admin-commands";
import { placeOrder } from "@/lib/orders/place";
import { claimPayment, confirmPayment, recordPayment, rejectPayment } from "@/lib/payments/commands";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { currentSettings } from "@/lib/settings/queries";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { type MailServer, startMailServer } from "../support/mail-server";
import { sql } from "../support/sql";

vi.mock("@/lib/invoices/pdf", async (original) => {
  const real = await original<typeof import("@/lib/invoices/pdf")>();
  return { ...real, renderInvoicePdf: vi.fn(real.renderInvoicePdf) };
});

const FROM = "Mithaas <orders@shop.example>";
const OWNER = "orders@mithaas.example";
const LIMITS = { connect: 10_000, silence: 2_000, mail: 20_000 };
const HOSTILE = 'Eve\r\nBcc: victim@example.com <b>&"x"';

let server: MailServer;
let sender: MailSender;
let admin: StaffMember;
let buyer: Customer;
beforeAll(async () => {
  server = await startMailServer();
  admin = await anAdmin();
  const { versions } = await currentSettings();
  const value = { ...defaultSettings.payments, upiId: "mithaas@okbank" };
  await saveSettings(admin, "payments", { version: versions.payments, value });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await sql`delete from messages`;
  server.received.length = 0;
  Object.assign(server.state, { behaviour: "accept", connections: 0, envelopes: 0, texts: 0 });
  // Patient, since drawing the first invoice may take a busy machine longer than a test waits for a silent server.
  sender = new MailSender(server.url, FROM, { ...LIMITS, silence: 20_000 });
  buyer = await aCustomer();
});

async function order(rest: Parameters<typeof anOrder>[1] = {}) {
  const sweet = await aSweet({ quantity: 100, price: 500, name: "Kaju <Katli> & Co" });
  return placeOrder(buyer, anOrder([[sweet, 2]], rest), { channel: "api" });
}
/** Lets a retry be due, as if its pause were over. */
const passPauses = () => sql`update messages set next_attempt_at = now() - interval '1 second' where state = 'waiting'`;
const states = async () =>
  Object.fromEntries(
    (await sql`select state, count(*)::int as n from messages group by 1`).map(({ state, n }) => [state, n]),
  );
const rows = () =>
  sql`select kind, state, attempts, last_error, next_attempt_at > now() as later from messages order by id`;
const only = async (kind: string) => {
  await sql`delete from messages where kind <> ${kind} and state = 'waiting'`;
  await sender.run();
  expect((await rows()).filter(({ state }) => state !== "sent")).toEqual([]);
  return server.received.at(-1)!;
};

describe("every kind arrives, as text and HTML", () => {
  test("an order, for the customer", async () => {
    const { id } = await order({ giftWrap: true, payment: "upi" });
    const mail = await only("order_received");
    expect(mail).toMatchObject({
      from: "orders@shop.example",
      to: [buyer.email],
      subject: `We have your order #${id}`,
    });
    expect(mail.headers.get("from")).toBe("Mithaas <orders@shop.example>");
    expect(mail.headers.get("to")).toBe(buyer.email);
    expect(mail.headers.get("reply-to")).toBe("support@mithaas.example");
    expect(mail.headers.get("message-id")).toMatch(/^<\d+\.[0-9a-f]{24}@shop\.example>$/);
    for (const text of ["2 × Kaju <Katli> & Co  ₹1,000", "Gift wrapping  ₹50", "Total  ₹1,050", "Pay ₹1,050 by UPI"])
      expect(mail.text).toContain(text);
    expect(mail.text).toContain(`/track/${trackingToken(id)}`);
    expect(mail.text).toContain("12 Sweet Street, Dadar West, Mumbai 400028");
    expect(mail.text).toContain("FSSAI licence 10012022000123");
    expect(mail.html).toContain("2 × Kaju &#60;Katli&#62; &#38; Co");
    expect(mail.html).toContain(`href="http://localhost:3000/orders/${id}"`);
    expect(mail.html).toContain('name="color-scheme" content="light dark"');
    // Anybody may open an account with another person's address.
    expect(mail.text + mail.html).not.toContain(buyer.name);
    expect(mail.text + mail.html).not.toContain("Some Road");
  });

  test("an order, for the owner, whose customer has typed what he likes", async () => {
    const delivery = { recipientName: HOSTILE, deliveryAddress: HOSTILE, phoneNumber: "98200 00000", notes: HOSTILE };
    const { id } = await order({ delivery: delivery as never });
    const mail = await only("new_order");
    expect(mail).toMatchObject({ to: [OWNER], subject: `New order #${id}: ₹1,000` });
    expect(mail.headers.has("bcc")).toBe(false);
    expect(mail.html).not.toContain("<b>&");
    expect(mail.html).toContain("&#60;b&#62;&#38;&#34;x&#34;");
    expect(mail.text).toContain("Phone: 98200 00000");
    expect(mail.text).toContain(`/admin?tab=orders&search=%23${id}`);
  });

  test("a new window", async () => {
    const { id } = await order();
    const [window] = await sql`select (now() at time zone 'Asia/Kolkata')::date + 3 as day`;
    const date = new Date(window?.day as string).toISOString().slice(0, 10);
    await moveOrder(admin, id, {
      date,
      from: new Date(`${date}T00:00Z`).getUTCDay() === 0 ? "14:00" : "13:00",
      force: true,
    });
    const mail = await only("window_changed");
    expect(mail.subject).toBe(`New time for your order #${id}`);
    expect(mail.text).toMatch(/Delivery: \w{3} \d+ \w{3} 20\d\d, [12] pm – [47] pm/);
  });

  test.each([
    ["order_shipped", "Shipped", "is on its way", "You pay ₹1,000 on delivery, in cash or by UPI."],
    ["order_completed", "Completed", "is complete", "Your invoice is attached."],
    ["order_cancelled", "Cancelled", "was cancelled", "There is nothing to pay."],
  ] as const)("%s", async (kind, status, subject, text) => {
    const { id } = await order();
    await setOrderStatus(admin, id, status);
    const mail = await only(kind);
    expect(mail).toMatchObject({ to: [buyer.email], subject: expect.stringContaining(`order #${id} ${subject}`) });
    expect(mail.text).toContain(text);
  });

  test("a completed order brings its invoice; one that cannot be drawn costs the mail nothing but a link", async () => {
    const one = await order();
    await setOrderStatus(admin, one.id, "Completed");
    const [file] = (await only("order_completed")).attachments;
    expect(file?.filename).toMatch(/\.pdf$/);
    expect(file?.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(file?.bytes).toEqual((await renderInvoicePdf(one.id))?.bytes);

    vi.mocked(renderInvoicePdf).mockRejectedValueOnce(new Error("Fonts are missing"));
    const two = await order();
    await setOrderStatus(admin, two.id, "Completed");
    const mail = await only("order_completed");
    expect(mail).toMatchObject({ subject: `Your order #${two.id} is complete`, attachments: [] });
    expect(mail.text).toContain("Your invoice is with the order under My Orders");
  });

  test("payments: claimed, rejected, received, refunded", async () => {
    const { id } = await order({ payment: "upi" });
    const claim = (utr: string) => claimPayment(buyer, id, { utr });
    const last = async () => (await sql`select max(id)::int as id from payments`)[0]?.id as number;
    await claim("123456789012");
    expect(await only("upi_claimed")).toMatchObject({
      to: [OWNER],
      text: expect.stringContaining("UTR: 123456789012"),
    });
    await rejectPayment(admin, { orderId: id, paymentId: await last() }, { reason: null });
    expect((await only("payment_rejected")).text).toContain("your payment of ₹1,000");
    await claim("123456789013");
    await confirmPayment(admin, { orderId: id, paymentId: await last() }, { force: false });
    expect((await only("payment_received")).text).toContain("We have received ₹1,000");
    await refundOrder(admin, id, { amount: 300.5, reason: "Broken <box>" });
    const mail = await only("refund");
    expect(mail.text).toContain("We have paid ₹300.50 for order");
    expect(mail.text).toContain("Reason: Broken <box>");
    expect(mail.html).toContain("Broken &#60;box&#62;");
  });

  test("a part of a payment says what is left", async () => {
    const { id } = await order();
    await recordPayment(admin, id, { method: "cash", amount: 400, reference: null, force: false });
    expect((await only("payment_received")).text).toContain("₹600 is still to be paid.");
  });

  test("an enquiry: its number for whoever wrote, its text for the owner alone", async () => {
    const input = {
      name: HOSTILE,
      email: "asha@example.com",
      phone: "98200 00000",
      subject: HOSTILE,
      message: "Buy at <a href='http://spam.example'>",
    };
    const { id } = await sendContact({ kind: "visitor", cartToken: null }, input);
    const receipt = await only("enquiry_received");
    expect(receipt).toMatchObject({ to: ["asha@example.com"], subject: `We have your message no. ${id}` });
    expect(receipt.text + receipt.html).not.toMatch(/Eve|spam/);
    await sendContact({ kind: "visitor", cartToken: null }, input);
    const mail = await only("new_enquiry");
    expect(mail.to).toEqual([OWNER]);
    expect(mail.headers.get("reply-to")).toBe("asha@example.com");
    expect(mail.subject).toMatch(/^Message no\. \d+: Eve Bcc: victim@example\.com <b>&"x"$/);
    expect(mail.headers.has("bcc")).toBe(false);
    expect(mail.html).toContain("&#60;a href=&#39;http://spam.example&#39;&#62;");
    expect(mail.text).toContain("Answer within 48 hours: the E-Commerce Rules ask for it.");
  });

  test("sold out", async () => {
    const sweet = await aSweet({ quantity: 2, name: "Motichoor Laddoo" });
    await placeOrder(buyer, anOrder([[sweet, 2]]), { channel: "api" });
    expect(await only("sold_out")).toMatchObject({ to: [OWNER], subject: "Sold out: Motichoor Laddoo" });
  });

  const byWeight = [
    { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
    { label: "1 kg <large>", grams: 1000, units: 4, price: 720 },
  ];

  test("lines name their packs", async () => {
    const sweet = await aSweet({ quantity: 100, price: 380, name: "Mysore Pak" });
    const packs = updateSweetInput.parse({ packs: [{ ...byWeight[0], id: sweet.packs[0]?.id }, byWeight[1]] });
    const large = (await updateSweet(admin, sweet.id, packs)).packs[1]?.id as number;
    const items = [
      { productId: sweet.id, quantity: 1 },
      { productId: sweet.id, packId: large, quantity: 3 },
    ];
    await placeOrder(buyer, { ...anOrder([[sweet, 1]]), items }, { channel: "api" });
    const mail = await only("order_received");
    expect(mail.text).toMatch(/1 × Mysore Pak, 500 g.*₹380/);
    expect(mail.text).toMatch(/3 × Mysore Pak, 1 kg <large>.*₹2,160/);
    expect(mail.html).toContain("1 × Mysore Pak, 500 g");
    expect(mail.html).toContain("3 × Mysore Pak, 1 kg &#60;large&#62;");
  });

  test("sold out while a part of a pack is left, and with what came in meanwhile", async () => {
    const sweet = await aSweet({ quantity: 5, price: 190, name: "Mysore Pak" });
    const small = { id: sweet.packs[0]?.id, label: "250 g", grams: 250, units: 1, price: 190 };
    await updateSweet(admin, sweet.id, updateSweetInput.parse({ packs: [small, ...byWeight] }));
    await purchase(admin, sweet.id, { quantity: 1, packId: small.id });
    await purchase(admin, sweet.id, { quantity: 3, packId: small.id });
    await updateSweet(admin, sweet.id, updateSweetInput.parse({ packs: byWeight }));
    await restock(admin, sweet.id, { quantity: 1 });
    await placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "api" });
    const [waiting] = await sql`select id from messages where kind = 'sold_out'`;
    expect(waiting).toBeDefined();
    const mail = await only("sold_out");
    expect(mail.text).toContain("What is left in stock, 250 g, fills no pack, and nothing is in a cart.");
    await placeOrder(buyer, anOrder([[await aSweet({ quantity: 1 }), 1]]), { channel: "api" });
    await sql`update messages set sweet_id = ${sweet.id} where kind = 'sold_out' and state = 'waiting'`;
    await restock(admin, sweet.id, { quantity: 4 });
    expect((await only("sold_out")).text).toContain("Meanwhile 4 × 500 g are in stock again.");
  });
});

describe("once", () => {
  test("two senders at once send each message once, over a connection each", async () => {
    for (let i = 0; i < 12; i++) await order();
    const other = new MailSender(server.url, FROM, LIMITS);
    await Promise.all([sender.run(), other.run()]);
    expect(await states()).toEqual({ sent: 24 });
    expect(new Set(server.received.map(({ headers }) => headers.get("message-id"))).size).toBe(24);
    expect(server.received).toHaveLength(24);
    expect(server.state.connections).toBe(2);
  });

  // A plan that runs the search for the next message once for each row would take them all.
  test.each(["on", "off"])("one message is taken at a time, with plans by hash and sort %s", async (joins) => {
    for (let i = 0; i < 6; i++) await order();
    await writeDb().transaction(async (tx) => {
      const settings = ["hashjoin", "mergejoin", "hashagg", "sort", "material"];
      for (const name of settings) await tx.execute(sqlOf.raw(`set local enable_${name} = ${joins}`));
      await takeMessage(tx);
    });
    expect(await states()).toEqual({ sending: 1, waiting: 11 });
  });

  test("a message whose sender ended is unknown after some minutes, and not sent again by itself", async () => {
    await order();
    await sql`update messages set state = 'sending', at = now()`;
    await settleOldMessages(true);
    expect(await states()).toEqual({ sending: 2 });
    await sql`update messages set at = now() - interval '6 minutes'`;
    await settleOldMessages(true);
    await sender.run();
    expect(await states()).toEqual({ unknown: 2 });
    expect(server.received).toEqual([]);
  });

  test("a person who has gone gets nothing", async () => {
    await order();
    await sql`delete from users where id = ${buyer.id}`;
    await sender.run();
    expect(server.received.map(({ to }) => to)).toEqual([[OWNER]]);
    expect(await states()).toEqual({ sent: 1 });
  });

  test("what has waited for days is not sent by itself, since mail was off meanwhile", async () => {
    await order();
    await sql`update messages set at = now() - interval '3 days', next_attempt_at = now() - interval '3 days'`;
    await sender.run();
    expect(await states()).toEqual({ waiting: 2 });
    await settleOldMessages(false);
    expect(await states()).toEqual({ waiting: 2 });
    await settleOldMessages(true);
    expect(await states()).toEqual({ failed: 2 });
  });
});

describe("a mail server that", () => {
  const aMessage = async () => {
    await order();
    await sql`delete from messages where kind = 'new_order'`;
  };

  test.each([
    ["busy recipient", "RCPT TO: 450 4.2.1 … is busy"],
    ["busy text", "DATA: 452 4.3.1 Disk full"],
    ["no sender", "MAIL FROM: 550 5.7.1 Not for you"],
  ] as const)("has a %s is tried again, with growing pauses, and for two days", async (behaviour, error) => {
    await aMessage();
    server.state.behaviour = behaviour;
    await sender.run();
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, last_error: error, later: true }]);
    const pauses: number[] = [];
    for (;;) {
      const [row] = await sql`select state, extract(epoch from next_attempt_at - now()) / 60 as pause from messages`;
      if (row?.state !== "waiting") break;
      pauses.push(Math.round(row.pause as number));
      await passPauses();
      await new MailSender(server.url, FROM, LIMITS).run();
    }
    expect(pauses[0]).toBeLessThanOrEqual(2);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.reduce((a, b) => a + b) / 60).toBeGreaterThan(46);
    expect(await states()).toEqual({ failed: 1 });
    expect(server.received).toEqual([]);
  });

  test("recovers gets the mail, once", async () => {
    await aMessage();
    server.state.behaviour = "busy recipient";
    await sender.run();
    server.state.behaviour = "accept";
    await passPauses();
    await sender.run();
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 2, last_error: null }]);
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ["no recipient", "RCPT TO: 550 5.1.1 <…> does not exist"],
    ["no text", "DATA: 554 5.6.0 Spam"],
  ] as const)(
    "has %s has refused it for good; the next one is sent over the same connection",
    async (behaviour, error) => {
      await order();
      server.state.of = (to) => (to === buyer.email ? behaviour : "accept");
      await sender.run();
      server.state.of = () => server.state.behaviour;
      expect(await rows()).toMatchObject([
        { kind: "order_received", state: "failed", last_error: error },
        { kind: "new_order", state: "sent" },
      ]);
      expect(server.state.connections).toBe(1);
    },
  );

  test.each(["drop", "silent"] as const)("takes the text and does not answer (%s): unknown", async (behaviour) => {
    await aMessage();
    server.state.behaviour = behaviour;
    await new MailSender(server.url, FROM, LIMITS).run();
    expect(await rows()).toMatchObject([{ state: "unknown", attempts: 1 }]);
    await passPauses();
    server.state.behaviour = "accept";
    await new MailSender(server.url, FROM, LIMITS).run();
    expect(server.received).toHaveLength(1);
  });

  test("stalls before it has the text is tried again later", async () => {
    await aMessage();
    server.state.behaviour = "stall";
    await new MailSender(server.url, FROM, LIMITS).run();
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 1, later: true }]);
  });

  test("is dead costs one connection for many messages, and a pause", async () => {
    for (let i = 0; i < 3; i++) await order();
    const dead = new MailSender("smtp://127.0.0.1:9", FROM, LIMITS);
    await dead.run();
    await dead.run();
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0, 0]);
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 6_000);
    await dead.run();
    now.mockRestore();
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 0, 0, 0, 0]);
    expect((await rows())[0]).toMatchObject({ state: "waiting", last_error: expect.stringContaining("ECONNREFUSED") });
  });

  test("does not answer does not keep a stop waiting: what it was not given is given back", async () => {
    await aMessage();
    server.state.behaviour = "stall";
    const run = sender.run();
    await vi.waitUntil(() => server.state.envelopes > 0);
    await sender.stop();
    await run;
    expect(await rows()).toMatchObject([{ state: "waiting", attempts: 0, later: false }]);
  });
});
