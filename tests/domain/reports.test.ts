// Reports: the figures are the sum of the orders, by Asia/Kolkata days.
import { afterAll, beforeAll, expect, test } from "vitest";
import { driver, type Executor, writeDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { createSweet } from "@/lib/catalogue/commands";
import { createSweetInput } from "@/lib/catalogue/schema";
import { setShopTime } from "@/lib/clock";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { salesByDay, stats, topProducts } from "@/lib/reports/queries";
import { rangeName, salesQuery } from "@/lib/reports/schema";
import { expectStockRight } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  [admin, buyer] = [await anAdmin(), await aCustomer()];
});
afterAll(() => expectStockRight());

/** An order that was placed at a moment of PostgreSQL's, such as "now()". */
async function orderAt(at: string, price: number, status?: "Cancelled" | "Completed", db: Executor = writeDb()) {
  const sweet = await aSweet({ price, quantity: 5 });
  const { id } = await placeOrder(buyer, anOrder([[sweet, 1]]), { channel: "api" }, db);
  await driver(db).unsafe(`update orders set created_at = ${at} where id = ${id}`);
  if (status) await setOrderStatus(admin, id, status, db);
  return id;
}

/** Does `work` in one transaction, for which PostgreSQL's clock and the shop's stand still: no midnight is between an order and its report. */
const atOneMoment = (work: (db: Executor) => Promise<void>) =>
  writeDb().transaction(async (db) => {
    const [at] = await driver(db)`select now() as now`;
    setShopTime(new Date(String(at?.now)));
    await work(db).finally(() => setShopTime(undefined));
  });

const salesOf = (from: string, to: string) => salesByDay(admin, salesQuery.parse({ from, to }));

test("an order belongs to the day that it was in India", async () => {
  await orderAt("'2024-03-09T18:29:59.999Z'", 1.01); // 23:59:59.999 on the 9th
  await orderAt("'2024-03-09T18:30:00.000Z'", 10.1); // midnight of the 10th
  await orderAt("'2024-03-10T18:29:59.999Z'", 100.5, "Completed");
  await orderAt("'2024-03-10T18:30:00.000Z'", 1000); // midnight of the 11th
  await orderAt("'2024-03-10T12:00:00.000Z'", 5000, "Cancelled");
  expect(await salesOf("2024-03-08", "2024-03-12")).toEqual([
    { date: "2024-03-08", revenue: 0 },
    { date: "2024-03-09", revenue: 1.01 },
    { date: "2024-03-10", revenue: 110.6 },
    { date: "2024-03-11", revenue: 1000 },
    { date: "2024-03-12", revenue: 0 },
  ]);
  expect(await salesOf("2024-03-10", "2024-03-10")).toEqual([{ date: "2024-03-10", revenue: 110.6 }]);
});

test("7, 30 and 90 days end today in India, zero days shown, and are the sum of the orders", () =>
  atOneMoment(async (db) => {
    const spans = ["7", "30", "90"];
    const rowsOf = () => Promise.all(spans.map((days) => salesByDay(admin, salesQuery.parse({ days }), db)));
    const sumsOf = (spans: Awaited<ReturnType<typeof rowsOf>>) =>
      spans.map((rows) => rows.reduce((all, { revenue }) => all + revenue, 0));
    const [before7 = 0, before30 = 0, before90 = 0] = sumsOf(await rowsOf());
    await orderAt("now()", 250, undefined, db);
    await orderAt("now() - interval '20 days'", 30, undefined, db);
    const [today] = await driver(db)`select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day`;
    const rows = await rowsOf();
    expect(rows.map((days) => [days.length, days.at(-1)?.date])).toEqual(spans.map((days) => [+days, today?.day]));
    expect(sumsOf(rows)).toEqual([before7 + 250, before30 + 280, before90 + 280]);
    // Today is the shop's, whatever PostgreSQL's clock says.
    setShopTime(new Date("2031-03-05T18:30:00Z"));
    expect((await salesByDay(admin, salesQuery.parse({ days: "7" }), db)).at(-1)?.date).toBe("2031-03-06");
    expect(rangeName({ days: 7 })).toBe("7-days-to-2031-03-06");
    expect((await dashboardSummary(admin, db)).revenueToday).toBe(0);
  }));

