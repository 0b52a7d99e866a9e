// The migrations are complete, lead an older database to the same schema, and refuse what they cannot lead there.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import type postgres from "postgres";
import { describe, expect, test, vi } from "vitest";
import { categories } from "@/db/constants/catalogue";
import { functionChanges, installFunctionFiles, readInstalled } from "@/db/function-files";
import { MIGRATIONS, migrate } from "@/db/migrate";
import { OperatorError } from "@/db/operator-error";
import * as schema from "@/db/schema";
import { anEmptyDatabase, anotherConnection, migrations, newerVersion, olderVersion } from "../support/migrations";
import { aMigratedDatabase } from "../support/postgres";

// Between two tries a migration pauses for a second, in which the tests would wait too.
vi.mock("node:timers/promises", async (original) => {
  const real = await original<typeof import("node:timers/promises")>();
  return { ...real, setTimeout: (ms: number) => real.setTimeout(Math.min(ms, 200)) };
});

/** A database of this version of the program, without rows, and a connection to it. */
async function aNewDatabase() {
  const url = await aMigratedDatabase();
  return { url, on: anotherConnection(url) };
}

describe("`npm run db:generate` has nothing to write", () => {
  test("for db/schema.ts", async () => {
    const newest = migrations.at(-1)?.tag.slice(0, 4);
    const snapshot = JSON.parse(await readFile(path.join(MIGRATIONS, `meta/${newest}_snapshot.json`), "utf8"));
    const now = generateDrizzleJson(schema, snapshot.id, undefined, "snake_case");
    expect(await generateMigration(snapshot, now)).toEqual([]);
  });

  test("for db/functions", async () => {
    const { on } = await aNewDatabase();
    const installed = await readInstalled(on);
    await installFunctionFiles(on);
    expect(await functionChanges(installed, await readInstalled(on))).toEqual({ statements: [], removed: [] });
    expect(installed.size).toBeGreaterThan(30);
  });

  test("and the journal is in order: a migration that is older than the newest one would be skipped", () => {
    const times = migrations.map(({ when }) => when);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times).size).toBe(times.length);
  });
});

describe("a database of an older version", () => {
  test("from before the baseline is refused, with what to do, and stays as it is", async () => {
    const { url, on } = await anEmptyDatabase();
    await on.unsafe(`
      create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at)
        values ('0000_initial', 1795323451332), ('0026_mail_limit_indexes', 1795512653076);
      create table sweets (id integer primary key, name text not null);
      insert into sweets values (1, 'Kaju Katli');
      create function hold_line() returns integer language sql as 'select 1'`);
    const everything = async () => ({
      migrations: [...(await on`select * from drizzle.__drizzle_migrations order by id`)],
      tables: [...(await on`select tablename from pg_tables where schemaname = 'public'`)],
      sweets: [...(await on`select * from sweets`)],
      installed: await readInstalled(on),
    });
    const before = await everything();
    const refused = await migrate(url).catch((error) => error);
    expect(refused).toBeInstanceOf(OperatorError);
    expect(refused.message).toMatch(
      /^The database is of a version from before the first release .*npm run backup.* \(npm run restore\).* Nothing was changed\.$/,
    );
    expect(await everything()).toEqual(before);
  });

  test("that calls an expired hold `lapse` in its ledger says `expire` after it, and lets an instance of that version go on", async () => {
    const { url, on } = await anEmptyDatabase();
    await migrate(url, undefined, await olderVersion("0002_expire_in_ledger"));
    const [sweet] = await on`
      insert into sweets (slug, name, description, price, category, quantity)
      values ('barfi', 'Barfi', 'A sweet', 10000, ${categories[0]}, 3) returning id`;
    const add = (reason: string, delta: number) =>
      on`insert into stock_ledger (sweet_id, delta, reason) values (${sweet?.id}, ${delta}, ${reason})`;
    await add("initial", 3);
    await add("hold", -1);
    await add("lapse", 1);
    await expect(add("expire", 1)).rejects.toThrow(/stock_ledger_reason/);
    await migrate(url);
    await add("expire", 1);
    await add("lapse", 1);
    await expect(add("vanish", 1)).rejects.toThrow(/stock_ledger_reason/);
    const reasons = (await on`select reason from stock_ledger order by id`).map(({ reason }) => reason);
    expect(reasons).toEqual(["initial", "hold", "expire", "expire", "lapse"]);
    const [valid] = await on`select convalidated from pg_constraint where conname = 'stock_ledger_reason'`;
    expect(valid?.convalidated).toBe(true);
  });

  test("with nothing to apply is asked one question, and nobody waits for a lock", async () => {
    const { url, on } = await aNewDatabase();
    // Another instance migrates, and every table is locked.
    await on`select pg_advisory_lock(7411985)`;
    await on.begin(async (tx) => {
      await tx`lock table sweets, orders, order_lines, settings in access exclusive mode`;
      await migrate(url);
    });
  });
});

