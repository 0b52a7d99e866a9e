// What a backup is: a gzipped tar of `manifest.json`, `tables/<table>/<n>.copy` (PostgreSQL's COPY text, in pieces of a few
// megabytes, parents before children), `uploads/<file>`, and at the end `rows.json`, whose presence proves that it is complete.
import type postgres from "postgres";
import type { Migration } from "./migrate";
import { OperatorError } from "./operator-error";

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; lastValue: number | null };
export type Manifest = {
  madeAt: string;
  tables: Table[];
  sequences: Sequence[];
} & (
  | { format: 2 /** The newest migration of the database. */; migration: string }
  | { format: 1 /** The hashes of all migrations. */; migrations: string[] }
);

/** The hash of the last migration of format 1: its schema is that of the first migration of today. */
const LAST_OF_FORMAT_1 = "b3dc3aad9dcd9d84a7b764382a5b67c2e303ae70df456a6d51266045f0310e35";

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
 * functions changed (their migrations are named NNNN_functions…).
 */
export function assertFits(manifest: Manifest, migrations: Migration[]): void {
  const tags = migrations.map(({ tag }) => tag);
  const at = manifest.format === 2 ? tags.indexOf(manifest.migration) : isOldFormat(manifest) ? 0 : -1;
  const since = tags.slice(at + 1);
  if (at === -1 || since.some((tag) => !/^\d{4}_functions(_|$)/.test(tag)))
    throw new OperatorError(
      `The backup was made with another version of the schema (${versionOf(manifest)}, here ${tags.at(-1)}): restore it with the shop's version that made it, then update. Nothing was changed.`,
    );
}

const isOldFormat = (manifest: Manifest) => manifest.format === 1 && manifest.migrations.at(-1) === LAST_OF_FORMAT_1;

const versionOf = (manifest: Manifest) =>
  manifest.format === 2 ? manifest.migration : `${manifest.migrations?.length} migrations in format ${manifest.format}`;
