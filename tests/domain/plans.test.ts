// docs/behaviour.md#plans: what a day can promise, the owner's numbers, and the batches that close a day. What batches leave of stock and promises
// is in plans-days.test.ts, and at random in plans-property.test.ts.
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { writeDb } from "@/db/client";
import { daysOfSweet } from "@/lib/catalogue/for-day";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { addDays } from "@/lib/dates";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { defaultSettings } from "@/lib/settings/defaults";
import type { Festival } from "@/lib/settings/schema";
import { enterBatch } from "@/lib/stock/batch-commands";
import { loadPlans } from "@/lib/stock/load-plans";
import { endPlan, savePlan, setDay, setDays } from "@/lib/stock/plan-commands";
import { readPlans } from "@/lib/stock/plan-queries";
import { availableUnits, dayOf, daysServing, openingOf } from "@/lib/stock/plan-rules";
import { madeInput } from "@/lib/stock/plan-schema";
import { expectStockRight, refusal } from "../support/database";
import { anAdmin, aSweet } from "../support/factories";
import { saveWindows } from "../support/settings";
import { pool, sql } from "../support/sql";
import { aPlanned, batch, ledgerOf, planFor, promise, stockOf, weekOf } from "./plan-world";

// A Monday. The default settings have windows on every day, and 7 or more days that can be booked.
const TODAY = "2027-03-01";
const day = (days: number) => addDays(TODAY, days);
const at = (time: string, on = TODAY) => new Date(`${on}T${time}+05:30`);
const NOW = at("09:00");
vi.mock("@/lib/clock", () => ({ shopNow: () => NOW }));

let sweet: SweetWithPicture;
const admin = await anAdmin();
beforeEach(async () => {
  sweet = await aSweet({ quantity: 0 });
});
afterAll(() => expectStockRight());

const packsOf = (grams: number) => [{ label: `${grams} g`, grams, units: 1, price: 100, isDefault: true }];
const plan = (units = 10, orderBy = { days: 1, time: "20:00" }, force = false) =>
  savePlan(admin, sweet.id, { week: weekOf(units), orderBy, force }, pool);
const set = (on: string, capacity: number | null, force = false) =>
  setDay(admin, { productId: sweet.id, day: on, capacity, force }, pool);
const ordered = (units: number, on = TODAY) => promise("ordered", sweet, units, on);
const held = (units: number, on = TODAY) => promise("held", sweet, units, on);
const made = (units: number, on = TODAY) => batch(sweet, on, units);
const stock = () => stockOf(sweet);
const loaded = async () =>
  (await loadPlans(writeDb(), [sweet.id], day(-5), day(400))).get(sweet.id) ?? {
    sweetId: sweet.id,
    plan: null,
    days: new Map(),
  };
const stored = async (on = TODAY) => dayOf(await loaded(), on);
const ownPlan = async (span: { from?: string; to?: string }) =>
  (await readPlans(admin, span)).find(({ productId }) => productId === sweet.id);

