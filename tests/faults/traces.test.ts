import { afterAll, expect, test } from "vitest";
import { freePort } from "@/scripts/ports";
import { startTraceReceiver } from "../support/trace-receiver";
import { aStockedInstance, call, delivery, logLines, order, until } from "./shop";

const collector = await startTraceReceiver();
afterAll(() => collector.stop());

test("an order is one trace with the request, the write and its statements, without values", async () => {
  const { shop, person, sweet } = await aStockedInstance({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector=secret-of-ours",
    OTEL_SERVICE_NAME: "shop-under-test",
  });
  const trace = "0af7651916cd43dd8448eb211c80319c";
  const answer = await call(shop, "POST", "/api/orders", {
    token: person.token,
    body: { items: [{ productId: sweet.id, quantity: 1 }], delivery },
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01`, "x-request-id": "traced-order" },
  });
  expect(answer.status).toBe(201);
  // A stop sends what waits.
  expect(await shop.stop()).toBe(0);

  const spans = collector.spans.filter(({ traceId }) => traceId === trace);
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
