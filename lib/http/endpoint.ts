import { createHash, randomUUID } from "node:crypto";
import type { z } from "zod";
import { type Sql, sql } from "@/db/client";
import {
  type Actor,
  type Admin,
  type Customer,
  needAdmin,
  needCustomer,
  needShopper,
  needUser,
  type User,
} from "@/lib/auth/actor";
import { CART_COOKIE, CART_SECONDS, type Caller, callerOf, cartCookieOf, secureCookies } from "@/lib/auth/session";
import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import { type Multipart, parseBody, parseQuery, readBody } from "./body";
import { idempotencyKey, type Kept, once, requestHash, scopeOf } from "./idempotency";
import { type Allowance, addressOf, consume, type LimitName } from "./limits";
import { logFault, logLine } from "./log";
import { needSameOrigin } from "./origin";
import { expected, problemResponse } from "./problem";

/**
 * Who may call. `public`: nobody is looked up. `guest`: nobody is looked up, a cart's cookie counts (login, register).
 * `shopper`: visitors and customers. `user`: anyone signed in.
 */
export type Guard = "public" | "guest" | "shopper" | "user" | "customer" | "admin";

type ActorOf<G extends Guard> = G extends "customer"
  ? Customer
  : G extends "admin"
    ? Admin
    : G extends "user"
      ? User
      : Actor;

/** What an endpoint takes and gives: it checks requests, and the OpenAPI document is made from it. */
export type Spec<
  G extends Guard = Guard,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
> = {
  actor: G;
  /** One line for the document. */
  summary: string;
  /** Path parameters; one that does not parse is a 404. */
  params?: P;
  query?: Q;
  body?: B;
  /** Makes fields of a multipart body into what `body` takes; the picture comes beside. */
  multipart?: (fields: Record<string, string>) => unknown;
  limit?: LimitName;
  idempotent?: boolean;
  /** Answers carry an ETag and `If-None-Match` is honoured. */
  etag?: boolean;
  /** Status of a success; 200 when absent. */
  status?: number;
  /** Schema of a success, for the document and the tests. */
  answer: z.ZodType;
  /** Expected failures beside those that follow from the rest of the spec. */
  errors?: number[];
};

type Context<G extends Guard, P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = {
  actor: ActorOf<G>;
  caller: Caller;
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
  /** The picture of a multipart body. */
  image: Multipart["image"];
  request: Request;
  /** What to run on: the transaction that keeps the idempotency key, or the pool. */
  on: Sql;
};

/** A success with more than a body. */
export class Answer<T = unknown> {
  constructor(
    readonly body: T,
    readonly extra: { location?: string; newCartToken?: string | null } = {},
  ) {}
}

/** Milliseconds after which a caller gets a 503, whatever the database does: longer than any lock is waited for. */
const DEADLINE = 9_000;

type RouteArgs = { params: Promise<unknown> };
export type Endpoint = ((request: Request, context: RouteArgs) => Promise<Response>) & { spec: Spec };

