// docs/behaviour.md#plans: what a day can promise, the owner's numbers, and the batches that close a day.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import { inTransaction, together } from "@/db/transaction";
import type { Customer, StaffMember } from "@/lib/auth/actor";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { addDays } from "@/lib/dates";
import { setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { enterBatch } from "@/lib/plans/batch-commands";
import { endPlan, savePlan, setDay, setDays } from "@/lib/plans/commands";
import { loadPlans } from "@/lib/plans/load";
import { fillShort } from "@/lib/plans/moves";
import { daysOfSweet, readPlans } from "@/lib/plans/queries";
import { availableUnits, dayOf, daysServing, openingOf } from "@/lib/plans/rules";
import { saveSettings } from "@/lib/settings/commands";
import { defaultSettings } from "@/lib/settings/defaults";
import type { Festival } from "@/lib/settings/schema";
import { moveStock } from "@/lib/stock/moves";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor } from "../support/factories";
import { sql } from "../support/sql";

// A Monday. The default settings have windows on every day, and 7 or more days that can be booked.
const TODAY = "2027-03-01";
const day = (days: number) => addDays(TODAY, days);
const at = (time: string, on = TODAY) => new Date(`${on}T${time}+05:30`);
const NOW = at("09:00");

let admin: StaffMember;
let buyer: Customer;
let sweet: SweetWithPicture;
beforeAll(async () => {
  [admin, buyer] = [await anAdmin(), await aCustomer()];
});
beforeEach(async () => {
  sweet = await aSweet({ quantity: 1000 });
  // Stock begins at nothing, as on the morning of a day for which everything is made.
  await restock(-1000, "adjustment");
});

const restock = (units: number, reason: "restock" | "adjustment" = "restock") =>
  inTransaction(writeDb(), async (tx) => {
    await together(...moveStock(tx, [{ sweetId: sweet.id, delta: units, reason }]));
  });

const week = (...units: number[]) =>
  Object.fromEntries(Array.from({ length: 7 }, (_, at) => [at + 1, units[at % units.length]])) as Record<
    "1" | "2" | "3" | "4" | "5" | "6" | "7",
    number
  >;
const plan = (units = 10, orderBy = { days: 1, time: "20:00" }, force = false) =>
  savePlan(admin, sweet.id, { week: week(units), orderBy, force }, undefined, NOW);
const set = (on: string, capacity: number | null, force = false) =>
  setDay(admin, { productId: sweet.id, day: on, capacity, force }, undefined, NOW);
const batch = (units: number, on = TODAY) => enterBatch(admin, { productId: sweet.id, day: on, units }, undefined, NOW);

/** Promises by SQL, as carts and orders make them. Returns the order. */
async function ordered(units: number, on = TODAY): Promise<number> {
  await restock(units);
  const { id } = await placeOrder(buyer, anOrder([[sweet, units]]), { channel: "web" });
  await sql`update order_lines set day = ${on} where order_id = ${id}`;
  // What the order took of stock, it takes of the plan.
  await sql`delete from stock_ledger where sweet_id = ${sweet.id} and (order_id = ${id} or reason = 'restock')`;
  await promise({ ordered: units }, on);
  return id;
}
async function held(units: number, on = TODAY, minutes = 10): Promise<number> {
  const { cartToken } = aVisitor();
  const [cart] = await sql`
    insert into carts (token_hash, day) values (md5(${cartToken}), ${on}) returning id`;
  await sql`
    insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at, day)
    values (${cart?.id}, ${sweet.id}, ${sweet.packs[0]?.id ?? 0}, ${units}, ${units},
      now() + ${minutes} * interval '1 minute', ${on})`;
  await promise({ held: units }, on);
  return cart?.id as number;
}
const promise = ({ held = 0, ordered = 0 }, on: string) => sql`
  insert into plan_days (sweet_id, day, capacity, held, ordered) values (${sweet.id}, ${on}, 10, ${held}, ${ordered})
  on conflict (sweet_id, day) do update
    set held = plan_days.held + ${held}, ordered = plan_days.ordered + ${ordered}`;
const heldOf = async (cart: number) =>
  (await sql`select held, quantity, expires_at from cart_lines where cart_id = ${cart}`)[0];
const stock = async () => (await sql`select quantity from sweets where id = ${sweet.id}`)[0]?.quantity as number;
const entries = () => sql`
  select reason, delta, day::text from stock_ledger where sweet_id = ${sweet.id} and day is not null order by id`;
