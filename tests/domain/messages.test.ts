// The outbox (docs/behaviour.md#messages): each event is stored once, in its own transaction, unless its kind is off.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import type { MessageKind } from "@/db/constants/messages";
import type { Customer } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { sendContact, sendCustomOrder } from "@/lib/enquiries/commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { refundOrder } from "@/lib/orders/refund-commands";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { addMessages } from "@/lib/outbox";
import { recordPayment } from "@/lib/payments/commands";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";
import { cash, lastOrder } from "./money";
import { setSettings } from "./set-settings";

let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  admin = await anAdmin();
  buyer = await aCustomer();
});
beforeEach(() => sql`delete from messages`);

const kinds = async () => (await sql`select kind from messages order by id`).map(({ kind }) => kind as MessageKind);
const person = { name: "Asha", email: "asha@example.com", phone: "98200 00000", message: "Do you deliver to Pune?" };

async function order(quantity = 1, stock = 100) {
  const sweet = await aSweet({ quantity: stock, price: 500 });
  return placeOrder(buyer, anOrder([[sweet, quantity]]), { channel: "web" }, pool);
}

test("an order has one for the customer and one for the owner, and one for each status that it comes to", async () => {
  const { id } = await order();
  expect(await kinds()).toEqual(["order_received", "new_order"]);
  for (const status of ["Processing", "Shipped", "Completed", "Cancelled", "Shipped"] as const)
    await setOrderStatus(admin, id, status, pool);
  expect((await kinds()).slice(2)).toEqual(["order_shipped", "order_completed", "order_cancelled", "order_shipped"]);
  const events = (await sql`select event from messages`).map(({ event }) => event as string);
  expect(new Set(events).size).toBe(6);
});

test("the same event is stored once", async () => {
  const { id } = await order();
  await addMessages(writeDb(), [{ kind: "order_received", event: `order_received:${id}`, orderId: id }]);
  expect(await kinds()).toEqual(["order_received", "new_order"]);
});

test("what is rolled back has none", async () => {
  const sweet = await aSweet({ price: 500 });
  const undone = writeDb().transaction(async (tx) => {
    await placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "web" }, tx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await refusal(placeOrder(buyer, anOrder([[sweet, 99]]), { channel: "web" }, pool));
  expect(await kinds()).toEqual([]);
});

test("a sale over the counter has none: the buyer was there", async () => {
  const sweet = await aSweet({ quantity: 5, price: 500 });
  await purchase(admin, sweet.id, { quantity: 1 }, pool);
  const sale = await lastOrder();
  await refundOrder(admin, sale, { amount: 500, reason: "Taken back" }, pool);
  await setOrderStatus(admin, sale, "Cancelled", pool);
  expect(await kinds()).toEqual([]);
});

test("a payment has one, and an enquiry one for each side", async () => {
  const { id } = await order();
  await sql`delete from messages`;
  await recordPayment(admin, id, cash(500), pool);
  expect(await kinds()).toEqual(["payment_received"]);
  await sql`delete from messages`;
  await sendContact(aVisitor(), { ...person, subject: "Delivery" }, pool);
  await sendCustomOrder(
    aVisitor(),
    { ...person, occasion: "Wedding", eventDate: null, quantity: null, budget: null },
    pool,
  );
  expect(await kinds()).toEqual(["enquiry_received", "new_enquiry", "enquiry_received", "new_enquiry"]);
});

test("a kind that is off has none, and the others go on", async () => {
  await setSettings("messages", { order_received: false, enquiry_received: false, sold_out: false });
  await order(2, 2);
  await sendContact(aVisitor(), { ...person, subject: "Delivery" }, pool);
  expect(await kinds()).toEqual(["new_order", "new_enquiry"]);
  await setSettings("messages", {});
  await order();
  expect((await kinds()).slice(2)).toEqual(["order_received", "new_order"]);
});

test("a sweet is sold out when nothing is left in stock and nobody holds any", async () => {
  const sweet = await aSweet({ quantity: 3, price: 500 });
  const other = aVisitor();
  await reserve(other, { productId: sweet.id, quantity: 1 }, pool);
  await placeOrder(buyer, anOrder([[sweet, 2]]), { channel: "web" }, pool);
  expect(await kinds()).not.toContain("sold_out");
  await sql`delete from messages`;
  const last = await aSweet({ quantity: 3, price: 500 });
  await placeOrder(buyer, anOrder([[last, 2]]), { channel: "web" }, pool);
  expect(await kinds()).not.toContain("sold_out");
  await purchase(admin, last.id, { quantity: 1 }, pool);
  expect((await kinds()).at(-1)).toBe("sold_out");
  expect((await sql`select sweet_id from messages where kind = 'sold_out'`)[0]?.sweet_id).toBe(last.id);
});
