"use client";

import { useLayoutEffect, useSyncExternalStore } from "react";
import { DayOptions } from "./day-options";
import { chooseDay, DAY_KEY, readDay, showDay, subscribeDay } from "./day-store";
import { useDaysOf, useShownDay } from "./stock-store";

type DayChoiceProps = {
  /** Only these days, such as those of a festival. */
  days?: readonly string[];
  /** The id of a sweet: days on which nothing is left of it say so. */
  sweet?: number;
  className?: string;
};

/** Takes the day that the address names. */
function takeNamedDay(): void {
  const named = new URLSearchParams(location.search).get("day") ?? "";
  if (/^\d{4}-\d\d-\d\d$/.test(named) && named !== readDay()) chooseDay(named);
}

/** Names the chosen day in the address. */
function nameDay(): void {
  const address = new URL(location.href);
  const day = readDay();
  if ((address.searchParams.get("day") ?? "") === day) return;
  if (day) address.searchParams.set("day", day);
  else address.searchParams.delete("day");
  history.replaceState(null, "", address);
}

/**
 * The day for which the shopper buys, once the live stock has said which days there are. Lists and product pages load it after they are shown
 * (React.lazy), and keep its place.
 */
export default function DayChoice({ className, ...choice }: DayChoiceProps) {
  const { days } = useShownDay();
  useLayoutEffect(() => {
    takeNamedDay();
    nameDay();
    // Another tab has chosen.
    const onStorage = ({ key, newValue }: StorageEvent) => key === DAY_KEY && showDay(newValue ?? "");
    window.addEventListener("storage", onStorage);
    const unsubscribe = subscribeDay(nameDay);
    return () => {
      unsubscribe();
      window.removeEventListener("storage", onStorage);
    };
  }, []);
  return (
    <div className={className} data-for="visitor customer">
      {days.length > 0 && <DaySelect {...choice} />}
    </div>
  );
}

/** The choice of a day. Shown in the browser only, which knows what was chosen. */
function DaySelect({ days: only, sweet }: Omit<DayChoiceProps, "className">) {
  const chosen = useSyncExternalStore(subscribeDay, readDay, () => "");
  const { days } = useShownDay();
  const left = useDaysOf(sweet);
  const offered = days.filter(({ day }) => !only || only.includes(day));
  return (
    <select aria-label="Day" className="input" value={chosen} onChange={({ target }) => chooseDay(target.value)}>
      <DayOptions chosen={chosen} days={offered} none={only && "Choose a day"} left={left} />
    </select>
  );
}
