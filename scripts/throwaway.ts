// A PostgreSQL for one run of tests: in a temporary folder, gone afterwards.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres, stopPostgres } from "./embedded-postgres";
import { dataLock, lockHolder, takeLock } from "./lock";

const PREFIX = "mithaas-test-";

/** Starts it; `url` is of a role that may create databases. First removes what killed runs left behind. */
export async function startThrowaway() {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    // Without a lock it is a run that has just started, unless it is old.
    const old = Date.now() - fs.statSync(folder).mtimeMs > 60_000;
    if (lockHolder(dataLock(folder)) || !(old || fs.existsSync(dataLock(folder)))) continue;
    await stopPostgres(folder);
    fs.rmSync(folder, { recursive: true, force: true });
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX));
  takeLock(dataLock(dataDir), "a test run");
  fs.chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  return startPostgres({ dataDir, log: console.log, throwaway: true });
}
