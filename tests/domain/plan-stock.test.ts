// docs/behaviour.md#stock: what the owner's changes of a sweet mean for its plan: waste, restock, packs, deletion. docs/behaviour.md#reports:
// the report of what was promised, made, sold, thrown away and left.
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkStock } from "@/db/check-stock";
import { writeDb } from "@/db/client";
import { reserve } from "@/lib/cart/commands";
import { deleteSweet, restock, throwAway, updateSweet } from "@/lib/catalogue/commands";
import { type UpdateSweetInput, updateSweetInput, wasteInput } from "@/lib/catalogue/schema";
import { addDays } from "@/lib/dates";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { plansByDay, plansBySweet } from "@/lib/reports/plan-queries";
import { setDay } from "@/lib/stock/plan-commands";
import { readPlan } from "@/lib/stock/plan-queries";
import { expireHolds, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aTray } from "../support/factories";
import { pool, sql } from "../support/sql";
import { batch, dayOf, ledgerOf, planFor, promise, stockOf } from "./plan-world";

// Monday, 9:30 in India, years before the database's clock.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2020-03-02T04:00:00Z") }));
const [before, yesterday, today, tomorrow] = ["2020-02-29", "2020-03-01", "2020-03-02", "2020-03-03"];

const admin = await anAdmin();
afterEach(async () => {
  expect((await checkStock(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
});

const packs = (unit: number, grams: number[], isDefault = 500): UpdateSweetInput =>
  updateSweetInput.parse({
    packs: grams.map((grams) => ({
      ...{ label: grams === 1000 ? "1 kg" : `${grams} g`, grams, units: grams / unit },
      ...{ price: grams, isDefault: grams === isDefault },
    })),
  });
const stocked = (sweet: { id: number }, stock: number) =>
  updateSweet(admin, sweet.id, updateSweetInput.parse({ stock }), null, pool);
const waste = (sweet: { id: number }, quantity: number, reason = "Dried out") =>
  throwAway(admin, sweet.id, { quantity, reason }, pool);

test("what is thrown away leaves stock, with the reason, and never more than is free", async () => {
  const sweet = await aTray(10);
  expect((await waste(sweet, 2)).quantity).toBe(3);
  expect((await ledgerOf(sweet)).at(-1)).toEqual({ reason: "waste", delta: -4, day: null, note: "Dried out" });
  expect(await refusal(waste(sweet, 4))).toMatchObject({ code: "insufficient_stock", available: 3 });
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 3 }, pool);
  expect(await refusal(waste(sweet, 1))).toMatchObject({ code: "insufficient_stock", available: 0 });
  const units = (count: number) => throwAway(admin, sweet.id, { units: count, reason: "Fell" }, pool);
  expect(await refusal(units(1))).toMatchObject({ code: "insufficient_stock", message: "Only 0 kg in stock." });
  // A hold that has expired is free, whether its units have been given back or not.
  await expireHolds(sweet.id);
  expect((await units(1)).quantity).toBe(2);
  expect((await ledgerOf(sweet)).at(-1)).toMatchObject({ reason: "waste", delta: -1 });
  await restock(admin, sweet.id, { ...sweet.small, quantity: 1 }, pool);
  expect((await waste(sweet, 3)).quantity).toBe(0);
  await deleteSweet(admin, sweet.id, pool);
  expect(await refusal(waste(sweet, 1))).toMatchObject({ code: "not_found" });
});

test.each([
  [{ quantity: 0, reason: "Dried out" }, false],
  [{ quantity: 1, reason: " " }, false],
  [{ quantity: 1, reason: "x".repeat(201) }, false],
  [{ quantity: 1 }, false],
  [{ quantity: 1, reason: "x".repeat(200) }, true],
  [{ units: 1, reason: "Fell" }, true],
  [{ units: 1, quantity: 1, reason: "Fell" }, false],
  [{ reason: "Fell" }, false],
])("%j", (input, valid) => {
  expect(wasteInput.safeParse(input).success).toBe(valid);
});

test("a restock and a correction upwards first fill what is short, the earliest day first", async () => {
  const sweet = await aTray(0);
  await planFor(admin, sweet, 40);
  for (const [day, packs] of [
    [today, 3],
    [tomorrow, 4],
  ] as const) {
    await promise("ordered", sweet, packs, day);
    await batch(sweet, day, 2);
  }
  const shorts = async () => [(await dayOf(sweet, today))?.short, (await dayOf(sweet, tomorrow))?.short];
  // 4 units were made for 14 that are promised; tomorrow's batch filled what was short today first.
  expect([await stockOf(sweet), ...(await shorts())]).toEqual([0, 2, 8]);
  await restock(admin, sweet.id, { quantity: 2 }, pool);
  expect([await stockOf(sweet), ...(await shorts())]).toEqual([0, 0, 6]);
  await stocked(sweet, 4);
  expect([await stockOf(sweet), ...(await shorts())]).toEqual([2, 0, 0]);
  await stocked(sweet, 0);
  expect(await stockOf(sweet)).toBe(0);
});

test("a pack that is switched off gives its holds back to the plan of their day", async () => {
  const sweet = await aTray(8);
  await planFor(admin, sweet, 40);
  await promise("held", sweet, 3, tomorrow);
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 2 }, pool);
  const off = packs(250, [250, 500, 1000], 250);
  const list = (off.packs ?? []).map((pack) => ({ ...pack, active: pack.label !== "500 g" }));
  await updateSweet(admin, sweet.id, { ...off, packs: list }, null, pool);
  expect([await stockOf(sweet), (await dayOf(sweet, tomorrow))?.held]).toEqual([8, 0]);
});

