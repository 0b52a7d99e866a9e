import fs from "node:fs";
import type { Part } from "../bench";
import { type Call, callersOf, callsOf, type Export, goals } from "../big-calls";
import { allAnswered, effort, load, median, whole } from "../measure";
import { orderingClients } from "./orders";

/** Calls of each kind that count, one after another. */
const TIMES = effort.rounds === 1 ? 3 : 11;

type Times = { median: number; p95: number };
const timesOf = (taken: number[]): Times => {
  const sorted = taken.toSorted((a, b) => a - b);
  return { median: median(sorted), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0 };
};

const shown = ({ median, p95 }: Times) => `${median.toFixed(0)} (${p95.toFixed(0)}) ms`;

/** Milliseconds until the last byte of an answer; throws when it is not 200. */
async function ask(url: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const answer = await fetch(url, { headers, redirect: "manual" });
  for await (const _ of answer.body ?? []);
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`);
  return performance.now() - began;
}

async function measure(url: string, headers: Record<string, string>, clients: number): Promise<Times> {
  for (let i = 0; i < 2; i++) await ask(url, headers);
  const taken = await Promise.all(
    Array.from({ length: clients }, async () => {
      const own: number[] = [];
      for (let i = 0; i < TIMES; i++) own.push(await ask(url, headers));
      return own;
    }),
  );
  return timesOf(taken.flat());
}

/** Every call that reads what grows, at one shop: medians and 95th percentiles with one client, and with four where it matters. */
export async function measureCalls(shop: { url: string }, databaseUrl: string, only?: RegExp) {
  const { calls, exports, buyer } = await callsOf(databaseUrl);
  const headersOf = await callersOf(databaseUrl, buyer);
  const found: (Call & { one: Times; four?: Times })[] = [];
  for (const call of calls.filter(({ what }) => only?.test(what) ?? true)) {
    const [url, headers] = [shop.url + call.path, headersOf(call)];
    try {
      const one = await measure(url, headers, 1);
      const four = call.crowd ? await measure(url, headers, 4) : undefined;
      found.push({ ...call, one, four });
      console.log(`  ${call.what}: ${shown(one)}${four ? `; four at once ${shown(four)}` : ""}`);
    } catch (error) {
      console.log(`  ${call.what}: ${error instanceof Error ? error.message : error}`);
      found.push({ ...call, one: { median: Number.POSITIVE_INFINITY, p95: Number.POSITIVE_INFINITY } });
    }
  }
  return { found, exports, headers: headersOf({ as: "owner", page: true }) };
}

/** Resident memory of a process in MiB; undefined where the system does not say. */
function memoryOf(pid: number): number | undefined {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return undefined;
  }
}

/** Reads a download once: milliseconds to its first byte, all of it, and the memory that the server took more meanwhile, at most. */
export async function measureExport(
  shop: { url: string; pid: number },
  { path }: Export,
  headers: Record<string, string>,
) {
  const before = memoryOf(shop.pid) ?? 0;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(shop.pid) ?? 0)), 50);
  const began = performance.now();
  try {
    const answer = await fetch(shop.url + path, { headers, redirect: "manual" });
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
    let [first, bytes] = [0, 0];
    for await (const part of answer.body ?? []) {
      // The byte order mark is sent before anything is read.
      if (bytes <= 3 && bytes + part.length > 3) first = performance.now() - began;
      bytes += part.length;
    }
    return { first, ms: performance.now() - began, mebibytes: bytes / 2 ** 20, memory: most - before };
  } finally {
    clearInterval(watch);
  }
}

/**
 * A shop of 1,000,000 orders, 100,000 customers and 20,000 sweets beside one of a tenth of it: everything that reads what grows,
 * exports, and the rate of orders. Only when it is named: a run takes 25 minutes with its seeding, and some 25 GB.
 */
export const big: Part = async (world) => {
  const [small, large] = [await world.database(10_000), await world.database(20_000)];
  const [smallShop, shop] = [await world.serve(small), await world.serve(large)];
  try {
    const before = new Map((await measureCalls(smallShop, small)).found.map(({ what, one }) => [what, one.median]));
    const { found, exports, headers } = await measureCalls(shop, large);
    const rows: Awaited<ReturnType<Part>>["rows"] = found.map(({ what, kind, one, four }) => ({
      what: four ? `${what}; four at once ${shown(four)}` : what,
      ours: shown(one),
      limit: `${(before.get(what) ?? 0).toFixed(0)} ms`,
      ratio: one.median / (before.get(what) ?? 0),
      goal: `≤ ${goals[kind]} ms`,
      met: one.median <= goals[kind],
    }));
    for (const download of exports) {
      const { first, ms, mebibytes, memory } = await measureExport(shop, download, headers);
      rows.push({
        what: `${download.what}: ${mebibytes.toFixed(1)} MiB in ${(ms / 1000).toFixed(1)} s, memory +${memory.toFixed(0)} MiB`,
        ours: `${first.toFixed(0)} ms`,
        goal: "≤ 1000 ms to the first line, + ≤ 150 MiB",
        met: first <= 1000 && memory <= 150,
      });
    }
    const both = [
      { shop: smallShop, clients: await orderingClients(small), rates: [] as number[] },
      { shop, clients: await orderingClients(large), rates: [] as number[] },
    ];
    for (const { shop, clients } of both) await load({ url: shop.url, clients, seconds: effort.warmUp });
    for (let round = 0; round < effort.rounds; round++)
      for (const { shop, clients, rates } of both)
        rates.push(allAnswered("orders", await load({ url: shop.url, clients })).perSecond);
    const [ofSmall = [], ofLarge = []] = both.map(({ rates }) => rates);
    const ratio = median(ofLarge.map((rate, i) => rate / (ofSmall[i] as number)));
    rows.push({
      what: "reserve + order, 10 clients, calls, of the smaller shop",
      ours: `${whole(median(ofLarge))} /s`,
      limit: `${whole(median(ofSmall))} /s`,
      ratio,
      goal: "≥ 0.8 × the smaller shop",
      met: ratio >= 0.8,
    });
    return { rows };
  } finally {
    for (const one of [smallShop, shop]) await one.stop();
  }
};
