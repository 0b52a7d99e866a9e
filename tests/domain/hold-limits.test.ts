// Nobody keeps a whole sweet from the others without buying it (docs/behaviour.md#limits-of-holds).
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { clampToStock, emptyCart, joinCarts, reserve, setQuantity } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { deleteSweet, restock } from "@/lib/catalogue/commands";
import { placeOrder } from "@/lib/orders/place";
import { addOrderToCart } from "@/lib/orders/reorder";
import { releaseExpiredHolds } from "@/lib/stock/expired";
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
import {
  aCustomer,
  accountsAt,
  anAddress,
  anAdmin,
  anOrder,
  aSweet,
  aTray,
  aVisitor,
  many,
} from "../support/factories";
import { pool, sql } from "../support/sql";

const wide = connect();
const admin = await anAdmin();
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(() => expectStockRight());

const FOR_VISITORS = "Please sign in to hold more of this sweet.";
const FOR_ACCOUNTS = "This is as much of this sweet as one account can hold.";

const visitorAt = (address: string) => ({ ...aVisitor(), address });

const lineOf = async (actor: Parameters<typeof readCart>[0], sweet: { id: number }) => {
  const line = (await readCart(actor)).items.find((item) => item.productId === sweet.id);
  return line && { quantity: line.quantity, held: line.held };
};
const hashesOf = async (sweet: { id: number }) =>
  (await sql`select address_hash from cart_lines where sweet_id = ${sweet.id} order by cart_id, pack_id`).map(
    (row) => row.address_hash as string | null,
  );

describe("the visitors of one address", () => {
  test("hold together a quarter of what is free and held, however many carts they fill at once", async () => {
    const [sweet, home, office] = [await aSweet({ quantity: 61 }), anAddress(), anAddress()];
    // The connections are open before anybody waits: a wait for a lock has its time limit.
    await atOnce(40, () => readCart(aVisitor(), wide));
    const tries = await atOnceBehind(lockOf(sweet), 40, () => reserve(visitorAt(home), many(sweet, 1), wide));
    expect(done(tries)).toHaveLength(15);
    expect(refusals(tries)).toEqual({ hold_limit: 25 });
    expect(await unitsOf(sweet.id)).toEqual({ free: 46, held: 15, sold: 0 });
    expect(await refusal(reserve(visitorAt(home), many(sweet, 1), pool))).toEqual({
      code: "hold_limit",
      message: FOR_VISITORS,
      available: 0,
    });
    // Elsewhere it is a quarter of the same stock, and of another sweet it is a quarter of that one.
    await reserve(visitorAt(office), many(sweet, 15), pool);
    await reserve(visitorAt(home), many(await aSweet({ quantity: 40 }), 10), pool);
    expect(await refusal(reserve(visitorAt(office), many(sweet, 1), pool))).toMatchObject({ code: "hold_limit" });
  });

  test("hold ten default packs of any sweet", async () => {
    const [sweet, address] = [await aSweet({ quantity: 12 }), anAddress()];
    await reserve(visitorAt(address), many(sweet, 9), pool);
    await reserve(visitorAt(address), many(sweet, 1), pool);
    expect(await refusal(reserve(visitorAt(address), many(sweet, 1), pool))).toMatchObject({ code: "hold_limit" });
    const tray = await aTray(40);
    // Twenty of half a default pack, in two carts and two lines.
    const first = visitorAt(address);
    await reserve(first, many(tray.small, 8), pool);
    await reserve(first, many({ id: tray.id }, 2), pool);
    expect(await refusal(reserve(first, many({ id: tray.id }, 5), pool))).toMatchObject({
      code: "hold_limit",
      available: 4,
    });
    await reserve(visitorAt(address), many(tray.small, 8), pool);
    expect(await refusal(reserve(visitorAt(address), many(tray.small, 1), pool))).toMatchObject({ code: "hold_limit" });
  });

  test("are refused with what is the less, the stock or what they may hold", async () => {
    const [few, lots, address] = [await aSweet({ quantity: 5 }), await aSweet({ quantity: 100 }), anAddress()];
    expect(await refusal(reserve(visitorAt(address), many(few, 20), pool))).toMatchObject({
      code: "insufficient_stock",
      available: 5,
    });
    expect(await refusal(reserve(visitorAt(address), many(lots, 150), pool))).toMatchObject({
      code: "hold_limit",
      available: 25,
    });
    // A refusal creates no cart.
    expect(await sql`select 1 from cart_lines where sweet_id in (${few.id}, ${lots.id})`).toHaveLength(0);
  });

  test("cannot set a line to more, nor take an expired hold again when another cart has taken its place", async () => {
    const [sweet, address] = [await aSweet({ quantity: 60 }), anAddress()];
    const [first, second] = [visitorAt(address), visitorAt(address)];
    await setQuantity(first, sweet.id, { quantity: 15 }, pool);
    expect(await refusal(setQuantity(first, sweet.id, { quantity: 16 }, pool))).toMatchObject({ code: "hold_limit" });
    await setQuantity(first, sweet.id, { quantity: 15 }, pool);
    await expireHolds(sweet.id);
    // Not released yet: whoever renews the hold takes it anew.
    await reserve(second, many(sweet, 10), pool);
    expect(await refusal(setQuantity(first, sweet.id, { quantity: 15 }, pool))).toMatchObject({ code: "hold_limit" });
    await releaseExpiredHolds();
    expect(await refusal(setQuantity(first, sweet.id, { quantity: 15 }, pool))).toMatchObject({ code: "hold_limit" });
    expect(await unitsOf(sweet.id)).toEqual({ free: 50, held: 10, sold: 0 });
    // A reduction is never refused: it holds what it may.
    await setQuantity(first, sweet.id, { quantity: 14 }, pool);
    expect(await lineOf(first, sweet)).toEqual({ quantity: 14, held: 5 });
    await clampToStock(first, pool);
    await setQuantity(first, sweet.id, { quantity: 0 }, pool);
    await setQuantity(second, sweet.id, { quantity: 15 }, pool);
  });

  test("get no more by renewing holds from another address", async () => {
    const [sweet, home, office] = [await aSweet({ quantity: 100 }), anAddress(), anAddress()];
    const held = visitorAt(home);
    await reserve(held, many(sweet, 25), pool);
    await reserve(visitorAt(office), many(sweet, 25), pool);
    await setQuantity({ ...held, address: office }, sweet.id, { quantity: 25 }, pool);
    expect(await refusal(reserve(visitorAt(home), many(sweet, 1), pool))).toMatchObject({ code: "hold_limit" });
    // Nor by a reduction that would hold more than it does, were there room.
    const [other, part] = [await aSweet({ quantity: 100 }), visitorAt(home)];
    await reserve(part, many(other, 25), pool);
    await expireHolds(other.id);
    await releaseExpiredHolds();
    await reserve(visitorAt(home), many(other, 15), pool);
    await setQuantity(part, other.id, { quantity: 20 }, pool);
    await reserve(visitorAt(office), many(other, 25), pool);
    await setQuantity({ ...part, address: office }, other.id, { quantity: 15 }, pool);
    expect(await lineOf(part, other)).toEqual({ quantity: 15, held: 10 });
    expect(await refusal(reserve(visitorAt(home), many(other, 1), pool))).toMatchObject({ code: "hold_limit" });
  });
});

