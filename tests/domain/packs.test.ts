// The packs of a sweet: one stock, several sizes; what an edit may change and what it does to stock, holds and lines. What calls and edits
// leave of stock, at random: packs-property.test.ts.
import { afterAll, describe, expect, test } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { reserve, setQuantity } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { findSweet } from "@/lib/catalogue/queries";
import { updateSweetInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { atOnce, connect, done, expectStockRight, pageNotifications, refusal, refusals } from "../support/database";
import {
  aCustomer,
  anAdmin,
  anOrder,
  aTray,
  aVisitor,
  customers,
  type Item,
  type Lines,
  many,
  trayPacks,
} from "../support/factories";
import { pool, sql } from "../support/sql";

const admin = await anAdmin();
const wide = connect();
afterAll(() => expectStockRight());

const order = (by: Customer, ...packs: Lines) => placeOrder(by, anOrder(packs), { channel: "api" }, wide);
const edit = (sweet: Item, changes: object) =>
  updateSweet(admin, sweet.id, updateSweetInput.parse(changes), null, pool);
const now = async ({ id }: Item) => (await findSweet(id)) as SweetWithPicture;
const availableOf = async (sweet: Item) => (await now(sweet)).packs.map(({ available }) => available);
const packOf = (sweet: SweetWithPicture, label: string) => sweet.packs.find((pack) => pack.label === label);
const stored = ({ packs }: SweetWithPicture) =>
  packs.map(({ id, label, grams, units, price, isDefault }) => ({ id, label, grams, units, price, isDefault }));

describe("one stock", () => {
  test("counts default packs, and each pack takes its units", async () => {
    const [tray, visitor] = [await aTray(20), aVisitor()];
    expect(await now(tray)).toMatchObject({ price: 380, quantity: 10, details: { netWeightGrams: 500 } });
    expect(await availableOf(tray)).toEqual([20, 10, 5]);
    expect(tray.packs[0]).toMatchObject({ label: "250 g", price: 200, pricePerKg: 800, isDefault: false });
    expect(await reserve(visitor, many(tray.small, 3), pool)).toMatchObject({ quantity: 3, available: 17 });
    await reserve(visitor, many({ id: tray.id }, 1), pool);
    expect(await availableOf(tray)).toEqual([15, 7, 3]);
    const cart = await readCart(visitor);
    expect(cart.items.map(({ packLabel, quantity, price }) => [packLabel, quantity, price])).toEqual([
      ["250 g", 3, 200],
      ["500 g", 1, 380],
    ]);
    expect(cart.total).toBe(980);
    expect(await refusal(reserve(visitor, many(tray.large, 4), pool))).toMatchObject({ available: 3 });
    await setQuantity(visitor, tray.id, many(tray.small, 0), pool);
    expect(await now(tray)).toMatchObject({ quantity: 9 });
  });

  test("an edit of the stock is in default packs; the rest of a pack stays unless nothing is to be left", async () => {
    const tray = await aTray(5);
    const stocked = async (changes: object) => {
      await edit(tray, changes);
      return (await availableOf(tray))[0];
    };
    expect(await stocked({ quantity: 2 })).toBe(5);
    expect(await stocked({ quantity: 4, stockWas: 2 })).toBe(9);
    expect(await stocked({ quantity: 3 })).toBe(6);
    await purchase(admin, tray.id, many(tray.small, 1), pool);
    expect(await stocked({ quantity: 0, stockWas: 2 })).toBe(0);
  });
});

describe("editing packs", () => {
  test("what a used pack contains is kept; it is switched off, not deleted", async () => {
    const [tray, visitor] = [await aTray(20), aVisitor()];
    await reserve(visitor, many(tray.large, 2), pool);
    const list = stored(await now(tray));
    const other = list.map((pack) => (pack.label === "1 kg" ? { ...pack, units: 5 } : pack));
    expect(await refusal(edit(tray, { packs: other }))).toMatchObject({
      ...{ code: "invalid", errors: [{ path: "packs.2.units" }] },
    });
    await edit(tray, { packs: list.filter(({ label }) => label !== "1 kg") });
    expect(await availableOf(tray)).toEqual([20, 10]);
    expect((await readCart(visitor)).items[0]).toMatchObject({ isAvailable: false, held: 0, quantity: 2 });
    expect(await refusal(reserve(visitor, many(tray.large, 1), pool))).toMatchObject({ code: "not_found" });
    // Listed again by its label, it is the same pack.
    const again = await edit(tray, { packs: trayPacks });
    expect(again.packs.map(({ id }) => id)).toEqual(list.map(({ id }) => id));
  });

  test("price and net weight of the sweet are those of the default pack, whichever is edited", async () => {
    const tray = await aTray(2);
    expect(packOf(await edit(tray, { price: 390 }), "500 g")?.price).toBe(390);
    const lighter = packOf(await edit(tray, { details: { netWeightGrams: 480 } }), "480 g");
    expect(lighter).toMatchObject({ grams: 480, isDefault: true });
    const both = { price: 1, packs: stored(await now(tray)) };
    expect(await refusal(edit(tray, both))).toMatchObject({ code: "invalid" });
    const other = await edit(tray, { packs: trayPacks.map((pack) => ({ ...pack, isDefault: pack.units === 4 })) });
    expect(other).toMatchObject({ price: 720, details: { netWeightGrams: 1000 }, quantity: 0 });
  });
});

const free = async ({ id }: Item) => (await sql`select quantity from sweets where id = ${id}`)[0]?.quantity;
const switchOff = (tray: Item, grams: number) =>
  updateSweet(
    admin,
    tray.id,
    {
      packs: trayPacks.map((pack) => ({ ...pack, active: pack.grams !== grams, isDefault: pack.grams === 500 })),
    },
    null,
    pool,
  );

test("a pack that is switched off while 30 buyers order and hold it", async () => {
  const tray = await aTray(1000);
  const people = await customers(30);
  const tries = await atOnce(31, (i): Promise<unknown> => {
    if (i === 12) return switchOff(tray, 1000);
    const person = people[i % 30]!;
    return i % 2 ? reserve(person, many(tray.large, 1), wide) : order(person, [tray.large, 1]);
  });
  expect(Object.keys(refusals(tries)).filter((code) => !["not_found", "unavailable"].includes(code))).toEqual([]);
  const orders = done(tries).filter((one) => (one as { total?: number }).total !== undefined).length;
  const [row] = await sql`
    select coalesce(sum(l.quantity), 0)::int as sold, (select sum(held)::int from cart_lines where sweet_id = ${tray.id}) as held
    from order_lines l where sweet_id = ${tray.id}`;
  expect([row?.sold <= orders, row?.held ?? 0]).toEqual([true, 0]);
  expect(await free(tray)).toBe(1000 - 4 * row?.sold);
});

test("the owner gets the message when no pack fits any more, and none while one does", async () => {
  const tray = await aTray(9);
  const messages = async () =>
    (await sql`select count(*)::int as n from messages where kind = 'sold_out' and sweet_id = ${tray.id}`)[0]?.n;
  await order(await aCustomer(), [tray.large, 2]);
  expect([await free(tray), await messages()]).toEqual([1, 0]);
  await purchase(admin, tray.id, many(tray.small, 1), pool);
  expect([await free(tray), await messages()]).toEqual([0, 1]);
  // 250 g that no pack on sale takes is sold out too.
  await restock(admin, tray.id, many(tray.small, 3), pool);
  await switchOff(tray, 250);
  await purchase(admin, tray.id, many(tray.medium, 1), pool);
  expect([await free(tray), await messages()]).toEqual([1, 2]);
});

test("pages are expired when a pack sells out or is there again, and not by other sales", async () => {
  const tray = await aTray(12);
  const received = await pageNotifications();
  /** The number of notifications of the tray that a call sends. */
  const sent = async (work: Promise<unknown>) => {
    await work;
    return (await received()).filter((text) => JSON.parse(text).id === tray.id).length;
  };
  const sell = (pack: Item, quantity: number) => sent(purchase(admin, tray.id, many(pack, quantity), pool));
  const add = (quantity: number) => sent(restock(admin, tray.id, many(tray.medium, quantity), pool));
  expect(await sell(tray.small, 1)).toBe(0); // 11 of 12
  expect(await sell(tray.large, 1)).toBe(0); // 7
  expect(await sell(tray.small, 3)).toBe(0); // 4: a kilogram is still there
  expect(await sell(tray.small, 1)).toBe(1); // 3: no kilogram
  expect(await sell(tray.small, 1)).toBe(0); // 2
  const placed = await order(await aCustomer(), [tray.small, 1]); // 1: no 500 g
  expect(await sent(Promise.resolve())).toBe(1);
  expect(await sell(tray.small, 1)).toBe(1); // 0
  expect(await sent(setOrderStatus(admin, placed.id, "Cancelled", pool))).toBe(1); // 1: 250 g again
  expect(await add(2)).toBe(1); // 5: all again
  expect(await add(2)).toBe(0);
});