test("holds of a closed day come back into stock, where what is short gets them", async () => {
  const sweet = await aTray(0);
  await planFor(admin, sweet, 40);
  await promise("ordered", sweet, 2, tomorrow);
  const today3 = await promise("held", sweet, 3, today);
  await batch(sweet, today, 6);
  await batch(sweet, tomorrow, 1);
  expect([await dayOf(sweet, today), await dayOf(sweet, tomorrow)]).toMatchObject([
    { held: 6, short: 0 },
    { ordered: 4, short: 3 },
  ]);
  await deleteSweet(admin, sweet.id, pool);
  expect([await stockOf(sweet), await dayOf(sweet, today), await dayOf(sweet, tomorrow)]).toMatchObject([
    3,
    { held: 0, short: 0 },
    { ordered: 4, short: 0 },
  ]);
  const [line] = await sql`select quantity, held from cart_lines where cart_id = ${today3}`;
  expect(line).toMatchObject({ quantity: 3, held: 0 });
});

test("deleting a sweet ends its plan: days with promises stay, others go", async () => {
  const sweet = await aTray(0);
  await planFor(admin, sweet, 40);
  await promise("held", sweet, 3, tomorrow);
  await promise("ordered", sweet, 2, addDays(today, 2));
  await setDay(admin, { productId: sweet.id, day: addDays(today, 3), capacity: 12, force: false }, pool);
  await deleteSweet(admin, sweet.id, pool);
  const days = await sql`select day::text, held, ordered from plan_days where sweet_id = ${sweet.id} order by day`;
  expect([...days]).toEqual([{ day: addDays(today, 2), held: 0, ordered: 4 }]);
  expect([...(await sql`select from plans where sweet_id = ${sweet.id}`)]).toEqual([]);
});

test("another unit counts the plan anew: week, capacity, held, ordered, made and short", async () => {
  const sweet = await aTray(10);
  await planFor(admin, sweet, 41);
  const later = addDays(today, 4);
  await setDay(admin, { productId: sweet.id, day: later, capacity: 9, force: false }, pool);
  await promise("held", sweet, 3, tomorrow);
  await promise("ordered", sweet, 2, tomorrow);
  // Today: 14 units are promised and 5 made; stock has 10 units of its own, of which the batch's shortage takes 9.
  await promise("ordered", sweet, 6, today);
  await promise("held", sweet, 1, today);
  await batch(sweet, today, 1);
  expect(await dayOf(sweet, today)).toMatchObject({ made: 1, ordered: 12, short: 1 });
  const recount = (unit: number, ...more: number[]) =>
    updateSweet(admin, sweet.id, packs(unit, [250, 500, 1000, ...more]), null, pool);
  await recount(125, 125);
  expect((await readPlan(sweet.id, writeDb())).week).toMatchObject({ 1: 82, 7: 82 });
  expect(await dayOf(sweet, later)).toMatchObject({ capacity: 18 });
  expect(await dayOf(sweet, tomorrow)).toEqual({ capacity: 82, held: 12, ordered: 8, made: null, short: 0 });
  expect(await dayOf(sweet, today)).toMatchObject({ capacity: 82, held: 0, ordered: 24, made: 2, short: 2 });
  // And back, with a capacity that is odd meanwhile.
  await setDay(admin, { productId: sweet.id, day: later, capacity: 19, force: false }, pool);
  await recount(250);
  expect((await readPlan(sweet.id, writeDb())).week).toMatchObject({ 1: 41, 7: 41 });
  expect(await dayOf(sweet, later)).toMatchObject({ capacity: 9 });
  expect(await dayOf(sweet, tomorrow)).toEqual({ capacity: 41, held: 6, ordered: 4, made: null, short: 0 });
  expect(await dayOf(sweet, today)).toMatchObject({ capacity: 41, ordered: 12, made: 1, short: 1 });
  expect(await stockOf(sweet)).toBe(0);
});

