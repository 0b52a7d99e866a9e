/*
 * What one connection, and all of them together, may have in progress. Nothing is counted up and down: what is in progress is what stands
 * in a map or a set, and a connection that ends takes its entry with it, whatever became of its requests.
 * docs/decisions/0027-edge-on-documented-interfaces.md says why.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { JSON_BYTES, MULTIPART_BYTES, takesPicture } from "@/lib/http/body-sizes";
import { countByLabel, exportGauge } from "@/lib/metrics";

/** A request whose turn on its connection may have come, with the time at which it came, in milliseconds since 1970. */
export type Turn = { request: IncomingMessage; response: ServerResponse; since: number };
/** What is left to do for a request; it must not reject. A page takes ten times as long as a call. One about a password can wait. */
export type Work = { kind: "page" | "call" | "password"; start: () => Promise<void> };

/** From three quarters of them on, those that have been silent for longest make room for new ones. */
const MAX_CONNECTIONS = 8_000;
/** Requests that may stand behind the one that is being answered. Browsers send none. */
const MAX_PIPELINED = 8;
/** So many requests that wait for us are answered within a second or two; more of them are let in for BURST_MS only. */
const MAX_WAITING = 200;
const BURST_MS = 3_000;
/** Never more, however short the burst: they would fill the memory. */
const MAX_BURST = 2_000;
/** For so many milliseconds calls are started in one iteration of the event loop. */
const START_MS = 2;
/** Requests that can wait are started while fewer than so many wait for us and no new connection or request has come; */
const MAX_BESIDE_LATER = 8;
/** one of them is started at least every so many milliseconds. */
const LATER_MS = 25;
/** A body up to this size is a form or a call of the API, and needs no room to be made. */
const SMALL_BODY_BYTES = 16 * 1024;
/** Room for larger bodies that are on their way at the same time: four of the largest pictures. */
const MAX_BODY_BYTES = 4 * MULTIPART_BYTES;
/** A sender of whom nothing has come for so long gives way first. */
const PAUSE_MS = 2_000;
/** Silence on a connection, in either direction, after which its client is taken to be gone. */
const SILENCE_MS = 15_000;
/**
 * How long the rest of a body is read away after its request was answered: a connection that is closed under a sender is reset before the
 * sender has read the answer.
 */
const DRAIN_MS = 10_000;
/** How long work goes on for a client that has gone, before it no longer counts as work. */
const ABANDONED_MS = 5_000;

/**
 * The first turn is the one that is being answered, before which so many bytes had been read. `bytes` have passed in both directions by
 * `at`, when the connection was last seen to move.
 */
type Connection = {
  turns: Turn[];
  readBefore: number;
  bytes: number;
  at: number;
  draining?: { request: IncomingMessage; since: number };
};

const connections = new Map<Socket, Connection>();
/** Turns whose work has not ended. That of a client that has gone goes on for a while, and still costs. */
const working = new Set<Turn>();
/** Turns with a body on its way that needs room. */
const arriving = new Set<Turn>();
/** Work that has not been started. */
const queues: Record<Work["kind"], [Turn, Work][]> = { page: [], call: [], password: [] };
/** What starts requests that can wait: those that stood behind another one, and those with a large body to come. */
const later: (() => void)[] = [];
/** When what can wait last had its turn beside newcomers, as performance.now() counts. */
let laterAt = 0;
/** Whether a connection or a request that cannot wait has come since work was last started. */
let hasNewcomers = false;
let willStart = false;
/** Since when more than MAX_WAITING requests wait; undefined while they do not. */
let crowdedSince: number | undefined;

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
  () => countWaiting(),
);

/** The turn that is being answered on a connection. */
export const turnOn = (socket: Socket): Turn | undefined => connections.get(socket)?.turns[0];

/** How many requests are being answered or received. */
export const countTurns = (): number => Array.from(connections.values()).filter(({ turns }) => turns[0]).length;

/**
 * Starts one page in each iteration of the event loop, and calls of the API for some milliseconds, or one when somebody new has come. An
 * iteration that started hundreds would keep everybody else waiting: Node accepts one connection in each, and learns between them that
 * clients have gone. What can wait gets the time that is left: behind two hundred who sign in at once, a shopper would wait for them all.
 */
