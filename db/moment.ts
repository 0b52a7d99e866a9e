import { type SQL, sql } from "drizzle-orm";

/**
 * A time as PostgreSQL writes it on connections whose time zone is UTC (2025-11-13 03:42:00.12+00), in ISO 8601 to the millisecond.
 * It works on the text alone, because creating a Date for each time of a list showed in the profile of the product list.
 */
export function isoOf(text: string): string {
  if (!/^\d{4}-.*\+00$/.test(text)) return new Date(text).toISOString();
  const time = text.slice(11, -3);
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.slice(0, 12).padEnd(12, "0")}Z`;
}

/** The moment at which a day begins in India. */
export const startOfDay = (day: SQL): SQL => sql`(${day})::timestamp at time zone 'Asia/Kolkata'`;
