/*
 * Dates and times as people read them, always in India (Asia/Kolkata, UTC+5:30 all year). They are formatted by hand, so that
 * the server and every browser write the same text whatever their language data is.
 */

const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;
const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** A moment whose UTC parts are the parts that a clock in India shows. */
export const inIndia = (at: string | Date) => new Date(new Date(at).getTime() + INDIA_OFFSET_MS);

const monthOf = (local: Date) => months[local.getUTCMonth()] ?? "";
const longDate = (local: Date) => `${local.getUTCDate()} ${monthOf(local)} ${local.getUTCFullYear()}`;
const shortDate = (local: Date) => `${local.getUTCDate()} ${monthOf(local).slice(0, 3)} ${local.getUTCFullYear()}`;

function time(local: Date): string {
  const hour = local.getUTCHours();
  const minutes = String(local.getUTCMinutes()).padStart(2, "0");
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** "10:42 am" */
export const formatTime = (at: string | Date): string => time(inIndia(at));

/** "12 November 2025, 10:42 am" */
export function formatDateTime(at: string | Date): string {
  const local = inIndia(at);
  return `${longDate(local)}, ${time(local)}`;
}

/** "12 Nov 2025, 10:42 am", for tables. */
export function formatShortDateTime(at: string | Date): string {
  const local = inIndia(at);
  return `${shortDate(local)}, ${time(local)}`;
}

/** "12 Nov 2025", of a moment or of a day written as 2025-11-12. */
export function formatShortDate(at: string | Date): string {
  return shortDate(typeof at === "string" && at.length === 10 ? new Date(`${at}T00:00Z`) : inIndia(at));
}

/** The day of a moment in India, as 2025-11-12. */
export const indiaDay = (at: string | Date): string => inIndia(at).toISOString().slice(0, 10);

/** A moment in India as every spreadsheet reads it, whatever its language: "2025-11-12 10:42:00". */
export const indiaMoment = (at: string | Date): string => inIndia(at).toISOString().slice(0, 19).replace("T", " ");

/** "Wednesday" */
export const indiaWeekday = (at: string | Date): string => weekdays[inIndia(at).getUTCDay()] ?? "";

/** The day that comes so many days after a day; both as 2025-11-12. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/** The weekday of a day written as 2025-11-12: 1 is Monday, 7 is Sunday. */
export const isoWeekday = (day: string): number => new Date(`${day}T00:00Z`).getUTCDay() || 7;

/** "Tue 24 Nov", of a day written as 2026-11-24. */
export const dayText = (day: string): string =>
  `${(weekdays[isoWeekday(day) % 7] ?? "").slice(0, 3)} ${formatShortDate(day).replace(/ \d{4}$/, "")}`;

/** "Sat 7 Nov 2026" */
export const fullDayText = (day: string): string => `${dayText(day)} ${day.slice(0, 4)}`;
