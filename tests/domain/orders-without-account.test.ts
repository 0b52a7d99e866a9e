// An order without an account belongs to the browser that placed it (docs/behaviour.md#orders-without-an-account).
import { afterAll, describe, expect, test } from "vitest";
import type { Shopper } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { findInvoice } from "@/lib/invoices/queries";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { addToAccount, forgetOrders, hasOrders, ordersOfBrowser } from "@/lib/orders/browser-orders";
import { checkout } from "@/lib/orders/checkout";
import { changeOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { countOrders, deliveryOffer, findOwnOrder, listOwnRows } from "@/lib/orders/queries";
import { addOrderToCart } from "@/lib/orders/reorder";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment } from "@/lib/payments/commands";
import { eraseOrder, purgeByRetention, purgeExpired } from "@/lib/people/privacy-commands";
import { atOnce, atOnceBehind, connect, done, expectStockRight, lockOf, refusal, refusals } from "../support/database";
import { aCustomer, anAddress, anAdmin, anOrder, aSweet, aVisitor, type Item, many } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aUtr } from "./money";

const wide = connect();
const admin = await anAdmin();
afterAll(() => expectStockRight());

let numbers = 0;
const aNumber = () => `98200 ${String(++numbers).padStart(5, "0")}`;
const visitorAt = (address = anAddress()) => ({ ...aVisitor(), address });
const orderOf = (phoneNumber: string, sweet: Item, quantity = 1) =>
  anOrder([[sweet, quantity]], { delivery: { recipientName: "Asha Rao", phoneNumber } });
const order = async (actor: Shopper, { phone = aNumber(), sweet }: { phone?: string; sweet?: Item } = {}) =>
  placeOrder(actor, orderOf(phone, sweet ?? (await aSweet())), { channel: "web" }, wide);

const notFound = { code: "not_found", message: "Order not found." };

test("is bought from the visitor's cart, and staff see its customer as of an order that they have taken", async () => {
  const [visitor, sweet] = [aVisitor(), await aSweet()];
  await reserve(visitor, many(sweet, 2), pool);
  const { delivery, ...rest } = orderOf("+91 98200 11111", sweet, 2);
  const { checkoutKey: key } = (
    await sql`select checkout_key as "checkoutKey" from carts order by id desc limit 1`
  )[0]!;
  const { recipientName, deliveryAddress, phoneNumber, notes } = delivery;
  const form = {
    ...rest,
    recipientName,
    deliveryAddress,
    phoneNumber,
    notes,
    key: key as string,
    email: "asha@example.com",
  };
  const { id, channel } = await checkout(visitor, form, pool);
  expect(channel).toBe("web");
  expect((await readCart(visitor)).items).toEqual([]);
  const seen = await findAnyOrder(admin, id);
  expect(seen).toMatchObject({
    user: null,
    customer: { name: "Asha Rao", phone: "+91 98200 11111", email: "asha@example.com" },
  });
  expect(await sql`select kind from messages where order_id = ${id} order by kind`).toEqual([
    { kind: "new_order" },
    { kind: "order_received" },
  ]);
  expect(seen.history.map(({ by }) => by)).toEqual([null]);
});

test("is its browser's, with all that a customer can do, and nobody else's", async () => {
  const [visitor, sweet] = [aVisitor(), await aSweet()];
  const { id } = await order(visitor, { sweet });
  const second = await order(visitor);
  const strangers: Shopper[] = [aVisitor(), { kind: "visitor", cartToken: null }, await aCustomer()];
  for (const other of strangers) {
    expect(await refusal(findOwnOrder(other, id))).toEqual(notFound);
    expect(await refusal(cancelOrder(other, id, pool))).toEqual(notFound);
    expect(await refusal(changeOrder(other, id, { notes: "Ring twice" }, pool))).toEqual(notFound);
    expect(await refusal(claimPayment(other, id, { utr: aUtr() }, pool))).toEqual(notFound);
    expect(await refusal(addOrderToCart(other, id, pool))).toEqual(notFound);
    expect(await refusal(findInvoice(other, id))).toEqual(notFound);
    expect([await listOwnRows(other, 1), await countOrders(other)]).toEqual([[], 0]);
  }
  expect(await Promise.all([visitor, ...strangers].map(hasOrders))).toEqual([true, false, false, true]);
  expect((await listOwnRows(visitor, 1)).map((row) => row.id)).toEqual([second.id, id]);
  expect(await deliveryOffer(visitor)).toMatchObject({ from: "last order", recipientName: "Asha Rao" });
  expect(await deliveryOffer(aVisitor())).toBeNull();

  expect(await changeOrder(visitor, id, { notes: "Ring twice" }, pool)).toMatchObject({ notes: "Ring twice" });
  await changeOrder(visitor, id, { phoneNumber: "98200 99999" }, pool);
  expect(await findAnyOrder(admin, id)).toMatchObject({ customer: { name: "Asha Rao", phone: "98200 99999" } });
  await claimPayment(visitor, id, { utr: aUtr() }, pool);
  expect(await findOwnOrder(visitor, id)).toMatchObject({ payment: { state: "claimed" } });
  expect(await addOrderToCart(visitor, id, pool)).toEqual({ added: 1, missing: [] });
  expect(await cancelOrder(visitor, second.id, pool)).toMatchObject({ status: "Cancelled" });
  await setOrderStatus(admin, id, "Completed", pool);
  expect(await findInvoice(visitor, id)).toMatchObject({ order: { id } });
});

