/*
 * The process that serves the built shop: one plain HTTP server. It refuses what nobody should see, answers from memory what does not
 * change, calls the API's handlers itself, and hands everything else to Next.js. It uses documented interfaces of Node.js alone. Compiled
 * into the build's folder by scripts/compile-server.ts and started by scripts/shop.ts.
 */
import http, { type IncomingMessage } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bodyLimit, tooLargeText } from "@/lib/http/body-sizes";
import { logFault, logLine, requestIdOf } from "@/lib/http/log";
import { countByLabel } from "@/lib/metrics";
import { rewriteUrl } from "./addresses";
import { answerApi } from "./api";
import { countShed, countTurns, findRoom, isBusy, type Turn, takeTurns, turnOn, type Work } from "./connections";
import { logConsole } from "./console";
import { readFiles } from "./files";
import { inspectPageRequest, inspectRequest } from "./inspect-request";
import { finishJobs } from "./jobs/before-exit";
import { actionNames } from "./next/action-names";
import { createApp } from "./next/create-app";
import { PAGE_VARIANTS, ROUTER_PARAMETER } from "./next/headers";
import { routeTemplates } from "./next/route-templates";
import { pageCacheState } from "./page-cache/state";
import { PageResponse } from "./page-response";
import {
  ALLOWED_METHODS,
  commonHeaders,
  corsHeaders,
  defaultPolicy,
  isApi,
  type Refusal,
  refuse,
  refuseOnSocket,
  TOO_BUSY,
} from "./refusals";
import { logRequest, logUnended } from "./request-log";
import { OTHER, routeLabels } from "./route-labels";
import { host, metricsToken, port, trustProxy } from "./settings";
import { sendStored } from "./stored";

/** How long a stop waits for responses in progress. */
const STOP_MS = 10_000;
/**
 * How long a stop goes on serving behind a proxy. One of its idle connections may have a request on its way, which the proxy does not
 * repeat when it is a write. A proxy that closes idle connections sooner (docs/operations.md#several-instances) loses nothing.
 */
const PROXY_IDLE_MS = 2_000;
/**
 * How much of a body is read before anybody asks for it. Node.js 20 has this default, later versions 64 KB: a sender who looks for an answer
 * after its first 50 KB would wait for ever, and hundreds of stalled senders would hold four times the memory.
 */
const READ_AHEAD_BYTES = 16 * 1024;
/** Answered even by a shop that is overloaded: whoever watches these would restart it. */
const HEALTH_PATHS = ["/api/live", "/api/health"];
/** With one of these a request gets something else than the page at its address. */
const NOT_THE_PAGE = [...PAGE_VARIANTS, "content-type"];

// This file is <root>/<build>/shop-server/main.mjs.
const buildFolder = path.dirname(import.meta.dirname);
const root = path.dirname(buildFolder);
process.chdir(root);
process.title = "mithaas";
logConsole(); // before Next.js, which writes to it
logUnended();
const app = await createApp(root, path.basename(buildFolder), port, path.join(import.meta.dirname, "page-cache.cjs"));
// Loaded only when somebody may read them: counting costs a little.
const metrics = metricsToken
  ? (await import("./metrics/start")).startMetrics(metricsToken, buildFolder, countTurns)
  : undefined;
const files = readFiles(buildFolder);
const labelOf = routeLabels(routeTemplates(buildFolder));
const actions = actionNames(buildFolder);
const { pages } = pageCacheState();
const countStored = countByLabel(
  "mithaas_response_cache_total",
  "Requests for pages that were answered from memory, without Next.js.",
  "result",
  ["hit", "not_modified"],
);

let stopping = false;

const server = http.createServer({
  requireHostHeader: false,
  connectionsCheckingInterval: 5_000,
  highWaterMark: READ_AHEAD_BYTES,
  ServerResponse: PageResponse,
});
takeTurns(server, answer, (turn) => giveUp(turn, [408, "bad_request", "The request took too long."]));
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

/** Answers a request at once, or returns the work that is left. */
function answer(turn: Turn): Work | undefined {
  const fail = (error: unknown) => {
    logFault(error, requestIdOf(turn.request.headers["x-request-id"]), "server");
    if (turn.response.headersSent) turn.response.destroy();
    else refuse(turn.request, turn.response, [500, "internal", "An unexpected error occurred"]);
  };
  // Next.js listens for errors that nobody catches: a request that failed would wait until its client gives up.
  try {
    const work = serve(turn);
    return work && { ...work, start: () => work.start().catch(fail) };
  } catch (error) {
    fail(error);
  }
}