describe("an account", () => {
  test("holds half of a sweet, or 50 packs, wherever it is", async () => {
    const [sweet, few] = [await aSweet({ quantity: 200 }), await aSweet({ quantity: 60 })];
    const [customer] = (await accountsAt(anAddress(), 1, 25)) as [Customer];
    const tries = await atOnce(30, () => reserve({ ...customer, address: anAddress() }, many(sweet, 5), wide));
    expect([done(tries).length, refusals(tries)]).toEqual([20, { hold_limit: 10 }]);
    expect(await refusal(reserve(customer, many(sweet, 1), pool))).toEqual({
      code: "hold_limit",
      message: FOR_ACCOUNTS,
      available: 0,
    });
    await reserve(customer, many(few, 50), pool);
    expect(await refusal(reserve(customer, many(few, 1), pool))).toMatchObject({ code: "hold_limit" });
  });

  test("that is younger than a day counts together with the others of its address", async () => {
    const [sweet, address] = [await aSweet({ quantity: 240 }), anAddress()];
    const young = await accountsAt(address, 57);
    const tries = await atOnce(57, (i) => reserve(young[i]!, many(sweet, 4), wide));
    expect([done(tries).length, refusals(tries)]).toEqual([30, { hold_limit: 27 }]);
    // Visitors there are counted apart, and so are accounts that are older or elsewhere.
    await reserve(visitorAt(address), many(sweet, 50), pool);
    const [old] = (await accountsAt(address, 1, 25)) as [Customer];
    await reserve(old, many(sweet, 60), pool);
    const [elsewhere] = (await accountsAt(anAddress(), 1)) as [Customer];
    await reserve(elsewhere, many(sweet, 10), pool);
  });

  test("adds an order to its cart again as far as it may hold it", async () => {
    const sweet = await aSweet({ quantity: 200 });
    const [customer] = (await accountsAt(anAddress(), 1)) as [Customer];
    const { id } = await placeOrder(customer, anOrder([[sweet, 100]]), { channel: "api" }, pool);
    // Unpaid, it would count with what is held.
    await sql`update orders set created_at = now() - interval '25 hours' where id = ${id}`;
    expect(await addOrderToCart(customer, id, wide)).toEqual({
      added: 50,
      missing: [{ name: expect.stringContaining(sweet.name), wanted: 100, got: 50 }],
    });
  });

  test("is told that its cart is full when an order is added to it again", async () => {
    const [sweet, customer] = [await aSweet({ quantity: 100_000 }), await aCustomer()];
    const { id } = await placeOrder(customer, anOrder([[sweet, 3]]), { channel: "api" }, pool);
    await reserve(customer, many(sweet, 99_997), pool);
    await restock(admin, sweet.id, many(sweet, 10), pool);
    await reserve(customer, many(sweet, 3), pool);
    expect(await refusal(addOrderToCart(customer, id, wide))).toMatchObject({
      code: "invalid",
      errors: [{ path: "quantity", message: "A cart holds at most 1,00,000 of one sweet." }],
    });
  });

  test("takes from a visitor's cart at login what it may hold; the rest returns to stock and stays in the cart", async () => {
    const [sweet, address] = [await aSweet({ quantity: 100 }), anAddress()];
    const [first, second, third] = (await accountsAt(address, 3)) as [Customer, Customer, Customer];
    for (const customer of [first, second]) {
      const visitor = visitorAt(address);
      await reserve(visitor, many(sweet, 25), pool);
      await joinCarts(customer, visitor.cartToken, pool);
      expect(await lineOf(customer, sweet)).toEqual({ quantity: 25, held: 25 });
    }
    const visitor = visitorAt(address);
    await reserve(visitor, many(sweet, 25), pool);
    await joinCarts(third, visitor.cartToken, pool);
    expect(await lineOf(third, sweet)).toEqual({ quantity: 25, held: 0 });
    expect(await unitsOf(sweet.id)).toEqual({ free: 50, held: 50, sold: 0 });
    // Beside what the account has held before.
    const other = await aSweet({ quantity: 100 });
    await reserve(first, many(other, 40), pool);
    const more = visitorAt(anAddress());
    await reserve(more, many(other, 20), pool);
    await joinCarts(first, more.cartToken, pool);
    expect(await lineOf(first, other)).toEqual({ quantity: 60, held: 50 });
  });
});

