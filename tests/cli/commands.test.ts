// Commands that call another program: its failure is shown, and is theirs.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { findBrowser } from "@/scripts/browser";
import { root } from "@/scripts/install.mjs";
import { runNode } from "./run-node";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-commands-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test("npm run check-pictures finds the embedded database of DATA_DIR", async () => {
  const { DATABASE_URL: _, ...rest } = process.env;
  const env = { ...rest, DATA_DIR: path.join(folder, "data") };
  expect(await runNode(["scripts/run.mjs", "seed"], root, env)).toMatchObject({ code: 0 });
  const { code, output } = await runNode(["scripts/run.mjs", "check-pictures"], root, env);
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
