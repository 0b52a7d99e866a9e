// The commands for backups and pictures, each once as a process: arguments, settings, what is printed, exit codes. What they do to rows and
// files is tested in the functions that they call (tests/domain/backup.test.ts, tests/domain/restore.test.ts, tests/unit/nightly-run.test.ts).
// Slow: each is a process that starts others.
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectionOptions, executorOf } from "@/db/client";
import { tryLockPicturesAlone } from "@/db/picture-lock";
import { run } from "@/db/transaction";
import { folderStorage } from "@/lib/images/folder-storage";
import { writeBackup } from "../../scripts/backup-file";
import { databaseUrl } from "../support/postgres";
import { S3Server } from "../support/s3-server";
import { sql } from "../support/sql";
import { npmRun } from "./run";

// They run beside one another: what takes time is the start of some twenty processes.
vi.setConfig({ testTimeout: 120_000 });

const url = process.env.DATABASE_URL ?? "";
const picture = "aaaaaaaaaaaaaaaaaaaa";
const files = [320, 640, 960].flatMap((width) => [`${picture}-${width}.avif`, `${picture}-${width}.webp`]);
let folder: string;
let shop: { DATA_DIR: string };
/** Backups that lack a picture, and whose stock does not add up. */
let [lacking, wrong] = ["", ""];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-commands-"));
  shop = { DATA_DIR: path.join(folder, "data") };
  await sql`insert into images (id, width, height, blur) values (${picture}, 960, 960, 'data:,')`;
  await mkdir(path.join(shop.DATA_DIR, "uploads"), { recursive: true });
  for (const name of files) await writeFile(path.join(shop.DATA_DIR, "uploads", name), name);
  [lacking, wrong] = [path.join(folder, "lacking.backup"), path.join(folder, "wrong.backup")];
  await writeBackup(lacking, url, folderStorage(path.join(folder, "nothing")));
  const addToStock = (units: number) =>
    sql`update sweets set quantity = quantity + ${units} where id = (select min(id) from sweets)`;
  await addToStock(7);
  await writeBackup(wrong, url, folderStorage(shop.DATA_DIR));
  await addToStock(-7);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A database beside the test file's own, which is not there yet. */
async function aNewDatabase() {
  const name = `restored_${crypto.randomUUID().slice(0, 8)}`;
  await sql.unsafe(`create database ${name}`);
  return databaseUrl(process.env.TEST_DATABASE_URL ?? "", name);
}

test.concurrent("a shop is backed up, restored into a new database once, and checked", async () => {
  const file = path.join(folder, "shop.backup");
  const backup = await npmRun("backup", [file], shop);
  expect(backup).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sweets: \d+$/m) });
  expect(backup.stdout).toMatch(/^uploads: 6$/m);
  expect(backup.stdout).toMatch(/^Backed up to .*shop\.backup \(\d+\.\d MB\)\.$/m);

  const restored = { DATABASE_URL: await aNewDatabase(), DATA_DIR: path.join(folder, "restored") };
  const restore = await npmRun("restore", [file], restored);
  expect(restore).toMatchObject({ code: 0, stdout: expect.stringContaining(`Restored from ${file}.`) });
  expect((await readdir(path.join(restored.DATA_DIR, "uploads"))).sort()).toEqual(files.toSorted());
  const [again, stock, pictures] = await Promise.all([
    npmRun("restore", [file], restored),
    npmRun("check-stock", [], restored),
    npmRun("check-pictures", [], { ...restored, DATA_DIR: path.join(folder, "nothing") }),
  ]);
  const refused = expect.stringMatching(/^The database is not empty .*--replace.*\n$/);
  expect(again).toMatchObject({ code: 1, stderr: refused });
  const right = expect.stringMatching(/^Stock is right.*\nPayments are right/);
  expect(stock).toMatchObject({ code: 0, stdout: right });
  expect(pictures).toMatchObject({ code: 1, stdout: expect.stringContaining(`${files[0]} is missing`) });
});

