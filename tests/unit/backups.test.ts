// Which migrations a backup needs, when one is due, and which files of the folder a nightly backup may delete.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Manifest, migrationsOf } from "@/db/backup-format";
import { lastGood, metricsText, oldFiles, unfinishedFiles, untilDue } from "@/scripts/nightly";

const folder = mkdtempSync(path.join(tmpdir(), "mithaas-nightly-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, at: string) => {
  writeFileSync(path.join(folder, name), "x");
  utimesSync(path.join(folder, name), new Date(at), new Date(at));
};
const day = (n: number) => `mithaas-nightly-2026-11-${n}.tar.gz`;

test("a backup is due every day at its time in India, at once when that was missed, and an hour after a failure", () => {
  const at = (text: string) => new Date(`${text}+05:30`);
  const due = (now: string, good?: string, failed?: string) =>
    untilDue(
      "02:30",
      at(now),
      good === undefined ? undefined : at(good),
      failed === undefined ? undefined : at(failed),
    ) / 60_000;
  expect(due("2026-11-22T12:00")).toBe(0); // none yet
  expect(due("2026-11-22T02:29", "2026-11-21T02:30")).toBe(1);
  expect(due("2026-11-22T02:30", "2026-11-21T02:30")).toBe(0);
  expect(due("2026-11-22T02:31", "2026-11-22T02:30")).toBe(1439);
  expect(due("2026-11-22T01:00", "2026-11-20T02:30")).toBe(0); // the machine was off
  expect(due("2026-11-22T18:00", "2026-11-22T17:00")).toBe(510); // by hand, or at the first start
  expect(due("2026-11-22T02:40", "2026-11-21T02:30", "2026-11-22T02:35")).toBe(55);
  expect(due("2026-11-22T03:35", "2026-11-21T02:30", "2026-11-22T02:35")).toBe(0);
});

test("only own files beyond the number are old, and never the one made just now", () => {
  for (const n of [10, 11, 12, 13, 14]) put(day(n), `2026-11-${n}T00:00Z`);
  for (const other of ["mithaas-2026-11-01.tar.gz", `copy-of-${day(10)}`, `${day(10)}.part`, "notes.txt"])
    put(other, "2026-11-01T00:00Z");
  put(".mithaas-nightly-00000000-0000-4000-8000-000000000000.part", "2026-11-01T00:00Z");
  expect(oldFiles(folder, 3, day(14))).toEqual([day(11), day(10)]);
  expect(oldFiles(folder, 1, day(14))).toEqual([day(13), day(12), day(11), day(10)]);
  // A clock that was set back.
  expect(oldFiles(folder, 2, day(10))).toEqual([day(13), day(12), day(11)]);
  expect(unfinishedFiles(folder)).toEqual([".mithaas-nightly-00000000-0000-4000-8000-000000000000.part"]);
  expect(lastGood(folder, new Date("2026-11-13T12:00Z"))?.at.toISOString()).toBe("2026-11-13T00:00:00.000Z");
});

test("the metrics have the form that Prometheus reads, and the time of the newest good backup after a failure too", () => {
  const run = { at: new Date("2026-11-22T00:00Z"), ok: false, seconds: 1.5 };
  const good = { at: new Date("2026-11-21T00:00Z"), bytes: 10 };
  const text = metricsText(run, good);
  expect(text).toMatch(
    /^(# HELP mithaas_backup_(\w+) .+\n# TYPE mithaas_backup_\2 gauge\nmithaas_backup_\2 [\d.]+\n){5}$/,
  );
  expect(text).toContain(`\nmithaas_backup_last_success_timestamp_seconds ${good.at.getTime() / 1000}\n`);
  expect(metricsText(run, undefined)).not.toContain("last_success");
});

test("the migrations of a backup are those up to its own, of one from before the baseline the baseline; those of a newer version are not known", () => {
  const migrations = ["0000_baseline", "0001_functions", "0002_origin"].map((tag, when) => ({
    tag,
    when,
    statements: [],
    hash: "",
  }));
  const of = (migration: string) => {
    const { before, since } = migrationsOf({ migration } as Manifest, migrations);
    expect([...before, ...since]).toEqual(migrations);
    return before.length;
  };
  expect(["0002_origin", "0001_functions", "0000_baseline"].map(of)).toEqual([3, 2, 1]);
  expect(["0019_functions_generic_plans", "0026_mail_limit_indexes"].map(of)).toEqual([1, 1]);
  for (const tag of ["0003_newer", "0015_growth_indexes"])
    expect(() => of(tag)).toThrow(`does not know (${tag}, here 0002_origin)`);
});
