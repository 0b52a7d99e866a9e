import { expect, test } from "vitest";
import { addMonths, firstOfMonth } from "@/lib/months";

test.each([
  ["2026-11-24", 1, "2026-12-24"],
  ["2026-12-01", 1, "2027-01-01"],
  ["2026-01-31", 1, "2026-02-28"],
  ["2028-01-31", 1, "2028-02-29"],
  ["2026-01-15", -1, "2025-12-15"],
  ["2026-03-31", -1, "2026-02-28"],
])("%s and %i months is %s", (day, months, other) => {
  expect(addMonths(day, months)).toBe(other);
});

test("a month begins on its first day", () => {
  expect(firstOfMonth("2026-11-24")).toBe("2026-11-01");
  expect(firstOfMonth("2026-11-01")).toBe("2026-11-01");
});
