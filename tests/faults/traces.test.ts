// nightly: starts three instances, whose spans are exported every second; guards server/tracing.ts, server/span-contents.ts, server/next/route-templates.ts, lib/tracing.ts, db/observe-queries.ts, instrumentation.ts, package-lock.json
// What a collector of traces gets of a shop. What of a span may leave the process at all: tests/unit/span-contents.test.ts.
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort } from "@/scripts/ports";
import { sql } from "../support/sql";
import { startTraceReceiver } from "../support/trace-receiver";
import { aStockedInstance, call, cookieOf, delivery, logLines, logText, order, until } from "./shop";

const collector = await startTraceReceiver();
afterAll(() => collector.stop());
let stocked: Awaited<ReturnType<typeof aStockedInstance>>;
beforeAll(async () => {
  stocked = await aStockedInstance({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector=secret-of-ours",
    OTEL_SERVICE_NAME: "shop-under-test",
    NEXT_OTEL_VERBOSE: "1",
  });
});

test("an order is one trace with the request, the write and its statements, without values", async () => {
  const { shop, person, sweet } = stocked;
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const answer = await call(shop, "POST", "/api/orders", {
    token: person.token,
    body: { items: [{ productId: sweet.id, quantity: 1 }], delivery },
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01`, "x-request-id": "traced-order" },
  });
  expect(answer.status).toBe(201);
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === trace);
  // It ends after all others.
  await until(() => ofTrace().some(({ kind }) => kind === 2));
  const spans = ofTrace();
  const request = spans.find(({ kind }) => kind === 2);
  expect(request?.parentSpanId).toBe("b7ad6b7169203331");
  expect(request?.name).toMatch(/^POST \/api\/orders/);
  expect(request?.service).toBe("shop-under-test");
  expect(collector.headers[0]?.["x-collector"]).toBe("secret-of-ours");

  const write = spans.find(({ name }) => name === "write");
  expect(write).toBeDefined();
  const ids = new Map(spans.map((span) => [span.spanId, span]));
  for (const { parentSpanId = "" } of spans.filter((span) => span !== request))
    expect(ids.has(parentSpanId)).toBe(true);
  const statements = spans.filter(({ attributes }) => attributes["db.system.name"] === "postgresql");
  const inWrite = statements.filter(({ parentSpanId }) => parentSpanId === write?.spanId);
  expect(inWrite.map(({ attributes }) => attributes["db.operation.name"])).toContain("select");
  const texts = statements.map(({ attributes }) => attributes["db.query.text"]).join("\n");
  for (const value of [delivery.recipientName, delivery.deliveryAddress, delivery.phoneNumber, person.email])
    expect(texts).not.toContain(value);

  const line = logLines().find(({ requestId }) => requestId === "traced-order");
  expect(line?.traceId).toBe(trace);
});

test("spans name routes by their templates and hold nothing that a request was sent with, failed ones included", async () => {
  const { shop, owner } = stocked;
  const cookie = await cookieOf(owner);
  const secrets: string[] = [];
  const aSecret = (make: (text: string) => string = (text) => text) => {
    const secret = make(`zx${randomBytes(16).toString("hex")}`);
    secrets.push(secret);
    return secret;
  };
  const before = collector.bodies.length;
  const get = async (where: string, status: number, options: Parameters<typeof call>[3] = {}) =>
    expect([where, (await call(shop, "GET", where, options)).status]).toEqual([where, status]);
  const rsc = { rsc: "1", tracestate: `shop=${aSecret()}`, baggage: `shop=${aSecret()}` };

  await get(`/reset/${aSecret()}`, 200);
  await get(`/reset/${aSecret()}?_rsc=${aSecret()}`, 200, { headers: rsc });
  await get(`/track/1-${aSecret()}`, 404);
  await get(`/products?search=${aSecret()}`, 200);
  await get(`/products?search=${aSecret()}`, 200, { headers: rsc });
  await get(`/products?${aSecret()}=1`, 200);
  await get(`/products/${aSecret()}?pack=${aSecret()}`, 404);
  const email = () => encodeURIComponent(aSecret((text) => `${text}@example.com`));
  await get(`/admin/customers?search=${email()}`, 200, { cookie });
  await get(`/admin?tab=orders&search=${email()}`, 200, { cookie });
  await get(`/admin/orders?search=${email()}`, 200, { cookie });
  await get(`/nowhere/${aSecret()}?key=${aSecret()}`, 404);
  await get(`/api/nowhere/${aSecret()}?key=${aSecret()}`, 404);
  await get(`/api/sweets/${aSecret()}?key=${aSecret()}`, 404);
  await get(`/api/sweets?search=${aSecret()}`, 200);
  await get(`/media/${aSecret()}.webp`, 404);
  const post = (where: string, body: object) => call(shop, "POST", where, { body });
  expect((await post("/api/auth/reset", { token: aSecret(), password: aSecret() })).status).toBe(404);
  expect((await post("/api/auth/forgot", { email: aSecret((text) => `${text}@example.com`) })).status).toBe(202);
  const password = aSecret();
  expect((await post("/api/auth/login", { email: aSecret((text) => `${text}@example.com`), password })).status).toBe(
    401,
  );

  // A defect, whose error quotes the statement's parameters.
  await sql`alter table search_words rename to search_words_away`;
  try {
    await get(`/products?search=${aSecret()}`, 500);
    await get(`/api/sweets?search=${aSecret()}`, 500);
  } finally {
    await sql`alter table search_words_away rename to search_words`;
  }
  // A stop sends what waits.
  expect(await shop.stop()).toBe(0);

  const sent = collector.bodies.slice(before).join("\n");
  const log = logText();
  for (const secret of secrets) {
    // The middle of it, which no encoding changes.
    const part = /[0-9a-f]{32}/.exec(secret)?.[0] ?? "";
    expect([secret, sent.includes(part), log.includes(part)]).toEqual([secret, false, false]);
  }
  const names = new Set(collector.spans.map(({ name }) => name));
  for (const route of [
    "GET /reset/[token]",
    "middleware GET /reset/[token]",
    "RSC GET /reset/[token]",
    "GET /track/[token]",
    "GET /search",
    "GET /products/[slug]",
    "GET /admin/customers",
    "GET /admin/orders",
    "GET other",
    "GET media",
    "GET /api/sweets",
    "GET /api/sweets/{id}",
    "POST /api/auth/reset",
    "render route (app) /track/[token]",
  ])
    expect(names).toContain(route);
  const failed = collector.spans.filter(({ attributes }) => attributes["error.type"] === "500");
  expect(failed.map(({ name }) => name)).toEqual(expect.arrayContaining(["GET /search"]));
});

test("a collector that is away harms nothing: the shop serves, says so once, and stops", async () => {
  const port = await freePort();
  const { shop, person, sweet } = await aStockedInstance({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const outages = () => logLines().filter(({ where }) => where === "traces").length;
  for (let i = 0; i < 10; i++) expect((await order(shop, person.token, [sweet.id])).status).toBe(201);
  await until(() => outages() > 0);
  for (let i = 0; i < 10; i++) expect((await order(shop, person.token, [sweet.id])).status).toBe(201);
  const ended = await shop.stop();
  expect(ended).toBe(0);
  expect(outages()).toBe(1);
});

test("without a collector no line has a trace", async () => {
  const { shop, person, sweet } = await aStockedInstance();
  expect((await order(shop, person.token, [sweet.id])).status).toBe(201);
  await shop.stop();
  expect(logLines().at(-1)).not.toHaveProperty("traceId");
});
