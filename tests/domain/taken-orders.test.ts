// Orders that staff take for people without an account: at the till, by telephone, in advance (docs/behaviour.md#orders-taken-by-staff).
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { listAudit } from "@/lib/audit/queries";
import type { May } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { findInvoice } from "@/lib/invoices/queries";
import { readKitchen } from "@/lib/kitchen/queries";
import { letterFor } from "@/lib/messages/event-queries";
import { trackingToken } from "@/lib/messages/links";
import { takeMessage } from "@/lib/messages/outbox-commands";
import { findTrackedOrder } from "@/lib/messages/tracking-queries";
import { findAnyOrder, listOrderRows, newOrders, streamOrders } from "@/lib/orders/admin-queries";
import { moveOrder } from "@/lib/orders/correction-commands";
import { takeOrder } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { purgeByRetention } from "@/lib/people/privacy-commands";
import { defaultSettings } from "@/lib/settings/defaults";
import {
  atOnce,
  connect,
  done,
  expectPlacesRight,
  expectStockRight,
  expireHolds,
  refusal,
  refusals,
  unitsOf,
} from "../support/database";
import { exported } from "../support/exported";
import { aCustomer, anAdmin, anOrder, aSweet, type Lines, many } from "../support/factories";
import { resetSettings, save, saveWindows } from "../support/settings";
import { pool, sql } from "../support/sql";
import { planFor } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", async (original) => ({
  ...(await original<typeof import("@/lib/clock")>()),
  shopNow: () => new Date("2026-11-23T04:00:00Z"),
}));
const tuesday = "2026-11-24";
const tuesdayMorning = { date: tuesday, from: "10:00" };

const admin = await anAdmin();
afterEach(resetSettings);
afterAll(async () => {
  await expectStockRight();
  await expectPlacesRight();
});

const wanted = (lines: Lines, rest: object = {}) => takenOrderInput.parse({ items: anOrder(lines).items, ...rest });
const take = (lines: Lines, rest: object = {}, db = pool) => takeOrder(admin, wanted(lines, rest), db);
const delivery = { recipientName: "Ila Rao", deliveryAddress: "12 Hill Road, Mumbai", phoneNumber: "98200 11111" };
const caller = { name: "Asha Rao", phone: "+91 98200 00000", email: "asha@example.com" };
const kindsOf = async (orderId: number) =>
  (await sql`select kind from messages where order_id = ${orderId} order by id`).map(({ kind }) => kind as string);

