/*
 * The API without Next.js: its handlers need nothing of Next, whose way to them costs more than most of them do. Next has them, too: it
 * serves development, and the few addresses that no route matches as it stands (a slash too many, an unknown path).
 * docs/decisions/0025-api-without-next.md says what this gains.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { apiRoutes } from "@/app/api/routes";
import type { Answer, ApiRequest } from "@/lib/http/answer";
import type { Route } from "@/lib/http/endpoint";
import { currentTracing } from "@/lib/tracing";
import { hasBody } from "./request-bodies";
import { RouteTree } from "./route-tree";

const routes = new RouteTree<Route>();
for (const route of apiRoutes()) routes.add(route.path, route);

/** Answers a request to a route of the API; undefined when it is none. The promise is kept when the answer has been handed to Node. */
export function answerApi(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const { url = "", method = "" } = request;
  const found = routes.find(url.split("?", 1)[0] as string);
  if (!found) return undefined;
  const { path, responders } = found.value;
  const params = Object.fromEntries(
    Object.entries(found.params).map(([name, part]) => [name, decodeURIComponent(part)]),
  );
  const respond = async () => responders[method as keyof typeof responders](requestOf(request), params);
  return send(response, currentTracing()?.serve(method, path, request.headers, respond) ?? respond());
}

function requestOf(request: IncomingMessage): ApiRequest {
  const { method = "", headers, url } = request;
  return {
    method,
    // Not with the request's own Host, of which some are no host of a URL.
    url: `http://localhost${url}`,
    headers: headersOf(headers),
    // One that is not read to its end is seen to by server/request-bodies.ts.
    body: hasBody(request) ? request.iterator({ destroyOnReturn: false }) : null,
  };
}

function headersOf(fields: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(fields))
    for (const text of typeof value === "string" ? [value] : (value ?? [])) headers.append(name, text);
  return headers;
}

async function send(response: ServerResponse, answer: Promise<Answer>): Promise<void> {
  const { status, headers, body } = await answer;
  response.statusCode = status;
  for (const [name, value] of headers) if (name !== "set-cookie") response.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  response.end(body ?? undefined);
}
