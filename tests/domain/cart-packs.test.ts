// Two packs of one sweet through cart, order and repeat: what each line can have of the one stock, and what is refused.

import { afterAll, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import type { Customer, Visitor } from "@/lib/auth/actor";
import { clampToStock, joinCarts, reserve, setQuantity } from "@/lib/cart/commands";
import { hold } from "@/lib/cart/hold";
import { readCart } from "@/lib/cart/queries";
import { isInsufficient, itemsOf, shareStock, subtotal } from "@/lib/cart/rules";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { packsInStock } from "@/lib/catalogue/packs";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { quoteDelivery } from "@/lib/delivery/queries";
import { deliveryQuery } from "@/lib/delivery/schema";
import { itemsText } from "@/lib/delivery/texts";
import { AppError, shortStock } from "@/lib/errors";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { findOwnOrder } from "@/lib/orders/queries";
import { addOrderToCart, missingText } from "@/lib/orders/reorder";
import type { OrderInput } from "@/lib/orders/schema";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { expectStockRight, expireHolds, refusal, unitsOf } from "../support/database";
import { exported } from "../support/exported";
import { aCustomer, anAdmin, anOrder, aTray, aVisitor, type Item, many, trayPacks } from "../support/factories";
import { pool } from "../support/sql";

vi.mock("@/lib/cart/hold", { spy: true });
const admin = await anAdmin();
afterAll(() => expectStockRight());

type Tray = Awaited<ReturnType<typeof aTray>>;
const set = (actor: Customer | Visitor, pack: Item, quantity: number) =>
  setQuantity(actor, pack.id, many(pack, quantity), pool);
const sell = (tray: Tray, units: number) => purchase(admin, tray.id, many(tray.small, units), pool);
/** Of each line its label, packs wanted, packs that can be had, and whether that is too few. */
const linesOf = async (actor: Customer | Visitor) =>
  (await readCart(actor)).items.map((line) => [line.packLabel, line.quantity, line.available, isInsufficient(line)]);
const switchOff = async (tray: Tray, label: string) =>
  updateSweet(
    admin,
    tray.id,
    updateSweetInput.parse({ packs: trayPacks.filter((pack) => pack.label !== label) }),
    null,
    pool,
  );
/** An order of what a cart shows. */
const orderOf = (items: Parameters<typeof itemsOf>[0]): OrderInput => ({
  ...anOrder([[{ id: 1 }, 1]]),
  items: itemsOf(items),
});
const order = (actor: Customer, input: OrderInput) =>
  placeOrder(actor, input, { channel: "web", checkout: true }, pool);
const orderCart = async (actor: Customer) => order(actor, orderOf((await readCart(actor)).items));

describe("lines of one stock", () => {
  test("each leaves to the next what it cannot use", () => {
    const claim = (packId: number, units: number, quantity: number, held = 0) => ({ packId, units, quantity, held });
    const share = (claims: ReturnType<typeof claim>[], stock: number, packsOf = packsInStock) => [
      ...shareStock(claims, { stock }, packsOf),
    ];
    expect(share([claim(1, 2, 2), claim(2, 1, 3)], 5)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(share([claim(2, 1, 3), claim(1, 2, 2)], 5)).toEqual([
      [2, 5],
      [1, 1],
    ]);
    // A line that cannot have all takes what it can: the kilogram that does not fit takes nothing.
    expect(share([claim(1, 4, 1), claim(2, 1, 2)], 2)).toEqual([
      [1, 0],
      [2, 2],
    ]);
    // What is held needs nothing more.
    expect(share([claim(1, 2, 2, 2), claim(2, 1, 1)], 1)).toEqual([
      [1, 2],
      [2, 1],
    ]);
    // What cannot be sold, here fewer than three packs, leaves what there is of it.
    const fromThree = (...of: Parameters<typeof packsInStock>) => (packsInStock(...of) < 3 ? 0 : packsInStock(...of));
    expect(share([claim(1, 4, 2), claim(2, 1, 9)], 9, fromThree)).toEqual([
      [1, 0],
      [2, 9],
    ]);
  });

  test("live holds are each line's own, and what is free is shown to each", async () => {
    const [tray, shopper] = [await aTray(10), await aCustomer()];
    await reserve(shopper, many(tray.small, 2), pool);
    await reserve(shopper, many(tray.large, 1), pool);
    expect(await linesOf(shopper)).toEqual([
      ["250 g", 2, 6, false],
      ["1 kg", 1, 2, false],
    ]);
  });

  test("after the holds expired, two lines that fit alone but not together: the second is short", async () => {
    const [tray, shopper] = [await aTray(4), await aCustomer()];
    await reserve(shopper, many(tray.medium, 1), pool);
    await reserve(shopper, many(tray.small, 2), pool);
    await expireHolds(tray.id);
    // Expired, but nobody has taken them.
    expect(await linesOf(shopper)).toEqual([
      ["500 g", 1, 2, false],
      ["250 g", 2, 2, false],
    ]);
    await releaseExpiredHolds();
    await sell(tray, 2);
    expect(await linesOf(shopper)).toEqual([
      ["500 g", 1, 1, false],
      ["250 g", 2, 0, true],
    ]);
    // An order of the cart says the same, of whichever line comes last.
    expect(await refusal(orderCart(shopper))).toMatchObject({
      code: "insufficient_stock",
      short: [{ productId: tray.id, packId: tray.small.packId, available: 0 }],
    });
    expect(await refusal(order(shopper, orderOf((await readCart(shopper)).items.toReversed())))).toMatchObject({
      short: [{ productId: tray.id, packId: tray.medium.packId, available: 0 }],
    });
    await clampToStock(shopper, pool);
    expect(await linesOf(shopper)).toEqual([["500 g", 1, 1, false]]);
    expect((await orderCart(shopper)).total).toBe(380);
  });

  test("what a larger pack cannot use is left to a smaller one, in the cart, the refusal and what is taken", async () => {
    const [tray, shopper] = [await aTray(4), await aCustomer()];
    await reserve(shopper, many(tray.medium, 1), pool);
    await reserve(shopper, many(tray.small, 1), pool);
    await expireHolds(tray.id);
    await releaseExpiredHolds();
    await sell(tray, 3);
    const shown = [
      ["500 g", 1, 0, true],
      ["250 g", 1, 1, false],
    ];
    expect(await linesOf(shopper)).toEqual(shown);
    expect(await refusal(orderCart(shopper))).toMatchObject({
      short: [{ productId: tray.id, packId: tray.medium.packId, available: 0 }],
    });
    await clampToStock(shopper, pool);
    expect((await orderCart(shopper)).items).toMatchObject([{ packLabel: "250 g", quantity: 1 }]);
    expect(await unitsOf(tray.id)).toMatchObject({ free: 0, held: 0 });
  });

  test("a hold that has expired in one line is free for the other", async () => {
    const [tray, shopper] = [await aTray(4), await aCustomer()];
    await reserve(shopper, many(tray.large, 1), pool);
    await expireHolds(tray.id);
    expect(await refusal(reserve(shopper, many(tray.small, 5), pool))).toMatchObject({
      code: "insufficient_stock",
      available: 4,
    });
    await reserve(shopper, many(tray.small, 1), pool);
    expect(await linesOf(shopper)).toEqual([
      ["1 kg", 1, 0, true],
      ["250 g", 1, 4, false],
    ]);
  });
});

describe("of lines that are held one after another", () => {
  const busy = new AppError("service_unavailable", "Busy");
  const next = (error: AppError) => vi.mocked(hold).mockRejectedValueOnce(error);
  const both = [
    ["250 g", 2],
    ["500 g", 1],
  ];
  const heldOf = async (actor: Customer) => (await linesOf(actor)).map(([label, quantity]) => [label, quantity]);
  async function anOrderOfBoth() {
    const [tray, shopper] = [await aTray(8), await aCustomer()];
    await reserve(shopper, many(tray.medium, 1), pool);
    await reserve(shopper, many(tray.small, 2), pool);
    return { tray, shopper, ...(await orderCart(shopper)) };
  }

  test("a refusal costs 'Order again' one, and what concerns none, such as a busy database, stops it", async () => {
    const { shopper, id } = await anOrderOfBoth();
    next(busy);
    expect(await refusal(addOrderToCart(shopper, id, pool))).toMatchObject({ code: busy.code });
    expect(await heldOf(shopper)).toEqual([]);
    next(shortStock(0));
    const missing = [{ name: "Mysore Pak, 250 g", wanted: 2, got: 0 }];
    expect(await addOrderToCart(shopper, id, pool)).toEqual({ added: 1, missing });
  });

  test("and so for 'Take what is available'", async () => {
    const { tray, shopper, id } = await anOrderOfBoth();
    await addOrderToCart(shopper, id, pool);
    await expireHolds(tray.id);
    await releaseExpiredHolds();
    await sell(tray, 4);
    next(busy);
    expect(await refusal(clampToStock(shopper, pool))).toMatchObject({ code: busy.code });
    expect(await heldOf(shopper)).toEqual(both);
    next(shortStock(0));
    await clampToStock(shopper, pool);
    expect(await heldOf(shopper)).toEqual(both.slice(0, 1));
  });
});

describe("a pack that is switched off", () => {
  test("stays as a line that is not sold: not in the total, removed by hand, by 'take' or with the checkout", async () => {
    const [tray, shopper] = [await aTray(8), await aCustomer()];
    await reserve(shopper, many(tray.small, 2), pool);
    await reserve(shopper, many(tray.medium, 1), pool);
    const before = orderOf((await readCart(shopper)).items);
    await switchOff(tray, "250 g");
    const cart = await readCart(shopper);
    expect(cart.items).toMatchObject([
      { packLabel: "250 g", quantity: 2, held: 0, isAvailable: false, available: 0 },
      { packLabel: "500 g", quantity: 1, held: 1, isAvailable: true },
    ]);
    expect([cart.total, subtotal(cart.items)]).toEqual([380, 380]);
    // The page that the shopper still has orders both.
    expect(await refusal(order(shopper, before))).toMatchObject({
      code: "unavailable",
      unavailable: [tray.id],
      unavailablePacks: [tray.small.packId],
    });
    expect(await refusal(set(shopper, tray.small, 1))).toMatchObject({ code: "not_found" });
    await clampToStock(shopper, pool);
    expect(await linesOf(shopper)).toEqual([["500 g", 1, 4, false]]);
  });

  test("is removed by hand, and is named as missing when its order is repeated", async () => {
    const [tray, shopper] = [await aTray(8), await aCustomer()];
    await reserve(shopper, many(tray.small, 1), pool);
    await reserve(shopper, many(tray.large, 1), pool);
    const { id } = await orderCart(shopper);
    await reserve(shopper, many(tray.small, 1), pool);
    await switchOff(tray, "250 g");
    await set(shopper, tray.small, 0);
    expect(await linesOf(shopper)).toEqual([]);
    expect(await addOrderToCart(shopper, id, writeDb())).toEqual({
      added: 0,
      missing: [
        { name: "Mysore Pak, 250 g", wanted: 1, got: 0 },
        { name: "Mysore Pak, 1 kg", wanted: 1, got: 0 },
      ],
    });
    const peda = { name: "Peda", wanted: 4, got: 1 };
    expect(missingText([peda, { ...peda, name: "Rasgulla", got: 0 }])).toBe("Peda (only 1 of 4), Rasgulla");
    expect(missingText([{ ...peda, name: "Mysore Pak, 250 g", got: 0 }, peda])).toBe(
      "Mysore Pak, 250 g; Peda (only 1 of 4)",
    );
    await restock(admin, tray.id, many(tray.medium, 2), pool);
    expect(await addOrderToCart(shopper, id, writeDb())).toMatchObject({
      added: 1,
      missing: [{ name: "Mysore Pak, 250 g" }],
    });
    // The page of the sweet shows the pack that was ordered, unless it is off.
    const { items } = await findOwnOrder(shopper, id);
    expect(items.map(({ packLabel, path }) => [packLabel, path?.split("?")[1]])).toEqual([
      ["250 g", undefined],
      ["1 kg", `pack=${tray.large.packId}`],
    ]);
  });
});

test("lines join by pack at login", async () => {
  const [tray, shopper, visitor] = [await aTray(20), await aCustomer(), aVisitor()];
  await reserve(shopper, many(tray.small, 1), pool);
  await reserve(visitor, many(tray.small, 2), pool);
  await reserve(visitor, many(tray.large, 1), pool);
  await joinCarts(shopper, visitor.cartToken, pool);
  expect(await linesOf(shopper)).toEqual([
    ["250 g", 3, 16, false],
    ["1 kg", 1, 4, false],
  ]);
  const { cart } = await exported(shopper);
  expect(cart.items).toEqual([
    { name: "Mysore Pak", pack: "250 g", quantity: 3, addressHash: null },
    { name: "Mysore Pak", pack: "1 kg", quantity: 1, addressHash: null },
  ]);
});

test("delivery counts the packs that the cart has", async () => {
  const [tray, shopper] = [await aTray(40), await aCustomer()];
  const feeOf = async () => {
    const { items } = await readCart(shopper);
    const query = deliveryQuery.parse({ pincode: "400028", items: itemsText(itemsOf(items)) });
    return (await quoteDelivery(null, query)).methods[0];
  };
  // 3 × ₹200: three default packs would come to ₹1,140.
  await reserve(shopper, many(tray.small, 3), pool);
  const below = await feeOf();
  expect(below?.freeFrom).toBe(1000);
  expect(below?.fee).toBeGreaterThan(0);
  // ₹720 + ₹380: as default packs they would come to ₹760.
  await set(shopper, tray.small, 0);
  await reserve(shopper, many(tray.large, 1), pool);
  await reserve(shopper, many(tray.medium, 1), pool);
  expect((await feeOf())?.fee).toBe(0);
});
