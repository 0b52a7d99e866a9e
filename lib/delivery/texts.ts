import type { DeliveryMethod } from "@/db/constants/delivery";
import { addDays, dayText } from "@/lib/dates";
import type { Slot } from "@/lib/settings/calendar";

/* Windows and days as people read them. Plain data in, text out: for pages, mails and the browser. */

/** "10 am", "1:30 pm"; the end of a day, 24:00, is "midnight". */
function clockText(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  if (hour === 24) return "midnight";
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** "10 am – 1 pm" */
export const windowText = ({ from, to }: Pick<Slot, "from" | "to">): string => `${clockText(from)} – ${clockText(to)}`;

/** "Today", "Tomorrow" or "Tue 24 Nov", seen from the day `today`. */
export function dayName(date: string, today: string): string {
  if (date === today) return "Today";
  return date === addDays(today, 1) ? "Tomorrow" : dayText(date);
}

/** "Tue 24 Nov 2026, 10 am – 1 pm", for orders, which are also read long afterwards. */
export const slotText = (slot: Slot): string => `${dayText(slot.date)} ${slot.date.slice(0, 4)}, ${windowText(slot)}`;

/** The window of an order as the record of corrections has it, "2026-11-23 10:00-13:00", in words. */
export function recordedSlotText(text: string): string {
  const [, date, from, to] = /^(\S+) (\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  return date && from && to ? slotText({ date, from, to }) : text;
}

/** The day of an order: 'Leaves our kitchen on Thu 26 Nov' by courier, else 'For Thu 26 Nov'. Null for one with a window, which says it. */
export const orderDayText = (
  day: string | null,
  { method, slot }: { method: DeliveryMethod | null; slot: Slot | null },
) => (day === null || slot ? null : `${method === "courier" ? "Leaves our kitchen on" : "For"} ${dayText(day)}`);

/** When a courier is expected, of an estimate such as "1-3 days". */
export const estimateText = (estimate: string): string => `${estimate} after it leaves our kitchen`;

/** The names of the methods. */
export const deliveryMethodNames: Record<DeliveryMethod, string> = {
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
