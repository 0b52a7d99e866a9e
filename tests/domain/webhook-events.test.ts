// Events for webhooks (docs/integrations.md#events): each event is stored once for each webhook that wants it, in its own transaction.
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import { type EventType, eventTypes } from "@/db/constants/webhooks";
import type { Customer } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { throwAway, updateSweet } from "@/lib/catalogue/commands";
import { sendContact, sendCustomOrder } from "@/lib/enquiries/commands";
import { setPacked } from "@/lib/kitchen/commands";
import { correctOrder, moveOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import type { OrderInput } from "@/lib/orders/schema";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, confirmPayment, recordPayment, rejectPayment } from "@/lib/payments/commands";
import { enterBatch } from "@/lib/stock/batch-commands";
import { createWebhook, updateWebhook } from "@/lib/webhooks/commands";
import { aCustomer, anAdmin, anOrder, aSweet, type Lines, type Member, many } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aUtr, cash, lastPayment } from "./money";
import { planFor } from "./plan-world";
import { setSettings } from "./set-settings";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z"), recordedUntil: (at: Date) => at }));

let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  admin = await anAdmin();
});
beforeEach(async () => {
  await sql`delete from webhooks`;
  buyer = await aCustomer();
});

const aWebhook = (events: readonly EventType[] = eventTypes) =>
  createWebhook(admin, { url: "https://erp.example/hook", events: [...events] }, pool);
/** The events since the last look, with what they are about. */
async function newEvents() {
  const rows = await sql`
    delete from webhook_deliveries returning type, order_id, payment_id, sweet_id, enquiry_id, day::text, created_at`;
  return rows.map(({ type, created_at: _, ...about }) => ({ type: type as string, ...about }));
}
const types = async () => (await newEvents()).map(({ type }) => type).sort();

const order = (lines: Lines, rest: Partial<OrderInput> = {}, by = buyer) =>
  placeOrder(by, anOrder(lines, rest), { channel: "api" }, pool);
/** One pack of a sweet of its own. */
const anyOrder = async (rest: Partial<OrderInput> = {}) =>
  order([[await aSweet({ quantity: 100, price: 500 }), 1]], rest);

