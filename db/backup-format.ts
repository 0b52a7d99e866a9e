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

/**
 * Migrations after which older backups still fit: they changed no column that there was, new ones are null or have a default, and db/load.ts
 * writes in the rows what they wrote.
 */
const STILL_FITTING = [
  "0002_expire_in_ledger",
  "0003_expire_in_ledger_rows",
  "0004_plans",
  "0005_plans_indexes",
  "0007_staff_and_keys",
  "0009_audit_entries",
  "0010_second_factor",
  "0011_webhooks",
  "0012_customers_without_account",
  "0014_order_limits",
  "0015_order_limits_indexes",
  "0016_audit_and_foreign_key_indexes",
  "0017_unused_pictures_from_now",
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

/**
 * Refuses a backup that does not fit the migrations of this program: one of a newer version, or of an older one since which more than
 * functions (their migrations are named NNNN_functions…) and what STILL_FITTING names changed.
 */
export function assertFits({ migration }: Manifest, migrations: Migration[]): void {
  const tags = migrations.map(({ tag }) => tag);
  const isBefore = BEFORE_BASELINE.includes(migration);
  const at = isBefore ? 0 : tags.indexOf(migration);
  const since = tags.slice(at + 1);
  const maker = isBefore ? "the first release of the shop" : "the shop's version that made it";
  if (at === -1 || since.some((tag) => !/^\d{4}_functions(_|$)/.test(tag) && !STILL_FITTING.includes(tag)))
    throw new OperatorError(
      `The backup was made with another version of the schema (${migration}, here ${tags.at(-1)}): ` +
        `restore it with ${maker}, then update. Nothing was changed.`,
    );
}