test.concurrent("copy-pictures waits while pictures are deleted, says how many it has copied, there and back, and what is not set", async () => {
  const server = await new S3Server().start();
  const back = path.join(folder, "back");
  // Its own, in which nobody else waits for the lock.
  const DATABASE_URL = await aNewDatabase();
  // Without the shop's limits of time: the commands may start slowly.
  const { connection: _, ...options } = connectionOptions;
  const deleting = postgres(DATABASE_URL, { ...options, max: 1 });
  const { runs } = await executorOf(deleting).transaction(async (tx) => {
    await run(tryLockPicturesAlone(tx));
    const runs = Promise.all([
      npmRun("copy-pictures", ["to-storage"], { ...shop, ...server.env, DATABASE_URL }),
      npmRun("copy-pictures", ["to-storage"], shop),
    ]);
    const isWaiting = () => sql`
      select 1 from pg_stat_activity where datname = ${new URL(DATABASE_URL).pathname.slice(1)} and wait_event = 'advisory'`;
    await vi.waitFor(async () => expect(await isWaiting()).toHaveLength(1), { timeout: 60_000, interval: 100 });
    expect(server.objects.size).toBe(0);
    return { runs };
  });
  await deleting.end();
  const [copied, unset] = await runs;
  expect(copied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Copied 6 of 6 pictures/) });
  expect(server.objects.size).toBe(6);
  const returned = await npmRun("copy-pictures", ["to-folder"], { DATA_DIR: back, ...server.env });
  expect(returned).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Copied 6 of 6 pictures/) });
  expect((await readdir(path.join(back, "uploads"))).sort()).toEqual(files.toSorted());
  await server.stop();
  expect(unset).toMatchObject({ code: 1, stderr: expect.stringMatching(/^S3_ENDPOINT: is not set.*\n$/) });
});

test.concurrent("nightly-backup makes a verified one and then deletes older ones, and says in its line why there is none", async () => {
  const backups = path.join(folder, "backups");
  await mkdir(backups);
  const older = "mithaas-nightly-2026-11-01.tar.gz";
  await writeFile(path.join(backups, older), "x");
  // The database is away: its port answers nobody.
  const away = { ...shop, DATABASE_URL: Object.assign(new URL(url), { port: "1" }).href };
  const failed = await npmRun("nightly-backup", [backups], away);
  expect(failed.code).toBe(1);
  const error = expect.stringContaining("nothing answers there");
  expect(JSON.parse(failed.stdout)).toMatchObject({ level: "error", error });
  const night = (dataDir: string) =>
    npmRun("nightly-backup", [backups, "--keep", "1"], { DATA_DIR: dataDir, SHOP_CLOCK: "2026-11-21T23:30:00Z" });
  const unverified = await night(path.join(folder, "nothing"));
  expect(unverified.code).toBe(1);
  const lacks = expect.stringContaining("6 files of pictures are missing");
  expect(JSON.parse(unverified.stdout)).toMatchObject({ level: "error", error: lacks });
  expect(await readdir(backups)).toEqual(expect.arrayContaining([older, "mithaas-nightly-unverified.tar.gz"]));
  const good = await night(shop.DATA_DIR);
  expect(good.code).toBe(0);
  const file = "mithaas-nightly-2026-11-22.tar.gz";
  expect(JSON.parse(good.stdout)).toMatchObject({ level: "info", file, deleted: [older] });
  expect((await readdir(backups)).sort()).toEqual([file, "mithaas_backup.prom"]);
});

test.concurrent("verify-backup fails for one that lacks a picture, and for one whose stock is wrong", async () => {
  const first = await npmRun("verify-backup", [lacking]);
  expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining("6 files of pictures are missing") });
  const second = await npmRun("verify-backup", [wrong]);
  expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/\b7\b[\s\S]*npm run check-stock failed/) });
});

test("and none of them leaves its scratch database", async () => {
  const scratch = await sql`
    select 1 from pg_database
    where starts_with(datname, 'mithaas_verify_' || (select oid from pg_database where datname = current_database()) || '_')`;
  expect(scratch).toHaveLength(0);
});
