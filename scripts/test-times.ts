// Where the time of a run of the tests went: its parts and its slowest files, so that whoever writes a slow test sees it.
import fs from "node:fs";
import path from "node:path";
import { root } from "./install.mjs";

/** A test file as a path from the project's folder, and the seconds that it took, its set-up included. */
export type FileTime = { file: string; seconds: number };

/** How many files are listed. */
const LISTED = 15;
/** A file that takes longer says in its first comment what the time is for, in a sentence that starts with "Slow:". */
const SLOW_SECONDS = 20;

const parts: { part: string; seconds: number }[] = [];
const files: FileTime[] = [];

export const recordPart = (part: string, seconds: number) => void parts.push({ part, seconds });
export const recordFiles = (times: FileTime[]) => void files.push(...times);

/** The parts in their order and the slowest files, each with its seconds. */
export function timesReport(): string {
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
  return head.includes("Slow:") ? "" : `  (over ${SLOW_SECONDS} s: its head must say why, "Slow: …")`;
}
