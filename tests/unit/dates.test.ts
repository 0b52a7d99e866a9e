import { expect, test } from "vitest";
import { isoOf } from "@/db/moment";
import { indiaDateTime, instantInIndia } from "@/lib/date-time-fields";
import {
  formatDateTime,
  formatShortDate,
  formatShortDateTime,
  formatTime,
  indiaDay,
  indiaMoment,
  indiaWeekday,
} from "@/lib/dates";

test.each([
  ["2026-11-20 18:00:00+00", "2026-11-20T18:00:00.000Z"],
  ["2026-11-20 18:00:00.1+00", "2026-11-20T18:00:00.100Z"],
  ["2026-11-20 18:00:00.123456+00", "2026-11-20T18:00:00.123Z"],
  ["2026-11-20 23:30:00.5+05:30", "2026-11-20T18:00:00.500Z"],
  ["2026-11-20T18:00:00.25Z", "2026-11-20T18:00:00.250Z"],
])("%s as the database writes it is %s", (text, iso) => {
  expect(isoOf(text)).toBe(iso);
});

test("times are those of India, around midnight too", () => {
  expect(formatShortDateTime("2025-11-12T18:29:59.999Z")).toBe("12 Nov 2025, 11:59 pm");
  expect(indiaMoment("2025-11-12T18:30:01.999Z")).toBe("2025-11-13 00:00:01");
  expect(formatShortDateTime("2025-11-12T18:30:00.000Z")).toBe("13 Nov 2025, 12:00 am");
  expect(formatShortDateTime("2025-11-13T06:30:00Z")).toBe("13 Nov 2025, 12:00 pm");
  expect(formatShortDate("2025-01-01")).toBe("1 Jan 2025");
  expect(formatDateTime("2025-11-12T05:12:00Z")).toBe("12 November 2025, 10:42 am");
  expect(formatTime("2025-11-12T18:30:00Z")).toBe("12:00 am");
  expect(indiaWeekday("2025-11-12T18:29:59Z")).toBe("Wednesday");
  expect(indiaWeekday("2025-11-12T18:30:00Z")).toBe("Thursday");
  expect(indiaDay("2025-12-31T18:30:00Z")).toBe("2026-01-01");
});

test.each([
  ["2025-11-12T18:29:00.000Z", "2025-11-12T23:59"],
  ["2025-11-12T18:30:00.000Z", "2025-11-13T00:00"],
  ["2025-12-31T18:30:00.000Z", "2026-01-01T00:00"],
  ["2024-02-28T20:00:00.000Z", "2024-02-29T01:30"],
  ["2025-11-12T18:30:15.000Z", "2025-11-13T00:00:15"],
  ["2025-11-12T18:30:15.250Z", "2025-11-13T00:00:15.250"],
])("%s is %s in a field for a day and time, and back", (instant, local) => {
  expect(indiaDateTime(instant)).toBe(local);
  expect(instantInIndia(local)).toBe(instant);
});

test("what is no day and time is no moment", () => {
  for (const text of [
    "",
    "2025-11-12",
    "2025-02-29T10:00",
    "2025-04-31T10:00",
    "2025-11-12T24:30",
    "12/11/2025 10:00",
    "x",
  ])
    expect(instantInIndia(text), text).toBeNull();
});
