// One process's connections: writes take turns, and whoever only reads does not wait behind them.

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { driver, readDb, writeDb } from "@/db/client";
import {
  anySweets,
  type LockKeys,
  MAX_WRITES_PER_SWEET as OF_ONE,
  MAX_WRITES as WRITES,
  withWriteSlot,
} from "@/db/write-slots";
import { restock } from "@/lib/catalogue/commands";
import { DEADLINE } from "@/lib/http/deadline";
import { atOnce, done, expectStockRight, hold, lockOf, refusals, waitingForALock } from "../support/database";
import { anAdmin, aSweet, quantityOf } from "../support/factories";
import { pool, sql } from "../support/sql";

// The seconds that a write waits for a slot pass by `vi.advanceTimersByTime`; the database has its own.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
});
afterAll(() => expectStockRight());

const soon = () => new Promise((resolve) => setImmediate(resolve));
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
        await soon();
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

  test("what waited for three seconds in vain is refused as busy and never begins", async () => {
    const [admin, sweet] = [await anAdmin(), await aSweet({ quantity: 0 })];
    const lock = await hold(lockOf(sweet));
    let [started, refused] = [0, 0];
    const work = () => {
      started++;
      return restock(admin, sweet.id, { quantity: 1 }, pool);
    };
    const tries = atOnce(20, () =>
      turn(work).catch((error) => {
        refused++;
        throw error;
      }),
    );
    await waitingForALock(WRITES);
    vi.advanceTimersByTime(2_900);
    await soon();
    expect(refused).toBe(0);
    vi.advanceTimersByTime(400);
    await soon();
    expect(refused).toBe(20 - WRITES);
    await lock.release();
    expect(refusals(await tries)).toEqual({ POOL_BUSY: 20 - WRITES });
    expect([started, await quantityOf(sweet)]).toEqual([WRITES, WRITES]);
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
    for (const sweets of [[3], [], [4, 5], anySweets]) expect(await turn(async () => "past", sweets)).toBe("past");
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
    const waited = atOnce(10, () => turn(async () => "late", [1]));
    for (let ms = 0; ms <= 3_200; ms += 100) {
      expect(await turn(async () => "past", [2])).toBe("past");
      vi.advanceTimersByTime(100);
    }
    expect(refusals(await waited)).toEqual({ POOL_BUSY: 10 });
    stuck.end();
    expect(done(await stuck.tries)).toHaveLength(OF_ONE);
    expect(await turn(async () => "free", [1])).toBe("free");
  });
});

test("reads go past writes that wait for a lock", async () => {
  const [admin, sweet, warm] = [await anAdmin(), await aSweet({ quantity: 0 }), await aSweet()];
  // Connections that are open and have prepared what they send: only on those does the library put one query behind another.
  for (let i = 0; i < 4; i++) await atOnce(20, () => turn(() => restock(admin, warm.id, { quantity: 1 }, pool)));
  for (let i = 0; i < 4; i++) await atOnce(20, () => sql`select count(*) from sweets`);
  const lock = await hold(lockOf(sweet));
  const writes = atOnce(WRITES, () => turn(() => restock(admin, sweet.id, { quantity: 1 }, pool)));
  await waitingForALock(WRITES);
  await Promise.all(Array.from({ length: 60 }, () => sql`select count(*) from sweets`));
  // All reads have been answered, and no write has waited in vain.
  await lock.release();
  expect(refusals(await writes)).toEqual({});
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

test.each([
  ["reads", readDb],
  ["writes", writeDb],
])("%s that wait for a lock are refused before their request is", async (_, pool) => {
  const [limits] = await driver(pool())`
    select current_setting('lock_timeout')::interval as lock, current_setting('statement_timeout')::interval as statement,
      ${DEADLINE} * interval '1 millisecond' as request`;
  expect(limits).toEqual({ lock: "00:00:05", statement: "00:00:06", request: "00:00:09" });
});