describe("unpaid ones", () => {
  const refused = (open: number) => ({
    code: "order_limit",
    message: `You have ${open} orders that are not paid yet. Please pay or cancel one, or call us.`,
  });

  test("are three of one number at most, however it is written and whatever is ordered at once", async () => {
    const digits = aNumber().replace(/\D/g, "");
    const written = [
      digits,
      `+91 ${digits}`,
      `0${digits}`,
      `(${digits.slice(0, 5)}) ${digits.slice(5)}`,
      `+91-${digits}`,
    ];
    const sweets = await Promise.all(written.map(() => aSweet()));
    await atOnce(5, () => readCart(aVisitor(), wide));
    const tries = await atOnce(5, (i) => order(visitorAt(), { phone: written[i], sweet: sweets[i] }));
    expect([done(tries).length, refusals(tries)]).toEqual([3, { order_limit: 2 }]);
    // In digits of another script.
    const devanagari = digits.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));
    expect(await refusal(order(visitorAt(), { phone: devanagari }))).toEqual(refused(3));
    await order(visitorAt(), { phone: aNumber() });
    // Staff, accounts, what is paid and what is cancelled do not count.
    await placeOrder(await aCustomer(), orderOf(digits, await aSweet()), { channel: "web" }, pool);
    const [first, second] = done(tries);
    await setOrderStatus(admin, first!.id, "Cancelled", pool);
    await sql`insert into payments (order_id, method, amount, state) values (${second!.id}, 'upi', 1, 'claimed')`;
    await order(visitorAt(), { phone: digits });
    await order(visitorAt(), { phone: digits });
    expect(await refusal(order(visitorAt(), { phone: digits }))).toEqual(refused(3));
  });

  test("are 30 of one address in a day at most", async () => {
    const [address, sweet] = [anAddress(), await aSweet({ quantity: 1000 })];
    for (let i = 0; i < 30; i++) await order(visitorAt(address), { sweet });
    expect(await refusal(order(visitorAt(address)))).toEqual(refused(30));
    await order(visitorAt());
    await order({ ...(await aCustomer()), address });
    await sql`update orders set created_at = now() - interval '25 hours' where id = (select max(order_id) from order_browsers)`;
    await sql`update orders set created_at = now() - interval '25 hours' where address_hash in
      (select address_hash from orders group by 1 having count(*) >= 30)`;
    await order(visitorAt(address));
  });

  test("count with what visitors of the address hold, for an order and for a hold, until they are paid", async () => {
    const [sweet, address] = [await aSweet({ quantity: 80 }), anAddress()];
    await placeOrder(visitorAt(address), orderOf(aNumber(), sweet, 12), { channel: "web" }, wide);
    // A quarter of 68.
    const tooMany = { code: "hold_limit", message: "Please sign in to hold more of this sweet.", available: 5 };
    expect(await refusal(reserve(visitorAt(address), many(sweet, 6), pool))).toMatchObject(tooMany);
    const another = placeOrder(visitorAt(address), orderOf(aNumber(), sweet, 6), { channel: "web" }, wide);
    expect(await refusal(another)).toMatchObject(tooMany);
    await placeOrder(visitorAt(), orderOf(aNumber(), sweet, 6), { channel: "web" }, wide);
    await sql`update orders set created_at = now() - interval '25 hours' where address_hash is not null`;
    await reserve(visitorAt(address), many(sweet, 6), pool);
  });

  test("that are placed at once from one address stay below its limit together", async () => {
    const [sweet, address] = [await aSweet({ quantity: 120 }), anAddress()];
    await atOnce(8, () => readCart(aVisitor(), wide));
    const tries = await atOnceBehind(lockOf(sweet), 8, () =>
      placeOrder(visitorAt(address), orderOf(aNumber(), sweet, 6), { channel: "web" }, wide),
    );
    // The fifth would be the 25th to 30th pack, when 96 are free.
    expect([done(tries).length, refusals(tries)]).toEqual([4, { hold_limit: 4 }]);
  });

  test("have a keyed hash of the address for a day", async () => {
    const { id } = await order(visitorAt());
    const hash = async () => (await sql`select address_hash from orders where id = ${id}`)[0]?.address_hash;
    expect(await hash()).toMatch(/^[\w-]{43}$/);
    await sql`update orders set created_at = now() - interval '1 day' where id = ${id}`;
    await purgeExpired();
    expect(await hash()).toBeNull();
  });
});

