// Orders: whole or not at all, at today's prices (docs/behaviour.md#orders).
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { reserve, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { faultCode } from "@/lib/errors";
import { checkout as checkOut, isSameOrder } from "@/lib/orders/checkout";
import { deliveryTextNames } from "@/lib/orders/constants";
import { placeOrder } from "@/lib/orders/place";
import { deliveryOffer, findOrder, listOrders } from "@/lib/orders/queries";
import { checkoutForm } from "@/lib/orders/schema";
import {
  atOnce,
  connect,
  done,
  expectStockRight,
  hold,
  lockOf,
  refusal,
  refusals,
  unitsOf,
  waitingForALock,
} from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, customers, type Lines, many } from "../support/factories";
import { pool, sql } from "../support/sql";

let buyer: Customer;
const wide = connect();
const admin = await anAdmin();
beforeEach(async () => {
  buyer = await aCustomer();
});
afterAll(() => expectStockRight());

const api = { channel: "api" } as const;
const checkout = { channel: "web", checkout: true } as const;

describe("an order", () => {
  test("sums two lines of one sweet, charges gift wrap, keeps what was asked", async () => {
    const [one, two] = [await aSweet({ price: 499.5, quantity: 10 }), await aSweet({ price: 0.29, quantity: 10 })];
    const lines: Lines = [
      [one, 2],
      [two, 3],
      [one, 1],
    ];
    const gift = { giftWrap: true, personalMessage: "Happy Diwali" };
    const order = await placeOrder(buyer, anOrder(lines, gift), api, pool);
    expect(order).toMatchObject({ total: 1549.37, giftWrap: true, personalMessage: "Happy Diwali", status: "Pending" });
    expect(order.items.map(({ productId, quantity, price }) => [productId, quantity, price])).toEqual([
      [one.id, 3, 499.5],
      [two.id, 3, 0.29],
    ]);
    expect(order.history).toEqual([{ status: "Pending", at: order.createdAt }]);
    expect(await unitsOf(one.id)).toEqual({ free: 7, held: 0, sold: 3 });
  });

  test("at checkout resets the cart: wrap, message, key, lines that are no longer sold", async () => {
    const [sweet, gone] = [await aSweet(), await aSweet()];
    await reserve(buyer, many(sweet, 1), pool);
    await reserve(buyer, many(gone, 1), pool);
    await updateCart(buyer, { giftWrap: true, personalMessage: "Hello" }, pool);
    await deleteSweet(admin, gone.id, pool);
    const before = await readCart(buyer);
    await placeOrder(buyer, anOrder([[sweet, 1]]), checkout, pool);
    const after = await readCart(buyer);
    expect(after).toMatchObject({ items: [], giftWrap: false, personalMessage: "" });
    expect(after.checkoutKey).not.toBe(before.checkoutKey);
  });

  test("keeps name and price as sold, whatever becomes of the sweet", async () => {
    const sweet = await aSweet({ name: "Old Name", price: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 1]]), api, pool);
    await updateSweet(admin, sweet.id, { name: "New Name", price: 99 }, null, pool);
    await deleteSweet(admin, sweet.id, pool);
    const order = await findOrder(buyer, id);
    expect(order.items[0]).toMatchObject({ name: "Old Name", price: 10, slug: null });
    await sql`update order_lines set name = '' where order_id = ${id}`;
    expect((await findOrder(buyer, id)).items[0]?.name).toBe(`Product ${sweet.id}`);
  });
});