function serve(turn: Turn): Work | undefined {
  const { request, response } = turn;
  if (stopping) response.setHeader("connection", "close");
  const refusal = inspectRequest(request) ?? judgeBody(request);
  const address = pathOf(request);
  const label = refusal ? OTHER : labelOf(address);
  metrics?.measure(request, response, label);

  const reads = request.method === "GET" || request.method === "HEAD";
  const decoded = refusal || !address.includes("%") ? address : decodeURIComponent(address);
  const file = reads && !refusal && files.get(decoded);
  if (file) return void sendStored(request, response, file);
  const doLogged = logRequest(request, response, label, (id) => actions.get(id));
  if (refusal) return void refuse(request, response, refusal);
  // Addresses of Next.js alone. Some of them are other addresses of pages and of the API, which nothing here would judge.
  if (decoded.startsWith("/_")) {
    const headers = { ...commonHeaders, ...defaultPolicy, "content-type": "text/plain; charset=utf-8" };
    return void response.writeHead(404, { ...headers, "cache-control": "no-store" }).end("Not Found");
  }
  if (metrics?.serve(request, response)) return;
  const call = isApi(request) ? answerApi(request, response) : undefined;
  if (!call && rewriteUrl(request, response)) return;
  const pageRefusal = isApi(request) ? undefined : inspectPageRequest(request);
  if (pageRefusal) return void refuse(request, response, pageRefusal);
  const isPage = !call && reads && NOT_THE_PAGE.every((name) => request.headers[name] === undefined);
  const page = isPage && pages.get(pathOf(request));
  if (page && Date.now() < page.freshUntil)
    return void countStored(sendStored(request, response, page) === 304 ? "not_modified" : "hit");

  if (isBusy() && !HEALTH_PATHS.includes(address)) {
    countShed("queue");
    return void refuse(request, response, TOO_BUSY);
  }
  for (const other of findRoom(turn)) {
    countShed("bodies");
    giveUp(other, TOO_BUSY);
  }
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  // Next.js redirects it to the address that it should have, and some shared caches store any answer that does not forbid it.
  if (request.headers.rsc && !ROUTER_PARAMETER.test(request.url ?? "")) response.setHeader("cache-control", "no-store");
  const work: Work = call ?? { kind: "page", start: () => handleByNext(turn) };
  return { ...work, start: () => doLogged(work.start) };
}

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?", 1)[0] as string;

/** Judges a body by its headers alone. Only the API, which counts while it reads, takes one whose length is not announced. */
function judgeBody(request: IncomingMessage): Refusal | undefined {
  if (request.headers["transfer-encoding"] !== undefined && !isApi(request))
    return [411, "bad_request", "The length of the body must be announced."];
  const limit = bodyLimit(request);
  const isTooLarge = Number(request.headers["content-length"] ?? 0) > limit;
  return isTooLarge ? [413, "payload_too_large", tooLargeText(limit)] : undefined;
}

async function handleByNext({ request, response }: Turn): Promise<void> {
  if (request.headers.expect !== undefined) response.writeContinue();
  await arrival(request);
  if (!response.headersSent && !response.destroyed) await app.handle(request, response);
}

/**
 * Waits until a body has come, or as much of it as is read before anybody asks for it. Next.js begins to render when it is handed a request:
 * a thousand senders who announce a body and stop would keep it busy for seconds.
 */
function arrival(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!request.complete && request.readableLength < request.readableHighWaterMark) return;
      request.off("readable", look);
      resolve();
    };
    if (Number(request.headers["content-length"] ?? 0) === 0) return resolve();
    request.on("readable", look);
    look();
  });
}

/** Refuses a request while its body is on its way. Whoever reads the body would wait for the rest of it for ever. */
function giveUp({ request, response }: Turn, refusal: Refusal) {
  if (response.headersSent) return void request.destroy();
  response.once("finish", () => request.destroy());
  response.setHeader("connection", "close");
  refuse(request, response, refusal);
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
