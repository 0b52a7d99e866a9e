"use client";

import Link from "next/link";
import { type ReactNode, Suspense } from "react";
import { May } from "@/components/admin/permissions";
import { tabUrl } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Check } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { laterDialog } from "@/components/ui/later";
import { PrintButton } from "@/components/ui/print-button";
import { toast } from "@/components/ui/toast";
import { addDays, dayText } from "@/lib/dates";
import type { ActionFailure } from "@/lib/http/action-state";
import { shownText } from "@/lib/stock/plan-form-schema";
import { amountOf } from "@/lib/stock/plan-texts";
import { DayList } from "./day-list";
import { PlanMatrix } from "./matrix";
import { isEditable, type PlanSweet, type SaveDaysAction, type ShownPlanDay, usePlanDays } from "./use-plan-days";

const BelowPromised = laterDialog(
  () => import("./below-promised"),
  ({ onAnswer }) => onAnswer(false),
);

type PlansProps = {
  rows: readonly PlanSweet[];
  days: readonly ShownPlanDay[];
  today: string;
  view: "week" | "month";
  /** The day of the list on a phone, in the address. */
  chosen: string | undefined;
  action: SaveDaysAction;
};

/**
 * What is made for each day, and what is promised of it: a table of sweets and days, on a phone a list of one day. What is changed is saved
 * at once; without JavaScript both are forms.
 */
export function Plans({ rows, days, today, view, chosen, action }: PlansProps) {
  const plan = usePlanDays(rows, days, action);
  const [from = today, to = today] = [days[0]?.day, days.at(-1)?.day];
  const day = days.find(({ day }) => day === (chosen ?? today))?.day ?? from;
  /** Copies numbers from the week before, or to the week after, where they differ. */
  function copy(other: "before" | "after") {
    const changes = plan.sweets.flatMap((sweet) =>
      sweet.cells.flatMap((cell, at) => {
        const own = days[at]?.day ?? "";
        const there = sweet[other][at] ?? 0;
        const isFree = other === "after" ? sweet.orderBy !== null : isEditable(sweet, cell, own, today);
        if (!isFree || there === cell.capacity) return [];
        return other === "after"
          ? [{ productId: sweet.id, day: addDays(own, 7), capacity: cell.capacity }]
          : [{ productId: sweet.id, day: own, capacity: there }];
      }),
    );
    if (changes.length === 0) toast.info("Both weeks are the same");
    else plan.save(changes);
  }

  const at = days.findIndex((one) => one.day === day);
  const shared = { plan, days, today };
  const table = { action, sweets: plan.sweets };
  return (
    <div className="plans" aria-busy={plan.saving}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-d4">Plans</h2>
          <p className="text-lg num">
            {dayText(from)} – {dayText(to)} {to.slice(0, 4)}
            {plan.saving && <span className="text-muted print:hidden"> · Saving...</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          <May to="plans:write">
            <Link className="btn btn-outline" href={tabUrl("plans", { edit: "new" })} prefetch={false}>
              <Icon name="plus" />
              Add a sweet
            </Link>
          </May>
          <PrintButton />
        </div>
      </div>
      <PlanNav from={from} to={to} view={view} today={today} />
      {rows.length === 0 ? (
        <EmptyState title="Nothing is planned" level="h3">
          Add a sweet that is made for the day: customers can then order it for the days to come.
        </EmptyState>
      ) : (
        <>
          <May to="plans:write">
            {view === "week" && (
              <div className="flex flex-wrap gap-2 mt-3 max-md:hidden print:hidden" data-for="visitor customer admin">
                <Button kind="outline" onClick={() => copy("after")}>
                  <Icon name="copy" />
                  Copy this week to the next
                </Button>
                <Button kind="outline" onClick={() => copy("before")}>
                  <Icon name="copy" />
                  Copy last week here
                </Button>
              </div>
            )}
          </May>
          <TableForm
            {...table}
            from={from}
            count={view === "week" ? days.length : 0}
            className="max-md:hidden print:block"
          >
            {(failure) => <PlanMatrix {...shared} failure={failure} />}
          </TableForm>
          <TableForm {...table} from={day} first={at} count={1} className="md:hidden print:hidden">
            {(failure) => <DayList {...shared} failure={failure} at={at} view={view} />}
          </TableForm>
        </>
      )}
      {plan.question && (
        <Suspense>
          <BelowPromised question={plan.question} sweets={plan.sweets} onAnswer={plan.answer} />
        </Suspense>
      )}
    </div>
  );
}

type TableFormProps = {
  action: SaveDaysAction;
  sweets: readonly PlanSweet[];
  /** The day of the first field, its place among the days shown, and how many days have fields. */
  from: string;
  first?: number;
  count: number;
  className: string;
  children: (failure: ActionFailure | null) => ReactNode;
};

/** The form that the table is without JavaScript, with what was shown, so that only changed numbers are saved. */
function TableForm({ action, sweets, from, first = 0, count, className, children }: TableFormProps) {
  const { posted, failure, message, formProps } = useActionForm(action, { failureText: "Failed to save the plan" });
  return (
    <form {...formProps} className={className}>
      <MadeFor />
      {children(failure)}
      {count > 0 && (
        <div className="flex flex-wrap items-center gap-4 mt-4" data-for="neutral">
          <input type="hidden" name="from" value={from} />
          {sweets.map(({ id, grams, cells }) => {
            const amounts = cells.slice(first, first + count).map(({ capacity }) => amountOf(capacity, grams));
            return <input key={id} type="hidden" name="shown" value={shownText(id, grams, amounts)} />;
          })}
          <Button type="submit">Save</Button>
          <Check name="force" value="true">
            Lower below what is promised
          </Check>
          <FormOutcome
            done={posted?.ok && (posted.data.length > 0 ? `Saved: ${posted.data.length}` : "Nothing was changed")}
            message={message}
          />
        </div>
      )}
    </form>
  );
}

type PlanNavProps = { from: string; to: string; view: "week" | "month"; today: string };

/** Links to the weeks or months before and after, and from weeks to months. */
function PlanNav({ from, to, view, today }: PlanNavProps) {
  const other = view === "week" ? "month" : "week";
  const isNow = from <= today && today <= to;
  const link = (text: ReactNode, day: string | undefined, kind = "outline", of = view) => (
    <Link
      className={`btn btn-${kind}`}
      href={tabUrl("plans", { from: day, view: of === "week" ? undefined : of })}
      prefetch={false}
    >
      {text}
    </Link>
  );
  return (
    <nav aria-label="Days" className="flex flex-wrap gap-2 mt-4 print:hidden">
      {link(`Previous ${view}`, addDays(from, -1))}
      {!isNow && link(`This ${view}`, undefined)}
      {link(`Next ${view}`, addDays(to, 1))}
      {link(`Show the ${other}`, isNow ? undefined : from, "ghost", other)}
    </nav>
  );
}
