/* Responses that are made without Next.js: what the process refuses before a page or an endpoint sees it. */
import { randomUUID } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { requestIdOf } from "@/lib/http/log";
import { filePolicy, securityHeaders } from "@/lib/http/security-headers";
import { appUrl, corsOrigins } from "./settings";

/** Why a request is refused: `code` is one of the API's problem codes (lib/http/problem.ts). */
export type Refusal = readonly [status: number, code: string, detail: string];

export const ALLOWED_METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
const PAGE_METHODS = "GET, HEAD, POST";
export const methods: ReadonlySet<string> = new Set(ALLOWED_METHODS.split(", "));
/** On every response, those that Next makes included, except for `buildFileHeaders`. */
export const commonHeaders: Record<string, string> = {
  ...Object.fromEntries(securityHeaders(appUrl)),
  "X-Frame-Options": "DENY",
};
const OF_DOCUMENTS = ["Permissions-Policy", "Cross-Origin-Opener-Policy", "X-Frame-Options"];
/** On the scripts, styles and fonts of the build. They are never documents, and a first load has a dozen of them: 170 bytes less on each. */
export const buildFileHeaders = Object.fromEntries(
  Object.entries(commonHeaders).filter(([name]) => !OF_DOCUMENTS.includes(name)),
);
/** On responses that are neither pages nor carry a policy of their own. */
export const defaultPolicy = { "content-security-policy": filePolicy };

export const TOO_BUSY: Refusal = [503, "service_unavailable", "The shop is very busy. Please try again in a moment."];

/**
 * After these it is not known what comes next on the connection. After all others it serves the next request: Node reads the rest of a body
 * away, and a connection that is closed while its client still sends may be reset before the client has read the answer.
 */
const CLOSES = [408, 417];

/** Whether a request is for an address of the API, one that is none of its routes included. */
export const isApi = ({ url = "" }: IncomingMessage): boolean => /^\/api([/?]|$)/.test(url);

/** Answers with a problem as lib/http/problem.ts makes them; a body that is too large for a page's form gets a page to read. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  [status, code, detail]: Refusal,
): ServerResponse {
  const { headers, body } = problem(status, code, detail, requestIdOf(request.headers["x-request-id"]));
  const asPage = status === 413 && request.headers.accept?.includes("text/html") && !isApi(request);
  response.writeHead(status, {
    ...commonHeaders,
    ...headers,
    ...(asPage ? { "content-type": "text/html; charset=utf-8" } : {}),
    ...corsHeaders(request),
    ...(status === 405 ? { allow: isApi(request) ? ALLOWED_METHODS : PAGE_METHODS } : {}),
    // A client that waits to be asked for its body may send it now or not.
    ...(CLOSES.includes(status) || request.headers.expect !== undefined ? { connection: "close" } : {}),
  });
  return response.end(
    asPage ? page(http.STATUS_CODES[status] ?? "", detail, "Please go back and try again with less.") : body,
  );
}

/**
 * For a form that was posted without JavaScript by a page of an earlier build, whose actions nobody knows any more. Going back shows that
 * page with what was typed; its own address leads to the page of now.
 */
export const outdatedPage = page(
  "The shop was updated",
  "The shop was updated. Please reload the page.",
  'Nothing was sent. <a href="">Reload the page</a> and send the form again, or go back first to copy what you typed.',
);

/** Its texts are constants of ours: none holds anything that the client sent. */
function page(title: string, text: string, advice: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>:root { color-scheme: light dark } body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1rem }</style>
<h1>${title}</h1><p>${text}</p><p>${advice}</p></html>`;
}

/** Lets pages of the listed origins read a refusal, as lib/http/cors.ts does for the API's answers. */
export function corsHeaders({ headers: { origin } }: IncomingMessage): Record<string, string> {
  if (corsOrigins.length === 0) return {};
  if (!origin || !corsOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Retry-After, X-Request-Id",
  };
}

/** Writes a refusal to a socket for which Node has made no response, and ends the connection. */
export function refuseOnSocket(
  socket: Duplex,
  [status, code, detail]: Refusal,
  extraHeaders: Record<string, string> = {},
): void {
  const { headers, body } = problem(status, code, detail, randomUUID());
  const lines = Object.entries({ ...commonHeaders, ...headers, ...extraHeaders, connection: "close" });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** A problem as lib/http/problem.ts makes it. */
export function problem(status: number, code: string, detail: string, requestId: string) {
  const headers = {
    ...defaultPolicy,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    // Seconds: what was too much for a moment may be tried again after it.
    ...(status === 503 ? { "retry-after": "1" } : {}),
  };
  const title = http.STATUS_CODES[status];
  const body = JSON.stringify({ type: "about:blank", title, status, detail, message: detail, code, requestId });
  return { headers, body };
}
