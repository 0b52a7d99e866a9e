// How often a write waits for the database, over a proxy that counts it: with a database that is far away, and for everybody who waits for a
// locked row, that is what a write costs. The connections are new, as after a quiet night.
import net from "node:net";
import { eq, sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { connectionOptions, type Executor, executorOf, readDb, writeDb } from "@/db/client";
import { sweets } from "@/db/schema";
import { anyOf, inTransaction, run, together } from "@/db/transaction";
import { reserve } from "@/lib/cart/commands";
import { isDatabaseUnavailable } from "@/lib/errors";
import { placeOrder } from "@/lib/orders/place";
import { cancelOrder } from "@/lib/orders/status-commands";
import { currentSettings } from "@/lib/settings/queries";
import { aCustomer, anOrder, aSweet } from "../support/factories";

/** Milliseconds by which answers are held back, so that all that is sent together has been sent before the first answer. */
const DELAY_MS = 100;

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

/** One new connection, and how often something was sent over it after an answer. */
async function countedConnection() {
  let trips = 0;
  let isAnswered = true;
  const target = new URL(process.env.DATABASE_URL ?? "");
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(target.port), target.hostname);
    client.on("data", (data) => {
      if (isAnswered) trips++;
      if (process.env.SHOW)
        console.log(
          isAnswered,
          data
            .toString("latin1")
            .replace(/[^ -~]+/g, " ")
            .slice(0, 700),
        );
      isAnswered = false;
      server.write(data);
    });
    server.on("data", (data) =>
      setTimeout(() => {
        isAnswered = true;
        client.write(data);
      }, DELAY_MS),
    );
    for (const [one, other] of [[client, server] as const, [server, client] as const]) {
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as net.AddressInfo).port);
  const client = postgres(url.href, { ...connectionOptions, max: 1 }) as postgres.Sql<{ bigint: number }>;
  ends.push(() => client.end({ timeout: 1 }).then(() => proxy.close()));
  await client`select 1`;
  return async (work: (db: Executor) => Promise<unknown>) => {
    trips = 0;
    await work(executorOf(client));
    return trips;
  };
}

test("statements that are sent together wait once, although the connection does not know them", async () => {
  const count = await countedConnection();
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
  const count = await countedConnection();
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
