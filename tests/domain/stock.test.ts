// Stock is never wrong, however many buy at once (docs/behaviour.md#stock).
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { reserve, updateCart } from "@/lib/cart/commands";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { setDay } from "@/lib/stock/plan-commands";
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
  anAdmin,
  anOrder,
  aSweet,
  customers,
  type Item,
  type Lines,
  many,
  quantityOf,
} from "../support/factories";
import { pool, sql } from "../support/sql";
import { aPlanned } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));
const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"] as const;

const wide = connect();
const admin = await anAdmin();
afterAll(() => expectStockRight());

const order = (by: Customer, lines: Lines) => placeOrder(by, anOrder(lines), { channel: "api" }, wide);

describe("20 units and 50 buyers over 16 connections", () => {
  const [BUYERS, UNITS] = [50, 20];
  const buy = {
    orders: (by: Customer, sweet: Item) => order(by, [[sweet, 1]]),
    "sales over the counter": (by: Customer, sweet: Item) => purchase(by, sweet.id, many(sweet, 1), wide),
    "holds that are ordered": async (by: Customer, sweet: Item) => {
      await reserve(by, many(sweet, 1), wide);
      return placeOrder(by, anOrder([[sweet, 1]]), { channel: "web", checkout: true }, wide);
    },
  };
  const ways = Object.values(buy);

  test.each(Object.entries({ ...buy, "all three": (by: Customer, sweet: Item) => ways[by.id % 3]!(by, sweet) }))(
    "%s sell exactly 20",
    async (_, work) => {
      const [sweet, buyers] = [await aSweet({ quantity: UNITS }), await customers(BUYERS)];
      const tries = await atOnce<unknown>(BUYERS, (i) => work(buyers[i]!, sweet));
      expect(done(tries)).toHaveLength(UNITS);
      expect(refusals(tries)).toEqual({ insufficient_stock: BUYERS - UNITS });
      expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: UNITS });
    },
  );

  test("each short answer names what there was at that moment", async () => {
    const [sweet, buyers] = [await aSweet({ quantity: UNITS }), await customers(BUYERS)];
    const tries = await atOnce(BUYERS, (i) => reserve(buyers[i]!, many(sweet, 3), wide));
    // Six times three are held: whoever came too late could have had the last two.
    const available = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.extra.available] : []));
    expect(new Set(available)).toEqual(new Set([2]));
    const left = done(tries).map((one) => one.available);
    expect(left.sort((a, b) => a - b)).toEqual([2, 5, 8, 11, 14, 17]);
  });
});

test("orders of two sweets in opposite order do not block each other", async () => {
  const [one, two] = [await aSweet({ quantity: 500 }), await aSweet({ quantity: 500 })];
  const buyers = await customers(40);
  const lines: Lines = [
    [one, 1],
    [two, 2],
  ];
  const tries = await atOnce(40, (i) => order(buyers[i]!, i % 2 ? lines : lines.toReversed()));
  expect(refusals(tries)).toEqual({});
  expect(await unitsOf(one.id)).toEqual({ free: 460, held: 0, sold: 40 });
  expect(await unitsOf(two.id)).toEqual({ free: 420, held: 0, sold: 80 });
});

test("orders, cancels, holds, sales, restocks and edits of the same sweets at once end without a deadlock", async () => {
  const sweets = await Promise.all(Array.from({ length: 4 }, () => aSweet({ quantity: 1000 })));
  const buyers = await customers(20);
  const tries = await atOnce(90, async (i) => {
    const [first, second] = [sweets[i % 4]!, sweets[(i * 7 + 1) % 4]!];
    const buyer = buyers[i % 20]!;
    if (i % 6 === 0) return reserve(buyer, many(first, 2), wide);
    if (i % 6 === 1) return purchase(buyer, first.id, many(first, 1), wide);
    if (i % 6 === 2) return restock(admin, first.id, many(first, 1), wide);
    if (i % 6 === 3) return updateSweet(admin, first.id, { stock: 1010, stockWas: 1000 }, null, wide);
    const { id } = await order(buyer, first === second ? [[first, 1]] : [second, first].map((sweet) => [sweet, 1]));
    await setOrderStatus(admin, id, "Cancelled", wide);
    return setOrderStatus(admin, id, i % 2 ? "Pending" : "Processing", wide);
  });
  expect(refusals(tries)).toEqual({});
  await expectStockRight();
});

