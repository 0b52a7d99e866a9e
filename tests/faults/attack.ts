// Attacks by processes of their own, and what others notice of them.
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { parseMetrics, type Sample, sumOf } from "../support/metrics";
import { call, type Instance } from "./shop";

export const METRICS_TOKEN = randomBytes(16).toString("hex");

/** What one process of attackers does, all at once (attackers.ts). */
export type Attack = {
  url: string;
  /** From when all of it is open; the attack ends by itself after them. */
  seconds: number;
  /** A sweet that is asked for. */
  sweetId: number;
  /** Senders that announce so many bytes, send the first ones and then nothing. When they are there, some more come each second. */
  stalled: { count: number; paths: string[]; announced: number; sent: number; newPerSecond: number };
  /** Connections that read 1 KB of a large answer each second. */
  slow: number;
  /** Connections with eight or twelve requests behind one another at any time. */
  pipelined: number;
  /** Pages that are rendered for one request each, whose clients have gone before they get it. */
  rendered: number;
  /** Whether connections of each kind are reset in the middle, 20 of each a second in each process. */
  hasResets: boolean;
};

/** How much of each was connected or sent, answers that pipelined requests got, and resets before the end. */
export type AttackReport = Record<"stalled" | "slow" | "pipelined" | "answers" | "rendered" | "resets", number>;

/** How many processes share an attack. */
const PROCESSES = 2;

/**
 * Starts an attack. `ready` is resolved when what stays open is open, `ended` when it is over. The attackers have a lower priority than
 * the shop, since in earnest they have machines of their own.
 */
export function anAttack(at: Instance, { sweetId, seconds, ...wanted }: Omit<Attack, "url">) {
  const part = (count: number) => Math.ceil(count / PROCESSES);
  const attack: Attack = {
    ...wanted,
    url: at.url,
    sweetId,
    seconds,
    stalled: {
      ...wanted.stalled,
      count: part(wanted.stalled.count),
      newPerSecond: wanted.stalled.newPerSecond / PROCESSES,
    },
    slow: part(wanted.slow),
    pipelined: part(wanted.pipelined),
    rendered: part(wanted.rendered),
  };
  const children = Array.from({ length: PROCESSES }, () => {
    const child = fork(path.join(import.meta.dirname, "attackers.ts"), [JSON.stringify(attack)], {
      execArgv: ["--import", "tsx"],
    });
    if (child.pid) os.setPriority(child.pid, Math.min(19, os.getPriority() + 10));
    return child;
  });
  const message = <K extends string>(child: ChildProcess, key: K) =>
    new Promise<any>((resolve, reject) => {
      child.on("message", (text: Record<string, unknown>) => key in text && resolve(text[key]));
      child.once("close", () => reject(new Error("The attackers ended early.")));
    });
  const ready = Promise.all(children.map((child) => message(child, "isReady")));
  const reports: Promise<AttackReport[]> = Promise.all(children.map((child) => message(child, "report")));
  const ended = reports.then((parts) => {
    const sum = { ...(parts[0] as AttackReport) };
    for (const other of parts.slice(1))
      for (const [name, count] of Object.entries(other)) sum[name as keyof AttackReport] += count;
    return sum;
  });
  for (const promise of [ready, ended]) promise.catch(() => {});
  return {
    ready,
    ended,
    /** Ends it now. */
    end: () => {
      for (const child of children) if (child.connected) child.send("end");
      return ended;
    },
  };
}

/** `share`: of the time in which the shop could have run it had a processor for so much; 1 where the system does not say. */
export type Visits = { count: number; p95: number; slowest: number; failed: string[]; share: number };

/** Requests of others, one each 25 ms whether or not those before are answered, each on a connection of its own and from an address of its own. */
export async function visits(at: Instance, sweet: { id: number; slug: string }, seconds: number): Promise<Visits> {
  const kinds = [
    { method: "GET", path: `/products/${sweet.slug}` },
    { method: "GET", path: "/api/sweets?limit=12" },
    { method: "GET", path: `/api/sweets/${sweet.id}` },
    { method: "POST", path: "/api/cart/reserve", body: JSON.stringify({ productId: sweet.id, quantity: 1 }) },
  ];
  const answers: Promise<{ ms: number; failure?: string }>[] = [];
  const [began, before] = [performance.now(), processorTime(at)];
  for (let i = 0; performance.now() - began < seconds * 1000; i++) {
    answers.push(visit(at, kinds[i % kinds.length] as (typeof kinds)[number]));
    await sleep(Math.max(0, began + (i + 1) * 25 - performance.now()));
  }
  const all = await Promise.all(answers);
  const after = processorTime(at);
  const [run, waited] = [after.run - before.run, after.waited - before.waited];
  const times = all.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    count: all.length,
    p95: times[Math.floor(times.length * 0.95)] ?? 0,
    slowest: times.at(-1) ?? 0,
    failed: all.flatMap(({ failure }) => failure ?? []),
    share: run > 0 ? run / (run + waited) : 1,
  };
}

