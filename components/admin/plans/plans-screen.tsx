"use client";

import { Fragment, Suspense } from "react";
import { Permitted } from "@/components/admin/permissions";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { LaterAlertDialog } from "@/components/admin/ui/confirm-button";
import { Section } from "@/components/admin/ui/page";
import { ShortList } from "@/components/admin/ui/short-list";
import { tabUrl } from "@/components/admin/urls";
import { Button, type ButtonKind } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PrintButton } from "@/components/ui/print-button";
import { toast } from "@/components/ui/toast";
import { countOf } from "@/lib/count";
import { addDays, dayText } from "@/lib/dates";
import type { FormAction } from "@/lib/http/action-state";
import type { SavedDay } from "@/lib/stock/plan-responses";
import type { DayChange } from "@/lib/stock/plan-schema";
import { amountText, promisedText } from "@/lib/stock/plan-texts";
import { DayList } from "./day-list";
import { PlanMatrix } from "./matrix";
import { isEditable, ownOf, type PlanSweet, type PlanViewProps, type ShownPlanDay, usePlanDays } from "./plan-days";

type PlansScreenProps = {
  rows: readonly PlanSweet[];
  days: readonly ShownPlanDay[];
  today: string;
  view: "week" | "month";
  /** The day of the list on a phone, in the address. */
  chosen: string | undefined;
  action: FormAction<SavedDay[]>;
};

export function PlansScreen({ rows, days, today, view, chosen, action }: PlansScreenProps) {
  const plan = usePlanDays(rows, days, action);
  const [from = today, to = today] = [days[0]?.day, days.at(-1)?.day];
  const at = days.findIndex(({ day }) => day === (chosen ?? today));

  function copy(other: "before" | "after") {
    const changes = plan.sweets.flatMap((sweet) =>
      sweet.cells.flatMap((cell, at): DayChange[] => {
        const there = sweet[other][at];
        if (!there || there.capacity === cell.capacity) return [];
        if (other === "before")
          return isEditable(sweet, cell, days[at]?.day ?? "", today) ? [plan.changeOf(sweet, at, there.capacity)] : [];
        const { day } = there;
        return sweet.orderBy ? [{ productId: sweet.id, day, capacity: cell.capacity, from: ownOf(there) }] : [];
      }),
    );
    if (changes.length === 0) toast.info("Both weeks are the same");
    else plan.save({ changes, text: `Week copied: ${countOf(changes.length, "number")}` });
  }
  const copyButton = (other: "before" | "after", text: string) => (
    <Button kind="outline" onClick={() => copy(other)}>
      <Icon name="copy" />
      {text}
    </Button>
  );

  return (
    <div className="plans" aria-busy={plan.saving}>
      <Section
        title="Plans"
        beside={
          <p className="text-lg num">
            {dayText(from)} – {dayText(to)} {to.slice(0, 4)}
            {plan.saving && <span className="text-muted print:hidden"> · Saving...</span>}
          </p>
        }
        actions={
          <>
            <Permitted to="plans:write">
              <AdminLink kind="outline" href={tabUrl("plans", { edit: "new" })}>
                <Icon name="plus" />
                Add a sweet
              </AdminLink>
            </Permitted>
            <PrintButton />
          </>
        }
        className=""
      >
        <PlanNav from={from} to={to} view={view} today={today} />
      </Section>
      {rows.length === 0 ? (
        <EmptyState title="Nothing is planned" level="h3">
          Add a sweet that is made for the day: customers can then order it for the days to come.
        </EmptyState>
      ) : (
        <>
          <Permitted to="plans:write">
            {view === "week" && (
              <div className="flex flex-wrap gap-2 mt-3 max-md:hidden print:hidden">
                {copyButton("after", "Copy this week to the next")}
                {copyButton("before", "Copy last week here")}
              </div>
            )}
          </Permitted>
          <Fragment key={from + view}>
            <PlanMatrix {...{ plan, days, today }} />
            <DayList {...{ plan, days, today, view }} at={Math.max(at, 0)} />
          </Fragment>
        </>
      )}
      <Suspense>
        <BelowPromised plan={plan} />
      </Suspense>
    </div>
  );
}

const LISTED = 8;

function BelowPromised({ plan: { question, sweetOf, capacityAfter, answer } }: Pick<PlanViewProps, "plan">) {
  if (!question) return null;
  const lines = question.days.map(({ productId, ...of }) => {
    const { name = "", grams = null } = sweetOf(productId ?? 0) ?? {};
    const to = question.step.changes.find((one) => one.productId === productId && one.day === of.day);
    return { text: `${name}, ${promisedText(of, grams)}`, to: amountText(to ? capacityAfter(to) : 0, grams) };
  });
  const [first] = lines;
  const several = lines.length > 1;
  return (
    <LaterAlertDialog
      onClose={() => answer(false)}
      title={
        several
          ? `${lines.length} days have more promised. Lower them anyway?`
          : `${first?.text} Lower it to ${first?.to} anyway?`
      }
      description="What is promised stays promised, and nothing more is then."
      action={
        <Button kind="danger" onClick={() => answer(true)}>
          Lower anyway
        </Button>
      }
    >
      {several && <ShortList className="mt-3 grid gap-1" lines={lines.map(({ text }) => text)} limit={LISTED} />}
    </LaterAlertDialog>
  );
}

function PlanNav({ from, to, view, today }: { from: string; to: string } & Pick<PlansScreenProps, "view" | "today">) {
  const other = view === "week" ? "month" : "week";
  const isNow = from <= today && today <= to;
  const link = (text: string, day: string | undefined, kind: ButtonKind = "outline", of: string = view) => (
    <AdminLink kind={kind} href={tabUrl("plans", { from: day, view: of === "week" ? undefined : of })}>
      {text}
    </AdminLink>
  );
  return (
    <nav aria-label="Days" className="flex flex-wrap gap-2 print:hidden">
      {link(`Previous ${view}`, addDays(from, -1))}
      {!isNow && link(`This ${view}`, undefined)}
      {link(`Next ${view}`, addDays(to, 1))}
      {link(`Show the ${other}`, isNow ? undefined : from, "ghost", other)}
    </nav>
  );
}
