// How often a write waits for the database, over a proxy that counts it: with a database that is far away, and for everybody who waits for a
// locked row, that is what a write costs. The connections are new, as after a quiet night.

import { sql } from "drizzle-orm";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Executor } from "@/db/client";
import { packBounds } from "@/db/constants/catalogue";
import { sweets } from "@/db/schema";
import { anyOf, inTransaction, run, together } from "@/db/transaction";
import { emptyCart, joinCarts, reserve, updateCart } from "@/lib/cart/commands";
import { updateSweet } from "@/lib/catalogue/commands";
import { updateSweetInput } from "@/lib/catalogue/schema";
import { moveOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { placeOrder } from "@/lib/orders/place";
import { takeOrder } from "@/lib/orders/purchase";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { currentSettings } from "@/lib/settings/queries";
import { enterBatch } from "@/lib/stock/batch-commands";
import { setDays } from "@/lib/stock/plan-commands";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor } from "../support/factories";
import { proxiedConnection } from "../support/proxied";
import { pool } from "../support/sql";
import { aPlanned } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));

const owner = await anAdmin();

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

describe("a write waits as often for twenty sweets as for one", () => {
  const address = "198.51.100.2";
  const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"];
  const many = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
  const fromStock = (count: number) => many(count, () => aSweet({ quantity: 1_000 }));
  const planned = (count: number) => many(count, () => aPlanned({ capacity: 1_000 }));
  type Sweets = readonly { id: number }[];
  const aBuyer = async () => ({ ...(await aCustomer()), address });
  const holdAll = async (actor: Parameters<typeof reserve>[0], sweets: Sweets, quantity: number, day?: string) => {
    for (const { id } of sweets) await reserve(actor, { productId: id, quantity, day }, pool);
  };
  const orderOf = (sweets: Sweets, quantity: number, delivery = {}) =>
    anOrder(
      sweets.map((sweet) => [sweet, quantity]),
      { delivery },
    );
  const onTuesday = { pincode: "400028", slot: { date: tuesday, from: "10:00" }, day: tuesday };

  /** Makes what is needed for so many sweets, and gives the write whose round trips count. */
  const writes: Record<string, (count: number) => Promise<(db: Executor) => Promise<unknown>>> = {
    "a visitor's cart joins an account's": async (count) => {
      const [visitor, buyer] = [{ ...aVisitor(), address }, await aBuyer()];
      const sweets = [...(await fromStock(count)), ...(await planned(count))];
      await holdAll(visitor, sweets, 2, wednesday);
      await holdAll(buyer, sweets, 2, tuesday);
      return (db) => joinCarts(buyer, visitor.cartToken, db);
    },
    "a cart moves to another day": async (count) => {
      const buyer = await aBuyer();
      await holdAll(buyer, await planned(count), 60, tuesday);
      return (db) => updateCart(buyer, { day: wednesday }, db);
    },
    "a cart is emptied": async (count) => {
      const buyer = await aBuyer();
      await holdAll(buyer, await planned(count), 2, tuesday);
      return (db) => emptyCart(buyer, db);
    },
    "more is ordered than an account may hold of every sweet": async (count) => {
      const [buyer, sweets] = [await aBuyer(), await fromStock(count)];
      await holdAll(buyer, sweets, 2);
      return (db) => placeOrder(buyer, orderOf(sweets, 60), { channel: "web", checkout: true }, db);
    },
    "an order moves to another day": async (count) => {
      const { id } = await placeOrder(
        await aBuyer(),
        orderOf(await planned(count), 2, onTuesday),
        { channel: "api" },
        pool,
      );
      return (db) => moveOrder(owner, id, { date: wednesday, from: "10:00", force: false }, db);
    },
    "the sweets of an order are changed": async (count) => {
      const [kept, gone, fresh] = [await planned(count), await fromStock(count), await planned(count)];
      const placed = orderOf([...kept, ...gone], 2, onTuesday);
      const { id } = await placeOrder(await aBuyer(), placed, { channel: "api" }, pool);
      const { items } = orderOf([...kept, ...fresh], 3);
      return (db) => changeItems(owner, id, { items }, db);
    },
    "a batch that is too small for what carts hold": async (count) => {
      const [sweet] = await planned(1);
      if (!sweet) throw new Error("No sweet was made.");
      for (const buyer of await many(count, aBuyer)) await holdAll(buyer, [sweet], 2, tuesday);
      return (db) => enterBatch(owner, { productId: sweet.id, day: tuesday, units: 1 }, db);
    },
    "a cancelled order is taken up again": async (count) => {
      const { id } = await placeOrder(
        await aBuyer(),
        orderOf(await planned(count), 2, onTuesday),
        { channel: "api" },
        pool,
      );
      await setOrderStatus(owner, id, "Cancelled", pool);
      return (db) => setOrderStatus(owner, id, "Pending", db);
    },
    "a sale at the till": async (count) => {
      const { items } = orderOf(await fromStock(count), 2);
      const sale = { items, giftWrap: false, personalMessage: "", customer: null, delivery: null, received: null };
      return (db) => takeOrder(owner, { ...sale, payment: "cash" }, db);
    },
    "as many packs of a sweet as it can have": async (count) => {
      const [{ id }, most] = [await aSweet(), Math.min(count, packBounds.most)];
      const packs = Array.from({ length: most }, (_, at) => ({ label: `Box ${at}`, units: at + 1, price: at + 1 }));
      const input = updateSweetInput.parse({ packs });
      return (db) => updateSweet(owner, id, input, null, db);
    },
    "days of plans": async (count) => {
      const numbers = (await planned(count)).map(({ id }) => ({ productId: id, day: tuesday, capacity: 5 }));
      return (db) => setDays(owner, numbers, false, db);
    },
  };

  test.each(Object.entries(writes))("%s", async (_, prepare) => {
    const [one, twenty] = [await prepare(1), await prepare(20)];
    await currentSettings();
    expect(await (await aNewConnection())(twenty)).toBe(await (await aNewConnection())(one));
  });
});
