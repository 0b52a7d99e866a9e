import { randomUUID } from "node:crypto";
import type { Write } from "@/db/write-slots";
import { addressOf } from "@/lib/addresses";
import { assertAdmin, assertCustomer, assertShopper, assertUser } from "@/lib/auth/actor";
import { type Caller, callerOf } from "@/lib/auth/session";
import { CART_COOKIE, CART_SECONDS, cookieOf, HINT_COOKIE, setCookie } from "@/lib/cookies";
import { AppError, faultCode, notFound } from "@/lib/errors";
import { traceId } from "@/lib/tracing";
import { parseBody, parseQuery, readBody } from "./body";
import { allowCors, preflightHeaders } from "./cors";
import { DEADLINE, PICTURE_DEADLINE, within } from "./deadline";
import { ApiResponse, FileResponse, type Guard, type Operation, type Spec } from "./endpoint-spec";
import { etagOf, isFresh } from "./etag";
import { firstCartToken, idempotencyKey, requestHash, scopeOf, withIdempotency } from "./idempotency";
import { type Allowance, RateLimited } from "./limits";
import { logFault, logLine } from "./log";
import { assertSameOrigin } from "./origin";
import { type RequestContext, runRequest } from "./pipeline";
import { problemHttpResponse, toAppError } from "./problem";
import { type HttpRequest, type HttpResponse, toResponse } from "./request-response";
import { filePolicy } from "./security-headers";

export { ApiResponse, endpoint, FileResponse } from "./endpoint-spec";

type RouteArgs = { params: Promise<unknown> };
/** A method of a route file, as Next.js calls it. */
type Handle = (request: Request, context: RouteArgs) => Promise<Response>;
/** The same for whoever has the request in another form; `params` are the decoded parts of the path. */
export type Responder = (request: HttpRequest, params: unknown) => Promise<HttpResponse>;