test("another unit counts holds from stock and set-aside units anew, with nothing free", async () => {
  const sweet = await aTray(4);
  await planFor(admin, sweet, 40);
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 2 }, pool);
  await promise("held", sweet, 2, today);
  await batch(sweet, today, 4);
  await updateSweet(admin, sweet.id, packs(125, [125, 250, 500, 1000]), null, pool);
  expect(await dayOf(sweet, today)).toMatchObject({ held: 8, made: 8, short: 0 });
  expect(await stockOf(sweet)).toBe(0);
  // A batch that is no whole number of the larger unit refuses it.
  await batch(sweet, today, 1);
  const larger = packs(500, [500, 1000]);
  expect(await refusal(updateSweet(admin, sweet.id, larger, null, pool))).toMatchObject({ code: "invalid" });
});

describe("the report", () => {
  const report = async (sweet: { id: number }, from = today, to = from) =>
    (await plansByDay(admin, { from, to }))
      .filter(({ productId }) => productId === sweet.id)
      .map(({ productId: _, name: __, unitGrams: ___, ...row }) => row);
  /** Moves what the ledger has got by the database's clock since the last call to a day. */
  const recordedOn = (day: string) =>
    sql`update stock_ledger set at = (${day} || 'T12:00+05:30')::timestamptz where at > '2021-01-01'`;

  test("promised, made, sold from plan and stock, thrown away and left, day by day", async () => {
    const sweet = await aSweet({ quantity: 30 });
    await planFor(admin, sweet, 20);
    await promise("ordered", sweet, 6, yesterday);
    await batch(sweet, yesterday, 9);
    await throwAway(admin, sweet.id, { quantity: 2, reason: "Dried out" }, pool);
    // From stock: 4 ordered, of which 1 is cancelled, and 3 at the till.
    await placeOrder(await aCustomer(), anOrder([[sweet, 3]]), { channel: "web" }, pool);
    const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]]), { channel: "web" }, pool);
    await setOrderStatus(admin, id, "Cancelled", pool);
    await purchase(admin, sweet.id, { quantity: 3, payment: "cash" }, pool);
    await recordedOn(yesterday);
    await promise("ordered", sweet, 5, today);
    await promise("held", sweet, 2, today);
    await restock(admin, sweet.id, { quantity: 10 }, pool);
    await recordedOn(today);
    expect(await report(sweet, yesterday, tomorrow)).toEqual([
      { day: yesterday, promised: 6, made: 9, sold: 12, wasted: 2, left: 25 },
      { day: today, promised: 7, made: 0, sold: 5, wasted: 0, left: 35 },
      { day: tomorrow, promised: 0, made: 0, sold: 0, wasted: 0, left: 35 },
    ]);
    // What moved after the last day is not in its stock.
    expect(await report(sweet, yesterday)).toEqual([
      { day: yesterday, promised: 6, made: 9, sold: 12, wasted: 2, left: 25 },
    ]);
    // Before there was anything.
    expect(await report(sweet, before)).toMatchObject([{ sold: 0, left: 0 }]);
    const totals = await plansBySweet(admin, { from: yesterday, to: tomorrow });
    expect(totals.find(({ productId }) => productId === sweet.id)).toMatchObject({
      ...{ promised: 13, made: 9, sold: 17, wasted: 2, left: 35 },
    });
  });

  test("a batch of today sets aside what is promised; what is ordered then counts for the day, once", async () => {
    const sweet = await aSweet({ quantity: 0 });
    await planFor(admin, sweet, 20);
    await promise("ordered", sweet, 5, today);
    await batch(sweet, today, 8);
    await promise("ordered", sweet, 2, today);
    await recordedOn(today);
    expect(await report(sweet)).toEqual([{ day: today, promised: 7, made: 8, sold: 7, wasted: 0, left: 1 }]);
  });

  test("sweets without a plan are in it on days on which something was thrown away", async () => {
    const [thrown, kept] = [await aSweet(), await aSweet()];
    await throwAway(admin, thrown.id, { quantity: 4, reason: "Fell down" }, pool);
    await recordedOn(today);
    expect(await report(thrown, yesterday, tomorrow)).toEqual([
      { day: today, promised: 0, made: 0, sold: 0, wasted: 4, left: 6 },
    ]);
    expect(await report(kept, yesterday, tomorrow)).toEqual([]);
    const ids = (await plansBySweet(admin, { from: yesterday, to: tomorrow })).map(({ productId }) => productId);
    expect([ids.includes(thrown.id), ids.includes(kept.id)]).toEqual([true, false]);
  });

  test("days in order, sweets by name, a week from today unless asked otherwise", async () => {
    const names = ["zeera peda", "Anjeer roll"];
    for (const name of names) await planFor(admin, await aSweet({ name }), 5);
    const rows = (await plansByDay(admin, {})).filter(({ name }) => names.includes(name));
    expect(rows.map(({ day, name }) => `${day} ${name}`)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].flatMap((day) => ["Anjeer roll", "zeera peda"].map((name) => `2020-03-0${day} ${name}`)),
    );
    const sweets = (await plansBySweet(admin, {})).filter(({ name }) => names.includes(name));
    expect(sweets.map(({ name }) => name)).toEqual(names.toReversed());
  });
});
