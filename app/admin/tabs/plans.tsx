import { redirect } from "next/navigation";
import { HistoryLink } from "@/components/admin/audit/history-link";
import { ChooseSweet, PlanForm } from "@/components/admin/plans/plan-form";
import { PlansScreen } from "@/components/admin/plans/plans-screen";
import { urlWithQuery } from "@/components/admin/urls";
import { may } from "@/lib/auth/actor";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay, isoWeekday } from "@/lib/dates";
import { addMonths, firstOfMonth } from "@/lib/months";
import { windowsOn } from "@/lib/settings/calendar";
import { currentSettings } from "@/lib/settings/queries";
import { daysBetween, listUnplanned, readPlans } from "@/lib/stock/plan-queries";
import { plansPageQuery } from "@/lib/stock/plan-schema";
import { findPlanOrNotFound } from "../find-or-not-found";
import { requireStaff } from "../guard";
import { end, save, saveDays } from "../plans/actions";
import type { TabProps } from "./tab-props";

function spanAround(day: string, view: "week" | "month"): { from: string; to: string } {
  if (view === "month") {
    const from = firstOfMonth(day);
    return { from, to: addDays(addMonths(from, 1), -1) };
  }
  const from = addDays(day, 1 - isoWeekday(day));
  return { from, to: addDays(from, 6) };
}

export async function PlansTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "plans:read");
  if (search.edit !== undefined && !may(admin, "plans:write")) redirect(urlWithQuery("/admin", { denied: 1 }));
  if (search.edit === "new") return <ChooseSweet sweets={await listUnplanned(admin)} />;
  if (search.edit !== undefined) {
    const sweet = await findPlanOrNotFound(admin, search.edit);
    return (
      <>
        <PlanForm sweet={sweet} actions={{ save, end }} />
        <p className="mt-4">
          <HistoryLink noun="plans" nounId={sweet.id} />
        </p>
      </>
    );
  }
  const { view, day, from } = plansPageQuery.parse(search);
  const today = indiaDay(shopNow());
  const span = spanAround(from ?? today, view);
  // A week comes with those before and after it, which it can be copied from and to.
  const around = view === "week" ? 7 : 0;
  const asked = { from: addDays(span.from, -around), to: addDays(span.to, around) };
  const [found, { values }] = await Promise.all([readPlans(admin, asked), currentSettings()]);
  const days = daysBetween(span.from, span.to);
  // A month of all sweets is thousands of days: what the page does not show is left out.
  const rows = found.map(({ productId, name, unitGrams, week, orderBy, days: all }) => {
    const others = all.map(({ day, capacity, own }) => ({ day, capacity, own }));
    return {
      id: productId,
      name,
      grams: unitGrams,
      orderBy,
      readOnly: !may(admin, "plans:write"),
      week: Object.values(week ?? {}),
      before: others.slice(0, around),
      after: others.slice(around + days.length),
      cells: all
        .slice(around, around + days.length)
        .map(({ capacity, own, held, ordered, made, short }) => ({ capacity, own, held, ordered, made, short })),
    };
  });
  return (
    <PlansScreen
      rows={rows}
      days={days.map((day) => ({ day, closed: windowsOn(values.windows, day).length === 0 }))}
      today={today}
      view={view}
      chosen={day}
      action={saveDays}
    />
  );
}
