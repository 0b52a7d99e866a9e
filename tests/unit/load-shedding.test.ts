// A burst is accepted; a queue that stays long is limited.
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let module: typeof import("@/server/load-shedding");
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  module = await import("@/server/load-shedding");
});
afterEach(() => vi.useRealTimers());

type Asked = { response: EventEmitter; counted: { pause: () => void; resume: () => void } };

function ask(): Asked {
  const response = new EventEmitter();
  return { response, counted: module.countWaiting(response as unknown as ServerResponse) };
}
const come = (count: number) => Array.from({ length: count }, ask);
const answer = (asked: Asked[]) => {
  for (const { response } of asked) {
    response.emit("finish");
    response.emit("close");
  }
};

test("a burst of 1,999 is let in, two thousand are the most", () => {
  come(1999);
  expect(module.isOverloaded()).toBe(false);
  ask();
  expect(module.isOverloaded()).toBe(true);
});

test("a queue that stays long for three seconds is limited to 200 until half of it is answered", () => {
  const burst = come(500);
  expect(module.isOverloaded()).toBe(false);
  vi.advanceTimersByTime(3001);
  expect(module.isOverloaded()).toBe(true);
  answer(burst.splice(0, 301));
  expect(module.isOverloaded()).toBe(false);
  burst.push(ask());
  expect(module.isOverloaded()).toBe(true);
  answer(burst.splice(0, 101));
  expect(module.isOverloaded()).toBe(false);
  come(500);
  expect(module.isOverloaded()).toBe(false);
});

test("a burst that is served in time never counts as overload", () => {
  for (let i = 0; i < 10; i++) {
    const burst = come(500);
    expect(module.isOverloaded()).toBe(false);
    vi.advanceTimersByTime(2000);
    answer(burst);
    expect(module.isOverloaded()).toBe(false);
  }
});

test("a later burst gets three seconds of its own, however many of the first still wait", () => {
  const burst = come(500);
  expect(module.isOverloaded()).toBe(false);
  answer(burst.splice(0, 350));
  vi.advanceTimersByTime(10_000);
  come(500);
  expect(module.isOverloaded()).toBe(false);
  vi.advanceTimersByTime(3001);
  expect(module.isOverloaded()).toBe(true);
});

test("a request waits from when it is handled, but not while it waits for the rest of its body", () => {
  const slow = come(2000);
  expect(module.isOverloaded()).toBe(true);
  for (const { counted } of slow) counted.pause();
  vi.advanceTimersByTime(10_000);
  expect(module.isOverloaded()).toBe(false);
  for (const { counted } of slow) counted.resume();
  expect(module.isOverloaded()).toBe(true);
  answer(slow);
  expect(module.isOverloaded()).toBe(false);
});

test("one that goes away before its body is there no longer counts", () => {
  const gone = come(3000);
  for (const { counted } of gone) counted.pause();
  for (const { response } of gone) response.emit("close");
  for (const { counted } of gone) counted.resume();
  expect(module.isOverloaded()).toBe(false);
});

test("one request is started in each iteration of the event loop, in the order in which they came", async () => {
  vi.useRealTimers();
  const started: number[] = [];
  for (let i = 0; i < 5; i++) module.enqueue(() => started.push(i));
  const after = [started.length];
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    after.push(started.length);
  }
  expect(after).toEqual([1, 2, 3, 4, 5, 5]);
  expect(started).toEqual([0, 1, 2, 3, 4]);
  module.enqueue(() => started.push(5));
  expect(started.length).toBe(6);
});
