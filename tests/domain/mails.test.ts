// Sending (docs/behaviour.md#messages): every kind arrives with the right text.
import { expect, test, vi } from "vitest";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { sendContact } from "@/lib/enquiries/commands";
import { renderInvoicePdf } from "@/lib/invoices/pdf";
import { trackingToken } from "@/lib/messages/links";
import { moveOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, confirmPayment, recordPayment, rejectPayment } from "@/lib/payments/commands";
import { anOrder, aSweet, aVisitor, many } from "../support/factories";
import { pool, sql } from "../support/sql";
import { OWNER, order, prepareMailWorld, world } from "./mail-world";
import { cash, lastPayment } from "./money";

vi.mock("@/lib/invoices/pdf", async (original) => {
  const real = await original<typeof import("@/lib/invoices/pdf")>();
  return { ...real, renderInvoicePdf: vi.fn(real.renderInvoicePdf) };
});
// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));
prepareMailWorld();

const HOSTILE = 'Eve\r\nBcc: victim@example.com <b>&"x"';

/** The mail of a kind, sent alone. */
async function only(kind: string) {
  await sql`delete from messages where kind <> ${kind} and state = 'waiting'`;
  await world.sender.run();
  expect(await sql`select kind, last_error from messages where state <> 'sent'`).toEqual([]);
  return world.server.received.at(-1)!;
}

test("an order, for the customer", async () => {
  const { buyer } = world;
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
  for (const text of [
    "1 × Kaju <Katli> & Co  ₹500",
    "Gift wrapping  ₹50",
    "Total  ₹550",
    "Pay ₹550 by UPI",
    `/track/${trackingToken(id)}`,
    "12 Sweet Street, Dadar West, Mumbai 400028",
    "FSSAI licence 10012022000123",
  ])
    expect(mail.text).toContain(text);
  for (const text of [
    "1 × Kaju &#60;Katli&#62; &#38; Co",
    `href="http://localhost:3000/orders/${id}"`,
    'name="color-scheme" content="light dark"',
  ])
    expect(mail.html).toContain(text);
  // Anybody may open an account with another person's address.
  expect(mail.text + mail.html).not.toContain(buyer.name);
  expect(mail.text + mail.html).not.toContain("Some Road");
});

test("an order, for the owner, whose customer has typed what he likes", async () => {
  const delivery = { recipientName: HOSTILE, deliveryAddress: HOSTILE, phoneNumber: "98200 00000", notes: HOSTILE };
  const { id } = await order({ delivery: delivery as never });
  const mail = await only("new_order");
  expect(mail).toMatchObject({ to: [OWNER], subject: `New order #${id}: ₹500` });
  expect(mail.headers.has("bcc")).toBe(false);
  expect(mail.html).not.toContain("<b>&");
  expect(mail.html).toContain("&#60;b&#62;&#38;&#34;x&#34;");
  expect(mail.text).toContain("Phone: 98200 00000");
  expect(mail.text).toContain(`/admin?tab=orders&search=%23${id}`);
});

test("a new window", async () => {
  const { id } = await order();
  await moveOrder(world.admin, id, { date: "2026-11-25", from: "13:00", force: true }, pool);
  const mail = await only("window_changed");
  expect(mail.subject).toBe(`New time for your order #${id}`);
  expect(mail.text).toContain("Delivery: Wed 25 Nov 2026, 1 pm – 4 pm");
});

test("other sweets", async () => {
  const { id } = await order();
  await recordPayment(world.admin, id, cash(500), pool);
  const cheap = await aSweet({ name: "Chikki", price: 120 });
  await changeItems(world.admin, id, { items: [many(cheap, 2)] }, pool);
  const mail = await only("order_changed");
  expect(mail).toMatchObject({ to: [world.buyer.email], subject: `Your order #${id} has changed` });
  expect(mail.text).toMatch(/2 × Chikki.*₹240/);
  expect(mail.text).toContain("You have paid ₹260 more than it costs now, which we pay back to you.");
});

test.each([
  ["order_shipped", "Shipped", "is on its way", "You pay ₹500 on delivery, in cash or by UPI."],
  ["order_cancelled", "Cancelled", "was cancelled", "There is nothing to pay."],
] as const)("%s", async (kind, status, subject, text) => {
  const { id } = await order();
  await setOrderStatus(world.admin, id, status, pool);
  const mail = await only(kind);
  expect(mail).toMatchObject({ to: [world.buyer.email], subject: expect.stringContaining(`order #${id} ${subject}`) });
  expect(mail.text).toContain(text);
});

test("an order that is shipped says which courier brings it, where it is followed and when it is expected", async () => {
  const sweet = await aSweet({ travels: true });
  const delivery = { pincode: "560001", method: "courier" } as const;
  const { id } = await placeOrder(world.buyer, anOrder([[sweet, 5]], { delivery }), { channel: "web" }, pool);
  const tracking = { carrier: "DTDC", number: "D1234567", url: "https://dtdc.example/D1234567" };
  await setOrderStatus(world.admin, id, "Shipped", pool, { tracking });
  const { text, html } = await only("order_shipped");
  expect(text).toContain("Expected: 1-3 days after it leaves our kitchen");
  expect(text).toContain("Courier: DTDC D1234567");
  expect(html).toContain('href="https://dtdc.example/D1234567"');
});

