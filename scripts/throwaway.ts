// A PostgreSQL for one run of tests or one look at a backup: in a temporary folder, gone afterwards.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres, stopPostgres } from "./embedded-postgres";
import { dataLock, lockHolder, takeLock } from "./lock";

/** Starts it; `url` is of a role that may create databases. First removes what killed runs left behind. */
export async function startThrowaway(use = "test", holder = "a test run") {
  const dataDir = await makeThrowawayFolder(use, holder);
  return startPostgres({ dataDir, log: console.log, throwaway: true });
}

/**
 * Makes a folder in the temporary one, locked by this process. First removes those of the same use whose process has ended, with the
 * PostgreSQL that one of them still runs.
 */
export async function makeThrowawayFolder(use: string, holder: string): Promise<string> {
  const prefix = `mithaas-${use}-`;
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(os.tmpdir(), name);
    // Without a lock it is a run that has just started, unless it is old.
    const old = Date.now() - fs.statSync(folder).mtimeMs > 60_000;
    if (lockHolder(dataLock(folder)) || !(old || fs.existsSync(dataLock(folder)))) continue;
    await stopPostgres(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), prefix));
  takeLock(dataLock(folder), holder);
  fs.chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  return folder;
}
