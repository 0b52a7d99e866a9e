// nightly: waits for the real time limits of locks, statements and transactions; guards db/client.ts, db/transaction.ts, db/write-slots.ts
// What waits too long for the database ends by itself, before its request gets its answer.

import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Executor, writeDb } from "@/db/client";
import { sweets } from "@/db/schema";
import { inTransaction, run } from "@/db/transaction";
import { restock } from "@/lib/catalogue/commands";
import { isDatabaseUnavailable } from "@/lib/errors";
import { DEADLINE } from "@/lib/http/deadline";
import { atOnce, connect, done, hold, lockOf, refusals } from "../support/database";
import { anAdmin, aSweet, quantityOf } from "../support/factories";
import { pool } from "../support/sql";

const pause = (db: Executor, seconds: number) =>
  run(db.select({ slept: sql`pg_sleep(${seconds})` }).from(sql`(select) as once`));

test("a transaction that takes too long ends by itself, as a database that is away, and nothing of it happens", async () => {
  const sweet = await aSweet();
  const slow = inTransaction(writeDb(), async (tx) => {
    await run(tx.update(sweets).set({ stock: 1 }).where(eq(sweets.id, sweet.id)));
    for (let i = 0; i < 3; i++) await pause(tx, 4);
  });
  expect(await slow.catch(isDatabaseUnavailable)).toBe(true);
  expect(await quantityOf(sweet)).toBe(10);
});

test("several who wait for one lock are all refused in time, not one after the other", async () => {
  const [admin, sweet] = [await anAdmin(), await aSweet()];
  const lock = await hold(lockOf(sweet));
  const tries = atOnce(5, () => restock(admin, sweet.id, { quantity: 1 }, pool));
  const request = pause(connect(1, { statement_timeout: 2 * DEADLINE }), DEADLINE / 1000);
  expect(await Promise.race([tries.then(() => "refused"), request.then(() => "too late")])).toBe("refused");
  await lock.release();
  const outcome = await tries;
  expect(Object.keys(refusals(outcome)).every((code) => code === "55P03" || code === "57014")).toBe(true);
  expect(done(outcome)).toEqual([]);
});
