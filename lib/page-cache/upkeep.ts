import { deleteOldCarts } from "@/lib/cart/server";
import { isDatabaseAway } from "@/lib/errors";
import { deleteExpired } from "@/lib/housekeeping/server";
import { logFault } from "@/lib/http/log";
import { releaseLapsed } from "@/lib/stock/server";
import { keepListening } from "./listen";

/** Seconds between two runs. A hold that lapsed is back in stock within a second or two of its time. */
const jobs = [
  { name: "listen", seconds: 1, work: keepListening },
  { name: "lapse", seconds: 1, work: releaseLapsed },
  { name: "expire", seconds: 60, work: deleteExpired },
  { name: "carts", seconds: 60, work: deleteOldCarts },
] as const;

/** Starts what every process of the shop does without being asked. Two processes do no harm, and need no leader. */
export function startUpkeep(): void {
  for (const { name, seconds, work } of jobs) {
    let running = false;
    let failed = false;
    const run = async () => {
      if (running) return;
      running = true;
      try {
        await work();
        failed = false;
      } catch (error) {
        // Once for each outage, and not at all by the jobs beside the first.
        if (!failed && (name === "listen" || !isDatabaseAway(error))) logFault(error, "-", `upkeep ${name}`);
        failed = true;
      } finally {
        running = false;
      }
    };
    void run();
    setInterval(run, seconds * 1000).unref();
  }
}
