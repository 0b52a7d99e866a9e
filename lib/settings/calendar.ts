import { addDays, indiaDay, isoWeekday } from "@/lib/dates";
import type { Festival, WindowSettings } from "./schema";

/* The days and windows of the settings. Pure functions; days are texts such as 2026-11-24 and clock times HH:MM, both in Asia/Kolkata. */

/** A window of a day, times as HH:MM in Asia/Kolkata. */
export type Slot = { date: string; from: string; to: string };
/** The same with the number of orders that it takes. */
export type Window = Slot & { capacity: number };

/** A time of a day in Asia/Kolkata, in milliseconds since 1970. */
export const momentOf = (date: string, time: string): number => Date.parse(`${date}T${time}:00+05:30`);

/** The moment at which a window begins, in milliseconds since 1970. */
export const startOf = ({ date, from }: Omit<Slot, "to">): number => momentOf(date, from);

/** The windows of a day in the order of their start: those of the date if it is listed, else those of its weekday. */
export function windowsOn({ week, dates }: WindowSettings, date: string): Window[] {
  const weekday = isoWeekday(date);
  const listed = dates.find((other) => other.date === date);
  const windows = listed ? listed.windows : week.filter((window) => window.weekday === weekday);
  return windows
    .map(({ from, to, capacity }) => ({ date, from, to, capacity }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Whether the windows of a day are all over; a day without windows has none to come. */
export const isDayOver = (date: string, windows: WindowSettings, now: Date): boolean =>
  windowsOn(windows, date).every(({ to }) => momentOf(date, to) <= now.getTime());

/** The window of a day that begins at a time; undefined when there is none. */
export const findWindow = (windows: WindowSettings, { date, from }: Omit<Slot, "to">): Window | undefined =>
  windowsOn(windows, date).find((window) => window.from === from);

/** The days that can be booked: today in India and those after it. */
export function bookableDays({ bookableDays: days }: WindowSettings, now: Date): string[] {
  const today = indiaDay(now);
  return Array.from({ length: days }, (_, index) => addDays(today, index));
}

/** Where a festival stands: its orders open and close at two instants. */
export function festivalState({ opensAt, closesAt }: Pick<Festival, "opensAt" | "closesAt">, now: Date): FestivalState {
  if (now.getTime() < Date.parse(opensAt)) return "before";
  return now.getTime() < Date.parse(closesAt) ? "open" : "closed";
}
export const festivalStates = ["before", "open", "closed"] as const;
export type FestivalState = (typeof festivalStates)[number];

type CalendarSettings = { windows: WindowSettings; festivals: readonly Festival[] };

/** Whether a day is in the usual span: today in India and the days after it that can be booked. */
export function isInSpan(
  day: string,
  { bookableDays: days }: Pick<WindowSettings, "bookableDays">,
  now: Date,
): boolean {
  const today = indiaDay(now);
  return day >= today && day < addDays(today, days);
}

/**
 * Whether something can be delivered on a day: one of the usual span, or a day to come of a festival in one of these states. A day without
 * windows is none, for courier neither.
 */
function isDeliveryDay(
  day: string,
  { windows, festivals }: CalendarSettings,
  now: Date,
  states: readonly FestivalState[],
): boolean {
  const isOfFestival = () =>
    day >= indiaDay(now) &&
    festivals.some((festival) => festival.days.includes(day) && states.includes(festivalState(festival, now)));
  return windowsOn(windows, day).length > 0 && (isInSpan(day, windows, now) || isOfFestival());
}

const daysIn = (settings: CalendarSettings, now: Date, states: readonly FestivalState[]): string[] => {
  const all = [...bookableDays(settings.windows, now), ...settings.festivals.flatMap(({ days }) => days)];
  return [...new Set(all)].filter((day) => isDeliveryDay(day, settings, now, states)).sort();
};

/** The days on which something can be delivered, in their order. */
export const deliveryDays = (settings: CalendarSettings, now: Date): string[] => daysIn(settings, now, ["open"]);

// What a cart holds for a festival that has closed may still be ordered.
const CART_STATES = ["open", "closed"] as const;

/** The days that a cart can be for: also those of festivals that have closed. */
export const cartDays = (settings: CalendarSettings, now: Date): string[] => daysIn(settings, now, CART_STATES);

/** Whether a cart can be for a day. */
export const isCartDay = (day: string, settings: CalendarSettings, now: Date): boolean =>
  isDeliveryDay(day, settings, now, CART_STATES);
