// Folders for a PostgreSQL that a test breaks, and what the prepared one is copied from.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { dataLock, takeLock } from "@/scripts/lock";

/** What copies of it are made with: a data folder, and the cluster's, which may be elsewhere. */
export type Cluster = { dataDir: string; cluster: string };

/** A folder that scripts/throwaway.ts removes when this process is killed. */
export function makeDataDir(): string {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-test-"));
  takeLock(dataLock(dataDir), "a test run");
  fs.chmodSync(dataDir, 0o711);
  return dataDir;
}

/** Nothing is lost by a clean stop or by the death of another process: only the machine's own would need the disk. */
export const settings = { fsync: "off", full_page_writes: "off", max_connections: "60" };
