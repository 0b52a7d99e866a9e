import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { addDays, fullDayText, isoWeekday } from "@/lib/dates";
import { addMonths, firstOfMonth, monthText } from "@/lib/months";

const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The weeks of a day's month, Monday to Sunday; null for days of the months beside it. */
function weeksAround(day: string): (string | null)[][] {
  const first = firstOfMonth(day);
  const monday = addDays(first, 1 - isoWeekday(first));
  return [0, 1, 2, 3, 4, 5]
    .map((week) =>
      weekdays.map((_, weekday) => {
        const day = addDays(monday, week * 7 + weekday);
        return firstOfMonth(day) === first ? day : null;
      }),
    )
    .filter((week) => week.some(Boolean));
}

/** Where a key leads from a day. */
const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, 1 - isoWeekday(day)),
  End: (day) => addDays(day, 7 - isoWeekday(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

type DayCalendarProps = {
  label: string;
  error?: string;
  /** The chosen days as 2026-11-24. */
  days: readonly string[];
  /** The shop's day, never the device's. */
  today: string;
  onChange: (days: string[]) => void;
  /** What gets the focus when the days are refused. */
  ref?: Ref<HTMLFieldSetElement>;
};

/** Chooses any number of days in a month's calendar, by pointer or by arrow keys. */
export function DayCalendar({ label, error, days, today, onChange, ref }: DayCalendarProps) {
  const id = useId();
  // The day that Tab leads to. Its month is shown.
  const [current, setCurrent] = useState(() => days.find((day) => day >= today) ?? days.at(-1) ?? today);
  const button = useRef<HTMLButtonElement>(null);
  const isMoving = useRef(false);
  useEffect(() => {
    if (isMoving.current) button.current?.focus();
    isMoving.current = false;
  }, [current]);

  function onKeyDown(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    isMoving.current = true;
    setCurrent(move(current));
  }
  function toggle(day: string) {
    setCurrent(day);
    onChange(days.includes(day) ? days.filter((other) => other !== day) : [...days, day].toSorted());
  }
  const turn = (by: number, text: string, icon: "chevron-left" | "chevron-right") => (
    <Button kind="ghost" icon aria-label={`${text} month`} onClick={() => setCurrent(addMonths(current, by))}>
      <Icon name={icon} />
    </Button>
  );
  return (
    <fieldset className="min-w-0" ref={ref} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend className="label">{label}</legend>
      <div className="flex items-center justify-between">
        {turn(-1, "Previous", "chevron-left")}
        <p id={id} className="font-semibold" aria-live="polite">
          {monthText(current)}
        </p>
        {turn(1, "Next", "chevron-right")}
      </div>
      <table className="w-full table-fixed text-center num" aria-labelledby={id}>
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" className="text-muted font-normal text-sm py-1">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeksAround(current).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, weekday) => (
                <td key={weekdays[weekday]} className="p-0.5">
                  {day && (
                    <button
                      ref={day === current ? button : undefined}
                      type="button"
                      tabIndex={day === current ? 0 : -1}
                      aria-label={fullDayText(day)}
                      aria-pressed={days.includes(day)}
                      aria-current={day === today ? "date" : undefined}
                      className={`day ${day < today ? "text-muted" : ""}`}
                      onClick={() => toggle(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="field-hint">{days.map(fullDayText).join(", ") || "No day chosen yet"}</p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
