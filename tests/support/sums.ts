import { expect } from "vitest";
import { sql } from "./sql";

/*
 * Sums over the whole life of a shop, added up from its rows alone, by other ways than the shop's own checks.
 */

/** Rows that should not be there. */
export const none = async (rows: PromiseLike<readonly object[]>) => expect([...(await rows)]).toEqual([]);

/**
 * To the unit: every sweet's ledger is its stock, now and at any time before; opening stock, bought and made is what was sold, thrown away,
 * set aside, held and is in stock; what was promised for a day is what its orders say, and was set aside or is short.
 */
export async function expectUnitsRight() {
  await none(sql`
    select s.id, s.quantity, sum(l.delta) from sweets s left join stock_ledger l on l.sweet_id = s.id group by 1
    having s.quantity <> coalesce(sum(l.delta), 0)`);
  await none(sql`
    select * from (select sweet_id, id, sum(delta) over (partition by sweet_id order by id) as stock from stock_ledger) l where stock < 0`);
  const sums = await sql`
    select s.id, s.quantity as stock, came.units as came, coalesce(gone.units, 0) as gone, coalesce(sold.units, 0) as sold, coalesce(aside.units, 0) as aside
    from sweets s
    join (select sweet_id, sum(delta)::int as units from stock_ledger where reason in ('initial', 'restock', 'made') group by 1) came on came.sweet_id = s.id
    left join (select sweet_id, -sum(delta)::int as units from stock_ledger where reason = 'waste' group by 1) gone on gone.sweet_id = s.id
    left join (
      select l.sweet_id, sum(l.quantity * p.units)::int as units from order_lines l join orders o on o.id = l.order_id join packs p on p.id = l.pack_id
      where o.status <> 'Cancelled' and l.day is null group by 1
    ) sold on sold.sweet_id = s.id
    left join (select sweet_id, sum(held + ordered - short)::int as units from plan_days where made is not null group by 1) aside on aside.sweet_id = s.id`;
  expect(sums.length).toBeGreaterThan(50);
  expect(sums.filter(({ came, gone, sold, aside, stock }) => came !== gone + sold + aside + stock)).toEqual([]);
  await none(sql`
    select * from (select sweet_id, day, ordered from plan_days where ordered > 0) d full join (
      select l.sweet_id, l.day, sum(l.quantity * p.units) as units from order_lines l join orders o on o.id = l.order_id join packs p on p.id = l.pack_id
      where l.day is not null and o.status <> 'Cancelled' group by 1, 2
    ) o using (sweet_id, day) where ordered is distinct from units`);
  await none(sql`
    select d.* from plan_days d left join (
      select sweet_id, day, sum(delta) filter (where reason = 'made') as made, -sum(delta) filter (where reason <> 'made') as aside
      from stock_ledger where day is not null group by 1, 2
    ) l using (sweet_id, day)
    where d.made is distinct from l.made or coalesce(l.aside, 0) <> case when d.made is null then 0 else d.held + d.ordered - d.short end`);
  await none(
    sql`select l.* from order_lines l join orders o on o.id = l.order_id where l.day is not null and l.day is distinct from o.day`,
  );
}

/** To the paisa: totals, payments, refunds, and documents without a gap in their numbers. */
export async function expectPaiseRight() {
  await none(sql`
    select o.id from orders o left join (select order_id, sum(price * quantity) as lines from order_lines group by 1) l on l.order_id = o.id
    where o.total is distinct from l.lines + o.delivery_fee + case when o.gift_wrap then 5000 else 0 end`);
  await none(sql`
    select o.id from orders o left join payments p on p.order_id = o.id group by o.id
    having o.received <> coalesce(sum(p.amount) filter (where p.state = 'received'), 0)
      or o.refunded <> coalesce(sum(p.amount) filter (where p.state = 'refunded'), 0)
      or o.claimed <> coalesce(sum(p.amount) filter (where p.state = 'claimed'), 0)
      or o.payment_state <> payment_state(o.total, o.received, o.refunded, o.claimed)`);
  await none(sql`
    select o.id, o.status, o.total, o.refunded, o.refund_pending, o.credited_ahead, i.* from orders o left join (
      select order_id, sum(total) filter (where kind <> 'credit_note') as billed, coalesce(sum(total) filter (where kind = 'credit_note'), 0) as credited
      from invoices group by 1
    ) i on i.order_id = o.id
    where i.billed is distinct from case when o.status in ('Shipped', 'Completed') then o.total end or coalesce(i.credited, 0) <> case when i.billed is null then 0 else o.refunded + o.refund_pending + o.credited_ahead end`);
  await none(sql`
    select i.id from invoices i left join invoice_lines l on l.invoice_id = i.id group by i.id having i.total is distinct from sum(l.total)`);
  await none(sql`
    select prefix, year from invoices left join invoice_series s using (prefix, year) group by 1, 2
    having count(*) <> max(sequence) or max(sequence) <> max(s.last)`);
  await none(sql`
    select * from (select *, lag(issued_at) over (partition by prefix, year order by sequence) as before from invoices) i where issued_at < before`);
}
