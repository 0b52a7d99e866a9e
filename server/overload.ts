/*
 * What Node's server has no option for: the order in which requests are started, and what happens when more comes than can be served.
 * Nothing is counted up and down: what is in progress stands in a map or a set until its response closes.
 * docs/decisions/0027-edge-on-documented-interfaces.md says why.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { JSON_BYTES, MULTIPART_BYTES, takesPicture } from "@/lib/http/body-sizes";
import { countByLabel, exportGauge } from "@/lib/metrics";

/** A request, and since when it is its turn on its connection, in milliseconds since 1970. */
export type Turn = {
  request: IncomingMessage;
  response: ServerResponse;
  since: number;
  /** Starts what is to be done next for it. */
  start: () => void;
  kind?: Work["kind"];
  /** What had been read of its connection when it came, and by `movedAt`, when it was last seen to move. */
  readBefore: number;
  read: number;
  movedAt: number;
};
/** What is left to do for a request; it must not reject. A page is only shown. A call about a password can wait. */
export type Work = { kind: "page" | "form" | "call" | "password"; start: () => Promise<void> };

/** From nine tenths of them on, one gives way to each that comes. */
const MAX_CONNECTIONS = 8_000;
/** Requests that may stand behind the one that is being answered. Browsers send none. */
const MAX_PIPELINED = 8;
/** When so many have waited for us for so long, more comes than can be served. A burst is served sooner. */
const [MAX_LATE, LATE_MS] = [100, 1_000];
/** Never more, however short the burst: they would fill the memory. */
const MAX_WAITING = 2_000;
/** For so many milliseconds requests are started in one iteration of the event loop. */
const START_MS = 2;
/** While somebody new comes in each iteration, one of those that can wait is started at least every so many milliseconds. */
const LATER_MS = 25;
/** When the event loop has been idle for so many milliseconds, the pages that are rendered wait for the database. */
const IDLE_MS = 5;
/** A body up to this size is a form or a call of the API, and needs no room to be made. */
const SMALL_BODY_BYTES = 16 * 1024;
/** Room for larger bodies that are on their way at the same time: four of the largest pictures. */
const MAX_BODY_BYTES = 4 * MULTIPART_BYTES;
/** A sender of whom nothing has come for so long gives way first. */
const PAUSE_MS = 2_000;
/** Silence on a connection, in either direction, after which its client is taken to be gone. */
export const SILENCE_MS = 15_000;

/** The requests of each connection. The first one is being answered. */
const connections = new Map<Socket, Turn[]>();
/** Turns with work that was not done at once, and those of them whose pages are being rendered. */
const working = new Set<Turn>();
const rendering = new Set<Turn>();
/** What is to be started. Those that can wait stood behind another request, have a large body to come, or hash a password. */
const soon: Turn[] = [];
const later: Turn[] = [];
const pages: Turn[] = [];
/** Whether a connection, or a request that cannot wait, has come since something was last started. */
let hasNewcomers = false;
let willStart = false;
/** When what can wait last had its turn, and how long the event loop had been idle when a page last was started. */
let laterAt = 0;
let idleBefore = 0;

/** Counts requests that were refused because of too much load, by why. */
export const countShed = countByLabel(
  "mithaas_requests_shed_total",
  "Requests that were refused because of too much load.",
  "reason",
  ["queue", "bodies", "connections"],
);
exportGauge(
  "mithaas_requests_waiting",
  "Requests that wait for the shop, and not for their own clients to send a body or to read an answer.",
  () => waiting().length,
);

/** The turn that is being answered on a connection. */
export const turnOn = (socket: Socket): Turn | undefined => connections.get(socket)?.[0];

/** How many requests are being answered or received. */
export const countTurns = (): number => Array.from(connections.values()).filter(([turn]) => turn).length;

