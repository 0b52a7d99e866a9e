import fs from "node:fs";

const TICK_MS = 10;

/**
 * Processor time so far of some processes and of all that they have started, in milliseconds; undefined where the system does not tell
 * (Linux does).
 */
export function processorMs(pids: number[]): number | undefined {
  try {
    return pids.reduce((sum, pid) => sum + ticks(pid) * TICK_MS + (processorMs(childrenOf(pid)) ?? 0), 0);
  } catch {
    return undefined;
  }
}

const childrenOf = (pid: number) =>
  fs
    .readdirSync(`/proc/${pid}/task`)
    .flatMap((thread) => fs.readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" "))
    .filter(Boolean)
    .map(Number);

/** Of a process, with its children that have ended. */
function ticks(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0);
}