describe("an event is stored", () => {
  test("of orders: created, each change, cancelled", async () => {
    await aWebhook();
    const { id } = await anyOrder();
    expect(await newEvents()).toEqual([
      { type: "order.created", order_id: id, payment_id: null, sweet_id: null, enquiry_id: null, day: null },
    ]);
    const other = await aSweet({ quantity: 100, price: 500 });
    await newEvents();
    const changes: Record<string, () => Promise<unknown>> = {
      status: () => setOrderStatus(admin, id, "Processing", pool),
      window: () => moveOrder(admin, id, { date: "2026-11-24", from: "10:00", force: false }, pool),
      sweets: () => changeItems(admin, id, { items: [many(other, 1)] }, pool),
      packed: () => setPacked(admin, { ids: [id], packed: true }, pool),
      correction: () => correctOrder(admin, id, { deliveryAddress: "Another Road 4, Mumbai" }, pool),
    };
    for (const [change, make] of Object.entries(changes)) {
      await make();
      expect([change, await types()]).toEqual([change, ["order.updated"]]);
      // The same again changes nothing.
      await make();
      expect([change, await types()]).toEqual([change, []]);
    }
    await setOrderStatus(admin, id, "Cancelled", pool);
    expect(await types()).toEqual(["order.cancelled"]);
    await setOrderStatus(admin, id, "Pending", pool);
    expect(await types()).toEqual(["order.updated"]);
    await cancelOrder(buyer, id, pool);
    expect(await types()).toEqual(["order.cancelled"]);
  });

  test("of payments: what has arrived and what went back, and each change of an order's payment", async () => {
    await setSettings("payments", { upiId: "shop@upi", payeeName: "Shop" });
    await aWebhook();
    const { id } = await anyOrder({ payment: "upi" });
    await newEvents();
    const claim = async () => {
      await claimPayment(buyer, id, { utr: aUtr() }, pool);
      expect(await types()).toEqual(["order.updated"]);
      return { orderId: id, paymentId: await lastPayment() };
    };
    await rejectPayment(admin, await claim(), { reason: null }, pool);
    expect(await types()).toEqual(["order.updated"]);
    const second = await claim();
    await confirmPayment(admin, second, { force: false }, pool);
    const confirmed = await newEvents();
    expect(confirmed.map(({ type }) => type).sort()).toEqual(["order.updated", "payment.received"]);
    expect(confirmed.find(({ type }) => type === "payment.received")).toMatchObject({
      order_id: id,
      payment_id: second.paymentId,
    });
    // A second click changes nothing.
    await confirmPayment(admin, second, { force: false }, pool);
    expect(await types()).toEqual([]);
    await refundOrder(admin, id, { amount: 100, reason: "Broken" }, pool);
    expect(await types()).toEqual(["order.updated", "payment.refunded"]);
    await recordPayment(admin, (await anyOrder()).id, cash(200), pool);
    expect(await types()).toEqual(["order.created", "order.updated", "payment.received"]);
  });

  test("of a sale at the till, which is paid at once", async () => {
    await aWebhook();
    await purchase(admin, (await aSweet({ quantity: 100 })).id, { quantity: 1 }, pool);
    const sold = await newEvents();
    expect(sold.map(({ type }) => type).sort()).toEqual(["order.created", "payment.received"]);
    const payment = { type: "payment.received", payment_id: await lastPayment() };
    expect(sold).toContainEqual(expect.objectContaining(payment));
    await purchase(buyer, (await aSweet({ quantity: 100 })).id, { quantity: 1 }, pool);
    expect(await types()).toEqual(["order.created"]);
  });

  test("of a sweet that was edited, and of enquiries of both kinds", async () => {
    await aWebhook();
    const sweet = await aSweet();
    expect(await types()).toEqual([]);
    await updateSweet(admin, sweet.id, { description: "Made of nuts" }, null, pool);
    expect(await newEvents()).toMatchObject([{ type: "sweet.updated", sweet_id: sweet.id }]);
    const from = { name: "Asha", email: "asha@example.com", phone: "98200 00000", message: "Hello there" };
    await sendContact(buyer, { ...from, subject: "A question" }, pool);
    await sendCustomOrder(buyer, { ...from, occasion: null, eventDate: null, quantity: null, budget: null }, pool);
    expect(await types()).toEqual(["enquiry.created", "enquiry.created"]);
  });

  test("to each active webhook that wants it, and to no other", async () => {
    const [one, two] = [await aWebhook(["order.created", "stock.out"]), await aWebhook()];
    await aWebhook(["order.cancelled"]);
    await updateWebhook(admin, { ...(await aWebhook(["order.created"])), active: false }, pool);
    await anyOrder();
    const rows = await sql`select webhook_id from webhook_deliveries order by 1`;
    expect(rows.map((row) => row.webhook_id)).toEqual([one.id, two.id]);
  });

  test("with the transaction that it is about, or not at all", async () => {
    await aWebhook();
    const sweet = await aSweet({ quantity: 5 });
    const undone = writeDb().transaction(async (tx) => {
      await placeOrder(buyer, anOrder([[sweet, 5]]), { channel: "api" }, tx);
      throw new Error("undone on purpose");
    });
    await expect(undone).rejects.toThrow("undone on purpose");
    expect(await types()).toEqual([]);
  });
});

