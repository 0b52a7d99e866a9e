// docs/behaviour.md#kitchen: the packs of what is to be made, their weight, and orders from before there were packs; what is promised and made
// for a day, and on which day an order without a window is shown.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { addDays } from "@/lib/dates";
import { setPacked } from "@/lib/kitchen/commands";
import { MAX_LISTED } from "@/lib/kitchen/constants";
import { readFirstWindow, readKitchen } from "@/lib/kitchen/queries";
import { placeOrder } from "@/lib/orders/place";
import { endPlan, setDay } from "@/lib/stock/plan-commands";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";
import { batch, planFor, promise } from "./plan-world";

const NOW = new Date("2027-03-01T06:00+05:30");
vi.mock("@/lib/clock", () => ({ shopNow: () => NOW }));

let tray: SweetWithPicture;
const [admin, buyer] = [await anAdmin(), await aCustomer()];
beforeEach(async () => {
  // The kitchen shows all orders of the shop, so each test has its orders alone.
  await sql`update orders set status = 'Cancelled' where status <> 'Cancelled'`;
  const packs = [
    { label: "Tin", units: 3, price: 700 },
    { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
    { label: "250 g", grams: 250, units: 1, price: 200 },
  ];
  tray = await aSweet({ name: "Kaju Katli", quantity: 10_000, packs });
});

const packId = (label: string) => tray.packs.find((pack) => pack.label === label)?.id ?? 0;
/** An order without a window; null is the default pack, unnamed. */
async function order(...lines: [label: string | null, quantity: number][]): Promise<number> {
  const packOf = (label: string | null) => ({ id: tray.id, packId: label === null ? undefined : packId(label) });
  const order = anOrder(lines.map(([label, quantity]) => [packOf(label), quantity]));
  const { id } = await placeOrder(buyer, order, { channel: "web" }, pool);
  return id;
}
const mark = (...ids: number[]) => setPacked(admin, { ids, packed: true }, pool, NOW);
const group = async () => (await readKitchen(admin, {}, undefined, NOW)).withoutWindow;
const made = async () => (await group()).make[0];
const figures = (ordered: number, packed: number) => ({ ordered, packed, remaining: ordered - packed });

test("counts packs, names each from small to large, and weighs those that have a weight", async () => {
  const first = await order(["250 g", 3], [null, 1]);
  await order(["500 g", 1], ["Tin", 4]);
  await mark(first);
  expect(await made()).toEqual({
    productId: tray.id,
    name: "Kaju Katli",
    ...figures(9, 4),
    kilograms: 1.75,
    free: 9990,
    packs: [
      { packId: packId("250 g"), label: "250 g", ...figures(3, 3) },
      { packId: packId("500 g"), label: "500 g", ...figures(2, 1) },
      { packId: packId("Tin"), label: "Tin", ...figures(4, 0) },
    ],
  });
  expect((await group()).pack[0]?.items).toEqual([
    { productId: tray.id, name: "Kaju Katli", packId: packId("250 g"), packLabel: "250 g", quantity: 3 },
    { productId: tray.id, name: "Kaju Katli", packId: packId("500 g"), packLabel: "500 g", quantity: 1 },
  ]);
});

test("packs without a weight have no kilograms", async () => {
  await order(["Tin", 2]);
  expect(await made()).toMatchObject({ ordered: 2, kilograms: null, packs: [{ label: "Tin" }] });
});

test("a line weighs what its pack weighed when it was ordered; the list has the pack's name of today", async () => {
  const id = await order(["250 g", 2]);
  const packs = tray.packs.map((pack) => (pack.label === "250 g" ? { ...pack, label: "Small box", grams: 260 } : pack));
  tray = await updateSweet(admin, tray.id, updateSweetInput.parse({ packs }), null, pool);
  await order(["Small box", 1]);
  expect(await made()).toMatchObject({ kilograms: 0.76, packs: [{ label: "Small box", ordered: 3 }] });
  expect((await group()).pack.find((own) => own.id === id)?.items[0]?.packLabel).toBe("250 g");
});

test("a line from before there were packs is of the sweet's first pack", async () => {
  const id = await order([null, 2]);
  await sql`update order_lines set pack_id = null, pack_label = null, grams = null where order_id = ${id}`;
  await sql`update packs set grams = 900 where id = ${packId("Tin")}`;
  const first = Math.min(...tray.packs.map((pack) => pack.id));
  expect(first).toBe(packId("Tin"));
  expect(await made()).toMatchObject({ kilograms: 1.8, packs: [{ packId: first, label: "Tin", ...figures(2, 0) }] });
  expect((await group()).pack[0]?.items).toMatchObject([{ packId: first, packLabel: "Tin", quantity: 2 }]);
});

test("a long list names orders up to a bound, the oldest first, and sums the packs of all, with and without the mark", async () => {
  const id = await order(["250 g", 1], ["500 g", 2], ["Tin", 1]);
  const old = await order([null, 1]);
  await sql`update order_lines set pack_id = null, pack_label = null, grams = null where order_id = ${old}`;
  // Copies: hundreds of orders through the shop would take long.
  const copies = await sql`
    insert into orders (user_id, status, channel, total)
    select user_id, 'Pending', channel, total from orders, generate_series(1, ${MAX_LISTED + 2}) where id = ${id} returning id`;
  await sql`
    insert into order_lines (order_id, sweet_id, pack_id, pack_label, grams, name, price, quantity)
    select c.id, l.sweet_id, l.pack_id, l.pack_label, l.grams, l.name, l.price, l.quantity
    from unnest(${copies.map((copy) => copy.id as number)}::int[]) c(id), order_lines l where l.order_id = ${id}`;
  const all = MAX_LISTED + 3;
  const [small, middle, tin] = ["250 g", "500 g", "Tin"].map((label) => ({ packId: packId(label), label })) as [
    object,
    object,
    object,
  ];
  expect(await made()).toMatchObject({
    ...figures(4 * all + 1, 0),
    kilograms: 1.25 * all,
    packs: [
      { ...small, ...figures(all, 0) },
      { ...middle, ...figures(2 * all, 0) },
      { ...tin, ...figures(all + 1, 0) },
    ],
  });
  const { done, all: counted, pack } = await group();
  expect([done, counted, pack.length, pack[0]?.id]).toEqual([0, MAX_LISTED + 4, MAX_LISTED, id]);
  await mark(id, copies[0]?.id);
  expect(await group()).toMatchObject({ done: 2, all: MAX_LISTED + 4 });
  expect(await made()).toMatchObject({
    ...figures(4 * all + 1, 8),
    kilograms: 1.25 * all,
    packs: [
      { ...small, ...figures(all, 2) },
      { ...middle, ...figures(2 * all, 4) },
      { ...tin, ...figures(all + 1, 2) },
    ],
  });
});

describe("a day", () => {
  const TODAY = "2027-03-01";
  const TOMORROW = "2027-03-02";
  beforeEach(async () => {
    await sql`delete from plans`;
    await sql`delete from plan_days`;
  });

  const read = (date?: string, now = NOW) => readKitchen(admin, { date }, undefined, now);
  const shown = async (date: string, now = NOW) => (await read(date, now)).withoutWindow.pack.map(({ id }) => id);
  const planOf = async (sweet: { id: number }, date: string) =>
    (await read(date)).plans.find(({ productId }) => productId === sweet.id);
  /** An order from stock, without a window, for a day if one is named. */
  async function fromStock(sweet: { id: number }, quantity: number, day: string | null = null) {
    const { id } = await placeOrder(buyer, anOrder([[sweet, quantity]]), { channel: "web" }, pool);
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
        ...{ ordered: 11, fromPlan: 6, fromStock: 5, capacity: 20, held: 3, made: null },
        ...{ short: 0, restGrams: 0, shortOrders: [] },
      },
      {
        ...{ productId: barfi.id, name: "B Barfi", unitGrams: null, packUnits: 1, free: 8 },
        ...{ ordered: 2, fromPlan: 0, fromStock: 2, capacity: null, held: 0, made: null },
        ...{ short: 0, restGrams: 0, shortOrders: [] },
      },
    ]);
    // Planned for every day, also for one without orders; a day of 0 is none.
    expect(await planOf(jalebi, addDays(TODAY, 5))).toMatchObject({ ordered: 0, capacity: 20 });
    await setDay(admin, { productId: jalebi.id, day: addDays(TODAY, 5), capacity: 0, force: false }, pool);
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
    await endPlan(admin, sweet.id, pool);
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
    await setPacked(admin, { ids: [none, today, tomorrow, yesterday], packed: true }, pool);
    expect(await shown(TODAY)).toEqual([none, today, yesterday]);
    expect(await read(TOMORROW)).toMatchObject({ done: 1, all: 1, withoutWindow: { pack: [{ id: tomorrow }] } });
    expect(await shown(addDays(TODAY, -1))).toEqual([]);

    // Shipped without a mark.
    const shipped = await fromStock(sweet, 1, TOMORROW);
    await sql`update orders set status = 'Shipped' where id = ${shipped}`;
    expect(await read(TOMORROW)).toMatchObject({ done: 2, all: 2 });
    // The day after, what was not packed is on today's view.
    await setPacked(admin, { ids: [tomorrow], packed: false }, pool);
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
});
