/*
 * Load shedding: a request that would wait longer than its sender does is refused with 503, so that those that are let in
 * are answered soon. A burst of requests is let in whole, because it is served within seconds. Only a queue that stays long
 * means that more arrives than can be served; then it is limited.
 */
import type { ServerResponse } from "node:http";
import { exportCounter, exportMetric } from "@/lib/metrics";

/** A queue of this length is answered within a second or two at 200 responses a second. */
const SHORT_QUEUE = 200;
/** How long the queue may stay longer than that, in milliseconds. */
const BURST_MS = 3000;
/** Never more, whatever their age: they would fill the memory. */
const MAX_WAITING = 2000;

let waiting = 0;
/** When the queue grew longer than SHORT_QUEUE; 0 while it is not. */
let longSince = 0;
/** Set after BURST_MS, until half of SHORT_QUEUE is answered: at the limit itself the queue would grow again at once. */
let shedding = false;

/** Whether a new request must be refused. */
export function isOverloaded(): boolean {
  if (waiting >= MAX_WAITING) return true;
  if (waiting < SHORT_QUEUE) return false;
  longSince ||= Date.now();
  if (Date.now() - longSince > BURST_MS) shedding = true;
  return shedding;
}

/** Counts of requests that were refused because of too much load, by why. */
export const countShed = exportCounter(
  "mithaas_requests_shed_total",
  "Requests that were refused because of too much load.",
  "reason",
  ["queue", "bodies"],
);
exportMetric({
  name: "mithaas_requests_waiting",
  help: "Requests that were handed to Next.js and are not answered yet.",
  type: "gauge",
  read: () => waiting,
});

function decrement() {
  waiting--;
  if (waiting < SHORT_QUEUE / 2) shedding = false;
  // The next burst gets its own three seconds.
  if (waiting < SHORT_QUEUE && !shedding) longSince = 0;
}

type WaitingRequest = { pause: () => void; resume: () => void };

/**
 * Counts a request as waiting from now until its response has been sent. `pause` and `resume` leave out the time in which
 * its handler waits for the rest of its body, which is the sender's time and not the shop's.
 */
export function countWaiting(response: ServerResponse): WaitingRequest {
  let counted = false;
  let ended = false;
  const resume = () => {
    if (counted || ended) return;
    counted = true;
    waiting++;
  };
  const pause = () => {
    if (counted) decrement();
    counted = false;
  };
  const end = () => {
    ended = true;
    pause();
  };
  response.once("finish", end);
  response.once("close", end);
  resume();
  return { pause, resume };
}

type Task = () => void;
const queue: Task[] = [];
let startedThisTick = false;

/**
 * Starts at most one task in each iteration of the event loop, in order. Node accepts one new connection per iteration
 * (libuv 1.46): an iteration that started hundreds of requests made new connections wait for seconds.
 */
export function enqueue(task: Task): void {
  if (startedThisTick) queue.push(task);
  else run(task);
}

function run(task: Task) {
  startedThisTick = true;
  setImmediate(runNext);
  task();
}

function runNext() {
  startedThisTick = false;
  const task = queue.shift();
  if (task) run(task);
}
