// What happens to carts when their sweets or their owners change (docs/behaviour.md#carts), also the sweets that came with the shop: accepted or
// deleted all at once.
import { afterAll, describe, expect, test } from "vitest";
import { deleteOldCarts, joinCarts, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { listSamples } from "@/lib/catalogue/admin-queries";
import { acceptSamples, deleteSamples, deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { atOnce, connect, done, expectStockRight, expireHolds, refusal, refusals, unitsOf } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor, customers, many } from "../support/factories";
import { pool, sql } from "../support/sql";

const wide = connect();
const admin = await anAdmin();
afterAll(() => expectStockRight());

const lineOf = async (actor: Parameters<typeof readCart>[0], sweet: { id: number }) =>
  (await readCart(actor)).items.find((item) => item.productId === sweet.id);

describe("a visitor's cart at login", () => {
  test("joins the customer's: lines add up, holds move, wrap and message stay", async () => {
    const [both, own, guests] = [await aSweet(), await aSweet(), await aSweet()];
    const [customer, visitor] = [await aCustomer(), aVisitor()];
    await reserve(customer, many(both, 2), pool);
    await reserve(customer, many(own, 1), pool);
    await reserve(visitor, many(both, 3), pool);
    await reserve(visitor, many(guests, 4), pool);
    await sql`update packs set price = price + 100 where sweet_id = ${guests.id}`;
    await updateCart(visitor, { giftWrap: true, personalMessage: "Hello" }, pool);
    await joinCarts(customer, visitor.cartToken, pool);
    const cart = await readCart(customer);
    expect(cart).toMatchObject({ itemsCount: 10, giftWrap: true, personalMessage: "Hello" });
    expect(await lineOf(customer, both)).toMatchObject({ quantity: 5, held: 5 });
    const { price = 0, priceBefore } = (await lineOf(customer, guests)) ?? {};
    expect(priceBefore).toBe(price - 1);
    expect((await readCart(visitor)).items).toEqual([]);
    await joinCarts(customer, visitor.cartToken, pool);
    expect((await readCart(customer)).itemsCount).toBe(10);
  });

  test("joins once, beside releases and changes, however often it is tried", async () => {
    const sweets = await Promise.all([1, 2, 3].map(() => aSweet({ quantity: 400 })));
    for (let round = 0; round < 3; round++) {
      const [[first, second], visitor] = [await customers(2), aVisitor()];
      for (const sweet of sweets) await reserve(visitor, many(sweet, 5), pool);
      await reserve(first!, many(sweets[0]!, 2), pool);
      const tries = await atOnce<unknown>(24, async (i) => {
        if (i % 6 === 0) return releaseExpiredHolds();
        if (i % 6 === 1) return expireHolds(sweets[i % 3]!.id);
        if (i % 6 === 2) return reserve(visitor, many(sweets[i % 3]!, 1), wide);
        return joinCarts(i % 2 ? first! : second!, visitor.cartToken, wide);
      });
      expect(refusals(tries)).toEqual({});
    }
    for (const sweet of sweets) {
      const { free, held } = await unitsOf(sweet.id);
      expect(free + held).toBe(400);
    }
    await expectStockRight();
  });
});

describe("a sweet in carts", () => {
  test("that is deleted gives its holds back; its lines stay, outside the total, and can be removed", async () => {
    const [sweet, other, shopper] = [await aSweet({ quantity: 6 }), await aSweet({ price: 20 }), await aCustomer()];
    await reserve(shopper, many(sweet, 4), pool);
    await reserve(shopper, many(other, 1), pool);
    await deleteSweet(admin, sweet.id, pool);
    expect(await unitsOf(sweet.id)).toEqual({ free: 6, held: 0, sold: 0 });
    expect(await lineOf(shopper, sweet)).toMatchObject({ isAvailable: false, held: 0, expiresAt: null });
    expect((await readCart(shopper)).total).toBe(20);
    expect(await refusal(setQuantity(shopper, sweet.id, { quantity: 1 }, pool))).toMatchObject({ code: "not_found" });
    expect(await refusal(reserve(shopper, many(sweet, 1), pool))).toMatchObject({ code: "not_found" });
    await setQuantity(shopper, sweet.id, { quantity: 0 }, pool);
    expect(await lineOf(shopper, sweet)).toBeUndefined();
  });

  test("that is deleted while many reserve it leaves no unit held", async () => {
    const sweet = await aSweet({ quantity: 500 });
    const shoppers = await customers(40);
    const tries = await atOnce<unknown>(40, (i) =>
      i === 20 ? deleteSweet(admin, sweet.id, pool) : reserve(shoppers[i]!, many(sweet, 2), wide),
    );
    expect(Object.keys(refusals(tries)).filter((code) => code !== "not_found")).toEqual([]);
    expect(await unitsOf(sweet.id)).toEqual({ free: 500, held: 0, sold: 0 });
  });

  test("whose stock is edited beside sales changes by the difference typed", async () => {
    const sweet = await aSweet({ quantity: 100 });
    const buyers = await customers(40);
    // The editor saw 100 and types 120: 20 came, whatever is sold meanwhile.
    const tries = await atOnce<unknown>(41, (i) =>
      i === 20
        ? updateSweet(admin, sweet.id, { stock: 120, stockWas: 100 }, null, pool)
        : purchase(buyers[i % 40]!, sweet.id, { quantity: 1 }, wide),
    );
    expect(refusals(tries)).toEqual({});
    expect(await unitsOf(sweet.id)).toEqual({ free: 80, held: 0, sold: 40 });
    expect(await refusal(updateSweet(admin, sweet.id, { stock: 0, stockWas: 100 }, null, pool))).toMatchObject({
      code: "insufficient_stock",
      available: 80,
    });
  });

  test("that two edit at once is refused to the second, who saw the older version", async () => {
    const sweet = await aSweet();
    const tries = await atOnce(8, (i) => updateSweet(admin, sweet.id, { price: 10 + i, version: 1 }, null, pool));
    expect(done(tries)).toHaveLength(1);
    expect(refusals(tries)).toEqual({ stale_version: 7 });
  });
});

test("carts that nobody touched for 30 days go, their holds return; touched ones stay", async () => {
  const sweets = await Promise.all([1, 2, 3, 4].map(() => aSweet({ quantity: 50 })));
  const old = Array.from({ length: 20 }, aVisitor);
  const fresh = await aCustomer();
  for (const [i, visitor] of old.entries()) {
    // In no order of ids, so that whoever locks a whole batch is caught.
    await reserve(visitor, many(sweets[i % 4]!, 2), pool);
    await reserve(visitor, many(sweets[(i + 3) % 4]!, 1), pool);
  }
  await reserve(fresh, many(sweets[0]!, 1), pool);
  await updateCart(aVisitor(), { giftWrap: true }, pool);
  await sql`update carts set updated_at = now() - interval '31 days' where user_id is null`;
  // A visitor who comes back in time keeps the cart.
  await reserve(old[0]!, many(sweets[0]!, 1), pool);
  const buyers = await customers(40);
  const [gone, ...sales] = await Promise.all([
    Promise.all([deleteOldCarts(), deleteOldCarts(), deleteOldCarts()]),
    ...buyers.map((buyer, i) =>
      placeOrder(
        buyer,
        anOrder([
          [sweets[i % 4]!, 1],
          [sweets[(i + 1) % 4]!, 1],
        ]),
        { channel: "api" },
        wide,
      ),
    ),
  ]);
  expect(gone.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(20);
  expect(sales).toHaveLength(40);
  expect((await readCart(old[0]!)).itemsCount).toBe(4);
  expect((await readCart(fresh)).itemsCount).toBe(1);
  expect((await readCart(old[1]!)).items).toEqual([]);
  const held =
    await sql`select sum(held)::int as held from cart_lines where sweet_id = any(${sweets.map((sweet) => sweet.id)})`;
  expect(held[0]?.held).toBe(5);
});

describe("the sweets that came with the shop", () => {
  /** So many sweets are the only ones that came with the shop. */
  async function samples(count: number) {
    await sql`update sweets set sample = false where sample`;
    const made = [];
    for (let n = 0; n < count; n++) made.push(await aSweet({ quantity: 5 }));
    await sql`update sweets set sample = true where id = any(${made.map(({ id }) => id)}::int[])`;
    return made;
  }

  test("accepted stay on sale and count as samples no longer", async () => {
    const [first] = await samples(2);
    const own = await aSweet();
    expect((await listSamples(admin)).length).toBe(2);
    await acceptSamples(admin, pool);
    expect(await listSamples(admin)).toEqual([]);
    const rows =
      await sql`select id, version from sweets where id in (${first?.id ?? 0}, ${own.id}) and deleted_at is null order by id`;
    expect(rows.map(({ version }) => version)).toEqual([2, 1]);
  });

  test("deleted give their holds back; what the owner has saved stays", async () => {
    const [held, saved] = await samples(2);
    if (!held || !saved) throw new Error("There are two samples.");
    await reserve(await aCustomer(), many(held, 3), pool);
    await updateSweet(admin, saved.id, { price: 77 }, null, pool);
    await deleteSamples(admin, pool);
    expect(await listSamples(admin)).toEqual([]);
    const rows =
      await sql`select id, quantity, deleted_at from sweets where id in (${held.id}, ${saved.id}) order by id`;
    expect(rows).toMatchObject([
      { id: held.id, quantity: 5, deleted_at: expect.anything() },
      { id: saved.id, deleted_at: null },
    ]);
  });
});
