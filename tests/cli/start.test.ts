// `npm start` when one of the processes that it starts ends too early, and what its own process holds.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { findPostgres } from "@/scripts/embedded-postgres";
import { root } from "@/scripts/install.mjs";
import { freePort } from "@/scripts/ports";
import { args } from "./run";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-start-"));
fs.chmodSync(folder, 0o755);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Starts a shop in an empty data folder. @param script of JavaScript, loaded first by every process of the start */
async function startWith(name: string, script: string, more: Record<string, string> = {}) {
  const preload = path.join(folder, `${name}.mjs`);
  fs.writeFileSync(preload, script);
  const dataDir = path.join(folder, name);
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, args("start", []), {
    cwd: root,
    env: { ...env, ...more, NODE_OPTIONS: `--import=${preload}`, DATA_DIR: dataDir, PORT: String(await freePort()) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  const shown = { text: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (shown.text += data));
  const ended = new Promise((resolve) => child.once("close", resolve));
  return { child, dataDir, shown, ended };
}

test("a preparation that is killed ends the start with a line about it, and PostgreSQL with it", async () => {
  // The process that prepares is killed when it has sent the settings, before it is asked for more.
  const { dataDir, shown, ended } = await startWith(
    "killed",
    `if (process.argv[1]?.endsWith("prepare.ts")) {
      const send = process.send.bind(process);
      process.send = (message) => send(message, () => process.kill(process.pid, "SIGKILL"));
    }`,
    { OTEL_SERVICE_NAME: "shop", OTEL_EXPORTER_OTLP_HEADERS: "key=secret", OTEL_EXPORTER_OTLP_ENDPOINT: "" },
  );
  const code = await ended;
  // Settings of an earlier version, in one line and without their values.
  expect(shown.text).toMatch(/^OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS: read no more/m);
  expect(shown.text).not.toContain("secret");
  expect(shown.text).toContain("Starting PostgreSQL");
  expect(shown.text).toContain("The preparation ended early (SIGKILL).");
  expect(shown.text).not.toContain("    at ");
  expect(code).toBe(1);
  expect(await findPostgres(dataDir)).toBeUndefined();
});

test("the process that stays for as long as the shop holds no compiler of TypeScript", async () => {
  // Enums need one: newer versions of Node.js only take types away.
  const typescript = path.join(folder, "enum.ts");
  fs.writeFileSync(typescript, "export enum Sweet { Laddoo }");
  const { child, shown, ended } = await startWith(
    "compiler",
    `if (process.argv[1]?.endsWith("prepare.ts")) process.send = () => console.log("preparing"); // for ever
    if (process.argv[1]?.endsWith("run.mjs"))
      process.once("SIGUSR2", () =>
        import(${JSON.stringify(typescript)}).then(() => "runs TypeScript", () => "runs JavaScript alone").then(console.log));
    `,
  );
  await expect.poll(() => shown.text, { timeout: 20_000 }).toContain("preparing");
  child.kill("SIGUSR2");
  await expect.poll(() => shown.text).toMatch(/runs/);
  child.kill("SIGTERM");
  await ended;
  expect(shown.text).toContain("runs JavaScript alone");
});