describe("the address", () => {
  test("is stored as a keyed hash with what is held, and of older accounts not at all", async () => {
    const [sweet, address] = [await aSweet({ quantity: 100 }), anAddress()];
    await reserve(visitorAt(address), many(sweet, 1), pool);
    const [young] = (await accountsAt(address, 1)) as [Customer];
    await reserve(young, many(sweet, 1), pool);
    const [old] = (await accountsAt(address, 1, 25)) as [Customer];
    await reserve(old, many(sweet, 1), pool);
    const [hash] = await hashesOf(sweet);
    expect(hash).toMatch(/^[\w-]{43}$/);
    expect(await hashesOf(sweet)).toEqual([hash, hash, null]);
  });

  test("is hashed with the secret that all instances share, and not at all while limits are off", async () => {
    const hashWith = async (settings: Record<string, string>) => {
      for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
      vi.resetModules();
      return (await import("@/lib/cart/hold-limits")).addressHashOf({ address: "198.51.100.1" });
    };
    const [first, again] = [await hashWith({}), await hashWith({})];
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(again).toBe(first);
    expect(await hashWith({ AUTH_SECRET: "another secret of the tests, 32 characters" })).not.toBe(first);
    expect(await hashWith({ RATE_LIMIT: "off" })).toBeNull();
  });

  test("is deleted with the hold: expired, ordered, emptied, removed, off sale, joined to an older account", async () => {
    const address = anAddress();
    const [young] = (await accountsAt(address, 1)) as [Customer];
    const [old] = (await accountsAt(address, 1, 25)) as [Customer];
    const visitor = visitorAt(address);
    const ends: [string, (sweet: Awaited<ReturnType<typeof aSweet>>) => Promise<unknown>][] = [
      ["expired", (sweet) => expireHolds(sweet.id).then(() => releaseExpiredHolds())],
      ["ordered", (sweet) => placeOrder(young, anOrder([[sweet, 3]]), { channel: "api" }, pool)],
      ["emptied", () => emptyCart(young, pool)],
      ["removed", (sweet) => setQuantity(young, sweet.id, { quantity: 0 }, pool)],
      ["off sale", (sweet) => deleteSweet(admin, sweet.id, pool)],
    ];
    for (const [name, end] of ends) {
      const sweet = await aSweet();
      await reserve(young, many(sweet, 3), pool);
      expect((await hashesOf(sweet)).filter(Boolean)).toHaveLength(1);
      await end(sweet);
      expect([name, (await hashesOf(sweet)).filter(Boolean)]).toEqual([name, []]);
    }
    const sweet = await aSweet();
    await reserve(visitor, many(sweet, 3), pool);
    await joinCarts(old, visitor.cartToken, pool);
    expect(await hashesOf(sweet)).toEqual([null]);
  });
});
