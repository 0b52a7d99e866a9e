import type { StockDays } from "@/lib/catalogue/responses";
import { indiaDay } from "@/lib/dates";
import { forDay } from "@/lib/delivery/texts";

type DayOptionsProps = {
  chosen: string;
  days: StockDays["days"];
  /** Days on which some is left of a sweet; the others say so. */
  left?: readonly string[];
};

/** The options of a choice of a day. A chosen day that is not among them is one, too. */
export function DayOptions({ chosen, days, left }: DayOptionsProps) {
  const today = indiaDay();
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
