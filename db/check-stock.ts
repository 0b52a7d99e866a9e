import { withConnection } from "./connection";
import { OperatorError } from "./operator-error";

type Sweet = { id: number; name: string; stock: number; ledger: number; held: number; heldByLedger: number };

type Places = { date: string; from: string; pool: string; taken: number; orders: number };

/**
 * Compares each sweet's stock with the sum of its ledger, the units that carts hold with those that its ledger says they hold, the days of
 * its plan with the lines of carts and orders and with the ledger, what a sweet says of its packs with them, and the places taken of each
 * window with its orders. Gives a line for each difference, the number of sweets, and the units held.
 */
export async function checkStock(
  url: string,
  timeoutMs = 0,
): Promise<{ differences: string[]; sweets: number; held: number }> {
  const connection = { application_name: "mithaas check", statement_timeout: String(timeoutMs) };
  return withConnection({ url, connection, fetch_types: false }, async (sql) => {
    const [table] = await sql`select to_regclass('stock_ledger') as found`;
    if (!table?.found)
      throw new OperatorError("This database has no stock ledger: it is not a migrated database of the shop.");
    // One statement is one snapshot: sales that go on meanwhile cannot look like a difference.
    const rows = await sql<Sweet[]>`
      select s.id, s.name, s.quantity as stock, coalesce(l.ledger, 0)::int as ledger, coalesce(c.held, 0)::int as held,
             coalesce(l.held, 0)::int as "heldByLedger"
      from sweets s
      left join (
        select sweet_id, sum(delta) as ledger, -sum(delta) filter (where day is null and reason in ('hold', 'release', 'expire', 'lapse')) as held
        from stock_ledger group by sweet_id
      ) l on l.sweet_id = s.id
      left join (
        select l.sweet_id, sum(l.held * p.units) as held from cart_lines l join packs p on p.id = l.pack_id
        where l.day is null group by l.sweet_id
      ) c on c.sweet_id = s.id
      order by s.id`;
    const differences = rows.flatMap(({ id, name, stock, ledger, held, heldByLedger }) => [
      ...(stock !== ledger || stock < 0
        ? [`Sweet ${id} (${name}): quantity ${stock}, sum of its ledger ${ledger}`]
        : []),
      ...(held !== heldByLedger ? [`Sweet ${id} (${name}): carts hold ${held}, its ledger says ${heldByLedger}`] : []),
    ]);
    const days = await sql<{ line: string }[]>`
      with o as (
        select l.sweet_id, l.day, sum(l.quantity * p.units) as units
        from order_lines l
        join orders o on o.id = l.order_id
        join packs p on p.id = line_pack(l.pack_id, l.sweet_id)
        where l.day is not null and (o.status <> 'Cancelled' or exists (
          select from order_status_history h where h.order_id = o.id and h.to_status in ('Shipped', 'Completed')))
        group by 1, 2
      ), c as (
        select l.sweet_id, l.day, sum(l.held * p.units) as units from cart_lines l join packs p on p.id = l.pack_id
        where l.day is not null and l.held > 0 group by 1, 2
      ), l as (
        select sweet_id, day, coalesce(sum(delta) filter (where reason = 'made'), 0) as made,
          -coalesce(sum(delta) filter (where reason <> 'made'), 0) as aside
        from stock_ledger where day is not null group by 1, 2
      ), d as (
        select *, held + ordered as promised, case when made is null then 0 else held + ordered - short end as aside from plan_days
      )
      select format('Sweet %s, plan of %s: %s', sweet_id, day, difference) as line
      from d full join c using (sweet_id, day) full join o using (sweet_id, day) full join l using (sweet_id, day)
      cross join lateral (values
        (1, d.capacity is null, 'it is missing, but lines or the ledger have the day'),
        (2, d.held <> coalesce(c.units, 0), format('held %s, carts hold %s', d.held, coalesce(c.units, 0))),
        (3, d.ordered <> coalesce(o.units, 0), format('ordered %s, orders have %s', d.ordered, coalesce(o.units, 0))),
        (4, d.made is null and d.promised > d.capacity + d.above, format('%s promised of %s', d.promised, d.capacity + d.above)),
        (5, d.capacity is not null and coalesce(d.made, 0) <> coalesce(l.made, 0),
          format('made %s, its ledger says %s', coalesce(d.made, 0), coalesce(l.made, 0))),
        (6, d.aside <> coalesce(l.aside, 0), format('%s set aside, its ledger says %s', d.aside, coalesce(l.aside, 0)))
      ) differences(number, found, difference)
      where found order by sweet_id, day, number`;
    differences.push(...days.map(({ line }) => line));
    const packs = await sql<{ id: number; name: string }[]>`
      select s.id, s.name from sweets s left join packs p on p.sweet_id = s.id and p.is_default
      where (s.price, s.net_weight_grams, s.default_units, s.largest_units) is distinct from
        (p.price, p.grams, p.units, (select max(units) from packs where sweet_id = s.id and active)) order by s.id`;
    for (const { id, name } of packs)
      differences.push(`Sweet ${id} (${name}): its price, net weight or units are not those of its packs`);
    const places = await sql<Places[]>`
      select * from (
        select date::text, from_time as from, pool, coalesce(p.taken, 0) as taken, coalesce(o.orders, 0)::int as orders
        from slot_places p full join (
          select slot_date as date, slot_from as from_time, case method when 'pickup' then 'pickup' else 'delivery' end as pool, count(*) as orders
          from orders where slot_date is not null and status <> 'Cancelled' group by 1, 2, 3
        ) o using (date, from_time, pool)
      ) both_counts where taken <> orders order by date, "from", pool`;
    for (const { date, from, pool, taken, orders } of places)
      differences.push(`Window ${date} ${from} (${pool}): ${taken} places taken, ${orders} orders hold one`);
    return { differences, sweets: rows.length, held: rows.reduce((sum, row) => sum + row.held, 0) };
  });
}
