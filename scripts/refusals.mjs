// Answers that are made without Next.js.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { filePolicy, securityHeaders } from "../lib/page-cache/policy.cjs";

export const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
/** On every answer, also on those that Next does not make. */
export const HEADERS = { ...Object.fromEntries(securityHeaders(process.env.APP_URL ?? "")), "X-Frame-Options": "DENY" };
/** On those that are made here. */
export const POLICY = { "content-security-policy": filePolicy };
/** After these refusals the connection serves the next request: nothing was wrong with how the request came. */
const SOUND = [405, 413, 503];
const corsOrigins = (process.env.CORS_ORIGINS ?? "").split(",").map((origin) => origin.trim().replace(/\/$/, ""));

/**
 * An answer as lib/http/problem.ts makes them; for somebody who looks at pages, one that can be read.
 * @param {http.IncomingMessage} request @param {http.ServerResponse} response @param {number} status @param {string} code @param {string} detail
 */
export function refuse(request, response, status, code, detail) {
  const given = request.headers["x-request-id"];
  const requestId = typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  const [headers, body] = problem(status, code, detail, requestId);
  const asPage = status === 413 && request.headers.accept?.includes("text/html") && !request.url?.startsWith("/api/");
  response.writeHead(status, {
    ...headers,
    ...(asPage ? { "content-type": "text/html; charset=utf-8" } : {}),
    ...cors(request),
    ...(status === 405 ? { allow: METHODS } : {}),
    ...(SOUND.includes(status) ? {} : { connection: "close" }),
  });
  response.end(asPage ? page(http.STATUS_CODES[status] ?? "", detail) : body);
}

/** @param {string} title @param {string} text neither of them holds anything that was sent */
const page = (title, text) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>:root { color-scheme: light dark } body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 15vh auto; padding: 0 1rem }</style>
<h1>${title}</h1><p>${text}</p><p>Please go back and try again with less.</p></html>`;

/** Lets pages of the listed origins read a refusal, as lib/http/cors.ts does. @param {http.IncomingMessage} request @returns {Record<string, string>} */
export function cors({ headers: { origin } }) {
  if (!corsOrigins.some(Boolean)) return {};
  if (!origin || !corsOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Retry-After, X-Request-Id",
  };
}

/**
 * An answer without Node's help, and the end of the connection.
 * @param {import("node:stream").Duplex} socket @param {number} status @param {string} code @param {string} detail @param {Record<string, string>} [more]
 */
export function answerRaw(socket, status, code, detail, more = {}) {
  const [headers, body] = problem(status, code, detail, randomUUID());
  const lines = Object.entries({ ...HEADERS, ...headers, ...more, connection: "close" });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** @param {number} status @param {string} code @param {string} detail @param {string} requestId @returns {[Record<string, string>, string]} headers and body of a refusal, as lib/http/problem.ts makes them */
function problem(status, code, detail, requestId) {
  const headers = {
    ...POLICY,
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "x-request-id": requestId,
    // Whatever was too much for a moment may be tried again after it.
    ...(status === 503 ? { "retry-after": "1" } : {}),
  };
  const title = http.STATUS_CODES[status];
  return [headers, JSON.stringify({ type: "about:blank", title, status, detail, message: detail, code, requestId })];
}