const loaded = async () =>
  (await loadPlans(writeDb(), [sweet.id], day(-5), day(400))).get(sweet.id) ?? {
    sweetId: sweet.id,
    plan: null,
    days: new Map(),
  };
const stored = async (on = TODAY) => dayOf(await loaded(), on);

/** What must hold of a sweet whatever happened. */
async function expectRight() {
  const [sum] = await sql`
    select s.quantity, (select sum(delta)::int from stock_ledger where sweet_id = s.id) as ledger from sweets s where s.id = ${sweet.id}`;
  expect(sum?.ledger).toBe(sum?.quantity);
  const days = await sql`
    select d.*, d.day::text as day,
      (select coalesce(-sum(delta), 0)::int from stock_ledger l
        where l.sweet_id = d.sweet_id and l.day = d.day and reason = 'promised') as aside,
      (select coalesce(sum(delta), 0)::int from stock_ledger l
        where l.sweet_id = d.sweet_id and l.day = d.day and reason = 'made') as entered
    from plan_days d where sweet_id = ${sweet.id}`;
  for (const one of days) {
    if (one.made === null) expect([one.aside, one.entered]).toEqual([0, 0]);
    else expect([one.aside + one.short, one.entered]).toEqual([one.held + one.ordered, one.made]);
  }
}

