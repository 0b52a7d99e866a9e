/*
 * What is seen of postgres.js from outside: queries in flight, and a span for each statement. It shows neither by itself. A query of
 * it is a promise that is sent when somebody waits for it, by its method `handle`; that is not documented, and
 * tests/domain/observe-queries.test.ts fails when an upgrade changes it.
 */
import type postgres from "postgres";
import { exportGauge } from "@/lib/metrics";
import { onePerProcess } from "@/lib/one-per-process";
import { currentTracing } from "@/lib/tracing";

type Query = Promise<unknown> & { executed: boolean; strings: readonly string[]; handle: () => Promise<void> };
type Client = postgres.Sql<{ bigint: number }>;

const inFlight = onePerProcess("queries in flight", () => new Map<string, number>());

/** Calls `onEnd` when a query ends, without sending it, which its own `then` does. */
const whenEnded = (query: Query, onEnd: (error?: unknown) => void) =>
  void Promise.prototype.then.call(query, () => onEnd(), onEnd);

/** Counts the queries and transactions of a pool: each has a connection, or waits for one. */
export function countQueries(client: Client, pool: string): void {
  const add = (amount: number) => inFlight.set(pool, (inFlight.get(pool) ?? 0) + amount);
  add(0);
  const unsafe = client.unsafe.bind(client);
  client.unsafe = ((...args: Parameters<typeof unsafe>) => {
    const pending = unsafe(...args);
    const query = pending as unknown as Query;
    const { handle } = query;
    query.handle = () => {
      if (!query.executed) {
        add(1);
        whenEnded(query, () => add(-1));
      }
      return handle.call(query);
    };
    return pending;
  }) as typeof client.unsafe;
  const begin = client.begin.bind(client) as (...args: unknown[]) => Promise<unknown>;
  client.begin = ((...args: unknown[]) => {
    add(1);
    return begin(...args).finally(() => add(-1));
  }) as typeof client.begin;
}

/** Gives each statement of this process a span, with its text; values are parameters and no part of it. */
export function traceStatements(client: Client): void {
  // All queries have one prototype, those within transactions too. This one is never sent.
  const prototype: Query & { isTraced?: boolean } = Object.getPrototypeOf(client`select 1`);
  if (prototype.isTraced) return;
  prototype.isTraced = true;
  const { handle } = prototype;
  prototype.handle = function (this: Query) {
    if (!this.executed) {
      const text = this.strings.join("?").trim().replace(/\s+/g, " ");
      const operation = /^\w+/.exec(text)?.[0].toLowerCase() ?? "statement";
      const attributes = { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": text };
      const end = currentTracing()?.start(operation, attributes);
      if (end) whenEnded(this, end);
    }
    return handle.call(this);
  };
}

exportGauge(
  "mithaas_database_queries_in_flight",
  "Queries and transactions of this process that have a connection or wait for one, by pool.",
  () => Array.from(inFlight, ([pool, value]) => ({ labels: { pool }, value })),
);
