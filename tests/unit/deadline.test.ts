import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEADLINE, within } from "@/lib/http/deadline";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work that is not done in time is a 503 with a time to come back at", async () => {
  const late = expect(within(DEADLINE, new Promise(() => {}))).rejects.toMatchObject({
    code: "service_unavailable",
    extra: { retryAfter: 2 },
  });
  await vi.advanceTimersByTimeAsync(DEADLINE);
  await late;
});

test("work that is done or fails in time is what it is, and leaves no timer", async () => {
  await expect(within(DEADLINE, Promise.resolve(7))).resolves.toBe(7);
  await expect(within(DEADLINE, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});
