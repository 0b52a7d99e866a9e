import { useState } from "react";
import { Check } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { FEW_PLACES } from "@/lib/delivery/constants";
import type { OfferedDay } from "@/lib/delivery/queries";
import { dayName, windowText } from "@/lib/delivery/texts";

/** Instead of a window. */
export const CALLED = "We will call you to arrange a time";

type WindowChooserProps = {
  days: OfferedDay[];
  today: string;
  /** The day of the cart, whose windows are shown first. */
  cartDay: string | null;
  /** The chosen window as the form sends it: "2026-11-23 10:00"; empty for none. */
  slot: string;
  onSlot: (slot: string) => void;
  error?: string;
  errorId: string;
};

/**
 * The windows that can be chosen: radio buttons for the day, whose first window is then chosen, and for the windows of that day. Without
 * JavaScript the windows of all days are listed and there are no buttons for the day (app/styles/forms.css).
 */
export function WindowChooser({ days, today, cartDay, slot, onSlot, error, errorId }: WindowChooserProps) {
  const [wantedDay, setWantedDay] = useState(cartDay);
  const day = days.find(({ date }) => date === (slot.slice(0, 10) || wantedDay)) ?? days[0];

  function chooseDay({ date, slots: [first] }: OfferedDay) {
    setWantedDay(date);
    if (first) onSlot(`${date} ${first.from}`);
  }

  return (
    <>
      <fieldset data-scripted="">
        <legend className="label">Day</legend>
        <div className="choices max-h-48 overflow-auto">
          {days.map((offered) => (
            <label key={offered.date} className="choice">
              <input
                type="radio"
                name="windowDay"
                value={offered.date}
                checked={offered === day}
                onChange={() => chooseDay(offered)}
              />
              <span>{dayName(offered.date, today)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <WindowTimes
        {...{ day: day?.date, today, slot, onSlot, error, errorId }}
        days={days.toSorted((a, b) => Number(b.date === cartDay) - Number(a.date === cartDay))}
      />
    </>
  );
}

type WindowTimesProps = Omit<WindowChooserProps, "cartDay"> & {
  /** The day whose windows are shown where scripts run. */
  day: string | undefined;
  /** The choice of no window, where it is the first one. */
  noWindowText?: string;
};

/** Radio buttons for the windows of a day, and for none. */
export function WindowTimes({ days, day, today, slot, onSlot, noWindowText, error, errorId }: WindowTimesProps) {
  const none = (
    <Check type="radio" name="slot" value="" checked={slot === ""} onChange={() => onSlot("")}>
      <span>{noWindowText ?? CALLED}</span>
    </Check>
  );
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="label">Time</legend>
      {noWindowText && none}
      {days.map(({ date, slots }) => (
        <div
          key={date}
          role="group"
          aria-label={dayText(date)}
          className="slot-day"
          data-chosen={date === day || undefined}
        >
          <p className="font-medium mt-2 mb-1" data-for="neutral">
            {dayName(date, today)}
          </p>
          <div className="choices choices-wide">
            {slots.map((window) => (
              <label key={window.from} className="choice">
                <input
                  type="radio"
                  name="slot"
                  value={`${date} ${window.from}`}
                  checked={slot === `${date} ${window.from}`}
                  onChange={() => onSlot(`${date} ${window.from}`)}
                />
                <span>
                  {windowText(window)}
                  {window.left < FEW_PLACES && <small>Only {window.left} left</small>}
                </span>
              </label>
            ))}
          </div>
        </div>
      ))}
      {!noWindowText && none}
    </fieldset>
  );
}
