// What a backup is: a gzipped tar of `manifest.json`, `tables/<table>/<n>.copy` (PostgreSQL's COPY text, in pieces of a few
// megabytes, parents before children), `uploads/<file>`, and at the end `rows.json`, whose presence proves that it is whole.
import type postgres from "postgres";

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; lastValue: number | null };
export type Manifest = { format: 1; madeAt: string; migrations: string[]; tables: Table[]; sequences: Sequence[] };

/** Every table of the shop with its columns (generated ones aside), a table after those that it refers to. */
export async function listTables(sql: postgres.Sql | postgres.TransactionSql): Promise<Table[]> {
  const tables = await sql<(Table & { parents: string[] })[]>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`;
  const ordered: Table[] = [];
  let waiting = [...tables];
  while (waiting.length > 0) {
    const done = new Set(ordered.map((table) => table.name));
    const next = waiting.filter((table) => table.parents.every((parent) => done.has(parent)));
    if (next.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${waiting.map((t) => t.name).join(", ")}`);
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !next.includes(table));
  }
  return ordered;
}

/** The migrations that made this schema, by their hashes: a backup fits only the schema that it was made from. */
export async function listMigrations(sql: postgres.Sql | postgres.TransactionSql): Promise<string[]> {
  const rows = await sql<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations order by id`;
  return rows.map((row) => row.hash);
}

/** `"table" ("column", …)` for COPY. */
export function copyTarget(sql: postgres.Sql | postgres.TransactionSql, { name, columns }: Table) {
  return sql`${sql(name)} (${sql(columns)})`;
}