test("24 cancels at once return the units once", async () => {
  const [sweet, buyer] = [await aSweet({ quantity: 10 }), await aCustomer()];
  const { id } = await order(buyer, [[sweet, 4]]);
  const tries = await atOnceBehind<unknown>(lockOf(sweet), 24, (i) =>
    i % 2 ? cancelOrder(buyer, id, wide) : setOrderStatus(admin, id, "Cancelled", wide),
  );
  expect(refusals(tries)).toEqual({});
  expect(await unitsOf(sweet.id)).toEqual({ free: 10, held: 0, sold: 0 });
  const history = await sql`select from order_status_history where order_id = ${id}`;
  expect(history).toHaveLength(2);
});

test("24 who take an order out of Cancelled at once take its units once", async () => {
  const sweet = await aSweet({ quantity: 10 });
  const { id } = await order(await aCustomer(), [[sweet, 4]]);
  await setOrderStatus(admin, id, "Cancelled", pool);
  const tries = await atOnceBehind(lockOf(sweet), 24, () => setOrderStatus(admin, id, "Processing", wide));
  expect(refusals(tries)).toEqual({});
  expect(await unitsOf(sweet.id)).toEqual({ free: 6, held: 0, sold: 4 });
});

test("restocks at once all count", async () => {
  const sweet = await aSweet({ quantity: 0 });
  await atOnce(40, () => restock(admin, sweet.id, { quantity: 3 }, wide));
  expect(await quantityOf(sweet)).toBe(120);
});

describe("free units end at 1,00,000", () => {
  const full = (path: string) => ({
    code: "invalid",
    message: "Stock can be at most 1,00,000",
    errors: [{ path, message: "Stock can be at most 1,00,000" }],
  });

  test("for restocks and edits, each on the field that asked for more", async () => {
    const sweet = await aSweet({ quantity: 60_000 });
    expect(await refusal(restock(admin, sweet.id, { quantity: 60_000 }, pool))).toEqual(full("quantity"));
    expect(await refusal(updateSweet(admin, sweet.id, { stock: 60_000, stockWas: 10_000 }, null, pool))).toEqual(
      full("stock"),
    );
    expect(await refusal(updateSweet(admin, sweet.id, { quantity: 41_000, stockWas: 0 }, null, pool))).toEqual(
      full("quantity"),
    );
    expect(await quantityOf(sweet)).toBe(60_000);
    expect((await restock(admin, sweet.id, { quantity: 40_000 }, pool)).quantity).toBe(100_000);
    expect(await refusal(restock(admin, sweet.id, { quantity: 1 }, pool))).toEqual(full("quantity"));
  });

  test("for restocks and edits at once: together they stay below it", async () => {
    const sweet = await aSweet({ quantity: 99_950 });
    const tries = await atOnceBehind(lockOf(sweet), 40, (i) =>
      i % 10 === 0
        ? updateSweet(admin, sweet.id, { stock: 99_957, stockWas: 99_950 }, null, pool)
        : restock(admin, sweet.id, { quantity: 7 }, wide),
    );
    expect(refusals(tries)).toEqual({ invalid: 33 });
    expect(await quantityOf(sweet)).toBe(99_999);
  });

  test("but not for units that come back: from a hold that expired and from a cancelled order", async () => {
    const sweet = await aSweet({ quantity: 100_000 });
    const buyer = await aCustomer();
    await reserve(await aCustomer(), many(sweet, 10), pool);
    const { id } = await order(buyer, [[sweet, 20]]);
    await restock(admin, sweet.id, { quantity: 30 }, pool);
    await expireHolds(sweet.id);
    await releaseExpiredHolds();
    expect(await quantityOf(sweet)).toBe(100_010);
    await cancelOrder(buyer, id, pool);
    expect(await quantityOf(sweet)).toBe(100_030);
    // An edit that leaves the stock as it is, or takes some out, is no reason to refuse it.
    await updateSweet(admin, sweet.id, { price: 12, stock: 100_030, stockWas: 100_030 }, null, pool);
    await updateSweet(admin, sweet.id, { stock: 100_020, stockWas: 100_030 }, null, pool);
    expect(await refusal(restock(admin, sweet.id, { quantity: 1 }, pool))).toEqual(full("quantity"));
    expect(await quantityOf(sweet)).toBe(100_020);
  });
});

test("a sale at the till answers what is there and is recorded as a completed order", async () => {
  const sweet = await aSweet({ quantity: 5, price: 12.5 });
  const till = await anAdmin();
  expect(await refusal(purchase(till, sweet.id, { quantity: 6 }, pool))).toEqual({
    code: "insufficient_stock",
    message: "Purchase failed due to insufficient quantity",
    available: 5,
  });
  expect((await purchase(till, sweet.id, { quantity: 5 }, pool)).quantity).toBe(0);
  const orders = await sql`
    select o.user_id, o.status, o.channel, o.total, o.method, o.recipient_name, l.quantity, k.reason, k.delta, h.by_user_id
    from orders o join order_lines l on l.order_id = o.id join stock_ledger k on k.order_id = o.id
    join order_status_history h on h.order_id = o.id and h.to_status = 'Completed' where l.sweet_id = ${sweet.id}`;
  expect([...orders]).toEqual([
    {
      // Nobody's: who sold it is in the history.
      user_id: null,
      by_user_id: till.id,
      status: "Completed",
      channel: "counter",
      total: 6250,
      method: null,
      recipient_name: null,
      quantity: 5,
      reason: "purchase",
      delta: -5,
    },
  ]);
});

