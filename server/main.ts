/*
 * The process that serves the built shop: one plain HTTP server, by documented interfaces of Node.js alone. answer.ts answers a request,
 * overload.ts says in which order. scripts/compile-server.ts compiles it into the build's folder, and scripts/shop.ts starts it.
 */
import http, { type IncomingMessage } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readDb } from "@/db/client";
import { logLine } from "@/lib/http/log";
import { answerer, giveUp } from "./answer";
import { logConsole } from "./console";
import { finishJobs } from "./jobs/before-exit";
import { createApp } from "./next/create-app";
import { countTurns, SILENCE_MS, takeTurns, turnOn } from "./overload";
import { PageResponse } from "./page-response";
import { ALLOWED_METHODS, corsHeaders, type Refusal, refuse, refuseOnSocket } from "./refusals";
import { logUnended } from "./request-log";
import { host, metricsToken, port, trustProxy } from "./settings";

/** How long a stop waits for responses in progress. */
const STOP_MS = 10_000;
/**
 * How long a stop goes on serving behind a proxy. One of its idle connections may have a request on its way, which the proxy does not
 * repeat when it is a write. A proxy that closes idle connections sooner (deploy/nginx.conf) loses nothing.
 */
const PROXY_IDLE_MS = 2_000;
/**
 * How much of a body is read before anybody asks for it. Node.js 20 has this default, later versions 64 KB: a sender who looks for an answer
 * after its first 50 KB would wait for ever, and hundreds of stalled senders would hold four times the memory.
 */
const READ_AHEAD_BYTES = 16 * 1024;

// This file is <root>/<build>/shop-server/main.mjs.
const buildFolder = path.dirname(import.meta.dirname);
const root = path.dirname(buildFolder);
process.chdir(root);
process.title = "mithaas";
logConsole(); // before Next.js, which writes to it
logUnended();
// Opens the pools of this bundle before Next.js loads those of its own. Drizzle is slower with columns of another copy of itself: a list of
// the API took an eighth longer.
readDb();
const app = await createApp(root, path.basename(buildFolder), port, path.join(import.meta.dirname, "page-cache.cjs"));
// Loaded only when somebody may read them: counting costs a little.
const metrics = metricsToken
  ? (await import("./metrics/start")).startMetrics(metricsToken, buildFolder, countTurns)
  : undefined;
const answer = answerer(buildFolder, app.handle, metrics);

let stopping = false;

const server = http.createServer({
  requireHostHeader: false,
  highWaterMark: READ_AHEAD_BYTES,
  ServerResponse: PageResponse,
  connectionsCheckingInterval: 5_000,
  // These bound the receiving alone: a browser on a slow line needs its time for a picture of 6 MB.
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
});
takeTurns(server, (turn) => {
  if (stopping) turn.response.setHeader("connection", "close");
  return answer(turn);
});
// Between two requests keepAliveTimeout replaces it. For a client that does not read it fires after one to two times its value.
server.timeout = SILENCE_MS;
server.on("timeout", (socket) => {
  const turn = turnOn(socket);
  if (turn && !turn.request.complete && !turn.response.headersSent)
    giveUp(turn, parserRefusal("ERR_HTTP_REQUEST_TIMEOUT"));
  // An answer of which nothing is left to send waits for us, and may take its time.
  else if (!turn?.request.complete || turn.response.writableLength > 0) socket.destroy();
});
server.on("checkExpectation", (request, response) =>
  refuse(request, response, [417, "bad_request", "Nothing can be expected but 100-continue."]),
);
server.on("connect", (request, socket) =>
  refuseOnSocket(socket, [405, "method_not_allowed", "The method CONNECT is not supported."], {
    allow: ALLOWED_METHODS,
    ...corsHeaders(request),
  }),
);
server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
  const turn = turnOn(socket as IncomingMessage["socket"]);
  if (error.code === "ECONNRESET" || !socket.writable || turn?.response.headersSent) socket.destroy();
  else if (!turn) refuseOnSocket(socket, parserRefusal(error.code));
  // It is what follows that is no request: the one before it gets its answer.
  else if (turn.request.complete) turn.response.setHeader("connection", "close");
  else giveUp(turn, parserRefusal(error.code));
});
server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
  const error = code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : message;
  logLine({ level: "error", where: "server", code, error });
  process.exit(1);
});
// The queue of the system: what does not fit in is tried again by its client after one, three and seven seconds.
server.listen({ port, host, backlog: 4_096 }, () => process.send?.("ready"));

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
process.on("disconnect", stop); // the start was killed: nothing else would end this process

/** The refusal for a request that Node's parser gave up. */
function parserRefusal(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return [431, "bad_request", "The address or the headers are too long."];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "bad_request", "The request took too long."];
  return [400, "bad_request", "The request is not valid HTTP."];
}

/** Accepts no more connections, answers what is in progress, then ends the process. */
async function stop() {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(0), STOP_MS).unref();
  if (trustProxy) await sleep(PROXY_IDLE_MS);
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  await Promise.all([closed, finishJobs()]);
  clearInterval(idle);
  await app.close(); // work that pages left to do after their responses
  process.exit(0);
}
