// npm run verify-backup -- FILE [--embedded]: proves that a backup can be restored. It is restored into a scratch database beside the
// shop's (or, with --embedded or without the right to create one, into a PostgreSQL of its own in the temporary folder) and into a
// temporary folder, checked as npm run check-stock does, and dropped again, whatever happens. Exits with 1 when something is wrong.
import fs from "node:fs";
import path from "node:path";
import { createScratchDatabase } from "@/db/scratch-database";
import { ENV_NAMES } from "@/lib/env";
import { folderOf } from "@/lib/images/configured-storage";
import { runCommand } from "./command";
import { failWith } from "./failures";
import { CliError, endAll } from "./processes.mjs";
import { readSettings } from "./settings";
import { makeThrowawayFolder, startThrowaway } from "./throwaway";
import { checkPictures } from "./transfer-pictures";

const USE = "verify";
const undo: (() => Promise<unknown>)[] = [];
let isInterrupted = false;

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
for (const signal of signals)
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    void endAll()
      .then(cleanUp)
      .finally(() => process.exit(130));
  });

verify().then(
  () => process.exit(0),
  (error) => isInterrupted || failWith(error),
);

async function verify() {
  const args = process.argv.slice(2);
  const [file, ...rest] = args.filter((arg) => arg !== "--embedded");
  if (!file || rest.length > 0) throw new CliError("Which file? npm run verify-backup -- FILE [--embedded]");
  if (!fs.statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CliError(`There is no file ${file}.`);
  const { DATABASE_URL, DATABASE_DIRECT_URL } = readSettings();
  const began = Date.now();
  try {
    const folder = await makeThrowawayFolder(USE, "npm run verify-backup");
    undo.push(async () => fs.rmSync(folder, { recursive: true, force: true }));
    const url = await makeDatabase(args.includes("--embedded") ? undefined : (DATABASE_DIRECT_URL ?? DATABASE_URL));
    // Nothing of the shop's own settings may reach its database or its pictures.
    const unset = Object.fromEntries(ENV_NAMES.map((name) => [name, undefined]));
    const env = { ...process.env, ...unset, DATABASE_URL: url, DATA_DIR: folder };
    console.log((await runCommand("restore", [path.resolve(file)], env)).trim());
    const { pictures, missing } = await checkPictures(url, folderOf({ DATA_DIR: folder }));
    if (missing.length > 0)
      throw new CliError(`${missing.length} files of pictures are missing in the backup, such as ${missing[0]}.`);
    console.log((await runCommand("check-stock", [], env)).trim());
    console.log(`All files of ${pictures} pictures are there.`);
    console.log(`${file} is good: restored and checked in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  } finally {
    if (!isInterrupted) await cleanUp();
  }
}

/** @param beside the shop's database; undefined: a server of its own */
async function makeDatabase(beside: string | undefined): Promise<string> {
  const creating = beside ? createScratchDatabase(beside) : undefined;
  // Before it is there, so that an interruption that comes meanwhile drops it too.
  undo.push(async () => (await creating?.catch(() => undefined))?.drop());
  const scratch = await creating;
  if (isInterrupted) throw new CliError("Interrupted.");
  if (scratch) return scratch.url;
  if (beside) console.log("The role of DATABASE_URL may not create databases: a PostgreSQL of its own is used.");
  try {
    const server = await startThrowaway(`${USE}-database`, "npm run verify-backup");
    undo.push(server.stop);
    return server.url;
  } catch (error) {
    if (!beside || !(error instanceof CliError)) throw error;
    throw new CliError(
      `${error.message}\nLet the role create databases instead: alter role … createdb. The backup was not checked.`,
    );
  }
}

async function cleanUp() {
  for (const work of undo.splice(0).reverse())
    await work().catch((error) => console.error("Not removed, the next run does it:", (error as Error).message));
}
