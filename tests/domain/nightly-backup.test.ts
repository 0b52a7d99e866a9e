// The backup of every night: made, restored for a look, and only then are older ones deleted. Slow: it runs the commands of the nightly
// backup, each of which restores a whole shop into a scratch database.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/install.mjs";
import { start } from "../../scripts/processes.mjs";
import { hold, waitingForALock } from "../support/database";
import { sql } from "../support/sql";

const run = promisify(execFile);
let folder: string;
let dataDir: string;
const backups = () => path.join(folder, "backups");
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-night-"));
  dataDir = path.join(folder, "data");
  await mkdir(path.join(dataDir, "uploads"), { recursive: true });
  await mkdir(backups());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  DATABASE_URL: process.env.DATABASE_URL,
  DATA_DIR: dataDir,
  ...more,
});
const args = (name: string, rest: string[]) => [path.join(root, "scripts/run.mjs"), name, ...rest];
/** What a command prints, and its exit code. */
async function command(name: string, rest: string[], env = environment()) {
  try {
    const { stdout } = await run(process.execPath, args(name, rest), { env });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
const night = async (rest: string[] = [], env = environment()): Promise<Record<string, unknown>> => {
  const { code, output } = await command("nightly-backup", [backups(), ...rest], env);
  const line: Record<string, unknown> = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  return { ...line, code };
};
const scratchDatabases = async () => {
  const rows = await sql`
    select datname as name from pg_database
    where starts_with(datname, 'mithaas_verify_' || (select oid from pg_database where datname = current_database()) || '_')`;
  return rows.map(({ name }) => name as string);
};
const goodBackups = async () => (await readdir(backups())).filter((name) => /^mithaas-nightly-20/.test(name)).sort();
const metric = async (name: string) =>
  Number(
    new RegExp(`^mithaas_backup_${name} (.+)$`, "m").exec(
      await readFile(path.join(backups(), "mithaas_backup.prom"), "utf8"),
    )?.[1],
  );

test("a night makes a verified backup with the day in its name and deletes its own oldest, a failed one deletes nothing", async () => {
  for (const name of ["mithaas-nightly-2026-11-01.tar.gz", "mithaas-nightly-2026-11-02.tar.gz", "mine.tar.gz"])
    await writeFile(path.join(backups(), name), "x").then(() => utimes(path.join(backups(), name), 0, 0));
  await writeFile(path.join(backups(), `.mithaas-nightly-${randomUUID()}.part`), "of a killed run");

  // The database is away: its port answers nobody.
  const away = new URL(process.env.DATABASE_URL!);
  away.port = "1";
  expect(await night(["--keep", "1"], environment({ DATABASE_URL: away.href }))).toMatchObject({
    code: 1,
    level: "error",
    error: expect.stringContaining("nothing answers there"),
  });
  expect(await goodBackups()).toHaveLength(2);
  expect(await metric("last_run_success")).toBe(0);

  // 23:30 in UTC is the next day in India.
  const clock = { SHOP_CLOCK: "2026-11-21T23:30:00Z" };
  const made = await night(["--keep", "2"], environment(clock));
  expect(made).toMatchObject({ code: 0, level: "info", file: "mithaas-nightly-2026-11-22.tar.gz" });
  expect(made.deleted).toEqual(["mithaas-nightly-2026-11-01.tar.gz"]);
  expect((await readdir(backups())).sort()).toEqual([
    "mine.tar.gz",
    "mithaas-nightly-2026-11-02.tar.gz",
    "mithaas-nightly-2026-11-22.tar.gz",
    "mithaas_backup.prom",
  ]);
  expect(await metric("last_run_success")).toBe(1);
  const age = (await metric("last_success_timestamp_seconds")) - Date.parse(clock.SHOP_CLOCK) / 1000;
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(60);
  expect(await scratchDatabases()).toEqual([]);

  // Stock that does not add up: the whole backup is saved apart, and does not count.
  const [broken] =
    await sql`update sweets set quantity = quantity + 7 where id = (select min(id) from sweets) returning id`;
  const wrong = await night(["--keep", "1"], environment({ SHOP_CLOCK: "2026-11-22T23:30:00Z" }));
  expect(wrong).toMatchObject({ code: 1, error: expect.stringMatching(/7/) });
  expect(await goodBackups()).toHaveLength(2);
  expect(await readdir(backups())).toContain("mithaas-nightly-unverified.tar.gz");
  expect(await metric("last_success_timestamp_seconds")).toBeCloseTo(age + Date.parse(clock.SHOP_CLOCK) / 1000, 0);
  await sql`update sweets set quantity = quantity - 7 where id = ${broken!.id}`;
}, 120_000);

test("a backup that is cut off, or lacks a picture, is not good", async () => {
  const file = path.join(folder, "whole.tar.gz");
  expect((await command("backup", [file])).code).toBe(0);
  const whole = gunzipSync(await readFile(file));
  const cut = path.join(folder, "cut.tar.gz");
  await writeFile(cut, gzipSync(whole.subarray(0, whole.indexOf("rows.json"))));
  expect(await command("verify-backup", [cut])).toMatchObject({ code: 1 });

  await sql`insert into images (id, width, height, blur) values ('aaaaaaaaaaaaaaaaaaaa', 960, 960, 'data:,')`;
  await command("backup", [file]);
  expect(await command("verify-backup", [file])).toMatchObject({
    code: 1,
    output: expect.stringContaining("6 files of pictures are missing"),
  });
  await sql`delete from images where id = 'aaaaaaaaaaaaaaaaaaaa'`;
  expect(await scratchDatabases()).toEqual([]);
}, 120_000);

test("a run that is killed leaves nothing that counts, and the next one cleans up behind it alone", async () => {
  const file = path.join(folder, "to-verify.tar.gz");
  expect((await command("backup", [file])).code).toBe(0);
  // Of another shop on the same server.
  const other = "mithaas_verify_1_000000000000";
  await sql.unsafe(`create database ${other}`);

  // Killed while the scratch database is there.
  const verify = () => start(process.execPath, args("verify-backup", [file]), { env: environment(), stdio: "ignore" });
  const killed = verify();
  await expect.poll(scratchDatabases, { timeout: 30_000, interval: 5 }).toHaveLength(1);
  killed.kill("SIGKILL");
  const [left] = await scratchDatabases();
  // Interrupted: it has dropped the killed one's, and drops its own.
  const interrupted = verify();
  const ended = new Promise((resolve) => interrupted.once("close", resolve));
  await expect
    .poll(async () => (await scratchDatabases()).filter((name) => name !== left), { timeout: 30_000, interval: 5 })
    .toHaveLength(1);
  interrupted.kill("SIGTERM");
  expect(await ended).toBe(130);
  expect(await scratchDatabases()).toEqual([]);

  // Killed while the backup is written; a second one at the same time is refused.
  const before = await goodBackups();
  const lock = await hold((on) => on`lock table sweets in access exclusive mode`);
  const writing = start(process.execPath, args("nightly-backup", [backups()]), { env: environment(), stdio: "ignore" });
  await waitingForALock();
  expect(await night()).toMatchObject({
    code: 1,
    error: expect.stringContaining("is in use by npm run nightly-backup"),
  });
  writing.kill("SIGKILL");
  await lock.release();
  expect(await goodBackups()).toEqual(before);
  expect(await night()).toMatchObject({ code: 0 });
  expect(await goodBackups()).toHaveLength(before.length + 1);
  expect(await scratchDatabases()).toEqual([]);
  expect(await sql`select 1 from pg_database where datname = ${other}`).toHaveLength(1);
}, 120_000);