describe("what an order is refused for", () => {
  test("a sweet that is gone comes before prices, prices before stock; each names its sweets", async () => {
    const [gone, dear, scarce] = [await aSweet(), await aSweet({ price: 50 }), await aSweet({ quantity: 1, price: 5 })];
    await deleteSweet(admin, gone.id, pool);
    const all = anOrder([
      [gone, 1],
      [dear, 1, 49.99],
      [scarce, 2, 5],
    ]);
    expect(await refusal(placeOrder(buyer, all, api, pool))).toEqual({
      code: "unavailable",
      message: "Some sweets in this order are no longer available.",
      unavailable: [gone.id],
    });
    expect(await refusal(placeOrder(buyer, { ...all, items: all.items.slice(1) }, api, pool))).toEqual({
      code: "price_changed",
      message: "Prices have changed. Please check the new total.",
      prices: [
        { productId: dear.id, price: 50 },
        { productId: scarce.id, price: 5 },
      ],
    });
    expect(await refusal(placeOrder(buyer, { ...all, items: all.items.slice(2) }, api, pool))).toEqual({
      code: "insufficient_stock",
      message: "Only 1 items available in stock.",
      available: 1,
      short: [{ productId: scarce.id, available: 1 }],
    });
    expect(await refusal(placeOrder(buyer, anOrder([[{ id: 2_000_000_000 }, 1]]), api, pool))).toMatchObject({
      code: "unavailable",
      unavailable: [2_000_000_000],
    });
    expect(await unitsOf(dear.id)).toEqual({ free: 10, held: 0, sold: 0 });
  });

  test.each([
    [499.5, 499.49, "price_changed"],
    [499.5, 499.499, "price_changed"],
    [499.5, 0, "price_changed"],
    [499.5, 499.5, 499.5],
    [499.5, 600, 499.5],
    [499.5, undefined, 499.5],
    [4.35, 4.35, 4.35], // 4.35 × 100 is 434.99999999999994
    [0.29, 0.29, 0.29],
    [1_000_000, 1_000_000, 1_000_000],
  ])("at ₹%d with %d shown: %s", async (price, shown, outcome) => {
    const sweet = await aSweet({ price });
    const order = placeOrder(buyer, anOrder([[sweet, 1, shown]]), api, pool);
    if (typeof outcome === "string") expect(await refusal(order)).toMatchObject({ code: outcome });
    else expect((await order).total).toBe(outcome);
  });

  test("a price that changes while many buy is charged as it was at that moment", async () => {
    const sweet = await aSweet({ quantity: 500, price: 10 });
    const tries = await atOnce<unknown>(40, async (i) =>
      i % 10 === 5
        ? updateSweet(admin, sweet.id, { price: 10 + i / 10 }, null, pool)
        : placeOrder(await aCustomer(), anOrder([[sweet, 2, 10]]), api, wide),
    );
    expect(Object.keys(refusals(tries)).filter((code) => code !== "price_changed")).toEqual([]);
    await expectStockRight();
  });
});

describe("whole or not at all", () => {
  const nothing = async (sweets: { id: number }[], free: number[]) => {
    expect(await listOrders(buyer)).toEqual({ orders: [], next: null });
    for (const [i, sweet] of sweets.entries())
      expect(await unitsOf(sweet.id)).toMatchObject({ free: free[i], sold: 0 });
    await expectStockRight();
  };

  test.each(["orders", "order_status_history", "order_lines", "stock_ledger", "cart_lines"])(
    "a statement on %s that fails in the middle leaves nothing",
    async (table) => {
      const sweets = [await aSweet(), await aSweet(), await aSweet()];
      for (const sweet of sweets) await reserve(buyer, many(sweet, 3), pool);
      const cart = await readCart(buyer);
      // The last line's statement fails; of the tables with one row an order, the only one.
      const column = table === "orders" ? "user_id" : table === "order_status_history" ? "by_user_id" : "sweet_id";
      const value = column === "sweet_id" ? sweets[2]!.id : buyer.id;
      await sql.unsafe(`
        create or replace function fail() returns trigger language plpgsql as $$ begin raise 'made to fail'; end $$;
        create trigger fail before insert or update on ${table} for each row when (new.${column} = ${value}) execute function fail()`);
      const order = anOrder(sweets.map((sweet, i) => [sweet, i === 2 ? 2 : 4]));
      await expect(placeOrder(buyer, order, checkout, pool)).rejects.toMatchObject({
        cause: { message: "made to fail" },
      });
      await sql.unsafe(`drop trigger fail on ${table}`);
      expect(await readCart(buyer)).toEqual(cart);
      await nothing(sweets, [7, 7, 7]);
    },
  );

  test("a connection that dies in the middle leaves nothing, and a new try succeeds", async () => {
    const sweets = [await aSweet(), await aSweet()];
    const lock = await hold(lockOf(sweets[1]!));
    const order = anOrder(sweets.map((sweet) => [sweet, 4]));
    const attempt = placeOrder(buyer, order, api, connect(1)).catch((error) => error);
    const [waiting = 0] = await waitingForALock();
    await sql`select pg_terminate_backend(${waiting})`;
    expect(faultCode(await attempt)).toMatch(/57P01|CONNECTION_CLOSED/);
    await lock.release();
    await nothing(sweets, [10, 10]);
    await placeOrder(buyer, order, api, pool);
    expect(await unitsOf(sweets[0]!.id)).toEqual({ free: 6, held: 0, sold: 4 });
  });

  test("a row that stays locked beyond the limit of the connection is refused with nothing changed", async () => {
    const sweets = [await aSweet(), await aSweet()];
    const lock = await hold(lockOf(sweets[1]!));
    const order = anOrder(sweets.map((sweet) => [sweet, 4]));
    const attempt = placeOrder(buyer, order, api, connect(1, { lock_timeout: 200 }));
    await expect(attempt).rejects.toMatchObject({ cause: { code: "55P03" } });
    await lock.release();
    await nothing(sweets, [10, 10]);
  });
});

