// Statements that are built once run on the executor that they are given, whichever built them.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Executor, readDb, writeDb } from "@/db/client";
import { built, run } from "@/db/transaction";
import { connect } from "../support/database";

const selectBackend = built((db) => db.select({ pid: sql<number>`pid` }).from(sql`pg_backend_pid() as pid`));
const prepare = async (db: Executor) => (await run(selectBackend(db)))[0]?.pid;
const direct = async (db: Executor) =>
  (await db.select({ pid: sql<number>`pid` }).from(sql`pg_backend_pid() as pid`))[0]?.pid;

test("a prepared statement runs on the connection of its transaction", async () => {
  await prepare(readDb());
  for (const pool of [readDb(), writeDb()])
    await Promise.all(
      Array.from({ length: 3 }, () =>
        pool.transaction(async (tx) => {
          expect(await prepare(tx)).toBe(await direct(tx));
          await tx.transaction(async (savepoint) => expect(await prepare(savepoint)).toBe(await direct(tx)));
        }),
      ),
    );
});

test("a prepared statement runs on the pool that it is given", async () => {
  const [one, other] = [connect(1), connect(1)];
  expect(await prepare(one)).toBe(await direct(one));
  expect(await prepare(other)).toBe(await direct(other));
  expect(await prepare(one)).not.toBe(await prepare(other));
});
