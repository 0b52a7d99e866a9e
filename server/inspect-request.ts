/*
 * What Next.js must not see as it was sent: a wrong Host, a method that it cannot represent, an address that the client made
 * up, headers that are Next's own; and what it would answer with a bare text, or fail on.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isActionId, isInternalHeader, isPrefetch, isRouterTree } from "./next/headers";
import { methods, type Refusal } from "./refusals";
import { port, trustProxy } from "./settings";

/** Corrects a request's address and headers in place, or says why it must be refused. */
export function inspectRequest(request: IncomingMessage): Refusal | undefined {
  const { headers, method = "", url = "" } = request;
  if (!methods.has(method)) return [405, "method_not_allowed", `The method ${method} is not supported.`];
  if (!url.startsWith("/")) {
    const absolute = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(url); // allowed by RFC 9112, 3.2.2
    if (!absolute) return [400, "bad_request", "The request target is not valid."];
    headers.host = absolute[1];
    request.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2]}`;
  }
  if (url.includes("#")) return [400, "bad_request", "The request target is not valid."];
  if (!isPlainPath(request.url?.split("?", 1)[0] ?? "")) return [400, "bad_request", "The path is not valid."];
  if (request.httpVersion === "1.0") headers.host ??= `localhost:${port}`;
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || !isHost(headers.host ?? "")) return [400, "bad_request", "The Host header is missing or not valid."];

  const socketAddress = withoutMapping(request.socket.remoteAddress ?? "");
  // The last address is the one that our proxy wrote; those before it are what the client claims.
  const forwarded = trustProxy
    ? withoutMapping(headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim() ?? "")
    : "";
  headers["x-forwarded-for"] = isIP(forwarded) ? forwarded : socketAddress;
  for (const name of Object.keys(headers)) if (isInternalHeader(name)) delete headers[name];
  // APP_URL says how shoppers reach the shop. Next would take a scheme given here for that of its own port, and fail when it
  // fetches, over TLS from itself, the page that an action redirects to.
  for (const name of ["forwarded", "x-real-ip", "x-forwarded-proto", "x-forwarded-port"]) delete headers[name];
  if (!trustProxy) delete headers["x-forwarded-host"];
  return undefined;
}

/** A form with the text that separates its parts (RFC 2046, 5.1.1). */
const FORM = /^multipart\/form-data *;.*\bboundary=("[\w'()+,./:=? -]{1,70}"|[\w'+./-]{1,70}(?=$|[; ]))/;

/** Judges a request that is not for the API: pages are read, and take the forms that they show. */
export function inspectPageRequest({ headers, method = "" }: IncomingMessage): Refusal | undefined {
  if (method === "POST") {
    const { origin, "content-type": type = "", "next-action": action } = headers;
    if (action === undefined && !type.startsWith("multipart/form-data"))
      return [415, "unsupported_media_type", "A page takes forms only, as multipart/form-data."];
    if (type.startsWith("multipart/") && !FORM.test(type))
      return [400, "bad_request", "The header Content-Type names no valid boundary."];
    if (action !== undefined && !isActionId(action))
      return [400, "bad_request", "The header Next-Action is not valid."];
    if (origin !== undefined && !isOfHost(origin, headers))
      return [403, "forbidden", "This request did not come from our own pages."];
  } else if (method !== "GET" && method !== "HEAD")
    return [405, "method_not_allowed", `A page does not support the method ${method}.`];
  if (!isPrefetch(headers)) return [400, "bad_request", "The header Next-Router-Prefetch is not valid."];
  if (!isRouterTree(headers)) return [400, "bad_request", "The header Next-Router-State-Tree is not valid."];
  return undefined;
}

/** The same comparison as that of Next.js, which answers 500 where it fails. The action itself compares with APP_URL, too. */
function isOfHost(origin: string, headers: IncomingHttpHeaders): boolean {
  const forwarded = headers["x-forwarded-host"]?.toString().split(",", 1)[0]?.trim();
  return URL.canParse(origin) && new URL(origin).host === (forwarded || headers.host);
}

/** Segments of dots, however they are written, and backslashes: Next.js would take another address for what was judged by this one. */
const LEADS_ELSEWHERE = /(^|\/)(\.|%2e){1,2}(\/|$)|\\/i;

function isPlainPath(path: string) {
  try {
    decodeURIComponent(path);
  } catch {
    return false; // Next.js fails on a percent sign that begins no character.
  }
  return !LEADS_ELSEWHERE.test(path);
}

const isHost = (host: string) => /^([a-z0-9]([a-z0-9._-]{0,253})|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(host);

/** "::ffff:10.0.0.1", as a dual-stack socket writes it, is 10.0.0.1. */
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");
