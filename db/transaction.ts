import { type Column, is, type SQL, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { Executor } from "./client";
import { prepared } from "./prepared";

/**
 * Milliseconds after which PostgreSQL ends a transaction with its connection, and nothing of it has happened: before the caller of a write
 * gets its 503 anyway (lib/http/deadline.ts). PostgreSQL has this since version 17; before that each statement has its time limit alone.
 */
const TRANSACTION_TIMEOUT_MS = 8_000;

/** Runs `work` in the caller's transaction, or in one of its own. There are no savepoints: a failure undoes all of it. */
export function inTransaction<T>(db: Executor, work: (tx: Executor) => Promise<T>): Promise<T> {
  if (is(db, PgTransaction)) return work(db);
  return db.transaction((tx) => {
    // Sent with the first statement of `work`, which fails too when this does.
    limitTime(tx)
      .execute()
      .catch(() => {});
    return work(tx);
  });
}

const limitTime = prepared((db) =>
  db
    .select({ limit: sql`set_config('transaction_timeout', ${String(TRANSACTION_TIMEOUT_MS)}, true)` })
    .from(sql`(select) as always`)
    .where(sql`current_setting('transaction_timeout', true) is not null`)
    .prepare("limit_time"),
);

/** A statement as Drizzle builds it. */
type Statement = { prepare(name: string): { execute(): Promise<unknown> } };
type Rows<One> = One extends { prepare(name: string): { execute(): Promise<infer Found> } } ? Found : undefined;

/**
 * Sends one statement of a transaction. It is prepared: postgres.js keeps it by its text for the connection, whatever the name, so that
 * PostgreSQL does not plan it again while others wait for the row that it has locked.
 */
export const run = <One extends Statement>(one: One) => one.prepare("statement").execute() as Promise<Rows<One>>;

/**
 * Sends statements without waiting between them: one round trip. PostgreSQL executes them in this order, and each sees what was committed
 * when it starts, so a read after a lock is current under that lock. `Promise.all` of builders would not keep the order. What is false or
 * undefined is left out.
 */
export const together = <const All extends readonly (Statement | false | null | undefined)[]>(...all: All) =>
  Promise.all(all.map((one) => (one ? run(one) : undefined))) as unknown as Promise<{
    -readonly [K in keyof All]: Rows<All[K]>;
  }>;

/** `column = any($1)`: one text, and so one plan, for any number of values. It is sent as text, whose type nobody has to ask for. */
export const anyOf = (column: Column, values: readonly number[]): SQL =>
  sql`${column} = any(${`{${values.join(",")}}`})`;
