// What a backup is: a gzipped tar of `manifest.json`, `tables/<table>/<n>.copy` (PostgreSQL's COPY text, in pieces of a few
// megabytes, parents before children), `uploads/<file>`, and at the end `rows.json`, whose presence proves that it is complete.
import type postgres from "postgres";
import type { Migration } from "./migrate";
import { OperatorError } from "./operator-error";

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; lastValue: number | null };
export type Manifest = {
  format: 2;
  madeAt: string;
  /** The newest migration of the database. */
  migration: string;
  tables: Table[];
  sequences: Sequence[];
};

/**
 * Before the first release 27 migrations became one, `0000_baseline`. Backups of databases whose newest migration was one of these are
 * restored too: their tables are those of the baseline, except for LEFT_OUT, and that some lack columns that have a default, or the table
 * mail_sendings.
 */
const BEFORE_BASELINE = [
  "0019_functions_generic_plans",
  "0020_hold_limits",
  "0021_functions_hold_limits",
  "0022_counter_orders",
  "0023_functions_counter_orders",
  "0024_mail_limits",
  "0025_functions_mail_limits",
  "0026_mail_limit_indexes",
];

/** Tables of those backups that are not restored: what was computed from others, and sessions, which had one more column and are never kept. */
const LEFT_OUT = new Set(["search_sets", "sessions"]);

/** Whether a table of a backup is not to be restored. */
export const isLeftOut = ({ migration }: Manifest, table: string): boolean =>
  BEFORE_BASELINE.includes(migration) && LEFT_OUT.has(table);

/** Every table of the shop with its columns (generated ones aside), a table after those that it refers to. */
export async function listTables(sql: postgres.ISql): Promise<Table[]> {
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

/** `"table" ("column", …)` for COPY. */
export function copyTarget(sql: postgres.ISql, { name, columns }: Table) {
  return sql`${sql(name)} (${sql(columns)})`;
}

/** The migrations that made the tables of a backup, and those since. Refuses a backup of a newer version, and of one before BEFORE_BASELINE. */
export function migrationsOf(
  { migration }: Manifest,
  migrations: Migration[],
): { before: Migration[]; since: Migration[] } {
  const at = BEFORE_BASELINE.includes(migration) ? 0 : migrations.findIndex(({ tag }) => tag === migration);
  if (at === -1)
    throw new OperatorError(
      `The backup was made with a schema that this version does not know (${migration}, here ${migrations.at(-1)?.tag}): ` +
        "restore it with the shop's version that made it, or a later one. Nothing was changed.",
    );
  return { before: migrations.slice(0, at + 1), since: migrations.slice(at + 1) };
}
