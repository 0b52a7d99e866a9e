import { type Column, is, type SQL, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import { driver, type Executor } from "./client";

/**
 * Milliseconds after which PostgreSQL ends a transaction with its connection, and nothing of it has happened: before the caller of a write
 * gets its 503 anyway (lib/http/deadline.ts). PostgreSQL has this since version 17; before that each statement has its time limit alone.
 */
const TRANSACTION_TIMEOUT_MS = 8_000;

/** A failure that is completed by reads which must not be made under the locks of its transaction. */
export interface Incomplete {
  /** The failure that is thrown in its place when the transaction has ended. */
  complete: () => Promise<Error>;
}
const isIncomplete = (error: unknown): error is Incomplete => error instanceof Error && "complete" in error;

/**
 * Runs `work` in the caller's transaction, or in one of its own. There are no savepoints: a failure undoes all of it, and is completed
 * when it is `Incomplete`.
 */
export async function inTransaction<T>(db: Executor, work: (tx: Executor) => Promise<T>): Promise<T> {
  if (is(db, PgTransaction)) return work(db);
  try {
    return await db.transaction((tx) => {
      // Sent with the first statement of `work`, which fails too when this does.
      run(limitTime(tx)).catch(() => {});
      return work(tx);
    });
  } catch (error) {
    throw isIncomplete(error) ? await error.complete() : error;
  }
}

/** One row without columns: what a select of function calls alone reads from. */
export const once = sql`(select) as once`;

const limitTime = built((tx) =>
  tx
    .select({ limit: sql`set_config('transaction_timeout', ${String(TRANSACTION_TIMEOUT_MS)}, true)` })
    .from(once)
    .where(sql`current_setting('transaction_timeout', true) is not null`),
);

/** The statement that takes an advisory lock until the transaction ends. */
export const lockKey = (tx: Executor, key: SQL) => tx.select({ locked: sql`pg_advisory_xact_lock(${key})` }).from(once);

/** A statement as Drizzle builds it. */
export type Statement = { prepare(name: string): { execute(values?: Record<string, unknown>): Promise<unknown> } };
/** What a statement returns. */
export type Rows<One> = One extends { prepare(name: string): { execute(): Promise<infer Found> } } ? Found : undefined;

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

/**
 * A statement that runs so often that building it counts: it is built once, not for each call, since Drizzle needs 0.2 to 0.4 ms to build
 * one. It has a placeholder in the place of each value, and is checked by the compiler as if it had the values. What was built runs on any
 * pool or transaction: there only the client below it is another. Building it for each transaction halved the rate of orders with an
 * Idempotency-Key. For `run` and `together`.
 *
 *     const lockCart = built((tx, of: { userId: number }) => tx.select().from(carts).where(eq(carts.userId, of.userId)).for("update"));
 *     const [cart] = await run(lockCart(tx, { userId: 1 }));
 */
export function built<One extends Statement, Values extends Record<string, unknown> = Record<never, never>>(
  build: (tx: Executor, values: Values) => One,
) {
  const placeholders = new Proxy({} as Values, { get: (_, name) => sql.placeholder(String(name)) });
  let first: ReturnType<Statement["prepare"]> | undefined;
  const statements = new WeakMap<Executor, ReturnType<Statement["prepare"]>>();
  const statementOf = (tx: Executor) => {
    const known = statements.get(tx);
    if (known) return known;
    first ??= build(tx, placeholders).prepare("statement");
    // Drizzle documents no way to run a prepared statement on another client. tests/domain/prepared.test.ts fails when the property is
    // renamed.
    const statement = Object.create(first, { client: { value: driver(tx) } });
    statements.set(tx, statement);
    return statement;
  };
  return (tx: Executor, ...[values]: keyof Values extends never ? [] : [values: Values]) =>
    ({ prepare: () => ({ execute: () => statementOf(tx).execute(values) }) }) as unknown as Built<One>;
}
type Built<One extends Statement> = { prepare(name: string): { execute(): Promise<Rows<One>> } };

/** Ids as one value, for `anyOf` in a statement that is built once. */
export type IdList = string & { ids: true };
export const idList = (ids: readonly number[]) => `{${ids.join(",")}}` as IdList;

/** `column = any($1)`: one text, and so one plan, for any number of values. It is sent as text, whose type nobody has to ask for. */
export const anyOf = (column: Column, values: readonly number[] | IdList): SQL =>
  sql`${column} = any(${Array.isArray(values) ? idList(values) : values})`;
