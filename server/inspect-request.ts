/*
 * What Next.js must not see as it was sent: a wrong Host, a method that it cannot represent, an address that the client made
 * up, headers that are Next's own.
 */
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { isInternalHeader } from "./next/headers";
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
