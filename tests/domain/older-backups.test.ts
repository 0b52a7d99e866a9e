// A backup that an older version made is restored with its rows as the migrations since leave them, or nothing is changed.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import { categories } from "@/db/constants/catalogue";
import { readInstalled } from "@/db/function-files";
import { migrate } from "@/db/migrate";
import { folderStorage } from "@/lib/images/folder-storage";
import { restoreBackup, writeBackup } from "../../scripts/backup-file";
import { anEmptyDatabase, anotherConnection, olderVersion } from "../support/migrations";
import { aMigratedDatabase, makeDatabase } from "../support/postgres";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-older-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const pictures = () => folderStorage(path.join(folder, "data"));

/** A backup of the version before a migration, with a sweet, its ledger and what `fill` inserts. */
async function aBackupBefore(migration: string, fill: (on: postgres.Sql, sweet: number) => Promise<unknown>) {
  const { url, on } = await anEmptyDatabase();
  await migrate(url, undefined, await olderVersion(migration));
  const [sweet] = await on`
    insert into sweets (slug, name, description, price, category, quantity)
    values ('barfi', 'Barfi', 'A sweet', 10000, ${categories[0]}, 3) returning id`;
  await on`insert into stock_ledger (sweet_id, delta, reason)
           select ${sweet?.id}, delta, reason from (values (3, 'initial'), (-1, 'hold'), (1, 'lapse')) l(delta, reason)`;
  await fill(on, sweet?.id);
  const file = path.join(folder, `before-${migration}.backup`);
  await writeBackup(file, url, pictures());
  return file;
}

/** What the migrations have made, but for rows. */
async function schemaOf(on: postgres.Sql) {
  const texts = async (query: string) => (await on.unsafe(query).values()).map((row) => row.join(" ")).sort();
  const ofShop = "connamespace = 'public'::regnamespace";
  return {
    installed: await readInstalled(on),
    columns: await texts(
      `select table_name, column_name, data_type, is_nullable, column_default, is_identity
       from information_schema.columns where table_schema = 'public'`,
    ),
    constraints: await texts(
      `select conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated from pg_constraint where ${ofShop}`,
    ),
    indexes: await texts(
      `select pg_get_indexdef(indexrelid), indisvalid from pg_index join pg_class on oid = indexrelid
       where relnamespace = 'public'::regnamespace`,
    ),
    views: await texts("select viewname, definition from pg_views where schemaname = 'public'"),
    off: await texts("select tgname from pg_trigger where tgenabled = 'D'"),
    migrations: await texts("select hash from drizzle.__drizzle_migrations"),
  };
}

const addPeople = (on: postgres.Sql) => on`
  insert into users (email, name, role, password_hash)
  values ('asha@example.com', 'Asha', 'admin', 'x'), ('ravi@example.com', 'Ravi', 'customer', 'x')`;

