import { addressOf } from "@/lib/addresses";
import { isKey } from "@/lib/auth/keys";
import { bearerOf, type Caller, callerOf } from "@/lib/auth/session";
import { CART_COOKIE, CART_SECONDS, cookieOf, HINT_COOKIE, setCookie } from "@/lib/cookies";
import { CSV_BOM, csvLines } from "@/lib/csv";
import { AppError, notFound } from "@/lib/errors";
import { noteRequest, requestFacts } from "@/lib/request-facts";
import { parseBody, parseQuery, readBody } from "./body";
import { allowCors, preflightHeaders } from "./cors";
import { ApiResponse, type Endpoint, FileResponse, type Http } from "./endpoint-spec";
import { etagOf, isFresh } from "./etag";
import { firstCartToken, idempotencyKey, requestHash, type StoredResponse } from "./idempotency";
import { type Allowance, RateLimited } from "./limits";
import { logFault, logLine, requestIdOf } from "./log";
import type { Guard, Operation } from "./operation";
import { type Parsed, type RequestContext, runRequest } from "./pipeline";
import { noteFailure, problemHttpResponse, toAppError } from "./problem";
import { type HttpRequest, type HttpResponse, toResponse } from "./request-response";
import { filePolicy } from "./security-headers";

export { ApiResponse, endpoint, FileResponse } from "./endpoint-spec";

type RouteArgs = { params: Promise<unknown> };
/** A method of a route file, as Next.js calls it. */
type Handle = (request: Request, context: RouteArgs) => Promise<Response>;
/** The same for whoever has the request in another form; `params` are the decoded parts of the path. */
export type Responder = (request: HttpRequest, params: unknown) => Promise<HttpResponse>;

async function identify(guard: Guard, headers: Headers): Promise<Caller> {
  if ((guard === "person" || guard === "guest") && isKey(bearerOf(headers) ?? ""))
    throw new AppError("forbidden", "An API key has no account.");
  if (guard === "public" || guard === "person")
    return { actor: { kind: "visitor", cartToken: null }, cartToken: null, byCookie: false };
  if (guard === "guest") {
    const cartToken = cookieOf(headers, CART_COOKIE);
    return { actor: { kind: "visitor", cartToken }, cartToken, byCookie: cartToken !== null };
  }
  const caller = await callerOf(headers);
  // Without a session nothing spoke for the caller: a visitor's message needs no Origin.
  return guard === "anyone" ? { ...caller, byCookie: caller.byCookie && caller.actor.kind !== "visitor" } : caller;
}

/** A visitor without a cart gets the cart that is derived from the key, so that a retry of a first reserve finds it again. */
function withFirstCart(caller: Caller, key: string, headers: Headers): Caller {
  if (caller.actor.kind !== "visitor" || caller.actor.cartToken !== null) return caller;
  const firstCart = firstCartToken(key, addressOf(headers));
  return firstCart === null ? caller : { ...caller, actor: { ...caller.actor, cartToken: firstCart }, firstCart };
}

/** An answer before its headers. What is stored under a key has no more than a `StoredResponse`. */
type Packed = StoredResponse & Omit<ApiResponse["extra"], "status" | "location"> & { file?: FileResponse };