const requestIdOf = (headers: Headers) => {
  const given = headers.get("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
};

async function identify(guard: Guard, headers: Headers): Promise<Caller> {
  if (guard === "public") return { actor: { kind: "visitor", cartToken: null }, cartToken: null, byCookie: false };
  if (guard === "guest") {
    const cartToken = cookieOf(headers, CART_COOKIE);
    return { actor: { kind: "visitor", cartToken }, cartToken, byCookie: cartToken !== null };
  }
  const caller = await callerOf(headers);
  // Without a session nothing spoke for the caller: a visitor's message needs no Origin.
  if (guard === "anyone") return { ...caller, byCookie: caller.byCookie && caller.actor.kind === "user" };
  if (guard === "user") assertUser(caller.actor);
  if (guard === "shopper") assertShopper(caller.actor);
  if (guard === "customer") assertCustomer(caller.actor);
  if (guard === "admin") assertAdmin(caller.actor);
  return caller;
}

/** A visitor without a cart gets the cart that is derived from the key, so that a retry of a first reserve finds it again. */
function withFirstCart(caller: Caller, key: string, headers: Headers): Caller {
  if (caller.actor.kind === "user" || caller.actor.cartToken !== null) return caller;
  const firstCart = firstCartToken(key, addressOf(headers));
  return firstCart === null ? caller : { ...caller, actor: { ...caller.actor, cartToken: firstCart }, firstCart };
}

/** Serves one operation: what `Spec` names is done before the handler runs, and its result becomes the response. */
async function serve(
  { spec, handler }: Operation,
  request: HttpRequest,
  pathParams: unknown,
  context: RequestContext,
): Promise<HttpResponse> {
  const { headers, method } = request;
  const { pathname, searchParams } = new URL(request.url);
  const isWrite = method !== "GET" && method !== "HEAD";

  const parse = async (identified: Caller) => {
    const params = spec.params?.safeParse(pathParams);
    if (params && !params.success) throw notFound();
    const query = spec.query && parseQuery(spec.query, searchParams);
    const key = spec.idempotent ? idempotencyKey(headers) : null;
    const caller = key === null ? identified : withFirstCart(identified, key, headers);
    const read = spec.body && (await readBody(request, spec.multipart !== undefined));
    const fields = read?.kind === "multipart" ? spec.multipart?.(read.form.fields) : read?.json;
    const body = spec.body && parseBody(spec.body, fields);
    const image = read?.kind === "multipart" ? read.form.image : null;
    return { params: params?.data, query, key, caller, body, image, bytes: read?.bytes ?? "" };
  };

  const work = async (input: Awaited<ReturnType<typeof parse>>, _caller: Caller, write: Write) => {
    const { params, query, key, caller, body, image, bytes } = input;
    const picture = image && spec.picture ? await within(PICTURE_DEADLINE, spec.picture(image, params)) : null;
    const respond = async (write: Write) => {
      const result = await handler({ actor: caller.actor, caller, params, query, body, picture, request, write });
      if (result instanceof FileResponse) return { json: "", status: spec.status ?? 200, file: result };
      const { body: data, extra } =
        result instanceof ApiResponse ? result : { body: result, extra: {} as ApiResponse["extra"] };
      return { json: JSON.stringify(data), status: spec.status ?? 200, ...extra };
    };
    const scope = key === null ? null : scopeOf(caller.actor);
    if (key === null || scope === null) return { caller, done: { ...(await respond(write)), replayed: false } };
    const hash = requestHash(method, pathname, bytes);
    const done = await write((db) => withIdempotency(db, scope, key, hash, (tx) => respond((write) => write(tx))));
    return { caller, done };
  };

  const { caller, done } = await runRequest(
    {
      headers,
      deadline: DEADLINE,
      isWrite,
      identify: () => identify(spec.actor, headers),
      authorise: ({ byCookie }) => byCookie && isWrite && assertSameOrigin(headers),
      limit: spec.countsValid ? undefined : spec.limit,
      parse,
      limitsOfValid: ({ image }) => [
        ...(spec.limit && spec.countsValid ? [spec.limit] : []),
        ...(image ? (["uploads"] as const) : []),
      ],
      locks: ({ params, body, caller }) =>
        typeof spec.locks === "function" ? spec.locks({ params, body, caller }) : (spec.locks ?? []),
      work,
    },
    context,
  );

  const responseHeaders = new Headers({
    "content-type": spec.media ?? "application/json",
    "cache-control": cacheControl(spec, method),
  });
  if ("retryAfter" in done) responseHeaders.set("retry-after", String(done.retryAfter));
  if (done.location) responseHeaders.set("location", done.location);
  if ("next" in done && done.next) responseHeaders.set("link", `<${done.next}>; rel="next"`);
  if (done.replayed) responseHeaders.set("idempotency-replayed", "true");
  for (const cookie of done.cookies ?? []) responseHeaders.append("set-cookie", cookie);
  // The first answer was lost, and the cart's cookie with it.
  if (done.replayed && caller.firstCart)
    responseHeaders.append("set-cookie", setCookie(CART_COOKIE, caller.firstCart, CART_SECONDS));
  const file = "file" in done && done.file instanceof FileResponse ? done.file : null;
  if (file) responseHeaders.set("content-disposition", `inline; filename="${file.filename}"`);
  const bytes = file?.bytes ?? Buffer.from(done.json);
  if (spec.etag) {
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

function cacheControl({ actor, etag }: Spec, method: string): string {
  if (method !== "GET" && method !== "HEAD") return "no-store";
  if (!etag) return "no-store";
  return actor === "public" ? "no-cache" : "private, no-cache";
}

/** Does `work` and whatever else every request gets: its id, a problem for a failure, headers, one log line. */
async function handleRequest(
  path: string,
  request: HttpRequest,
  work: (context: RequestContext) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const started = performance.now();
  const requestId = requestIdOf(request.headers);
  const context: RequestContext = {};
  let response: HttpResponse;
  try {
    response = await work(context);
  } catch (error) {
    if (!toAppError(error)) logFault(error, requestId, `${request.method} ${path}`);
    context.cause = faultCode(error); // why the database was unavailable, for instance
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
  logLine({
    level: "info",
    requestId,
    method: request.method,
    route: path,
    status: response.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
    actor: context.actor?.kind === "user" ? context.actor.id : null,
    cause: context.cause,
    traceId: traceId(),
  });
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
type Operations = Partial<Record<"GET" | "POST" | "PUT" | "PATCH" | "DELETE", Operation>>;

/** What the document is made from, and the server serves: the path as OpenAPI writes it, its operations, and what answers each method. */
export type Route = { path: string; operations: Operations; responders: Record<Method, Responder> };
const routes = new WeakMap<Handle, Route>();

/** The route behind an exported method of a route file. */
export const routeOf = (handle: Handle): Route | undefined => routes.get(handle);

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

function respondersOf(path: string, operations: Operations, others: string[] = []): Record<Method, Responder> {
  const allow = [...Object.keys(operations), ...(operations.GET ? ["HEAD"] : []), ...others, "OPTIONS"];
  return forEachMethod((method): Responder => {
    if (method === "OPTIONS")
      return (request) =>
        handleRequest(path, request, async () => ({
          status: 204,
          headers: preflightHeaders(request.headers, allow),
          body: null,
        }));
    const operation = operations[method === "HEAD" ? "GET" : method];
    return (request, params) =>
      handleRequest(path, request, async (context) => {
        if (!operation) throw new AppError("method_not_allowed", "This path does not allow this method.", { allow });
        return serve(operation, request, params, context);
      });
  });
}

/** Every method of one path: what it knows, HEAD for GET, preflights, and 405 with `Allow` for the rest. */
export function route(path: string, operations: Operations): Record<Method, Handle> {
  const responders = respondersOf(path, operations);
  const exported = handles(responders);
  routes.set(exported.OPTIONS, { path, operations, responders });
  return exported;
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