test("a newer database refuses an older program with one line, and the newer program an older database never", async () => {
  const { url, on } = await aNewDatabase();
  const newer = await newerVersion({ "9000_expand": "alter table sweets add column origin text;" });
  await migrate(url, undefined, newer);
  await expect(migrate(url)).rejects.toThrow(OperatorError);
  await expect(migrate(url)).rejects.toThrow(/^The database is of a newer version of the shop .* start that version/);
  await migrate(url, undefined, newer);
  expect((await on`select origin from sweets`).length).toBe(0);
});

describe("a migration of a table that an order has locked", () => {
  /** Migrates two tables while a transaction holds a lock of the second one, and does `work` while the migration waits. */
  async function migratedBeside(
    lock: string,
    work: (tx: postgres.TransactionSql, other: postgres.Sql, isWaiting: () => Promise<boolean>) => Promise<unknown>,
  ) {
    const { url, on } = await aNewDatabase();
    const newer = await newerVersion({
      "9000_expand":
        "alter table users add column nickname text;\n--> statement-breakpoint\nalter table sweets add column origin text;",
    });
    const other = anotherConnection(url);
    const isWaiting = async () => {
      const found = await other`
        select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'mithaas migrations' and wait_event_type = 'Lock'`;
      return found.length > 0;
    };
    let applied: Promise<void> | undefined;
    await on.begin(async (tx) => {
      await tx.unsafe(`lock table sweets in ${lock} mode`);
      applied = migrate(url, undefined, newer);
      applied.catch(() => {});
      await expect.poll(isWaiting, { interval: 10, timeout: 20_000 }).toBe(true);
      await work(tx, other, isWaiting);
    });
    await applied;
    await other`select u.nickname, s.origin from users u, sweets s`;
  }

  test("waits briefly and again, so that the shop goes on, and then applies whole", () =>
    migratedBeside("access share", async (_, other, isWaiting) => {
      // Released again by itself: a read that had queued behind the migration goes on, and nothing of it is applied.
      await expect.poll(isWaiting, { interval: 10, timeout: 20_000 }).toBe(false);
      await other`select 1 from sweets limit 1`;
      const [row] = await other`
        select count(*)::int as columns from information_schema.columns where column_name in ('nickname', 'origin')`;
      expect(row?.columns).toBe(0);
    }));

  test("gives way to an order that waits for what the migration holds, and is tried again", () =>
    migratedBeside("row exclusive", (tx) => tx`select 1 from users`));
});

test("an index can be built concurrently, in a migration of its own that can be applied again", async () => {
  const { url, on } = await aNewDatabase();
  const newer = await newerVersion({
    "9000_index":
      "drop index concurrently if exists orders_updated;\n--> statement-breakpoint\ncreate index concurrently orders_updated on orders (updated_at);",
  });
  await migrate(url, undefined, newer);
  expect((await on`select 1 from pg_indexes where indexname = 'orders_updated'`).length).toBe(1);
});
