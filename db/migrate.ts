import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

const root = path.resolve(import.meta.dirname, "..");

/** Held while migrating, on a connection of its own: two starts on one database take turns. */
const MIGRATION_LOCK = 7_411_985;

/** Brings the schema and functions.sql of the database at `url` up to date. */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<void> {
  const lock = postgres(url, { max: 1, onnotice: () => {} });
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await lock`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(sql), { migrationsFolder: path.join(root, "drizzle") });
    const functions = await readFile(path.join(root, "db/functions.sql"), "utf8");
    const version = createHash("sha256").update(functions).digest("hex");
    const [applied] = await sql`select value from settings where name = 'functions.sql'`;
    if (applied?.value !== version) {
      await sql.begin(async (tx) => {
        await tx.unsafe(functions);
        await tx`insert into settings (name, value) values ('functions.sql', ${version})
                 on conflict (name) do update set value = excluded.value`;
      });
      log("Database functions are up to date.");
    }
  } finally {
    await sql.end();
    await lock.end(); // gives the lock back
  }
}