/** Has `answer` called for one request at a time on each connection. It answers at once, or returns the work that is left to do. */
export function takeTurns(server: Server, answer: (turn: Turn) => Work | undefined): void {
  server.maxConnections = MAX_CONNECTIONS;
  server.prependListener("connection", (socket: Socket) => {
    hasNewcomers = true;
    if (connections.size >= MAX_CONNECTIONS * 0.9) endOne();
    connections.set(socket, []);
    socket.once("close", () => connections.delete(socket));
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const turns = connections.get(socket);
    const read = socket.bytesRead;
    const turn: Turn = { request, response, since: 0, start: () => begin(turn), readBefore: read, read, movedAt: 0 };
    // Node emits all requests of the bytes that it has read, also after destroy() and pause(), and after an answer that closes.
    if (!turns || isOver(turn)) return;
    if (turns.push(turn) > 1 + MAX_PIPELINED) return void socket.destroy();
    response.once("close", () => {
      for (const set of [working, rendering]) set.delete(turn);
      if (!request.complete) drain(request);
      turns.shift();
      if (turns[0]) comeTo(turns[0], later);
      startSoon();
    });
    if (turns.length > 1) return;
    const canWait = bytesOf(request) > SMALL_BODY_BYTES;
    hasNewcomers ||= !canWait;
    comeTo(turn, canWait ? later : soon);
  };
  // Without the second one Node would ask for every body; whoever reads a body asks for it.
  server.on("request", onRequest).on("checkContinue", onRequest);
  setInterval(() => later.length + pages.length > 0 && startSoon(), LATER_MS).unref();

  function begin(turn: Turn) {
    const work = answer(turn);
    if (!work) return;
    working.add(turn);
    turn.kind = work.kind;
    turn.start = work.start;
    if (work.kind === "page") enqueue(turn, pages);
    else if (work.kind === "password") enqueue(turn, later);
    else turn.start();
  }
}

function comeTo(turn: Turn, queue: Turn[]) {
  turn.since = turn.movedAt = Date.now();
  enqueue(turn, queue);
}

function enqueue(turn: Turn, queue: Turn[]) {
  queue.push(turn);
  startSoon();
}

/** Not at once: by the next iteration of the event loop Node has seen who has gone. */
function startSoon() {
  if (!willStart) setImmediate(startSome);
  willStart = true;
}

/**
 * Starts a page, and other requests for some milliseconds; those that can wait when nobody new has come. An iteration that started hundreds
 * would keep everybody else waiting: Node accepts one connection in each, and learns between them that clients have gone.
 */
function startSome() {
  willStart = false;
  const began = performance.now();
  const isInTime = () => performance.now() - began < START_MS;
  if (pages.length > 0 && canRender()) startFirst(pages);
  while (startFirst(soon) && isInTime());
  if (!hasNewcomers || began - laterAt > LATER_MS) {
    laterAt = began;
    while (startFirst(later) && !hasNewcomers && isInTime());
  }
  hasNewcomers = false;
  if (soon.length + later.length > 0) startSoon();
}

/** Starts the first turn of a queue whose client is still there. @returns whether there was one */
function startFirst(queue: Turn[]): boolean {
  let turn = queue.shift();
  while (turn && isOver(turn)) turn = queue.shift();
  if (turn && queue === pages) rendering.add(turn);
  turn?.start();
  return turn !== undefined;
}

/** Whether its client has gone, its connection closes after the answer before it, or it was given up. */
const isOver = ({ request: { socket }, response }: Turn) =>
  socket.destroyed || socket.writableEnded || response.headersSent;

/** One page at a time: more of them make none sooner. But one that waits for the database, maybe for ever, keeps nobody else waiting. */
function canRender(): boolean {
  const { idle } = performance.eventLoopUtilization();
  if (Array.from(rendering).some(waitsForUs) && idle - idleBefore < IDLE_MS) return false;
  idleBefore = idle;
  return true;
}

/** Has the rest of a body read away: a connection that is closed under a sender is reset before the sender has read the answer. */
function drain(request: IncomingMessage) {
  // Node.js resumes by itself unless something reads the body. In Node.js 26 a reader that was cancelled still listens, and stops this.
  if (request.listenerCount("readable") > 0) request.removeAllListeners("readable");
  request.resume();
  request.socket.setTimeout(SILENCE_MS); // that of a connection between two requests is longer
}

/** Rather than for its own client to send or to read. */
const waitsForUs = ({ request, response }: Turn) => request.complete && !response.writableNeedDrain;
const waiting = () => Array.from(working).filter(waitsForUs);

/** Whether one more must be refused. Kinds are judged apart: no call is refused for pages that wait, nor for logins. */
export function isBusy(kind: Work["kind"]): boolean {
  if (working.size < MAX_LATE) return false;
  const all = waiting();
  const now = Date.now();
  const late = all.filter((turn) => turn.kind === kind && now - turn.since > LATE_MS);
  return all.length >= MAX_WAITING || late.length >= MAX_LATE;
}

/**
 * The requests that must be given up to make room for the body of a request: those that have been silent for longest, then those of whom
 * least has come. So whoever sends is served beside any number of those who announce a body and stop, however fast new ones come.
 */
export function findRoom({ request }: Turn): Turn[] {
  let bytes = bytesOf(request);
  if (bytes <= SMALL_BODY_BYTES) return [];
  const others = Array.from(working, (turn) => ({ turn, bytes: bytesOf(turn.request), ...progressOf(turn) }))
    .filter(({ turn, bytes }) => bytes > SMALL_BODY_BYTES && !turn.request.complete && !turn.response.headersSent)
    // Of two of whom as little has come, the newer one is still to show whether it sends.
    .reverse()
    .sort((a, b) => a.silence - b.silence || b.received - a.received);
  return others.flatMap((other) => ((bytes += other.bytes) > MAX_BODY_BYTES ? other.turn : []));
}

function progressOf(turn: Turn) {
  const { bytesRead } = turn.request.socket;
  const now = Date.now();
  if (bytesRead !== turn.read) [turn.read, turn.movedAt] = [bytesRead, now];
  const silence = now - turn.movedAt;
  return { silence: silence < PAUSE_MS ? 0 : silence, received: bytesRead - turn.readBefore };
}

/** How long a body is by its headers, to which Node holds its sender; one in chunks is as long as it may become. */
function bytesOf(request: IncomingMessage): number {
  if (request.headers["transfer-encoding"] === undefined) return Number(request.headers["content-length"] ?? 0);
  return takesPicture(request) ? MULTIPART_BYTES : JSON_BYTES;
}

/** Ends the oldest connection without a request, or else the oldest one that does not wait for us. */
function endOne() {
  const all = [...connections];
  const [socket] = all.find(([, [turn]]) => !turn) ?? all.find(([, [turn]]) => turn && !waitsForUs(turn)) ?? [];
  if (!socket) return;
  countShed("connections");
  socket.destroy();
}
