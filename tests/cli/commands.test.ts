// Commands that call another program: its failure is shown, and is theirs.
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { withConnection } from "@/db/connection";
import { findBrowser } from "@/scripts/browser";
import { databaseUrl } from "../support/postgres";
import { npmRun } from "./run";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-commands-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test("the embedded database of DATA_DIR is found, backed up and restored", async () => {
  const env = { DATABASE_URL: undefined, DATA_DIR: path.join(folder, "data") };
  const file = path.join(folder, "embedded.backup");
  expect(await npmRun("seed", [], env)).toMatchObject({ code: 0 });
  expect(await npmRun("backup", [file], env)).toMatchObject({ code: 0 });
  expect(await npmRun("restore", [file, "--replace"], env)).toMatchObject({ code: 0 });
  const { code, output } = await npmRun("check-pictures", [], env);
  expect(output).toContain("Pictures are right");
  expect(code).toBe(0);
});

test("npm run restore refuses a database of another encoding with a line", async () => {
  const file = path.join(folder, "some.backup");
  fs.writeFileSync(file, "");
  const server = process.env.TEST_DATABASE_URL ?? "";
  const name = `latin1_${randomUUID().slice(0, 8)}`;
  await withConnection({ url: server }, (on) =>
    on.unsafe(
      `create database ${name} template template0 encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
    ),
  );
  const { code, stderr } = await npmRun("restore", [file], { DATABASE_URL: databaseUrl(server, name) });
  expect(stderr).toMatch(
    /^DATABASE_URL: the database latin1_\w+ has the encoding LATIN1; accepted: UTF8.*\nNothing was changed\.\n$/,
  );
  expect(code).toBe(1);
});

test("a browser that does not start says why", async () => {
  const browser = path.join(folder, "chromium");
  fs.writeFileSync(browser, "#!/bin/sh\necho 'libnss3.so: cannot open shared object file' >&2\nexit 127\n", {
    mode: 0o755,
  });
  vi.stubEnv("CHROMIUM_PATH", browser);
  await expect(findBrowser()).rejects.toThrow(
    `CHROMIUM_PATH: ${browser} does not start (libnss3.so: cannot open shared object file);`,
  );
  vi.stubEnv("CHROMIUM_PATH", path.join(folder, "nothing"));
  await expect(findBrowser()).rejects.toThrow("ENOENT");
});
