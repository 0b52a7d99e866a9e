// The servers of a test: found, started as an unprivileged user, with a log each, and ended after the file's tests or when the run is
// broken off (reaper.mjs).
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";

/** Where each program is, and the Debian package that brings it. */
const PROGRAMS = {
  etcd: "etcd-server",
  haproxy: "haproxy",
  nginx: "nginx-light",
  patroni: "patroni",
  patronictl: "patroni",
  pgbouncer: "pgbouncer",
  initdb: "postgresql-15",
  pgbackrest: "pgbackrest",
  postgres: "postgresql-15",
  prometheus: "prometheus",
  promtool: "prometheus",
  psql: "postgresql-client-15",
  ip: "iproute2",
  setpriv: "util-linux",
} as const;
export type ProgramName = keyof typeof PROGRAMS;
export const POSTGRES_BIN = "/usr/lib/postgresql/15/bin";

/** A program's path. Throws one line that names the missing package. */
export function findProgram(name: ProgramName): string {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin", POSTGRES_BIN];
  const found = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
  if (!found) throw new Error(`${name} is not installed: apt-get install ${PROGRAMS[name]} (Debian 12)`);
  return found;
}

/** The user whom servers run as when the tests run as root, which PostgreSQL and nginx refuse or leave anyway. */
export function serverUser(): { uid: number; gid: number; name: string } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = fs
    .readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:"));
  const [name, , uid, gid] = line?.split(":") ?? [];
  if (!name) throw new Error("There is no user postgres: apt-get install postgresql-15 (Debian 12)");
  return { name, uid: Number(uid), gid: Number(gid) };
}

let reaper: ChildProcess | undefined;
/** Leaves a thing to the reaper: `process PID`, `namespace NAME`, `link NAME`, `folder PATH`, or a `barrier`. */
export function endLater(line: string): void {
  if (!reaper) {
    reaper = spawn(process.execPath, [path.join(import.meta.dirname, "reaper.mjs")], {
      detached: true,
      stdio: ["pipe", "inherit", "inherit"],
    });
    reaper.unref();
  }
  reaper.stdin?.write(`${line}\n`);
}
afterAll(async () => {
  if (!reaper) return;
  const ended = new Promise((resolve) => reaper?.once("close", resolve));
  reaper.stdin?.end();
  await ended;
  reaper = undefined;
}, 60_000);

let folder: string | undefined;
/** A folder of this test file that servers can write to; deleted at its end. */
export function makeFolder(name: string): string {
  if (!folder) {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "mithaas-ha-"));
    fs.chmodSync(folder, 0o755);
    endLater(`folder ${folder}`);
  }
  const made = path.join(folder, name);
  fs.mkdirSync(made, { recursive: true, mode: 0o700 });
  const user = serverUser();
  if (user) fs.chownSync(made, user.uid, user.gid);
  return made;
}

/** Writes a file of tests/ha/config into a folder, with the values of its {{NAMES}} filled in; gives its path. */
export function writeConfig(name: string, into: string, values: Record<string, string | number>): string {
  const template = fs.readFileSync(path.join(import.meta.dirname, "../config", name), "utf8");
  const text = template.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
    if (values[key] === undefined) throw new Error(`${name}: {{${key}}} has no value`);
    return String(values[key]);
  });
  return writeFile(path.join(into, name), text);
}

/** Writes a file that servers can read. */
export function writeFile(file: string, text: string): string {
  fs.writeFileSync(file, text, { mode: 0o600 });
  const user = serverUser();
  if (user) fs.chownSync(file, user.uid, user.gid);
  return file;
}

export type Program = {
  name: string;
  pid: number;
  log: string;
  isRunning: () => boolean;
  /** Sends a signal to it alone. */
  signal: (signal: NodeJS.Signals) => void;
  /** Ends it: politely, and after ten seconds for good. */
  stop: () => Promise<void>;
  ended: Promise<void>;
};

/** Starts a server. @param options `namespace`: the network namespace that it lives in; `cwd`: also where its log is */
export function startProgram(
  label: string,
  program: ProgramName,
  args: string[],
  options: { cwd: string; namespace?: string; env?: Record<string, string> },
): Program {
  const user = serverUser();
  const ids = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"] : [];
  const words = [
    ...(options.namespace ? [findProgram("ip"), "netns", "exec", options.namespace] : []),
    ...(user ? [findProgram("setpriv"), ...ids] : []),
    findProgram(program),
    ...args,
  ];
  const log = path.join(options.cwd, `${label}.log`);
  const output = fs.openSync(log, "a");
  const [command = "", ...rest] = words;
  const child = spawn(command, rest, {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, LC_ALL: "C", HOME: options.cwd, ...options.env } as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  const pid = child.pid ?? 0;
  if (pid) endLater(`process ${pid}`);
  let running = true;
  const ended = new Promise<void>((resolve) => {
    for (const event of ["close", "error"])
      child.once(event, () => {
        running = false;
        resolve();
      });
  });
  const signal = (name: NodeJS.Signals) => void (running && child.kill(name));
  const stop = async () => {
    signal("SIGTERM");
    const timer = setTimeout(() => signal("SIGKILL"), 10_000);
    await ended;
    clearTimeout(timer);
  };
  return { name: label, pid, log, isRunning: () => running, signal, stop, ended };
}

/** Waits until it is true; the milliseconds it took. `of`: programs whose end makes waiting useless. */
export async function until(
  what: () => Promise<boolean> | boolean,
  { atMost = 60_000, because = "It did not happen", of = [] as Program[] } = {},
): Promise<number> {
  const started = performance.now();
  for (;;) {
    if (await what()) return performance.now() - started;
    const dead = of.find((program) => !program.isRunning());
    if (dead) throw new Error(`${dead.name} has ended:\n${tail(dead.log)}`);
    if (performance.now() - started > atMost)
      throw new Error(`${because} within ${atMost} ms.${of.map((one) => `\n${one.name}:\n${tail(one.log)}`).join("")}`);
    await sleep(50);
  }
}

const tail = (file: string) => fs.readFileSync(file, "utf8").trim().split("\n").slice(-15).join("\n");
