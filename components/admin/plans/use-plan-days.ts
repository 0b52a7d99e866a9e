import { unstable_rethrow } from "next/navigation";
import { useState, useTransition } from "react";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { failureOfLost } from "@/components/forms/lost-answer";
import { useMadeFor } from "@/components/forms/made-for";
import { toast } from "@/components/ui/toast";
import { MADE_FOR } from "@/lib/forms/made-for";
import type { ActionFailure, ActionState, FormAction } from "@/lib/http/action-state";
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
export type SaveDaysAction = FormAction<SavedDay[]>;

/** What is asked before days are lowered below what is promised. */
export type Question = { changes: readonly DayNumber[]; days: { productId?: number; day: string; promised: number }[] };
export type CellError = { productId: number; day: string; message: string };

const FAILED = "Failed to save the plan";

/** Whether a day's number can be changed: it has neither passed nor a batch. */
export const isEditable = (
  { orderBy, readOnly }: PlanSweet,
  cell: PlanCell | undefined,
  day: string,
  today: string,
): boolean => !readOnly && cell !== undefined && orderBy !== null && cell.made === null && day >= today;

export const promisedIn = ({ held, ordered }: PlanCell): number => held + ordered;

/** The days refused below what is promised; those of plans name their sweets' promises. */
export const promisedDays = ({ days = [] }: Pick<ActionFailure, "days">): Question["days"] =>
  days.filter((one) => typeof one !== "string");

/** The sweets with the days that were changed here: shown at once, and taken back when the server refuses. */
export function usePlanDays(sweets: readonly PlanSweet[], days: readonly ShownPlanDay[], action: SaveDaysAction) {
  const [shown, setShown] = useState({ from: sweets, sweets });
  const [question, setQuestion] = useState<Question | null>(null);
  const [saving, startTransition] = useTransition();
  const [error, setError] = useState<CellError | null>(null);
  const madeFor = useMadeFor();
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
    if (changes.length === 0) return;
    const before = changes.flatMap(({ productId, day }) => {
      const cell = shown.sweets.find(({ id }) => id === productId)?.cells[days.findIndex((one) => one.day === day)];
      return cell ? [{ productId, day, capacity: cell.capacity, own: cell.own }] : [];
    });
    setError(null);
    show(changes.map((change) => ({ ...change, own: true })));
    const form = new FormData();
    form.set("days", JSON.stringify(changes));
    form.set("force", String(force));
    if (madeFor) form.set(MADE_FOR, madeFor);
    startTransition(async () => {
      let outcome: ActionState<SavedDay[]>;
      try {
        outcome = await action(null, form);
      } catch (lost) {
        unstable_rethrow(lost);
        outcome = failureOfLost(lost, FAILED);
      }
      if (outcome.ok) {
        show(outcome.data);
        if (changes.length > 1) toast.success(`${changes.length} days saved`);
        return;
      }
      show(before);
      if (outcome.code === "below_promised") return setQuestion({ changes, days: promisedDays(outcome) });
      toastFailure(FAILED, outcome);
      const [first] = changes;
      if (first) setError({ ...first, message: outcome.message });
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

export type PlanViewProps = {
  plan: ReturnType<typeof usePlanDays>;
  days: readonly ShownPlanDay[];
  today: string;
  /** What a post without JavaScript has come back with. */
  failure: ActionFailure | null;
};
