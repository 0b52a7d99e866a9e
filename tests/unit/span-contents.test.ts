// What leaves the process of a span, whatever a library puts into it (server/span-contents.ts). With the built shop: tests/faults/traces.test.ts.
import { SpanKind, SpanStatusCode, TraceFlags } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { expect, test } from "vitest";
import { knownPaths, sentSpan } from "@/server/span-contents";

const SECRET = "kU3n0dTq7sWq";
const paths = knownPaths(new Map([["/(account)/reset/[token]/page", "/reset/[token]"]]));
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({
  resource: resourceFromAttributes({ "service.name": "shop" }),
  spanProcessors: [new SimpleSpanProcessor(exporter)],
});
const tracer = provider.getTracer("next.js", "1");

/** A span of Next.js as it is sent. */
function sent(name: string, attributes: Record<string, string | number | boolean | string[]> = {}) {
  exporter.reset();
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes });
  span.recordException(new Error(`Failed query, params: ${SECRET}`));
  span.addEvent(SECRET, { [SECRET]: SECRET });
  span.addLink({
    context: { traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: TraceFlags.SAMPLED },
    attributes: { a: SECRET },
  });
  span.setStatus({ code: SpanStatusCode.ERROR, message: SECRET });
  span.end();
  const [made] = exporter.getFinishedSpans();
  if (!made) throw new Error("no span");
  return sentSpan(made, paths);
}

test("only listed attributes with a value of their kind are sent", () => {
  const allowed: Record<string, string | number | boolean> = {
    "http.method": "GET",
    "http.route": "/reset/[token]",
    "next.route": "/reset/[token]",
    "next.page": "/(account)/reset/[token]/page",
    "http.status_code": 500,
    "next.rsc": false,
    "error.type": "PostgresError",
  };
  const span = sent("GET /reset/[token]", {
    ...allowed,
    "http.target": `/reset/${SECRET}`,
    "http.url": `http://localhost/${SECRET}`,
    "next.span_name": `GET /reset/${SECRET}`,
    "an.attribute.of.tomorrow": SECRET,
    [SECRET]: 1,
  });
  expect([span.name, span.attributes]).toEqual(["GET /reset/[token]", allowed]);
  expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
  expect([span.events, span.links]).toEqual([[], []]);
  expect(JSON.stringify(span)).not.toContain(SECRET);
});

test.each([
  ["GET", `/reset/${SECRET}?key=${SECRET}`, "GET /reset/[token]", "/reset/[token]"],
  ["RSC GET", `/reset/${SECRET}`, "RSC GET /reset/[token]", "/reset/[token]"],
  ["middleware GET", `/nowhere/${SECRET}`, "middleware GET other", "other"],
  ["GET", `/api/${SECRET}`, "GET /api/*", "/api/*"],
  ["GET", `/media/${SECRET}.webp`, "GET media", "media"],
])("%s of %s is sent as %s", (given, target, name, route) => {
  const span = sent(given, { "http.target": target });
  expect([span.name, span.attributes]).toEqual([name, { "http.route": route }]);
});

test.each([
  ["http.route", `/reset/${SECRET}`],
  ["next.page", SECRET],
  ["http.method", SECRET],
  ["http.request.method", ["GET", SECRET]],
  ["http.status_code", SECRET],
  ["next.rsc", SECRET],
  ["error.type", `Error: ${SECRET}`],
  ["error.type", "x".repeat(25)],
  ["db.query.text", [SECRET]],
])("%s is not sent with the value %o", (name, value) => {
  expect(sent("GET", { [name]: value }).attributes).toEqual({});
});

test.each([
  ["GET", "GET"],
  ["RSC GET /reset/[token]", "RSC GET /reset/[token]"],
  [`GET /reset/${SECRET}`, "GET"],
  [`RSC GET /reset/${SECRET}`, "RSC GET"],
  [`fetch GET https://shop.example/${SECRET}`, "fetch GET"],
  ["render route (app) /reset/[token]", "render route (app) /reset/[token]"],
  [`render route (app) ${SECRET}`, "render route (app)"],
  [SECRET, "other"],
  [`${SECRET} /reset/[token]`, "other"],
  ["", "other"],
])("a span %o is called %o", (given, name) => {
  expect(sent(given).name).toBe(name);
});
