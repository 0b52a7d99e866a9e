import { addDays, indiaDay, isoWeekday } from "@/lib/dates";
import type { Area, WindowSettings } from "@/lib/settings/schema";

/*
 * The rules of delivery as functions of the settings: which area a pincode is in, what a delivery costs, which windows a day has, and
 * when one can still be reached. They read no clock and no database. What needs both is in queries.ts and fulfilment.ts.
 */

/** A window of a day, times as HH:MM in Asia/Kolkata. */
export type Slot = { date: string; from: string; to: string };
/** The same with the number of orders that it takes. */
export type Window = Slot & { capacity: number };

/** The pincodes that a line covers: 400028, 400001-400104, 56*, or *. Both ends are included. */
function rangeOf(line: string): { from: number; to: number } {
  if (line.endsWith("*")) {
    const prefix = line.slice(0, -1);
    return { from: Number(prefix.padEnd(6, "0")), to: Number(prefix.padEnd(6, "9")) };
  }
  const [from = "", to = from] = line.split("-");
  return { from: Number(from), to: Number(to) };
}

/** The area that serves a pincode: of all lines that cover it, the one that covers the fewest decides. Null when none does. */
export function areaOf(areas: readonly Area[], pincode: string): Area | null {
  const number = Number(pincode);
  const [best] = areas
    .filter(({ active }) => active)
    .flatMap((area) => area.pincodes.map((line) => ({ area, ...rangeOf(line) })))
    .filter(({ from, to }) => from <= number && number <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from));
  return best?.area ?? null;
}

/** The fee in rupees for sweets of a value in rupees. An order is charged the same (lib/orders/place-rules.ts). */
export const feeOf = ({ fee, freeFrom }: Pick<Area, "fee" | "freeFrom">, subtotal: number): number =>
  freeFrom !== null && subtotal >= freeFrom ? 0 : fee;

/** The windows of a day in the order of their start: those of the date if it is listed, else those of its weekday. */
export function windowsOn({ week, dates }: WindowSettings, date: string): Window[] {
  const weekday = isoWeekday(date);
  const listed = dates.find((other) => other.date === date);
  const windows = listed ? listed.windows : week.filter((window) => window.weekday === weekday);
  return windows
    .map(({ from, to, capacity }) => ({ date, from, to, capacity }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The window of a day that begins at a time; undefined when there is none. */
export const findWindow = (windows: WindowSettings, { date, from }: Omit<Slot, "to">): Window | undefined =>
  windowsOn(windows, date).find((window) => window.from === from);

/** The days that can be booked: today in India and those after it. */
export function bookableDays({ bookableDays: days }: WindowSettings, now: Date): string[] {
  const today = indiaDay(now);
  return Array.from({ length: days }, (_, index) => addDays(today, index));
}

/** A time of a day in Asia/Kolkata, in milliseconds since 1970. */
export const momentOf = (date: string, time: string): number => Date.parse(`${date}T${time}:00+05:30`);

/** The moment at which a window begins, in milliseconds since 1970. */
export const startOf = ({ date, from }: Omit<Slot, "to">): number => momentOf(date, from);

/**
 * Minutes that are left for the preparation of an order until a window begins, after the way to the area. A sweet can still be in it
 * when its preparation takes less.
 */
export const prepMinutesFor = (window: Omit<Slot, "to">, leadMinutes: number, now: Date): number =>
  Math.ceil((startOf(window) - now.getTime()) / 60_000 - leadMinutes);
