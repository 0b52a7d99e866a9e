/*
 * What is done for a request, from its head to its answer: it is refused, answered from memory, given to the API's handlers, or handed to
 * Next.js.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyLimit, tooLargeText } from "@/lib/http/body-sizes";
import { logFault, requestIdOf } from "@/lib/http/log";
import { countByLabel } from "@/lib/metrics";
import { rewriteUrl } from "./addresses";
import { answerApi } from "./api";
import { readFiles } from "./files";
import { inspectPageRequest, inspectRequest } from "./inspect-request";
import type { startMetrics } from "./metrics/start";
import { actionNames } from "./next/action-names";
import { PAGE_VARIANTS, ROUTER_PARAMETER } from "./next/headers";
import { routeTemplates } from "./next/route-templates";
import { countShed, findRoom, isBusy, type Turn, type Work } from "./overload";
import { OWN_REQUEST, pageCacheState } from "./page-cache/state";
import { commonHeaders, defaultPolicy, isApi, type Refusal, refuse, TOO_BUSY } from "./refusals";
import { logRequest } from "./request-log";
import { OTHER, routeLabels } from "./route-labels";
import { sendStored } from "./stored";

/** Answered even by a shop that is overloaded: whoever watches these would restart it. */
const HEALTH_PATHS = ["/api/live", "/api/health"];
/** With one of these a request gets something else than the page at its address. */
const NOT_THE_PAGE = [...PAGE_VARIANTS, "content-type"];

const countStored = countByLabel(
  "mithaas_response_cache_total",
  "Requests for pages that were answered from memory, without Next.js.",
  "result",
  ["hit", "not_modified"],
);

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * What answers each request at once, or returns the work that is left.
 * @param handleByNext has Next.js answer one
 */
export function answerer(buildFolder: string, handleByNext: Handle, metrics?: ReturnType<typeof startMetrics>) {
  const files = readFiles(buildFolder);
  const labelOf = routeLabels(routeTemplates(buildFolder));
  const actions = actionNames(buildFolder);
  const { pages, ownRequest } = pageCacheState();

  return (turn: Turn): Work | undefined => {
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
  };

  function serve(turn: Turn): Work | undefined {
    const { request, response } = turn;
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

    const isShown = reads && request.headers[OWN_REQUEST] !== ownRequest;
    const work: Work = call ?? { kind: isShown ? "page" : "form", start: () => render(turn) };
    if (isBusy(work.kind) && !HEALTH_PATHS.includes(address)) {
      countShed("queue");
      return void refuse(request, response, TOO_BUSY);
    }
    for (const other of findRoom(turn)) {
      countShed("bodies");
      giveUp(other, TOO_BUSY);
    }
    for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
    // Next.js redirects it to the address that it should have, and some shared caches store any answer that does not forbid it.
    if (request.headers.rsc && !ROUTER_PARAMETER.test(request.url ?? ""))
      response.setHeader("cache-control", "no-store");
    return { ...work, start: () => doLogged(work.start) };
  }

  async function render({ request, response }: Turn): Promise<void> {
    if (request.headers.expect !== undefined) response.writeContinue();
    await arrival(request);
    if (!response.headersSent && !response.destroyed) await handleByNext(request, response);
  }
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
export function giveUp({ request, response }: Turn, refusal: Refusal): void {
  if (response.headersSent) return void request.destroy();
  response.once("finish", () => request.destroy());
  response.setHeader("connection", "close");
  refuse(request, response, refusal);
}
