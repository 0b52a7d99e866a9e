// A crowd is let in, a queue that stands is kept short.
import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let module: typeof import("@/scripts/overload.mjs");
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  module = await import("@/scripts/overload.mjs");
});
afterEach(() => vi.useRealTimers());

type Asked = { response: EventEmitter; counted: { pause: () => void; resume: () => void } };

function ask(): Asked {
  const response = new EventEmitter();
  return { response, counted: module.count(response as unknown as ServerResponse) };
}
const come = (count: number) => Array.from({ length: count }, ask);
const answer = (asked: Asked[]) => {
  for (const { response } of asked) {
    response.emit("finish");
    response.emit("close");
  }
};

test("a crowd of 1,999 is let in, two thousand are the most", () => {
  come(1999);
  expect(module.isOverloaded()).toBe(false);
  ask();
  expect(module.isOverloaded()).toBe(true);
});

test("a queue that stands for three seconds is kept at 200 until half of it is answered", () => {
  const crowd = come(500);
  expect(module.isOverloaded()).toBe(false);
  vi.advanceTimersByTime(3001);
  expect(module.isOverloaded()).toBe(true);
  answer(crowd.splice(0, 301));
  expect(module.isOverloaded()).toBe(false);
  crowd.push(ask());
  expect(module.isOverloaded()).toBe(true);
  answer(crowd.splice(0, 101));
  expect(module.isOverloaded()).toBe(false);
  come(500);
  expect(module.isOverloaded()).toBe(false);
});

test("a crowd that is served in time never counts as overload", () => {
  for (let i = 0; i < 10; i++) {
    const crowd = come(500);
    expect(module.isOverloaded()).toBe(false);
    vi.advanceTimersByTime(2000);
    answer(crowd);
    expect(module.isOverloaded()).toBe(false);
  }
});

test("a later crowd gets a time of its own, however many of the first still wait", () => {
  const crowd = come(500);
  expect(module.isOverloaded()).toBe(false);
  answer(crowd.splice(0, 350));
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

test("one request is begun in each turn of the event loop, in the order in which they came", async () => {
  vi.useRealTimers();
  const begun: number[] = [];
  for (let i = 0; i < 5; i++) module.beginInTurn(() => begun.push(i));
  const after = [begun.length];
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    after.push(begun.length);
  }
  expect(after).toEqual([1, 2, 3, 4, 5, 5]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  module.beginInTurn(() => begun.push(5));
  expect(begun.length).toBe(6);
});