describe("the owner's numbers", () => {
  test("a week, and days with numbers of their own, which stay when the week changes", async () => {
    const row = await plan(10);
    expect(row).toMatchObject({ productId: sweet.id, week: weekOf(10), orderBy: { days: 1, time: "20:00" } });
    expect(row.days.map(({ capacity, own }) => [capacity, own])).toEqual(Array(7).fill([10, false]));
    expect(await set(day(2), 25)).toMatchObject({ day: day(2), capacity: 25, own: true });
    expect(await set(day(3), 0)).toMatchObject({ capacity: 0, own: true });
    await ordered(4, day(4));
    const { days } = await plan(12);
    expect(days.map(({ capacity }) => capacity)).toEqual([12, 12, 25, 0, 12, 12, 12]);
    expect(await set(day(2), null)).toMatchObject({ capacity: 12, own: false });
    expect(await ownPlan({ from: day(2), to: day(2) })).toMatchObject({
      days: [{ day: day(2), capacity: 12, held: 0, ordered: 0, made: null, short: 0, shortOrders: [] }],
    });
  });

  test("each weekday has its number", async () => {
    await savePlan(
      admin,
      sweet.id,
      {
        ...{ week: weekOf(1, 2, 3, 4, 5, 6, 7), orderBy: { days: 0, time: "09:00" }, force: false },
      },
      pool,
    );
    const row = await ownPlan({ from: "2027-03-06", to: "2027-03-08" });
    expect(row?.days.map(({ capacity }) => capacity)).toEqual([6, 7, 1]);
  });

  test("below what is promised only with force, and then nothing more is promised", async () => {
    await plan(10);
    await ordered(6, day(3));
    await held(2, day(3));
    expect(await refusal(set(day(3), 7))).toMatchObject({
      code: "below_promised",
      message: "More is promised than that. Thu 4 Mar: 8 pieces are promised.",
      promised: 8,
      days: [{ productId: sweet.id, day: day(3), promised: 8 }],
    });
    expect(await set(day(3), 8)).toMatchObject({ capacity: 8 });
    expect(await set(day(3), 5, true)).toMatchObject({ capacity: 5, held: 2, ordered: 6 });
    expect(availableUnits(await loaded(), day(3), defaultSettings, NOW)).toBe(0);
    // Raised, but not over what is promised: that asks nothing. Lowered again, it asks.
    expect(await set(day(3), 6)).toMatchObject({ capacity: 6 });
    expect(await refusal(set(day(3), 5))).toMatchObject({ code: "below_promised" });
    expect((await stored(day(3))).above).toBe(2);
    expect(await set(day(3), 20)).toMatchObject({ capacity: 20 });
    expect(await stored(day(3))).toMatchObject({ above: 0 });
    // The week likewise, with the days on which more is promised.
    await set(day(3), null);
    expect(await refusal(plan(7))).toMatchObject({ code: "below_promised", days: [{ day: day(3), promised: 8 }] });
    expect((await plan(7, undefined, true)).days[3]).toMatchObject({ capacity: 7, own: false });
    expect(await stored(day(3))).toMatchObject({ above: 1 });
    // Back to the week likewise.
    await set(day(3), 12);
    expect(await refusal(set(day(3), null))).toMatchObject({ promised: 8 });
    expect(await set(day(3), null, true)).toMatchObject({ capacity: 7 });
  });

  test("several days at once: all or none", async () => {
    await plan(10);
    await ordered(6, day(3));
    const save = (capacity: number, force = false) =>
      setDays(
        admin,
        [day(2), day(3)].map((one) => ({ productId: sweet.id, day: one, capacity })),
        force,
        pool,
      );
    expect(await refusal(save(4))).toMatchObject({ code: "below_promised", days: [{ day: day(3) }] });
    expect((await stored(day(2))).capacity).toBe(10);
    expect(await save(4, true)).toMatchObject([
      { productId: sweet.id, day: day(2), capacity: 4, own: true, ordered: 0 },
      { productId: sweet.id, day: day(3), capacity: 4, own: true, ordered: 6 },
    ]);
    const other = await aSweet();
    const mixed = [sweet, other].map(({ id }) => ({ productId: id, day: day(2), capacity: 9 }));
    expect(await refusal(setDays(admin, mixed, false, pool))).toMatchObject({ code: "not_found" });
    expect((await stored(day(2))).capacity).toBe(4);
  });

  test("a day whose own number is another one than what is said to be replaced stays, and the others are saved", async () => {
    await plan(10);
    await ordered(6, day(3));
    await set(day(3), 8);
    const save = (capacity: number | null, ...from: (number | null)[]) =>
      setDays(
        admin,
        from.map((own, i) => ({ productId: sweet.id, day: day(2 + i), capacity, from: own })),
        false,
        pool,
      );
    // The day that stays is not lowered, so it is not asked about.
    expect(await save(4, null, null)).toMatchObject([
      { day: day(2), capacity: 4, own: true },
      { day: day(3), capacity: 8, own: true, ordered: 6 },
    ]);
    expect(await save(null, 10)).toMatchObject([{ capacity: 4, own: true }]);
    expect(await save(null, 4)).toMatchObject([{ capacity: 10, own: false }]);
    expect(await refusal(save(4, null, 8))).toMatchObject({ code: "below_promised", days: [{ day: day(3) }] });
  });

  test("seven hundred days at once", async () => {
    await plan(10);
    const numbers = Array.from({ length: 700 }, (_, i) => ({ productId: sweet.id, day: day(i), capacity: i }));
    expect(await setDays(admin, numbers, false, pool)).toHaveLength(700);
    expect((await stored(day(399))).capacity).toBe(399);
  });

  test("not for a day that is over or far away, nor for a sweet that is not planned or not there", async () => {
    expect(await refusal(set(day(1), 5))).toMatchObject({ code: "not_found" });
    await plan(10);
    expect(await refusal(set(day(-1), 5))).toMatchObject({ code: "invalid", message: "This day is over." });
    expect(await refusal(set(day(731), 5))).toMatchObject({ code: "invalid", message: "This day is too far away." });
    expect(await set(day(730), 5)).toMatchObject({ capacity: 5 });
    const nothing = { productId: 2_000_000_000, day: day(1), capacity: 5 };
    expect(await refusal(setDays(admin, [nothing], false, pool))).toMatchObject({ code: "not_found" });
  });

  test("planning ends when no coming day has promises; what has a batch stays, and what follows is sold from stock", async () => {
    expect(await refusal(endPlan(admin, sweet.id, pool))).toMatchObject({ code: "not_found" });
    await plan(10);
    await set(day(5), 3);
    const order = await ordered(6, day(3));
    expect(await refusal(endPlan(admin, sweet.id, pool))).toMatchObject({
      code: "below_promised",
      days: [{ day: day(3), promised: 6 }],
    });
    await made(5);
    await setOrderStatus(admin, order, "Cancelled", pool);
    await endPlan(admin, sweet.id, pool);
    const { plan: left, days } = await loaded();
    expect([left, [...days.keys()]]).toEqual([null, [TODAY]]);
    expect(await daysOfSweet(sweet.id, {})).toEqual([]);
    expect(await ownPlan({})).toMatchObject({ week: null, orderBy: null });
    // A further batch of the day is still entered.
    expect(await made(2)).toMatchObject({ made: 7 });
  });
});

