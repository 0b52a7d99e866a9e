import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import * as schema from "./schema";

/** Connections of one process: enough to keep two cores busy, and PostgreSQL's default of 100 has room for six more processes. */
const READERS = 8;
/** Those of the writes that have their turn (db/write-slots.ts), with one to spare. */
const WRITERS = 6;

function connect(max: number) {
  const pool = postgres(env.DATABASE_URL, {
    max,
    idle_timeout: 300,
    connect_timeout: 2,
    // The library's own backoff would leave the shop away for up to 20 s after the database is back.
    backoff: () => 0.1 + Math.random() * 0.2,
    onnotice: () => {},
    // Ours stay far below 2^53: ids, paise and counts are plain numbers.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: "mithaas",
      TimeZone: "UTC",
      // A write that waits longer for a row is refused with nothing changed (decisions §8).
      lock_timeout: 5_000,
      // Who waits behind another waiter waits for two locks, with five seconds for each: the statement's time bounds both, and
      // ends before its caller is told 503 (lib/http/endpoint.ts).
      statement_timeout: 6_000,
      idle_in_transaction_session_timeout: 15_000,
    },
  });
  drizzle(pool); // times are text from here on, on every pool alike
  return pool;
}

type Pool = ReturnType<typeof connect>;
// Reloading in development must not open pools each time; tests load the module many times, and so does a built shop.
const kept = globalThis as {
  mithaasPools?: { readers: Pool; writers: Pool };
  mithaasWriting?: AsyncLocalStorage<true>;
};
kept.mithaasPools ??= { readers: connect(READERS), writers: connect(WRITERS) };
kept.mithaasWriting ??= new AsyncLocalStorage();
const { mithaasPools: pools, mithaasWriting: writing } = kept;

/** What stands for a pool for good: the pools behind it are replaced when the database was out of reach. */
const standingFor = (pool: () => Pool) =>
  new Proxy(pools.readers, {
    apply: (_target, _this, args) => Reflect.apply(pool(), undefined, args),
    get: (_target, name) => (name === "end" ? endPools : Reflect.get(pool(), name)),
  });

const endPools = async (options?: { timeout?: number }) => {
  await Promise.all([pools.readers.end(options), pools.writers.end(options)]);
};

/**
 * The pool; inside a write's turn, the writers' pool. postgres.js sends a query on a busy connection when none is free: behind a
 * write that waits for a lock, reads would wait as long. Tagged templates take times as ISO text (drizzle has taken the Date
 * serializer) and are prepared once a connection: for hot statements and for functions.sql.
 */
export const sql = standingFor(() => (writing.getStore() ? pools.writers : pools.readers));

/** Refuses what is under way and whatever is asked from now on, at once, as the database being away. */
export const closePools = () => void endPools({ timeout: 0 });

/** Opens new pools after `closePools`: connections that were silent for a while may stay so long after the network is back. */
export function openPools(): void {
  pools.readers = connect(READERS);
  pools.writers = connect(WRITERS);
}

/** Does `work` on the connections that are for writes. */
export const onWriters = <T>(work: () => Promise<T>): Promise<T> => writing.run(true, work);

/** Drizzle over the same pool. */
export const db = drizzle(
  standingFor(() => pools.readers),
  { schema, casing: "snake_case" },
);

/** A pool or a transaction of it: what domain functions run on. */
export type Sql = postgres.ISql<{ bigint: number }>;
