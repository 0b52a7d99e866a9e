// What a customer buys by POST /sweets/{id}/purchase, an order like any other (docs/behaviour.md#orders), and what the screen of new orders
// reads: the packs on sale, and the last order of a caller (docs/behaviour.md#orders-taken-by-staff).
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { packsAtTill } from "@/lib/catalogue/till-queries";
import { readKitchen } from "@/lib/kitchen/queries";
import { letterFor } from "@/lib/messages/event-queries";
import { findAnyOrder, newOrders } from "@/lib/orders/admin-queries";
import { findCaller } from "@/lib/orders/caller-queries";
import { placeOrder } from "@/lib/orders/place";
import { purchase, takeOrder } from "@/lib/orders/purchase";
import { findOwnOrder, listOrders } from "@/lib/orders/queries";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { recordPayment } from "@/lib/payments/commands";
import { stats } from "@/lib/reports/queries";
import { defaultSettings } from "@/lib/settings/defaults";
import { atOnce, connect, expectPlacesRight, expectStockRight, refusal, unitsOf } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aTray, quantityOf, trayPacks } from "../support/factories";
import { resetSettings, save } from "../support/settings";
import { pool, sql } from "../support/sql";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", async (original) => ({
  ...(await original<typeof import("@/lib/clock")>()),
  shopNow: () => new Date("2026-11-23T04:00:00Z"),
}));

const admin = await anAdmin();
afterEach(resetSettings);
afterAll(async () => {
  await expectStockRight();
  await expectPlacesRight();
});

const orderOf = async (buyer: Customer) => {
  const [order] = (await listOrders(buyer)).orders;
  return findOwnOrder(buyer, order?.id ?? 0);
};
const kindsOf = async (orderId: number) =>
  (await sql`select kind from messages where order_id = ${orderId} order by id`).map(({ kind }) => kind as string);
const invoicesOf = (orderId: number) => sql`select kind, buyer_name, total from invoices where order_id = ${orderId}`;

test("it is pending, unpaid whatever is said of a payment, and picked up; its units are a purchase in the ledger", async () => {
  const [sweet, buyer] = [await aSweet({ quantity: 160, price: 549 }), await aCustomer()];
  const before = await stats(admin);
  expect((await purchase(buyer, sweet.id, { quantity: 150, payment: "card" }, pool)).quantity).toBe(10);
  const order = await orderOf(buyer);
  expect(order).toMatchObject({
    status: "Pending",
    channel: "counter",
    total: 82_350,
    recipientName: null,
    deliveryAddress: null,
    phoneNumber: null,
    fulfilment: { method: "pickup", area: null, pincode: null, fee: 0, slot: null },
    payment: { method: "cod", state: "unpaid", paid: 0, due: 82_350 },
    items: [{ productId: sweet.id, quantity: 150, price: 549 }],
    history: [{ status: "Pending" }],
    ledger: [],
  });
  expect((await findAnyOrder(admin, order.id)).history).toMatchObject([{ from: null, to: "Pending", by: buyer.name }]);
  expect([...(await sql`select reason, delta from stock_ledger where order_id = ${order.id}`)]).toEqual([
    { reason: "purchase", delta: -150 },
  ]);
  expect([...(await invoicesOf(order.id))]).toEqual([]);
  // The owner and the customer are informed of it, and it counts as any pending order does.
  expect(await kindsOf(order.id)).toEqual(["order_received", "new_order"]);
  const after = await stats(admin);
  expect([after.totalOrders, after.totalSales]).toEqual([before.totalOrders + 1, before.totalSales + 82_350]);
});

test("it is invoiced to the customer when staff complete it, and paid then", async () => {
  const [sweet, buyer] = [await aSweet({ price: 100 }), await aCustomer()];
  await purchase(buyer, sweet.id, { quantity: 2 }, pool);
  const { id } = await orderOf(buyer);
  const done = await setOrderStatus(admin, id, "Completed", pool, { received: 200 });
  expect(done).toMatchObject({ status: "Completed", payment: { method: "cod", state: "paid", paid: 200, due: 0 } });
  expect([...(await invoicesOf(id))]).toEqual([{ kind: "bill_of_supply", buyer_name: buyer.name, total: 20_000 }]);
  expect(await kindsOf(id)).toEqual(["order_received", "new_order", "order_completed", "payment_received"]);
  await expect(
    recordPayment(admin, id, { method: "cash", amount: 1, reference: null, force: false }, pool),
  ).rejects.toThrow();
});

test("its customer cancels it, and its units return once", async () => {
  const [sweet, buyer] = [await aSweet({ quantity: 5 }), await aCustomer()];
  await purchase(buyer, sweet.id, { quantity: 3 }, pool);
  const { id } = await orderOf(buyer);
  const wide = connect(16);
  await atOnce(16, () => cancelOrder(buyer, id, wide));
  expect((await orderOf(buyer)).status).toBe("Cancelled");
  expect(await unitsOf(sweet.id)).toEqual({ free: 5, held: 0, sold: 0 });
  expect(await kindsOf(id)).toEqual(["order_received", "new_order", "order_cancelled"]);
});

test("own holds are bought first and leave the cart", async () => {
  const [sweet, buyer] = [await aSweet({ quantity: 5 }), await aCustomer()];
  await reserve(buyer, { productId: sweet.id, quantity: 4 }, pool);
  expect((await purchase(buyer, sweet.id, { quantity: 3 }, pool)).quantity).toBe(1);
  expect((await readCart(buyer)).items).toMatchObject([{ quantity: 1, held: 1 }]);
  expect(await unitsOf(sweet.id)).toEqual({ free: 1, held: 1, sold: 3 });
});

