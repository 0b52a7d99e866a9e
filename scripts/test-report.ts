// What the test programs report: how many tests passed, every one that did not, by name, and where the time went.
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/reporters";
import { root } from "./install.mjs";

/** A test file as a path from the project's folder, and the seconds that it took, its set-up included. */
export type FileTime = { file: string; seconds: number };

export type Result = { passed: number; failed: number; skipped: number; failures: string[] };

/** Reads the JSON report of Vitest. Without one the program has failed before its first test. */
export function vitestResult(file: string): Result {
  const report = read<JsonTestResults>(file);
  const failures = (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const where = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${where}: ${brief(message)}`] : [];
    return failed.map((test) => `${where} › ${test.fullName}: ${brief((test.failureMessages ?? []).join("\n"))}`);
  });
  return {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    failures,
  };
}

/** Reads the JSON report of Playwright, with the time of each file. A test that passed only on its second try counts as failed. */
export function playwrightResult(file: string): Result & { times: FileTime[] } {
  const report = read<JSONReport>(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: (report?.suites ?? []).flatMap(failuresOf),
    times: (report?.suites ?? []).map((suite) => ({ file: `tests/e2e/${suite.file}`, seconds: msOf(suite) / 1000 })),
  };
}

/** Of all its tests and their repetitions, hooks included. */
function msOf(suite: JSONReportSuite): number {
  const own = suite.specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...(suite.suites ?? []).map(msOf)].reduce((sum, ms) => sum + ms, 0);
}

function failuresOf(suite: JSONReportSuite): string[] {
  const own = suite.specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ status, results }) => {
        const error = results.findLast((result) => result.error)?.error?.message ?? "";
        const flaky = status === "flaky" ? "passed only on its second try; before that: " : "";
        return `tests/e2e/${file}:${line} › ${title}: ${flaky}${brief(error)}`;
      }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)];
}

const brief = (message = "") => stripVTControlCharacters(message).split("\n").slice(0, 8).join("\n    ").slice(0, 800);

function read<T>(file: string): T | undefined {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : undefined;
}

/** How many files are listed. */
const LISTED = 15;
/** A file of the first tier that takes longer says in its first comment what the time is for, in a sentence that starts with "Slow:". */
const SLOW_SECONDS = 20;

/** The parts in their order and the slowest files, each with its seconds. */
export function timesReport(parts: { part: string; seconds: number }[], files: FileTime[]): string {
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, LISTED);
  const line = (seconds: number, text: string) => `${seconds.toFixed(1).padStart(7)} s  ${text}`;
  return [
    "Parts:",
    ...parts.map(({ part, seconds }) => line(seconds, part)),
    ...(slowest.length > 0 ? ["Slowest files:"] : []),
    ...slowest.map(({ file, seconds }) => line(seconds, file + (seconds > SLOW_SECONDS ? remark(file) : ""))),
  ].join("\n");
}

function remark(file: string): string {
  const head = fs.readFileSync(path.join(root, file), "utf8").split(/^import /m)[0] ?? "";
  return /Slow:|^\/\/ nightly:/.test(head) ? "" : `  (over ${SLOW_SECONDS} s: its head must say why, "Slow: …")`;
}
