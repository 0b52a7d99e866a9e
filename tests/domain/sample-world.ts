// What holds of every shop that is filled with samples, added up from the rows alone.
import { expect, test } from "vitest";
import { checkStock } from "@/db/check-stock";
import { indiaDay } from "@/lib/dates";
import { readKitchen } from "@/lib/kitchen/queries";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { expectPlacesRight, expectPlansRight, expectStockRight } from "../support/database";
import { anAdmin } from "../support/factories";
import { sql } from "../support/sql";
import { expectPaiseRight, expectUnitsRight, none } from "../support/sums";

export const url = process.env.DATABASE_URL ?? "";

export function testSamples(until: Date): void {
  test("units, paise, plans and places are right", async () => {
    // What carts hold is in no sum of these.
    await sql`update cart_lines set expires_at = now() - interval '1 second' where held > 0`;
    await releaseExpiredHolds();
    await expectPaiseRight();
    await expectPlansRight();
    await expectStockRight();
    await expectPlacesRight();
    expect((await checkStock(url)).differences).toEqual([]);
    await expectUnitsRight();
  });

  test("the database is as a migration leaves it", async () => {
    await none(sql`select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'`);
    await none(sql`select nspname from pg_namespace where nspname = 'moved_clock'`);
    await none(sql`select adrelid::regclass from pg_attrdef where pg_get_expr(adbin, adrelid) ~ 'moved_clock'`);
    await none(
      sql`select setconfig from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database()`,
    );
  });

  test("orders are in every state, by every method and channel, and their history is theirs", async () => {
    const kinds = await sql`select distinct status, channel, method, payment_state from orders`;
    const of = (name: string) => new Set(kinds.map((kind) => kind[name]));
    expect(of("status").size).toBe(5);
    expect(of("method")).toEqual(new Set([null, "delivery", "pickup", "courier"]));
    expect(of("channel")).toEqual(new Set(["web", "api", "counter"]));
    for (const state of ["unpaid", "paid", "refunded"]) expect(of("payment_state")).toContain(state);
    await none(sql`
      select id from orders o where status <> (select to_status from order_status_history h where h.order_id = o.id order by id desc limit 1)
        or packed_at < created_at or (packed_at is not null and status in ('Pending', 'Cancelled')) or updated_at < created_at or updated_at > now()`);
    await none(sql`
      select * from (
        select (created_at at time zone 'Asia/Kolkata')::date as day, status, count(*) as orders, sum(total) as total from orders group by 1, 2
      ) o full join (select day, status, sum(orders) as orders, sum(total) as total from order_totals group by 1, 2 having sum(orders) > 0) t using (day, status)
      where (o.orders, o.total) is distinct from (t.orders, t.total)`);
    await none(sql`
      select * from (
        select sweet_id, sum(quantity) as units from order_lines l join orders o on o.id = l.order_id where status <> 'Cancelled' group by 1
      ) l full join (select sweet_id, units from sweet_sales where units > 0) s using (sweet_id) where l.units is distinct from s.units`);
  });

  test("there is something to look at everywhere", async () => {
    const [counts] = await sql`
      select count(*) filter (where day = ${indiaDay(until)} and made is not null)::int as today,
        count(*) filter (where day > ${indiaDay(until)} and ordered > 0)::int as coming,
        (select count(*)::int from enquiries where done_at is null) as asked, (select count(*)::int from enquiries where done_at < now()) as answered,
        (select count(*)::int from messages where state = 'sent') as sent,
        (select count(*)::int from carts) as carts
      from plan_days`;
    for (const [name, count] of Object.entries(counts ?? {})) expect(count, name).toBeGreaterThan(0);
    await none(sql`select id from messages where state not in ('sent', 'failed')`);
    const { windows } = await readKitchen(await anAdmin(), { date: indiaDay(until) });
    expect(windows.flatMap(({ pack }) => pack).length).toBeGreaterThan(0);
  });
}
