import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { withConnection } from "./connection";
import { OperatorError } from "./operator-error";
import { assertSuitable, readFacts } from "./requirements";

/** Where the program's own migrations are. */
export const MIGRATIONS = path.resolve(import.meta.dirname, "../drizzle");

/** Held while migrating: of two instances that start on one database, the second waits and then finds nothing to do. */
const MIGRATION_LOCK = 7_411_985;
/** Milliseconds between two tries to get it. */
const LOCK_POLL_MS = 200;

/**
 * How long one statement of a migration waits for a lock of a table, in milliseconds, and how often the migration is tried. While DDL
 * waits, every later query of that table waits behind it: a short wait that is repeated leaves room for these. It is shorter than
 * PostgreSQL's deadlock_timeout (1 s), so that a migration which locked one table and waits for another gives way before the
 * transaction on the other side of that deadlock, an order perhaps, is chosen to fail.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_TRIES = 20;
/** The same for CREATE and DROP INDEX CONCURRENTLY, which wait for transactions of others to end and block no query meanwhile. */
const CONCURRENT_LOCK_TIMEOUT_MS = 10_000;
const LOCK_PAUSE_MS = 1_000;

export type Migration = {
  tag: string;
  /** Milliseconds since 1970; migrations are ordered by it, and drizzle's table stores it. */
  when: number;
  statements: string[];
  hash: string;
};

/** The migrations of a folder, oldest first, in drizzle-kit's format. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    await readFile(path.join(folder, "meta/_journal.json"), "utf8"),
  );
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await readFile(path.join(folder, `${tag}.sql`), "utf8");
      const statements = text.split("--> statement-breakpoint").filter((statement) => statement.trim() !== "");
      return { tag, when, statements, hash: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** The time of the newest migration that a database has; null for one without any. */
export async function newestApplied(sql: postgres.ISql): Promise<number | null> {
  try {
    const [row] = await sql<{ newest: number | null }[]>`
      select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
    return row?.newest ?? null;
  } catch (error) {
    if ((error as { code?: string }).code === "42P01") return null; // there is no such table
    throw error;
  }
}

/**
 * Brings the database at `url` up to date with the migrations of `folder`. With nothing to do it is one round trip.
 * Throws `OperatorError` for a database on which the shop cannot work, that is newer than these migrations, that others made before the first
 * of these, or that refuses one of them.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}, folder = MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(folder);
  const connection = { application_name: "mithaas migrations" };
  // The end of the session ends the advisory lock too.
  await withConnection({ url, connection }, async (sql) => {
    const [facts, applied] = await Promise.all([readFacts(sql), newestApplied(sql)]);
    const isToMigrate = pending(migrations, applied).length > 0;
    assertSuitable(facts, isToMigrate);
    if (!isToMigrate) return;
    // Polled: a session that waits for an advisory lock holds a snapshot, for which CREATE INDEX CONCURRENTLY would wait in turn.
    for (let isReported = false; ; isReported = true) {
      if ((await sql`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`)[0]?.taken) break;
      if (!isReported) log("Waiting for another process that migrates this database …");
      await sleep(LOCK_POLL_MS);
    }
    if (applied === null) {
      // Needs the right to create schemas even where there is one.
      await sql`create schema if not exists drizzle`;
      await sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
    }
    for (const migration of pending(migrations, await newestApplied(sql))) {
      await apply(sql, migration);
      log(`Applied the migration ${migration.tag}.`);
    }
  });
}

/** What is still to be applied. Refuses a database that these migrations do not lead to or start from. */
function pending(migrations: Migration[], applied: number | null): Migration[] {
  const [first, last] = [migrations[0], migrations.at(-1)];
  if (!first || !last || applied === null || applied === last.when) return applied === null ? migrations : [];
  const on = new Date(applied).toISOString().slice(0, 16).replace("T", " ");
  if (applied < first.when)
    throw new OperatorError(
      `The database is of a version from before the first release (its newest migration is of ${on} UTC), which this one cannot migrate. ` +
        "Make a backup with that version (npm run backup), and restore it with this one into a new, empty database (npm run restore): " +
        "docs/upgrades.md. Nothing was changed.",
    );
  if (!migrations.some(({ when }) => when === applied))
    throw new OperatorError(
      `The database is of a newer version of the shop (its newest migration is of ${on} UTC, this version knows those up to ${last.tag}): start that version or a later one, or restore a backup of this version or an older one into a new, empty database.`,
    );
  return migrations.filter(({ when }) => when > applied);
}

/**
 * Applies one migration, all of it or nothing. One with CREATE or DROP INDEX CONCURRENTLY runs outside of a transaction, where a statement
 * that fails leaves those before it done: it is written so that it can be applied again (docs/upgrades.md).
 */
async function apply(sql: postgres.Sql, { tag, when, hash, statements }: Migration): Promise<void> {
  const record = (on: postgres.ISql) =>
    on`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (statements.some((statement) => /\bindex\s+concurrently\b/i.test(statement))) {
        await sql`select set_config('lock_timeout', ${`${CONCURRENT_LOCK_TIMEOUT_MS}`}, false)`;
        for (const statement of statements) await sql.unsafe(statement);
        await record(sql);
      } else {
        await sql.begin(async (tx) => {
          await tx`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}`}, true)`;
          for (const statement of statements) await tx.unsafe(statement);
          await record(tx);
        });
      }
      return;
    } catch (error) {
      if (!(error instanceof postgres.PostgresError)) throw error;
      const { code, message, detail } = error;
      // lock_not_available, deadlock_detected
      if (code !== "55P03" && code !== "40P01")
        throw new OperatorError(
          `The database refuses the migration ${tag}: ${message}${detail ? ` (${detail})` : ""}`,
          { cause: error },
        );
      if (attempt === LOCK_TRIES)
        throw new OperatorError(
          `The migration ${tag} was given up after ${LOCK_TRIES} tries, since another transaction keeps a table locked (${message}). Nothing of it was applied: end that transaction and start again.`,
        );
      await sleep(LOCK_PAUSE_MS);
    }
  }
}