test("who may take orders may, with an advance only who may receive money, and the audit log names no customer", async () => {
  const sweet = await aSweet({ quantity: 30 });
  const key = {
    kind: "key",
    id: admin.id,
    name: "Till",
    permissions: ["orders:read", "orders:write"],
  } as unknown as May<"orders:write">;
  const advance = wanted([[sweet, 1]], { delivery, received: { method: "cash", amount: 10 } });
  const by = (actor: May<"orders:write">, order = wanted([[sweet, 1]])) => takeOrder(actor, order, pool);
  for (const kind of ["owner", "manager", "counter"] as const)
    expect((await by(await anAdmin(kind), advance)).payment.paid).toBe(10);
  // Before the stock is looked at.
  const tooMuch = { ...advance, items: [{ productId: sweet.id, quantity: 999 }] };
  expect(await refusal(by(key, tooMuch))).toMatchObject({ code: "permission", permission: "payments:write" });
  // What staff did to an order is read from its history.
  const till = await by(key);
  const later = await by(await anAdmin("counter"), { ...advance, customer: caller });
  const entriesOf = async (noun: "orders" | "payments", id: number) =>
    (await listAudit(admin, { page: 1, pageSize: 10, noun, nounId: String(id) })).items.reverse();
  expect((await entriesOf("orders", till.id)).map(({ text }) => text)).toEqual([
    `${admin.name} took order #${till.id}`,
    `${admin.name} set order #${till.id} from Pending to Completed`,
  ]);
  const entries = [...(await entriesOf("orders", later.id)), ...(await entriesOf("payments", later.id))];
  expect(entries.map(({ text }) => text)).toEqual([
    expect.stringContaining(` took order #${later.id}`),
    expect.stringContaining(` recorded ₹10 received for order #${later.id} (Cash)`),
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/Asha|98200/);
});

describe("at the till", () => {
  test("three sweets are one order, completed and paid, and one bill", async () => {
    const [one, two, three] = [await aSweet({ price: 100 }), await aSweet({ price: 250.5 }), await aSweet()];
    const lines: Lines = [
      [one, 2],
      [two, 1],
      [three, 10],
    ];
    const order = await take(lines, { payment: "card", giftWrap: true });
    expect(order).toMatchObject({
      status: "Completed",
      channel: "counter",
      total: 1500.5,
      customer: null,
      giftWrap: true,
      payment: { method: "card", state: "paid", paid: 1500.5, due: 0 },
      payments: [{ method: "card", amount: 1500.5, state: "received", by: admin.name }],
      items: [{ productId: one.id }, { productId: two.id }, { productId: three.id, quantity: 10 }],
      history: [
        { to: "Pending", by: admin.name },
        { from: "Pending", to: "Completed", by: admin.name },
      ],
    });
    const { earlier, ...invoice } = await findInvoice(admin, order.id);
    expect(invoice).toMatchObject({ buyer: { name: null }, totals: { total: 1500.5 } });
    expect(invoice.lines.map(({ quantity }) => quantity)).toEqual([2, 1, 10, null]);
    expect(earlier).toEqual([]);
    expect(await unitsOf(three.id)).toEqual({ free: 0, held: 0, sold: 10 });
    // Nobody is written to, and what it has sold out the owner is informed of.
    expect(await kindsOf(order.id)).toEqual(["sold_out"]);
    expect((await newOrders(admin, order.id - 1)).count).toBe(0);
  });

  test("a customer who is named has the bill in that name, and no mail", async () => {
    const order = await take([[await aSweet(), 1]], { customer: caller });
    const { name: recipientName, phone: phoneNumber } = caller;
    expect(order).toMatchObject({ customer: caller, recipientName, phoneNumber, payment: { method: "cash" } });
    expect((await findInvoice(admin, order.id)).buyer).toEqual({ name: "Asha Rao", address: null });
    expect(await kindsOf(order.id)).toEqual([]);
    await setOrderStatus(admin, order.id, "Cancelled", pool);
    await refundOrder(admin, order.id, { amount: 100, reason: "Stale" }, pool);
    expect(await kindsOf(order.id)).toEqual([]);
  });

  test("the customer is a walk-in or whoever was named, never the clerk", async () => {
    const clerk = await anAdmin("counter");
    const sell = async (rest: object) => takeOrder(clerk, wanted([[await aSweet(), 1]], rest), pool);
    const [walkIn, named] = [await sell({}), await sell({ customer: caller })];
    // As sales were stored before 27 November 2026.
    const earlier = await sell({});
    await sql`update orders set user_id = ${clerk.id} where id = ${earlier.id}`;
    const page = { page: 1, pageSize: 10 };
    for (const [{ id }, name, email] of [
      [walkIn, null, null],
      [earlier, null, null],
      [named, caller.name, caller.email],
    ] as const) {
      expect(await findAnyOrder(admin, id)).toMatchObject({ user: null, customer: name && caller });
      expect((await listOrderRows(admin, { search: `#${id}`, ...page })).items).toMatchObject([{ id, name }]);
      const { value } = await streamOrders(admin, { search: `#${id}` }).next();
      expect(value).toMatchObject([{ id, name, customer: name, email }]);
    }
    for (const search of [clerk.name, clerk.email])
      expect((await listOrderRows(admin, { search, ...page })).items.map(({ id }) => id)).not.toContain(earlier.id);
    expect((await exported(clerk)).orders).toEqual([]);
  });

  test("it is all or nothing, at prices that were not below today's, and what holds have is not free", async () => {
    const [plenty, few] = [await aSweet({ price: 100 }), await aSweet({ quantity: 3, price: 100 })];
    await reserve(await aCustomer(), many(few, 2), pool);
    const lines: Lines = [
      [plenty, 1],
      [few, 2],
    ];
    expect(await refusal(take(lines))).toMatchObject({
      code: "insufficient_stock",
      available: 1,
      short: [{ productId: few.id, available: 1 }],
    });
    expect(await refusal(take([[plenty, 1, 99.99]]))).toMatchObject({
      code: "price_changed",
      prices: [{ productId: plenty.id, price: 100 }],
    });
    expect(await refusal(take([[{ id: 2_000_000_000 }, 1]]))).toMatchObject({ code: "unavailable" });
    expect(await unitsOf(plenty.id)).toEqual({ free: 10, held: 0, sold: 0 });
  });

  test("it keeps its card and who has sold it, and takes what carts no longer hold", async () => {
    const sweet = await aSweet({ quantity: 3 });
    await reserve(await aCustomer(), many(sweet, 2), pool);
    await expireHolds(sweet.id);
    const order = await take([[sweet, 3]], { personalMessage: "Happy Diwali!" });
    expect(order.personalMessage).toBe("Happy Diwali!");
    const moves = await sql`select user_id from stock_ledger where order_id = ${order.id}`;
    expect(moves.map((move) => move.user_id)).toEqual([admin.id]);
  });

  test("a pause of the shop stops what is for later alone", async () => {
    const sweet = await aSweet();
    await save("pause", { paused: true, until: null, reason: null });
    expect((await take([[sweet, 1]])).status).toBe("Completed");
    expect(await refusal(take([[sweet, 1]], { delivery }))).toMatchObject({ code: "paused", until: null });
  });

  test("of sales of two sweets at once as many are done as there are units, whatever the order of their lines", async () => {
    const [one, two] = [await aSweet({ quantity: 30 }), await aSweet({ quantity: 20 })];
    const wide = connect(16);
    const lines: Lines = [
      [one, 1],
      [two, 1],
    ];
    const tries = await atOnce(60, (i) =>
      take(i % 2 ? lines : lines.toReversed(), i % 3 === 0 ? { delivery } : {}, wide),
    );
    expect(done(tries)).toHaveLength(20);
    expect(refusals(tries)).toEqual({ insufficient_stock: 40 });
    expect([await unitsOf(one.id), await unitsOf(two.id)]).toEqual([
      { free: 10, held: 0, sold: 20 },
      { free: 0, held: 0, sold: 20 },
    ]);
    // Each sale has a bill of its own, and no number is missing.
    const numbers = await sql`
      select sequence from invoices where order_id in (select order_id from order_lines where sweet_id = ${one.id}) order by sequence`;
    const [first] = numbers;
    expect(numbers.map(({ sequence }) => sequence - first?.sequence)).toEqual(numbers.map((_, i) => i));
  });
});

describe("for later", () => {
  test("it is pending without an account, with the window, fee and place of one", async () => {
    const sweet = await aSweet({ price: 100 });
    const { newest } = await newOrders(admin);
    const order = await take([[sweet, 2]], {
      customer: caller,
      delivery: { ...delivery, pincode: "400028", slot: tuesdayMorning },
      giftWrap: true,
      personalMessage: "Happy Diwali!",
    });
    expect(order).toMatchObject({
      status: "Pending",
      channel: "counter",
      user: null,
      customer: caller,
      ...delivery,
      personalMessage: "Happy Diwali!",
      day: tuesday,
      fulfilment: { method: "delivery", slot: tuesdayMorning },
      payment: { method: "cod", state: "unpaid" },
      history: [{ from: null, to: "Pending", by: admin.name }],
    });
    expect((await newOrders(admin, newest)).count).toBe(1);
    const { windows } = await readKitchen(admin, { date: tuesday });
    expect(JSON.stringify(windows)).toContain(delivery.recipientName);
    expect((await setOrderStatus(admin, order.id, "Cancelled", pool)).status).toBe("Cancelled");
    expect((await unitsOf(sweet.id)).free).toBe(10);
  });

  test("one whose delivery is to be arranged is packed and moved as any other, not sold at the till", async () => {
    const order = await take([[await aSweet(), 1]], { delivery });
    // Who gets it has ordered it when nobody else is named.
    expect(order.customer).toEqual({ name: delivery.recipientName, phone: delivery.phoneNumber, email: null });
    const { withoutWindow } = await readKitchen(admin);
    expect(withoutWindow.pack.map(({ id }) => id)).toContain(order.id);
    expect((await moveOrder(admin, order.id, { ...tuesdayMorning, force: false }, pool)).fulfilment.slot).toMatchObject(
      tuesdayMorning,
    );
  });

  test("it comes from the plan of its day, and is refused as a customer's is", async () => {
    const sweet = await aSweet({ quantity: 5, price: 100 });
    await planFor(admin, sweet, 4);
    const onDay = (day: string, rest: object = {}) => ({ delivery: { ...delivery, method: "pickup", day }, ...rest });
    const order = await take([[sweet, 3]], onDay(tuesday));
    expect(order).toMatchObject({ day: tuesday, items: [{ day: tuesday }] });
    expect((await unitsOf(sweet.id)).free).toBe(5);
    expect(await refusal(take([[sweet, 2]], onDay(tuesday)))).toMatchObject({
      code: "day_short",
      items: [{ productId: sweet.id, available: 1 }],
    });
    const { payments } = defaultSettings;
    await save("payments", { ...payments, cod: { active: true, upTo: 50 } });
    expect(await refusal(take([[sweet, 1]], { delivery }))).toMatchObject({ code: "cod_unavailable", upTo: 50 });
    await save("payments", { ...payments, upiId: "mithaas@okbank" });
    const byUpi = await take([[await aSweet(), 1]], { delivery, payment: "upi" });
    expect(byUpi.payment).toMatchObject({ method: "upi", state: "unpaid" });
    const far = { ...delivery, pincode: "560001", method: "courier" };
    expect(await refusal(take([[sweet, 1]], { delivery: far }))).toMatchObject({ code: "blocked" });
    await saveWindows({ pickupCapacity: 0 });
    const full = { ...delivery, method: "pickup", slot: tuesdayMorning };
    expect(await refusal(take([[sweet, 1]], { delivery: full }))).toMatchObject({
      code: "slot_full",
      alternatives: [],
    });
  });

  test("an advance is received with it, or neither is stored", async () => {
    const sweet = await aSweet({ price: 100 });
    const order = await take([[sweet, 5]], { delivery, received: { method: "upi", amount: 200 } });
    expect(order).toMatchObject({
      status: "Pending",
      payment: { method: "cod", state: "part_paid", paid: 200, due: 300 },
      payments: [{ method: "upi", amount: 200, state: "received", by: admin.name }],
    });
    const tooMuch = take([[sweet, 2]], { delivery, received: { method: "cash", amount: 200.01 } });
    expect(await refusal(tooMuch)).toMatchObject({ code: "overpaid", due: 200 });
    expect(await unitsOf(sweet.id)).toEqual({ free: 5, held: 0, sold: 5 });
  });

  test("its bill names who has ordered it, and the tax of another state when it goes there", async () => {
    const rates = [{ hsn: "2106", rate: 5, from: "2020-01-01" }];
    await save("tax", { gstin: "27AAGCB7383J1ZK", prefix: "INV", rates });
    const sweet = await aSweet({ price: 105 });
    await sql`update sweets set own_travels = true where id = ${sweet.id}`;
    const { id } = await take([[sweet, 1]], {
      customer: caller,
      delivery: { ...delivery, pincode: "560001", method: "courier" },
    });
    await setOrderStatus(admin, id, "Shipped", pool);
    const invoice = await findInvoice(admin, id);
    expect(invoice).toMatchObject({
      kind: "tax_invoice",
      buyer: { name: "Asha Rao" },
      placeOfSupply: { code: "29" },
      interState: true,
    });
    expect(invoice.lines[0]).toMatchObject({ taxable: 100, igst: 5, cgst: 0 });
    const till = await take([[sweet, 2]]);
    expect(await findInvoice(admin, till.id)).toMatchObject({
      interState: false,
      totals: { taxable: 200, cgst: 5, sgst: 5, igst: 0, total: 210 },
    });
  });
});

describe("who has ordered", () => {
  test("is written to at the address that was given, about a link without an account, and otherwise not at all", async () => {
    await sql`delete from messages`;
    const sweet = await aSweet();
    const silent = await take([[sweet, 1]], { customer: { ...caller, email: null }, delivery });
    await setOrderStatus(admin, silent.id, "Shipped", pool);
    expect(await kindsOf(silent.id)).toEqual(["new_order"]);

    const order = await take([[sweet, 1]], { customer: caller, delivery, received: { method: "cash", amount: 10 } });
    expect(await kindsOf(order.id)).toEqual(["order_received", "new_order", "payment_received"]);
    await sql`delete from messages where kind <> 'order_received'`;
    const taken = await takeMessage(pool);
    expect(taken?.address).toBe(caller.email);
    const letter = await letterFor([taken!]);
    expect(letter).toMatchObject({ to: caller.email, phone: caller.phone });
    expect(JSON.stringify(letter?.mail)).toContain(`/track/${order.id}-`);
    expect(JSON.stringify(letter?.mail)).not.toContain(`/orders/${order.id}`);
    const token = trackingToken(order.id);
    expect(await findTrackedOrder(token, new Date())).toMatchObject({ id: order.id });
    await sql`update orders set payment_method = 'upi' where id = ${order.id}`;
    expect(JSON.stringify((await letterFor([taken!]))?.mail)).not.toContain(`/orders/${order.id}`);
    const completed = await letterFor([{ ...taken!, kind: "order_completed" }]);
    expect(JSON.stringify(completed?.mail)).not.toContain(`/orders/${order.id}`);
    const news = await letterFor([{ ...taken!, kind: "new_order" }]);
    expect(JSON.stringify(news?.mail)).toContain(delivery.recipientName);
  });

  test("is in the owner's lists, found by name, e-mail and phone, and in the export", async () => {
    const [name, phone, email] = ["Zoya Khan", "+91 9123456780", "zoya@example.com"];
    const { id } = await take([[await aSweet(), 1]], { customer: { name, phone, email } });
    const found = async (search: string) =>
      (await listOrderRows(admin, { search, page: 1, pageSize: 10 })).items.map((order) => order.id);
    const [row] = (await listOrderRows(admin, { search: name, page: 1, pageSize: 10 })).items;
    expect(row).toMatchObject({ id, name, phone });
    expect(await found(phone.slice(4))).toEqual([id]);
    expect(await found("९१२३४ ५६७८०")).toEqual([id]);
    const inGujarati = [...String(id)].map((digit) => String.fromCodePoint(0xae6 + Number(digit))).join("");
    expect(await found(`#${inGujarati}`)).toEqual([id]);
    expect(await found(email)).toEqual([id]);
    for await (const orders of streamOrders(admin, { search: name }))
      expect(orders).toMatchObject([{ id, customer: name, email, customerPhone: phone }]);
  });

  test("is forgotten when the years are over, and the tracking link with it", async () => {
    const { id } = await take([[await aSweet(), 1]], { customer: caller, delivery });
    await sql`update orders set created_at = '2010-01-01' where id = ${id}`;
    await purgeByRetention();
    const [row] = await sql`select customer_name, customer_phone, customer_email from orders where id = ${id}`;
    expect(row).toEqual({ customer_name: null, customer_phone: null, customer_email: null });
    expect(await findTrackedOrder(trackingToken(id))).toBeNull();
  });
});
