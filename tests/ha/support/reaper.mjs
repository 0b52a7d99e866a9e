// Ends what a test has started, also when the test itself is killed: it runs in a process group of its own, gets one line for each thing
// on its standard input, and does its work when that ends. The latest is ended first.
//   process PID      a group's leader: SIGTERM, and after a while SIGKILL for the group
//   namespace NAME   a network namespace: every process in it is killed, and it is deleted
//   link NAME        a network interface
//   folder PATH
//   barrier          what came before it is ended when what came after it has ended
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { identityOf, isAlive, signalGroup } from "../../../scripts/processes.mjs";

const GRACE_MS = 10_000;

/** @type {{ kind: string, name: string, identity: string }[]} */
const things = [];
for await (const line of createInterface({ input: process.stdin })) {
  const [kind = "", ...rest] = line.split(" ");
  const name = rest.join(" ");
  // A pid may be given to another process when this one has ended.
  things.push({ kind, name, identity: kind === "process" ? identityOf(Number(name)) : "" });
}

/** @param {typeof things} processes */
async function end(processes) {
  const isRunning = (/** @type {typeof things[0]} */ { name, identity }) =>
    isAlive(Number(name)) && identityOf(Number(name)) === identity;
  const running = processes.filter(isRunning);
  for (const { name } of running) process.kill(Number(name), "SIGTERM");
  for (const until = Date.now() + GRACE_MS; running.some(isRunning) && Date.now() < until; ) await sleep(50);
  for (const { name } of running) signalGroup(Number(name), "SIGKILL");
}

for (let from = things.length; from >= 0; ) {
  const barrier = things.slice(0, from).findLastIndex(({ kind }) => kind === "barrier");
  await end(things.slice(barrier + 1, from).filter(({ kind }) => kind === "process"));
  from = barrier;
}

for (const { kind, name } of things.reverse()) {
  if (kind === "namespace") {
    const { stdout } = spawnSync("ip", ["netns", "pids", name], { encoding: "utf8" });
    for (const pid of (stdout ?? "").split("\n").filter(Boolean)) {
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // it has ended meanwhile
      }
    }
    spawnSync("ip", ["netns", "delete", name]);
  }
  if (kind === "link") spawnSync("ip", ["link", "delete", name]);
  if (kind === "folder") fs.rmSync(name, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
