"use server";

import { action } from "@/lib/http/action";
import { daysForm, endForm, planForm } from "@/lib/stock/plan-form-schema";
import { endPlan, savePlan, setPlanDays } from "@/lib/stock/plan-operations";
import { redirectWithMessage } from "../redirect-with-message";

const failed = "Failed to save the plan";

export const saveDays = action(setPlanDays, { form: daysForm, failed });

export const save = action(savePlan, {
  form: planForm,
  failed,
  after: () => redirectWithMessage("/admin?tab=plans", "planSaved"),
});

export const end = action(endPlan, {
  form: endForm,
  failed: "Failed to end the plan",
  after: () => redirectWithMessage("/admin?tab=plans", "planEnded"),
});
