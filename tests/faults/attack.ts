// Attacks by processes of their own, and what others notice of them.
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
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
  /** A sweet that is asked for. */
  sweetId: number;
  /** Senders that announce so many bytes, send the first ones and then nothing. When they are there, some more come each second. */
  stalled: { count: number; paths: string[]; announced: number; sent: number; newPerSecond: number };
  /** Connections that read 1 KB of a large answer each second. */
  slow: number;
  /** Connections with eight or twelve requests behind one another at any time. */
  pipelined: number;
  /** Pages that are rendered for one request each, whose clients have gone before they get it: so many every three seconds. */
  rendered: number;
  /** Whether connections of each kind are reset in the middle, 20 of each a second in each process. */
  hasResets: boolean;
};

/** How much of each was connected or sent so far, answers that pipelined requests got, and resets before the end. */
export type AttackReport = Record<"stalled" | "slow" | "pipelined" | "answers" | "rendered" | "resets", number>;

/** How many processes share an attack. */
const PROCESSES = 2;

/**
 * Starts an attack, which goes on until it is ended. `ready` is resolved when what stays open is open; `report` is what there was of it by
 * now. The attackers have a lower priority than the shop, since in earnest they have machines of their own.
 */
export function anAttack(at: Instance, wanted: Omit<Attack, "url">) {
  const part = (count: number) => Math.ceil(count / PROCESSES);
  const { stalled, slow, pipelined, rendered } = wanted;
  const attack: Attack = {
    ...wanted,
    url: at.url,
    stalled: { ...stalled, count: part(stalled.count), newPerSecond: stalled.newPerSecond / PROCESSES },
    slow: part(slow),
    pipelined: part(pipelined),
    rendered: part(rendered),
  };
  const reports: AttackReport[] = [];
  const children = Array.from({ length: PROCESSES }, (_, i) => {
    const child = fork(path.join(import.meta.dirname, "attackers.ts"), [JSON.stringify(attack)], {
      execArgv: ["--import", "tsx"],
    });
    if (child.pid) os.setPriority(child.pid, Math.min(19, os.getPriority() + 10));
    child.on("message", ({ report }: { report?: AttackReport }) => {
      if (report) reports[i] = report;
    });
    return child;
  });
  const closed = children.map((child) => once(child, "close"));
  const isReady = (child: ChildProcess) =>
    new Promise<void>((resolve, reject) => {
      child.on("message", (text: object) => "isReady" in text && resolve());
      child.once("close", () => reject(new Error("The attackers ended early.")));
    });
  const ready = Promise.all(children.map(isReady));
  ready.catch(() => {});
  const report = (): AttackReport => {
    const sum: AttackReport = { stalled: 0, slow: 0, pipelined: 0, answers: 0, rendered: 0, resets: 0 };
    for (const one of reports)
      for (const [name, count] of Object.entries(one ?? {})) sum[name as keyof AttackReport] += count;
    return sum;
  };
  return {
    ready,
    report,
    hasReached: (least: Partial<AttackReport>) =>
      Object.entries(least).every(([name, count]) => report()[name as keyof AttackReport] >= count),
    end: async () => {
      for (const child of children) if (child.connected) child.send("end");
      await Promise.all(closed);
    },
  };
}

type Sweet = { id: number; slug: string };
/**
 * Requests of others until something has come to pass, one each 25 ms whether or not those before are answered, each on a connection of its
 * own and from an address of its own: those that failed.
 */
export async function visits(at: Instance, { id, slug }: Sweet, isOver: () => boolean): Promise<string[]> {
  const kinds = [
    { method: "GET", path: `/products/${slug}` },
    { method: "GET", path: "/api/sweets?limit=12" },
    { method: "GET", path: `/api/sweets/${id}` },
    { method: "POST", path: "/api/cart/reserve", body: JSON.stringify({ productId: id, quantity: 1 }) },
  ];
  const failures: Promise<string | undefined>[] = [];
  do {
    const kind = kinds[failures.length % kinds.length] as (typeof kinds)[number];
    failures.push(visit(at, kind));
    await sleep(25); // their pace
  } while (!isOver());
  return [...new Set(await Promise.all(failures))].filter((failure) => failure !== undefined);
}

/** What went wrong, if anything. */
function visit(at: Instance, { method, path, body }: { method: string; path: string; body?: string }) {
  const headers = {
    "x-forwarded-for": `10.${randomBytes(3).join(".")}`,
    ...(body ? { "content-type": "application/json", "content-length": body.length } : {}),
  };
  return new Promise<string | undefined>((resolve) => {
    const fail = (what: unknown) => resolve(`${method} ${path}: ${what}`);
    const request = http.request(at.url + path, { method, headers, agent: false, timeout: 60_000 }, (response) => {
      response.resume();
      response.once("end", () => (response.statusCode === 200 ? resolve(undefined) : fail(response.statusCode)));
      response.once("error", fail);
    });
    request.once("error", fail);
    request.once("timeout", () => request.destroy(new Error("no answer within a minute")));
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

/** Nothing waits and nothing is in progress any more. */
export async function expectNothingLeft(at: Instance) {
  await expect
    .poll(() => unanswered(at), { timeout: 60_000, interval: 100 })
    .toEqual({ waiting: 0, inProgress: expect.toSatisfy((count: number) => count <= 1) });
}
