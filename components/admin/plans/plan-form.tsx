"use client";

import Link from "next/link";
import { OverruleRefusal } from "@/components/admin/orders/forms";
import { toastFailure } from "@/components/admin/ui/toast-failure";
import { tabUrl } from "@/components/admin/urls";
import { FormOutcome } from "@/components/forms/form-outcome";
import { MadeFor } from "@/components/forms/made-for";
import { useActionForm } from "@/components/forms/use-action-form";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import type { MessageAction } from "@/lib/http/action-state";
import { weekdayNames } from "@/lib/settings/constants";
import { planBounds } from "@/lib/stock/plan-constants";
import { amountOf, measureOf, promisedText } from "@/lib/stock/plan-texts";
import { promisedDays } from "./use-plan-days";

const back = (
  <Link className="btn btn-outline" href={tabUrl("plans")} prefetch={false}>
    Back
  </Link>
);

/** The sweets that are not made for the day, to choose one. */
export function ChooseSweet({ sweets }: { sweets: readonly { id: number; name: string }[] }) {
  return (
    <form method="get" action="/admin" className="grid gap-4 max-w-md">
      <h2 className="text-d4">Add a sweet to the plan</h2>
      <input type="hidden" name="tab" value="plans" />
      <SelectField label="Sweet" name="edit" required>
        {sweets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-3">
        {back}
        <Button type="submit">Next</Button>
      </div>
    </form>
  );
}

type PlanFormProps = {
  sweet: {
    id: number;
    name: string;
    unitGrams: number | null;
    plan: { week: readonly number[]; orderByDays: number; orderByTime: string } | null;
  };
  actions: { save: MessageAction; end: MessageAction };
};

const weekdayFields = weekdayNames.map((weekday, at) => ({ weekday, name: `d${at + 1}` }));

/** The state of a form that may be refused because of promises, which it names: they are no toast. */
function usePlanForm(
  action: MessageAction,
  failureText: string,
  grams: number | null,
  values?: Record<string, string>,
) {
  const form = useActionForm(action, {
    failureText,
    values,
    toastFailure: (failure) => failure.code !== "below_promised" && toastFailure(failureText, failure),
  });
  const refused = form.failure?.code === "below_promised" ? promisedDays(form.failure) : [];
  return { ...form, promises: refused.map((day) => promisedText(day, grams)).join(" ") };
}

/** A sweet's week and order-by time, and the end of its plan. */
export function PlanForm({ sweet: { id, name, unitGrams: grams, plan }, actions }: PlanFormProps) {
  const { promises, message, pending, formProps, field } = usePlanForm(actions.save, "Failed to save the plan", grams, {
    ...Object.fromEntries(weekdayFields.map(({ name }, at) => [name, plan ? amountOf(plan.week[at] ?? 0, grams) : ""])),
    days: String(plan?.orderByDays ?? 1),
    time: plan?.orderByTime ?? "20:00",
  });
  return (
    <div className="max-w-3xl">
      <h2 className="text-d4 wrap-anywhere">{plan ? name : `Add ${name} to the plan`}</h2>
      <form {...formProps} className="grid gap-5 mt-4">
        <MadeFor />
        <input type="hidden" name="productId" value={id} />
        <input type="hidden" name="grams" value={grams ?? ""} />
        <fieldset className="grid grid-cols-2 sm:grid-cols-4 gap-3">
          <legend className="label">Made on each weekday, in {measureOf(grams)}</legend>
          {weekdayFields.map(({ weekday, name }) => (
            <TextField key={name} label={weekday} {...field(name)} inputMode="decimal" autoComplete="off" required />
          ))}
        </fieldset>
        <fieldset className="flex flex-wrap gap-3">
          <legend className="label">Orders for a day are taken until</legend>
          <TextField
            label="Days before"
            hint="0: the day itself"
            {...field("days")}
            type="number"
            min={0}
            max={planBounds.orderByDays}
            required
            className="w-36"
          />
          <TextField label="Time" {...field("time")} type="time" required className="w-36" />
        </fieldset>
        {promises && (
          <OverruleRefusal
            question={`${promises} Lower it all the same?`}
            label="Lower all the same"
            name="force"
            value="true"
            pending={pending}
            pendingLabel="Saving..."
          />
        )}
        <FormOutcome message={!promises && message} />
        <div className="flex gap-3">
          {back}
          <Button type="submit" pending={pending} pendingLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
      {plan && <StopPlanning id={id} grams={grams} action={actions.end} />}
    </div>
  );
}

function StopPlanning({ id, grams, action }: { id: number; grams: number | null; action: MessageAction }) {
  const { promises, message, pending, formProps } = usePlanForm(action, "Failed to end the plan", grams);
  return (
    <form {...formProps} className="mt-8 pt-5 border-t border-border grid gap-3 justify-items-start">
      <MadeFor />
      <input type="hidden" name="productId" value={id} />
      <p className="text-muted">Without a plan the sweet is sold from stock alone.</p>
      <FormOutcome message={promises ? `There are promises for coming days. ${promises}` : message} />
      <Button type="submit" kind="danger-ghost" pending={pending}>
        Stop planning
      </Button>
    </form>
  );
}
