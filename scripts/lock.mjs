// One process at a time: a lock file with the holder's pid, taken over when that process is gone.
import fs from "node:fs";
import path from "node:path";
import { identityOf, isAlive } from "./processes.mjs";

/** @typedef {{ pid: number, identity: string, holder: string }} Holder `holder`: what the one who waits or gives up is told */

/**
 * Takes a lock for this process. A lock whose process has ended, or whose pid belongs to another process by now, is taken over.
 * @param {string} file @param {string} holder
 * @returns {{ taken: true, release: () => void } | { taken: false, by: Holder }}
 */
export function takeLock(file, holder) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}`;
  fs.writeFileSync(mine, JSON.stringify({ pid: process.pid, identity: identityOf(process.pid), holder }));
  try {
    for (;;) {
      try {
        fs.linkSync(mine, file); // atomic: of two that try, one succeeds
        return { taken: true, release: () => fs.rmSync(file, { force: true }) };
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
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

/** The living process that holds a lock, if any. @param {string} file @returns {Holder | undefined} */
export function lockHolder(file) {
  try {
    const held = JSON.parse(fs.readFileSync(file, "utf8"));
    return isAlive(held.pid) && identityOf(held.pid) === held.identity ? held : undefined;
  } catch {
    return undefined;
  }
}

/** The lock of a data folder: its holder runs the embedded PostgreSQL. @param {string} dataDir */
export const dataLock = (dataDir) => path.join(dataDir, "lock.json");