function startWork() {
  willStart = false;
  const until = performance.now() + START_MS;
  startFirst("page");
  while (startFirst("call") && !hasNewcomers && performance.now() < until);
  const isDue = until - laterAt > LATER_MS;
  if (isDue) laterAt = until;
  while ((isDue || !hasNewcomers) && startFirst("password") && !hasNewcomers && performance.now() < until);
  const room = later.length > 0 ? MAX_BESIDE_LATER - countWaiting() : 0;
  const count = room > 0 && !hasNewcomers ? room : isDue ? 1 : 0;
  for (const start of later.splice(0, count)) start();
  hasNewcomers = false;
  if (Object.values(queues).some((queue) => queue.length > 0) || room > 0) startSoon();
}

/** Not at once: by the next iteration Node has seen whether a client has gone. */
function startSoon() {
  if (!willStart) setImmediate(startWork);
  willStart = true;
}

/** Starts the first piece of work whose client is still there. @returns whether there was one */
function startFirst(kind: Work["kind"]): boolean {
  for (let first = queues[kind].shift(); first; first = queues[kind].shift()) {
    const [turn, work] = first;
    const isWanted = !turn.request.socket.destroyed;
    void (isWanted ? work.start() : Promise.resolve()).finally(() => {
      working.delete(turn);
      startSoon();
    });
    if (isWanted) return true;
  }
  return false;
}

/**
 * Has `answer` called for one request at a time on each connection of a server. It answers at once, or returns the work that is left to do.
 * @param onSilence answers a request whose client does not send the rest of it
 */
export function takeTurns(
  server: Server,
  answer: (turn: Turn) => Work | undefined,
  onSilence: (turn: Turn) => void,
): void {
  // The first two bound the receiving alone: a browser on a slow line needs its time for a picture of 6 MB. Between two requests
  // keepAliveTimeout replaces `timeout`, which for a client that does not read fires after one to two times its value.
  const timeouts = { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000, timeout: SILENCE_MS };
  Object.assign(server, timeouts, { maxConnections: MAX_CONNECTIONS });
  // Before Node's own listener: a connection that has sent nothing yet is idle for closeIdleConnections().
  server.prependListener("connection", (socket: Socket) => {
    hasNewcomers = true;
    if (connections.size >= MAX_CONNECTIONS * 0.75) {
      server.closeIdleConnections();
      closeMostSilent();
    }
    connections.set(socket, { turns: [], readBefore: 0, bytes: 0, at: Date.now() });
    socket.once("close", () => connections.delete(socket));
  });
  // With this listener it is ours to close the connection.
  server.on("timeout", (socket: Socket) => {
    const turn = turnOn(socket);
    if (!turn) socket.destroy();
    else if (!turn.request.complete && !turn.response.headersSent) onSilence(turn);
    // An answer of which nothing is left to send waits for us, and may take its time.
    else if (!turn.request.complete || turn.response.writableLength > 0) socket.destroy();
  });
  setInterval(sweep, 1_000).unref();
  setInterval(() => later.length > 0 && startSoon(), LATER_MS).unref();

  const next = (connection: Connection) => {
    const [turn] = connection.turns;
    if (!turn || turn.request.socket.destroyed || turn.response.headersSent) return;
    turn.since = Date.now();
    // A response that waits behind another on its connection gets no event when that one ends. None waits so here: each gets "close".
    turn.response.once("close", () => onAnswered(turn));
    const work = answer(turn);
    if (!work) return;
    working.add(turn);
    queues[work.kind].push([turn, work]);
    startSoon();
  };
  const startLater = (connection: Connection) => {
    later.push(() => next(connection));
    startSoon();
  };
  const onAnswered = (turn: Turn) => {
    const { request } = turn;
    const connection = connections.get(request.socket);
    if (!connection) return;
    if (!request.complete) {
      // Node.js resumes by itself unless something reads the body. In Node.js 26 a reader that was cancelled still listens, and stops this.
      if (request.listenerCount("readable") > 0) request.removeAllListeners("readable");
      request.resume();
      connection.draining = { request, since: Date.now() };
    }
    arriving.delete(turn);
    connection.readBefore = request.socket.bytesRead;
    connection.turns.shift();
    if (connection.turns.length > 0) startLater(connection);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    // Node emits all requests of the bytes that it has read, also after destroy() and pause(), and after an answer that closes.
    if (!connection || request.socket.destroyed || request.socket.writableEnded) return;
    connection.draining = undefined;
    connection.turns.push({ request, response, since: Date.now() });
    if (connection.turns.length > 1 + MAX_PIPELINED) request.socket.destroy();
    if (connection.turns.length > 1) return;
    if (expectedBytes(request) > SMALL_BODY_BYTES) return startLater(connection);
    hasNewcomers = true;
    next(connection);
  };
  server.on("request", onRequest);
  // Without this one Node would ask for every body; whoever reads a body asks for it.
  server.on("checkContinue", onRequest);
}

