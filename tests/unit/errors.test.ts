// Which faults mean that the database is away, and which are our own.
import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/lib/errors";

const fault = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });

const AWAY = "08000 08003 08006 08P01 25006 25P03 53200 53300 53400 57P01 57P04 57P05 55P03 ECONNREFUSED POOL_BUSY";
test.each(AWAY.split(" "))("%s: the database is away, wrapped too", (code) => {
  expect(isDatabaseUnavailable(fault(code))).toBe(true);
  expect(isDatabaseUnavailable(new Error("Failed query", { cause: fault(code) }))).toBe(true);
});

test.each(["23505", "42P01", "22003", "25P02", "0A000", "08", "ENOSPC"])("%s is another fault", (code) => {
  expect(isDatabaseUnavailable(fault(code))).toBe(false);
});

test("a socket that is not there is no database, a file that is not there is a fault of ours", () => {
  expect(isDatabaseUnavailable(fault("ENOENT", { syscall: "connect" }))).toBe(true);
  expect(isDatabaseUnavailable(fault("ENOENT", { syscall: "open" }))).toBe(false);
  expect(isDatabaseUnavailable(undefined)).toBe(false);
});
