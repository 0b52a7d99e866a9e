// The rules of npm run nightly-backup: when a backup is due, which files are its own, which are old, and what monitoring reads.
import fs from "node:fs";
import path from "node:path";
import { instantInIndia } from "@/lib/date-time-fields";
import { addDays, indiaDay } from "@/lib/dates";

/** What has been verified has this name. Others' files in the same folder are never touched. */
const GOOD = /^mithaas-nightly-\d{4}-\d{2}-\d{2}\.tar\.gz$/;
/** What a run that was killed leaves: its own file, and the one that npm run backup was writing. */
const UNFINISHED = /^\.mithaas-nightly-[0-9a-f-]{36}(\.part)?$/;
const RETRY_MS = 3_600_000;

export const goodName = (at: Date) => `mithaas-nightly-${indiaDay(at)}.tar.gz`;
export const unfinishedName = (id: string) => `.mithaas-nightly-${id}`;
/** A whole backup that could not be verified: better than none, but never counted. */
export const UNVERIFIED = "mithaas-nightly-unverified.tar.gz";
export const METRICS = "mithaas_backup.prom";

const filesOf = (folder: string, pattern: RegExp) =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map(({ name }) => name)
    .sort();

export const unfinishedFiles = (folder: string) => filesOf(folder, UNFINISHED);

/** The good backups beyond the newest so many, by the day in their names; never the one that was made just now. */
export const oldFiles = (folder: string, keep: number, made: string): string[] =>
  filesOf(folder, GOOD)
    .filter((name) => name !== made)
    .reverse()
    .slice(keep - 1);

/** When the newest good backup was made; times after now are a wrong clock's. */
export function lastGood(folder: string, now: Date): { at: Date; bytes: number } | undefined {
  const made = filesOf(folder, GOOD)
    .map((name) => fs.statSync(path.join(folder, name)))
    .filter(({ mtimeMs }) => mtimeMs <= now.getTime())
    .sort((a, b) => b.mtimeMs - a.mtimeMs)[0];
  return made && { at: made.mtime, bytes: made.size };
}

/**
 * How many milliseconds from now the next backup is due, 0 when it is: at a time of each day in India ("02:30"), at once when the
 * last of these times was missed, and an hour after a failure.
 */
export function untilDue(at: string, now: Date, good: Date | undefined, failed: Date | undefined): number {
  const today = Date.parse(instantInIndia(`${indiaDay(now)}T${at}`) ?? "");
  const last = today <= now.getTime() ? today : Date.parse(instantInIndia(`${addDays(indiaDay(now), -1)}T${at}`) ?? "");
  if (good && good.getTime() >= last) return last + 86_400_000 - now.getTime();
  return failed ? Math.max(0, failed.getTime() + RETRY_MS - now.getTime()) : 0;
}

type Run = { at: Date; ok: boolean; seconds: number };

/** What the textfile collector of Prometheus' node_exporter reads. */
export function metricsText(run: Run, good: ReturnType<typeof lastGood>): string {
  const gauge = (name: string, help: string, value: number) =>
    `# HELP mithaas_backup_${name} ${help}\n# TYPE mithaas_backup_${name} gauge\nmithaas_backup_${name} ${value}\n`;
  return [
    gauge("last_run_timestamp_seconds", "When the last nightly backup began.", run.at.getTime() / 1000),
    gauge("last_run_success", "Whether it was made and verified.", run.ok ? 1 : 0),
    gauge("last_run_seconds", "How long it took.", run.seconds),
    good
      ? gauge("last_success_timestamp_seconds", "When the newest good backup was made.", good.at.getTime() / 1000)
      : "",
    good ? gauge("last_success_bytes", "The size of the newest good backup.", good.bytes) : "",
  ].join("");
}
