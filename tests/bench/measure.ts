import os from "node:os";
import path from "node:path";
import { run } from "@/scripts/processes.mjs";
import type { Flow } from "./peers/flows";

export type Load = {
  url: string;
  connections?: number;
  seconds?: number;
  headers?: Record<string, string>;
  paths?: string[];
  rate?: number;
  timeout?: number;
  /** The server's and the database's processor time so far, in milliseconds, where the system tells. */
  cpu?: () => number | undefined;
  clients?: { headers: Record<string, string>; requests: { method: string; path: string; body?: string }[] }[];
  /** Whole orders, each of several calls: the rate and the times are theirs. */
  flow?: Flow;
  /** Waits until the server is through with what the end of a run cut off, so that it does not disturb the next one. */
  rest?: () => Promise<unknown>;
};
type Times = { count: number; p50: number; p95: number; p99: number; max: number };
/** What one run of load gave; times in milliseconds. */
export type LoadResult = {
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
  bytesPerAnswer: number;
  errors: number;
  timeouts: number;
  statuses: Record<string, Times>;
  /** Processor time of an answer, or of a whole order, in milliseconds. */
  cpu: number;
};

/** One row of the table: ours beside its limit or goal. */
export type Row = {
  part: string;
  what: string;
  ours: string;
  limit?: string;
  ratio?: number;
  /** The same ratio of processor times (server and database). */
  cpuRatio?: number;
  goal: string;
  met: boolean | null;
};

/** One of the figures of a page, as text, with its goal. */
export type Figure = { text: string; goal: string; met: boolean };

/** One row for all figures of a page: its goal names those that are missed. */
export function rowOf(what: string, figures: Figure[]): Omit<Row, "part"> {
  const missed = figures.filter(({ met }) => !met).map(({ goal }) => goal);
  return {
    what,
    ours: figures.map(({ text }) => text).join(", "),
    goal: missed.length > 0 ? `misses ${missed.join(", ")}` : "all goals",
    met: missed.length === 0,
  };
}

/** A number that the command is given, as in `--seconds=10`. */
export const option = (name: string, otherwise: number): number =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? otherwise);

/** `--seconds=10`: longer runs, for a machine so busy that a slow peer answers nothing in the usual three seconds. */
const seconds = option("seconds", 3);

/** How long and how often: `--quick` is for trying the benchmark itself. */
export const effort = process.argv.includes("--quick")
  ? { rounds: 1, seconds: 1, warmUp: 1, pages: 1 }
  : { rounds: 5, seconds, warmUp: 2, pages: 5 };

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

/** Runs load in another process (load.mts): 10 connections unless said otherwise. */
export async function load({ cpu, rest, ...options }: Load): Promise<LoadResult> {
  const given = { connections: 10, seconds: effort.seconds, ...options };
  const before = cpu?.() ?? 0;
  const output = await run("load", process.execPath, [
    "--import",
    "tsx",
    path.join(import.meta.dirname, "load.mts"),
    JSON.stringify(given),
  ]);
  const result = JSON.parse(output.trim().split("\n").at(-1) ?? "{}") as LoadResult;
  const used = cpu?.() ?? 0;
  await rest?.();
  const answers = options.flow
    ? result.perSecond * given.seconds
    : Object.values(result.statuses).reduce((sum, { count }) => sum + count, 0);
  return { ...result, cpu: (used - before) / Math.max(1, answers) };
}

/** Throws when a run had anything but the expected answers: a fast error is no speed. */
export function allAnswered(
  name: string,
  result: LoadResult,
  accepted: (status: number) => boolean = (s) => s < 300,
): LoadResult {
  const wrong = Object.entries(result.statuses).filter(([status]) => !accepted(Number(status)));
  if (wrong.length > 0 || result.errors > 0 || Object.keys(result.statuses).length === 0)
    throw new Error(
      `${name}: unexpected answers ${JSON.stringify(result.statuses)}, ${result.errors} connection errors`,
    );
  return result;
}

export type Compared = {
  perSecond: number;
  p99: number;
  /** Of the rates, to the limit's. */
  ratio: number;
  bytesPerAnswer: number;
  cpu: number;
  /** Of processor times, the limit's to ours: what a machine that is busy with other things cannot bend. */
  cpuRatio: number;
};

/**
 * Loads several things in turn, round after round, so that a busy moment of the machine hits all of them. Each result's `ratio` is
 * the median of its ratio to the first one (the limit) in the same round.
 */
export async function compare(loads: [string, Load][]): Promise<Map<string, Compared>> {
  for (const [, options] of loads) await load({ ...options, seconds: effort.warmUp });
  const results = new Map<string, LoadResult[]>(loads.map(([name]) => [name, []]));
  for (let round = 0; round < effort.rounds; round++)
    for (const [name, options] of loads) results.get(name)?.push(allAnswered(name, await load(options)));
  const limits = results.get(loads[0]?.[0] as string) as LoadResult[];
  return new Map(
    [...results].map(([name, list]) => [
      name,
      {
        perSecond: median(list.map((result) => result.perSecond)),
        p99: median(list.map((result) => result.p99)),
        bytesPerAnswer: median(list.map((result) => result.bytesPerAnswer)),
        ratio: median(list.map((result, i) => result.perSecond / (limits[i]?.perSecond as number))),
        cpu: median(list.map((result) => result.cpu)),
        cpuRatio: median(limits.map((result) => result.cpu)) / median(list.map((result) => result.cpu)),
      },
    ]),
  );
}

/** Milliseconds of each of `times` calls one after another, after a few that do not count; their median. */
export async function timed(work: () => Promise<unknown>, times = effort.rounds * 6): Promise<number> {
  for (let i = 0; i < 3; i++) await work();
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await work();
    taken.push(performance.now() - began);
  }
  return median(taken);
}

/** How busy the machine is with everything, this benchmark included. */
export const busy = () => ({
  cores: os.cpus().length,
  model: os.cpus()[0]?.model ?? "",
  load: os.loadavg().map((n) => Math.round(n * 100) / 100),
});

export const whole = (n: number) => Math.round(n).toLocaleString("en");