describe("signing in there", () => {
  test("offers it; once added it is the account's alone, its person too", async () => {
    const [visitor, customer] = [aVisitor(), await aCustomer()];
    const [first, second] = [await order(visitor), await order(visitor)];
    expect(await ordersOfBrowser(visitor.cartToken)).toEqual([second.id, first.id]);
    expect(await refusal(addToAccount(customer, aVisitor().cartToken, first.id, pool))).toEqual(notFound);
    expect(await refusal(addToAccount(customer, null, first.id, pool))).toEqual(notFound);
    const tries = await atOnce(2, async (i) =>
      addToAccount(i === 0 ? customer : await aCustomer(), visitor.cartToken, first.id, wide),
    );
    expect([done(tries).length, refusals(tries)]).toEqual([1, { not_found: 1 }]);
    await addToAccount(customer, visitor.cartToken, second.id, pool);
    expect((await listOwnRows(customer, 1)).map(({ id }) => id)).toContain(second.id);
    expect(await refusal(findOwnOrder(visitor, second.id))).toEqual(notFound);
    expect(await hasOrders(visitor)).toBe(false);
    expect(await findAnyOrder(admin, second.id)).toMatchObject({ user: { email: customer.email }, customer: null });
  });

  test("adds no more unpaid orders than an account may have", async () => {
    const [visitor, customer] = [visitorAt(), { ...(await aCustomer()), address: anAddress() }];
    const { id } = await order(visitor);
    const sweet = await aSweet({ quantity: 20 });
    for (let i = 0; i < 20; i++) await order(customer, { sweet });
    expect(await refusal(addToAccount(customer, visitor.cartToken, id, pool))).toMatchObject({ code: "order_limit" });
    await sql`insert into payments (order_id, method, amount, state) values (${id}, 'upi', 1, 'claimed')`;
    await addToAccount(customer, visitor.cartToken, id, pool);
  });

  test("or 'Not mine' ends the browser's access to that one, and forgetting to all", async () => {
    const visitor = aVisitor();
    const [first, second, third] = [await order(visitor), await order(visitor), await order(visitor)];
    expect(await refusal(forgetOrders(aVisitor().cartToken, first.id, pool))).toEqual(notFound);
    await forgetOrders(visitor.cartToken, first.id, pool);
    expect(await ordersOfBrowser(visitor.cartToken)).toEqual([third.id, second.id]);
    await forgetOrders(null, undefined, pool);
    await forgetOrders(aVisitor().cartToken, undefined, pool);
    expect(await hasOrders(visitor)).toBe(true);
    await forgetOrders(visitor.cartToken, undefined, pool);
    expect(await hasOrders(visitor)).toBe(false);
    expect(await findAnyOrder(admin, third.id)).toMatchObject({ status: "Pending", customer: { name: "Asha Rao" } });
  });
});

describe("its person is removed", () => {
  const personOf = async (id: number) =>
    (await sql`select recipient_name, customer_name, customer_phone, phone_number from orders where id = ${id}`)[0];
  const nobody = { recipient_name: null, customer_name: null, customer_phone: null, phone_number: null };

  test("when the browser that has it asks for it, once it is done, and its browser with it", async () => {
    const visitor = aVisitor();
    const { id } = await order(visitor);
    const open = { code: "conflict", message: "We need your details until the order is completed or cancelled." };
    expect(await refusal(eraseOrder(visitor.cartToken, id, pool))).toEqual(open);
    await setOrderStatus(admin, id, "Completed", pool);
    expect(await refusal(eraseOrder(aVisitor().cartToken, id, pool))).toEqual(notFound);
    await eraseOrder(visitor.cartToken, id, pool);
    expect(await personOf(id)).toEqual(nobody);
    expect(await sql`select buyer_name, buyer_address from invoices where order_id = ${id}`).toEqual([
      { buyer_name: null, buyer_address: null },
    ]);
    expect(await hasOrders(visitor)).toBe(false);
  });

  test("by the retention, counted from when it was done, and never while it is open", async () => {
    const [open, late, done] = [await order(aVisitor()), await order(aVisitor()), await order(aVisitor())];
    await sql`update orders set created_at = '2030-05-01' where id = any(${[open.id, late.id, done.id]})`;
    for (const { id } of [late, done]) await setOrderStatus(admin, id, "Completed", pool);
    await sql`update order_status_history set at = '2030-05-02' where order_id = any(${[open.id, late.id, done.id]})`;
    await sql`update order_status_history set at = '2031-04-01' where order_id = ${late.id} and to_status = 'Completed'`;
    await purgeByRetention(undefined, new Date("2039-03-31T18:30:00Z"));
    const kept = expect.objectContaining({ recipient_name: "Asha Rao", customer_name: "Asha Rao" });
    expect(await Promise.all([open, late, done].map(({ id }) => personOf(id)))).toEqual([kept, kept, nobody]);
    expect(await sql`select 1 from order_browsers where order_id = ${done.id}`).toEqual([]);
    await purgeByRetention(undefined, new Date("2040-03-31T18:30:00Z"));
    expect(await Promise.all([open, late].map(({ id }) => personOf(id)))).toEqual([kept, nobody]);
  });
});
