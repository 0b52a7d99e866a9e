// npm run nightly-backup -- FOLDER [--keep 14] [--at 02:30]: makes a backup with the day in its name, verifies it (npm run
// verify-backup), and only then deletes its own older ones. Prints one line of JSON and writes mithaas_backup.prom beside the backups.
// With --at it stays and does so every day at that time in India.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { shopNow } from "@/lib/clock";
import { runCommand } from "./command";
import { failWith } from "./failures";
import { takeLock } from "./lock";
import {
  goodName,
  lastGood,
  METRICS,
  metricsText,
  oldFiles,
  UNVERIFIED,
  unfinishedFiles,
  unfinishedName,
  untilDue,
} from "./nightly";
import { CliError, endAll } from "./processes.mjs";
import { readSettings } from "./settings";

const USAGE = "npm run nightly-backup -- FOLDER [--keep 14] [--at 02:30]";
/** Short, so that a machine that slept or whose clock was set is not late by more. */
const LONGEST_SLEEP_MS = 60_000;

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    // What verifies a backup drops its scratch database before it ends.
    void endAll(30_000).then(() => process.exit(130));
  });

main().then(
  (ok) => process.exit(ok ? 0 : 1),
  (error) => isInterrupted || failWith(error),
);

async function main(): Promise<boolean> {
  const { folder, keep, at } = readArguments();
  readSettings();
  if (at === undefined) return runOnce(folder, keep);
  for (let failed: Date | undefined; ; ) {
    const wait = untilDue(at, shopNow(), lastGood(folder, shopNow())?.at, failed);
    if (wait === 0) failed = (await runOnce(folder, keep)) ? undefined : shopNow();
    else await sleep(Math.min(wait, LONGEST_SLEEP_MS));
  }
}

function readArguments() {
  const parsed = (() => {
    try {
      return parseArgs({
        allowPositionals: true,
        options: { keep: { type: "string", default: "14" }, at: { type: "string" } },
      });
    } catch (error) {
      throw new CliError(`${(error as Error).message}\n${USAGE}`);
    }
  })();
  const { values, positionals } = parsed;
  const [folder, ...rest] = positionals;
  const keep = Number(values.keep);
  if (!folder || rest.length > 0) throw new CliError(`Which folder? ${USAGE}`);
  if (!Number.isInteger(keep) || keep < 1) throw new CliError(`--keep is a whole number from 1: ${USAGE}`);
  if (values.at !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(values.at))
    throw new CliError(`--at is a time of the day in India from 00:00 to 23:59: ${USAGE}`);
  // Not made here: a disk that is not mounted must not be replaced by a folder on another one.
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`There is no folder ${folder}.`);
  return { folder: path.resolve(folder), keep, at: values.at };
}

/** Never throws: what went wrong is in the line that it prints. Gives whether a good backup was made. */
async function runOnce(folder: string, keep: number): Promise<boolean> {
  const at = shopNow();
  const began = performance.now();
  let lock: ReturnType<typeof takeLock> | undefined;
  let result: Record<string, unknown> & { ok: boolean };
  try {
    lock = takeLock(path.join(folder, ".mithaas-nightly.lock"), `npm run nightly-backup (process ${process.pid})`);
    if (!lock.taken) throw new CliError(`${folder} is in use by ${lock.by.holder}.`);
    result = { ok: true, ...(await makeGoodBackup(folder, keep, at)) };
  } catch (error) {
    result = { ok: false, error: (error instanceof Error ? error.message : String(error)).slice(-2000) };
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  if (lock?.taken) {
    try {
      writeMetrics(folder, metricsText({ at, ok: result.ok, seconds }, lastGood(folder, shopNow())));
    } catch (error) {
      result = { ...result, ok: false, error: `${METRICS} was not written: ${(error as Error).message}` };
    }
    lock.release();
  }
  const { ok, ...facts } = result;
  const level = ok ? "info" : "error";
  console.log(JSON.stringify({ at: at.toISOString(), level, job: "nightly backup", ...facts, seconds }));
  return ok;
}

async function makeGoodBackup(folder: string, keep: number, at: Date) {
  for (const name of unfinishedFiles(folder)) fs.rmSync(path.join(folder, name), { force: true });
  const draft = path.join(folder, unfinishedName(randomUUID()));
  const good = goodName(at);
  try {
    await runCommand("backup", [draft], process.env);
    fs.utimesSync(draft, at, at); // its age is that of its data
    flush(draft);
    try {
      await runCommand("verify-backup", [draft], process.env);
    } catch (error) {
      fs.renameSync(draft, path.join(folder, UNVERIFIED));
      throw error;
    }
    fs.renameSync(draft, path.join(folder, good));
    flush(folder); // before anything older goes
  } finally {
    fs.rmSync(draft, { force: true });
  }
  const deleted = oldFiles(folder, keep, good);
  for (const name of [...deleted, UNVERIFIED]) fs.rmSync(path.join(folder, name), { force: true });
  return { file: good, bytes: fs.statSync(path.join(folder, good)).size, deleted };
}

function flush(file: string) {
  const descriptor = fs.openSync(file, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Readable by the collector's user, and never half of it. */
function writeMetrics(folder: string, text: string) {
  const draft = path.join(folder, ".mithaas-nightly.metrics"); // not .prom: the collector would read it
  fs.writeFileSync(draft, text, { mode: 0o644 });
  fs.renameSync(draft, path.join(folder, METRICS));
}
