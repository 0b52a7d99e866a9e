/*
 * Queries in flight, which postgres.js does not show by itself. A query of it is a promise that is sent when somebody waits for it, by its
 * method `handle`; that is not documented, and tests/domain/observe-queries.test.ts fails when an upgrade changes it.
 */
import type postgres from "postgres";
import { exportGauge } from "@/lib/metrics";
import { onePerProcess } from "@/lib/one-per-process";

type Query = Promise<unknown> & { executed: boolean; handle: () => Promise<void> };
type Client = postgres.Sql<{ bigint: number }>;

const inFlight = onePerProcess("queries in flight", () => new Map<string, number>());

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
        const end = () => add(-1);
        // Not its own `then`, which would send it.
        void Promise.prototype.then.call(query, end, end);
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

exportGauge(
  "mithaas_database_queries_in_flight",
  "Queries and transactions of this process that have a connection or wait for one, by pool.",
  () => Array.from(inFlight, ([pool, value]) => ({ labels: { pool }, value })),
);