describe("the owner's numbers", () => {
  test("a week, and days with numbers of their own, which stay when the week changes", async () => {
    const row = await plan(10);
    expect(row).toMatchObject({ productId: sweet.id, week: week(10), orderBy: { days: 1, time: "20:00" } });
    expect(row.days.map(({ capacity, own }) => [capacity, own])).toEqual(Array(7).fill([10, false]));
    expect(await set(day(2), 25)).toMatchObject({ day: day(2), capacity: 25, own: true });
    expect(await set(day(3), 0)).toMatchObject({ capacity: 0, own: true });
    await ordered(4, day(4));
    const { days } = await plan(12);
    expect(days.map(({ capacity }) => capacity)).toEqual([12, 12, 25, 0, 12, 12, 12]);
    expect(await set(day(2), null)).toMatchObject({ capacity: 12, own: false });
    expect(
      (await readPlans(admin, { from: day(2), to: day(2) })).find(({ productId }) => productId === sweet.id),
    ).toMatchObject({
      days: [{ day: day(2), capacity: 12, held: 0, ordered: 0, made: null, short: 0, shortOrders: [] }],
    });
  });

  test("each weekday has its number", async () => {
    await savePlan(
      admin,
      sweet.id,
      { week: week(1, 2, 3, 4, 5, 6, 7), orderBy: { days: 0, time: "09:00" }, force: false },
      undefined,
      NOW,
    );
    const [row] = await readPlans(admin, { from: "2027-03-06", to: "2027-03-08" }).then((rows) =>
      rows.filter(({ productId }) => productId === sweet.id),
    );
    expect(row?.days.map(({ capacity }) => capacity)).toEqual([6, 7, 1]);
  });

  test("below what is promised only with force, and then nothing more is promised", async () => {
    await plan(10);
    await ordered(6, day(3));
    await held(2, day(3));
    expect(await refusal(set(day(3), 7))).toMatchObject({
      code: "below_promised",
      message: "More is promised than that. Thu 4 Mar: 8 units are promised already.",
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
        undefined,
        NOW,
      );
    expect(await refusal(save(4))).toMatchObject({ code: "below_promised", days: [{ day: day(3) }] });
    expect((await stored(day(2))).capacity).toBe(10);
    expect(await save(4, true)).toMatchObject([
      { productId: sweet.id, day: day(2), capacity: 4, own: true, ordered: 0 },
      { productId: sweet.id, day: day(3), capacity: 4, own: true, ordered: 6 },
    ]);
    const other = await aSweet();
    const mixed = [sweet, other].map(({ id }) => ({ productId: id, day: day(2), capacity: 9 }));
    expect(await refusal(setDays(admin, mixed, false, undefined, NOW))).toMatchObject({ code: "not_found" });
    expect((await stored(day(2))).capacity).toBe(4);
  });

  test("seven hundred days at once", async () => {
    await plan(10);
    const numbers = Array.from({ length: 700 }, (_, i) => ({ productId: sweet.id, day: day(i), capacity: i }));
    expect(await setDays(admin, numbers, false, undefined, NOW)).toHaveLength(700);
    expect((await stored(day(399))).capacity).toBe(399);
  });

  test("not for a day that is over or far away, nor for a sweet that is not planned or not there", async () => {
    expect(await refusal(set(day(1), 5))).toMatchObject({ code: "not_found" });
    await plan(10);
    expect(await refusal(set(day(-1), 5))).toMatchObject({ code: "invalid", message: "This day is over." });
    expect(await refusal(set(day(731), 5))).toMatchObject({ code: "invalid", message: "This day is too far away." });
    expect(await set(day(730), 5)).toMatchObject({ capacity: 5 });
    const nothing = { productId: 2_000_000_000, day: day(1), capacity: 5 };
    expect(await refusal(setDays(admin, [nothing], false, undefined, NOW))).toMatchObject({ code: "not_found" });
    expect(await refusal(setDays(buyer, [nothing], true, undefined, NOW))).toMatchObject({ code: "forbidden" });
  });

  test("planning ends when no coming day has promises; what has a batch stays, and what follows is sold from stock", async () => {
    expect(await refusal(endPlan(admin, sweet.id, undefined, NOW))).toMatchObject({ code: "not_found" });
    await plan(10);
    await set(day(5), 3);
    await ordered(6, day(3));
    expect(await refusal(endPlan(admin, sweet.id, undefined, NOW))).toMatchObject({
      code: "below_promised",
      days: [{ day: day(3), promised: 6 }],
    });
    await batch(5);
    await sql`delete from plan_days where sweet_id = ${sweet.id} and day = ${day(3)}`;
    await endPlan(admin, sweet.id, undefined, NOW);
    const { plan: left, days } = await loaded();
    expect([left, [...days.keys()]]).toEqual([null, [TODAY]]);
    expect(await daysOfSweet(sweet.id, {}, undefined, NOW)).toEqual([]);
    expect((await readPlans(admin, {}, undefined, NOW)).find(({ productId }) => productId === sweet.id)).toMatchObject({
      week: null,
      orderBy: null,
    });
    // A further batch of the day is still entered.
    expect(await batch(2)).toMatchObject({ made: 7 });
    await expectRight();
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
    expect(await daysOfSweet(sweet.id, {}, undefined, NOW)).toEqual([]);
    await plan(10);
    await set(day(2), 0);
    await ordered(10, day(3));
    await ordered(4, day(4));
    const days = await daysOfSweet(sweet.id, { to: day(4) }, undefined, NOW);
    expect(days).toEqual([
      { day: day(1), available: 10, orderBy: at("20:00").toISOString() },
      { day: day(3), available: 0, orderBy: at("20:00", day(2)).toISOString() },
      { day: day(4), available: 6, orderBy: at("20:00", day(3)).toISOString() },
    ]);
    await sql`update packs set units = 4 where sweet_id = ${sweet.id}`;
    expect((await daysOfSweet(sweet.id, { from: day(4), to: day(4) }, undefined, NOW))[0]?.available).toBe(1);
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
    const cart = await held(2);
    expect(await batch(9)).toMatchObject({ made: 9, held: 2, ordered: 4, short: 0 });
    expect(await stock()).toBe(3);
    expect(await entries()).toMatchObject([
      { reason: "made", delta: 9, day: TODAY },
      { reason: "promised", delta: -6, day: TODAY },
    ]);
    expect(await heldOf(cart)).toMatchObject({ held: 2 });
    expect(openingOf(await loaded(), TODAY, defaultSettings, at("10:00"))).toEqual({
      state: "closed",
      at: NOW.getTime(),
    });
    expect(availableUnits(await loaded(), TODAY, defaultSettings, at("08:00"))).toBe(0);
    // The second one fills stock.
    expect(await batch(5)).toMatchObject({ made: 14, short: 0 });
    expect(await stock()).toBe(8);
    await expectRight();
  });

  test("what is missing ends holds, the latest one first, then orders are short", async () => {
    await plan(10);
    const order = await ordered(4);
    const [early, late] = [await held(2, TODAY, 5), await held(3, TODAY, 8)];
    expect(await batch(7)).toMatchObject({ made: 7, held: 2, ordered: 4, short: 0, shortOrders: [] });
    expect([await heldOf(early), await heldOf(late)]).toMatchObject([
      { held: 2 },
      { held: 0, quantity: 3, expires_at: null },
    ]);
    // Of the hold of 3 only 2 were missing: the third unit is in stock.
    expect(await stock()).toBe(1);
    await expectRight();
    const next = await ordered(5, day(1));
    expect(await batch(3, day(1))).toMatchObject({ short: 1, shortOrders: [{ id: next, units: 1 }] });
    expect(await stock()).toBe(0);
    expect(order).not.toBe(next);
    await expectRight();
  });

  test("stock that is there is set aside too, and what comes later fills the earliest day first", async () => {
    await plan(10);
    await ordered(6, day(-1));
    await ordered(6);
    await restock(1);
    expect(await batch(2, day(-1))).toMatchObject({ made: 2, short: 3 });
    expect(await batch(1)).toMatchObject({ made: 1, short: 6 });
    // Yesterday was short, so today's unit went there.
    expect(await stored(day(-1))).toMatchObject({ short: 2 });
    await inTransaction(writeDb(), async (tx) => {
      await together(...moveStock(tx, [{ sweetId: sweet.id, delta: 5, reason: "restock" }]));
      await fillShort(tx, [sweet.id], admin.id);
    });
    expect([(await stored(day(-1))).short, (await stored()).short, await stock()]).toEqual([0, 3, 0]);
    await expectRight();
  });

  test("which orders are short: the latest windows first, then the latest orders", async () => {
    await plan(20);
    const orders = [await ordered(2), await ordered(2), await ordered(2)];
    await sql`update orders set method = 'delivery', slot_date = ${TODAY}, slot_from = '10:00', slot_to = '13:00' where id in ${sql([orders[0] ?? 0, orders[2] ?? 0])}`;
    await sql`update orders set method = 'delivery', slot_date = ${TODAY}, slot_from = '16:00', slot_to = '20:00' where id = ${orders[1] ?? 0}`;
    expect((await batch(1)).shortOrders).toEqual([
      { id: orders[1], units: 2 },
      { id: orders[2], units: 2 },
      { id: orders[0], units: 1 },
    ]);
    await expectRight();
  });

  test("a negative one corrects: from free stock, then from what was set aside, never more than was made", async () => {
    await plan(10);
    await ordered(4);
    const cart = await held(2);
    await batch(9);
    expect(await batch(-2)).toMatchObject({ made: 7, short: 0 });
    expect(await stock()).toBe(1);
    // One from stock and one that was set aside: the hold ends, and what it had beyond that is in stock.
    expect(await batch(-2)).toMatchObject({ made: 5, held: 0, ordered: 4, short: 0 });
    expect(await heldOf(cart)).toMatchObject({ held: 0, quantity: 2 });
    expect(await stock()).toBe(1);
    expect(await batch(-3)).toMatchObject({ made: 2, ordered: 4, short: 2 });
    await expectRight();
    expect(await refusal(batch(-3))).toMatchObject({
      code: "conflict",
      message: "Only 2 units were entered for this day.",
    });
    expect(await batch(-2)).toMatchObject({ made: 0, short: 4 });
    await expectRight();
  });

  test("nor what has left the shop", async () => {
    await plan(10);
    const order = await ordered(4);
    await ordered(2);
    await batch(6);
    await setOrderStatus(admin, order, "Processing");
    await setOrderStatus(admin, order, "Shipped");
    expect(await refusal(batch(-3))).toMatchObject({ code: "conflict" });
    expect(await batch(-2)).toMatchObject({ made: 4, short: 2 });
    await expectRight();
  });

  test("of yesterday, today or tomorrow, of a sweet with a plan, by the owner", async () => {
    expect(await refusal(batch(5))).toMatchObject({ code: "not_found" });
    await plan(10);
    for (const far of [day(-2), day(2)]) expect(await refusal(batch(5, far))).toMatchObject({ code: "invalid" });
    expect(await refusal(batch(-1))).toMatchObject({ code: "conflict" });
    const input = { productId: sweet.id, day: TODAY, units: 5 };
    expect(await refusal(enterBatch(buyer, input, undefined, NOW))).toMatchObject({ code: "forbidden" });
    for (const near of [day(-1), TODAY, day(1)]) expect(await batch(5, near)).toMatchObject({ made: 5 });
    expect(await stock()).toBe(15);
    await expectRight();
  });

  test("expired holds are given back first", async () => {
    await plan(10);
    const cart = await held(4, TODAY, -1);
    expect(await batch(5)).toMatchObject({ held: 0, short: 0 });
    expect([await stock(), await heldOf(cart)]).toMatchObject([5, { held: 0, quantity: 4 }]);
    await expectRight();
  });
});

test("days follow the saved settings", async () => {
  await plan(10);
  const windows = { ...defaultSettings.windows, dates: [{ date: day(1), windows: [] }] };
  const [{ version = 0 } = {}] = await sql`select version from settings where section = 'windows'`;
  await saveSettings(admin, "windows", { version, value: windows });
  const days = await daysOfSweet(sweet.id, { to: day(2) }, undefined, NOW);
  expect(days.map((one) => one.day)).toEqual([day(2)]);
});
