import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isWhole, keep } from "@/scripts/production-build";

test("a build is whole as it was made, and no more when a copy of it lacks a file or a link", () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-build-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  const [made, build, copy] = [".next", ".next-0", "copy"].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of ["cache", "server/chunks", "node_modules"])
    fs.mkdirSync(path.join(made, folder), { recursive: true });
  fs.writeFileSync(path.join(made, "BUILD_ID"), "0");
  fs.writeFileSync(path.join(made, "server/chunks/a b.js"), "");
  fs.symlinkSync("../../node_modules/sharp", path.join(made, "node_modules/sharp-0"));
  expect(isWhole(build)).toBe(false);
  keep(made, build);
  expect(isWhole(build)).toBe(true);
  expect(fs.readdirSync(made)).toEqual(["cache"]);
  fs.mkdirSync(path.join(build, "users")); // made while a shop serves from it
  for (const lost of ["node_modules", "node_modules/sharp-0", "server/chunks/a b.js", "files.txt"]) {
    fs.cpSync(build, copy, { recursive: true, verbatimSymlinks: true });
    expect(isWhole(copy)).toBe(true);
    fs.rmSync(path.join(copy, lost), { recursive: true });
    expect([lost, isWhole(copy)]).toEqual([lost, false]);
    fs.rmSync(copy, { recursive: true });
  }
});
