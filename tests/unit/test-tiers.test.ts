// Which files of the second tier a run of the first one takes in: those that guard something that differs from the main branch.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { root } from "@/scripts/install.mjs";
import { changedFiles, divideNightly, nightlyFiles } from "@/scripts/test-tiers";

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => void fs.rmSync(folder, { recursive: true, force: true })));

let project: string;
const write = (files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(project, name)), { recursive: true });
    fs.writeFileSync(path.join(project, name), text);
  }
};
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
    cwd: project,
    stdio: "pipe",
  });
const commit = () => [git("add", "."), git("commit", "--quiet", "--message", "A change")];
const divided = () => divideNightly(nightlyFiles(project), changedFiles(project));

const LONG = "tests/api/fuzz.test.ts";
const SLOW = "tests/e2e/layout.spec.ts";
beforeEach(() => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-tiers-"));
  folders.push(project);
  write({
    "tests/api/limits.test.ts": "// Says nothing of a night.\n",
    [LONG]: "// nightly: waits a minute; guards server/cache, lib/body.ts\n",
    [SLOW]: "// nightly: opens every page; guards components\n",
    "lib/body.ts": "",
    "server/cache/a.ts": "",
    "server/cached.ts": "",
    "components/a.tsx": "",
  });
  git("init", "--quiet", "--initial-branch", "main");
  commit();
});

test("nothing has changed: all of them are left", () => {
  expect(divided()).toEqual({ added: [], left: [LONG, SLOW] });
});

test.each([
  ["a file that it guards", { "lib/body.ts": "changed" }, [LONG]],
  ["a new file in a folder that it guards", { "server/cache/new.ts": "" }, [LONG]],
  ["the file itself", { [SLOW]: "// nightly: opens every page; guards components\n\n" }, [SLOW]],
  ["a file whose name begins like a folder that it guards", { "server/cached.ts": "changed" }, []],
])("%s has changed", (_, files, added) => {
  write(files);
  expect(divided().added).toEqual(added);
  git("switch", "--quiet", "--create", "work");
  commit();
  expect(divided().added).toEqual(added);
});

test("what is pushed counts as the main branch, not what is committed to it here", () => {
  git("update-ref", "refs/remotes/origin/main", "HEAD");
  write({ "lib/body.ts": "changed" });
  commit();
  expect(divided().added).toEqual([LONG]);
});

test("without a main branch, and without Git, nothing is added", () => {
  git("branch", "--move", "main", "other");
  write({ "lib/body.ts": "changed" });
  expect(divided().added).toEqual([]);
  fs.rmSync(path.join(project, ".git"), { recursive: true });
  expect(divided().added).toEqual([]);
});

test.each([
  ["// nightly: it is slow", /^tests\/api\/fuzz\.test\.ts: its first line must be /],
  ["// Nightly: it is slow; guards lib", /: its first line must be /],
  ["// nightly: it is slow; guards lib/bodies.ts", / guards lib\/bodies\.ts, which is not there\.$/],
])("a first line in another form is refused: %s", (line, message) => {
  write({ [LONG]: `${line}\n` });
  expect(() => nightlyFiles(project)).toThrow(message);
});

test("the project's own files say their tier in this form", () => {
  expect(() => nightlyFiles(root)).not.toThrow();
});
