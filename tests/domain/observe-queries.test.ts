// What is seen of postgres.js from outside (db/observe-queries.ts), which its documentation does not promise.
import postgres from "postgres";
import { afterAll, beforeEach, expect, test } from "vitest";
import { countQueries, traceStatements } from "@/db/observe-queries";
import { exportedMetric } from "@/lib/metrics";
import { setTracing } from "@/lib/tracing";

const client = postgres(process.env.DATABASE_URL ?? "", {
  max: 3,
  onnotice: () => {},
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
});
afterAll(() => client.end());

const spans: { text: unknown; ended: "open" | "done" | string }[] = [];
setTracing({
  start: (_name, attributes) => {
    const span = { text: attributes["db.query.text"], ended: "open" };
    spans.push(span);
    return (error) => {
      span.ended = error === undefined ? "done" : ((error as { code?: string }).code ?? "failed");
    };
  },
  serve: (_method, _route, _headers, work) => work(),
  run: (_name, _attributes, work) => work(),
  traceId: () => undefined,
  stop: async () => {},
});
countQueries(client, "tests");
traceStatements(client);
traceStatements(client); // as for a second pool: no statement gets two spans
beforeEach(() => void spans.splice(0));

const inFlight = () => {
  const samples = exportedMetric("mithaas_database_queries_in_flight")?.read();
  return Array.isArray(samples) ? samples.find(({ labels }) => labels?.pool === "tests")?.value : undefined;
};

test("queries are counted from when they are sent to their end, also those that fail", async () => {
  const lazy = client.unsafe("select 1 as one");
  expect(inFlight()).toBe(0);
  const rows = lazy.values();
  const failing = client.unsafe("select 1 / 0").catch((error) => error.code);
  const sent = rows.then((values) => values);
  expect(inFlight()).toBe(2);
  expect([...(await sent)]).toEqual([[1]]);
  expect(await failing).toBe("22012");
  expect(inFlight()).toBe(0);
});

test("a transaction counts as one", async () => {
  const seen = await client.begin(async (tx) => {
    await tx.unsafe("select 1");
    return inFlight();
  });
  expect([seen, inFlight()]).toEqual([1, 0]);
});

test("each statement is one span with its text, in transactions too, and none for what is never sent", async () => {
  void client.unsafe("select 'never sent'");
  await client.unsafe("select $1::text", ["secret"]);
  await client`select ${"secret"}::text as tagged`;
  await client.begin((tx) => tx.unsafe("select 2"));
  await client.unsafe("select 1 / 0").catch(() => {});
  expect(spans).toEqual([
    { text: "select $1::text", ended: "done" },
    { text: "select ?::text as tagged", ended: "done" },
    { text: "begin", ended: "done" },
    { text: "select 2", ended: "done" },
    { text: "commit", ended: "done" },
    { text: "select 1 / 0", ended: "22012" },
  ]);
});
