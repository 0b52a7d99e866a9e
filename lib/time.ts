/*
 * Times as people in the shop read them: Asia/Kolkata, which is UTC+5:30 all year. Worked out by hand, so that server and
 * browser always write the same text whatever their language data is.
 */

const OFFSET = 5.5 * 60 * 60 * 1000;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const two = (number: number) => String(number).padStart(2, "0");

const inIndia = (at: string | Date) => new Date(new Date(at).getTime() + OFFSET);
const dateText = (day: Date) => `${day.getUTCDate()} ${months[day.getUTCMonth()]} ${day.getUTCFullYear()}`;

/**
 * A moment as PostgreSQL writes it (2025-11-13 03:42:00.12+00; db/client.ts asks for UTC) in ISO 8601, to the millisecond. By the
 * text alone: two dates for each of a page's sweets showed in the profile of the list.
 */
export function isoOf(text: string): string {
  if (!/^\d{4}-.*\+00$/.test(text)) return new Date(text).toISOString();
  const time = text.slice(11, -3);
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.slice(0, 12).padEnd(12, "0")}Z`;
}

/** "13 Nov 2025, 9:12 am" */
export function formatMoment(at: string | Date): string {
  const local = inIndia(at);
  const hour = local.getUTCHours();
  return `${dateText(local)}, ${hour % 12 || 12}:${two(local.getUTCMinutes())} ${hour < 12 ? "am" : "pm"}`;
}

/** "13 Nov 2025", of a moment or of a day written as 2025-11-13. */
export function formatDate(at: string | Date): string {
  return dateText(typeof at === "string" && at.length === 10 ? new Date(`${at}T00:00Z`) : inIndia(at));
}

/** The Asia/Kolkata day of a moment, as 2025-11-13. */
export const indiaDay = (at: string | Date = new Date()): string => inIndia(at).toISOString().slice(0, 10);
