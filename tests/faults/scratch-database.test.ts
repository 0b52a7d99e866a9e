// nightly: waits for autovacuum; guards db/scratch-database.ts, scripts/verify-backup.ts
// The database in which a backup is checked is dropped whoever is at work in it, by a role that is no superuser (db/scratch-database.ts).
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createScratchDatabase } from "@/db/scratch-database";
import { database } from "./database";

const url = process.env.DATABASE_URL as string;
const connect = (to: string) => postgres(to, { max: 1, onnotice: () => {} });
let admin: postgres.Sql;

beforeAll(async () => {
  admin = connect(database.adminUrl());
  await admin`alter role mithaas createdb`;
  await admin`alter system set autovacuum_naptime = '1s'`;
  await admin`select pg_reload_conf()`;
});
afterAll(() => admin.end());

/** Until autovacuum is at work in the database, on a table that takes it minutes. */
async function vacuumed(scratch: string) {
  const sql = connect(scratch);
  await sql`
    create table slow (id int) with (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_cost_delay = 100, autovacuum_vacuum_cost_limit = 1)`;
  await sql`insert into slow select generate_series(1, 200000)`;
  await sql`delete from slow where id % 2 = 0`;
  await sql.end();
  await expect.poll(() => workers(scratch), { timeout: 60_000 }).toBeGreaterThan(0);
}
const nameOf = (scratch: string) => new URL(scratch).pathname.slice(1);
async function workers(scratch: string) {
  const rows = await admin`
    select 1 from pg_stat_activity where datname = ${nameOf(scratch)} and backend_type = 'autovacuum worker'`;
  return rows.length;
}
const exists = async (scratch: string) =>
  (await admin`select 1 from pg_database where datname = ${nameOf(scratch)}`).length > 0;

test("it is dropped while autovacuum and a session of its own are at work in it", async () => {
  const scratch = await createScratchDatabase(url);
  if (!scratch) throw new Error("The role may not create databases.");
  await vacuumed(scratch.url);
  const session = connect(scratch.url);
  await session`select 1`;
  await scratch.drop();
  expect(await exists(scratch.url)).toBe(false);
  await session.end({ timeout: 0 });
});

test("so is that of a run that was killed, by the next one", async () => {
  const killed = await createScratchDatabase(url);
  if (!killed) throw new Error("The role may not create databases.");
  await vacuumed(killed.url);
  // What the death of the process does: its connection, and with that its lock, is gone.
  await admin`
    select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and usename = 'mithaas' and query like 'create database%'`;
  const next = await createScratchDatabase(url);
  expect(next).toBeDefined();
  expect(await exists(killed.url)).toBe(false);
  await next?.drop();
});

test("a role that may not create databases has none", async () => {
  await admin`alter role mithaas nocreatedb`;
  expect(await createScratchDatabase(url)).toBeUndefined();
});