describe("open days", () => {
  const open = async (on: string, now: Date, festivals: Festival[] = []) =>
    openingOf(await loaded(), on, { ...defaultSettings, festivals }, now);
  const festival = (over: Partial<Festival> = {}): Festival => ({
    slug: "holi",
    name: "Holi",
    text: null,
    days: [day(3), day(60)],
    opensAt: at("10:00").toISOString(),
    closesAt: at("18:00", day(1)).toISOString(),
    sweets: [sweet.id],
    ...over,
  });

  test("until the order-by time, to the minute", async () => {
    await plan(10);
    const until = at("20:00", day(1)).getTime();
    expect(await open(day(2), at("19:59:59", day(1)))).toEqual({ state: "open", orderBy: until });
    expect(await open(day(2), at("20:00", day(1)))).toEqual({ state: "closed", at: until });
    expect(await open(TODAY, NOW)).toMatchObject({ state: "closed" });
  });

  test("today with 0 days before; yesterday never", async () => {
    await plan(10, { days: 0, time: "11:00" });
    expect((await open(TODAY, at("10:59"))).state).toBe("open");
    expect((await open(TODAY, at("11:00"))).state).toBe("closed");
    expect((await open(day(-1), at("08:00"))).state).toBe("not bookable");
  });

  test("only days that can be booked and have windows", async () => {
    await plan(10);
    const { bookableDays } = defaultSettings.windows;
    expect((await open(day(bookableDays - 1), NOW)).state).toBe("open");
    expect((await open(day(bookableDays), NOW)).state).toBe("not bookable");
    const windows = { ...defaultSettings.windows, dates: [{ date: day(2), windows: [] }] };
    expect(openingOf(await loaded(), day(2), { windows, festivals: [] }, NOW).state).toBe("not bookable");
  });

  test("a festival opens and closes its days for its sweets, beyond the usual span too", async () => {
    await plan(10);
    const one = [festival()];
    const [opens, closes] = [at("10:00").getTime(), at("18:00", day(1)).getTime()];
    expect(await open(day(60), at("09:59"), one)).toEqual({ state: "before", at: opens });
    expect(await open(day(60), at("10:00"), one)).toEqual({ state: "open", orderBy: closes });
    expect(await open(day(60), at("18:00", day(1)), one)).toEqual({ state: "closed", at: closes });
    // Not for other sweets, nor on other days.
    expect((await open(day(60), at("10:00"), [festival({ sweets: [1] })])).state).toBe("not bookable");
    expect((await open(day(4), at("09:00"), one)).state).toBe("open");
    // A near day follows it too, and of two festivals one that is open is enough.
    expect(await open(day(3), at("09:00"), one)).toEqual({ state: "before", at: opens });
    const other = festival({ slug: "other", opensAt: at("00:00").toISOString(), closesAt: at("09:30").toISOString() });
    expect((await open(day(3), at("09:00"), [...one, other])).state).toBe("open");
    expect(await open(day(3), at("09:40"), [...one, other])).toEqual({ state: "before", at: opens });
    // The order-by time counts where it is earlier.
    const long = [festival({ closesAt: at("23:00", day(3)).toISOString() })];
    expect(await open(day(3), at("12:00"), long)).toEqual({ state: "open", orderBy: at("20:00", day(2)).getTime() });
  });

  test("days of a sweet: open ones with a capacity, full ones with 0, in default packs", async () => {
    expect(await daysOfSweet(sweet.id, {})).toEqual([]);
    await plan(10);
    await set(day(2), 0);
    await ordered(10, day(3));
    await ordered(4, day(4));
    const days = await daysOfSweet(sweet.id, { to: day(4) });
    expect(days).toEqual([
      { day: day(1), available: 10, orderBy: at("20:00").toISOString() },
      { day: day(3), available: 0, orderBy: at("20:00", day(2)).toISOString() },
      { day: day(4), available: 6, orderBy: at("20:00", day(3)).toISOString() },
    ]);
    await sql`update packs set units = 4 where sweet_id = ${sweet.id}`;
    expect((await daysOfSweet(sweet.id, { from: day(4), to: day(4) }))[0]?.available).toBe(1);
    await sql`update packs set units = 1 where sweet_id = ${sweet.id}`;
    expect(await refusal(daysOfSweet(2_000_000_000, {}))).toMatchObject({ code: "not_found" });
  });

  test("which days serve what is wanted: a caller's own hold counts, also after the order-by time", async () => {
    await plan(10);
    await ordered(7, day(2));
    const found = new Map([[sweet.id, await loaded()]]);
    const serving = (units: number, own: [string, number][] = [], now = NOW) =>
      daysServing([{ sweetId: sweet.id, units, own: new Map(own) }], found, defaultSettings, now).slice(0, 3);
    expect(serving(3)).toEqual([day(1), day(2), day(3)]);
    expect(serving(4)).toEqual([day(1), day(3), day(4)]);
    expect(serving(4, [[day(2), 1]])).toEqual([day(1), day(2), day(3)]);
    expect(serving(2, [[TODAY, 2]])).toEqual([TODAY, day(1), day(2)]);
  });
});

