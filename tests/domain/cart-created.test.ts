// When a cart is created, and for how long its cookie is stored.
import { afterAll, expect, test } from "vitest";
import type { Visitor } from "@/lib/auth/actor";
import { cartCookie, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { deleteSweet, restock } from "@/lib/catalogue/commands";
import { atOnce, done, expectStockRight, refusal } from "../support/database";
import { aCustomer, anAdmin, aSweet, aVisitor, many } from "../support/factories";
import { sql } from "../support/sql";

afterAll(() => expectStockRight());

const nobody: Visitor = { kind: "visitor", cartToken: null };
const carts = async () => (await sql`select count(*)::int as rows from carts`)[0]?.rows as number;

test("a refused reserve leaves no cart behind that was not there before", async () => {
  const [sweet, gone, shopper, known] = [await aSweet({ quantity: 5 }), await aSweet(), await aCustomer(), aVisitor()];
  await deleteSweet(await anAdmin(), gone.id);
  const large = await aSweet({ quantity: 500 });
  const before = await carts();
  for (const actor of [nobody, known, shopper]) {
    expect(await refusal(reserve(actor, many(gone, 1)))).toMatchObject({ code: "not_found" });
    expect(await refusal(reserve(actor, many(sweet, 6)))).toMatchObject({ available: 5 });
  }
  expect(await refusal(reserve(known, many(large, 201)))).toMatchObject({
    code: "invalid",
    message: "A cart holds at most 200 items. Please login to order more.",
  });
  expect(await carts()).toBe(before);
  // One that was there stays, with what it has.
  await reserve(known, many(sweet, 2));
  await updateCart(shopper, { giftWrap: true });
  for (const actor of [known, shopper])
    expect(await refusal(reserve(actor, many(sweet, 6)))).toMatchObject({ available: 3 });
  expect((await readCart(known)).itemsCount).toBe(2);
  expect((await readCart(shopper)).giftWrap).toBe(true);
  expect(await carts()).toBe(before + 2);
});

test("refused and accepted requests at the same time: the cart that is created has what was accepted", async () => {
  for (let round = 0; round < 6; round++) {
    const [visitor, sweet] = [aVisitor(), await aSweet({ quantity: 3 })];
    const tries = await atOnce(8, (i) => reserve(visitor, many(sweet, i % 2 ? 3 : 9)));
    expect(done(tries)).toHaveLength(1);
    expect((await readCart(visitor)).itemsCount).toBe(3);
  }
});

test("removing what no cart has creates none", async () => {
  const [sweet, known, shopper] = [await aSweet({ quantity: 5 }), aVisitor(), await aCustomer()];
  const before = await carts();
  for (const actor of [nobody, known, shopper])
    expect(await setQuantity(actor, sweet.id, { quantity: 0 })).toMatchObject({
      quantity: 0,
      available: 5,
      itemsCount: 0,
      newCartToken: null,
    });
  expect(await carts()).toBe(before);
});

test("gift options with nothing to store create no cart; with something they do, and clear what is there", async () => {
  const [known, shopper] = [aVisitor(), await aCustomer()];
  const before = await carts();
  for (const actor of [nobody, known, shopper])
    for (const nothing of [{}, { giftWrap: false }, { personalMessage: "" }, { giftWrap: false, personalMessage: "" }])
      expect(await updateCart(actor, nothing)).toEqual({ cartId: null, newCartToken: null, renewed: false });
  expect(await carts()).toBe(before);
  expect(await updateCart(nobody, { personalMessage: "For you" })).toMatchObject({ newCartToken: expect.any(String) });
  await updateCart(known, { giftWrap: true, personalMessage: "For you" });
  expect(await carts()).toBe(before + 2);
  await updateCart(known, { giftWrap: false });
  expect(await readCart(known)).toMatchObject({ giftWrap: false, personalMessage: "For you" });
});

test("a visitor's cookie is renewed with the cart's days", async () => {
  const [visitor, sweet] = [aVisitor(), await aSweet()];
  const first = await reserve(nobody, many(sweet, 1));
  expect([first.renewed, typeof cartCookie(nobody, first.newCartToken)]).toEqual([true, "string"]);
  expect((await reserve(visitor, many(sweet, 1))).renewed).toBe(true);
  expect((await reserve(visitor, many(sweet, 1))).renewed).toBe(false);
  const aged = () => sql`update carts set updated_at = now() - interval '2 hours'`;
  await aged();
  expect((await updateCart(visitor, { giftWrap: true })).renewed).toBe(true);
  await aged();
  expect((await setQuantity(visitor, sweet.id, { quantity: 1 })).renewed).toBe(true);
  expect(cartCookie(visitor, null)).toBe(visitor.cartToken);
  expect(cartCookie(await aCustomer(), null)).toBeNull();
});

test("a customer who wants more of one sweet than a cart takes is not asked to sign in", async () => {
  const [shopper, sweet] = [await aCustomer(), await aSweet({ quantity: 100_000 })];
  await reserve(shopper, many(sweet, 99_999));
  await restock(await anAdmin(), sweet.id, { quantity: 100 });
  expect(await refusal(reserve(shopper, many(sweet, 2)))).toMatchObject({
    code: "invalid",
    message: "A cart holds at most 1,00,000 of one sweet.",
  });
});
