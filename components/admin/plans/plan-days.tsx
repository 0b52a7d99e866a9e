import { startTransition, useOptimistic, useState, useTransition } from "react";
import { useCallAction } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { tabUrl } from "@/components/admin/urls";
import { toast } from "@/components/ui/toast";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import type { PlanDayEntry, PlanRow, SavedDay } from "@/lib/stock/plan-responses";
import type { DayNumber } from "@/lib/stock/plan-schema";
import { amountOf, typedUnits, wrongAmount } from "@/lib/stock/plan-texts";

export type PlanCell = Pick<PlanDayEntry, "capacity" | "own" | "held" | "ordered" | "made" | "short">;
export type PlanSweet = {
  id: number;
  name: string;
  grams: number | null;
  /** Null: its plan has ended. */
  orderBy: PlanRow["orderBy"];
  readOnly: boolean;
  /** The numbers of the week before and of the week after. */
  before: readonly number[];
  after: readonly number[];
  /** Those of the days shown, in their order. */
  cells: readonly PlanCell[];
};
export type ShownPlanDay = { day: string; closed: boolean };

export type PlanViewProps = {
  plan: ReturnType<typeof usePlanDays>;
  days: readonly ShownPlanDay[];
  today: string;
};

export const isEditable = ({ orderBy, readOnly }: PlanSweet, { made }: PlanCell, day: string, today: string): boolean =>
  !readOnly && orderBy !== null && made === null && day >= today;

export const promisedIn = ({ held, ordered }: PlanCell): number => held + ordered;

/** Whether more is promised than is planned, which only the owner's own lowering leaves. */
export const isAbove = (cell: PlanCell): boolean => cell.made === null && promisedIn(cell) > cell.capacity;

export const PlanSweetName = ({ sweet: { id, name, orderBy, readOnly } }: { sweet: PlanSweet }) =>
  orderBy && !readOnly ? (
    <AdminLink href={tabUrl("plans", { edit: id })} title="Edit week">
      {name}
    </AdminLink>
  ) : (
    name
  );

/** A day of a sweet: "12 of 40", or what was made. `measure` is said where no heading says it. */
export function CellText({ cell, grams, measure }: { cell: PlanCell; grams: number | null; measure?: string }) {
  const { capacity, held, made, short } = cell;
  const amount = (units: number) => amountOf(units, grams);
  if (made !== null)
    return (
      <>
        Made {amount(made)} {measure}
        {short > 0 && <b className="plan-short">{amount(short)} short</b>}
      </>
    );
  return (
    <>
      <b>{amount(promisedIn(cell))}</b> of <span>{amount(capacity)}</span> {measure}
      {held > 0 && <small>{amount(held)} in carts</small>}
    </>
  );
}

type PromisedDay = { productId?: number; day: string; promised: number };

/** The days refused below what is promised; those of plans name their sweets' promises. */
export const promisedDays = ({ days = [] }: Pick<ActionFailure, "days">): PromisedDay[] =>
  days.filter((one) => typeof one !== "string");

const FAILED = "Failed to save the plan";

type DayChange = { productId: number; day: string } & Partial<PlanCell>;

/** The sweets with the days that were changed here: shown at once, and taken back when the server refuses. */
export function usePlanDays(
  sweets: readonly PlanSweet[],
  days: readonly ShownPlanDay[],
  action: FormAction<SavedDay[]>,
) {
  const [saved, setSaved] = useState({ from: sweets, sweets });
  const [shown, show] = useOptimistic(saved.sweets, withChanges);
  const [question, setQuestion] = useState<{ changes: readonly DayNumber[]; days: PromisedDay[] } | null>(null);
  const [saving, startSaving] = useTransition();
  const [error, setError] = useState<{ productId: number; day: string; message: string } | null>(null);
  const callAction = useCallAction();
  // The page was loaded anew.
  if (saved.from !== sweets) setSaved({ from: sweets, sweets });

  function withChanges(sweets: readonly PlanSweet[], changes: readonly DayChange[]): readonly PlanSweet[] {
    return sweets.map((sweet) => {
      const own = changes.filter(({ productId }) => productId === sweet.id);
      // Rows that stay the same object are not rendered again.
      if (own.length === 0) return sweet;
      const cells = sweet.cells.map((cell, at) => ({ ...cell, ...own.find(({ day }) => day === days[at]?.day) }));
      return { ...sweet, cells };
    });
  }

  function save(changes: readonly DayNumber[], force = false) {
    const [first] = changes;
    if (!first) return;
    setError(null);
    startSaving(async () => {
      show(changes.map((change) => ({ ...change, own: true })));
      const outcome = await callAction(action, { days: JSON.stringify(changes), force: String(force) }, FAILED);
      // In one rendering with the end of what was shown before the answer.
      startTransition(() => {
        if (outcome.ok) {
          setSaved(({ from, sweets }) => ({ from, sweets: withChanges(sweets, outcome.data) }));
          if (changes.length > 1) toast.success(`${changes.length} days saved`);
        } else if (outcome.code === "below_promised") {
          setQuestion({ changes, days: promisedDays(outcome) });
        } else {
          toastFailure(FAILED, outcome);
          setError({ ...first, message: outcome.message });
        }
      });
    });
  }

  /** The number that was typed for a day, or null and an error at the day. */
  function read({ id, grams }: PlanSweet, day: string, typed: string): DayNumber | null {
    const capacity = typedUnits(typed, grams);
    if (capacity === null) setError({ productId: id, day, message: wrongAmount(grams) });
    return capacity === null ? null : { productId: id, day, capacity };
  }

  return {
    sweets: shown,
    saving,
    error,
    setError,
    question,
    save,
    read,
    /** Saves what was typed for a day, unless it is the same number. False: it means none. */
    enter(sweet: PlanSweet, at: number, typed: string): boolean {
      const number = read(sweet, days[at]?.day ?? "", typed);
      if (!number) return false;
      if (number.capacity !== sweet.cells[at]?.capacity) save([number]);
      else setError(null);
      return true;
    },
    answer(force: boolean) {
      setQuestion(null);
      if (force && question) save(question.changes, true);
    },
  };
}
