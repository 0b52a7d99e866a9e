// `npm run demo`: a shop to try, with five weeks of orders, in a folder of its own (.data-demo), for this machine only. The first start
// fills it; `npm run demo -- --again` makes it anew, up to today.
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { ENV_NAMES } from "@/lib/env";
import { RazorpayStandIn } from "@/tests/support/razorpay";
import { accountsFile, gatewayFile } from "./demo-tour";
import { root } from "./install.mjs";
import { dataLock, lockHolder } from "./lock";
import { CliError, endAll, start } from "./processes.mjs";
import { readSettings } from "./settings";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const dataDir = path.join(root, ".data-demo");

async function main() {
  const holder = lockHolder(dataLock(dataDir));
  if (holder) throw new CliError(`The demo is open at ${holder.holder} already (process ${holder.pid}).`);
  // Nothing of another shop: neither its database nor its mail server.
  for (const name of ENV_NAMES) if (name !== "PORT") delete process.env[name];
  // Programs are tried out beside it: their webhooks lead to this machine.
  Object.assign(process.env, { DATA_DIR: dataDir, HOST: "127.0.0.1", WEBHOOK_PRIVATE: "on" });
  if (process.argv.includes("--again") || !fs.existsSync(path.join(dataDir, accountsFile))) {
    fs.rmSync(dataDir, { recursive: true, force: true });
    await fill();
  }
  // In this process, so that it ends with the demo, and on any port that is free.
  const gateway = await RazorpayStandIn.start({
    file: path.join(dataDir, gatewayFile),
    webhookUrl: `http://127.0.0.1:${readSettings().PORT}/api/payments/razorpay/webhook`,
  });
  Object.assign(process.env, gateway.environment);
  process.argv.push("--demo");
  await import("./start");
}

async function fill() {
  const interrupt = () => void endAll().then(() => process.exit(130));
  for (const signal of signals) process.on(signal, interrupt);
  const child = start(process.execPath, ["--import", "tsx", "scripts/fill-demo.ts"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "close");
  for (const signal of signals) process.off(signal, interrupt);
  if (code !== 0) throw new CliError("The demo could not be filled.");
}

main().catch((error) => {
  console.error(error instanceof CliError ? error.message : error);
  process.exitCode = 1;
});
