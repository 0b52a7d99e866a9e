// The data of load tests and demonstrations keeps the shop's rules, and shows the kitchen a full day.
import { beforeAll, expect, test } from "vitest";
import { seedLarge } from "@/db/seed/large";
import { readKitchen } from "@/lib/kitchen/queries";
import { paymentTasks } from "@/lib/payments/task-queries";
import { expectStockRight } from "../support/database";
import { anAdmin } from "../support/factories";
import { sql } from "../support/sql";

beforeAll(() => seedLarge(process.env.DATABASE_URL ?? "", { sweets: 50, orders: 1200 }));

test("totals and places are those of the orders", async () => {
  const wrongTotals = await sql`
    select o.id from orders o join (select order_id, sum(price * quantity) as lines from order_lines group by 1) l on l.order_id = o.id
    where o.total <> l.lines + o.delivery_fee + case when o.gift_wrap then 5000 else 0 end`;
  expect([...wrongTotals]).toEqual([]);
  const wrongPlaces = await sql`
    select * from (
      select slot_date as date, slot_from as from_time, case method when 'pickup' then 'pickup' else 'delivery' end as pool, count(*) as held from orders
      where slot_date is not null and status <> 'Cancelled' group by 1, 2, 3
    ) o full join slot_places using (date, from_time, pool) where coalesce(held, 0) <> coalesce(taken, 0) or taken > 30`;
  expect([...wrongPlaces]).toEqual([]);
});

test("sweets have one to three packs, and orders name them, two of one sweet too", async () => {
  await expectStockRight();
  const made =
    await sql`select count(*)::int as packs from packs p join stock_ledger l using (sweet_id) where l.reason = 'initial' and l.user_id is null group by sweet_id`;
  expect(new Set(made.map(({ packs }) => packs))).toEqual(new Set([1, 2, 3]));
  const [lines] = await sql`
    select count(*) filter (where not p.is_default)::int as others, count(*)::int as lines,
      (select count(*)::int from (select from order_lines group by order_id, sweet_id having count(*) > 1) d) as doubles
    from order_lines l join packs p on p.id = l.pack_id`;
  expect(lines?.others).toBeGreaterThan(100);
  expect(lines?.doubles).toBeGreaterThan(50);
});

test("payments add up to what the orders say, and every kind is there", async () => {
  const wrong = await sql`
    select o.id from orders o left join payments p on p.order_id = o.id group by o.id
    having o.received <> coalesce(sum(p.amount) filter (where p.state = 'received'), 0)
      or o.refunded <> coalesce(sum(p.amount) filter (where p.state = 'refunded'), 0)
      or o.claimed <> coalesce(sum(p.amount) filter (where p.state = 'claimed'), 0)
      or o.payment_state <> payment_state(o.total, o.received, o.refunded, o.claimed)`;
  expect([...wrong]).toEqual([]);
  const { counts } = await paymentTasks(await anAdmin());
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  const [triggers] =
    await sql`select count(*)::int as off from pg_trigger where tgrelid = 'payments'::regclass and tgenabled = 'D'`;
  expect(triggers?.off).toBe(0);
});

test("nothing is packed that was cancelled, or before it was placed", async () => {
  const wrong = await sql`
    select id from orders where packed_at < created_at or packed_at > now() or (packed_at is not null and status in ('Pending', 'Cancelled'))`;
  expect([...wrong]).toEqual([]);
});

test("the kitchen has orders in windows and without one, by every method, packed and to be packed", async () => {
  const { windows, withoutWindow } = await readKitchen(await anAdmin());
  expect(new Set(windows.map(({ pool }) => pool))).toEqual(new Set(["delivery", "pickup"]));
  expect(new Set(withoutWindow.pack.map(({ method }) => method))).toContain("courier");
  const orders = [...windows, withoutWindow].flatMap(({ pack }) => pack);
  expect(orders.length).toBeGreaterThan(80);
  for (const packed of [true, false]) expect(orders.some((order) => order.packed === packed)).toBe(true);
});
