// Processes that the start and the tests run: each in a group of its own, so that one signal ends it with everything that it started.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** @typedef {Omit<import("node:child_process").SpawnOptions, "env"> & { env?: Record<string, string | undefined> }} Options */

/** Groups that are running, to be ended when the start ends, whatever it was doing. @type {Set<number>} */
const groups = new Set();

/**
 * Spawns a process detached: Ctrl-C on the terminal does not reach it, its parent decides when it ends.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} options
 */
export function start(command, args, options = {}) {
  const env = /** @type {NodeJS.ProcessEnv | undefined} */ (options.env);
  const child = spawn(command, args, { ...options, env, detached: true });
  const { pid } = child;
  if (pid) {
    groups.add(pid);
    child.once("close", () => {
      signalGroup(pid, "SIGKILL"); // what it left behind
      groups.delete(pid);
    });
  }
  return child;
}

/** @param {number} pid the group's leader @param {NodeJS.Signals} signal */
export function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // already gone
  }
}

/** Ends every group that is still running: politely, and after `graceMs` for good. */
export async function endAll(graceMs = 3000) {
  for (const pid of groups) signalGroup(pid, "SIGTERM");
  const deadline = Date.now() + graceMs;
  while (groups.size > 0 && Date.now() < deadline) await sleep(20);
  for (const pid of groups) signalGroup(pid, "SIGKILL");
  while (groups.size > 0 && Date.now() < deadline + 2000) await sleep(20);
}

/** Is there a process of this pid that has not ended? (One that nobody has waited for yet has.) @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EPERM") return false;
  }
  return stateOf(pid)?.[0] !== "Z";
}

/** The fields of Linux's /proc/<pid>/stat from the state on. @param {number} pid */
function stateOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/**
 * What tells one process from a later one that was given the same pid: its start time (with the boot it belongs to, where the system says).
 * Empty when there is no such process.
 * @param {number} pid
 */
export function identityOf(pid) {
  if (process.platform !== "linux")
    return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
  const started = stateOf(pid)?.[19];
  return started ? `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}:${started}` : "";
}

/** The program that runs under a pid, as the system names it; empty when unknown. @param {number} pid */
export function nameOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")[0] ?? "";
  } catch {
    return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() ?? "";
  }
}

/**
 * Shows a long step: a line when it begins, the seconds while it runs (on a terminal), a line when it is done.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const started = Date.now();
  const terminal = process.stdout.isTTY;
  /** @param {string} text replaces the line on a terminal, else it gets one of its own */
  const show = (text) => process.stdout.write(terminal ? `\r\x1b[2K${text}` : `${text}\n`);
  /** @param {number} digits */
  const seconds = (digits) => `${((Date.now() - started) / 1000).toFixed(digits)} s`;
  show(`${title} …`);
  // Without a terminal a line now and then still proves life, in a log as well.
  const timer = setInterval(() => show(`${title} … ${seconds(0)}`), terminal ? 1000 : 15_000);
  try {
    const result = await work();
    show(`${title}: done in ${seconds(1)}`);
    return result;
  } finally {
    clearInterval(timer);
    if (terminal) process.stdout.write("\n");
  }
}

/** A failure whose message is all that its reader needs: shown without a stack. */
export class CliError extends Error {}

/**
 * Runs a command to its end and gives its output; shows the output when it fails.
 * @param {string} title what a failure calls it
 * @param {string} command
 * @param {string[]} args
 * @param {Options} options
 * @returns {Promise<string>}
 */
export function run(title, command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data) => {
        output += data;
      });
    child.once("error", (error) => reject(new CliError(`${title} failed: ${error.message}`)));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new CliError(`${output.trim()}\n\n${title} failed (${signal ?? `exit ${code}`}).`));
    });
  });
}
