// `npm start`: from a fresh clone to a shop that serves, and back to nothing on Ctrl-C. `--dev`: the same with reload.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { actionsKey, keptSecret, makeDataFolder } from "./data-folder";
import { demoTour } from "./demo-tour";
import { type Postgres, startPostgres } from "./embedded-postgres";
import { root } from "./install.mjs";
import { dataLock, takeLock } from "./lock";
import { whyNotListen } from "./ports";
import type { Order, Report } from "./prepare";
import { CliError, endAll, signalGroup, start, step } from "./processes.mjs";
import { startShop, stopShop } from "./shop";

const dev = process.argv.includes("--dev");
/** Set by scripts/demo.ts. */
const demo = process.argv.includes("--demo");

let postgres: Promise<Postgres> | undefined;
let server: ChildProcess | undefined;
let release = () => {};
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
main().catch((error) => {
  if (stopping) return;
  if (!(error instanceof CliError)) console.error(error);
  else if (error.message) console.error(error.message);
  void stop(1);
});

async function main() {
  const began = Date.now();
  const preparation = prepare(process.env);
  const settings = await preparation.checked;
  const unread = Object.keys(process.env).filter((name) => name.startsWith("OTEL_") && process.env[name]);
  if (unread.length > 0) console.log(`${unread.join(", ")}: read no more, as the shop sends no traces; to be deleted.`);
  const environment: NodeJS.ProcessEnv = { ...process.env, ...settings };
  // The owner's password is for the preparation alone.
  for (const name of ["ADMIN_EMAIL", "ADMIN_PASSWORD"]) delete environment[name];

  const { DATA_DIR: dataDir = "", PORT: port = "", HOST: host, APP_URL: address = "" } = settings;
  makeDataFolder(dataDir);
  if (!settings.DATABASE_URL) {
    const lock = takeLock(dataLock(dataDir), address);
    if (!lock.taken)
      throw new CliError(`The data folder ${dataDir} is in use by ${lock.by.holder} (process ${lock.by.pid}).`);
    release = lock.release;
  }
  const obstacle = await whyNotListen(Number(port), host);
  if (obstacle === "EADDRINUSE")
    throw new CliError(`Port ${port} is in use by another program: stop it, or choose another with PORT=….`);
  if (obstacle === "EADDRNOTAVAIL") throw new CliError(`HOST: ${host} is not an address of this machine.`);
  if (obstacle) throw new CliError(`The shop cannot listen on port ${port}${host ? ` of ${host}` : ""}: ${obstacle}.`);
  if (!settings.DATABASE_URL) {
    environment.AUTH_SECRET ??= keptSecret(dataDir);
    const starting = startPostgres({ dataDir, log: console.log });
    postgres = starting;
    const { url, adopted } = await step("Starting PostgreSQL", () => starting);
    if (adopted) console.log("PostgreSQL was still running from an earlier start and is used again.");
    environment.DATABASE_URL = url;
  }
  environment.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ??= actionsKey(environment.AUTH_SECRET ?? "");

  const { admin, samples, folder } = await preparation.finish(environment);
  if (stopping) return;
  if (dev) await serveDevelopment(environment);
  else await serve(folder, environment);
  if (stopping) return;
  if (!dev) await preparation.open(addressOnMachine(host, port));
  if (stopping) return;
  console.log(`\nMithaas is open at ${address}  (ready in ${((Date.now() - began) / 1000).toFixed(1)} s)`);
  if (host && host !== "0.0.0.0" && host !== "::") console.log(`It listens on port ${port} of ${host} only.`);
  else if (`${new URL(address).port || 80}` !== port) console.log(`It listens on port ${port}.`);
  for (const line of demo ? demoTour(address, dataDir) : [admin]) console.log(line);
  if (samples.length > 0)
    console.log(`Samples left: ${samples.join(", ")}. Change or accept them at ${address}/admin?tab=settings`);
  if (settings.RATE_LIMIT === "off")
    console.log("RATE_LIMIT=off: no limits of requests, holds and orders, not even on logins. For load tests only.");
  if (settings.SHOP_CLOCK)
    console.log(`SHOP_CLOCK: the shop's clock begins at ${settings.SHOP_CLOCK}. For tests only.`);
  console.log("Ctrl-C stops it.");
}

/**
 * Runs scripts/prepare.ts: it checks the environment, waits for the database's address, then migrates, seeds, sees to the admin and builds,
 * waits for the server, and renders its first pages. One process for all of it, started early, so that a second start is quick; what it
 * has loaded ends with it, while this process lives for as long as the shop.
 */
function prepare(env: NodeJS.ProcessEnv) {
  const child = start(process.execPath, ["--import", "tsx", "scripts/prepare.ts", ...(dev ? ["--dev"] : [])], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "close").then(([, signal]) => {
    // One that exits by itself has said why on the terminal.
    throw new CliError(signal ? `The preparation ended early (${signal}).` : "");
  });
  ended.catch(() => {}); // reported by whoever waits for a message
  const nextReport = async () => (await Promise.race([once(child, "message"), ended]))[0] as Report;
  const order = (message: Order) => child.send(message, () => {}); // when it has ended, its "close" says so
  return {
    checked: nextReport().then((report) => (report as { settings: Record<string, string> }).settings),
    /** @returns the line about the admin, which samples are left, and the folder of the build */
    async finish(environment: NodeJS.ProcessEnv) {
      order({ environment: environment as Record<string, string> });
      return (await nextReport()) as { admin: string; samples: string[]; folder: string };
    },
    /** Waits until the shop that listens at an address has rendered its first page. */
    async open(address: string) {
      order({ address });
      await nextReport();
    },
  };
}

async function serve(folder: string, environment: NodeJS.ProcessEnv) {
  const { child, ready } = startShop(folder, environment);
  await watch(child, ready);
}

/** The address at which a shop that listens on `host` is reached from this machine. */
function addressOnMachine(host = "", port = "") {
  const name = ["", "0.0.0.0", "::"].includes(host) ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

async function serveDevelopment(environment: NodeJS.ProcessEnv) {
  const env = { ...environment, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" };
  const child = start(process.execPath, ["--import", "tsx", "server/development.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await watch(child, new Promise((resolve) => child.once("message", resolve)));
}

/** Waits until the server is ready; when it ends by itself, then or later, so does the start, with its code. */
async function watch(child: ChildProcess, ready: Promise<unknown>) {
  server = child;
  const ended = new Promise((resolve) =>
    child.once("close", (code, signal) => {
      server = undefined;
      resolve(undefined);
      if (stopping) return;
      console.error(`The server stopped unexpectedly (${signal ?? `exit ${code}`}).`);
      void stop(code || 1);
    }),
  );
  await Promise.race([ready, ended]);
}

/** Ends everything in order: the server when it has answered what is in flight, PostgreSQL after it. A second signal ends it at once. */
async function stop(code: number) {
  if (stopping) {
    if (server?.pid) signalGroup(server.pid, "SIGKILL");
    return;
  }
  stopping = true;
  try {
    if (server?.pid) {
      console.log("\nStopping …");
      await stopShop(server);
    }
    await endAll();
    // It may still be starting: then it is stopped as soon as it has.
    await postgres?.then((running) => running.stop()).catch(() => {});
    release();
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
  process.exit(code);
}
