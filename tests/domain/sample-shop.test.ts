// nightly: fills a shop with five weeks of orders; guards scripts/sample-shop
// The shop to try, and the data of load tests: five weeks of it, whose sums are added up here from the rows alone.
import { beforeAll, expect, test } from "vitest";
import { checkStock } from "@/db/check-stock";
import { readKitchen } from "@/lib/kitchen/queries";
import { paymentTasks } from "@/lib/payments/task-queries";
import { generate } from "@/scripts/sample-shop/generate";
import { demandsOf, type Sold } from "@/scripts/sample-shop/stream";
import { expectPlacesRight, expectPlansRight, expectStockRight } from "../support/database";
import { anAdmin } from "../support/factories";
import { sql } from "../support/sql";
import { expectPaiseRight, expectUnitsRight, none } from "../support/sums";

const url = process.env.DATABASE_URL ?? "";
const today = "2026-10-22";

beforeAll(async () => {
  const festival = {
    ...{ slug: "sample", name: "Sample", text: null, days: ["2026-10-21", "2026-10-31", "2026-11-01"] },
    ...{ opensAt: "2026-10-10T00:00:00.000Z", closesAt: "2026-10-29T00:00:00.000Z" },
    sweets: (await sql`select id from sweets order by shelf_life_days limit 12`).map(({ id }) => id),
  };
  await sql`
    insert into settings (section, version, value) values ('festivals', 1, ${JSON.stringify([festival])}::text::jsonb)
    on conflict (section) do update set value = excluded.value`;
  await generate(url, {
    ...{ from: "2026-09-17", to: today, ordersPerDay: 40, seed: 7, sweets: 60 },
    until: new Date(`${today}T12:30:00+05:30`),
  });
});

test("units are right, and the days that are worth a look are there", async () => {
  await expectUnitsRight();
  await expectPlansRight();
  const [days] = await sql`
    select count(*) filter (where day = ${today} and made is not null)::int as today,
      count(*) filter (where day > ${today} and ordered > 0)::int as coming, count(*) filter (where is_own)::int as own,
      count(*) filter (where day > ${today} and capacity - ordered between 1 and 8 and ordered > 0)::int as nearly_full from plan_days`;
  for (const [name, count] of Object.entries(days ?? {})) expect(count, name).toBeGreaterThan(0);
  const filled = await sql`
    select 1 from stock_ledger where day is not null and reason = 'promised' group by sweet_id, day having count(*) > 1`;
  expect(filled.length, "days that were short after the first batch").toBeGreaterThan(0);
  const [soldOut] = await sql`select count(*)::int as sweets from sweets where slug = 'kaju-katli' and quantity = 0`;
  expect(soldOut?.sweets).toBe(1);
});

test("check-stock finds nothing, and windows have as many places taken as orders", async () => {
  expect((await checkStock(url)).differences).toEqual([]);
  await expectStockRight();
  await expectPlacesRight();
  await none(sql`select * from slot_places where taken > 30`);
});

test("money is right, and every payment to look after is there", async () => {
  await expectPaiseRight();
  const { counts } = await paymentTasks(await anAdmin());
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  const [triggers] = await sql`select count(*)::int as off from pg_trigger where not tgisinternal and tgenabled = 'D'`;
  expect(triggers?.off).toBe(0);
});

test("orders are in every state, by every method and channel, and their history is theirs", async () => {
  const kinds = await sql`select distinct status, channel, method, payment_state from orders`;
  const of = (name: string) => new Set(kinds.map((kind) => kind[name]));
  expect(of("status").size).toBe(5);
  expect(of("method")).toEqual(new Set([null, "delivery", "pickup", "courier"]));
  expect(of("channel")).toEqual(new Set(["web", "api", "counter"]));
  expect(of("payment_state")).toEqual(new Set(["unpaid", "claimed", "paid", "part_refunded", "refunded"]));
  await none(sql`
    select id from orders o where status <> (select to_status from order_status_history h where h.order_id = o.id order by id desc limit 1)
      or packed_at < created_at or (packed_at is not null and status in ('Pending', 'Cancelled'))`);
  await none(sql`
    select * from (
      select (created_at at time zone 'Asia/Kolkata')::date as day, status, count(*) as orders, sum(total) as total from orders group by 1, 2
    ) o full join (select day, status, sum(orders) as orders, sum(total) as total from order_totals group by 1, 2) t using (day, status)
    where (o.orders, o.total) is distinct from (t.orders, t.total)`);
  const [open] =
    await sql`select count(*) filter (where done_at is null)::int as open, count(*)::int as all from enquiries`;
  expect(open?.open).toBe(3);
  expect((await sql`select 1 from messages where state not in ('sent', 'failed')`).length).toBe(0);
});

test("the kitchen has a day with windows, by every method, packed and to be packed", async () => {
  const { windows, withoutWindow } = await readKitchen(await anAdmin(), { date: today });
  expect(new Set(windows.map(({ pool }) => pool))).toEqual(new Set(["delivery", "pickup"]));
  const orders = [...windows, withoutWindow].flatMap(({ pack }) => pack);
  expect(orders.length).toBeGreaterThan(10);
  for (const packed of [true, false]) expect(orders.some((order) => order.packed === packed)).toBe(true);
});

test("the same seed brings the same days", () => {
  const sweet = (id: number, week: number[] | null): Sold => ({
    ...{ id, name: `${id}`, hsn: "2106", travels: true, week },
    packs: [{ id, label: "500 g", grams: 500, units: 2, price: 100_00, isDefault: true }],
  });
  const sweets = [sweet(1, [9, 9, 9, 9, 9, 9, 9]), sweet(2, null)];
  const days = (seed: number) =>
    JSON.stringify([
      ...demandsOf({ from: "2026-11-01", to: "2026-11-09", ordersPerDay: 20, seed, festivals: [] }, sweets),
    ]);
  expect(days(1)).toBe(days(1));
  expect(days(1)).not.toBe(days(2));
});
