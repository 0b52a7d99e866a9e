"use client";

import { Suspense } from "react";
import { chooseDay } from "@/components/stock/day-store";
import { useDaysOf, useShownDay } from "@/components/stock/stock-store";
import { later } from "@/components/ui/later";
import { useNamedDay } from "./use-named-day";

// Loaded when there are days to choose from.
const DaySelect = later(() => import("@/components/stock/day-options"));

/**
 * The day for which the shopper buys, once the live stock has said which days there are. Lists and product pages keep its
 * place. `sweet`: the id of a sweet; days on which nothing is left of it say so.
 */
export function DayChoice({ sweet }: { sweet?: number }) {
  const chosen = useNamedDay();
  const { today, days } = useShownDay();
  const left = useDaysOf(sweet);
  return (
    <div data-for="visitor customer">
      <Suspense>
        {days.length > 0 && <DaySelect chosen={chosen} onChoose={chooseDay} today={today} days={days} left={left} />}
      </Suspense>
    </div>
  );
}
