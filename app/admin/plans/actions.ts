"use server";

import type { SaveDaysAction } from "@/components/admin/plans/use-plan-days";
import { action, runAction } from "@/lib/http/action";
import { daysForm, endForm, planForm, tableForm } from "@/lib/stock/plan-form-schema";
import { endPlan, savePlan, setPlanDays } from "@/lib/stock/plan-operations";
import { redirectWithMessage } from "../redirect-with-message";

/** Saves days: some of them as the page sends them, or the whole table that is posted without JavaScript. */
export const saveDays: SaveDaysAction = async (_previous, form) => {
  const failed = "Failed to save the plan";
  return form.has("days")
    ? runAction(setPlanDays, form, { form: daysForm, failed })
    : runAction(setPlanDays, form, { form: tableForm, lists: ["shown"], failed });
};

export const save = action(savePlan, {
  form: planForm,
  failed: "Failed to save the plan",
  after: () => redirectWithMessage("/admin?tab=plans", "planSaved"),
});

export const end = action(endPlan, {
  form: endForm,
  failed: "Failed to end the plan",
  after: () => redirectWithMessage("/admin?tab=plans", "planEnded"),
});
