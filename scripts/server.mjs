// The process that serves the built shop: Next.js behind a small HTTP server of ours, for what must be settled before Next sees a request.
import { EventEmitter } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { bodyLimit, tooLargeText } from "../lib/http/body-sizes.cjs";
import { Body, hasBody } from "./bodies.mjs";
import { compress } from "./compression.mjs";
import { beforeHead } from "./head.mjs";
import { inspect } from "./inspect.mjs";
import { beginInTurn, count, isOverloaded } from "./overload.mjs";
import { answerReady, keepReady, placeOf } from "./ready.mjs";
import { answerRaw, cors, HEADERS, METHODS, POLICY, refuse } from "./refusals.mjs";

const root = path.resolve(import.meta.dirname, "..");
const distDir = process.argv[2] ?? ".next";
const port = Number(process.env.PORT || 3000);

/** How long a stop waits for answers in flight. */
const STOP_MS = 10_000;
/** What must be answered by a shop that is busy: whoever watches it would restart it. */
const WATCHED = ["/api/live", "/api/health"];

/** Next answers these without the headers that a page or a file has. */
const REDIRECTS = [301, 302, 303, 307, 308];

process.chdir(root);
process.title = "mithaas";
// As Next's own standalone server does: the build's configuration, so that neither next.config.ts nor its compiler is loaded (memory, time).
const built = JSON.parse(fs.readFileSync(path.join(root, distDir, "required-server-files.json"), "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify({ ...built.config, distDir: `./${distDir}` });
const { default: next } = await import("next");

// The emitter stands in for the server where Next would listen for WebSockets: production has none, and a request that offers an upgrade is answered plainly.
const httpServer = /** @type {any} */ (new EventEmitter());
const app = next({ dev: false, dir: root, port, hostname: "localhost", httpServer, quiet: true });
await app.prepare();
const handle = app.getRequestHandler();

let stopping = false;

const server = http.createServer({ requireHostHeader: false, connectionsCheckingInterval: 5000 }, serve);
// A browser on a slow line needs its time for a 6 MB picture; one that sends its headers byte by byte is no browser.
Object.assign(server, { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 });

// Without these Node.js would ask for a body, or refuse it, before it is known whether anybody wants it.
server.on("checkContinue", serve);
server.on("checkExpectation", (request, response) =>
  serve(request, response, [417, "bad_request", "Nothing can be expected but 100-continue."]),
);
server.on("connect", (request, socket) =>
  answerRaw(socket, 405, "method_not_allowed", "The method CONNECT is not supported.", {
    allow: METHODS,
    ...cors(request),
  }),
);
server.on("clientError", (error, socket) => {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== "ECONNRESET" && socket.writable) {
    if (code === "HPE_HEADER_OVERFLOW")
      answerRaw(socket, 431, "bad_request", "The address or the headers are too long.");
    else if (code === "ERR_HTTP_REQUEST_TIMEOUT") answerRaw(socket, 408, "bad_request", "The request took too long.");
    else answerRaw(socket, 400, "bad_request", "The request is not valid HTTP.");
  } else socket.destroy();
});
server.once("error", (error) => {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  console.error(code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : message);
  process.exit(1);
});
server.listen({ port, host: process.env.HOST || undefined }, () => process.send?.("ready"));

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
process.on("disconnect", stop); // the start was killed: nobody else would end this process

/**
 * @param {http.IncomingMessage} request @param {http.ServerResponse} response
 * @param {[status: number, code: string, detail: string]} [refusal]
 */
function serve(request, response, refusal = inspect(request)) {
  if (request.socket.writableEnded) return; // the answer before it was the last one of this connection
  const place = placeOf(request);
  /** Next has it: its answer may come at any moment. */
  let handed = false;
  const body = hasBody(request)
    ? new Body(request, response, (...reason) => {
        if (!handed) refuse(request, response, ...reason);
        else if (response.socket) answerRaw(response.socket, ...reason);
        else request.socket.destroy();
      })
    : undefined;
  if (!refusal && !stopping && answerReady(place, request, response)) return;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (stopping) response.setHeader("connection", "close");
  if (refusal) return refuse(request, response, ...refusal);
  const url = request.url ?? "";
  const isFile = url.startsWith("/_next/static/");
  const isRefused = () => {
    if (isFile || !isOverloaded() || WATCHED.includes(url.split("?", 1)[0] ?? "")) return false;
    refuse(request, response, 503, "service_unavailable", "The shop is very busy. Please try again in a moment.");
    return true;
  };
  if (isRefused()) return;
  const hand = () => {
    handed = true;
    const counted = isFile ? undefined : count(response);
    if (counted && !request.complete) body?.stream(counted.pause, counted.resume);
    pass(request, response, place);
  };
  if (!body) return hand();
  const limit = bodyLimit(request);
  if (body.length > limit) return refuse(request, response, 413, "payload_too_large", tooLargeText(limit));
  // The API refuses whom it must before it reads; a page would read whatever comes, however slowly.
  if (url.startsWith("/api/")) hand();
  else body.collect(limit, () => isRefused() || hand());
}

/** @param {http.IncomingMessage} request @param {http.ServerResponse} response @param {ReturnType<typeof placeOf>} place */
function pass(request, response, place) {
  const isPicture = request.url?.startsWith("/media/");
  beforeHead(response, (status) => {
    // Next's configuration says of every picture's address that its answer may be stored for ever; that there is none is no such answer.
    if (isPicture && status >= 400) response.setHeader("cache-control", "no-store");
    if (REDIRECTS.includes(status) && !response.hasHeader("content-security-policy"))
      for (const [name, value] of Object.entries(POLICY)) response.setHeader(name, value);
  });
  compress(request, response, (body) => keepReady(place, response, body));
  beginInTurn(() => {
    if (response.destroyed) return; // whoever asked has gone
    handle(request, response).catch((error) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, 500, "internal", "An unexpected error occurred");
    });
  });
}

/** Takes no more connections, answers what is in flight, then ends the process. */
async function stop() {
  if (stopping) return;
  stopping = true;
  const closed = new Promise((resolve) => server.close(resolve));
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  setTimeout(() => server.closeAllConnections(), STOP_MS - 500).unref();
  setTimeout(() => process.exit(0), STOP_MS).unref();
  await closed;
  clearInterval(idle);
  await app.close(); // what pages left to do after their answers
  process.exit(0);
}
