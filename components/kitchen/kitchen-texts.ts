import { addDays, formatShortDate, indiaWeekday } from "@/lib/dates";
import type { KitchenWindow } from "@/lib/kitchen/view";

/** "Sunday, 22 Nov 2026" */
export const dayText = (date: string) => `${indiaWeekday(date)}, ${formatShortDate(date)}`;

/** A day in words where the shop's day makes them clear: "Today", "Tomorrow", "Yesterday". */
export function nearDay(date: string, today: string): string | null {
  if (date === today) return "Today";
  if (date === addDays(today, 1)) return "Tomorrow";
  return date === addDays(today, -1) ? "Yesterday" : null;
}

/** The id of a window's section in the page. */
export const windowId = ({ from, to, pool }: Pick<KitchenWindow, "from" | "to" | "pool">) =>
  `window-${from}-${to}-${pool}`.replaceAll(":", "");

/** "2.5 kg"; grams are given to three digits after the point at most. */
export const weightText = (kilograms: number) => `${Number(kilograms.toFixed(3))} kg`;

/** "1 order", "2 orders" */
export const ordersText = (count: number) => `${count} ${count === 1 ? "order" : "orders"}`;
