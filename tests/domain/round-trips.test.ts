// How often a write waits for the database, over a proxy that counts it: with a database that is far away, and for everybody who waits for a
// locked row, that is what a write costs. The connections are new, as after a quiet night.
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { type Executor, readDb, writeDb } from "@/db/client";
import { sweets } from "@/db/schema";
import { anyOf, inTransaction, run, together } from "@/db/transaction";
import { reserve } from "@/lib/cart/commands";
import { isDatabaseUnavailable } from "@/lib/errors";
import { cancelOrder } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { currentSettings } from "@/lib/settings/queries";
import { aCustomer, anOrder, aSweet } from "../support/factories";
import { proxiedConnection } from "../support/proxied";

const connections: Awaited<ReturnType<typeof proxiedConnection>>[] = [];
afterAll(async () => {
  for (const connection of connections) await connection.end();
});

async function aNewConnection() {
  const connection = await proxiedConnection({ delay: 100 });
  connections.push(connection);
  return connection.count;
}

test("statements that are sent together wait once, although the connection does not know them", async () => {
  const count = await aNewConnection();
  const { id } = await aSweet();
  const name = (tx: Executor, text: string) =>
    tx
      .update(sweets)
      .set({ storage: text, vegetarian: true })
      .where(anyOf(sweets.id, [id]));
  const work = (db: Executor) =>
    inTransaction(db, (tx) => together(name(tx, "one"), name(tx, "two"), tx.select({ id: sweets.id }).from(sweets)));
  // BEGIN, the statements, COMMIT.
  expect(await count(work)).toBe(3);
  expect(await count(work)).toBe(3);
});

test("a transaction that takes too long ends by itself, as a database that is away, and nothing of it happens", async () => {
  const { id } = await aSweet();
  const pause = (tx: Executor) => run(tx.select({ slept: sql`pg_sleep(4)` }).from(sql`(select) as once`));
  const slow = inTransaction(writeDb(), async (tx) => {
    await run(tx.update(sweets).set({ stock: 1 }).where(eq(sweets.id, id)));
    for (let i = 0; i < 3; i++) await pause(tx);
  });
  expect(await slow.catch(isDatabaseUnavailable)).toBe(true);
  const [sweet] = await readDb().select({ stock: sweets.stock }).from(sweets).where(eq(sweets.id, id));
  expect(sweet?.stock).toBe(10);
});

test("a hold, an order and its cancellation", async () => {
  const [buyer, one, other] = [await aCustomer(), await aSweet(), await aSweet()];
  await currentSettings();
  const count = await aNewConnection();
  // BEGIN, the cart, locks and load, the writes, COMMIT.
  const hold = () => count((db) => reserve(buyer, { productId: one.id, quantity: 1 }, db));
  expect(await hold()).toBeLessThanOrEqual(6);
  expect(await hold()).toBeLessThanOrEqual(5);
  // BEGIN, the cart, locks and load, the order, its lines and all that follows, COMMIT.
  let id = 0;
  const trips = await count(async (db) => {
    ({ id } = await placeOrder(
      buyer,
      anOrder([
        [one, 2],
        [other, 1],
      ]),
      { channel: "api" },
      db,
    ));
  });
  expect(trips).toBe(6);
  // BEGIN, the order, locks and load, the writes, its message, what was invoiced, COMMIT, and the order as it is now.
  expect(await count((db) => cancelOrder(buyer, id, db))).toBeLessThanOrEqual(8);
});
