import { inIndia } from "./dates";
import { asciiDigits } from "./digits";

/* What fields for a day and time show and mean. Only the owner has such fields: the scripts of public pages go without. */

/**
 * A moment as a field for a day and time shows it in India: "2025-11-12T10:42". Seconds are left out when they are zero, so that
 * `instantInIndia` gives the same moment back.
 */
export const indiaDateTime = (at: string | Date): string =>
  inIndia(at)
    .toISOString()
    .slice(0, 23)
    .replace(/:00\.000$|\.000$/, "");

/** The moment in ISO 8601, UTC, that such a field means in India; null when it means none. */
export function instantInIndia(typed: string): string | null {
  const local = asciiDigits(typed);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(local)) return null;
  const at = new Date(`${local}+05:30`);
  // 31 April would become 1 May.
  return Number.isNaN(at.getTime()) || indiaDateTime(at).slice(0, 10) !== local.slice(0, 10) ? null : at.toISOString();
}
