/*
 * A process of attackers, started by attack.ts: so the process that measures has its event loop to itself. Its argument is an Attack as
 * JSON. It reports what it has done so far ten times a second. When it is told to end, it resets all its connections; it ends with its parent.
 */
import { randomBytes } from "node:crypto";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack, AttackReport } from "./attack";

const attack: Attack = JSON.parse(process.argv[2] ?? "");
const { hostname, port, host } = new URL(attack.url);
/** Between the end of an attacker's connection and its next one, in milliseconds. */
const REOPEN_MS = 1_000;
/** The time over which connections are opened at the start, in milliseconds. */
const OPEN_MS = 3_000;
/** How often an attacker of each kind resets its connection, in milliseconds. */
const RESET_EVERY_MS = 50;
/** Between two bursts of rendered pages, in milliseconds. */
const BURST_EVERY_MS = 3_000;
/** Between two reports, in milliseconds. */
const REPORT_EVERY_MS = 100;

const report: AttackReport = { stalled: 0, slow: 0, pipelined: 0, answers: 0, rendered: 0, resets: 0 };
const all = new Set<net.Socket>();
let running = true;

/** A connection that is counted, and opened again with `reopen` when it ends. */
function open(kind: Set<net.Socket>, reopen: (() => void) | undefined, options: Partial<net.TcpNetConnectOpts> = {}) {
  const socket = net.connect({ ...options, port: Number(port), host: hostname });
  for (const set of [all, kind]) set.add(socket);
  socket.on("error", () => {}); // a reset is expected
  socket.on("close", () => {
    for (const set of [all, kind]) set.delete(socket);
    if (running && reopen) setTimeout(() => running && reopen(), REOPEN_MS);
  });
  return socket;
}

const headers = (line: string, ...fields: string[]) =>
  `${[`${line} HTTP/1.1`, `Host: ${host}`, ...fields].join("\r\n")}\r\n\r\n`;

const stalled = new Set<net.Socket>();
/** Announces a body, sends the first bytes of it, and no more. */
function stall(i: number) {
  const { paths, announced, sent } = attack.stalled;
  const path = paths[i % paths.length] ?? "/";
  const isApi = path.startsWith("/api/");
  const type = isApi ? "application/json" : "multipart/form-data; boundary=edge";
  const begin = isApi ? "{" : '--edge\r\nContent-Disposition: form-data; name="x"\r\n\r\n';
  const socket = open(stalled, undefined);
  socket.once("connect", () => report.stalled++);
  socket.write(headers(`POST ${path}`, `Content-Type: ${type}`, `Content-Length: ${announced}`));
  socket.write(begin.padEnd(sent));
  socket.resume();
}

const slow = new Set<net.Socket>();
/** Asks for large files, more than the system takes in by itself, and reads 1 KB of them each second. */
function readSlowly() {
  const onread = { buffer: Buffer.alloc(1024), callback: () => false };
  const socket = open(slow, readSlowly, { onread } as Partial<net.TcpNetConnectOpts>);
  socket.write(headers("GET /api/docs/swagger-ui-bundle.js").repeat(6));
  socket.once("connect", () => {
    report.slow++;
    const next = setInterval(() => socket.resume(), 1_000);
    socket.once("close", () => clearInterval(next));
  });
}

const pipelined = new Set<net.Socket>();
/** Has so many requests on its way at any time. */
function pipeline(i: number) {
  const depth = i % 2 ? 12 : 8;
  const paths = [
    "/about",
    "/api/sweets?limit=5",
    "/api/nothing",
    "/home",
    `/api/sweets/${attack.sweetId}`,
    "/icon.svg",
  ];
  const socket = open(pipelined, () => pipeline(i));
  socket.once("connect", () => report.pipelined++);
  let asked = i;
  const ask = (count: number) => {
    let text = "";
    for (let n = 0; n < count; n++) text += headers(`GET ${paths[asked++ % paths.length]}`);
    socket.write(text);
  };
  const start = "HTTP/1.1 ";
  let rest = "";
  socket.on("data", (data) => {
    const text = rest + data.toString("latin1");
    const answers = text.split(start).length - 1;
    rest = text.slice(-start.length + 1);
    report.answers += answers;
    if (answers > 0) ask(answers);
  });
  ask(depth);
}

const rendering = new Set<net.Socket>();
/** Asks for a page that is rendered for it alone, and is gone before it has come. */
function leaveEarly() {
  const socket = open(rendering, undefined);
  socket.write(headers(`GET /products?search=${randomBytes(6).toString("hex")}`), () => {
    report.rendered++;
    setTimeout(() => reset(socket), 20 + Math.random() * 100);
  });
}

function reset(socket: net.Socket) {
  if (socket.connecting || socket.destroyed) return;
  report.resets++;
  socket.resetAndDestroy();
}

/** Calls `start` for each of `count`, spread over the first seconds. */
function spread(count: number, start: (i: number) => void) {
  for (let i = 0; i < count; i++) setTimeout(() => running && start(i), (i * OPEN_MS) / count);
}

function end() {
  running = false;
  for (const socket of all) socket.connecting ? socket.destroy() : socket.resetAndDestroy();
  process.send?.({ report }, () => process.exit(0));
}

const burst = () => {
  for (let i = 0; i < attack.rendered; i++) leaveEarly();
};

const isOpen = () =>
  report.stalled >= attack.stalled.count && report.slow >= attack.slow && report.pipelined >= attack.pipelined;

async function begin() {
  spread(attack.stalled.count, stall);
  spread(attack.slow, readSlowly);
  spread(attack.pipelined, pipeline);
  while (!isOpen()) await sleep(20);
  process.send?.({ isReady: true });
  setInterval(() => process.send?.({ report }), REPORT_EVERY_MS);
  setInterval(burst, BURST_EVERY_MS);
  const { newPerSecond } = attack.stalled;
  if (newPerSecond > 0) setInterval(() => stall(report.stalled), 1_000 / newPerSecond);
  if (attack.hasResets) setInterval(resetOldest, RESET_EVERY_MS);
}

function resetOldest() {
  for (const kind of [stalled, slow, pipelined]) {
    const [oldest] = kind;
    if (oldest) reset(oldest);
  }
  stall(report.stalled); // the others come again by themselves
}

process.on("disconnect", () => process.exit(0));
process.on("message", end);
void begin();
