import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { env } from "@/lib/env";
import * as schema from "./schema";

/** Connections of one process. Ten keep two cores busy and leave PostgreSQL's default of 100 to nine more processes. */
export const POOL_SIZE = 10;

// A BEGIN that postgres.js (3.4.9) puts behind as many queries as this makes it lose its connection: the transaction stays open, and what
// others then write on that connection is rolled back with it. A hundred, its default, is reached under load. (Its types leave the option out.)
const pipelining = { max_pipeline: 100_000 };

function connect() {
  return postgres(env.DATABASE_URL, {
    ...pipelining,
    max: POOL_SIZE,
    idle_timeout: 300,
    connect_timeout: 2,
    // The library's own backoff would leave the shop away for up to 20 s after the database is back.
    backoff: () => 0.1 + Math.random() * 0.2,
    onnotice: () => {},
    // Ours stay far below 2^53: ids, paise and counts are plain numbers.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
    connection: {
      application_name: "mithaas",
      // A write that waits longer for a row is refused with nothing changed (decisions §8).
      lock_timeout: 5_000,
      // Who waits behind another waiter waits for two locks, with five seconds for each: the statement's time bounds both, and
      // ends before its caller is told 503 (lib/http/endpoint.ts).
      statement_timeout: 6_000,
      idle_in_transaction_session_timeout: 15_000,
    },
  });
}

// Reloading in development must not open a pool each time; tests load the module many times too.
const kept = globalThis as { mithaasSql?: ReturnType<typeof connect> };

/** The pool. Tagged templates take times as ISO text (drizzle has taken the Date serializer) and are prepared once a connection: for hot statements and for functions.sql. */
export const sql = (kept.mithaasSql ??= connect());

/**
 * Uses every connection once; to be called when the database is back. postgres.js (3.4.9) remembers the error with which the
 * server ended a connection and fails its first query afterwards with it: let that be one of ours, not a shopper's.
 */
export async function rousePool(): Promise<void> {
  await Promise.allSettled(Array.from({ length: POOL_SIZE }, () => sql`select pg_sleep(0.05)`));
}

/** Drizzle over the same pool. */
export const db = drizzle(sql, { schema, casing: "snake_case" });

/** A pool or a transaction of it: what domain functions run on. */
export type Sql = postgres.ISql<{ bigint: number }>;
