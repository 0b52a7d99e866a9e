"use client";

import Link from "next/link";
import { useEffect, useRef } from "react";
import { tabUrl } from "@/components/admin/urls";
import { FieldError } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { amountOf, measureOf, typedUnits, wrongAmount } from "@/lib/stock/plan-texts";
import { CellText, isAbove, PlanSweetName } from "./matrix-row";
import { isEditable, type PlanSweet, type PlanViewProps } from "./use-plan-days";

/** Units by which a button changes a day: a kilogram where that is whole units, else one. */
const stepOf = (grams: number | null) => (grams !== null && 1000 % grams === 0 ? 1000 / grams : 1);

/** Milliseconds after a press of a button until its number is saved, since more presses may follow. */
const PAUSE = 800;

/** One day of all sweets, for a phone. A number is saved as its field is left. */
export function DayList({ plan, days, today, at, view }: PlanViewProps & { at: number; view: "week" | "month" }) {
  const { sweets, error, setError, save } = plan;
  const { day = "", closed = false } = days[at] ?? {};
  const chooser = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const chosen = chooser.current?.querySelector<HTMLElement>("[aria-current]");
    if (chooser.current && chosen) chooser.current.scrollLeft = chosen.offsetLeft;
  }, [at]);

  function commit({ id, grams, cells }: PlanSweet, input: HTMLInputElement) {
    clearTimeout(timer.current);
    const capacity = typedUnits(input.value, grams);
    if (capacity === null) setError({ productId: id, day, message: wrongAmount(grams) });
    else if (capacity !== cells[at]?.capacity) save([{ productId: id, day, capacity }]);
    else if (error) setError(null);
  }

  function step(sweet: PlanSweet, button: HTMLButtonElement, by: number) {
    const input = button.parentElement?.querySelector("input");
    if (!input) return;
    const units = typedUnits(input.value, sweet.grams) ?? sweet.cells[at]?.capacity ?? 0;
    input.value = amountOf(Math.max(0, units + by * stepOf(sweet.grams)), sweet.grams);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(sweet, input), PAUSE);
  }

  return (
    <div className="md:hidden print:hidden">
      <nav ref={chooser} aria-label="Day" className="plan-days mt-4">
        {days.map((one) => (
          <Link
            key={one.day}
            href={tabUrl("plans", { from: days[0]?.day, view: view === "month" ? view : undefined, day: one.day })}
            className="btn btn-outline num"
            aria-current={one.day === day ? "date" : undefined}
            prefetch={false}
            replace
            scroll={false}
          >
            {dayText(one.day)}
          </Link>
        ))}
      </nav>
      <h3 className="text-d5 mt-4 num">
        {dayText(day)}
        {day === today && ", today"}
        {closed && ", closed"}
      </h3>
      <ul className="mt-2">
        {sweets.map((sweet) => {
          const { id, name, grams, cells } = sweet;
          const [cell, measure] = [cells[at], measureOf(grams)];
          if (!cell) return null;
          const wrong = error?.productId === id && error.day === day ? error.message : undefined;
          return (
            <li key={`${id} ${day}`} className="plan-row" data-above={isAbove(cell) || undefined}>
              <div className="min-w-0">
                <p className="font-semibold">
                  <PlanSweetName sweet={sweet} />
                </p>
                <p className="text-muted text-sm num">
                  <CellText cell={cell} grams={grams} measure={measure} />
                </p>
              </div>
              {isEditable(sweet, cell, day, today) && (
                <div
                  className="stepper"
                  role="group"
                  aria-label={name}
                  onBlur={({ currentTarget, relatedTarget }) => {
                    const input = currentTarget.querySelector("input");
                    if (input && !currentTarget.contains(relatedTarget)) commit(sweet, input);
                  }}
                >
                  <button type="button" aria-label={`Less ${name}`} onClick={(e) => step(sweet, e.currentTarget, -1)}>
                    −
                  </button>
                  <input
                    // Another number from the server takes the place of what is shown.
                    key={cell.capacity}
                    aria-label={`${name}, ${measure}`}
                    aria-invalid={wrong ? true : undefined}
                    inputMode="decimal"
                    autoComplete="off"
                    defaultValue={amountOf(cell.capacity, grams)}
                    onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
                  />
                  <button type="button" aria-label={`More ${name}`} onClick={(e) => step(sweet, e.currentTarget, 1)}>
                    +
                  </button>
                </div>
              )}
              {wrong && (
                <FieldError role="alert" className="basis-full">
                  {wrong}
                </FieldError>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
