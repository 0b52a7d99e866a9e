import type { StockDays } from "@/lib/catalogue/responses";
import { addDays, dayText } from "@/lib/dates";

export function forDay(day: string, today: string): string {
  if (day === today) return "For later today";
  return day === addDays(today, 1) ? "For tomorrow" : `For ${dayText(day)}`;
}

type DayOptionsProps = {
  chosen: string;
  /** The shop's day, and the days that can be chosen. */
  today: string;
  days: StockDays["days"];
  /** Days on which some is left of a sweet; the others say so. */
  left?: readonly string[];
};

/** The options of a choice of a day. A chosen day that is not among them is one, too. */
export function DayOptions({ chosen, today, days, left }: DayOptionsProps) {
  const isOffered = chosen === "" || days.some(({ day }) => day === chosen);
  return (
    <>
      <option value="">For today</option>
      {(isOffered ? days : [{ day: chosen, festival: null }, ...days]).map(({ day, festival }) => (
        <option key={day} value={day}>
          {[forDay(day, today), festival, left && !left.includes(day) && "none left"].filter(Boolean).join(", ")}
        </option>
      ))}
    </>
  );
}
