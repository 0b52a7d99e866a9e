// npm run nightly-backup -- FOLDER [--keep 14] [--at 02:30]: makes a backup with the day in its name, verifies it (npm run
// verify-backup), and only then deletes its own older ones. Prints one line of JSON and writes mithaas_backup.prom beside the backups.
// With --at it stays and does so every day at that time in India.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { shopNow } from "@/lib/clock";
import { runCommand } from "./command";
import { failWith } from "./failures";
import { lastGood, untilDue } from "./nightly";
import { runNight } from "./nightly-run";
import { CliError, endAll } from "./processes.mjs";
import { readSettings } from "./settings";

const USAGE = "npm run nightly-backup -- FOLDER [--keep 14] [--at 02:30]";
/** Short, so that a machine that slept or whose clock was set is not late by more. */
const LONGEST_SLEEP_MS = 60_000;

/** The commands, each as a process of its own. */
const commands = {
  backUp: (file: string) => runCommand("backup", [file], process.env),
  verify: (file: string) => runCommand("verify-backup", [file], process.env),
};

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
  if (at === undefined) return runNight(folder, keep, commands);
  for (let failed: Date | undefined; ; ) {
    const wait = untilDue(at, shopNow(), lastGood(folder, shopNow())?.at, failed);
    if (wait === 0) failed = (await runNight(folder, keep, commands)) ? undefined : shopNow();
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
