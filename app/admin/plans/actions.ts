"use server";

import { redirect } from "next/navigation";
import { action } from "@/lib/http/action";
import { flash } from "@/lib/http/request";
import { daysForm, endForm, planForm } from "@/lib/stock/plan-form-schema";
import { endPlan, savePlan, setPlanDays } from "@/lib/stock/plan-operations";

const failed = "Failed to save the plan";

async function toPlans(message: string): Promise<never> {
  await flash("success", message);
  redirect("/admin?tab=plans");
}

export const saveDays = action(setPlanDays, { form: daysForm, failed });

export const save = action(savePlan, {
  form: planForm,
  failed,
  after: () => toPlans("Plan saved"),
});

export const end = action(endPlan, {
  form: endForm,
  failed: "Failed to end the plan",
  after: () => toPlans("This sweet is not made for the day any more"),
});
