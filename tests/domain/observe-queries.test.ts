// What is seen of postgres.js from outside (db/observe-queries.ts), which its documentation does not promise.
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { countQueries } from "@/db/observe-queries";
import { exportedMetric } from "@/lib/metrics";

const client = postgres(process.env.DATABASE_URL ?? "", {
  max: 3,
  onnotice: () => {},
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
});
afterAll(() => client.end());

countQueries(client, "tests");

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
