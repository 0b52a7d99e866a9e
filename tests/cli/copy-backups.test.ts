// deploy/copy-backups.sh with a restic that only writes down what it is asked for. What restic itself does was tried by hand
// (docs/operations.md#copy-the-backups-away).
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { root } from "@/scripts/install.mjs";

/** A folder with a backup of so many hours ago, and what a run of the script did there. @param failing the command that restic refuses */
function copy(hours: number, failing = "") {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-copy-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const [backups, bin, log] = ["backups", "bin", "log"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const made of [backups, bin]) fs.mkdirSync(made);
  const backup = path.join(backups, "mithaas-nightly-2026-11-22.tar.gz");
  for (const file of [backup, path.join(backups, "mithaas-nightly-unverified.tar.gz")]) fs.writeFileSync(file, "");
  const made = Date.now() / 1000 - hours * 3600;
  fs.utimesSync(backup, made, made);
  const restic = `#!/bin/bash\necho "$@" >> ${log}\n[[ $1 != "${failing}" ]]\n`;
  fs.writeFileSync(path.join(bin, "restic"), restic, { mode: 0o755 });
  const { status, stderr } = spawnSync("bash", [path.join(root, "deploy/copy-backups.sh"), backups], {
    encoding: "utf8",
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, DONE_URL: "" },
  });
  const metrics = path.join(backups, "mithaas_backup_copy.prom");
  return {
    status,
    stderr,
    asked: fs.existsSync(log) ? fs.readFileSync(log, "utf8").trim().split("\n") : [],
    metric: fs.existsSync(metrics) ? fs.readFileSync(metrics, "utf8") : undefined,
  };
}

test("the backups that were verified are copied, old copies go, what is there is read, and the time is noted", () => {
  const before = Math.floor(Date.now() / 1000);
  const { status, asked, metric } = copy(1);
  expect(status).toBe(0);
  expect(asked[0]).toMatch(/^backup .* mithaas-nightly-2026-11-22\.tar\.gz$/);
  // Each night names other files: without this no copy would ever be old.
  expect(asked[1]).toMatch(/^forget .*--group-by host,tags .*--prune$/);
  expect(asked[2]).toMatch(/^check .*--read-data-subset/);
  const [, at] = /^mithaas_backup_copied_timestamp_seconds (\d+)$/m.exec(metric ?? "") ?? [];
  expect(Number(at)).toBeGreaterThanOrEqual(before);
  expect(Number(at)).toBeLessThanOrEqual(Date.now() / 1000);
});

test.each(["backup", "forget", "check"])("nothing is noted when %s fails", (command) => {
  const { status, metric } = copy(1, command);
  expect(status).not.toBe(0);
  expect(metric).toBeUndefined();
});

test("nor when the nightly backup is missing, and nothing is copied", () => {
  const { status, stderr, asked, metric } = copy(27);
  expect({ status, asked, metric }).toEqual({ status: 1, asked: [], metric: undefined });
  expect(stderr).toMatch(/^No backup in .* is of the last 26 hours\.\n$/);
});
