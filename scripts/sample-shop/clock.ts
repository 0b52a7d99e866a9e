import type postgres from "postgres";
import { withConnection } from "@/db/connection";
import { setShopTime } from "@/lib/clock";

/** Columns whose default is the time, made anew: `now()` is the function that the search_path finds first. */
const defaults = `
  do $$ declare v_column record; begin
    for v_column in
      select adrelid::regclass as relation, attname from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) ~ '(^|[.])now[(][)]$'
    loop
      execute format('alter table %s alter %I set default now()', v_column.relation, v_column.attname);
    end loop;
  end $$`;

/** For every connection that begins from now on. */
const alterDatabase = (change: string) =>
  `do $$ begin execute format('alter database %I ${change}', current_database()); end $$`;

const create = `
  create schema moved_clock;
  create table moved_clock.clock as select pg_catalog.now() as at;
  create function moved_clock.now() returns timestamptz language sql stable as 'select at from moved_clock.clock';
  create function moved_clock.clock_timestamp() returns timestamptz language sql stable as 'select at from moved_clock.clock'`;
const drop = `
  drop function moved_clock.now(), moved_clock.clock_timestamp(); drop table moved_clock.clock; drop schema moved_clock`;

/**
 * Runs the work with the clock of the shop and of its database set to a time. A schema that is searched before pg_catalog has functions of the
 * same names. Only connections that are opened meanwhile find them, so no pool may be open yet, and nobody else may use the database.
 */
export async function withMovedClock<Result>(
  url: string,
  work: (setTime: (at: number) => Promise<void>, sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const connection = { search_path: "moved_clock, pg_catalog, public" };
  return withConnection({ url, connection }, async (sql) => {
    await sql.unsafe(create);
    await sql.unsafe(defaults);
    await sql.unsafe(alterDatabase(`set search_path = ${connection.search_path}`));
    // Thousands of commits, none of which is worth waiting for.
    await sql.unsafe(alterDatabase("set synchronous_commit = off"));
    try {
      return await work(async (at) => {
        setShopTime(new Date(at));
        await sql`update clock set at = ${new Date(at)}`;
      }, sql);
    } finally {
      setShopTime(undefined);
      await sql.unsafe("set search_path = public");
      await sql.unsafe(defaults);
      await sql.unsafe(alterDatabase("reset search_path"));
      await sql.unsafe(alterDatabase("reset synchronous_commit"));
      await sql.unsafe(drop);
    }
  });
}