describe("batches", () => {
  test("the first one closes the day: what is promised is set aside, the rest is in stock", async () => {
    await plan(10, { days: 0, time: "23:00" });
    await ordered(4);
    await held(2);
    expect(await made(9)).toMatchObject({ made: 9, held: 2, ordered: 4, short: 0 });
    expect(await stock()).toBe(3);
    expect((await ledgerOf(sweet)).filter((entry) => entry.day)).toMatchObject([
      { reason: "made", delta: 9, day: TODAY },
      { reason: "promised", delta: -6, day: TODAY },
    ]);
    expect(openingOf(await loaded(), TODAY, defaultSettings, at("10:00"))).toEqual({
      state: "closed",
      at: NOW.getTime(),
    });
    expect(availableUnits(await loaded(), TODAY, defaultSettings, at("08:00"))).toBe(0);
    // The second one fills stock.
    expect(await made(5)).toMatchObject({ made: 14, short: 0 });
    expect(await stock()).toBe(8);
  });

  test("which orders are short: the latest windows first, then the latest orders", async () => {
    await plan(20);
    const windows = [
      ["10:00", "13:00"],
      ["16:00", "20:00"],
      ["10:00", "13:00"],
    ] as [string, string][];
    const orders: number[] = [];
    for (const slot of windows) orders.push(await promise("ordered", sweet, 2, TODAY, { slot }));
    expect((await made(1)).shortOrders).toEqual([
      { id: orders[1], units: 2 },
      { id: orders[2], units: 2 },
      { id: orders[0], units: 1 },
    ]);
  });

  test("a negative one corrects: from free stock, then from what was set aside, never more than was made", async () => {
    await plan(10);
    await ordered(4);
    await made(7);
    expect(await made(-2)).toMatchObject({ made: 5, short: 0 });
    expect(await stock()).toBe(1);
    expect(await made(-3)).toMatchObject({ made: 2, ordered: 4, short: 2 });
    expect(await refusal(made(-3))).toMatchObject({
      code: "conflict",
      message: "Entered for this day: 2 pieces. No more can be taken back.",
    });
  });

  test("one that is taken back to nothing reopens its day: what was set aside goes back to the plan", async () => {
    await plan(10, { days: 0, time: "23:00" });
    await ordered(4);
    await held(2);
    const before = await stored();
    await made(9);
    await made(3);
    expect(await made(-12)).toMatchObject({ made: null, held: 2, ordered: 4, short: 0, restGrams: 0 });
    expect([await stored(), await stock()]).toEqual([before, 0]);
    expect(availableUnits(await loaded(), TODAY, defaultSettings, NOW)).toBe(4);
    // The right one is a first batch again.
    expect(await made(5)).toMatchObject({ made: 5, short: 0, held: 0, ordered: 4 });
    expect(await stock()).toBe(1);
  });

  test("a day that reopens has what is promised above its capacity, which is that of the week unless it has its own", async () => {
    await plan(10);
    await ordered(4);
    await made(6);
    await plan(3);
    expect(await made(-6)).toMatchObject({ made: null, capacity: 3, own: false, ordered: 4 });
    expect(await stored()).toMatchObject({ above: 1 });
    await set(day(1), 8);
    await made(6, day(1));
    await sql`delete from plans where sweet_id = ${sweet.id}`;
    expect(await made(-6, day(1))).toMatchObject({ made: null, capacity: 0, own: false });
  });

  test("a day of which something has left the shop stays closed, with nothing made", async () => {
    await plan(10);
    const order = await ordered(4);
    await made(5);
    await setOrderStatus(admin, order, "Shipped", pool);
    expect(await refusal(made(-5))).toMatchObject({ code: "conflict" });
    await sql`update sweets set quantity = quantity + 4 where id = ${sweet.id}`;
    await sql`insert into stock_ledger (sweet_id, delta, reason) values (${sweet.id}, 4, 'restock')`;
    expect(await made(-5)).toMatchObject({ made: 0, ordered: 4, short: 0 });
    expect(await stock()).toBe(0);
  });

  test("a first batch of more than twice the plan is asked about; later ones are not", async () => {
    await plan(10);
    expect(await refusal(made(21))).toMatchObject({
      ...{ code: "above_plan", capacity: 10 },
      message: "That is far above the plan of 10 pieces. Was it really 21 pieces?",
    });
    expect(await stored()).toMatchObject({ made: null });
    expect(await made(20)).toMatchObject({ made: 20 });
    expect(await made(60)).toMatchObject({ made: 80 });
    const forced = { productId: sweet.id, day: day(1), units: 21, force: true };
    expect(await enterBatch(admin, forced, pool)).toMatchObject({ made: 21 });
  });

  test("one that was weighed counts whole units; the rest is kept with the day and goes into the next one", async () => {
    const tray = await aSweet({ quantity: 0, packs: packsOf(200) });
    await planFor(admin, tray, 40);
    await promise("ordered", tray, 3, TODAY);
    const weighed = (grams: number) => enterBatch(admin, { productId: tray.id, day: TODAY, grams }, pool);
    // Less than a unit closes nothing.
    expect(await weighed(100)).toMatchObject({ made: null, restGrams: 100, ordered: 3, short: 0 });
    expect([await stockOf(tray), (await ledgerOf(tray)).length]).toEqual([0, 0]);
    expect(await weighed(1350)).toMatchObject({ made: 7, restGrams: 50, short: 0 });
    expect(await weighed(130)).toMatchObject({ made: 7, restGrams: 180 });
    expect(await batch(tray, TODAY, 1)).toMatchObject({ made: 8, restGrams: 180 });
    expect(await weighed(30)).toMatchObject({ made: 9, restGrams: 10 });
    expect(await stockOf(tray)).toBe(6);
    // The same weight less is what was there before it.
    expect(await weighed(-30)).toMatchObject({ made: 8, restGrams: 180 });
    expect(await refusal(weighed(-1790))).toMatchObject({
      message: "Entered for this day: 1.78 kg. No more can be taken back.",
    });
    expect(await weighed(-1680)).toMatchObject({ made: null, restGrams: 100, ordered: 3 });
    await weighed(500);
    // Nothing is left of what was entered by mistake, the rest neither.
    expect(await batch(tray, TODAY, -3)).toMatchObject({ made: null, restGrams: 0 });
    expect(await refusal(weighed(100_000))).toMatchObject({ code: "above_plan", capacity: 40 });
    const pieces = { productId: (await aPlanned()).id, day: TODAY, grams: 100 };
    expect(await refusal(enterBatch(admin, pieces, pool))).toMatchObject({
      code: "invalid",
      errors: [{ path: "grams" }],
    });
  });

  test.each([
    [{ units: 5 }, true],
    [{ units: -5, force: true }, true],
    [{ grams: 1 }, true],
    [{ grams: 0 }, false],
    [{ grams: -100 }, false],
    [{ grams: 0.5 }, false],
    [{ units: 5, grams: 100 }, false],
    [{ force: true }, false],
  ])("a batch is %j: %s", (input, valid) => expect(madeInput.safeParse(input).success).toBe(valid));

  test("of yesterday, today or tomorrow, of a sweet with a plan", async () => {
    expect(await refusal(made(5))).toMatchObject({ code: "not_found" });
    await plan(10);
    for (const far of [day(-2), day(2)]) expect(await refusal(made(5, far))).toMatchObject({ code: "invalid" });
    expect(await refusal(made(-1))).toMatchObject({ code: "conflict" });
    for (const near of [day(-1), TODAY, day(1)]) expect(await made(5, near)).toMatchObject({ made: 5 });
    expect(await stock()).toBe(15);
  });
});

test("days follow the saved settings", async () => {
  await plan(10);
  await saveWindows({ dates: [{ date: day(1), windows: [] }] });
  const days = await daysOfSweet(sweet.id, { to: day(2) });
  expect(days.map((one) => one.day)).toEqual([day(2)]);
});