describe("of stock", () => {
  const sales = async () => (await types()).filter((type) => /^stock|^plan/.test(type));

  test("is stored once when a sale leaves fewer than 5 default packs, and once when it leaves nothing", async () => {
    await aWebhook();
    const sweet = await aSweet({ quantity: 8 });
    await order([[sweet, 3]]);
    expect(await sales()).toEqual([]);
    await order([[sweet, 1]]);
    expect(await sales()).toEqual(["stock.low"]);
    await order([[sweet, 1]]);
    expect(await sales()).toEqual([]);
    await purchase(admin, sweet.id, { quantity: 3 }, pool);
    expect(await types()).toEqual(["order.created", "payment.received", "stock.out"]);
    await order([[await aSweet({ quantity: 6 }), 6]]);
    expect(await sales()).toEqual(["stock.low", "stock.out"]);
  });

  test("is not stored for a hold, for what is thrown away or corrected, but for the order that buys what was held", async () => {
    await aWebhook();
    const sweet = await aSweet({ quantity: 8 });
    await reserve(buyer, { productId: sweet.id, quantity: 6 }, pool);
    await reserve(await aCustomer(), { productId: sweet.id, quantity: 2 }, pool);
    expect(await sales()).toEqual([]);
    // Of the 2 that are left, those of the other cart, one was not sold yet.
    await order([[sweet, 3]]);
    expect(await sales()).toEqual([]);
    await order([[sweet, 3]]);
    expect(await sales()).toEqual(["stock.low"]);
    const wasted = await aSweet({ quantity: 8 });
    await throwAway(admin, wasted.id, { quantity: 6, reason: "Old" }, pool);
    await updateSweet(admin, wasted.id, { quantity: 0 }, null, pool);
    expect(await sales()).toEqual([]);
  });

  test("counts the packs of an order, and of carts, by their units, and what is held for a day not at all", async () => {
    const { id } = await aSweet();
    const packs = [
      { label: "500 g", grams: 500, units: 2, price: 100, isDefault: true },
      { label: "1 kg", grams: 1000, units: 4, price: 190 },
    ];
    const sweet = await updateSweet(admin, id, { packs: packs as never, stock: 6 }, null, pool);
    const [half, whole] = sweet.packs.map((pack) => ({ productId: id, packId: pack.id }));
    if (!half || !whole) throw new Error("A pack is missing");
    await aWebhook();
    await reserve(await aCustomer(), { ...whole, quantity: 1 }, pool);
    // Of 12 units 4 are left, in a cart: fewer than 10 because of both lines together.
    const items = [
      { ...half, quantity: 2 },
      { ...whole, quantity: 1 },
    ];
    await placeOrder(buyer, { ...anOrder([[sweet, 1]]), items }, { channel: "api" }, pool);
    expect(await sales()).toEqual(["stock.low"]);

    const planned = await aSweet({ quantity: 6 });
    await planFor(admin, planned, 4);
    await reserve(buyer, { productId: planned.id, quantity: 3, day: "2026-11-25" }, pool);
    await order([[planned, 2]], {}, await aCustomer());
    expect(await sales()).toEqual(["stock.low"]);
  });

  test("is out when what is left fills no pack", async () => {
    await aWebhook();
    const sweet = await aSweet({ quantity: 5 });
    const [pack] = await sql`select id, label, price from packs where sweet_id = ${sweet.id}`;
    await sql`update packs set units = 3 where id = ${pack?.id}`;
    await order([[sweet, 1]]);
    expect(await sales()).toEqual(["stock.out"]);
  });

  test("is out when what is left would fill only a pack that is not sold any more", async () => {
    const sweet = await aSweet({ quantity: 3 });
    const [pack] = await sql`update packs set units = 2 where sweet_id = ${sweet.id} returning id, price`;
    await sql`
      insert into packs (sweet_id, label, units, price, active) values (${sweet.id}, 'A half', 1, ${pack?.price}, false)`;
    await aWebhook();
    await order([[sweet, 1]]);
    expect(await sales()).toContain("stock.out");
  });

  test("is stored again when a cancelled order is taken up again", async () => {
    const sweet = await aSweet({ quantity: 6 });
    const { id } = await order([[sweet, 6]]);
    await setOrderStatus(admin, id, "Cancelled", pool);
    await aWebhook();
    await setOrderStatus(admin, id, "Pending", pool);
    expect(await sales()).toEqual(["stock.low", "stock.out"]);
  });

  const orderFor = (day: string, sweet: { id: number }, packs: number, by = buyer) => {
    const input = anOrder([[sweet, packs]]);
    return placeOrder(by, { ...input, delivery: { ...input.delivery, day } }, { channel: "api" }, pool);
  };

  test("of a plan: it is full when the last of a day is ordered, not when it is held", async () => {
    await aWebhook();
    const sweet = await aSweet({ quantity: 0 });
    await planFor(admin, sweet, 4);
    const day = "2026-11-25";
    await reserve(buyer, { productId: sweet.id, quantity: 2, day }, pool);
    await orderFor(day, sweet, 2, await aCustomer());
    await orderFor(day, sweet, 1);
    expect(await sales()).toEqual([]);
    await orderFor(day, sweet, 1);
    expect(await newEvents()).toMatchObject([
      { type: "order.created" },
      { type: "plan.full", sweet_id: sweet.id, day },
    ]);
  });

  test("of a day that was made is not stored: its capacity says nothing any more", async () => {
    const sweet = await aSweet({ quantity: 0 });
    await planFor(admin, sweet, 4);
    const { id } = await orderFor("2026-11-24", sweet, 4);
    await setOrderStatus(admin, id, "Cancelled", pool);
    await enterBatch(admin, { productId: sweet.id, day: "2026-11-24", units: 4 }, pool);
    await aWebhook();
    await setOrderStatus(admin, id, "Pending", pool);
    expect(await sales()).toEqual([]);
  });
});
