import { addDays } from "./dates";

/** The first day of a day's month; both as 2025-11-12. */
export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The same day of another month, or the last one of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const length = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  return addDays(first, Math.min(date, length) - 1);
}

/** "November 2026". Not among the dates of all pages, whose script it would lengthen. */
export const monthText = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString("en-IN", { month: "long", year: "numeric", timeZone: "UTC" });
