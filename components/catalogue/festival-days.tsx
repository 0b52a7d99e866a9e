"use client";

import type { MouseEvent } from "react";
import { chooseDay } from "@/components/stock/day-store";
import { buttonClass } from "@/components/ui/button";
import { dayText } from "@/lib/dates";
import { useNamedDay } from "./use-named-day";

/** The days of a festival that can be ordered for, as links that name them; a click chooses one in place. */
export function FestivalDays({ days }: { days: readonly string[] }) {
  const chosen = useNamedDay();
  function onClick(event: MouseEvent, day: string) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    chooseDay(day);
  }
  return (
    <nav aria-label="Choose a day" className="flex flex-wrap items-center gap-2 mb-6">
      <span className="font-semibold mr-1">Order for</span>
      {days.map((day) => (
        <a
          key={day}
          href={`?day=${day}`}
          aria-current={day === chosen || undefined}
          onClick={(event) => onClick(event, day)}
          className={buttonClass({ kind: day === chosen ? "primary" : "outline" })}
        >
          {dayText(day)}
        </a>
      ))}
    </nav>
  );
}
