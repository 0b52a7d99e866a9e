import type { TablesRelationalConfig } from "drizzle-orm";
import { makePgArray, type PgDatabase } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsQueryResultHKT } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import { onePerProcess } from "@/lib/one-per-process";
import { directSettings, sessionSettings } from "./connection";
import { countQueries } from "./observe-queries";

/**
 * Connections of one process. `read`: enough to keep two cores busy. `write`: for the writes that hold a write slot (db/write-slots.ts), and
 * one to spare. `reports`: one for each report that runs (lib/http/heavy-reads.ts). With the listener and the monitor these are 19:
 * docs/operations.md#connections-to-the-database says how many instances that allows.
 */
const CONNECTIONS = { read: 8, write: 6, reports: 3 } as const;
type Pool = keyof typeof CONNECTIONS;
/** Reports that run at once. */
export const MAX_REPORTS = CONNECTIONS.reports;

/**
 * What queries run on: a pool, or a transaction of it. Both have Drizzle's select, insert, update, delete, with and transaction.
 * Functions of the domain take it as a parameter, so that a caller sees which connection a statement uses.
 */
export type Executor = PgDatabase<PostgresJsQueryResultHKT, Record<string, never>, TablesRelationalConfig>;

/** The postgres.js client below an executor. */
export type Driver = postgres.ISql<{ bigint: number }>;

/** Drizzle over a postgres.js client. It makes the client return times as text, in the format of PostgreSQL. */
export function executorOf(client: postgres.Sql<{ bigint: number }>) {
  // postgres.js sends a statement without parameters by the simple protocol, which plans it anew each time, although Drizzle asks to
  // prepare it. The product list's first page took three times as long.
  const unsafe = client.unsafe.bind(client);
  client.unsafe = (text, parameters, options) => {
    const extended = { ...options, simple: false };
    return unsafe(text, parameters, options?.prepare ? extended : options);
  };
  return drizzle(client, { casing: "snake_case" });
}

/** The elements of an array as PostgreSQL writes it: {1,"a,b"}. Drizzle's parsePgArray loses backslashes. */
const textsOf = (list: string) =>
  Array.from(
    list.matchAll(/"((?:[^"\\]|\\.)*)"|[^,{}]+/gs),
    ([plain, quoted]) => quoted?.replace(/\\(.)/gs, "$1") ?? plain,
  );

/** And back. Some are made as text already (`idList` of db/transaction.ts). */
const listOf = (list: unknown[] | string) => (typeof list === "string" ? list : makePgArray(list));

/** What the connections of all pools have in common. */
export const connectionOptions = {
  idle_timeout: 300,
  connect_timeout: 2,
  // The library's own backoff would keep the shop unavailable for up to 20 s after the database is back.
  backoff: () => 0.1 + Math.random() * 0.2,
  onnotice: () => {},
  // Else postgres.js asks each new connection for the types of arrays before all else, and nobody awaits that: when the connection ends
  // meanwhile, it is an unhandled rejection. The arrays that we use are named here instead.
  fetch_types: false,
  types: {
    // Ids, amounts in paise and counts stay far below 2^53, so plain numbers hold them exactly.
    bigint: { to: 20, from: [20], parse: Number, serialize: String },
    integers: { to: 1007, from: [1007], parse: (list: string) => textsOf(list).map(Number), serialize: listOf },
    texts: { to: 1009, from: [1009], parse: textsOf, serialize: listOf },
  },
  connection: {
    application_name: "mithaas",
    ...sessionSettings,
    // A write that waits longer for a row is refused, and nothing has changed.
    lock_timeout: 5_000,
    // A statement behind another waiting one waits for two locks, up to five seconds each. This bounds both, and ends before
    // the caller gets its 503 (lib/http/deadline.ts).
    statement_timeout: 6_000,
    idle_in_transaction_session_timeout: 15_000,
  },
};

/** A pool whose queries are counted, when somebody may read the metrics. */
function connect(pool: Pool) {
  const more = env.DATABASE_DIRECT_URL ? {} : directSettings; // with it, DATABASE_URL is a pooler
  const connection = { ...connectionOptions.connection, ...more };
  const client = postgres(env.DATABASE_URL, { ...connectionOptions, connection, max: CONNECTIONS[pool] });
  if (env.METRICS_TOKEN) countQueries(client, pool);
  return executorOf(client);
}

const openPools = () => ({ read: connect("read"), write: connect("write"), reports: connect("reports") });

/** Opened when the first is asked for: a command imports this before it knows its database. */
const state = () =>
  onePerProcess("database pools", () => ({
    pools: openPools(),
    /** When `leaveStandby` last replaced them, in milliseconds of performance.now(). */
    replacedAt: 0,
  }));

/**
 * The pool for everything that holds no write slot. It is a function because `reopenPools` replaces the pool. Reads have their own
 * connections because postgres.js queues a query on a busy connection when none is free: behind a write that waits for a lock, a
 * read would wait as long.
 */
export const readDb = (): Executor => state().pools.read;

/** The pool for writes that hold a write slot. */
export const writeDb = (): Executor => state().pools.write;

/** The pool for reports, which may take seconds each. Only `readReport` of lib/http/heavy-reads.ts uses it, which bounds the wait for it. */
export const reportDb = (): Executor => state().pools.reports;

const endPools = (pools: ReturnType<typeof openPools>, options?: { timeout?: number }) =>
  Promise.all(Object.values(pools).map(({ $client }) => $client.end(options)));

/** Closes all pools. By default queries in flight may finish; `timeout: 0` makes them fail at once, and all later ones too. */
export async function closePools(options?: { timeout?: number }): Promise<void> {
  await endPools(state().pools, options);
}

/** Opens new pools after `closePools`: connections that got no answer for a while may stay silent long after the network is back. */
export function reopenPools(): void {
  state().pools = openPools();
}

/** Longer than a request waits for the database. */
const DRAIN_MS = 10_000;

/** SQLSTATE of a write that a standby got. */
const READ_ONLY = "25006";

function isOfStandby(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return code === READ_ONLY || (cause !== undefined && isOfStandby(cause));
}

/**
 * To be called with whatever a write failed of. Replaces the pools when the server has refused it as a standby does: new connections may lead
 * to the primary, by a name or a proxy that follows it, while the open ones stay with the standby. What is in flight may finish. At most once
 * a second, since a database that is read only on purpose refuses every write.
 */
export function leaveStandby(error: unknown): void {
  if (!isOfStandby(error) || performance.now() - state().replacedAt < 1_000) return;
  state().replacedAt = performance.now();
  const { pools } = state();
  reopenPools();
  // Not end() now: what waits for one of their connections would then wait until its time limit.
  setTimeout(() => void endPools(pools, { timeout: 0 }), DRAIN_MS).unref();
}

/** The postgres.js client of a pool or transaction, for what Drizzle has no word for: COPY, LISTEN, advisory locks on one connection. */
export const driver = (db: Executor) => (db as unknown as { session: { client: Driver } }).session.client;