test("a range is at most 366 days, in order, and not mixed with days", () => {
  expect(salesQuery.safeParse({ from: "2024-01-01", to: "2024-12-31" }).success).toBe(true);
  for (const wrong of [
    { from: "2024-01-01", to: "2025-01-01" },
    { from: "2024-01-02", to: "2024-01-01" },
    { from: "2024-01-01" },
    { days: "30", from: "2024-01-01", to: "2024-01-02" },
    { days: "31" },
    { from: "2024-02-30", to: "2024-03-01" },
  ])
    expect(salesQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
});

test("cancelled orders count as orders and not as sales; a sale over the counter counts as both", async () => {
  const before = await stats(admin);
  const id = await orderAt("now()", 400);
  const sweet = await aSweet({ price: 60, quantity: 10_000 });
  await purchase(buyer, sweet.id, { quantity: 9_999 }, pool);
  await setOrderStatus(admin, id, "Cancelled", pool);
  const after = await stats(admin);
  expect(after.totalOrders).toBe(before.totalOrders + 2);
  expect(after.totalSales).toBeCloseTo(before.totalSales + 9_999 * 60, 2);
  const top = await topProducts(admin, 100);
  expect(top[0]).toEqual(after.topProduct);
  const sold = { productId: sweet.id, name: sweet.name, totalQuantity: 9_999, kilograms: null };
  expect(top.find(({ productId }) => productId === sweet.id)).toEqual(sold);
});

test("packs of different sizes: sales and weights come and go with the order, revenue stays that of the orders", async () => {
  const sweet = await createSweet(
    admin,
    createSweetInput.parse({
      name: "Kaju Katli",
      category: "Traditional Sweets",
      description: "Cashew and silver.",
      price: 380,
      quantity: 50_000,
      packs: [
        { label: "250 g", grams: 250, units: 1, price: 200 },
        { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
        { label: "Tin", units: 3, price: 700 },
      ],
    }),
    null,
    pool,
  );
  const [small, half, tin] = sweet.packs.map(({ id }) => id);
  const sold = async () => {
    const [{ totalQuantity, kilograms } = {}] = await topProducts(admin, 1);
    return [totalQuantity, kilograms];
  };
  const sales = async () => (await salesByDay(admin, { days: 7 })).reduce((sum, { revenue }) => sum + revenue, 0);
  // More packs than of any other sweet of this file.
  await purchase(buyer, sweet.id, { quantity: 15_000, packId: small }, pool);
  expect(await sold()).toEqual([15_000, 3750]);
  const before = await sales();
  const items = [
    { productId: sweet.id, packId: small, quantity: 3 },
    { productId: sweet.id, quantity: 2 },
    { productId: sweet.id, packId: tin, quantity: 5 },
  ];
  const { id } = await placeOrder(buyer, { ...anOrder([[sweet, 1]]), items, giftWrap: true }, { channel: "api" }, pool);
  const total = 3 * 200 + 2 * 380 + 5 * 700 + 50;
  expect([await sold(), await sales()]).toEqual([[15_010, 3751.75], before + total]);
  await setOrderStatus(admin, id, "Cancelled", pool);
  expect([await sold(), await sales()]).toEqual([[15_000, 3750], before]);
  // What a pack weighs is decided when it is ordered, so that the same comes back.
  await sql`update packs set grams = 400 where id = ${half as number}`;
  await setOrderStatus(admin, id, "Processing", pool);
  expect([await sold(), await sales()]).toEqual([[15_010, 3751.75], before + total]);
  await purchase(buyer, sweet.id, { quantity: 1 }, pool);
  await purchase(buyer, sweet.id, { quantity: 1, packId: tin }, pool);
  expect([await sold(), await sales()]).toEqual([[15_012, 3752.15], before + total + 380 + 700]);
  expect((await stats(admin)).topProduct).toMatchObject({ totalQuantity: 15_012, kilograms: 3752.15 });
});

test("the dashboard compares today with the same weekday before, by this time and in all", () =>
  atOneMoment(async (db) => {
    const before = await dashboardSummary(admin, db);
    const midnight = (days: number) =>
      `date_trunc('day', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata' - interval '${days} days'`;
    await orderAt(midnight(7), 10, undefined, db);
    await orderAt(`${midnight(6)} - interval '1 millisecond'`, 200, undefined, db);
    await orderAt("now()", 3000, undefined, db);
    const now = await dashboardSummary(admin, db);
    expect(now.revenueToday - before.revenueToday).toBeCloseTo(3000, 2);
    expect(now.lastWeek.total - before.lastWeek.total).toBeCloseTo(210, 2);
    expect(now.lastWeek.byNow - before.lastWeek.byNow).toBeCloseTo(10, 2);
    expect(now.pending).toBe(before.pending + 3);
  }));

test("the dashboard names the sweets that run out, sold out ones first", async () => {
  const [low, out] = [await aSweet({ quantity: 4 }), await aSweet({ quantity: 0 })];
  await aSweet({ quantity: 5 });
  const before = await dashboardSummary(admin);
  expect(before.runningOut[0]?.quantity).toBe(0);
  await sql`update sweets set deleted_at = now() where id = ${out.id}`;
  const after = await dashboardSummary(admin);
  expect(after.out).toBe(before.out - 1);
  expect(after.low).toBe(before.low);
  await sql`update sweets set deleted_at = now() where id = ${low.id}`;
  expect((await dashboardSummary(admin)).low).toBe(before.low - 1);
});