test("the database itself refuses a quantity below zero", async () => {
  const sweet = await aSweet({ quantity: 1 });
  await expect(sql`update sweets set quantity = -1 where id = ${sweet.id}`).rejects.toThrow("sweets_quantity");
});

describe("the plan of a day: never more is promised than its capacity", () => {
  const orderOn = (by: Customer, sweet: { id: number }, day: string) => {
    return placeOrder(by, anOrder([[sweet, 1]], { delivery: { day } }), { channel: "api" }, wide);
  };
  const dayOf = async (sweet: { id: number }, day: string) =>
    (await sql`select capacity, held, ordered, above from plan_days where sweet_id = ${sweet.id} and day = ${day}`)[0];
  /** Nobody waited for each other in a circle, and nothing failed that no rule refuses. */
  const expectOnly = (tries: PromiseSettledResult<unknown>[], codes: string[]) =>
    expect(Object.keys(refusals(tries)).filter((code) => !codes.includes(code))).toEqual([]);

  test("48 shoppers hold, move, order and cancel a day of 20: exactly 20 are promised", async () => {
    const sweet = await aPlanned({ capacity: 20 });
    const buyers = await customers(48);
    const tries = await atOnce(48, async (i) => {
      const buyer = buyers[i] as Customer;
      // A third holds the day, a third holds the next day and moves, a third orders without a cart.
      if (i % 3 === 2) return orderOn(buyer, sweet, tuesday);
      await reserve(buyer, { productId: sweet.id, quantity: 1, day: i % 3 === 0 ? tuesday : wednesday }, wide);
      if (i % 3 === 1) await updateCart(buyer, { day: tuesday }, wide);
      const order = await orderOn(buyer, sweet, tuesday);
      if (i % 4 !== 0) return order;
      await cancelOrder(buyer, order.id, wide);
      return orderOn(buyer, sweet, tuesday);
    });
    expectOnly(tries, ["insufficient_stock", "day_short"]);
    // Who was refused tries again, now that nobody cancels any more.
    const late = await atOnce(30, (i) => orderOn(buyers[i] as Customer, sweet, tuesday));
    expectOnly(late, ["day_short"]);
    const day = await dayOf(sweet, tuesday);
    expect({ ordered: day?.ordered + day?.held, above: day?.above }).toEqual({ ordered: 20, above: 0 });
  });

  test("carts of several sweets that move in both directions at once do not block each other", async () => {
    const [one, two] = [await aPlanned({ capacity: 24 }), await aPlanned({ capacity: 24 })];
    const buyers = await customers(24);
    for (const [i, buyer] of buyers.entries()) {
      const day = i % 2 ? tuesday : wednesday;
      // In either order: the sweets are locked by id all the same.
      for (const sweet of i % 3 ? [one, two] : [two, one])
        await reserve(buyer, { productId: sweet.id, quantity: 1, day }, pool);
    }
    const moves = await atOnce(48, (i) =>
      updateCart(buyers[i % 24] as Customer, { day: i % 3 ? tuesday : wednesday }, wide),
    );
    expectOnly(moves, ["day_short"]);
    for (const sweet of [one, two]) {
      const days = [await dayOf(sweet, tuesday), await dayOf(sweet, wednesday)];
      expect(days.reduce((sum, day) => sum + day?.held, 0)).toBe(24);
    }
  });

  test("a capacity that is lowered while orders come in is never passed", async () => {
    const sweet = await aPlanned({ capacity: 36 });
    const buyers = await customers(48);
    const tries = await atOnce(60, async (i) =>
      i % 5 === 0
        ? setDay(admin, { productId: sweet.id, day: tuesday, capacity: 36 - i / 5, force: false }, wide)
        : orderOn(buyers[i - Math.ceil(i / 5)] as Customer, sweet, tuesday),
    );
    expectOnly(tries, ["day_short", "below_promised"]);
    const day = await dayOf(sweet, tuesday);
    expect(day?.ordered).toBeLessThanOrEqual(day?.capacity);
    expect(done(tries).length).toBeGreaterThan(10);
  });
});
