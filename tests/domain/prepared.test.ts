// Statements that are built once run on the executor that they are given, whichever built them.
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type Executor, readDb, writeDb } from "@/db/client";
import { fastSelect, prepared } from "@/db/prepared";
import { images, sweets } from "@/db/schema";
import { connect } from "../support/database";

const selectBackend = prepared((db) =>
  db.select({ pid: sql<number>`pid` }).from(sql`pg_backend_pid() as pid`).prepare("backend"),
);
const prepare = async (db: Executor) => (await selectBackend(db).execute())[0]?.pid;
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

test.each([3, 0])("fastSelect reads the rows that Drizzle reads, of %i sweets", async (limit) => {
  const db = readDb();
  const { width, height } = images;
  const { id, price, allergens, netWeightGrams, createdAt } = sweets;
  const counted = db
    .select({ total: sql<number>`count(*)::int`.as("total") })
    .from(sweets)
    .as("counted");
  const page = db
    .select({ id, price, createdAt, details: { netWeightGrams, allergens }, picture: { width, height } })
    .from(sweets)
    .leftJoin(images, eq(images.id, sweets.imageId))
    .limit(limit)
    .as("page");
  const query = db.select().from(counted).leftJoin(page, sql`true`);
  const rows = await fastSelect(db, { counted, page }, query).execute();
  expect(rows).toEqual(await query);
  expect(rows.map((row) => row.page === null)).toEqual(limit > 0 ? Array(limit).fill(false) : [true]);
});
