// docs/behaviour.md#kitchen: what is promised and made for a day, and on which day an order without a window is shown.
import { beforeEach, expect, test, vi } from "vitest";
import { addDays } from "@/lib/dates";
import { setPacked } from "@/lib/kitchen/commands";
import { readFirstWindow, readKitchen } from "@/lib/kitchen/queries";
import { placeOrder } from "@/lib/orders/place";
import { endPlan, setDay } from "@/lib/plans/commands";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";
import { batch, planFor, promise } from "./plan-world";

const TODAY = "2027-03-01";
const TOMORROW = "2027-03-02";
const NOW = new Date(`${TODAY}T06:00+05:30`);
vi.mock("@/lib/clock", () => ({ shopNow: () => NOW }));

const [admin, buyer] = [await anAdmin(), await aCustomer()];
beforeEach(async () => {
  await sql`update orders set status = 'Cancelled' where status <> 'Cancelled'`;
  await sql`delete from plans`;
  await sql`delete from plan_days`;
});

const read = (date?: string, now = NOW) => readKitchen(admin, { date }, undefined, now);
const shown = async (date: string, now = NOW) => (await read(date, now)).withoutWindow.pack.map(({ id }) => id);
const planOf = async (sweet: { id: number }, date: string) =>
  (await read(date)).plans.find(({ productId }) => productId === sweet.id);
/** An order from stock, without a window, for a day if one is named. */
async function fromStock(sweet: { id: number }, quantity: number, day: string | null = null) {
  const { id } = await placeOrder(buyer, anOrder([[sweet, quantity]]), { channel: "web" });
  await sql`update orders set day = ${day} where id = ${id}`;
  return id;
}

test("of each sweet what is ordered for the day, from plan and from stock, and the capacity", async () => {
  const [jalebi, barfi] = [await aSweet({ name: "A Jalebi", quantity: 30 }), await aSweet({ name: "B Barfi" })];
  await planFor(admin, jalebi, 20);
  await promise("ordered", jalebi, 4, TOMORROW, { slot: ["10:00", "13:00"] });
  await promise("ordered", jalebi, 2, TOMORROW);
  await promise("held", jalebi, 3, TOMORROW);
  await fromStock(jalebi, 5, TOMORROW);
  await fromStock(barfi, 2, TOMORROW);
  expect((await read(TOMORROW)).plans).toEqual([
    {
      ...{ productId: jalebi.id, name: "A Jalebi", unitGrams: null, packUnits: 1, free: 25 },
      ...{ ordered: 11, fromPlan: 6, fromStock: 5, capacity: 20, held: 3, made: null, short: 0, shortOrders: [] },
    },
    {
      ...{ productId: barfi.id, name: "B Barfi", unitGrams: null, packUnits: 1, free: 8 },
      ...{ ordered: 2, fromPlan: 0, fromStock: 2, capacity: null, held: 0, made: null, short: 0, shortOrders: [] },
    },
  ]);
  // Planned for every day, also for one without orders; a day of 0 is none.
  expect(await planOf(jalebi, addDays(TODAY, 5))).toMatchObject({ ordered: 0, capacity: 20 });
  await setDay(admin, { productId: jalebi.id, day: addDays(TODAY, 5), capacity: 0, force: false });
  expect(await planOf(jalebi, addDays(TODAY, 5))).toBeUndefined();
});

test("what was made, what is short, and the orders that it concerns, the latest windows first", async () => {
  const sweet = await aSweet({ quantity: 0 });
  await planFor(admin, sweet, 20);
  const early = await promise("ordered", sweet, 4, TODAY, { slot: ["10:00", "13:00"] });
  const late = await promise("ordered", sweet, 3, TODAY, { slot: ["16:00", "20:00"] });
  const noWindow = await promise("ordered", sweet, 1, TODAY);
  await batch(sweet, TODAY, 3);
  const shortOrders = [
    { id: noWindow, units: 1 },
    { id: late, units: 3 },
    { id: early, units: 1 },
  ];
  expect(await planOf(sweet, TODAY)).toMatchObject({ made: 3, short: 5, shortOrders });
  await batch(sweet, TODAY, 5);
  expect(await planOf(sweet, TODAY)).toMatchObject({ made: 8, short: 0, shortOrders: [] });
  // A day with promises stays when planning has ended.
  await endPlan(admin, sweet.id);
  expect(await planOf(sweet, TODAY)).toMatchObject({ capacity: 20, ordered: 8 });
});

test("an order for a day without a window is shown on that day, waiting or packed", async () => {
  const sweet = await aSweet({ quantity: 100 });
  const none = await fromStock(sweet, 1);
  const today = await fromStock(sweet, 1, TODAY);
  const tomorrow = await fromStock(sweet, 1, TOMORROW);
  const yesterday = await fromStock(sweet, 1, addDays(TODAY, -1));
  expect(await shown(TODAY)).toEqual([none, today, yesterday]);
  expect(await shown(TOMORROW)).toEqual([tomorrow]);
  expect(await shown(addDays(TODAY, -1))).toEqual([]);

  // Packed ahead, it stays on its day; packed late, it is on the day of the mark.
  await setPacked(admin, { ids: [none, today, tomorrow, yesterday], packed: true });
  expect(await shown(TODAY)).toEqual([none, today, yesterday]);
  expect(await read(TOMORROW)).toMatchObject({ done: 1, all: 1, withoutWindow: { pack: [{ id: tomorrow }] } });
  expect(await shown(addDays(TODAY, -1))).toEqual([]);

  // Shipped without a mark.
  const shipped = await fromStock(sweet, 1, TOMORROW);
  await sql`update orders set status = 'Shipped' where id = ${shipped}`;
  expect(await read(TOMORROW)).toMatchObject({ done: 2, all: 2 });
  // The day after, what was not packed is on today's view.
  await setPacked(admin, { ids: [tomorrow], packed: false });
  expect(await shown(TOMORROW)).toEqual([tomorrow, shipped]);
  const nextDay = new Date(`${addDays(TODAY, 2)}T06:00+05:30`);
  expect(await shown(addDays(TODAY, 2), nextDay)).toEqual([tomorrow]);
  expect(await shown(TOMORROW, nextDay)).toEqual([shipped]);
});

test("the first windows of a day", async () => {
  const sweet = await aSweet({ quantity: 100, name: "Early Peda" });
  await planFor(admin, sweet, 20);
  expect(await readFirstWindow(admin, TOMORROW)).toBeNull();
  await promise("ordered", sweet, 4, TOMORROW, { slot: ["13:00", "16:00"] });
  await promise("ordered", sweet, 3, TOMORROW, { slot: ["10:00", "13:00"] });
  await promise("ordered", sweet, 2, TOMORROW, { slot: ["10:00", "13:00"] });
  expect(await readFirstWindow(admin, TOMORROW)).toMatchObject({
    ...{ from: "10:00", all: 2, make: [{ name: "Early Peda", ordered: 5 }] },
  });
});
