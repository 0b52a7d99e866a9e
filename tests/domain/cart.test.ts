// Carts and their holds (docs/behaviour.md#holds), when a cart is created, and for how long its cookie is stored. What calls leave of stock and
// carts, at random: packs-property.test.ts.
import { randomBytes } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import type { Visitor } from "@/lib/auth/actor";
import { cartCookie, emptyCart, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { countItems, readCart, toApiCart } from "@/lib/cart/queries";
import { MAX_VISITOR_PACKS } from "@/lib/cart/schema";
import { deleteSweet, restock } from "@/lib/catalogue/commands";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { stockHistory } from "@/lib/stock/queries";
import {
  atOnce,
  connect,
  done,
  expectStockRight,
  expireHolds,
  hold,
  lockOf,
  refusal,
  refusals,
  unitsOf,
} from "../support/database";
import { aCustomer, anAdmin, aSweet, aVisitor, customers, many } from "../support/factories";
import { pool, sql } from "../support/sql";

const wide = connect();
const admin = await anAdmin();
afterAll(() => expectStockRight());

const lineOf = async (actor: Parameters<typeof readCart>[0], sweet: { id: number }) =>
  (await readCart(actor)).items.find((item) => item.productId === sweet.id);

describe("reserving", () => {
  test("adds units to the line and holds all of them for 15 minutes from now", async () => {
    const [sweet, shopper] = [await aSweet({ quantity: 10 }), await aCustomer()];
    await reserve(shopper, many(sweet, 3), pool);
    // By the database's clock, and within what the second call took.
    const now = async () => (await sql`select clock_timestamp() as now`)[0]?.now as string;
    const before = await now();
    const { expiresAt, ...second } = await reserve(shopper, many(sweet, 2), pool);
    expect(second).toMatchObject({ productId: sweet.id, quantity: 5, available: 5, itemsCount: 5 });
    const began = Date.parse(expiresAt) - 15 * 60_000;
    expect([began >= Date.parse(before) - 1, began <= Date.parse(await now())]).toEqual([true, true]);
    expect(await unitsOf(sweet.id)).toEqual({ free: 5, held: 5, sold: 0 });
  });

  test("changes nothing when stock is short and says what could still be added", async () => {
    const [sweet, shopper] = [await aSweet({ quantity: 4 }), await aCustomer()];
    await reserve(shopper, many(sweet, 3), pool);
    const before = await lineOf(shopper, sweet);
    expect(await refusal(reserve(shopper, many(sweet, 2), pool))).toEqual({
      code: "insufficient_stock",
      message: "Only 1 items available in stock.",
      available: 1,
    });
    expect(await lineOf(shopper, sweet)).toEqual(before);
  });

  test("24 times one unit by one shopper at once make a line of 24", async () => {
    const [sweet, visitor] = [await aSweet({ quantity: 100 }), aVisitor()];
    expect(refusals(await atOnce(24, () => reserve(visitor, many(sweet, 1), wide)))).toEqual({});
    expect(await lineOf(visitor, sweet)).toMatchObject({ quantity: 24, held: 24 });
    const [carts] =
      await sql`select count(*)::int as count from carts c join cart_lines l on l.cart_id = c.id where l.sweet_id = ${sweet.id}`;
    expect(carts?.count).toBe(1);
  });

  test("a visitor's cart holds at most 200 units, also when many are added at once", async () => {
    const [one, two, visitor] = [await aSweet({ quantity: 500 }), await aSweet({ quantity: 500 }), aVisitor()];
    const tries = await atOnce(36, (i) => reserve(visitor, many(i % 2 ? one : two, 7), wide));
    expect(done(tries)).toHaveLength(Math.floor(MAX_VISITOR_PACKS / 7));
    expect(refusals(tries)).toEqual({ invalid: 36 - Math.floor(MAX_VISITOR_PACKS / 7) });
    expect((await readCart(visitor)).itemsCount).toBe(196);
    await reserve(visitor, many(one, 4), pool);
    expect(await refusal(reserve(visitor, many(one, 1), pool))).toMatchObject({ code: "invalid" });
    await setQuantity(visitor, one.id, { quantity: 1 }, pool);
    // Customers are named: they may hold more.
    expect((await reserve(await aCustomer(), many(one, 300), pool)).quantity).toBe(300);
  });

  test("is refused of a sweet that is not there", async () => {
    expect(await refusal(reserve(await aCustomer(), { productId: 2_000_000_000, quantity: 1 }, pool))).toMatchObject({
      code: "not_found",
    });
  });

  test("begins a cart for a visitor without one and gives its secret once", async () => {
    const sweet = await aSweet();
    const { newCartToken } = await reserve({ kind: "visitor", cartToken: null }, many(sweet, 2), pool);
    expect(newCartToken).toMatch(/^[\w-]{43}$/);
    const visitor = { kind: "visitor", cartToken: newCartToken } as const;
    expect(await countItems(visitor)).toBe(2);
    expect((await reserve(visitor, many(sweet, 1), pool)).newCartToken).toBeNull();
  });
});

describe("a line", () => {
  test("emptying gives every hold back and resets gift wrap and message", async () => {
    const [sweet, shopper] = [await aSweet({ quantity: 10 }), await aCustomer()];
    await reserve(shopper, many(sweet, 4), pool);
    await updateCart(shopper, { giftWrap: true, personalMessage: "For you" }, pool);
    expect(toApiCart(await readCart(shopper))).toMatchObject({
      total: 450,
      giftWrap: true,
      personalMessage: "For you",
    });
    await emptyCart(shopper, pool);
    expect(toApiCart(await readCart(shopper))).toEqual({
      items: [],
      day: null,
      total: 0,
      itemsCount: 0,
      giftWrap: false,
      personalMessage: "",
    });
    expect(await unitsOf(sweet.id)).toMatchObject({ free: 10, held: 0 });
  });
});

describe("a hold that expires", () => {
  test("goes back once, however many sweep, and its line stays and says so", async () => {
    const sweet = await aSweet({ quantity: 100 });
    const shoppers = await customers(25);
    await atOnce(25, (i) => reserve(shoppers[i]!, many(sweet, 4), wide));
    await expireHolds(sweet.id);
    const runs = await atOnce(12, () => releaseExpiredHolds());
    expect(done(runs).reduce((sum, lines) => sum + lines, 0)).toBe(25);
    expect(await unitsOf(sweet.id)).toEqual({ free: 100, held: 0, sold: 0 });
    expect(await lineOf(shoppers[0]!, sweet)).toMatchObject({ quantity: 4, held: 0, expiresAt: null });
    const { items } = await stockHistory(admin, sweet.id, { page: 1, pageSize: 200 });
    expect(items.filter((entry) => entry.reason === "expire")).toHaveLength(25);
  });

  test("goes back while shoppers change the same lines, without a unit lost or a deadlock", async () => {
    const sweets = await Promise.all([1, 2, 3].map(() => aSweet({ quantity: 500 })));
    const shoppers = await customers(12);
    const tries = await atOnce<unknown>(100, async (i) => {
      const [sweet, shopper] = [sweets[i % 3]!, shoppers[i % 12]!];
      if (i % 8 === 0) await expireHolds(sweet.id);
      if (i % 4 === 0) return releaseExpiredHolds();
      if (i % 9 === 0) return emptyCart(shopper, wide);
      return reserve(shopper, many(sweet, 1 + (i % 3)), wide);
    });
    expect(refusals(tries)).toEqual({});
    for (const sweet of sweets) {
      const { free, held } = await unitsOf(sweet.id);
      expect(free + held).toBe(500);
    }
    await expectStockRight();
  });

  test("of a sweet that is locked does not keep the units of the others", async () => {
    const [stuck, other, shopper] = [await aSweet(), await aSweet(), await aCustomer()];
    await reserve(shopper, many(stuck, 2), pool);
    await reserve(shopper, many(other, 2), pool);
    await expireHolds(stuck.id);
    await expireHolds(other.id);
    const lock = await hold(lockOf(stuck));
    expect(await releaseExpiredHolds()).toBe(1);
    expect(await unitsOf(other.id)).toMatchObject({ free: 10, held: 0 });
    await lock.release();
    expect(await releaseExpiredHolds()).toBe(1);
    expect(await unitsOf(stuck.id)).toMatchObject({ free: 10, held: 0 });
  });
});

test("a line has the price that its shopper was shown before, until the line is changed; the API does not", async () => {
  const [sweet, shopper] = [await aSweet({ price: 300, quantity: 10 }), await aCustomer()];
  await reserve(shopper, many(sweet, 1), pool);
  const before = async () => (await lineOf(shopper, sweet))?.priceBefore;
  expect(await before()).toBeNull();
  await sql`update packs set price = 32000 where sweet_id = ${sweet.id}`;
  expect(await before()).toBe(300);
  expect(toApiCart(await readCart(shopper)).items[0]).not.toHaveProperty("priceBefore");
  await reserve(shopper, many(sweet, 1), pool);
  expect(await before()).toBeNull();
});

test("a cart's secret is stored as a hash only", async () => {
  const visitor = { kind: "visitor", cartToken: randomBytes(20).toString("hex") } as const;
  await reserve(visitor, many(await aSweet(), 1), pool);
  const [row] = await sql`select count(*)::int as found from carts where token_hash = ${visitor.cartToken}`;
  expect(row?.found).toBe(0);
});

const nobody: Visitor = { kind: "visitor", cartToken: null };
const cartsStored = async () => (await sql`select from carts`).length;

test("a refused reserve leaves no cart behind that was not there before", async () => {
  const [sweet, gone, shopper, known] = [await aSweet({ quantity: 5 }), await aSweet(), await aCustomer(), aVisitor()];
  await deleteSweet(await anAdmin(), gone.id, pool);
  const large = await aSweet({ quantity: 500 });
  const before = await cartsStored();
  for (const actor of [nobody, known, shopper]) {
    expect(await refusal(reserve(actor, many(gone, 1), pool))).toMatchObject({ code: "not_found" });
    expect(await refusal(reserve(actor, many(sweet, 6), pool))).toMatchObject({ available: 5 });
  }
  expect(await refusal(reserve(known, many(large, 201), pool))).toMatchObject({
    code: "invalid",
    message: "A cart holds at most 200 items. Please login to order more.",
  });
  expect(await cartsStored()).toBe(before);
  // One that was there stays, with what it has.
  await reserve(known, many(sweet, 2), pool);
  await updateCart(shopper, { giftWrap: true }, pool);
  for (const actor of [known, shopper])
    expect(await refusal(reserve(actor, many(sweet, 6), pool))).toMatchObject({ available: 3 });
  expect((await readCart(known)).itemsCount).toBe(2);
  expect((await readCart(shopper)).giftWrap).toBe(true);
  expect(await cartsStored()).toBe(before + 2);
});

test("refused and accepted requests at the same time: the cart that is created has what was accepted", async () => {
  for (let round = 0; round < 6; round++) {
    const [visitor, sweet] = [aVisitor(), await aSweet({ quantity: 3 })];
    const tries = await atOnce(8, (i) => reserve(visitor, many(sweet, i % 2 ? 3 : 9), pool));
    expect(done(tries)).toHaveLength(1);
    expect((await readCart(visitor)).itemsCount).toBe(3);
  }
});

test("removing what no cart has creates none", async () => {
  const [sweet, known, shopper] = [await aSweet({ quantity: 5 }), aVisitor(), await aCustomer()];
  const before = await cartsStored();
  for (const actor of [nobody, known, shopper])
    expect(await setQuantity(actor, sweet.id, { quantity: 0 }, pool)).toMatchObject({
      quantity: 0,
      available: 5,
      itemsCount: 0,
      newCartToken: null,
    });
  expect(await cartsStored()).toBe(before);
});

test("gift options with nothing to store create no cart; with something they do, and clear what is there", async () => {
  const [known, shopper] = [aVisitor(), await aCustomer()];
  const before = await cartsStored();
  for (const actor of [nobody, known, shopper])
    for (const nothing of [{}, { giftWrap: false }, { personalMessage: "" }, { giftWrap: false, personalMessage: "" }])
      expect(await updateCart(actor, nothing, pool)).toEqual({ cartId: null, newCartToken: null, renewed: false });
  expect(await cartsStored()).toBe(before);
  expect(await updateCart(nobody, { personalMessage: "For you" }, pool)).toMatchObject({
    newCartToken: expect.any(String),
  });
  await updateCart(known, { giftWrap: true, personalMessage: "For you" }, pool);
  expect(await cartsStored()).toBe(before + 2);
  await updateCart(known, { giftWrap: false }, pool);
  expect(await readCart(known)).toMatchObject({ giftWrap: false, personalMessage: "For you" });
});

test("a visitor's cookie is renewed with the cart's days", async () => {
  const [visitor, sweet] = [aVisitor(), await aSweet()];
  const first = await reserve(nobody, many(sweet, 1), pool);
  expect([first.renewed, typeof cartCookie(nobody, first.newCartToken)]).toEqual([true, "string"]);
  expect((await reserve(visitor, many(sweet, 1), pool)).renewed).toBe(true);
  expect((await reserve(visitor, many(sweet, 1), pool)).renewed).toBe(false);
  const aged = () => sql`update carts set updated_at = now() - interval '2 hours'`;
  await aged();
  expect((await updateCart(visitor, { giftWrap: true }, pool)).renewed).toBe(true);
  await aged();
  expect((await setQuantity(visitor, sweet.id, { quantity: 1 }, pool)).renewed).toBe(true);
  expect(cartCookie(visitor, null)).toBe(visitor.cartToken);
  expect(cartCookie(await aCustomer(), null)).toBeNull();
});

test("a customer who wants more of one sweet than a cart takes is not asked to sign in", async () => {
  const [shopper, sweet] = [await aCustomer(), await aSweet({ quantity: 100_000 })];
  await reserve(shopper, many(sweet, 99_999), pool);
  await restock(await anAdmin(), sweet.id, { quantity: 100 }, pool);
  expect(await refusal(reserve(shopper, many(sweet, 2), pool))).toMatchObject({
    code: "invalid",
    message: "A cart holds at most 1,00,000 of one sweet.",
  });
});
