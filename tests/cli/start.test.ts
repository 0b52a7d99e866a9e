// `npm start` when one of the processes that it starts ends too early.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { findPostgres } from "@/scripts/embedded-postgres";
import { root } from "@/scripts/install.mjs";
import { freePort } from "@/scripts/ports";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-start-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test("a preparation that is killed ends the start with a line about it, and PostgreSQL with it", async () => {
  // Loaded by every process of the start: the one that prepares is killed when it has sent the settings, before it is asked for more.
  const killer = path.join(folder, "killer.mjs");
  fs.writeFileSync(
    killer,
    `if (process.argv[1]?.endsWith("prepare.ts")) {
      const send = process.send.bind(process);
      process.send = (message) => send(message, () => process.kill(process.pid, "SIGKILL"));
    }`,
  );
  const dataDir = path.join(folder, "data");
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "scripts/start.ts"], {
    cwd: root,
    env: { ...env, NODE_OPTIONS: `--import=${killer}`, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(output).toContain("Starting PostgreSQL");
  expect(output).toContain("The preparation ended early (SIGKILL).");
  expect(output).not.toContain("    at ");
  expect(code).toBe(1);
  expect(await findPostgres(dataDir)).toBeUndefined();
});
