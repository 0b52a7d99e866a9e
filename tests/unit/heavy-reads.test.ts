import { afterEach, expect, test, vi } from "vitest";
import { readWithin } from "@/lib/http/deadline";
import { beginHeavyRead, heavyRead } from "@/lib/http/heavy-reads";

// Nothing here asks a database.
vi.mock("@/db/client", () => ({ MAX_REPORTS: 3, reportDb: () => "reports" }));
afterEach(() => {
  vi.useRealTimers();
});

/** So many reads of an account; `started` are those that run or have run, and each ends when it is told to. */
function reads(accountId: number, count: number) {
  const started: { end: () => void }[] = [];
  const all = Array.from({ length: count }, () =>
    heavyRead("orders", accountId, () => new Promise<void>((end) => started.push({ end }))),
  );
  return { started, all: Promise.allSettled(all) };
}

test("two heavy reads of an account run at once, eight wait in their order, and more are refused; others go on", async () => {
  const { started, all } = reads(1, 12);
  await vi.waitFor(() => expect(started).toHaveLength(2));
  const other = reads(2, 1);
  await vi.waitFor(() => expect(other.started).toHaveLength(1));
  other.started[0]?.end();
  await other.all;
  for (let running = 2; running < 10; running++) {
    started[running - 2]?.end();
    await vi.waitFor(() => expect(started).toHaveLength(running + 1));
  }
  for (const { end } of started) end();
  const refused = (await all).filter(({ status }) => status === "rejected");
  expect(refused).toEqual(
    Array(2).fill(
      expect.objectContaining({ reason: expect.objectContaining({ code: "rate_limited", extra: { retryAfter: 2 } }) }),
    ),
  );
});

test("who has waited too long is refused, and takes no turn afterwards", async () => {
  vi.useFakeTimers();
  const ends = [await beginHeavyRead("data", 3), await beginHeavyRead("data", 3)];
  const late = expect(beginHeavyRead("data", 3)).rejects.toMatchObject({ code: "service_unavailable" });
  await vi.advanceTimersByTimeAsync(7_000);
  await late;
  // Ending one twice frees one turn.
  for (const end of ends) [end(), end()];
  const again = [await beginHeavyRead("data", 3), await beginHeavyRead("data", 3)];
  const third = beginHeavyRead("data", 3);
  again[0]?.();
  (await third)();
  again[1]?.();
});

test("a read whose caller has got its 503 is told to stop", async () => {
  vi.useFakeTimers();
  let told: AbortSignal | undefined;
  const read = readWithin(9_000, (signal) => {
    told = signal;
    return new Promise(() => {});
  });
  const refused = expect(read).rejects.toMatchObject({ code: "service_unavailable" });
  expect(told?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(9_000);
  await refused;
  expect(told?.aborted).toBe(true);
});
