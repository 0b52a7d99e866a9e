// One process's connections: writes take turns, and whoever only reads does not wait behind them.

import { afterAll, describe, expect, test, vi } from "vitest";
import {
  anySweets,
  type LockKeys,
  MAX_WRITES_PER_SWEET as OF_ONE,
  MAX_WRITES as WRITES,
  withWriteSlot,
} from "@/db/write-slots";
import { restock } from "@/lib/catalogue/commands";
import { atOnce, done, expectStockRight, hold, refusals } from "../support/database";
import { anAdmin, aSweet, quantityOf } from "../support/factories";
import { sql } from "../support/sql";

afterAll(() => expectStockRight());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const turn = async <T>(work: () => Promise<T>, sweets?: LockKeys) => (await withWriteSlot(work, sweets)).done;

describe("writes take turns", () => {
  test("so many at once and no more, in the order that they came", async () => {
    let now = 0;
    let most = 0;
    const order: number[] = [];
    await atOnce(40, (i) =>
      turn(async () => {
        order.push(i);
        most = Math.max(most, ++now);
        await sleep(5);
        now--;
      }),
    );
    expect(most).toBe(WRITES);
    expect(order).toEqual(Array.from({ length: 40 }, (_, i) => i));
  });

  test("and give the turn on when they fail", async () => {
    const tries = await atOnce(30, (i) => turn(async () => (i % 2 ? Promise.reject(new Error("failed")) : i)));
    expect(done(tries)).toHaveLength(15);
    expect(await turn(async () => "free")).toBe("free");
  });

  test("what waited in vain is refused as busy and never begins", async () => {
    const [admin, sweet] = [await anAdmin(), await aSweet({ quantity: 0 })];
    const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
    const began = performance.now();
    const tries = atOnce(20, () => turn(() => restock(admin, sweet.id, { quantity: 1 })));
    const late = await atOnce(1, () => turn(() => restock(admin, sweet.id, { quantity: 1 })));
    expect(refusals(late)).toEqual({ POOL_BUSY: 1 });
    expect(performance.now() - began).toBeLessThan(4_800);
    await lock.release();
    const outcome = await tries;
    expect(refusals(outcome)).toEqual({ POOL_BUSY: 20 - WRITES });
    await sleep(200);
    expect(await quantityOf(sweet)).toBe(WRITES);
  });
});

describe("turns of one sweet", () => {
  /** Writes that end when `finish` is called. */
  function held(count: number, sweets: LockKeys) {
    let running = 0;
    let end = () => {};
    const finished = new Promise<void>((resolve) => {
      end = resolve;
    });
    const tries = atOnce(count, () =>
      turn(async () => {
        running++;
        await finished;
      }, sweets),
    );
    return { tries, end, running: () => running };
  }

  test("are three of five, those of several leave one to the others, and whoever waits is passed by", async () => {
    const first = held(8, [1, 1]);
    await vi.waitFor(() => expect(first.running()).toBe(OF_ONE));
    const second = held(4, [2]);
    await vi.waitFor(() => expect(second.running()).toBe(WRITES - OF_ONE - 1));
    const began = performance.now();
    for (const sweets of [[3], [], [4, 5], anySweets]) expect(await turn(async () => "past", sweets)).toBe("past");
    expect(performance.now() - began).toBeLessThan(500);
    expect([first.running(), second.running()]).toEqual([OF_ONE, WRITES - OF_ONE - 1]);
    first.end();
    second.end();
    expect(done(await first.tries)).toHaveLength(8);
    expect(done(await second.tries)).toHaveLength(4);
  });

  test("that are known only later are as few", async () => {
    const some = held(8, anySweets);
    await vi.waitFor(() => expect(some.running()).toBe(OF_ONE));
    expect(await turn(async () => "past", [1])).toBe("past");
    expect(some.running()).toBe(OF_ONE);
    some.end();
    expect(done(await some.tries)).toHaveLength(8);
  });

  test("that do not move are refused after three seconds, while the others' do", async () => {
    const stuck = held(OF_ONE, [1]);
    const began = performance.now();
    const waited = atOnce(10, () => turn(async () => "late", [1]));
    let others = 0;
    while (performance.now() - began < 3_600) {
      expect(await turn(() => sleep(10), [2])).toBeUndefined();
      others++;
    }
    expect(others).toBeGreaterThan(100);
    expect(await Promise.race([waited.then(refusals), sleep(500)])).toEqual({ POOL_BUSY: 10 });
    stuck.end();
    expect(done(await stuck.tries)).toHaveLength(OF_ONE);
    expect(await turn(async () => "free", [1])).toBe("free");
  });
});

test("reads go past writes that wait for a lock", async () => {
  const [admin, sweet, warm] = [await anAdmin(), await aSweet({ quantity: 0 }), await aSweet()];
  // Connections that are open and have prepared what they send: only on those does the library put one query behind another.
  for (let i = 0; i < 4; i++) await atOnce(20, () => turn(() => restock(admin, warm.id, { quantity: 1 })));
  for (let i = 0; i < 4; i++) await atOnce(20, () => sql`select count(*) from sweets`);
  const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
  const writes = atOnce(WRITES, () => turn(() => restock(admin, sweet.id, { quantity: 1 })));
  await vi.waitFor(async () => {
    const [row] = await sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect(row?.waiting).toBe(WRITES);
  });
  const release = sleep(2_500).then(() => lock.release());
  const reads = await atOnce(60, async () => {
    const began = performance.now();
    await sql`select count(*) from sweets`;
    return performance.now() - began;
  });
  expect(done(reads).filter((ms) => ms < 1_500)).toHaveLength(60);
  await release;
  expect(refusals(await writes)).toEqual({});
});

test("a transaction that begins behind a hundred queries on its connection has it to itself, and leaves none open", async () => {
  const reads: Promise<unknown>[] = [];
  const transactions: Promise<unknown>[] = [];
  for (let i = 0; i < 4000; i++) {
    if (i % 101 === 100) transactions.push(sql.begin((tx) => tx`select 1`));
    else reads.push(sql`select 1`);
  }
  const outcomes = await Promise.allSettled(transactions);
  await Promise.all(reads);
  expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
  const [open] = await sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  expect(open?.count).toBe(0);
});

test("a table that was copied out leaves its connection fit for the next statement, however its rows came in", async () => {
  for (let size = 10; size < 400; size += 10)
    await sql.begin(async (tx) => {
      const copied =
        await tx`copy (select repeat('x', 300) from generate_series(1, ${tx.unsafe(String(size))})) to stdout`.readable();
      let bytes = 0;
      for await (const chunk of copied) bytes += chunk.length;
      expect(bytes).toBe(size * 301);
      expect((await tx`select 1 as one`)[0]?.one).toBe(1);
    });
});

test("several who wait for one lock are all refused within six seconds, not one after the other", async () => {
  const [admin, sweet] = [await anAdmin(), await aSweet()];
  const lock = await hold((on) => on`select 1 from sweets where id = ${sweet.id} for update`);
  const began = performance.now();
  const tries = await atOnce(5, () => restock(admin, sweet.id, { quantity: 1 }));
  const took = performance.now() - began;
  await lock.release();
  expect(Object.keys(refusals(tries)).every((code) => code === "55P03" || code === "57014")).toBe(true);
  expect(done(tries)).toEqual([]);
  expect(took).toBeGreaterThan(4_900);
  expect(took).toBeLessThan(8_500);
});
