"use client";

import { ActionForm, FormText, SaveButton } from "@/components/admin/ui/action-form";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { OptionsField } from "@/components/admin/ui/options-field";
import { Section } from "@/components/admin/ui/page";
import { tabUrl } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import type { ActionFailure, MessageAction } from "@/lib/http/action-state";
import { weekdayNames } from "@/lib/settings/constants";
import { planBounds } from "@/lib/stock/plan-constants";
import type { editablePlan } from "@/lib/stock/plan-queries";
import { amountOf, measureOf, promisedText } from "@/lib/stock/plan-texts";
import { promisedDays } from "./plan-days";

const back = (
  <AdminLink kind="outline" href={tabUrl("plans")}>
    Back
  </AdminLink>
);

export function ChooseSweet({ sweets }: { sweets: readonly { id: number; name: string }[] }) {
  return (
    <Section title="Add a sweet to the plan" className="max-w-md">
      <form method="get" action="/admin" className="grid gap-4">
        <input type="hidden" name="tab" value="plans" />
        <OptionsField label="Sweet" name="edit" required options={sweets.map(({ id, name }) => [id, name])} />
        <div className="flex gap-3">
          {back}
          <Button type="submit">Next</Button>
        </div>
      </form>
    </Section>
  );
}

type PlanFormProps = {
  sweet: Awaited<ReturnType<typeof editablePlan>>;
  actions: { save: MessageAction; end: MessageAction };
};

const weekdayFields = weekdayNames.map((weekday, at) => ({ weekday, name: `d${at + 1}` }));

export function PlanForm({ sweet: { id, name, unitGrams: grams, plan }, actions }: PlanFormProps) {
  const week = weekdayFields.map(({ name }, at) => [name, plan ? amountOf(plan.week[at] ?? 0, grams) : ""]);
  const order = { days: String(plan?.orderByDays ?? 1), time: plan?.orderByTime ?? "20:00" };
  const promises = (failure: ActionFailure) =>
    promisedDays(failure)
      .map((day) => promisedText(day, grams))
      .join(" ");
  return (
    <Section title={plan ? name : `Add ${name} to the plan`} className="max-w-3xl wrap-anywhere">
      <ActionForm
        action={actions.save}
        failed="Failed to save the plan"
        fields={{ productId: id, grams: grams ?? "" }}
        values={{ ...Object.fromEntries(week), ...order }}
        question={{
          code: "below_promised",
          ask: (failure) => `${promises(failure)} Lower it anyway?`,
          label: "Lower anyway",
          name: "force",
          value: () => "true",
        }}
        className="grid gap-5 mt-1"
        button={
          <div className="flex gap-3">
            {back}
            <SaveButton />
          </div>
        }
      >
        <fieldset className="grid grid-cols-2 sm:grid-cols-4 gap-3">
          <legend className="label">Made on each weekday</legend>
          {weekdayFields.map(({ weekday, name }) => (
            <FormText key={name} label={`${weekday} (${measureOf(grams)})`} name={name} inputMode="decimal" required />
          ))}
        </fieldset>
        <fieldset className="flex flex-wrap gap-3">
          <legend className="label">Orders for a day are taken until</legend>
          <FormText
            label="Days before"
            hint="0: the day itself"
            name="days"
            type="number"
            min={0}
            max={planBounds.orderByDays}
            required
            className="w-36"
          />
          <FormText label="Time" name="time" type="time" required className="w-36" />
        </fieldset>
      </ActionForm>
      {plan && (
        <ActionForm
          action={actions.end}
          failed="Failed to end the plan"
          fields={{ productId: id }}
          question={{
            code: "below_promised",
            ask: (failure) => `There are promises for coming days. ${promises(failure)}`,
          }}
          className="mt-5 pt-5 border-t border-border grid gap-3 justify-items-start"
          button={
            <SaveButton kind="danger-ghost" pendingLabel={undefined}>
              Stop planning
            </SaveButton>
          }
        >
          <p className="text-muted">Without a plan the sweet is sold from stock alone.</p>
        </ActionForm>
      )}
    </Section>
  );
}
