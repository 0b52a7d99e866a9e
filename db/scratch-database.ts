import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { commandSettings } from "./connection";

/**
 * Creates an empty database beside the one of `url`, for a look at a backup; undefined when the role may not create databases. First drops
 * those that killed runs for this very database left behind: their name says so, this role owns them, and no process holds their lock.
 */
export async function createScratchDatabase(
  url: string,
): Promise<{ url: string; drop: () => Promise<void> } | undefined> {
  // One connection to the end, since it holds the lock.
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice: () => {}, connection: commandSettings });
  try {
    const [beside] = await sql<{ prefix: string; collate: string; ctype: string }[]>`
      select 'mithaas_verify_' || oid || '_' as prefix, quote_literal(datcollate) as collate, quote_literal(datctype) as ctype
      from pg_database where datname = current_database()`;
    const { prefix = "", collate = "'C'", ctype = "'C'" } = beside ?? {};
    const left = await sql<{ name: string }[]>`
      select datname as name from pg_database
      where datname ~ ${`^${prefix}[0-9a-f]{12}$`} and pg_get_userbyid(datdba) = current_user`;
    for (const { name } of left) {
      if (!(await lock(sql, name))) continue;
      await dropDatabase(sql, name);
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
    }
    const mine = prefix + randomBytes(6).toString("hex");
    await lock(sql, mine);
    // The server's own default may be another encoding, with a locale that suits no UTF8.
    await sql.unsafe(
      `create database ${mine} template template0 encoding 'UTF8' lc_collate ${collate} lc_ctype ${ctype}`,
    );
    const made = new URL(url);
    made.pathname = `/${mine}`;
    return {
      url: made.href,
      async drop() {
        await dropDatabase(sql, mine).finally(() => sql.end());
      },
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    // Nothing but to create a database needs a privilege that the role may lack.
    if ((error as { code?: string }).code === "42501") return undefined;
    throw error;
  }
}

/**
 * Drops a database of this role, with the sessions that the role has in it. Not by `with (force)`: that also ends autovacuum's process,
 * which only a superuser or a member of pg_signal_backend may do so, and is refused when one is at work in the database. The plain command
 * ends autovacuum's process for everybody.
 */
async function dropDatabase(sql: postgres.Sql, name: string) {
  const [found] = await sql`select 1 from pg_database where datname = ${name}`;
  if (!found) return;
  await sql`alter database ${sql(name)} allow_connections false`; // a process of a killed run may connect again
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and usename = current_user`;
  await sql`drop database ${sql(name)}`;
}

/** For as long as the connection lives, so that a killed run's lock is free at once. */
async function lock(sql: postgres.Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`;
  return row?.taken ?? false;
}
