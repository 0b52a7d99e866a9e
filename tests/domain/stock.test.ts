// Stock is never wrong, however many buy at once (docs/behaviour.md#stock). Slow: hundreds of buyers wait for each other on real locks.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Driver, Executor } from "@/db/client";
import type { StaffMember } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { cancelOrder, purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { releaseExpiredHolds } from "@/lib/plans/expired";
import {
  atOnce,
  atOnceBehind,
  connect,
  done,
  expectStockRight,
  expireHolds,
  refusal,
  refusals,
  unitsOf,
} from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor, customers, quantityOf } from "../support/factories";
import { sql } from "../support/sql";

let wide: Executor;
let admin: StaffMember;
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
});
afterAll(() => expectStockRight());

const lockOf = (sweet: { id: number }) => (on: Driver) => on`select 1 from sweets where id = ${sweet.id} for update`;

const BUYERS = 400;
const UNITS = 50;
const api = { channel: "api" } as const;

describe("50 units and 400 buyers over 16 connections", () => {
  test("orders sell exactly 50", async () => {
    const sweet = await aSweet({ quantity: UNITS });
    const buyers = await customers(BUYERS);
    const tries = await atOnce(BUYERS, (i) => placeOrder(buyers[i]!, anOrder([[sweet, 1]]), api, wide));
    expect(done(tries)).toHaveLength(UNITS);
    expect(refusals(tries)).toEqual({ insufficient_stock: BUYERS - UNITS });
    expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: UNITS });
  });

  test("the counter sells exactly 50", async () => {
    const sweet = await aSweet({ quantity: UNITS });
    const buyers = await customers(BUYERS);
    const tries = await atOnce(BUYERS, (i) => purchase(buyers[i]!, sweet.id, { quantity: 1 }, wide));
    expect(done(tries)).toHaveLength(UNITS);
    expect(refusals(tries)).toEqual({ insufficient_stock: BUYERS - UNITS });
    expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: UNITS });
  });

  test("reserving, then ordering, sells exactly 50", async () => {
    const sweet = await aSweet({ quantity: UNITS });
    const buyers = await customers(BUYERS);
    const tries = await atOnce(BUYERS, async (i) => {
      await reserve(buyers[i]!, { productId: sweet.id, quantity: 1 }, wide);
      return placeOrder(buyers[i]!, anOrder([[sweet, 1]]), { channel: "web", checkout: true }, wide);
    });
    expect(done(tries)).toHaveLength(UNITS);
    expect(refusals(tries)).toEqual({ insufficient_stock: BUYERS - UNITS });
    expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: UNITS });
  });

  test("all three ways at once sell exactly 50", async () => {
    const sweet = await aSweet({ quantity: UNITS });
    const buyers = await customers(BUYERS);
    const tries = await atOnce(BUYERS, async (i) => {
      const buyer = buyers[i]!;
      if (i % 3 === 0) return purchase(buyer, sweet.id, { quantity: 1 }, wide);
      if (i % 3 === 1) await reserve(buyer, { productId: sweet.id, quantity: 1 }, wide);
      return placeOrder(buyer, anOrder([[sweet, 1]]), api, wide);
    });
    expect(done(tries)).toHaveLength(UNITS);
    expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: UNITS });
  });

  test("each short answer names what there was at that moment", async () => {
    const sweet = await aSweet({ quantity: UNITS });
    const buyers = await customers(BUYERS);
    const tries = await atOnce(BUYERS, (i) => reserve(buyers[i]!, { productId: sweet.id, quantity: 3 }, wide));
    expect(done(tries)).toHaveLength(16);
    // 16 × 3 are held: whoever came too late could have had the last two.
    const available = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.extra.available] : []));
    expect(new Set(available)).toEqual(new Set([2]));
    const left = done(tries).map((one) => one.available);
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, i) => 2 + 3 * i));
  });
});

test("the last box goes to one shopper", async () => {
  const sweet = await aSweet({ quantity: 1 });
  const [a, b] = [await aCustomer(), aVisitor()];
  const tries = await Promise.allSettled([a, b].map((actor) => reserve(actor, { productId: sweet.id, quantity: 1 })));
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  expect(refusals(tries)).toEqual({ insufficient_stock: 1 });
});

test("orders of two sweets in opposite order do not block each other", async () => {
  const sweets = [await aSweet({ quantity: 5000 }), await aSweet({ quantity: 5000 })] as const;
  const buyers = await customers(200);
  const tries = await atOnce(200, (i) => {
    const lines: Parameters<typeof anOrder>[0] = [
      [sweets[0], 1],
      [sweets[1], 2],
    ];
    return placeOrder(buyers[i]!, anOrder(i % 2 ? lines : lines.toReversed()), api, wide);
  });
  expect(refusals(tries)).toEqual({});
  expect(await unitsOf(sweets[0].id)).toEqual({ free: 4800, held: 0, sold: 200 });
  expect(await unitsOf(sweets[1].id)).toEqual({ free: 4600, held: 0, sold: 400 });
});

