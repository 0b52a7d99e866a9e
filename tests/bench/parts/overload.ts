import { withTimeLimit } from "@/scripts/time-limit";
import type { Part } from "../bench";
import { load, median, whole } from "../measure";
import { typos } from "./api";
import { residentMiB } from "./memory";

const SECONDS = process.argv.includes("--long") ? 600 : process.argv.includes("--quick") ? 10 : 60;

/**
 * Twice the load that the shop can serve: it answers what it can, refuses the rest quickly, stays as large as it is, and is itself
 * again at once.
 */
export const overload: Part = async (world) => {
  const shop = await world.serve(await world.database(10_000));
  try {
    const paths = [
      "/api/sweets",
      "/api/sweets?page=3",
      ...typos.map((text) => `/api/sweets?search=${encodeURIComponent(text)}`),
    ];
    const most = await load({ url: shop.url, paths, seconds: 10, connections: 20 });
    const before = residentMiB(shop.pid) ?? 0;
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(residentMiB(shop.pid) ?? 0), 1000);
    const pressing = load({
      url: shop.url,
      paths,
      seconds: SECONDS,
      connections: 4000,
      rate: Math.round(most.perSecond * 2),
      timeout: 30,
    });
    const refusal = await retryAfterDuring(pressing, shop.url + paths[0]);
    const pressed = await pressing;
    clearInterval(watch);
    const ended = performance.now();
    const health = await fetch(`${shop.url}/api/sweets`);
    await health.arrayBuffer();
    const recovered = performance.now() - ended;
    const after = await load({ url: shop.url, paths, seconds: 5, connections: 20 });
    const ok = pressed.statuses["200"] ?? { count: 0, p50: 0, p99: 0 };
    const refused = pressed.statuses["503"] ?? { count: 0, p50: 0, p99: 0 };
    const others = Object.keys(pressed.statuses).filter((status) => status !== "200" && status !== "503");
    // Flat: the last quarter beside the second one (the first fills buffers).
    const quarter = Math.floor(memory.length / 4);
    const grown = median(memory.slice(-quarter)) - median(memory.slice(quarter, 2 * quarter));
    const served = ok.count / SECONDS / most.perSecond;
    return {
      rows: [
        {
          what: `served at twice the load, ${SECONDS} s`,
          ours: `${whole(ok.count / SECONDS)} /s`,
          limit: `${whole(most.perSecond)} /s`,
          ratio: served,
          goal: "≥ 0.6 × what it serves unpressed",
          met: served >= 0.6,
        },
        {
          what: "time of an answer that is given, median / p99",
          ours: `${whole(ok.p50)} / ${whole(ok.p99)} ms`,
          goal: "p99 ≤ 3000 ms",
          met: ok.p99 <= 3000,
        },
        {
          what: `time of a refusal, median / p99 (${whole(refused.count)} of them)`,
          ours: `${whole(refused.p50)} / ${whole(refused.p99)} ms`,
          goal: "median ≤ 500 ms",
          met: refused.count > 0 && refused.p50 <= 500,
        },
        {
          what: "anything but 200 and 503, and connection errors",
          ours: `${others.join(" ") || "none"}, ${pressed.errors}`,
          goal: "none, 0",
          met: others.length === 0 && pressed.errors === 0,
        },
        {
          what: "a refusal carries Retry-After",
          ours: refusal === null ? "none seen" : refusal === "" ? "no" : `${refusal} s`,
          goal: "yes",
          met: refusal === null ? null : refusal !== "",
        },
        {
          what: `memory before ${before.toFixed(0)} MiB, highest ${Math.max(...memory).toFixed(0)} MiB, growth at the end`,
          ours: `${grown.toFixed(0)} MiB`,
          goal: "≤ 10 %",
          met: grown <= 0.1 * median(memory),
        },
        {
          what: "first answer after the load",
          ours: `${recovered.toFixed(0)} ms`,
          goal: "≤ 1000 ms",
          met: health.status === 200 && recovered <= 1000,
        },
        {
          what: "rate after the load",
          ours: `${whole(after.perSecond)} /s`,
          limit: `${whole(most.perSecond)} /s`,
          ratio: after.perSecond / most.perSecond,
          goal: "≥ 0.8 × before",
          met: after.perSecond >= 0.8 * most.perSecond,
        },
      ],
      more: { most, pressed, memory },
    };
  } finally {
    await shop.stop();
  }
};

/** The Retry-After of one refusal that is met before the load ends, "" for one without it, null when nothing was refused. */
async function retryAfterDuring(pressing: Promise<unknown>, url: string): Promise<string | null> {
  let over = false;
  const end = () => {
    over = true;
  };
  pressing.then(end, end);
  while (!over) {
    const answer = await withTimeLimit(20_000, async (signal) => {
      const got = await fetch(url, { signal });
      await got.arrayBuffer();
      return got;
    }).catch(() => null);
    if (answer?.status === 503) return answer.headers.get("retry-after") ?? "";
  }
  return null;
}
