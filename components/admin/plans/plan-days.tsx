import { startTransition, useEffect, useOptimistic, useRef, useState, useTransition } from "react";
import { useCallAction } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { tabUrl } from "@/components/admin/urls";
import { toast, toasts } from "@/components/ui/toast";
import { countOf } from "@/lib/count";
import { dayText, isoWeekday } from "@/lib/dates";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import type { PlanDayEntry, PlanRow, SavedDay } from "@/lib/stock/plan-responses";
import type { DayChange } from "@/lib/stock/plan-schema";
import { amountOf, amountText, typedUnits, wrongAmount } from "@/lib/stock/plan-texts";

export type PlanCell = Pick<PlanDayEntry, "capacity" | "own" | "held" | "ordered" | "made" | "short">;
/** A day that is not shown, of the week before or after. */
type NeighbourDay = Pick<PlanDayEntry, "day" | "capacity" | "own">;
export type PlanSweet = {
  id: number;
  name: string;
  grams: number | null;
  /** Null: its plan has ended. */
  orderBy: PlanRow["orderBy"];
  readOnly: boolean;
  /** Units by weekday, from Monday. */
  week: readonly number[];
  before: readonly NeighbourDay[];
  after: readonly NeighbourDay[];
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

/** What is said of a number of the day's own. */
export const CHANGED = "Changed for this day";

/** The day's own number; null: it follows the week. */
export const ownOf = ({ own, capacity }: Pick<PlanCell, "own" | "capacity">): number | null => (own ? capacity : null);

export const promisedIn = ({ held, ordered }: PlanCell): number => held + ordered;

/** Whether more is promised than is planned, which only the owner's own lowering leaves. */
export const isOverPromised = (cell: PlanCell): boolean => cell.made === null && promisedIn(cell) > cell.capacity;

export const PlanSweetName = ({ sweet: { id, name, orderBy, readOnly } }: { sweet: PlanSweet }) =>
  orderBy && !readOnly ? (
    <AdminLink href={tabUrl("plans", { edit: id })} title="Edit week">
      {name}
    </AdminLink>
  ) : (
    name
  );

/** A day of a sweet: "12 of 40 kg", or what was made. */
export function CellText({ cell, grams }: { cell: PlanCell; grams: number | null }) {
  const { capacity, held, made, short } = cell;
  const amount = (units: number) => amountText(units, grams);
  if (made !== null)
    return (
      <>
        Made {amount(made)} {short > 0 && <b className="plan-short">{amount(short)} short</b>}
      </>
    );
  return (
    <>
      <b>{amountOf(promisedIn(cell), grams)}</b> of <span>{amount(capacity)}</span>{" "}
      {held > 0 && <small>{amount(held)} in carts</small>}
    </>
  );
}

type PromisedDay = { productId?: number; day: string; promised: number };

/** The days refused below what is promised; those of plans name their sweets' promises. */
export const promisedDays = ({ days = [] }: Pick<ActionFailure, "days">): PromisedDay[] =>
  days.filter((one) => typeof one !== "string");

const FAILED = "Failed to save the plan";

/** How many steps can be undone. */
const KEPT_STEPS = 50;

/** Numbers that are saved and undone together, and how a toast names them. */
type PlanStep = { changes: readonly DayChange[]; text: string };
/** `undoes`: the step that another one takes back. */
type SaveOptions = { force?: boolean; undoes?: PlanStep };

type Shown = { from: readonly PlanSweet[]; sweets: readonly PlanSweet[]; days: readonly ShownPlanDay[] };
type ChangedDay = { productId: number; day: string } & Partial<PlanCell>;

function withChanges({ from, sweets, days }: Shown, changes: readonly ChangedDay[]): Shown {
  const changed = sweets.map((sweet) => {
    const own = changes.filter(({ productId }) => productId === sweet.id);
    // Rows that stay the same object are not rendered again.
    if (own.length === 0) return sweet;
    const find = (day: string | undefined) => own.find((one) => one.day === day);
    return {
      ...sweet,
      cells: sweet.cells.map((cell, at) => ({ ...cell, ...find(days[at]?.day) })),
      before: sweet.before.map((other) => ({ ...other, ...find(other.day) })),
      after: sweet.after.map((other) => ({ ...other, ...find(other.day) })),
    };
  });
  return { from, sweets: changed, days };
}

/**
 * The sweets with the days that were changed here: shown at once, and taken back when the server refuses. Steps are saved one after the
 * other, so that the last one that was saved is what Ctrl+Z takes back, in another week too.
 */
export function usePlanDays(
  sweets: readonly PlanSweet[],
  days: readonly ShownPlanDay[],
  action: FormAction<SavedDay[]>,
) {
  const [saved, setSaved] = useState<Shown>({ from: sweets, sweets, days });
  const [shown, show] = useOptimistic(saved, withChanges);
  const [question, setQuestion] = useState<{ step: PlanStep; options: SaveOptions; days: PromisedDay[] } | null>(null);
  const [saving, startSaving] = useTransition();
  const [error, setError] = useState<{ productId: number; day: string; message: string } | null>(null);
  const callAction = useCallAction();
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const history = useRef<readonly PlanStep[]>([]);
  const lastToast = useRef<number>(undefined);
  // The page was loaded anew.
  if (saved.from !== sweets) setSaved({ from: sweets, sweets, days });

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      // What is being typed is undone by the field itself.
      if (target instanceof Element && target.closest("input, [role$=dialog]")) return;
      event.preventDefault();
      undo();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  const remember = (step: PlanStep) => {
    history.current = [...history.current, step].slice(-KEPT_STEPS);
  };
  const sweetOf = (productId: number) => shown.sweets.find(({ id }) => id === productId);
  /** Units of a day after a change. */
  const capacityAfter = ({ productId, day, capacity }: DayChange): number =>
    capacity ?? sweetOf(productId)?.week[isoWeekday(day) - 1] ?? 0;

  /** Says what was saved, in place of what was said before, so that 'Undo' is about the last step. */
  function say(message: string, step?: PlanStep) {
    if (lastToast.current !== undefined) toasts.remove(lastToast.current);
    toast.success(message, step && { action: { text: "Undo", onPress: () => undo(step) } });
    lastToast.current = toasts.list().at(-1)?.id;
  }

  function save(step: PlanStep, options: SaveOptions = {}) {
    const { changes, text } = step;
    const { force = false, undoes } = options;
    const [first] = changes;
    if (!first) return;
    setError(null);
    startSaving(async () => {
      show(changes.map((one) => ({ ...one, own: one.capacity !== null, capacity: capacityAfter(one) })));
      const fields = { days: JSON.stringify(changes), force: String(force) };
      const call = work.current.then(() => callAction(action, fields, FAILED));
      work.current = call.catch(() => null);
      const outcome = await call;
      // In one rendering with the end of what was shown before the answer.
      startTransition(() => {
        if (outcome.ok) {
          setSaved((state) => withChanges(state, outcome.data));
          const done = changes.filter(({ capacity }, at) => {
            const day = outcome.data[at];
            return day && ownOf(day) === capacity;
          });
          const kept = changes.length - done.length;
          if (kept > 0) {
            const left =
              kept === 1
                ? "was changed meanwhile and was left as it is"
                : "were changed meanwhile and were left as they are";
            toast.warning(`${countOf(kept, "number")} ${left}`);
          }
          if (done.length === 0) return;
          if (undoes) return say(`Undone: ${text}`);
          const saved = { text, changes: done };
          remember(saved);
          say(text, saved);
        } else if (outcome.code === "below_promised") {
          setQuestion({ step, options, days: promisedDays(outcome) });
        } else {
          if (undoes) remember(undoes);
          toastFailure(FAILED, outcome);
          setError({ ...first, message: outcome.message });
        }
      });
    });
  }

  /** Takes back a step, the last one unless another is named, once what was entered before is saved. */
  async function undo(named?: PlanStep) {
    await work.current;
    const step = named ?? history.current.at(-1);
    if (!step || !history.current.includes(step)) return;
    history.current = history.current.filter((one) => one !== step);
    const changes = step.changes.map(({ capacity, from, ...of }) => ({ ...of, capacity: from, from: capacity }));
    save({ changes, text: step.text }, { undoes: step });
  }

  const changeOf = (sweet: PlanSweet, at: number, capacity: number | null): DayChange => {
    const [cell, { day = "" } = {}] = [sweet.cells[at], days[at]];
    return { productId: sweet.id, day, capacity, from: cell ? ownOf(cell) : null };
  };
  /** The change to the number that was typed for a day, or null and an error at the day. */
  function read(sweet: PlanSweet, at: number, typed: string): DayChange | null {
    const capacity = typedUnits(typed, sweet.grams);
    if (capacity !== null) return changeOf(sweet, at, capacity);
    setError({ productId: sweet.id, day: days[at]?.day ?? "", message: wrongAmount(sweet.grams) });
    return null;
  }
  const saveOne = (sweet: PlanSweet, change: DayChange) => {
    const to = change.capacity === null ? "back to the week" : amountText(change.capacity, sweet.grams);
    save({ changes: [change], text: `${sweet.name}, ${dayText(change.day)}: ${to}` });
  };

  return {
    sweets: shown.sweets,
    saving,
    error,
    setError,
    question,
    save,
    read,
    sweetOf,
    capacityAfter,
    changeOf,
    /** Saves what was typed for a day, unless it is the same number. False: it means none. */
    enter(sweet: PlanSweet, at: number, typed: string): boolean {
      const change = read(sweet, at, typed);
      if (!change) return false;
      if (change.capacity !== sweet.cells[at]?.capacity) saveOne(sweet, change);
      else setError(null);
      return true;
    },
    /** Takes the day's own number away. */
    clear(sweet: PlanSweet, at: number) {
      if (sweet.cells[at]?.own) saveOne(sweet, changeOf(sweet, at, null));
    },
    answer(force: boolean) {
      setQuestion(null);
      if (!question) return;
      const { step, options } = question;
      if (force) save(step, { ...options, force });
      else if (options.undoes) remember(options.undoes);
    },
  };
}
