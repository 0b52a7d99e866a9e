import { withConnection } from "./connection";
import { OperatorError } from "./operator-error";

type Sweet = { id: number; name: string; stock: number; ledger: number; held: number; heldByLedger: number };

type Places = { date: string; from: string; pool: string; taken: number; orders: number };

/**
 * Compares each sweet's stock with the sum of its ledger, the units that carts hold with those that its ledger says they hold, what
 * a sweet says of its packs with them, and the places taken of each window with its orders. Gives a line for each difference, the
 * number of sweets, and the units held.
 */
export async function checkStock(
  url: string,
  timeoutMs = 0,
): Promise<{ differences: string[]; sweets: number; held: number }> {
  const connection = { application_name: "mithaas check", statement_timeout: timeoutMs };
  return withConnection({ url, connection }, async (sql) => {
    const [table] = await sql`select to_regclass('stock_ledger') as found`;
    if (!table?.found)
      throw new OperatorError("This database has no stock ledger: it is not a migrated database of the shop.");
    // One statement is one snapshot: sales that go on meanwhile cannot look like a difference.
    const rows = await sql<Sweet[]>`
      select s.id, s.name, s.quantity as stock, coalesce(l.ledger, 0)::int as ledger, coalesce(c.held, 0)::int as held,
             coalesce(l.held, 0)::int as "heldByLedger"
      from sweets s
      left join (
        select sweet_id, sum(delta) as ledger, -sum(delta) filter (where reason in ('hold', 'release', 'expire', 'lapse')) as held
        from stock_ledger group by sweet_id
      ) l on l.sweet_id = s.id
      left join (
        select l.sweet_id, sum(l.held * p.units) as held from cart_lines l join packs p on p.id = l.pack_id group by l.sweet_id
      ) c on c.sweet_id = s.id
      order by s.id`;
    const differences = rows.flatMap(({ id, name, stock, ledger, held, heldByLedger }) => [
      ...(stock !== ledger || stock < 0
        ? [`Sweet ${id} (${name}): quantity ${stock}, sum of its ledger ${ledger}`]
        : []),
      ...(held !== heldByLedger ? [`Sweet ${id} (${name}): carts hold ${held}, its ledger says ${heldByLedger}`] : []),
    ]);
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