const requestIdOf = (headers: Headers) => {
  const given = headers.get("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
};

async function identify(guard: Guard, headers: Headers): Promise<Caller> {
  if (guard === "public") return { actor: { kind: "visitor", cartToken: null }, cartToken: null, byCookie: false };
  if (guard === "guest") {
    const cartToken = cartCookieOf(headers);
    return { actor: { kind: "visitor", cartToken }, cartToken, byCookie: cartToken !== null };
  }
  const caller = await callerOf(headers);
  if (guard === "user") needUser(caller.actor);
  if (guard === "shopper") needShopper(caller.actor);
  if (guard === "customer") needCustomer(caller.actor);
  if (guard === "admin") needAdmin(caller.actor);
  return caller;
}

/**
 * The one way into the API: finds the actor, checks role and origin, counts against the limit, parses, does the work (once, with
 * an Idempotency-Key), answers or explains, and logs one line. 401 and 403 come before the body or an id is looked at.
 */
export function endpoint<
  G extends Guard,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(spec: Spec<G, P, Q, B>, handler: (context: Context<G, P, Q, B>) => Promise<unknown>): Endpoint {
  const call = async (request: Request, { params: given }: RouteArgs): Promise<Response> => {
    const started = performance.now();
    const requestId = requestIdOf(request.headers);
    const url = new URL(request.url);
    let actor: Actor | undefined;
    let response: Response;
    let timer: NodeJS.Timeout | undefined;
    let allowance: Allowance | null = null;

    const work = async (): Promise<Response> => {
      const { headers, method } = request;
      const caller = await identify(spec.actor, headers);
      actor = caller.actor;
      const writes = method !== "GET" && method !== "HEAD";
      if (writes && caller.byCookie) needSameOrigin(headers);
      if (spec.limit) allowance = await consume(spec.limit, addressOf(headers));

      const params = spec.params?.safeParse(await given);
      if (params && !params.success) throw notFound();
      const query = spec.query ? parseQuery(spec.query, url.searchParams) : undefined;
      let body: unknown;
      let image: Multipart["image"] = null;
      let bytes = Buffer.alloc(0) as Buffer;
      if (spec.body) {
        const read = await readBody(request, spec.multipart !== undefined);
        bytes = read.bytes;
        if (read.kind === "multipart") image = read.form.image;
        body = parseBody(
          spec.body,
          read.kind === "json" ? read.json : (spec.multipart as NonNullable<typeof spec.multipart>)(read.form.fields),
        );
      }

      const run = async (on: Sql): Promise<Kept & { newCartToken?: string | null }> => {
        const context = { actor, caller, params: params?.data, query, body, image, request, on };
        const result = await handler(context as unknown as Context<G, P, Q, B>);
        const { body: answer, extra } =
          result instanceof Answer ? result : { body: result, extra: {} as Answer["extra"] };
        return { status: spec.status ?? 200, body: answer, ...extra };
      };
      const key = spec.idempotent ? idempotencyKey(headers) : null;
      const scope = key === null ? null : scopeOf(actor);
      const done =
        key !== null && scope !== null
          ? await once(scope, key, requestHash(method, url.pathname, bytes), run)
          : { ...(await run(sql)), replayed: false };

      const json = JSON.stringify(done.body);
      const answerHeaders = new Headers({ "content-type": "application/json" });
      answerHeaders.set("cache-control", cacheControl(spec));
      if (done.location) answerHeaders.set("location", done.location);
      if (done.replayed) answerHeaders.set("idempotency-replayed", "true");
      if ("newCartToken" in done && done.newCartToken)
        answerHeaders.append("set-cookie", cartCookie(done.newCartToken as string));
      if (spec.etag) {
        const etag = `"${createHash("sha1").update(json).digest("base64url")}"`;
        answerHeaders.set("etag", etag);
        const asked = headers.get("if-none-match");
        if (asked && (asked === "*" || asked.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))) {
          answerHeaders.delete("content-type");
          return new Response(null, { status: 304, headers: answerHeaders });
        }
      }
      return new Response(json, { status: done.status, headers: answerHeaders });
    };

    try {
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () =>
            reject(
              new AppError("service_unavailable", "The shop is too busy right now. Please try again in a moment.", {
                retryAfter: 2,
              }),
            ),
          DEADLINE,
        );
      });
      response = await Promise.race([work(), late]);
    } catch (error) {
      if (!expected(error)) logFault(error, requestId, `${request.method} ${url.pathname}`);
      response = problemResponse(error, requestId);
    } finally {
      clearTimeout(timer);
    }
    response.headers.set("x-request-id", requestId);
    if (allowance) limitHeaders(response.headers, allowance);
    allowCors(request.headers, response.headers);
    logLine({
      level: "info",
      requestId,
      method: request.method,
      route: routeOf(url.pathname),
      status: response.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      actor: actor?.kind === "user" ? actor.id : null,
    });
    return response;
  };
  return Object.assign(call, { spec: spec as unknown as Spec });
}

const cacheControl = (spec: Spec) =>
  spec.actor === "public" ? "no-cache" : spec.etag ? "private, no-cache" : "no-store";

// Ids are not part of a route's name.
const routeOf = (path: string) => path.replace(/\/\d+(?=\/|$)/g, "/{id}").slice(0, 200);

function cartCookie(token: string): string {
  return `${CART_COOKIE}=${token}; Path=/; Max-Age=${CART_SECONDS}; HttpOnly; SameSite=Lax${secureCookies() ? "; Secure" : ""}`;
}

// The RateLimit fields of draft-ietf-httpapi-ratelimit-headers.
function limitHeaders(headers: Headers, { name, max, seconds, remaining, resetsIn }: Allowance) {
  headers.set("ratelimit-policy", `"${name}";q=${max};w=${seconds}`);
  headers.set("ratelimit", `"${name}";r=${remaining};t=${resetsIn}`);
}

function allowCors(asked: Headers, headers: Headers) {
  if (env.CORS_ORIGINS.length === 0) return;
  headers.append("vary", "Origin");
  const origin = asked.get("origin");
  if (!origin || !env.CORS_ORIGINS.includes(origin)) return;
  headers.set("access-control-allow-origin", origin);
  headers.set(
    "access-control-expose-headers",
    "ETag, Idempotency-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id",
  );
}

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof methods)[number];
type Handlers = Partial<Record<Exclude<Method, "HEAD" | "OPTIONS">, Endpoint>>;

/** Every method of one path: what it knows, HEAD for GET, preflights, and 405 with `Allow` for the rest. */
export function route(handlers: Handlers): Record<Method, (request: Request, context: RouteArgs) => Promise<Response>> {
  const allow = [...(Object.keys(handlers) as Method[]), ...(handlers.GET ? ["HEAD"] : []), "OPTIONS"];
  const refuse = (spec: Partial<Spec>) =>
    endpoint({ actor: "public", summary: "", answer: undefined as never, ...spec }, async () => {
      throw new AppError("method_not_allowed", "This path does not know this method.", { allow });
    });
  const preflight = async (request: Request) => {
    const headers = new Headers({ allow: allow.join(", "), "cache-control": "no-store" });
    allowCors(request.headers, headers);
    if (headers.has("access-control-allow-origin")) {
      headers.set("access-control-allow-methods", allow.join(", "));
      headers.set(
        "access-control-allow-headers",
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id",
      );
      headers.set("access-control-max-age", "600");
    }
    return new Response(null, { status: 204, headers });
  };
  const others = refuse({});
  return {
    GET: handlers.GET ?? others,
    HEAD: handlers.GET ?? others,
    POST: handlers.POST ?? others,
    PUT: handlers.PUT ?? others,
    PATCH: handlers.PATCH ?? others,
    DELETE: handlers.DELETE ?? others,
    OPTIONS: preflight,
  };
}