/** How long the shop's main thread has run, and how long it could have run and had no processor, in nanoseconds. */
function processorTime({ pid }: Instance) {
  const file = `/proc/${pid}/schedstat`;
  const [run = 0, waited = 0] = fs.existsSync(file) ? fs.readFileSync(file, "utf8").split(" ").map(Number) : [];
  return { run, waited };
}

function visit(at: Instance, { method, path, body }: { method: string; path: string; body?: string }) {
  const started = performance.now();
  const headers = {
    "x-forwarded-for": `10.${randomBytes(3).join(".")}`,
    ...(body ? { "content-type": "application/json", "content-length": body.length } : {}),
  };
  return new Promise<{ ms: number; failure?: string }>((resolve) => {
    const done = (what: string, failed: boolean) => {
      const ms = performance.now() - started;
      resolve(failed ? { ms, failure: `${method} ${path}: ${what}` } : { ms });
    };
    const request = http.request(at.url + path, { method, headers, agent: false, timeout: 20_000 }, (response) => {
      response.resume();
      response.once("end", () => done(`${response.statusCode}`, ![200, 201].includes(response.statusCode ?? 0)));
      response.once("error", (error) => done(error.message, true));
    });
    request.once("error", (error) => done(error.message, true));
    request.once("timeout", () => request.destroy(new Error("no answer within 20 s")));
    request.end(body);
  });
}

/** The samples of the shop's metrics now. */
export async function metricsOf(at: Instance): Promise<Sample[]> {
  const { status, body } = await call(at, "GET", "/api/metrics", { token: METRICS_TOKEN });
  if (status !== 200) throw new Error(`The metrics were answered with ${status}.`);
  return parseMetrics(body);
}

/** Requests that wait for the shop, and those that are not answered yet; the request for the metrics may count itself. */
async function unanswered(at: Instance): Promise<{ waiting: number; inProgress: number }> {
  const samples = await metricsOf(at);
  return {
    waiting: sumOf(samples, "mithaas_requests_waiting") ?? Number.NaN,
    inProgress: sumOf(samples, "http_requests_in_progress") ?? Number.NaN,
  };
}

/** Resident memory in MiB; undefined where the system does not say. */
export function residentMiB({ pid }: Instance): number | undefined {
  const status = fs.existsSync("/proc") ? fs.readFileSync(`/proc/${pid}/status`, "utf8") : "";
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/**
 * The ports of the clients whose connections the shop has open; undefined where the system does not say. A client that does not read
 * cannot see by itself that the other side has ended its connection.
 */
export function openConnections({ url }: Instance): Set<number> | undefined {
  const tables = ["/proc/net/tcp", "/proc/net/tcp6"].filter((file) => fs.existsSync(file));
  if (tables.length === 0) return undefined;
  const hex = (text = "") => Number.parseInt(text, 16);
  const rows = tables.flatMap((file) => fs.readFileSync(file, "utf8").trim().split("\n").slice(1));
  const ports = rows.flatMap((row) => {
    const [, local, remote, state, , , , , , inode] = row.trim().split(/\s+/);
    const isOurs = hex(local?.split(":")[1]) === Number(new URL(url).port);
    // State 0A listens; a connection without an inode belongs to no process any more.
    return isOurs && state !== "0A" && inode !== "0" ? [hex(remote?.split(":")[1])] : [];
  });
  return new Set(ports);
}

/** Milliseconds that 95 of 100 requests of others take at most while a shop is attacked. */
const UNHARMED_MS = 300;

/** Whether other programs left the shop so little of the machine that nothing can be said of what others noticed. */
export const isTooBusy = ({ share }: Visits) => share < 0.5;

/** Nobody failed, and hardly anybody waited; more than 300 ms are allowed in proportion where an idle shop takes more than 30. */
export function expectUnharmed(during: Visits, idle: Visits) {
  const round = ({ p95, slowest, share }: Visits) =>
    `p95 ${Math.round(p95)} ms, slowest ${Math.round(slowest)} ms, ${Math.round(share * 100)} % of a processor`;
  console.log(`others: ${round(during)} of ${during.count}; idle: ${round(idle)}; failed: ${during.failed.length}`);
  if (isTooBusy(during)) return console.log("NOT JUDGED what others noticed: other programs use this machine.");
  expect.soft([...new Set(during.failed)]).toEqual([]);
  expect.soft(during.p95).toBeLessThan(Math.max(UNHARMED_MS, 10 * idle.p95));
}

/** Nothing waits and nothing is in progress, within some seconds. */
export async function expectNothingLeft(at: Instance) {
  await expect
    .poll(() => unanswered(at), { timeout: 15_000, interval: 100 })
    .toEqual({ waiting: 0, inProgress: expect.toSatisfy((count: number) => count <= 1) });
}
