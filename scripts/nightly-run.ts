// One run of npm run nightly-backup.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { shopNow } from "@/lib/clock";
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
} from "./nightly";
import { CliError } from "./processes.mjs";

/** What makes a backup in a file, and what throws unless it can be restored. */
export type Work = { backUp: (file: string) => Promise<unknown>; verify: (file: string) => Promise<unknown> };

/** Never throws: what went wrong is in the line that it prints. Gives whether a good backup was made. */
export async function runNight(folder: string, keep: number, work: Work): Promise<boolean> {
  const at = shopNow();
  const began = performance.now();
  let lock: ReturnType<typeof takeLock> | undefined;
  let result: Record<string, unknown> & { ok: boolean };
  try {
    lock = takeLock(path.join(folder, ".mithaas-nightly.lock"), `npm run nightly-backup (process ${process.pid})`);
    if (!lock.taken) throw new CliError(`${folder} is in use by ${lock.by.holder}.`);
    result = { ok: true, ...(await makeGoodBackup(folder, keep, at, work)) };
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

async function makeGoodBackup(folder: string, keep: number, at: Date, { backUp, verify }: Work) {
  for (const name of unfinishedFiles(folder)) fs.rmSync(path.join(folder, name), { force: true });
  const draft = path.join(folder, unfinishedName(randomUUID()));
  const good = goodName(at);
  try {
    await backUp(draft);
    fs.utimesSync(draft, at, at); // its age is that of its data
    flush(draft);
    try {
      await verify(draft);
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
