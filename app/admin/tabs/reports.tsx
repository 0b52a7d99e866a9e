import { GstExport, PaymentsReport, PlansReport, SalesReport, TopProducts } from "@/components/admin/reports/reports";
import { urlWithQuery } from "@/components/admin/urls";
import { shopNow } from "@/lib/clock";
import { addDays, indiaDay } from "@/lib/dates";
import { plansBySweet } from "@/lib/reports/plan-queries";
import { paymentsByDay, salesByDay, topProducts } from "@/lib/reports/queries";
import { salesQuery } from "@/lib/reports/schema";
import { MAX_PLAN_DAYS } from "@/lib/stock/plan-constants";
import { requireStaff } from "../guard";
import { nullIfBusy, ReportsBusy } from "../reports-busy";
import type { TabProps } from "./tab-props";

const TOP_PRODUCTS = 10;
const DEFAULT_DAYS = 30;

export async function ReportsTab({ search }: TabProps) {
  const admin = await requireStaff("/admin", "reports:read");
  const dates = { from: search.from || undefined, to: search.to || undefined };
  const hasDates = dates.from !== undefined || dates.to !== undefined;
  const { data, error } = salesQuery.safeParse(hasDates ? dates : { days: search.days ?? String(DEFAULT_DAYS) });
  const query = data ?? { days: DEFAULT_DAYS };
  const today = indiaDay(shopNow());
  const to = query.to ?? today;
  const first = query.from ?? addDays(to, 1 - (query.days ?? DEFAULT_DAYS));
  const planned = { from: [first, addDays(to, 1 - MAX_PLAN_DAYS)].sort().at(-1) ?? first, to };
  const reports = await nullIfBusy(
    Promise.all([
      plansBySweet(admin, planned),
      salesByDay(admin, query),
      paymentsByDay(admin, query),
      topProducts(admin, TOP_PRODUCTS),
    ]),
  );
  if (!reports) return <ReportsBusy path={urlWithQuery("/admin", search)} />;
  const [plans, sales, payments, top] = reports;
  return (
    <div className="grid grid-cols-1 xl:grid-cols-[1fr_24rem] gap-8 lg:gap-10 items-start">
      <div className="min-w-0">
        <SalesReport
          days={sales}
          range={query.days ?? null}
          max={today}
          from={hasDates ? dates.from : sales[0]?.date}
          to={hasDates ? dates.to : sales.at(-1)?.date}
          error={hasDates ? error?.issues[0]?.message : undefined}
        />
        <PaymentsReport rows={payments} range={query} days={{ from: first, to }} />
        <PlansReport totals={plans} {...planned} />
      </div>
      <div className="grid grid-cols-1 gap-8">
        <TopProducts products={top} />
        <GstExport month={today.slice(0, 7)} />
      </div>
    </div>
  );
}
