/*
 * What a span may say when it leaves this process. Next.js gives its spans the addresses that were asked for, and errors quote what
 * somebody has typed: tokens of one-time links, search words, e-mail addresses. So each span is made anew of what is listed here, an address
 * is replaced by the template of its route, and whatever else it has is left out, also what a later version of Next.js or of a library adds.
 */
import { type Attributes, type AttributeValue, type SpanContext, SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-node";
import { routeLabels } from "./route-labels";

/** The only paths in a span. */
export type KnownPaths = {
  /** Whether it is a template of addresses (/reset/[token], /orders/{id}) or the file of a page (/(account)/reset/[token]/page). */
  has: (path: string) => boolean;
  /** The template of the route that answers a path, or what the metrics call it. */
  routeOf: (path: string) => string;
};

/** @param templates of the build's routes, by their files */
export function knownPaths(templates: ReadonlyMap<string, string>): KnownPaths {
  const labelOf = routeLabels(templates);
  const routes = Array.from(templates, ([file, template]) => [file, template, template.replace(/\[(\w+)\]/g, "{$1}")]);
  const known = new Set(routes.flat());
  return { has: (path) => known.has(path), routeOf: (path) => labelOf(path).route };
}

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const ofMethods = (words: string[]) => Array.from(methods).flatMap((method) => words.map((word) => word + method));

/** What a span may be called, alone or followed by a known path. Any other is OTHER. */
const names = new Set([
  ...ofMethods(["", "RSC ", "middleware ", "fetch "]),
  "write",
  "wait for a write slot",
  ...["begin", "commit", "delete", "insert", "listen", "rollback", "savepoint", "select", "set", "update", "with"],
  ...["render route (app)", "prerender route (app)", "executing api route (app)"],
  ...["generateMetadata", "generateViewport"],
  ...["resolve page components", "resolve segment modules", "build component tree", "start response"],
  ...["ResolveMetadata.generateMetadata", "ResolveMetadata.generateViewport", "NextNodeServer.clientComponentLoading"],
]);
const OTHER = "other";

type Allowed = (value: AttributeValue, paths: KnownPaths) => boolean;
const isMethod: Allowed = (value) => methods.has(value as string);
const isPath: Allowed = (value, paths) => typeof value === "string" && paths.has(value);
const isNumber: Allowed = (value) => typeof value === "number";
const isFlag: Allowed = (value) => typeof value === "boolean";
/** A code of the database or the system, or the name of a class: 55P03, ECONNREFUSED, TypeError, 500. Shorter than any secret. */
const isCode: Allowed = (value) => typeof value === "string" && /^\w{1,24}$/.test(value);

const attributes: ReadonlyMap<string, Allowed> = new Map([
  ["http.request.method", isMethod],
  ["http.method", isMethod],
  ["http.route", isPath],
  ["next.route", isPath],
  ["next.page", isPath],
  ["http.response.status_code", isNumber],
  ["http.status_code", isNumber],
  ["next.rsc", isFlag],
  ["error.type", isCode],
  ["db.system.name", isCode],
  ["db.operation.name", isCode],
  // Ours (db/observe-queries.ts): a statement as it is in the code, its values are parameters.
  ["db.query.text", (value) => typeof value === "string"],
]);

/** The route of a request that Next.js gives a span by its address alone. */
function routeOf({ "http.target": target }: Attributes, paths: KnownPaths): string | undefined {
  return typeof target === "string" ? paths.routeOf(target.split("?", 1)[0] as string) : undefined;
}

function nameOf(name: string, route: string | undefined, paths: KnownPaths): string {
  if (names.has(name)) return route === undefined ? name : `${name} ${route}`;
  const end = name.lastIndexOf(" ");
  const [words, last] = [name.slice(0, end), name.slice(end + 1)];
  if (!names.has(words)) return OTHER;
  return paths.has(last) ? name : words;
}

function allowedAttributes(given: Attributes, route: string | undefined, paths: KnownPaths): Attributes {
  const entries = Object.entries(given).filter(
    ([name, value]) => value !== undefined && attributes.get(name)?.(value, paths),
  );
  return { ...(route !== undefined && { "http.route": route }), ...Object.fromEntries(entries) };
}

/** Without the state that a client has sent along. */
const contextOf = (context: SpanContext): SpanContext => ({ ...context, traceState: undefined });

/** The span as it may be sent. An error is its code or its name alone: its message and its stack quote values. */
export function sentSpan(span: ReadableSpan, paths: KnownPaths): ReadableSpan {
  const context = contextOf(span.spanContext());
  const route = routeOf(span.attributes, paths);
  return {
    name: nameOf(span.name, route, paths),
    kind: span.kind,
    spanContext: () => context,
    parentSpanContext: span.parentSpanContext && contextOf(span.parentSpanContext),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code === SpanStatusCode.ERROR ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: allowedAttributes(span.attributes, route, paths),
    events: [],
    links: [],
    // The service's name (server/tracing.ts), and the library's name and version.
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
