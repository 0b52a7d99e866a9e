// docs/behaviour.md#stock: what the owner's changes of a sweet mean for its plan: waste, restock, packs, deletion.
import { afterEach, expect, test, vi } from "vitest";
import { checkStock } from "@/db/check-stock";
import { writeDb } from "@/db/client";
import { reserve } from "@/lib/cart/commands";
import { deleteSweet, restock, throwAway, updateSweet } from "@/lib/catalogue/commands";
import { type UpdateSweetInput, updateSweetInput, wasteInput } from "@/lib/catalogue/schema";
import { addDays } from "@/lib/dates";
import { setDay } from "@/lib/plans/commands";
import { readPlan } from "@/lib/plans/queries";
import { expireHolds, refusal } from "../support/database";
import { aCustomer, anAdmin, aTray } from "../support/factories";
import { sql } from "../support/sql";
import { batch, dayOf, ledgerOf, planFor, promise, stockOf } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));
const [today, tomorrow] = ["2026-11-23", "2026-11-24"] as const;

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
  updateSweet(admin, sweet.id, updateSweetInput.parse({ stock }));
const waste = (sweet: { id: number }, quantity: number, reason = "Dried out") =>
  throwAway(admin, sweet.id, { quantity, reason });

test("what is thrown away leaves stock, with the reason, and never more than is free", async () => {
  const sweet = await aTray(10);
  expect((await waste(sweet, 2)).quantity).toBe(3);
  expect((await ledgerOf(sweet)).at(-1)).toEqual({ reason: "waste", delta: -4, day: null, note: "Dried out" });
  expect(await refusal(waste(sweet, 4))).toMatchObject({ code: "insufficient_stock", available: 3 });
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 3 });
  expect(await refusal(waste(sweet, 1))).toMatchObject({ code: "insufficient_stock", available: 0 });
  // A hold that has expired is free, whether its units have been given back or not.
  await expireHolds(sweet.id);
  expect((await waste(sweet, 3)).quantity).toBe(0);
  await deleteSweet(admin, sweet.id);
  expect(await refusal(waste(sweet, 1))).toMatchObject({ code: "not_found" });
  expect(await refusal(throwAway(await aCustomer(), sweet.id, { quantity: 1, reason: "-" }))).toMatchObject({
    code: "forbidden",
  });
});

test.each([
  [{ quantity: 0, reason: "Dried out" }, false],
  [{ quantity: 1, reason: " " }, false],
  [{ quantity: 1, reason: "x".repeat(201) }, false],
  [{ quantity: 1 }, false],
  [{ quantity: 1, reason: "x".repeat(200) }, true],
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
  await restock(admin, sweet.id, { quantity: 2 });
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
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 2 });
  const off = packs(250, [250, 500, 1000], 250);
  const list = (off.packs ?? []).map((pack) => ({ ...pack, active: pack.label !== "500 g" }));
  await updateSweet(admin, sweet.id, { ...off, packs: list });
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
  await deleteSweet(admin, sweet.id);
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
  await setDay(admin, { productId: sweet.id, day: addDays(today, 3), capacity: 12, force: false });
  await deleteSweet(admin, sweet.id);
  const days = await sql`select day::text, held, ordered from plan_days where sweet_id = ${sweet.id} order by day`;
  expect([...days]).toEqual([{ day: addDays(today, 2), held: 0, ordered: 4 }]);
  expect([...(await sql`select from plans where sweet_id = ${sweet.id}`)]).toEqual([]);
});

test("another unit counts the plan anew: week, capacity, held, ordered, made and short", async () => {
  const sweet = await aTray(10);
  await planFor(admin, sweet, 41);
  const later = addDays(today, 4);
  await setDay(admin, { productId: sweet.id, day: later, capacity: 9, force: false });
  await promise("held", sweet, 3, tomorrow);
  await promise("ordered", sweet, 2, tomorrow);
  // Today: 14 units are promised and 5 made; stock has 10 units of its own, of which the batch's shortage takes 9.
  await promise("ordered", sweet, 6, today);
  await promise("held", sweet, 1, today);
  await batch(sweet, today, 1);
  const before = await dayOf(sweet, today);
  expect(before).toMatchObject({ made: 1, ordered: 12, short: 1 });
  const recount = (unit: number, ...more: number[]) =>
    updateSweet(admin, sweet.id, packs(unit, [250, 500, 1000, ...more]));
  await recount(125, 125);
  expect((await readPlan(sweet.id, writeDb())).week).toMatchObject({ 1: 82, 7: 82 });
  expect(await dayOf(sweet, later)).toMatchObject({ capacity: 18 });
  expect(await dayOf(sweet, tomorrow)).toEqual({ capacity: 82, held: 12, ordered: 8, made: null, short: 0 });
  expect(await dayOf(sweet, today)).toMatchObject({ capacity: 82, held: 0, ordered: 24, made: 2, short: 2 });
  // And back, with a capacity that is odd meanwhile.
  await setDay(admin, { productId: sweet.id, day: later, capacity: 19, force: false });
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
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 2 });
  await promise("held", sweet, 2, today);
  await batch(sweet, today, 4);
  await updateSweet(admin, sweet.id, packs(125, [125, 250, 500, 1000]));
  expect(await dayOf(sweet, today)).toMatchObject({ held: 8, made: 8, short: 0 });
  expect(await stockOf(sweet)).toBe(0);
  // A batch that is no whole number of the larger unit refuses it.
  await batch(sweet, today, 1);
  const larger = packs(500, [500, 1000]);
  expect(await refusal(updateSweet(admin, sweet.id, larger))).toMatchObject({ code: "invalid" });
});