/** Serves one endpoint: the pipeline does what its operation names, and the result becomes the answer. */
async function serve(
  { operation, http, respond }: Endpoint,
  request: HttpRequest,
  pathParams: unknown,
  context: RequestContext,
): Promise<HttpResponse> {
  const { headers, method } = request;
  const { pathname, searchParams } = new URL(request.url);

  const parse = async (identified: Caller): Promise<Parsed> => {
    const params = operation.params?.safeParse(pathParams);
    if (params && !params.success) throw notFound();
    operation.authorise?.(identified.actor as never, params?.data);
    const query = operation.query && parseQuery(operation.query, searchParams);
    const key = operation.once && idempotencyKey(headers);
    const caller = key === null ? identified : withFirstCart(identified, key, headers);
    const read = operation.body && (await readBody(request, http));
    const body = operation.body && parseBody(operation.body, read?.value);
    return {
      input: Object.assign({}, params?.data, query, body),
      image: read?.image ? { bytes: read.image, isUpload: true } : null,
      key: key === null ? null : { key, hash: requestHash(method, pathname, read?.bytes ?? "") },
      caller,
    };
  };

  const pack = async (result: unknown, { input, caller }: Parsed): Promise<Packed> => {
    const answer = respond ? await respond(result, { actor: caller.actor, caller, input }) : result;
    const status = http.status ?? 200;
    if (answer instanceof FileResponse) return { json: "", status, file: answer };
    const { body, extra } = answer instanceof ApiResponse ? answer : new ApiResponse(answer);
    if (http.csv && (input as { format?: string }).format === "csv") {
      const csv = Buffer.from(CSV_BOM + csvLines(http.csv.columns, body as never[]).join(""));
      return { json: "", status, ...extra, file: new FileResponse(csv, http.csv.filename(input as never)) };
    }
    return { json: JSON.stringify(body), status, ...extra };
  };

  const {
    answer: done,
    replayed,
    caller,
  } = await runRequest<Packed>(
    operation,
    {
      session: "api",
      headers,
      identify: () => identify(operation.by, headers),
      parse,
      answer: pack,
      store: (answer) => answer,
      restore: (stored) => stored,
    },
    context,
  );

  const responseHeaders = new Headers({
    "content-type": http.media ?? (done.file ? "text/csv" : "application/json"),
    "cache-control": cacheControl(operation, http),
  });
  if (done.retryAfter !== undefined) responseHeaders.set("retry-after", String(done.retryAfter));
  if (done.location) responseHeaders.set("location", done.location);
  if (done.next) responseHeaders.set("link", `<${done.next}>; rel="next"`);
  if (replayed) responseHeaders.set("idempotency-replayed", "true");
  for (const cookie of done.cookies ?? []) responseHeaders.append("set-cookie", cookie);
  // The first answer was lost, and the cart's cookie with it.
  if (replayed && caller.firstCart)
    responseHeaders.append("set-cookie", setCookie(CART_COOKIE, caller.firstCart, CART_SECONDS));
  if (done.file)
    responseHeaders.set(
      "content-disposition",
      `${http.csv ? "attachment" : "inline"}; filename="${done.file.filename}"`,
    );
  const bytes = done.file?.bytes ?? Buffer.from(done.json);
  if (http.etag) {
    const etag = etagOf(bytes);
    responseHeaders.set("etag", etag);
    if (isFresh(headers.get("if-none-match"), etag)) {
      responseHeaders.delete("content-type");
      return { status: 304, headers: responseHeaders, body: null };
    }
  }
  // With its length an answer goes out whole instead of in chunks.
  responseHeaders.set("content-length", String(bytes.length));
  return { status: done.status, headers: responseHeaders, body: method === "HEAD" ? null : bytes };
}

function cacheControl({ by, writes }: Operation, { etag }: Http): string {
  if (writes || !etag) return "no-store";
  return by === "public" ? "no-cache" : "private, no-cache";
}

/** Does `work` and whatever else every request gets: its id, a problem for a failure, headers, what its log line says. */
async function handleRequest(
  path: string,
  request: HttpRequest,
  work: (context: RequestContext) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const requestId = requestIdOf(request.headers.get("x-request-id"));
  const context: RequestContext = {};
  let response: HttpResponse;
  try {
    response = await work(context);
    noteRequest({ outcome: "done" });
  } catch (error) {
    if (!toAppError(error)) logFault(error, requestId, `${request.method} ${path}`);
    noteFailure(error);
    if (error instanceof RateLimited) context.allowance = error.allowance;
    response = problemHttpResponse(error, requestId, request.method === "HEAD");
    // The session that the browser's header shows has gone.
    if (response.status === 401 && isSignedOut(request.headers, path)) response.headers.append("set-cookie", noHint());
  }
  response.headers.set("x-request-id", requestId);
  // The viewer of the document has its own.
  if (!response.headers.has("content-security-policy")) response.headers.set("content-security-policy", filePolicy);
  if (context.allowance) limitHeaders(response.headers, context.allowance);
  allowCors(request.headers, response.headers);
  // The server in front writes the line (server/request-log.ts), which development has not.
  if (!requestFacts.getStore())
    logLine({ level: "info", requestId, method: request.method, route: path, status: response.status });
  return response;
}

