import { pipeline } from "node:stream/promises";
import postgres from "postgres";
import { copyTarget, isLeftOut, listTables, type Manifest, migrationsOf } from "./backup-format";
import { withConnection } from "./connection";
import { readInstalled } from "./function-files";
import { MIGRATIONS, type Migration, readMigrations } from "./migrate";
import { OperatorError } from "./operator-error";

/** Filled by a migration, or counters: a database with nothing else in it is empty. */
const NOT_DATA = new Set(["rate_limits", "search_synonyms"]);

/** Runs `work` in one transaction: what it throws leaves the database as it was. `replace`: delete what is there first. */
export async function loadTables<T>(url: string, replace: boolean, work: (loader: Loader) => Promise<T>): Promise<T> {
  return withConnection({ url }, (sql) => sql.begin((tx) => work(loaderOf(tx, replace)))) as Promise<T>;
}

/** Puts the files of a backup into the tables, in the order in which they come. */
export type Loader = ReturnType<typeof loaderOf>;

function loaderOf(tx: postgres.TransactionSql, replace: boolean) {
  let manifest: Manifest | undefined;
  let since: Migration[] = [];
  return {
    /** Checks that the version of the backup is known and that the database is empty, or empties it. The first call. */
    begin: async (given: Manifest) => {
      since = await prepare(tx, given, replace);
      manifest = given;
    },
    /** A piece of a table. */
    piece: async (name: string, body: AsyncIterable<Uint8Array>) => {
      if (manifest && isLeftOut(manifest, name)) {
        for await (const _ of body); // the archive's next file comes behind it
        return;
      }
      const table = manifest?.tables.find((known) => known.name === name);
      if (!table) throw new OperatorError(`The backup holds a table that its manifest does not name: ${name}`);
      // One COPY a piece, ended or failed here: an open one would keep the transaction from being rolled back.
      const copy = tx`copy ${copyTarget(tx, table)} from stdin`;
      const rows = await copy.writable();
      // An error that comes after the last row was sent reaches the query alone in postgres.js, whose promise was settled by the
      // stream. The stream would never end.
      Object.assign(copy, { reject: (error: Error) => rows.destroy(error) });
      await pipeline(body, rows).catch(refused(name));
    },
    /** Compares every table with what the backup counted, and applies the migrations since it was made. The last call. */
    finish: async (rows: Record<string, number>) => {
      if (!manifest) return;
      const given = manifest;
      for (const { name } of await listTables(tx)) await tx`alter table ${tx(name)} enable trigger user`;
      await check(tx, { ...given, tables: given.tables.filter(({ name }) => !isLeftOut(given, name)) }, rows);
      await apply(tx, since);
    },
  };
}

const refused = (what: string) => (error: unknown) => {
  if (!(error instanceof postgres.PostgresError)) throw error;
  throw new OperatorError(`The backup cannot be loaded: ${what}: ${error.message}. Nothing was changed.`);
};

/** No transaction builds an index concurrently. This one need not, since nobody else uses its tables. */
async function apply(tx: postgres.TransactionSql, migrations: Migration[]): Promise<void> {
  for (const { tag, statements } of migrations)
    for (const statement of statements)
      await tx.unsafe(statement.replace(/\bindex\s+concurrently\b/gi, "index")).catch(refused(tag));
}

/**
 * Makes the tables empty, and as they were in the version of the backup. Switches the shop's triggers off, since the backup has what they
 * wrote. Returns the migrations since that version.
 */
async function prepare(tx: postgres.TransactionSql, manifest: Manifest, replace: boolean): Promise<Migration[]> {
  const migrations = await readMigrations(MIGRATIONS);
  const { before, since } = migrationsOf(manifest, migrations);
  const tables = await listTables(tx);
  const full: string[] = [];
  for (const { name } of tables.filter((table) => !NOT_DATA.has(table.name)))
    if ((await tx`select 1 from ${tx(name)} limit 1`).length > 0) full.push(name);
  if (full.length > 0 && !replace)
    throw new OperatorError(
      `The database is not empty (${full.join(", ")}). Restore into an empty one, or add --replace, which deletes what is there. Nothing was changed.`,
    );
  if (since.length > 0) {
    const created = migrations.flatMap(({ statements }) => statements).join("\n");
    const foreign = tables.find(({ name }) => !created.includes(`CREATE TABLE "${name}"`));
    if (foreign)
      throw new OperatorError(
        `The table ${foreign.name} is not the shop's, and a restore of an older backup would drop it: move it into another schema, or restore into a new, empty database. Nothing was changed.`,
      );
    await tx`drop table ${tx(tables.map((table) => table.name))} cascade`;
    for (const { drop } of (await readInstalled(tx)).values()) await tx.unsafe(drop);
    await apply(tx, before);
  }
  const empty = (await listTables(tx)).map((table) => table.name);
  await tx`truncate ${tx(empty)}`;
  for (const name of empty) await tx`alter table ${tx(name)} disable trigger user`;
  return since;
}

/** Sets sequences, and compares every table's rows with what the backup counted. */
async function check(tx: postgres.TransactionSql, manifest: Manifest, rows: Record<string, number>) {
  for (const { name } of manifest.tables) {
    const [counted] = await tx<{ count: number }[]>`select count(*)::float8 as count from ${tx(name)}`;
    if (counted?.count !== rows[name])
      throw new OperatorError(
        `The backup is not whole: ${name} has ${counted?.count} of ${rows[name]} rows. Nothing was changed.`,
      );
  }
  // Who was signed in when the backup was made may have signed out since, or lost the device: an old secret must open nothing.
  await tx`delete from sessions`;
  await tx`delete from password_resets`;
  for (const { name, lastValue } of manifest.sequences)
    await tx`select setval(format('public.%I', ${name}::text)::regclass, ${lastValue ?? 1}, ${lastValue !== null})`;
  await tx`select pg_notify('pages', '{"settings": true}')`; // a running shop renders everything again
}