test("orders, cancels, holds, sales, restocks and edits of the same sweets at once end without a deadlock", async () => {
  const sweets = await Promise.all(Array.from({ length: 4 }, () => aSweet({ quantity: 3000 })));
  const buyers = await customers(40);
  const tries = await atOnce(600, async (i) => {
    const [first, second] = [sweets[i % 4]!, sweets[(i * 7 + 1) % 4]!];
    const buyer = buyers[i % 40]!;
    if (i % 5 === 0) return reserve(buyer, { productId: first.id, quantity: 2 }, wide);
    if (i % 5 === 1) return purchase(buyer, first.id, { quantity: 1 }, wide);
    if (i % 5 === 2) return restock(admin, first.id, { quantity: 1 }, wide);
    const order = await placeOrder(
      buyer,
      anOrder(
        first === second
          ? [[first, 1]]
          : [
              [second, 1],
              [first, 1],
            ],
      ),
      api,
      wide,
    );
    await setOrderStatus(admin, order.id, "Cancelled", wide);
    return setOrderStatus(admin, order.id, i % 2 ? "Pending" : "Processing", wide);
  });
  expect(refusals(tries)).toEqual({});
  await expectStockRight();
});

test("64 cancels at once return the units once", async () => {
  const sweet = await aSweet({ quantity: 10 });
  const buyer = await aCustomer();
  const order = await placeOrder(buyer, anOrder([[sweet, 4]]), api);
  const tries = await atOnceBehind<unknown>(lockOf(sweet), 64, (i) =>
    i % 2 ? cancelOrder(buyer, order.id, wide) : setOrderStatus(admin, order.id, "Cancelled", wide),
  );
  expect(refusals(tries)).toEqual({});
  expect(await unitsOf(sweet.id)).toEqual({ free: 10, held: 0, sold: 0 });
  const [history] = await sql`select count(*)::int as rows from order_status_history where order_id = ${order.id}`;
  expect(history?.rows).toBe(2);
});

test("64 who take an order out of Cancelled at once take its units once", async () => {
  const sweet = await aSweet({ quantity: 10 });
  const order = await placeOrder(await aCustomer(), anOrder([[sweet, 4]]), api);
  await setOrderStatus(admin, order.id, "Cancelled");
  const tries = await atOnceBehind(lockOf(sweet), 64, () => setOrderStatus(admin, order.id, "Processing", wide));
  expect(refusals(tries)).toEqual({});
  expect(await unitsOf(sweet.id)).toEqual({ free: 6, held: 0, sold: 4 });
});

test("restocks at once all count", async () => {
  const sweet = await aSweet({ quantity: 0 });
  await atOnce(100, () => restock(admin, sweet.id, { quantity: 3 }, wide));
  expect(await quantityOf(sweet)).toBe(300);
});

describe("free units end at 1,00,000", () => {
  const full = (path: string) => ({
    code: "invalid",
    message: "Stock can be at most 1,00,000",
    errors: [{ path, message: "Stock can be at most 1,00,000" }],
  });

  test("for restocks and edits, each on the field that asked for more", async () => {
    const sweet = await aSweet({ quantity: 60_000 });
    expect(await refusal(restock(admin, sweet.id, { quantity: 60_000 }))).toEqual(full("quantity"));
    expect(await refusal(updateSweet(admin, sweet.id, { stock: 60_000, stockWas: 10_000 }))).toEqual(full("stock"));
    expect(await refusal(updateSweet(admin, sweet.id, { quantity: 41_000, stockWas: 0 }))).toEqual(full("quantity"));
    expect(await quantityOf(sweet)).toBe(60_000);
    expect((await restock(admin, sweet.id, { quantity: 40_000 })).quantity).toBe(100_000);
    expect(await refusal(restock(admin, sweet.id, { quantity: 1 }))).toEqual(full("quantity"));
  });

  test("for restocks and edits at once: together they stay below it", async () => {
    const sweet = await aSweet({ quantity: 99_950 });
    const tries = await atOnceBehind(lockOf(sweet), 40, (i) =>
      i % 10 === 0
        ? updateSweet(admin, sweet.id, { stock: 99_957, stockWas: 99_950 })
        : restock(admin, sweet.id, { quantity: 7 }, wide),
    );
    expect(refusals(tries)).toEqual({ invalid: 33 });
    expect(await quantityOf(sweet)).toBe(99_999);
  });

  test("but not for units that come back: from a hold that expired and from a cancelled order", async () => {
    const sweet = await aSweet({ quantity: 100_000 });
    const buyer = await aCustomer();
    await reserve(await aCustomer(), { productId: sweet.id, quantity: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 20]]), api);
    await restock(admin, sweet.id, { quantity: 30 });
    await expireHolds(sweet.id);
    await releaseExpiredHolds();
    expect(await quantityOf(sweet)).toBe(100_010);
    await cancelOrder(buyer, id);
    expect(await quantityOf(sweet)).toBe(100_030);
    // An edit that leaves the stock as it is, or takes some out, is no reason to refuse it.
    await updateSweet(admin, sweet.id, { price: 12, stock: 100_030, stockWas: 100_030 });
    await updateSweet(admin, sweet.id, { stock: 100_020, stockWas: 100_030 });
    expect(await refusal(restock(admin, sweet.id, { quantity: 1 }))).toEqual(full("quantity"));
    expect(await quantityOf(sweet)).toBe(100_020);
  });
});

test("a sale at the till answers what is there and is recorded as a completed order", async () => {
  const sweet = await aSweet({ quantity: 5, price: 12.5 });
  const till = await anAdmin();
  expect(await refusal(purchase(till, sweet.id, { quantity: 6 }))).toEqual({
    code: "insufficient_stock",
    message: "Purchase failed due to insufficient quantity",
    available: 5,
  });
  expect((await purchase(till, sweet.id, { quantity: 5 })).quantity).toBe(0);
  const orders = await sql`
    select o.status, o.channel, o.total, o.method, o.recipient_name, l.quantity, k.reason, k.delta
    from orders o join order_lines l on l.order_id = o.id join stock_ledger k on k.order_id = o.id where o.user_id = ${till.id}`;
  expect([...orders]).toEqual([
    {
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
