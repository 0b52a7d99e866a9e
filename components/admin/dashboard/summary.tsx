import Link from "next/link";
import { stockText } from "@/components/admin/sweets/stock-text";
import { Section } from "@/components/admin/ui/page";
import { tabUrl } from "@/components/admin/urls";
import { indiaWeekday } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { DashboardSummary as Figures } from "@/lib/reports/dashboard-queries";

/** Orders that wait, sweets that run out, and the revenue of the day of `now`. */
export function DashboardSummary({ summary, now }: { summary: Figures; now: Date }) {
  const { pending, processing, low, out, runningOut, revenueToday, lastWeek } = summary;
  const day = indiaWeekday(now);
  return (
    <Section title="Today" className="mt-8 lg:mt-10">
      <div className="tray md:grid-cols-3">
        <div className="p-4 lg:p-6">
          <h3 className="text-muted font-medium font-sans">Orders waiting</h3>
          <ul className="mt-2 space-y-1">
            <li>
              <Link href={tabUrl("orders", { status: "Pending" })} className="link num tap">
                {pending} pending
              </Link>
            </li>
            <li>
              <Link href={tabUrl("orders", { status: "Processing" })} className="link num tap">
                {processing} processing
              </Link>
            </li>
          </ul>
        </div>
        <div className="p-4 lg:p-6">
          <h3 className="text-muted font-medium font-sans">Stock</h3>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            <Link href={tabUrl("products", { stock: "out" })} className="link num tap">
              {out} sold out
            </Link>
            <Link href={tabUrl("products", { stock: "low" })} className="link num tap">
              {low} running low
            </Link>
          </p>
          {runningOut.length > 0 && (
            <p className="text-sm text-muted mt-2">
              {runningOut.map((sweet) => `${sweet.name} (${stockText(sweet)})`).join(", ")}
            </p>
          )}
        </div>
        <div className="p-4 lg:p-6">
          <h3 className="text-muted font-medium font-sans">Revenue today</h3>
          <p className="num text-[1.55rem] font-bold text-heading leading-tight mt-1">{formatRupees(revenueToday)}</p>
          <p className="text-sm text-muted num mt-1">
            Last {day}: {formatRupees(lastWeek.byNow)} by this time, {formatRupees(lastWeek.total)} in all
          </p>
        </div>
      </div>
    </Section>
  );
}
