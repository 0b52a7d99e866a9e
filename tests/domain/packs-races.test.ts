// Several packs of one tray wanted at once, and what the owner and the pages are informed of.
import { afterAll, describe, expect, test } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { joinCarts, reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import {
  atOnce,
  atOnceBehind,
  connect,
  done,
  expectStockRight,
  lockOf,
  pageNotifications,
  refusals,
} from "../support/database";
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
import { sql } from "../support/sql";

const admin = await anAdmin();
const wide = connect();
afterAll(() => expectStockRight());

const free = async ({ id }: Item) => (await sql`select quantity from sweets where id = ${id}`)[0]?.quantity;
const order = (by: Customer, ...packs: Lines) => placeOrder(by, anOrder(packs), { channel: "api" }, wide);
const switchOff = (tray: Item, grams: number) =>
  updateSweet(admin, tray.id, {
    packs: trayPacks.map((pack) => ({ ...pack, active: pack.grams !== grams, isDefault: pack.grams === 500 })),
  });

describe("at once", () => {
  test("the last 250 g goes to who wants 250 g; who wants 500 g is refused", async () => {
    const tray = await aTray(1);
    const [one, two] = await customers(2);
    const tries = await atOnceBehind(lockOf(tray), 2, (i) =>
      i === 0 ? order(one!, [tray.small, 1]) : order(two!, [tray.medium, 1]),
    );
    expect(tries.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(refusals(tries)).toEqual({ insufficient_stock: 1 });
    expect(await free(tray)).toBe(0);
  });

  test("two visitors' carts that join one customer's keep each pack's line and hold", async () => {
    const tray = await aTray(40);
    const [buyer, one, two] = [await aCustomer(), aVisitor(), aVisitor()];
    await reserve(buyer, many(tray.medium, 1));
    await reserve(one, many(tray.small, 3));
    await reserve(one, many(tray.medium, 2));
    await reserve(two, many(tray.large, 2));
    await reserve(two, many(tray.small, 1));
    const left = await free(tray);
    const joins = await atOnceBehind(lockOf(tray), 2, (i) => joinCarts(buyer, (i === 0 ? one : two).cartToken, wide));
    expect(refusals(joins)).toEqual({});
    const { items } = await readCart(buyer);
    const lines = items.map(({ packLabel, quantity, held }) => [packLabel, quantity, held]).sort();
    expect(lines).toEqual([
      ["1 kg", 2, 2],
      ["250 g", 4, 4],
      ["500 g", 3, 3],
    ]);
    expect(await free(tray)).toBe(left);
  });

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
});

test("the owner gets the message when no pack fits any more, and none while one does", async () => {
  const tray = await aTray(9);
  const messages = async () =>
    (await sql`select count(*)::int as n from messages where kind = 'sold_out' and sweet_id = ${tray.id}`)[0]?.n;
  await order(await aCustomer(), [tray.large, 2]);
  expect([await free(tray), await messages()]).toEqual([1, 0]);
  await purchase(admin, tray.id, many(tray.small, 1));
  expect([await free(tray), await messages()]).toEqual([0, 1]);
  // 250 g that no pack on sale takes is sold out too.
  await restock(admin, tray.id, many(tray.small, 3));
  await switchOff(tray, 250);
  await purchase(admin, tray.id, many(tray.medium, 1));
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
  const sell = (pack: Item, quantity: number) => sent(purchase(admin, tray.id, many(pack, quantity)));
  const add = (quantity: number) => sent(restock(admin, tray.id, many(tray.medium, quantity)));
  expect(await sell(tray.small, 1)).toBe(0); // 11 of 12
  expect(await sell(tray.large, 1)).toBe(0); // 7
  expect(await sell(tray.small, 3)).toBe(0); // 4: a kilogram is still there
  expect(await sell(tray.small, 1)).toBe(1); // 3: no kilogram
  expect(await sell(tray.small, 1)).toBe(0); // 2
  const placed = await order(await aCustomer(), [tray.small, 1]); // 1: no 500 g
  expect(await sent(Promise.resolve())).toBe(1);
  expect(await sell(tray.small, 1)).toBe(1); // 0
  expect(await sent(setOrderStatus(admin, placed.id, "Cancelled"))).toBe(1); // 1: 250 g again
  expect(await add(2)).toBe(1); // 5: all again
  expect(await add(2)).toBe(0);
});
