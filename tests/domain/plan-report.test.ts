// docs/behaviour.md#reports: the report of what was promised, made, sold, thrown away and left.
import { beforeAll, expect, test } from "vitest";
import type { StaffMember } from "@/lib/auth/actor";
import { restock, throwAway } from "@/lib/catalogue/commands";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { enterBatch } from "@/lib/plans/batch-commands";
import { plansByDay, plansBySweet } from "@/lib/reports/plan-queries";
import { refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";
import { planFor, promise } from "./plan-world";

const today = indiaDay(shopNow());
const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];

let admin: StaffMember;
beforeAll(async () => {
  admin = await anAdmin();
});

const report = async (sweet: { id: number }, from = today, to = from) =>
  (await plansByDay(admin, { from, to }))
    .filter(({ productId }) => productId === sweet.id)
    .map(({ productId: _, name: __, unitGrams: ___, ...row }) => row);
/** Moves what the ledger has of a sweet up to now to another day. */
const backdate = (sweet: { id: number }, days: number) =>
  sql`update stock_ledger set at = at - ${`${days} days`}::interval where sweet_id = ${sweet.id}`;

test("promised, made, sold from plan and stock, thrown away and left, day by day", async () => {
  const sweet = await aSweet({ quantity: 30 });
  await planFor(admin, sweet, 20);
  await promise("ordered", sweet, 6, yesterday);
  await enterBatch(admin, { productId: sweet.id, day: yesterday, units: 9 });
  await throwAway(admin, sweet.id, { quantity: 2, reason: "Dried out" });
  // From stock: 4 ordered, of which 1 is cancelled, and 3 at the till.
  await placeOrder(await aCustomer(), anOrder([[sweet, 3]]), { channel: "web" });
  const { id } = await placeOrder(await aCustomer(), anOrder([[sweet, 1]]), { channel: "web" });
  await setOrderStatus(admin, id, "Cancelled");
  await purchase(admin, sweet.id, { quantity: 3, payment: "cash" });
  await backdate(sweet, 1);
  await promise("ordered", sweet, 5, today);
  await promise("held", sweet, 2, today);
  await restock(admin, sweet.id, { quantity: 10 });
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
  expect(await report(sweet, addDays(today, -2))).toMatchObject([{ sold: 0, left: 0 }]);
  const totals = await plansBySweet(admin, { from: yesterday, to: tomorrow });
  expect(totals.find(({ productId }) => productId === sweet.id)).toMatchObject({
    ...{ promised: 13, made: 9, sold: 17, wasted: 2, left: 35 },
  });
});

test("a batch of today sets aside what is promised; what is ordered then counts for the day, once", async () => {
  const sweet = await aSweet({ quantity: 0 });
  await planFor(admin, sweet, 20);
  await promise("ordered", sweet, 5, today);
  await enterBatch(admin, { productId: sweet.id, day: today, units: 8 });
  await promise("ordered", sweet, 2, today);
  expect(await report(sweet)).toEqual([{ day: today, promised: 7, made: 8, sold: 7, wasted: 0, left: 1 }]);
});

test("sweets without a plan are in it on days on which something was thrown away", async () => {
  const [thrown, kept] = [await aSweet(), await aSweet()];
  await throwAway(admin, thrown.id, { quantity: 4, reason: "Fell down" });
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
    Array.from({ length: 7 }, (_, n) => addDays(today, n)).flatMap((day) => [
      `${day} Anjeer roll`,
      `${day} zeera peda`,
    ]),
  );
  const sweets = (await plansBySweet(admin, {})).filter(({ name }) => names.includes(name));
  expect(sweets.map(({ name }) => name)).toEqual(names.toReversed());
  for (const read of [plansByDay, plansBySweet])
    expect(await refusal(read(await aCustomer(), {}))).toMatchObject({ code: "forbidden" });
});
