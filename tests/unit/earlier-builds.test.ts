// What becomes of a build when another one is started in its place: its static files are served for a day.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "@/scripts/lock";
import { retireOthers } from "@/scripts/retire-builds";
import { earlierBuilds, REPLACED } from "@/server/earlier-builds";
import { readFiles } from "@/server/files";

let root: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-builds-"));
  write("public/icon.svg");
  for (const name of ["swagger-ui-bundle.js", "swagger-ui.css"]) write(`node_modules/swagger-ui-dist/${name}`);
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

function write(file: string) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  fs.writeFileSync(path.join(root, file), file);
}
const folderOf = (letter: string) => path.join(root, `.next-${letter.repeat(12)}`);

/** A build with a script of its own and one that all have, started now. Those before it were replaced so many hours earlier than they were. */
function start(letter: string, hoursLater = 1) {
  for (const name of fs.readdirSync(root).filter((name) => fs.existsSync(path.join(root, name, REPLACED)))) {
    const marker = path.join(root, name, REPLACED);
    const at = new Date(fs.statSync(marker).mtimeMs - hoursLater * 60 * 60 * 1000);
    fs.utimesSync(marker, at, at);
  }
  const name = path.basename(folderOf(letter));
  for (const file of [`static/${letter}.js`, "static/shared.js", "server/app/page.js", "shop-server/main.mjs"])
    write(`${name}/${file}`);
  write(`${name}/shop-server/encoded/${letter}.br`);
  write(`${name}/BUILD_ID`);
  retireOthers(folderOf(letter));
}
const scripts = (letter: string) =>
  [...readFiles(folderOf(letter)).keys()].filter((address) => address.startsWith("/_next/")).sort();
const filesIn = (letter: string) =>
  fs
    .readdirSync(folderOf(letter), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folderOf(letter), path.join(entry.parentPath, entry.name)))
    .sort();

test("the static files of the builds before are served for a day, and nothing else of them", () => {
  start("a");
  start("b");
  start("c", 20);
  expect(scripts("c")).toEqual(["a.js", "b.js", "c.js", "shared.js"].map((file) => `/_next/static/${file}`));
  // The newest of them is whole, for a rollback.
  expect(filesIn("b")).toContain("BUILD_ID");
  expect(filesIn("a")).toEqual([REPLACED, "shop-server/encoded/a.br", "static/a.js", "static/shared.js"]);
  start("d", 5);
  expect(scripts("d")).not.toContain("/_next/static/a.js");
  expect(fs.existsSync(folderOf("a"))).toBe(false);
});

test("a build that was gone back to serves the files of the one that it replaces", () => {
  start("a");
  start("b");
  retireOthers(folderOf("a"));
  expect(fs.existsSync(path.join(folderOf("a"), REPLACED))).toBe(false);
  expect(scripts("a")).toContain("/_next/static/b.js");
});

test("of many builds within a day the last are kept", () => {
  const letters = [..."abcdef0"];
  for (const letter of letters) start(letter);
  expect(earlierBuilds(folderOf("0"))).toEqual([..."fedc"].map(folderOf));
  expect(letters.filter((letter) => fs.existsSync(folderOf(letter)))).toEqual([..."cdef0"]);
});

test("a build that a running shop serves from stays whole", () => {
  start("a");
  const users = takeLock(path.join(folderOf("a"), "users", "1"), "start");
  for (const letter of "bc") start(letter, 30);
  expect(filesIn("a")).toContain("BUILD_ID");
  if (users.taken) users.release();
  start("d", 1);
  expect(fs.existsSync(folderOf("a"))).toBe(false);
});
