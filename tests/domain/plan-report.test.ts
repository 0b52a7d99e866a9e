// docs/behaviour.md#reports: the report of what was promised, made, sold, thrown away and left.
import { expect, test, vi } from "vitest";
import { restock, throwAway } from "@/lib/catalogue/commands";
import { purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { plansByDay, plansBySweet } from "@/lib/reports/plan-queries";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";
import { batch, planFor, promise } from "./plan-world";

// Monday, 9:30 in India, years before the database's clock.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2020-03-02T04:00:00Z") }));
const [before, yesterday, today, tomorrow] = ["2020-02-29", "2020-03-01", "2020-03-02", "2020-03-03"];

const admin = await anAdmin();

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
  await throwAway(admin, sweet.id, { quantity: 2, reason: "Dried out" });
  // From stock: 4 ordered, of which 1 is cancelled, and 3 at the till.
  await placeOrder(await aCustomer(), anOrder([[sweet, 3]]), { channel: "web" });
  const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]]), { channel: "web" });
  await setOrderStatus(admin, id, "Cancelled");
  await purchase(admin, sweet.id, { quantity: 3, payment: "cash" });
  await recordedOn(yesterday);
  await promise("ordered", sweet, 5, today);
  await promise("held", sweet, 2, today);
  await restock(admin, sweet.id, { quantity: 10 });
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
  await throwAway(admin, thrown.id, { quantity: 4, reason: "Fell down" });
  await recordedOn(today);
  expect(await report(thrown, yesterday, tomorrow)).toEqual([
    { day: today, promised: 0, made: 0, sold: 0, wasted: 4, left: 6 },
  ]);
  expect(await report(kept, yesterday, tomorrow)).toEqual([]);
  const ids = (await plansBySweet(admin, { from: yesterday, to: tomorrow })).map(({ productId }) => productId);
  expect([ids.includes(thrown.id), ids.includes(kept.id)]).toEqual([true, false]);
});

test("days in order, sweets by name, a week from today unless asked otherwise; for admins only", async () => {
  const names = ["zeera peda", "Anjeer roll"];
  for (const name of names) await planFor(admin, await aSweet({ name }), 5);
  const rows = (await plansByDay(admin, {})).filter(({ name }) => names.includes(name));
  expect(rows.map(({ day, name }) => `${day} ${name}`)).toEqual(
    [2, 3, 4, 5, 6, 7, 8].flatMap((day) => ["Anjeer roll", "zeera peda"].map((name) => `2020-03-0${day} ${name}`)),
  );
  const sweets = (await plansBySweet(admin, {})).filter(({ name }) => names.includes(name));
  expect(sweets.map(({ name }) => name)).toEqual(names.toReversed());
  for (const read of [plansByDay, plansBySweet])
    expect(await refusal(read(await aCustomer(), {}))).toMatchObject({ code: "forbidden" });
});
