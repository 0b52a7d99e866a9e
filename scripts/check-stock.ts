// npm run check-stock: proves that for every sweet the sum of its ledger is its quantity (docs/behaviour.md#stock), and that what
// carts hold is what the ledger says they hold. A line for each sweet where it is not so, and exit 1.
import postgres from "postgres";
import { command } from "./command";
import { CliError } from "./processes.mjs";

type Finding = { id: number; name: string; quantity: number; ledger: number; held: number; heldByLedger: number };

void command("npm run check-stock", { makes: false }, async ({ url }) => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const [table] = await sql`select to_regclass('stock_ledger') as found`;
    if (!table?.found)
      throw new CliError("This database has no stock ledger: it is not a migrated database of the shop.");
    // One statement is one snapshot: sales that go on meanwhile cannot look like a fault.
    const rows = await sql<Finding[]>`
      select s.id, s.name, s.quantity, coalesce(l.ledger, 0)::int as ledger, coalesce(c.held, 0)::int as held,
             coalesce(l.held, 0)::int as "heldByLedger"
      from sweets s
      left join (
        select sweet_id, sum(delta) as ledger, -sum(delta) filter (where reason in ('hold', 'release', 'lapse')) as held
        from stock_ledger group by sweet_id
      ) l on l.sweet_id = s.id
      left join (select sweet_id, sum(held) as held from cart_lines group by sweet_id) c on c.sweet_id = s.id
      order by s.id`;
    const wrong = rows.flatMap(({ id, name, quantity, ledger, held, heldByLedger }) => [
      ...(quantity !== ledger || quantity < 0
        ? [`Sweet ${id} (${name}): quantity ${quantity}, sum of its ledger ${ledger}`]
        : []),
      ...(held !== heldByLedger ? [`Sweet ${id} (${name}): carts hold ${held}, its ledger says ${heldByLedger}`] : []),
    ]);
    for (const line of wrong) console.log(line);
    if (wrong.length > 0) {
      process.exitCode = 1;
      return;
    }
    const held = rows.reduce((sum, row) => sum + row.held, 0);
    console.log(
      `Stock is right: for all ${rows.length} sweets the sum of the ledger is the quantity; ${held} units are held in carts.`,
    );
  } finally {
    await sql.end();
  }
});
