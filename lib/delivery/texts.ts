import { addDays, formatShortDate, isoWeekday } from "@/lib/dates";
import type { DeliveryMethod } from "./constants";
import type { Slot } from "./rules";

/*
 * Windows and days as people read them. Plain data in, text out: for pages, mails and the browser.
 */

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** "10 am", "1:30 pm"; the end of a day, 24:00, is "midnight". */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (hour === 24) return "midnight";
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** "10 am – 1 pm" */
export const windowText = ({ from, to }: Pick<Slot, "from" | "to">): string => `${clockText(from)} – ${clockText(to)}`;

/** "Tue 24 Nov", of a day written as 2026-11-24. */
export const dayText = (date: string): string =>
  `${weekdays[isoWeekday(date) - 1]} ${formatShortDate(date).replace(/ \d{4}$/, "")}`;

/** "Today", "Tomorrow" or "Tue 24 Nov", seen from the day `today`. */
export function dayName(date: string, today: string): string {
  if (date === today) return "Today";
  return date === addDays(today, 1) ? "Tomorrow" : dayText(date);
}

/** "Tue 24 Nov 2026, 10 am – 1 pm", for orders, which are also read long afterwards. */
export const slotText = (slot: Slot): string =>
  `${weekdays[isoWeekday(slot.date) - 1]} ${formatShortDate(slot.date)}, ${windowText(slot)}`;

/** The names of the methods. */
export const methodNames: Record<DeliveryMethod, string> = {
  delivery: "Delivery",
  courier: "Courier",
  pickup: "Pick up",
};

/** Some sweets as GET /api/delivery takes them: "1:2,5:1:7". */
export const itemsText = (items: readonly { productId: number; quantity: number; packId?: number }[]): string =>
  items
    .map(({ productId, quantity, packId }) =>
      [productId, quantity, packId].filter((part) => part !== undefined).join(":"),
    )
    .join(",");
