import type { StockDays } from "@/lib/catalogue/responses";
import { addDays, dayText } from "@/lib/dates";

export function forDay(day: string, today: string): string {
  if (day === today) return "For later today";
  return day === addDays(today, 1) ? "For tomorrow" : `For ${dayText(day)}`;
}

type DaySelectProps = {
  chosen: string;
  onChoose: (day: string) => void;
  /** The shop's day, and the days that can be chosen. */
  today: string;
  days: StockDays["days"];
  /** Days on which some is left of a sweet; the others say so. */
  left?: readonly string[];
};

/** A choice of a day, its label inside of its box. A chosen day that is not among the days is one, too. */
export default function DaySelect({ chosen, onChoose, today, days, left }: DaySelectProps) {
  const isOffered = chosen === "" || days.some(({ day }) => day === chosen);
  return (
    <label className="relative block">
      <span className="absolute top-1 left-3.5 text-xs text-muted pointer-events-none">For which day?</span>
      <select name="day" className="input pt-4.5 pb-0" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        <option value="">For today</option>
        {(isOffered ? days : [{ day: chosen, festival: null }, ...days]).map(({ day, festival }) => (
          <option key={day} value={day}>
            {[forDay(day, today), festival, left && !left.includes(day) && "none left"].filter(Boolean).join(", ")}
          </option>
        ))}
      </select>
    </label>
  );
}