describe("a backup of an older version is restored", () => {
  test("into an empty database, which has the schema of this version afterwards", async () => {
    const file = await aBackupBefore("0003_expire_in_ledger_rows", addPeople);
    const url = await aMigratedDatabase();
    const on = anotherConnection(url);
    const before = await schemaOf(on);
    await restoreBackup(file, url, pictures());
    expect(await schemaOf(on)).toEqual(before);
    expect((await on`select reason from stock_ledger order by id`).map(({ reason }) => reason)).toEqual([
      "initial",
      "hold",
      "expire",
    ]);
    expect([...(await on`select name, role, staff from users order by id`)]).toEqual([
      { name: "Asha", role: "admin", staff: "owner" },
      { name: "Ravi", role: "customer", staff: null },
    ]);
    expect((await checkStock(url)).differences).toEqual([]);
    // Numbers go on, and triggers work.
    const [next] = await on`
    insert into sweets (slug, name, description, price, category, quantity)
    values ('peda', 'Peda', 'A sweet', 10000, ${categories[0]}, 0) returning id`;
    expect(next?.id).toBe(2);
    expect(await on`select 1 from packs where sweet_id = 2`).toHaveLength(1);
  });

  test("over a shop that runs, when that is asked for: what it has prepared goes on with the rows of the backup", async () => {
    const file = await aBackupBefore("0009_audit_entries", async (on, sweet) => {
      await on`insert into users (email, name, role, staff, password_hash) values ('meera@example.com', 'Meera', 'admin', 'manager', 'x')`;
      await on`insert into plans (sweet_id, week, order_by_days, order_by_time) values (${sweet}, '{1,2,3,4,5,6,7}', 1, '20:00')`;
      await on`insert into audit_log (by_kind, by_id, by_name, action, noun, text, changes) values ('staff', 1, 'Meera', 'save', 'plans', 'Barfi', '{}')`;
    });
    const url = await makeDatabase(process.env.TEST_DATABASE_URL ?? "", `seeded_${randomBytes(4).toString("hex")}`);
    const running = anotherConnection(url);
    const names = async () =>
      (await running`select s.name, p.label from sweets s join packs p on p.sweet_id = s.id order by s.id`).map(
        ({ name }) => name,
      );
    const [seeded, schema] = [await names(), await schemaOf(running)];
    expect(seeded.length).toBeGreaterThan(10);
    await expect(restoreBackup(file, url, pictures())).rejects.toThrow(/not empty .*--replace/);
    expect(await names()).toEqual(seeded);
    // What others have made beside the shop stays, and is not dropped by mistake.
    await running.unsafe("create table suppliers (name text)");
    await expect(restoreBackup(file, url, pictures(), true)).rejects.toThrow(/table suppliers .* Nothing was changed/);
    await running.unsafe(`
      create schema owners; alter table suppliers set schema owners;
      create trigger kept before insert on owners.suppliers for each row execute function suppress_redundant_updates_trigger()`);
    // As a migration since could leave it, which `create or replace` of an earlier one is refused over.
    await running.unsafe("drop function pack_label(int); create function pack_label(p_units int) returns int return 1");
    await restoreBackup(file, url, pictures(), true);
    expect(await running`select tgname from pg_trigger where tgrelid = 'owners.suppliers'::regclass`).toHaveLength(1);
    expect(await names()).toEqual(["Barfi"]);
    expect(await schemaOf(running)).toEqual(schema);
    expect([...(await running`select name, staff from users`)]).toEqual([{ name: "Meera", staff: "manager" }]);
    expect(await running`select 1 from plans where week[7] = 7`).toHaveLength(1);
    expect(await running`select 1 from audit_log where by_name = 'Meera'`).toHaveLength(1);
  });

  test("of before payment online: what was paid and refunded stays, and nothing is on its way back", async () => {
    const file = await aBackupBefore("0025_paid_online", async (on) => {
      const [order] = await on`insert into orders (channel, total) values ('counter', 50000) returning id`;
      await on`insert into payments (order_id, method, amount, state)
               select ${order?.id}, 'cash', amount, state from (values (50000, 'received'), (20000, 'refunded')) p(amount, state)`;
    });
    const url = await aMigratedDatabase();
    await restoreBackup(file, url, pictures());
    const on = anotherConnection(url);
    expect([
      ...(await on`select received::int, refunded::int, refund_pending::int, credited_ahead::int from orders`),
    ]).toEqual([{ received: 50_000, refunded: 20_000, refund_pending: 0, credited_ahead: 0 }]);
    expect((await checkPayments(url)).differences).toEqual([]);
  });

  test("whole or not at all: rows that a migration refuses change nothing", async () => {
    const file = await aBackupBefore(
      "0016_audit_and_foreign_key_indexes",
      // Longer than what an index can hold.
      (on) =>
        on`insert into messages (kind, event, email) values ('refund', 'refund:1', ${randomBytes(8000).toString("hex")})`,
    );
    const url = await makeDatabase(process.env.TEST_DATABASE_URL ?? "", `kept_${randomBytes(4).toString("hex")}`);
    const on = anotherConnection(url);
    const everything = async () => ({
      schema: await schemaOf(on),
      sweets: [...(await on`select * from sweets order by id`)],
    });
    const before = await everything();
    await expect(restoreBackup(file, url, pictures(), true)).rejects.toThrow(
      /^The backup cannot be loaded: 0016_audit_and_foreign_key_indexes: .*Nothing was changed\.$/,
    );
    expect(await everything()).toEqual(before);
  });
});
