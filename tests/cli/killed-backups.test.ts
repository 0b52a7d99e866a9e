// nightly: kills commands while they restore a whole shop; guards scripts/verify-backup.ts, scripts/nightly-backup.ts, scripts/nightly-run.ts, scripts/backup-file.ts, scripts/processes.mjs, scripts/command.ts, db/scratch-database.ts
// A backup that is killed leaves nothing that counts, and the next one cleans up behind it alone.
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { start } from "../../scripts/processes.mjs";
import { hold, waitingForALock } from "../support/database";
import { sql } from "../support/sql";
import { args, npmRun } from "./run";

let folder: string;
let shop: { DATA_DIR: string };
const backups = () => path.join(folder, "backups");
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mithaas-killed-"));
  shop = { DATA_DIR: path.join(folder, "data") };
  await mkdir(path.join(shop.DATA_DIR, "uploads"), { recursive: true });
  await mkdir(backups());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const begin = (name: string, file: string) =>
  start(process.execPath, args(name, [file]), { env: { ...process.env, ...shop }, stdio: "ignore" });
const night = async () => {
  const { code, stdout } = await npmRun("nightly-backup", [backups()], shop);
  return { ...(JSON.parse(stdout) as Record<string, unknown>), code };
};
const scratchDatabases = async () => {
  const rows = await sql`
    select datname as name from pg_database
    where starts_with(datname, 'mithaas_verify_' || (select oid from pg_database where datname = current_database()) || '_')`;
  return rows.map(({ name }) => name as string);
};
const goodBackups = async () => (await readdir(backups())).filter((name) => /^mithaas-nightly-20/.test(name));

test("while it verifies: the next run drops its scratch database, and its own when it is interrupted", async () => {
  const file = path.join(folder, "to-verify.backup");
  expect((await npmRun("backup", [file], shop)).code).toBe(0);
  const killed = begin("verify-backup", file);
  await expect.poll(scratchDatabases, { timeout: 60_000, interval: 10 }).toHaveLength(1);
  killed.kill("SIGKILL");
  const [left] = await scratchDatabases();
  const interrupted = begin("verify-backup", file);
  const ended = new Promise((resolve) => interrupted.once("close", resolve));
  await expect
    .poll(async () => (await scratchDatabases()).filter((name) => name !== left), { timeout: 60_000, interval: 10 })
    .toHaveLength(1);
  interrupted.kill("SIGTERM");
  expect(await ended).toBe(130);
  expect(await scratchDatabases()).toEqual([]);
}, 120_000);

test("while it writes: a second one is refused meanwhile, and the next one makes a good backup", async () => {
  const lock = await hold((on) => on`lock table sweets in access exclusive mode`);
  const writing = begin("nightly-backup", backups());
  await waitingForALock();
  expect(await night()).toMatchObject({
    code: 1,
    error: expect.stringContaining("is in use by npm run nightly-backup"),
  });
  writing.kill("SIGKILL");
  await lock.release();
  expect(await goodBackups()).toEqual([]);
  expect(await night()).toMatchObject({ code: 0 });
  expect(await goodBackups()).toHaveLength(1);
  expect(await scratchDatabases()).toEqual([]);
}, 120_000);