// The browser's header shows somebody whose session has gone; a wrong password says nothing of that.
const isSignedOut = (headers: Headers, path: string) =>
  path !== "/api/auth/login" && !headers.has("authorization") && headers.get("cookie")?.includes(`${HINT_COOKIE}=`);
const noHint = () => setCookie(HINT_COOKIE, "", 0, { readable: true });

// The RateLimit fields of draft-ietf-httpapi-ratelimit-headers.
function limitHeaders(headers: Headers, { name, max, seconds, remaining, resetsIn }: Allowance) {
  headers.set("ratelimit-policy", `"${name}";q=${max};w=${seconds}`);
  headers.set("ratelimit", `"${name}";r=${remaining};t=${resetsIn}`);
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof methods)[number];
type Endpoints = Partial<Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Endpoint>>;

/** What the document is made from, and the server serves: the path as OpenAPI writes it, its endpoints, and what answers each method. */
export type Route = { path: string; endpoints: Endpoints; responders: Record<Method, Responder> };
const routes = new Map<string, Route>();

/** The routes of the files that were imported, in the order in which they were. */
export const registeredRoutes = (): Route[] => [...routes.values()];

const forEachMethod = <T>(make: (method: Method) => T) =>
  Object.fromEntries(methods.map((method) => [method, make(method)])) as Record<Method, T>;

/** The exports of a route file, by which Next.js calls the responders. */
function handles(responders: Record<Method, Responder>): Record<Method, Handle> {
  return forEachMethod(
    (method): Handle =>
      async (request, { params }) =>
        toResponse(await responders[method](request, await params)),
  );
}

function respondersOf(path: string, endpoints: Endpoints, others: string[] = []): Record<Method, Responder> {
  const allow = [...Object.keys(endpoints), ...(endpoints.GET ? ["HEAD"] : []), ...others, "OPTIONS"];
  return forEachMethod((method): Responder => {
    if (method === "OPTIONS")
      return (request) =>
        handleRequest(path, request, async () => ({
          status: 204,
          headers: preflightHeaders(request.headers, allow),
          body: null,
        }));
    const endpoint = endpoints[method === "HEAD" ? "GET" : method];
    return (request, params) =>
      handleRequest(path, request, async (context) => {
        if (!endpoint) throw new AppError("method_not_allowed", "This path does not allow this method.", { allow });
        return serve(endpoint, request, params, context);
      });
  });
}

/** Every method of one path: what it knows, HEAD for GET, preflights, and 405 with `Allow` for the rest. */
export function route(path: string, endpoints: Endpoints): Record<Method, Handle> {
  const responders = respondersOf(path, endpoints);
  routes.set(path, { path, endpoints, responders });
  return handles(responders);
}

/** Files to read: what `read` gives to GET, and 405 for the rest. For /api/docs, which is not in the document. */
export function files(path: string, read: (params: unknown) => Promise<HttpResponse>): Record<Method, Handle> {
  const GET: Responder = (request, params) => handleRequest(path, request, () => read(params));
  return handles({ ...respondersOf(path, {}, ["GET", "HEAD"]), GET, HEAD: GET });
}

/** A path that is not there, whatever the method. */
export function missing(path: string): Record<Method, Handle> {
  const responder: Responder = (request) =>
    handleRequest(path, request, async () => {
      throw notFound("Nothing was found at this path.");
    });
  return handles(forEachMethod(() => responder));
}
