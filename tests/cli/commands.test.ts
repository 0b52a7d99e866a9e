// Commands that call another program: its failure is shown, and is theirs.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { findBrowser } from "@/scripts/browser";
import { npmRun } from "./run";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-commands-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test("npm run check-pictures finds the embedded database of DATA_DIR", async () => {
  const env = { DATABASE_URL: undefined, DATA_DIR: path.join(folder, "data") };
  expect(await npmRun("seed", [], env)).toMatchObject({ code: 0 });
  const { code, output } = await npmRun("check-pictures", [], env);
  expect(output).toContain("Pictures are right");
  expect(code).toBe(0);
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
