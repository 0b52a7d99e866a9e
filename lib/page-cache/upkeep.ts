import { monitorConnection } from "@/db/connection-monitor";
import { withWriteSlot } from "@/db/write-slots";
import { deleteOldCarts } from "@/lib/cart/commands";
import { isDatabaseUnavailable } from "@/lib/errors";
import { deleteExpired } from "@/lib/housekeeping/server";
import { logFault, logLine } from "@/lib/http/log";
import { releaseLapsed } from "@/lib/stock/server";
import { followYear } from "./control";
import { keepListening, stopListening } from "./listen";

/** Seconds between two runs. A hold that lapsed is back in stock within a second or two of its time. */
const jobs = [
  { name: "listen", seconds: 1, writes: false, work: keepListening },
  { name: "lapse", seconds: 1, writes: true, work: releaseLapsed },
  { name: "year", seconds: 1, writes: false, work: followYear },
  { name: "expire", seconds: 15, writes: true, work: deleteExpired },
  { name: "carts", seconds: 15, writes: true, work: deleteOldCarts },
] as const;

/** Starts what every process of the shop does without being asked. Two processes do no harm, and need no leader. */
export function startUpkeep(): void {
  monitorConnection((isReached) => {
    if (!isReached) stopListening();
    logLine({ level: isReached ? "info" : "error", where: "database", state: isReached ? "back" : "out of reach" });
  });
  for (const { name, seconds, writes, work } of jobs) {
    let running = false;
    let failed = false;
    const run = async () => {
      if (running) return;
      running = true;
      try {
        // What writes waits its turn like everybody, and keeps no reader's connection.
        await (writes ? (await withWriteSlot<unknown>(work)).done : work());
        failed = false;
      } catch (error) {
        // Once for each outage, and not at all by the jobs beside the first.
        if (!failed && (name === "listen" || !isDatabaseUnavailable(error))) logFault(error, "-", `upkeep ${name}`);
        failed = true;
      } finally {
        running = false;
      }
    };
    void run();
    setInterval(run, seconds * 1000).unref();
  }
}
