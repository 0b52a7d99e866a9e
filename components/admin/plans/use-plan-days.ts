import { useState, useTransition } from "react";
import { useCallAction } from "@/components/admin/ui/action-form";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { toast } from "@/components/ui/toast";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import type { PlanDayEntry, PlanRow, SavedDay } from "@/lib/stock/plan-responses";
import type { DayNumber } from "@/lib/stock/plan-schema";

export type PlanCell = Pick<PlanDayEntry, "capacity" | "own" | "held" | "ordered" | "made" | "short">;
export type PlanSweet = {
  id: number;
  name: string;
  grams: number | null;
  /** Null: its plan has ended. */
  orderBy: PlanRow["orderBy"];
  /** For somebody who may not plan. */
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

/** Whether a day's number can be changed: it has neither passed nor a batch. */
export const isEditable = ({ orderBy, readOnly }: PlanSweet, { made }: PlanCell, day: string, today: string): boolean =>
  !readOnly && orderBy !== null && made === null && day >= today;

export const promisedIn = ({ held, ordered }: PlanCell): number => held + ordered;

type PromisedDay = { productId?: number; day: string; promised: number };

/** The days refused below what is promised; those of plans name their sweets' promises. */
export const promisedDays = ({ days = [] }: Pick<ActionFailure, "days">): PromisedDay[] =>
  days.filter((one) => typeof one !== "string");

const FAILED = "Failed to save the plan";

/** The sweets with the days that were changed here: shown at once, and taken back when the server refuses. */
export function usePlanDays(
  sweets: readonly PlanSweet[],
  days: readonly ShownPlanDay[],
  action: FormAction<SavedDay[]>,
) {
  const [shown, setShown] = useState({ from: sweets, sweets });
  /** What is asked before days are lowered below what is promised. */
  const [question, setQuestion] = useState<{ changes: readonly DayNumber[]; days: PromisedDay[] } | null>(null);
  const [saving, startTransition] = useTransition();
  const [error, setError] = useState<{ productId: number; day: string; message: string } | null>(null);
  const callAction = useCallAction();
  // The page was loaded anew.
  if (shown.from !== sweets) setShown({ from: sweets, sweets });

  function show(changes: readonly ({ productId: number; day: string } & Partial<PlanCell>)[]) {
    const touched = new Set(changes.map(({ productId }) => productId));
    const byDay = new Map(changes.map(({ productId, day, ...cell }) => [`${productId} ${day}`, cell]));
    setShown(({ from, sweets }) => ({
      from,
      sweets: sweets.map((sweet) => {
        // Rows that stay the same object are not rendered again.
        if (!touched.has(sweet.id)) return sweet;
        const cells = sweet.cells.map((cell, at) => ({ ...cell, ...byDay.get(`${sweet.id} ${days[at]?.day}`) }));
        return { ...sweet, cells };
      }),
    }));
  }

  function save(changes: readonly DayNumber[], force = false) {
    const [first] = changes;
    if (!first) return;
    const before = changes.flatMap(({ productId, day }) => {
      const cell = shown.sweets.find(({ id }) => id === productId)?.cells[days.findIndex((one) => one.day === day)];
      return cell ? [{ productId, day, capacity: cell.capacity, own: cell.own }] : [];
    });
    setError(null);
    show(changes.map((change) => ({ ...change, own: true })));
    startTransition(async () => {
      const outcome = await callAction(action, { days: JSON.stringify(changes), force: String(force) }, FAILED);
      if (outcome.ok) {
        show(outcome.data);
        if (changes.length > 1) toast.success(`${changes.length} days saved`);
        return;
      }
      show(before);
      if (outcome.code === "below_promised") return setQuestion({ changes, days: promisedDays(outcome) });
      toastFailure(FAILED, outcome);
      setError({ ...first, message: outcome.message });
    });
  }

  return {
    sweets: shown.sweets,
    saving,
    error,
    setError,
    question,
    save,
    /** Saves what was asked about, or leaves it. */
    answer: (force: boolean) => {
      setQuestion(null);
      if (force && question) save(question.changes, true);
    },
  };
}
