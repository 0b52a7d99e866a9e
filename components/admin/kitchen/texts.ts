import { packNamed } from "@/lib/catalogue/packs";
import { addDays, formatShortDate, indiaWeekday } from "@/lib/dates";
import type { KitchenWindow, SweetToMake } from "@/lib/kitchen/rules";
import { weightText } from "@/lib/stock/plan-texts";

/** "Sunday, 22 Nov 2026" */
export const weekdayText = (date: string) => `${indiaWeekday(date)}, ${formatShortDate(date)}`;

/** A day in words where the shop's day makes them clear: "Today", "Tomorrow", "Yesterday". */
export function nearDay(date: string, today: string): string | null {
  if (date === today) return "Today";
  if (date === addDays(today, 1)) return "Tomorrow";
  return date === addDays(today, -1) ? "Yesterday" : null;
}

/** The id of a window's section in the page. */
export const windowId = ({ from, to, pool }: Pick<KitchenWindow, "from" | "to" | "pool">) =>
  `window-${from}-${to}-${pool}`.replaceAll(":", "");

/** "3 × 250 g", which stays on one line. */
const someOf = (count: number, label: string) => `${count} × ${label}`.replaceAll(" ", "\u00a0");

/** The ordered packs with their weight, "2 kg: 3 × 250 g, 2 × 500 g"; null where there is nothing to say beside the number. */
export function orderedPacksText({ kilograms, packs }: Pick<SweetToMake, "kilograms" | "packs">): string | null {
  const weight = kilograms === null ? null : weightText(kilograms);
  // The plain piece of a sweet that has no other pack is the number itself.
  if (packs.every(({ label }) => packNamed(label) === null)) return weight;
  const listed = packs.map(({ label, ordered }) => someOf(ordered, label)).join(", ");
  return weight === null ? listed : `${weight}: ${listed}`;
}

/** Of several packs what remains of each; null while that is all of them, or nothing. */
export function remainingText({ packed, remaining, packs }: SweetToMake): string | null {
  if (packs.length === 1 || packed === 0 || remaining === 0) return null;
  const listed = packs.flatMap((pack) => (pack.remaining > 0 ? [someOf(pack.remaining, pack.label)] : []));
  return `Remaining: ${listed.join(", ")}`;
}
