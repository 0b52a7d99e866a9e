import { randomBytes } from "node:crypto";
import postgres from "postgres";

/**
 * Creates an empty database beside the one of `url`, for a look at a backup; undefined when the role may not create databases. First drops
 * those that killed runs for this very database left behind: their name says so, this role owns them, and no process holds their lock.
 */
export async function createScratchDatabase(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> } | undefined> {
  // One connection to the end, since it holds the lock.
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice: () => {} });
  try {
    const [beside] = await sql<{ prefix: string }[]>`
      select 'mithaas_verify_' || oid || '_' as prefix from pg_database where datname = current_database()`;
    const prefix = beside?.prefix ?? "";
    const left = await sql<{ name: string }[]>`
      select datname as name from pg_database
      where datname ~ ${`^${prefix}[0-9a-f]{12}$`} and pg_get_userbyid(datdba) = current_user`;
    for (const { name } of left) {
      if (!(await lock(sql, name))) continue;
      await sql`drop database if exists ${sql(name)} with (force)`;
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
    }
    const mine = prefix + randomBytes(6).toString("hex");
    await lock(sql, mine);
    await sql`create database ${sql(mine)}`;
    const made = new URL(url);
    made.pathname = `/${mine}`;
    return {
      url: made.href,
      async drop() {
        await sql`drop database if exists ${sql(mine)} with (force)`;
        await sql.end();
      },
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    if ((error as { code?: string }).code === "42501") return undefined;
    throw error;
  }
}

/** For as long as the connection lives, so that a killed run's lock is free at once. */
async function lock(sql: postgres.Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`;
  return row?.taken ?? false;
}

/** The pictures that a database has rows of: ids and widths. */
export async function listPictures(url: string): Promise<{ id: string; width: number }[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql<{ id: string; width: number }[]>`select id, width from images order by id`)];
  } finally {
    await sql.end();
  }
}
