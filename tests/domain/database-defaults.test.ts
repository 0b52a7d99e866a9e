// Databases that are set up otherwise than the shop's own: other defaults for sessions do no harm, and what the shop cannot work with is refused.
import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { driver, writeDb } from "@/db/client";
import { withConnection } from "@/db/connection";
import { migrate } from "@/db/migrate";
import { OperatorError } from "@/db/operator-error";
import { assertSuitable, readFacts } from "@/db/requirements";
import { createScratchDatabase } from "@/db/scratch-database";
import { sweetLinks } from "@/lib/catalogue/queries";
import { aSweet } from "../support/factories";
import { newerVersion } from "../support/migrations";
import { aMigratedDatabase, databaseUrl } from "../support/postgres";
import { sql } from "../support/sql";

const server = process.env.TEST_DATABASE_URL ?? "";
const at = postgres(server, { max: 1, onnotice: () => {} });
afterAll(() => at.end());

/** A database that was created and changed so: `DATABASE` stands for its name. */
async function aDatabase(creation: string, changes = ""): Promise<string> {
  const name = `kind_${randomUUID().slice(0, 8)}`;
  await at.unsafe(`create database ${name} ${creation}`);
  const url = databaseUrl(server, name);
  await withConnection({ url }, (on) => on.unsafe(changes.replaceAll("DATABASE", name)));
  return url;
}

const DEFAULTS = {
  DateStyle: "German, DMY",
  IntervalStyle: "sql_standard",
  TimeZone: "Asia/Kolkata",
  extra_float_digits: "-10",
  default_transaction_isolation: "serializable",
  standard_conforming_strings: "off",
  statement_timeout: "7s",
  lock_timeout: "7s",
  idle_in_transaction_session_timeout: "7s",
};
const OF_THE_SHOP = {
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  TimeZone: "UTC",
  extra_float_digits: "1",
  default_transaction_isolation: "read committed",
  standard_conforming_strings: "on",
};
type Settings = Record<string, string>;

test("the defaults of a database for its sessions change nothing, neither for the shop nor for commands", async () => {
  const url = process.env.DATABASE_URL ?? "";
  const show = async (on: postgres.ISql): Promise<Settings> => {
    const rows = await on<{ name: string; value: string }[]>`
      select name, current_setting(name) as value from unnest(${Object.keys(DEFAULTS)}::text[]) as name`;
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  };
  const plain = () => postgres(url, { max: 1 });
  const before = plain(); // the pools have made no connection yet
  const database = new URL(url).pathname.slice(1);
  for (const [name, value] of Object.entries(DEFAULTS))
    await before.unsafe(`alter database ${database} set ${name} = '${value}'`);
  await before.end();
  const after = plain();
  expect(await show(after)).toEqual(DEFAULTS);
  await after.end();

  const limits = { lock_timeout: "5s", statement_timeout: "6s", idle_in_transaction_session_timeout: "15s" };
  for (const pool of [sql, driver(writeDb())]) expect(await show(pool)).toEqual({ ...OF_THE_SHOP, ...limits });
  const none = { lock_timeout: "0", statement_timeout: "0", idle_in_transaction_session_timeout: "0" };
  expect(await withConnection({ url }, show)).toEqual({ ...OF_THE_SHOP, ...none });
  await aSweet();
  expect((await sweetLinks())[0]?.updatedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

describe("a database that the shop cannot work with is refused with a line before anything is created", () => {
  const libc = "template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'";
  test.each([
    [
      "SQL_ASCII",
      `${libc} encoding 'SQL_ASCII'`,
      "",
      /^DATABASE_URL: the database kind_\w+ has the encoding SQL_ASCII; accepted: UTF8/,
    ],
    ["LATIN1", `${libc} encoding 'LATIN1'`, "", /the encoding LATIN1; accepted: UTF8/],
    [
      "another search_path",
      "",
      "create schema private; alter database DATABASE set search_path = private, public",
      /the search_path is private, public; accepted: one in which public is the first/,
    ],
    [
      "pg_trgm elsewhere",
      "",
      "create schema extensions; create extension pg_trgm schema extensions",
      /the extension pg_trgm in the schema extensions is not found, since the search_path is "\$user", public;/,
    ],
    [
      "no right to create anything",
      "",
      "revoke create on database DATABASE from current_user",
      /the role mithaas may not create schemas, tables and extensions; accepted: the owner/,
    ],
    [
      "read only",
      "",
      "alter database DATABASE set default_transaction_read_only = on",
      /takes no writes; accepted: the primary, without default_transaction_read_only/,
    ],
  ])("%s", async (_, creation, changes, line) => {
    const url = await aDatabase(creation, changes);
    const failure = await migrate(url).catch((error) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    expect(failure.message).toMatch(line);
    expect(failure.message).toMatch(/\nNothing was changed\.$/);
    const [found] = await withConnection({ url }, (on) => on`select to_regnamespace('drizzle') as drizzle`);
    expect(found?.drizzle).toBeNull();
  });

  test("also an older server, and one without the extensions", async () => {
    const facts = await readFacts(at);
    expect(() => assertSuitable(facts, true)).not.toThrow();
    expect(() => assertSuitable({ ...facts, version: 14, missingExtension: "pg_trgm" }, true)).toThrow(
      /^DATABASE_URL: the server is PostgreSQL 14; .*\nDATABASE_URL: the server has no extension pg_trgm; .*\nNothing/,
    );
  });
});

test("pg_trgm in another schema of the search_path is found", async () => {
  const url = await aDatabase(
    "",
    "create schema extensions; create extension pg_trgm schema extensions; alter database DATABASE set search_path = public, extensions",
  );
  await migrate(url);
});

test("a migrated database may be without the right to create schemas, and must still find its tables and functions", async () => {
  const url = await aMigratedDatabase();
  const name = new URL(url).pathname.slice(1);
  await withConnection({ url }, (on) => on.unsafe(`revoke create on database ${name} from current_user`));
  await migrate(url);
  const newer = await newerVersion({ "9000_expand": "alter table sweets add column origin text" });
  await migrate(url, undefined, newer);
  await withConnection({ url }, (on) => on.unsafe(`alter database ${name} set search_path = private`));
  await expect(migrate(url, undefined, newer)).rejects.toThrow(/the search_path is private; accepted/);
});

test("a migration that the database refuses is a line", async () => {
  const newer = await newerVersion({ "9000_wrong": "alter table sweets add constraint nothing check (id < 0)" });
  await expect(migrate(process.env.DATABASE_URL ?? "", undefined, newer)).rejects.toThrow(
    /^The database refuses the migration 9000_wrong: check constraint "nothing" .* is violated by some row$/,
  );
});

test("a backup is checked in a database of UTF8, with the locale of the shop's", async () => {
  const beside = await createScratchDatabase(process.env.DATABASE_URL ?? "");
  const facts = (url: string) =>
    withConnection(
      { url },
      (on) => on`
    select getdatabaseencoding(), datcollate, datctype from pg_database where datname = current_database()`,
    );
  expect(await facts(beside?.url ?? "")).toEqual(await facts(process.env.DATABASE_URL ?? ""));
  await beside?.drop();
});
