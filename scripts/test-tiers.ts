// Which test files belong to the second tier, and which of them a run of the first one takes in. Such a file says so in its first line:
//   // nightly: waits a minute for silent readers; guards server, lib/http/body.ts
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { CliError } from "./processes.mjs";

/** A file of the second tier, and the files and folders that it guards; both as paths from the project's folder. */
type NightlyFile = { file: string; guards: string[] };

const TEST = /\.(test|spec)\.tsx?$/;
const FIRST_LINE = /^\/\/ nightly: .+; guards (.+)$/;

/** @throws when a first line says `nightly` in another form, or guards what is not there: a renamed folder would lose its guard */
export function nightlyFiles(root: string): NightlyFile[] {
  const tests = fs.readdirSync(path.join(root, "tests"), { recursive: true, encoding: "utf8" });
  return tests.flatMap((name) => {
    if (!TEST.test(name)) return [];
    const file = path.posix.join("tests", name.replaceAll(path.sep, "/"));
    const [line = ""] = fs.readFileSync(path.join(root, file), "utf8").split("\n", 1);
    if (!/^\/\/ *nightly/i.test(line)) return [];
    const guards = FIRST_LINE.exec(line)?.[1]?.split(", ");
    if (!guards) throw new CliError(`${file}: its first line must be "// nightly: why; guards path, path".`);
    for (const guarded of guards)
      if (!fs.existsSync(path.join(root, guarded)))
        throw new CliError(`${file} guards ${guarded}, which is not there.`);
    return [{ file, guards }];
  });
}

/**
 * The files that differ from the main branch, with those that are not committed yet. None where nothing can be compared: without Git, and
 * in a clone that has no main branch.
 */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const lines = (text: string) => text.split("\0").filter((line) => line !== "");
  for (const branch of ["origin/main", "main"])
    try {
      const base = git("merge-base", "HEAD", branch).trim();
      const untracked = git("ls-files", "--others", "--exclude-standard", "-z");
      return [...lines(git("diff", "--name-only", "-z", base)), ...lines(untracked)];
    } catch {
      // no such branch
    }
  return [];
}

/** Splits the second tier: `added` guards something that has changed, or has changed itself; `left` is for the night. */
export function divideNightly(files: NightlyFile[], changed: string[]) {
  const isGuarded = ({ file, guards }: NightlyFile) =>
    changed.some((name) => name === file || guards.some((guard) => name === guard || name.startsWith(`${guard}/`)));
  const names = (some: NightlyFile[]) => some.map(({ file }) => file);
  return { added: names(files.filter(isGuarded)), left: names(files.filter((one) => !isGuarded(one))) };
}
