/*
 * The process that serves the built shop: Next.js behind an HTTP server of ours, for what must be decided before Next sees a
 * request. Compiled into the build's folder by scripts/compile-server.ts and started by scripts/shop.ts.
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net from "node:net";
import path from "node:path";
import { bodyLimit, tooLargeText } from "@/lib/http/body-sizes";
import { currentTracing } from "@/lib/tracing";
import { leadToPage } from "./addresses";
import { beforeHeaders } from "./before-headers";
import { choosePack } from "./chosen-pack";
import { compressResponse } from "./compress-response";
import { inspectRequest } from "./inspect-request";
import { finishJobs } from "./jobs/before-exit";
import { countShed, countWaiting, enqueue, isOverloaded } from "./load-shedding";
import { createApp } from "./next/create-app";
import {
  ALLOWED_METHODS,
  buildFileHeaders,
  commonHeaders,
  corsHeaders,
  defaultPolicy,
  type Refusal,
  refuse,
  refuseOnSocket,
  TOO_BUSY,
} from "./refusals";
import { hasBody, RequestBody } from "./request-bodies";
import { type CacheRequest, cacheRequest, serveCached, store } from "./response-cache";
import { host, metricsToken, port, trustProxy } from "./settings";

/** How long a stop waits for responses in progress. */
const STOP_MS = 10_000;
/**
 * How long a stop leaves idle connections of a proxy open. One may have a request on its way, which the proxy does not repeat when it is a
 * write. A proxy that closes idle connections sooner (docs/operations.md#several-instances) loses nothing.
 */
const PROXY_IDLE_MS = 2_000;
/** Answered even by a shop that is overloaded: whoever watches these would restart it. */
const HEALTH_PATHS = ["/api/live", "/api/health"];
/** Next answers these without the headers that a page or a file has. */
const REDIRECTS = [301, 302, 303, 307, 308];
/** Some shared caches store any answer that does not forbid it, and where these lead may depend on a request's headers. */
const TEMPORARY = [302, 303, 307];

// This file is <root>/<build>/shop-server/main.mjs.
const buildFolder = path.dirname(import.meta.dirname);
const root = path.dirname(buildFolder);
const pageCache = path.join(import.meta.dirname, "page-cache.cjs");

process.chdir(root);
process.title = "mithaas";
const app = await createApp(root, path.basename(buildFolder), port, pageCache);
// Only now: its connections are traced when instrumentation.ts, which Next has run, has started the tracing.
const { answerApi } = await import("./api");

// Loaded only when somebody may read them: counting costs a little.
const metrics = metricsToken ? (await import("./metrics/start")).startMetrics(metricsToken, buildFolder) : undefined;

let stopping = false;

const server = http.createServer({ requireHostHeader: false, connectionsCheckingInterval: 5000 }, serve);
// A browser on a slow line needs its time for a 6 MB picture; a client that sends its headers byte by byte is no browser.
Object.assign(server, { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 });

// Without these Node.js would ask for a body, or refuse it, before it is known whether anybody reads it.
server.on("checkContinue", serve);
server.on("checkExpectation", (request, response) =>
  serve(request, response, [417, "bad_request", "Nothing can be expected but 100-continue."]),
);
server.on("connect", (request, socket) =>
  refuseOnSocket(socket, [405, "method_not_allowed", "The method CONNECT is not supported."], {
    allow: ALLOWED_METHODS,
    ...corsHeaders(request),
  }),
);
server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else refuseOnSocket(socket, parserRefusal(error.code));
});
server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
  console.error(code === "EADDRINUSE" ? `Port ${port} is in use by another program.` : message);
  process.exit(1);
});
server.listen({ port, host }, () => process.send?.("ready"));

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
process.on("disconnect", stop); // the start was killed: nothing else would end this process

/** The refusal for a request that Node's parser gave up. */
function parserRefusal(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return [431, "bad_request", "The address or the headers are too long."];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return [408, "bad_request", "The request took too long."];
  return [400, "bad_request", "The request is not valid HTTP."];
}

