/*
 * The API without Next.js: its handlers need nothing of Next, whose way to them costs more than most of them do. Next has them, too: it
 * serves development, and the few addresses that no route matches as it stands (a slash too many, an unknown path).
 * docs/decisions/0025-api-without-next.md says what this gains.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { apiRoutes } from "@/app/api/routes";
import type { Route } from "@/lib/http/endpoint";
import type { HttpRequest, HttpResponse } from "@/lib/http/request-response";
import type { Work } from "./overload";
import { RouteTree } from "./route-tree";
import { chooseEncoding, gzip, MIN_BYTES } from "./stored";

const routes = new RouteTree<Route>();
for (const route of apiRoutes()) routes.add(route.path, route);

/** The work of answering a request to a route of the API, which rejects when it fails; undefined when it is to none. */
export function answerApi(request: IncomingMessage, response: ServerResponse): Work | undefined {
  const { url = "", method = "" } = request;
  const found = routes.find(url.split("?", 1)[0] as string);
  if (!found) return undefined;
  const { path, responders } = found.value;
  const params = Object.fromEntries(
    Object.entries(found.params).map(([name, part]) => [name, decodeURIComponent(part)]),
  );
  const start = async () =>
    send(request, response, responders[method as keyof typeof responders](requestOf(request, response), params));
  // Most of these hash a password, and none is what a shopper waits for.
  return { kind: method === "POST" && path.startsWith("/api/auth/") ? "password" : "call", start };
}

function requestOf(request: IncomingMessage, response: ServerResponse): HttpRequest {
  const { method = "", headers, url } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"]) > 0;
  return {
    method,
    // Not with the request's own Host, of which some are no host of a URL.
    url: `http://localhost${url}`,
    headers: headersOf(headers),
    body: hasBody ? bodyOf(request, response) : null,
  };
}

/** The parts of a body. Only when somebody reads it, a client that waits to be asked for it is asked. */
async function* bodyOf(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Uint8Array> {
  if (request.headers.expect !== undefined) response.writeContinue();
  yield* request.iterator({ destroyOnReturn: false });
}

function headersOf(fields: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields))
    for (const text of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, text);
  return headers;
}

async function send(request: IncomingMessage, response: ServerResponse, handled: Promise<HttpResponse>): Promise<void> {
  const { status, headers, body } = await handled;
  const isText = body !== null && body.length >= MIN_BYTES && /json|text/.test(headers.get("content-type") ?? "");
  const isPacked = isText && request.method !== "HEAD" && chooseEncoding(request.headers, ["gzip"]) === "gzip";
  const packed = isPacked ? await gzip(body, { level: 5 }) : undefined;
  if (response.headersSent || response.destroyed) return; // its client was silent for too long
  response.statusCode = status;
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  if (isText) response.appendHeader("vary", "Accept-Encoding");
  if (packed) response.setHeader("content-encoding", "gzip").setHeader("content-length", packed.length);
  // A client that still waits to be asked for its body may send it now or not.
  if (!request.complete && request.headers.expect !== undefined) response.setHeader("connection", "close");
  response.end(packed ?? body ?? undefined);
  request.resume(); // what was left unread of the body is not the next request
}