test("it is refused as an order is: while paused, above what is paid on delivery, when there is too little", async () => {
  const [sweet, buyer] = [await aSweet({ quantity: 5, price: 100 }), await aCustomer()];
  expect(await refusal(purchase(buyer, sweet.id, { quantity: 6 }, pool))).toEqual({
    code: "insufficient_stock",
    message: "Purchase failed due to insufficient quantity",
    available: 5,
  });
  expect(await refusal(purchase(buyer, 2_000_000_000, { quantity: 1 }, pool))).toMatchObject({
    message: "Sweet not found.",
  });
  expect(await refusal(purchase(buyer, sweet.id, { quantity: 1, packId: 2_000_000_000 }, pool))).toMatchObject({
    message: "Pack not found.",
  });
  const { payments } = defaultSettings;
  await save("payments", { ...payments, cod: { active: true, upTo: 200 } });
  expect(await refusal(purchase(buyer, sweet.id, { quantity: 3 }, pool))).toMatchObject({
    code: "cod_unavailable",
    upTo: 200,
  });
  await purchase(buyer, sweet.id, { quantity: 2 }, pool);
  await save("pause", { paused: true, until: null, reason: null });
  expect(await refusal(purchase(buyer, sweet.id, { quantity: 1 }, pool))).toMatchObject({
    code: "paused",
    until: null,
  });
  // The owner at the till sells all the same.
  await purchase(admin, sweet.id, { quantity: 1 }, pool);
  expect(await quantityOf(sweet)).toBe(2);
});

test("the kitchen packs it and the owner sees it as a new order, by the name of its customer", async () => {
  const [sweet, buyer] = [await aSweet(), await aCustomer()];
  const { newest } = await newOrders(admin);
  await purchase(buyer, sweet.id, { quantity: 1 }, pool);
  const { id } = await orderOf(buyer);
  expect(await newOrders(admin, newest)).toEqual({ newest: id, count: 1 });
  const { withoutWindow } = await readKitchen(admin);
  expect(withoutWindow.pack.find((order) => order.id === id)).toMatchObject({
    recipientName: buyer.name,
    method: "pickup",
    payment: { due: 100 },
  });
  const none = { paymentId: null, enquiryId: null, sweetId: null, webhookId: null };
  const event = { kind: "new_order", orderId: id, ...none } as const;
  expect(JSON.stringify((await letterFor([event]))?.mail)).toContain(buyer.name);
  const mail = JSON.stringify((await letterFor([{ ...event, kind: "order_received" }]))?.mail);
  expect(mail).toContain("When the shop is open.");
});

const tuesday = "2026-11-24";
const tuesdayMorning = { date: tuesday, from: "10:00" };
const delivery = { recipientName: "Ila Rao", deliveryAddress: "12 Hill Road, Mumbai", phoneNumber: "98200 11111" };

test("the till has every pack on sale, of a sweet the default one first, and finds what rows name", async () => {
  const [tray, gone] = [await aTray(7, "Milk Slab"), await aSweet()];
  await deleteSweet(admin, gone.id, pool);
  const list = trayPacks.map((pack) => ({ ...pack, active: pack.grams < 1000 }));
  await updateSweet(admin, tray.id, updateSweetInput.parse({ packs: list }), null, pool);
  const packs = await packsAtTill(admin);
  const own = packs.filter(({ productId }) => productId === tray.id);
  expect(own.map(({ packLabel, price, available }) => [packLabel, price, available])).toEqual([
    ["500 g", 380, 3],
    ["250 g", 200, 7],
  ]);
  expect(packs.some(({ productId }) => productId === gone.id)).toBe(false);
});

test("a caller is known again by the number: by the last order that it had made, or was the recipient's of", async () => {
  const sweet = await aSweet();
  const [number, friend] = ["9712345678", "9612345678"];
  const customer = { name: "Zoya Khan", phone: "+91 97123-45678", email: "z@example.com" };
  expect(await findCaller(admin, number)).toBeNull();
  const gift = await takeOrder(
    admin,
    takenOrderInput.parse({
      items: [{ productId: sweet.id, quantity: 1 }],
      customer,
      delivery: { ...delivery, phoneNumber: friend, pincode: "400028", slot: tuesdayMorning },
    }),
    pool,
  );
  expect(await findCaller(admin, "९६१२३ ४५६७८ ext 12")).toMatchObject({ id: gift.id });
  expect(await findCaller(admin, friend)).toMatchObject({ id: gift.id, name: "Ila Rao", email: null });
  expect(await findCaller(admin, `0${number}`)).toMatchObject({
    id: gift.id,
    name: "Zoya Khan",
    email: "z@example.com",
    recipientName: "Ila Rao",
    deliveryAddress: "12 Hill Road, Mumbai",
    day: tuesday,
    fulfilment: { pincode: "400028", slot: tuesdayMorning },
  });
  // An order of an account has the same number as that of its recipient, whose account's address is not shown.
  const own = { ...delivery, recipientName: "Zoya K.", phoneNumber: number, notes: null };
  const { id } = await placeOrder(
    await aCustomer(),
    anOrder([[sweet, 1]], { delivery: own }),
    { channel: "web" },
    pool,
  );
  expect(await findCaller(admin, number)).toMatchObject({ id, name: "Zoya K.", email: null, recipientName: "Zoya K." });
  expect(await refusal(findCaller(admin, "98200 0000"))).toMatchObject({ code: "invalid" });
});