test("a checkout begins with the last delivery of the same customer, else with the account's name", async () => {
  const sweet = await aSweet();
  const other = await aCustomer();
  expect(await deliveryOffer(buyer)).toEqual({
    from: "account",
    recipientName: buyer.name,
    deliveryAddress: "",
    phoneNumber: "",
    pincode: "",
  });
  const delivery = { recipientName: "Meera", deliveryAddress: "Hill Road", phoneNumber: "022 2555 1985", notes: null };
  await placeOrder(buyer, anOrder([[sweet, 1]]), api, pool);
  await placeOrder(buyer, anOrder([[sweet, 1]], { delivery }), api, pool);
  const { notes: _, ...offered } = delivery;
  expect(await deliveryOffer(buyer)).toEqual({ from: "last order", ...offered, pincode: "" });
  await placeOrder(buyer, anOrder([[sweet, 1]], { delivery: { ...delivery, pincode: "400028" } }), api, pool);
  expect(await deliveryOffer(buyer)).toMatchObject({ pincode: "400028" });
  expect(await deliveryOffer(other)).toMatchObject({ from: "account", recipientName: other.name });
});

test("orders of many customers at once each have their own number and lines", async () => {
  const sweet = await aSweet({ quantity: 1000 });
  const buyers = await customers(30);
  const orders = done(await atOnce(30, (i) => placeOrder(buyers[i]!, anOrder([[sweet, 1 + (i % 5)]]), api, wide)));
  expect(new Set(orders.map((order) => order.id)).size).toBe(30);
  for (const [i, order] of orders.entries()) expect(order.items.map((line) => line.quantity)).toEqual([1 + (i % 5)]);
});

test("a checkout whose delivery fee is above the shown one is refused and leaves nothing; at or below it is placed", async () => {
  const sweet = await aSweet({ price: 400, quantity: 9 });
  const form = (fee: string | undefined, quantity: number) =>
    checkoutForm.parse({
      recipientName: "Sunita",
      deliveryAddress: "14 Shivaji Park Road",
      phoneNumber: "98200 12345",
      pincode: "400028",
      key: randomUUID(),
      items: JSON.stringify([many(sweet, quantity)]),
      ...(fee !== undefined && { fee }),
    });
  const order = (fee: string | undefined, quantity = 1) =>
    writeDb().transaction((tx) => checkOut(buyer, form(fee, quantity), tx));

  expect(await refusal(order("48.99"))).toMatchObject({
    code: "price_changed",
    message: "Delivery costs ₹49. Please check the new total.",
  });
  const [stored] = await sql`select (select count(*)::int from orders where user_id = ${buyer.id}) as orders,
    (select quantity from sweets where id = ${sweet.id}) as free`;
  expect(stored).toEqual({ orders: 0, free: 9 });

  for (const shown of ["49", "59", undefined]) {
    const placed = await order(shown);
    expect(placed.fulfilment.fee).toBe(49);
    expect(placed.total).toBe(449);
  }
  // Free from ₹1,000.
  expect((await order("0", 3)).fulfilment.fee).toBe(0);
});

test("a checkout that was sent again with another text is not the order of before", async () => {
  const sweet = await aSweet();
  const typed = {
    ...{ recipientName: "Sunita", deliveryAddress: "14 Shivaji Park Road", phoneNumber: "98200 12345" },
    ...{ payment: "cod", key: randomUUID(), items: JSON.stringify([many(sweet, 1)]) },
  };
  const order = await writeDb().transaction((tx) => checkOut(buyer, checkoutForm.parse(typed), tx));
  const isSame = (changed: object) => isSameOrder(order, checkoutForm.parse({ ...typed, ...changed }));
  expect(isSame({})).toBe(true);
  expect(deliveryTextNames.filter((name) => isSame({ [name]: "Another" }))).toEqual([]);
});
