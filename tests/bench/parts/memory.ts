import fs from "node:fs";
import type { Part } from "../bench";
import { effort, median } from "../measure";

/** Resident memory of a process in MiB; undefined where the system does not say. */
export function residentMiB(pid: number): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Memory of the idle server and how long it takes to be ready, the database being there. */
export const memory: Part = async (world) => {
  const database = await world.database(10_000);
  const ready: number[] = [];
  const resident: number[] = [];
  for (let i = 0; i < Math.min(3, effort.rounds); i++) {
    const shop = await world.serve(database);
    ready.push(shop.readyMs);
    await (await fetch(`${shop.url}/home`)).text();
    await (await fetch(`${shop.url}/api/sweets`)).text();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const now = residentMiB(shop.pid);
    if (now !== undefined) resident.push(now);
    await shop.stop();
  }
  const rows = [
    {
      what: "ready after the database",
      ours: `${(median(ready) / 1000).toFixed(2)} s`,
      goal: "≤ 3 s",
      met: median(ready) <= 3000,
    },
  ];
  if (resident.length > 0) {
    const idle = median(resident);
    rows.push({
      what: "memory idle, a page and a list answered",
      ours: `${idle.toFixed(0)} MiB`,
      goal: "≤ 220 MiB",
      met: idle <= 220,
    });
  }
  return { rows };
};