test("a completed order brings its invoice; one that cannot be drawn costs the mail nothing but a link", async () => {
  const one = await order();
  await setOrderStatus(world.admin, one.id, "Completed", pool);
  // The first document that is drawn takes a busy machine longer than a mail waits for it.
  const document = await renderInvoicePdf(one.id);
  const whole = await only("order_completed");
  expect(whole).toMatchObject({ to: [world.buyer.email], subject: `Your order #${one.id} is complete` });
  expect(whole.text).toContain("Your invoice is attached.");
  expect(whole.attachments).toEqual([{ filename: expect.stringMatching(/\.pdf$/), bytes: document?.bytes }]);
  expect(document?.bytes.subarray(0, 5).toString()).toBe("%PDF-");

  vi.mocked(renderInvoicePdf).mockRejectedValueOnce(new Error("Fonts are missing"));
  const two = await order();
  await setOrderStatus(world.admin, two.id, "Completed", pool);
  const mail = await only("order_completed");
  expect(mail).toMatchObject({ subject: `Your order #${two.id} is complete`, attachments: [] });
  expect(mail.text).toContain("Your invoice is with the order under My Orders");
});

test("payments: claimed, rejected, received, refunded", async () => {
  const { id } = await order({ payment: "upi" });
  const claim = (utr: string) => claimPayment(world.buyer, id, { utr }, pool);
  const claimed = async () => ({ orderId: id, paymentId: await lastPayment() });
  await claim("123456789012");
  expect(await only("upi_claimed")).toMatchObject({
    to: [OWNER],
    text: expect.stringContaining("UTR: 123456789012"),
  });
  await rejectPayment(world.admin, await claimed(), { reason: null }, pool);
  expect((await only("payment_rejected")).text).toContain("your payment of ₹500");
  await claim("123456789013");
  await confirmPayment(world.admin, await claimed(), { force: false }, pool);
  expect((await only("payment_received")).text).toContain("We have received ₹500");
  await refundOrder(world.admin, id, { amount: 300.5, reason: "Broken <box>" }, pool);
  const mail = await only("refund");
  expect(mail.text).toContain("We have paid ₹300.50 for order");
  expect(mail.text).toContain("Reason: Broken <box>");
  expect(mail.html).toContain("Broken &#60;box&#62;");
});

test("a part of a payment says what is left", async () => {
  const { id } = await order();
  await recordPayment(world.admin, id, { method: "cash", amount: 200, reference: null, force: false }, pool);
  expect((await only("payment_received")).text).toContain("₹300 is still to be paid.");
});

test("an enquiry: its number for whoever wrote, its text for the owner alone", async () => {
  const input = {
    name: HOSTILE,
    email: "asha@example.com",
    phone: "98200 00000",
    subject: HOSTILE,
    message: "Buy at <a href='http://spam.example'>",
  };
  const { id } = await sendContact(aVisitor(), input, pool);
  const receipt = await only("enquiry_received");
  expect(receipt).toMatchObject({ to: ["asha@example.com"], subject: `We have your message no. ${id}` });
  expect(receipt.text + receipt.html).not.toMatch(/Eve|spam/);
  await sendContact(aVisitor(), input, pool);
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
  await placeOrder(world.buyer, anOrder([[sweet, 2]]), { channel: "api" }, pool);
  expect(await only("sold_out")).toMatchObject({ to: [OWNER], subject: "Sold out: Motichoor Laddoo" });
});

const byWeight = [
  { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
  { label: "1 kg <large>", grams: 1000, units: 4, price: 720 },
];

test("lines name their packs", async () => {
  const sweet = await aSweet({ quantity: 100, price: 380, name: "Mysore Pak" });
  const packs = updateSweetInput.parse({ packs: [{ ...byWeight[0], id: sweet.packs[0]?.id }, byWeight[1]] });
  const large = (await updateSweet(world.admin, sweet.id, packs, null, pool)).packs[1]?.id as number;
  const items = [
    { productId: sweet.id, quantity: 1 },
    { productId: sweet.id, packId: large, quantity: 3 },
  ];
  await placeOrder(world.buyer, { ...anOrder([[sweet, 1]]), items }, { channel: "api" }, pool);
  const mail = await only("order_received");
  expect(mail.text).toMatch(/1 × Mysore Pak, 500 g.*₹380/);
  expect(mail.text).toMatch(/3 × Mysore Pak, 1 kg <large>.*₹2,160/);
  expect(mail.html).toContain("1 × Mysore Pak, 500 g");
  expect(mail.html).toContain("3 × Mysore Pak, 1 kg &#60;large&#62;");
});

test("sold out while a part of a pack is left, and with what came in meanwhile", async () => {
  const { admin, buyer } = world;
  const sweet = await aSweet({ quantity: 5, price: 190, name: "Mysore Pak" });
  const small = { id: sweet.packs[0]?.id, label: "250 g", grams: 250, units: 1, price: 190 };
  await updateSweet(admin, sweet.id, updateSweetInput.parse({ packs: [small, ...byWeight] }), null, pool);
  await purchase(admin, sweet.id, { quantity: 4, packId: small.id }, pool);
  await updateSweet(admin, sweet.id, updateSweetInput.parse({ packs: byWeight }), null, pool);
  await restock(admin, sweet.id, { quantity: 1 }, pool);
  await placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "api" }, pool);
  const mail = await only("sold_out");
  expect(mail.text).toContain("What is left in stock, 250 g, fills no pack, and nothing is in a cart.");
  await placeOrder(buyer, anOrder([[await aSweet({ quantity: 1 }), 1]]), { channel: "api" }, pool);
  await sql`update messages set sweet_id = ${sweet.id} where kind = 'sold_out' and state = 'waiting'`;
  await restock(admin, sweet.id, { quantity: 4 }, pool);
  expect((await only("sold_out")).text).toContain("Meanwhile 4 × 500 g are in stock again.");
});
