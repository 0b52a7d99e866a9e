// One process at a time: a lock file with the holder's pid, taken over when that process is gone.
import fs from "node:fs";
import path from "node:path";
import { identityOf, isAlive } from "./processes.mjs";

/** Who holds a lock; `holder` is what a process that waits for it or gives up prints. */
type Holder = { pid: number; identity: string; holder: string };

/**
 * Takes a lock for a process. A lock whose process has ended, or whose pid belongs to another process by now, is taken over.
 * @param pid of the process that the lock ends with
 */
export function takeLock(
  file: string,
  holder: string,
  pid = process.pid,
): { taken: true; release: () => void } | { taken: false; by: Holder } {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, JSON.stringify({ pid, identity: identityOf(pid), holder }));
  try {
    for (;;) {
      try {
        fs.linkSync(mine, file); // atomic: of two that try, one succeeds
        return { taken: true, release: () => fs.rmSync(file, { force: true }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
      const by = lockHolder(file);
      if (by) return { taken: false, by };
      // Moved before it is deleted: if someone else took the lock since we looked, theirs is put back.
      const stale = `${mine}.stale`;
      try {
        fs.renameSync(file, stale);
        if (lockHolder(stale)) fs.linkSync(stale, file);
      } catch {
        // another process was faster; the next round sees its lock
      }
      fs.rmSync(stale, { force: true });
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** The living process that holds a lock, if any. */
export function lockHolder(file: string): Holder | undefined {
  try {
    const held = JSON.parse(fs.readFileSync(file, "utf8"));
    return isAlive(held.pid) && identityOf(held.pid) === held.identity ? held : undefined;
  } catch {
    return undefined;
  }
}

/** The lock of a data folder: its holder runs the embedded PostgreSQL. */
export const dataLock = (dataDir: string) => path.join(dataDir, "lock.json");
