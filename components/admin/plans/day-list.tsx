"use client";

import { useEffect, useRef } from "react";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { tabUrl } from "@/components/admin/urls";
import { buttonClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { dayText } from "@/lib/dates";
import { amountOf, measureOf, typedUnits } from "@/lib/stock/plan-texts";
import { CloseDay } from "./close-day";
import {
  CellText,
  CHANGED,
  isEditable,
  isOverPromised,
  type PlanSweet,
  PlanSweetName,
  type PlanViewProps,
} from "./plan-days";

/** Units by which a button changes a day: a kilogram where that is whole units, else one. */
const stepOf = (grams: number | null) => (grams !== null && 1000 % grams === 0 ? 1000 / grams : 1);

/** Milliseconds after a press of a button until its number is saved, since more presses may follow. */
const PAUSE = 800;

export function DayList({ plan, days, today, at, view }: PlanViewProps & { at: number; view: "week" | "month" }) {
  const { sweets, error } = plan;
  const { day = "", closed = false } = days[at] ?? {};
  const chooser = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const chosen = chooser.current?.querySelector<HTMLElement>("[aria-current]");
    if (chooser.current && chosen) chooser.current.scrollLeft = chosen.offsetLeft;
  }, [at]);

  function commit(sweet: PlanSweet, input: HTMLInputElement) {
    clearTimeout(timer.current);
    plan.enter(sweet, at, input.value);
  }

  function stepper(sweet: PlanSweet, capacity: number, wrong: string | undefined) {
    const { name, grams } = sweet;
    const button = (word: "Less" | "More", sign: string, by: number) => (
      <button
        type="button"
        aria-label={`${word} ${name}`}
        onClick={({ currentTarget }) => {
          const input = currentTarget.parentElement?.querySelector("input");
          if (!input) return;
          const units = typedUnits(input.value, grams) ?? capacity;
          input.value = amountOf(Math.max(0, units + by * stepOf(grams)), grams);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => commit(sweet, input), PAUSE);
        }}
      >
        {sign}
      </button>
    );
    return (
      <div
        className="stepper"
        role="group"
        aria-label={name}
        onBlur={({ currentTarget, relatedTarget }) => {
          const input = currentTarget.querySelector("input");
          if (input && !currentTarget.contains(relatedTarget)) commit(sweet, input);
        }}
      >
        {button("Less", "−", -1)}
        <input
          // Another number from the server takes the place of what is shown.
          key={capacity}
          aria-label={`${name}, ${measureOf(grams)}`}
          aria-invalid={wrong ? true : undefined}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={amountOf(capacity, grams)}
          onFocus={({ target }) => target.select()}
          onKeyDown={({ key, currentTarget }) => key === "Enter" && currentTarget.blur()}
        />
        {button("More", "+", 1)}
      </div>
    );
  }

  return (
    <div className="md:hidden print:hidden">
      <nav ref={chooser} aria-label="Day" className="plan-days mt-4">
        {days.map((one) => (
          <AdminLink
            key={one.day}
            kind="outline"
            href={tabUrl("plans", { from: days[0]?.day, view: view === "month" ? view : undefined, day: one.day })}
            className="num"
            aria-current={one.day === day ? "date" : undefined}
            replace
            scroll={false}
          >
            {dayText(one.day)}
          </AdminLink>
        ))}
      </nav>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-d5 num">
          {dayText(day)}
          {day === today && ", today"}
          {closed && ", no windows"}
        </h3>
        <CloseDay {...{ plan, days, today, at }} className={buttonClass({ kind: "outline", size: "sm" })} />
      </div>
      <ul className="mt-2">
        {sweets.map((sweet) => {
          const { id, grams, cells } = sweet;
          const cell = cells[at];
          if (!cell) return null;
          const editable = isEditable(sweet, cell, day, today);
          const wrong = error?.productId === id && error.day === day ? error.message : undefined;
          return (
            <li key={`${id} ${day}`} className="plan-row" data-above={isOverPromised(cell) || undefined}>
              <div className="min-w-0">
                <p className="font-semibold">
                  <PlanSweetName sweet={sweet} />
                </p>
                <p className="text-muted text-sm num">
                  <CellText cell={cell} grams={grams} />
                </p>
                {editable && cell.own && <p className="text-muted text-sm">{CHANGED}</p>}
              </div>
              {editable && (
                <span className="flex flex-wrap items-center gap-2">
                  {stepper(sweet, cell.capacity, wrong)} {measureOf(grams)}
                </span>
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