/**
 * The requests that must be given up to make room for the body of a request: those that have been silent for longest, then those of whom
 * least has come. So whoever sends is served beside any number of those who announce a body and stop, however fast new ones come.
 */
export function findRoom(turn: Turn): Turn[] {
  let bytes = expectedBytes(turn.request);
  if (bytes <= SMALL_BODY_BYTES) return [];
  const others: { turn: Turn; silence: number; received: number }[] = [];
  const now = Date.now();
  for (const other of arriving) {
    const { socket, complete } = other.request;
    const connection = connections.get(socket);
    if (!connection || complete || other.response.headersSent) {
      arriving.delete(other);
      continue;
    }
    look(socket, connection);
    const silence = now - connection.at < PAUSE_MS ? 0 : now - connection.at;
    others.push({ turn: other, silence, received: socket.bytesRead - connection.readBefore });
  }
  arriving.add(turn);
  // Of two of whom as little has come, the newer one is still to show whether it sends.
  others.reverse().sort((a, b) => a.silence - b.silence || b.received - a.received);
  return others.flatMap((other) => {
    bytes += expectedBytes(other.turn.request);
    return bytes > MAX_BODY_BYTES ? other.turn : [];
  });
}

/** How long a body is by its headers, to which Node holds its sender; one in chunks is as long as it may become. */
function expectedBytes(request: IncomingMessage): number {
  if (request.headers["transfer-encoding"] === undefined) return Number(request.headers["content-length"] ?? 0);
  return takesPicture(request) ? MULTIPART_BYTES : JSON_BYTES;
}

/** Notes whether a connection has moved since it was last looked at. */
function look(socket: Socket, connection: Connection) {
  const bytes = socket.bytesRead + socket.bytesWritten;
  if (bytes !== connection.bytes) connection.at = Date.now();
  connection.bytes = bytes;
}

function sweep() {
  const now = Date.now();
  for (const [socket, connection] of connections) {
    look(socket, connection);
    const { draining } = connection;
    if (draining && !draining.request.complete && now - draining.since > DRAIN_MS) socket.destroy();
  }
  isBusy(); // a burst may have ended without a further request
  for (const turn of working)
    if (turn.request.socket.destroyed && now - turn.since > ABANDONED_MS) working.delete(turn);
}

/** Closes the connection that has been silent for longest, except those that wait for us. */
function closeMostSilent() {
  let most: [Socket, Connection] | undefined;
  for (const entry of connections) {
    const { turns, at } = entry[1];
    const waits = turns[0]?.request.complete && !turns[0].response.headersSent;
    if (!waits && at < (most?.[1].at ?? Number.POSITIVE_INFINITY)) most = entry;
  }
  if (!most) return;
  countShed("connections");
  most[0].destroy();
}

/** Requests that wait for us, rather than for their own clients to send or to read. */
const countWaiting = (): number =>
  Array.from(working).filter(({ request, response }) => request.complete && !response.writableNeedDrain).length;

/**
 * Whether a new request must be refused. A burst is let in whole, because it is served within seconds; a number that stays high means that
 * more arrives than can be served, until half of it is answered: at the limit itself the next burst would begin at once.
 */
export function isBusy(): boolean {
  const now = Date.now();
  const waiting = working.size < MAX_WAITING / 2 ? 0 : countWaiting();
  const isLong = () => crowdedSince !== undefined && now - crowdedSince > BURST_MS;
  if (waiting >= MAX_WAITING) crowdedSince ??= now;
  else if (!isLong() || waiting < MAX_WAITING / 2) crowdedSince = undefined;
  return waiting >= MAX_BURST || (waiting >= MAX_WAITING && isLong());
}
