// The process that serves the built shop: Next.js behind a small HTTP server of ours, for what must be settled before Next sees a request.
import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import fs from "node:fs";
import http from "node:http";
import { isIP } from "node:net";
import path from "node:path";
import { filePolicy, headersOfAll } from "../lib/page-cache/policy.cjs";
import { compress } from "./compression.mjs";
import { beginInTurn, count, hasBody, isOverloaded } from "./overload.mjs";
import { answerReady, keepReady, placeOf } from "./ready.mjs";

const root = path.resolve(import.meta.dirname, "..");
const distDir = process.argv[2] ?? ".next";
const port = Number(process.env.PORT || 3000);
const trustProxy = process.env.TRUST_PROXY === "on";

/** How long a stop waits for answers in flight. */
const STOP_MS = 10_000;
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";
/** On every answer, also on those that Next does not make. */
const HEADERS = { ...Object.fromEntries(headersOfAll(process.env.APP_URL ?? "")), "X-Frame-Options": "DENY" };
/** On those that are made here. */
const POLICY = { "content-security-policy": filePolicy };
/** What must be answered by a shop that is busy: whoever watches it would restart it. */
const WATCHED = ["/api/live", "/api/health"];
const corsOrigins = (process.env.CORS_ORIGINS ?? "").split(",").map((origin) => origin.trim().replace(/\/$/, ""));

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

const server = http.createServer(
  { requireHostHeader: false, connectionsCheckingInterval: 5000 },
  (request, response) => {
    const refusal = inspect(request);
    const place = placeOf(request);
    if (!refusal && !stopping && answerReady(place, request, response)) return;
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    if (stopping) response.setHeader("connection", "close");
    if (refusal) return refuse(request, response, ...refusal);
    if (!request.url?.startsWith("/_next/static/")) {
      if (isOverloaded() && !WATCHED.includes(request.url?.split("?", 1)[0] ?? "")) {
        response.setHeader("retry-after", "1");
        return refuse(
          request,
          response,
          503,
          "service_unavailable",
          "The shop is very busy. Please try again in a moment.",
        );
      }
      count(request, response);
    }
    if (request.url?.startsWith("/media/")) keepNoFailure(response);
    compress(request, response, (body) => keepReady(place, response, body));
    beginInTurn(() => {
      if (response.destroyed) return; // whoever asked has gone
      handle(request, response).catch((error) => {
        console.error(error);
        if (response.headersSent) response.destroy();
        else refuse(request, response, 500, "internal", "An unexpected error occurred");
      });
    });
  },
);
// A browser on a slow line needs its time for a 6 MB picture; one that sends its headers byte by byte is no browser.
Object.assign(server, { headersTimeout: 15_000, requestTimeout: 120_000, keepAliveTimeout: 65_000 });

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
server.listen(port, () => process.send?.("ready"));

for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
process.on("disconnect", stop); // the start was killed: nobody else would end this process

/**
 * What Next must not see as it came: a wrong Host, a method that it cannot represent, an address that the client made up.
 * @param {http.IncomingMessage} request
 * @returns {[status: number, code: string, detail: string] | undefined}
 */
function inspect(request) {
  const { headers, method = "", url = "" } = request;
  if (!METHODS.includes(method)) return [405, "method_not_allowed", `The method ${method} is not supported.`];
  if (!url.startsWith("/")) {
    const absolute = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(url); // allowed by RFC 9112, 3.2.2
    if (!absolute) return [400, "bad_request", "The request target is not valid."];
    headers.host = absolute[1];
    request.url = absolute[2]?.startsWith("/") ? absolute[2] : `/${absolute[2]}`;
  }
  if (!isDecodable(request.url ?? "")) return [400, "bad_request", "The path is not valid."];
  if (request.httpVersion === "1.0") headers.host ??= `localhost:${port}`;
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
  if (hosts > 1 || !isHost(headers.host ?? "")) return [400, "bad_request", "The Host header is missing or not valid."];

  const socketAddress = plain(request.socket.remoteAddress ?? "");
  // The last address is the one that our proxy wrote; those before it are the client's word.
  const forwarded = trustProxy ? plain(headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim() ?? "") : "";
  headers["x-forwarded-for"] = isIP(forwarded) ? forwarded : socketAddress;
  for (const name of ["forwarded", "x-real-ip"]) delete headers[name];
  if (!trustProxy)
    for (const name of ["x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"]) delete headers[name];
  return undefined;
}

/**
 * Next's configuration says of every picture's address that its answer may be kept for ever; that there is none is no such answer.
 * @param {http.ServerResponse} response
 */
function keepNoFailure(response) {
  const { writeHead } = response;
  response.writeHead = (/** @type {number} */ status, /** @type {any[]} */ ...rest) => {
    if (status >= 400) response.setHeader("cache-control", "no-store");
    return writeHead.call(response, status, ...rest);
  };
}

/** What Next would stumble over: a percent sign that begins no character. @param {string} url */
function isDecodable(url) {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/** @param {string} host */
const isHost = (host) => /^([a-z0-9]([a-z0-9._-]{0,253})|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i.test(host);

/** @param {string} address An IPv4 address without its IPv6 clothes. */
const plain = (address) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * An answer as lib/http/problem.ts makes them.
 * @param {http.IncomingMessage} request @param {http.ServerResponse} response @param {number} status @param {string} code @param {string} detail
 */
function refuse(request, response, status, code, detail) {
  const given = request.headers["x-request-id"];
  const requestId = typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
  const [headers, body] = problem(status, code, detail, requestId);
  response.writeHead(status, {
    ...headers,
    ...cors(request),
    ...(status === 405 ? { allow: METHODS } : {}),
    // A body that nobody reads would be taken for the next request. Without one the line stays: a new one costs more than a refusal.
    ...(status === 503 && !hasBody(request) ? {} : { connection: "close" }),
  });
  response.end(body);
}

/** Lets pages of the listed origins read a refusal, as lib/http/cors.ts does. @param {http.IncomingMessage} request @returns {Record<string, string>} */
function cors({ headers: { origin } }) {
  if (!corsOrigins.some(Boolean)) return {};
  if (!origin || !corsOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "Retry-After, X-Request-Id",
  };
}

/** An answer without Node's help: there is no request to answer. @param {import("node:stream").Duplex} socket @param {number} status @param {string} code @param {string} detail @param {Record<string, string>} [more] */
function answerRaw(socket, status, code, detail, more = {}) {
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
  };
  const title = http.STATUS_CODES[status];
  return [headers, JSON.stringify({ type: "about:blank", title, status, detail, message: detail, code, requestId })];
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
