// What a customer orders and does not pay for is limited as a hold is (docs/behaviour.md#limits-of-holds).
import { afterAll, describe, expect, test } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { joinCarts, reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { purgeExpired } from "@/lib/people/privacy-commands";
import {
  atOnce,
  atOnceBehind,
  connect,
  done,
  expectStockRight,
  expireHolds,
  lockOf,
  refusal,
  refusals,
  unitsOf,
} from "../support/database";
import { accountsAt, anAddress, anAdmin, anOrder, aSweet, aVisitor, type Item, many } from "../support/factories";
import { pool, sql } from "../support/sql";

const wide = connect();
const admin = await anAdmin();
afterAll(() => expectStockRight());

const FOR_ACCOUNTS = "This is as much of this sweet as one account can hold.";

const anAccount = async (hours = 0) => (await accountsAt(anAddress(), 1, hours))[0] as Customer;

const order = (customer: Customer, sweet: Item, quantity: number, db = wide) =>
  placeOrder(customer, anOrder([[sweet, quantity]]), { channel: "api" }, db);
const pay = (orderId: number, state: "claimed" | "received") =>
  sql`insert into payments (order_id, method, amount, state) values (${orderId}, 'upi', 1, ${state})`;

describe("packs of a sweet that are ordered and not paid", () => {
  test("count with the holds of the account, for a hold, an order and a purchase", async () => {
    const [sweet, customer] = [await aSweet({ quantity: 400 }), await anAccount()];
    expect(await refusal(order(customer, sweet, 201))).toEqual({
      code: "hold_limit",
      message: FOR_ACCOUNTS,
      available: 200,
      short: [{ productId: sweet.id, available: 200 }],
    });
    await reserve(customer, many(sweet, 50), pool);
    // 50 of these are held already.
    const { id } = await order(customer, sweet, 150);
    const refused = { code: "hold_limit", message: FOR_ACCOUNTS, available: 0 };
    expect(await refusal(order(customer, sweet, 1))).toMatchObject(refused);
    expect(await refusal(purchase(customer, sweet.id, { quantity: 1 }, wide))).toMatchObject(refused);
    expect(await refusal(reserve(customer, many(sweet, 1), pool))).toMatchObject(refused);
    // At login a visitor's cart brings nothing beside it.
    const visitor = { ...aVisitor(), address: anAddress() };
    await reserve(visitor, many(sweet, 10), pool);
    await joinCarts(customer, visitor.cartToken, pool);
    expect(await unitsOf(sweet.id)).toEqual({ free: 250, held: 0, sold: 150 });
    await cancelOrder(customer, id, pool);
    await reserve(customer, many(sweet, 100), pool);
  });

  test("stop to count when they are claimed, paid or a day old; an account of before and another sweet count apart", async () => {
    for (const end of [
      (id: number) => pay(id, "claimed"),
      (id: number) => pay(id, "received"),
      (id: number) => sql`update orders set created_at = now() - interval '25 hours' where id = ${id}`,
    ]) {
      const [sweet, customer] = [await aSweet({ quantity: 120 }), await anAccount()];
      const { id } = await order(customer, sweet, 60);
      expect(await refusal(order(customer, sweet, 1))).toMatchObject({ code: "hold_limit" });
      await order(customer, await aSweet({ quantity: 60 }), 50);
      await end(id);
      await order(customer, sweet, 30);
    }
  });

  test("can be bought as far as they are held, whatever others of the address have; an expired hold is taken anew", async () => {
    const [sweet, address] = [await aSweet({ quantity: 120 }), anAddress()];
    const [first, second, third] = (await accountsAt(address, 3)) as [Customer, Customer, Customer];
    await reserve(first, many(sweet, 20), pool);
    await reserve(second, many(sweet, 10), pool);
    await order(third, sweet, 25);
    expect(await refusal(order(first, sweet, 21))).toMatchObject({ code: "hold_limit", available: 20 });
    await order(first, sweet, 20);
    await expireHolds(sweet.id);
    expect(await refusal(order(second, sweet, 10))).toMatchObject({ code: "hold_limit", available: 5 });
    const [old] = (await accountsAt(address, 1, 25)) as [Customer];
    await order(old, sweet, 10);
  });

  test("are refused for what is the tighter bound, the stock or the limit", async () => {
    const [few, lots, customer] = [await aSweet({ quantity: 20 }), await aSweet({ quantity: 200 }), await anAccount()];
    expect(await refusal(order(customer, few, 60))).toMatchObject({ code: "insufficient_stock", available: 20 });
    expect(await refusal(order(customer, lots, 300))).toMatchObject({ code: "hold_limit", available: 100 });
  });

  test("of new accounts at one address count together, also when they order at once", async () => {
    const [sweet, address] = [await aSweet({ quantity: 240 }), anAddress()];
    const young = await accountsAt(address, 15);
    await atOnce(15, (i) => readCart(young[i] as Customer, wide));
    const tries = await atOnceBehind(lockOf(sweet), 15, (i) => order(young[i] as Customer, sweet, 10));
    // Half of what is left: 12 in orders, when 120 are free.
    const placed = done(tries).length;
    expect([placed, refusals(tries)]).toEqual([8, { hold_limit: 7 }]);
    await order((await accountsAt(anAddress(), 1))[0] as Customer, sweet, 10);
  });
});

describe("open orders that are not paid", () => {
  const refused = (open: number) => ({
    code: "order_limit",
    message: `You have ${open} orders that are not paid yet. Please pay or cancel one, or call us.`,
  });
  async function open(customer: Customer, count: number) {
    const sweet = await aSweet({ quantity: count });
    for (let i = 0; i < count; i++) await order(customer, sweet, 1);
  }

  test("are 20 of one account at most, whatever is ordered at once", async () => {
    const [customer, sweets] = [await anAccount(48), [await aSweet(), await aSweet(), await aSweet()]];
    await open(customer, 18);
    await atOnce(3, () => readCart(customer, wide));
    const tries = await atOnce(3, (i) => order(customer, sweets[i] as Item, 1));
    expect([done(tries).length, refusals(tries)]).toEqual([2, { order_limit: 1 }]);
    expect(await refusal(purchase(customer, sweets[0]!.id, { quantity: 1 }, wide))).toEqual(refused(20));
    const [first] = done(tries);
    await cancelOrder(customer, first!.id, pool);
    const { id } = await order(customer, sweets[0] as Item, 1);
    expect(await refusal(order(customer, sweets[1] as Item, 1))).toEqual(refused(20));
    await pay(id, "claimed");
    await order(customer, sweets[1] as Item, 1);
  });

  test("are not those that have left the shop, and nobody else's", async () => {
    const [customer, sweet] = [await anAccount(), await aSweet()];
    await open(customer, 20);
    for (const { id } of await sql`select id from orders where user_id = ${customer.id}`)
      await setOrderStatus(admin, id as number, "Shipped", pool);
    await open(await anAccount(), 20);
    await order(customer, sweet, 1);
  });
});

test("an order of a new account has a keyed hash of the address for a day, one of an older account none", async () => {
  const sweet = await aSweet({ quantity: 20 });
  const [young, old] = [await anAccount(), await anAccount(25)];
  const hashOf = async (id: number) => (await sql`select address_hash from orders where id = ${id}`)[0]?.address_hash;
  const [{ id }, { id: ofOld }] = [await order(young, sweet, 1), await order(old, sweet, 1)];
  expect([await hashOf(id), await hashOf(ofOld)]).toEqual([expect.stringMatching(/^[\w-]{43}$/), null]);
  await purgeExpired();
  expect(await hashOf(id)).not.toBeNull();
  await sql`update orders set created_at = now() - interval '1 day' where id = ${id}`;
  await purgeExpired();
  expect(await hashOf(id)).toBeNull();
});
