// How often a write waits for the database, over a proxy that counts it: with a database that is far away, and for everybody who waits for a
// locked row, that is what a write costs. The connections are new, as after a quiet night.
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import { sweets } from "@/db/schema";
import { anyOf, inTransaction, run, together } from "@/db/transaction";
import { reserve } from "@/lib/cart/commands";
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
  const connection = await proxiedConnection();
  connections.push(connection);
  return async (work: (db: Executor) => Promise<unknown>) => (await connection.count(work)).trips;
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

test("a transaction has its time limit, which is sent with its first statement", async () => {
  const count = await aNewConnection();
  const limit = sql<string>`current_setting('transaction_timeout')`;
  const trips = count((db) =>
    inTransaction(db, async (tx) => {
      expect(await run(tx.select({ limit }).from(sql`(select) as once`))).toEqual([{ limit: "8s" }]);
    }),
  );
  expect(await trips).toBe(3);
});

test("a hold, an order and its cancellation", async () => {
  // With an address, by which holds and orders are limited.
  const [buyer, one, other] = [{ ...(await aCustomer()), address: "198.51.100.1" }, await aSweet(), await aSweet()];
  await currentSettings();
  const count = await aNewConnection();
  // BEGIN, the cart, locks and load, the writes, COMMIT.
  const hold = () => count((db) => reserve(buyer, { productId: one.id, quantity: 1 }, db));
  expect(await hold()).toBeLessThanOrEqual(6);
  expect(await hold()).toBeLessThanOrEqual(5);
  const both = anOrder([
    [one, 2],
    [other, 1],
  ]);
  // BEGIN, the cart, locks and load, the order, its lines and all that follows, COMMIT.
  let id = 0;
  const trips = await count(async (db) => {
    ({ id } = await placeOrder(buyer, both, { channel: "api" }, db));
  });
  expect(trips).toBe(6);
  // BEGIN, the order, locks and load, the writes, its message, what was invoiced, COMMIT, and the order as it is now.
  expect(await count((db) => cancelOrder(buyer, id, db))).toBeLessThanOrEqual(8);
});