function serve(request: IncomingMessage, response: ServerResponse, refusal = inspectRequest(request)): void {
  if (request.socket.writableEnded) return; // the response before it was the last one of this connection
  metrics?.measure(request, response);
  const asked = cacheRequest(request);
  /** Next has it: its answer may come at any moment. */
  let handedOver = false;
  const body = hasBody(request)
    ? new RequestBody(request, response, (reason) => {
        if (!handedOver) refuse(request, response, reason);
        else if (response.socket) refuseOnSocket(response.socket, reason);
        else request.socket.destroy();
      })
    : undefined;
  if (!refusal && !stopping && asked && serveCached(asked, request, response)) return;
  const url = request.url ?? "";
  const isFile = url.startsWith("/_next/static/");
  for (const [name, value] of Object.entries(isFile ? buildFileHeaders : commonHeaders))
    response.setHeader(name, value);
  if (stopping) response.setHeader("connection", "close");
  if (refusal) {
    refuse(request, response, refusal);
    return;
  }
  if (metrics?.serve(request, response)) return;

  const isExempt = isFile || HEALTH_PATHS.includes(url.split("?", 1)[0] ?? "");
  const refuseWhenOverloaded = () => {
    if (isExempt || !isOverloaded()) return false;
    countShed("queue");
    refuse(request, response, TOO_BUSY);
    return true;
  };
  const handOver = () => {
    handedOver = true;
    const waiting = isFile ? undefined : countWaiting(response);
    if (waiting && !request.complete) body?.stream(waiting.pause, waiting.resume);
    respond(request, response, asked);
  };
  if (refuseWhenOverloaded()) return;
  const limit = bodyLimit(request);
  if (body && body.length > limit) refuse(request, response, [413, "payload_too_large", tooLargeText(limit)]);
  // The API refuses whom it must before it reads; a page would read whatever comes, however slowly.
  else if (!body || url.startsWith("/api/")) handOver();
  else body.collect(limit, () => refuseWhenOverloaded() || handOver());
}

function respond(request: IncomingMessage, response: ServerResponse, asked: CacheRequest | undefined) {
  const isPicture = request.url?.startsWith("/media/");
  beforeHeaders(response, (status) => {
    // next.config.ts says of every picture's address that its answer may be stored for ever; a missing picture may appear.
    if (isPicture && status >= 400) response.setHeader("cache-control", "no-store");
    if (REDIRECTS.includes(status) && !response.hasHeader("content-security-policy"))
      for (const [name, value] of Object.entries(defaultPolicy)) response.setHeader(name, value);
    if (TEMPORARY.includes(status) && !response.hasHeader("cache-control"))
      response.setHeader("cache-control", "no-store");
  });
  compressResponse(request, response, asked && ((bodyKey) => store(asked, response, bodyKey)));
  const isApi = request.url?.startsWith("/api/");
  if (!isApi) {
    if (leadToPage(request, response)) return;
    choosePack(request, response);
  }
  enqueue(() => {
    if (response.destroyed) return; // the client has gone
    const answered = (isApi && answerApi(request, response)) || app.handle(request, response);
    answered.catch((error) => {
      console.error(error);
      if (response.headersSent) response.destroy();
      else refuse(request, response, [500, "internal", "An unexpected error occurred"]);
    });
  });
}

/** Accepts no more connections, answers what is in progress, then ends the process. */
async function stop() {
  if (stopping) return;
  stopping = true;
  // http's own close() would close idle connections, too.
  const closed = new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
  const closeIdleFrom = performance.now() + (trustProxy ? PROXY_IDLE_MS : 0);
  const closeIdle = () => void (performance.now() >= closeIdleFrom && server.closeIdleConnections());
  closeIdle();
  const idle = setInterval(closeIdle, 100);
  setTimeout(() => server.closeAllConnections(), STOP_MS - 500).unref();
  setTimeout(() => process.exit(0), STOP_MS).unref();
  await Promise.all([closed, finishJobs()]);
  clearInterval(idle);
  await app.close(); // work that pages left to do after their responses
  await currentTracing()?.stop();
  process.exit(0);
}
