import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Table } from "@/components/ui/table";
import { formatShortDate } from "@/lib/dates";
import { formatPaise, formatRupees, toPaise } from "@/lib/money";
import type { SalesDay } from "@/lib/reports/queries";
import { LazySalesChart } from "./lazy-sales-chart";
import { ReportForm } from "./report-form";

/** The number of days that the chart shows at most, counted from the last. The total is that of all days. */
const CHART_DAYS = 30;
const ranges = [7, 30, 90];

type SalesReportProps = {
  days: SalesDay[];
  /** 7, 30 or 90 days; null for other dates. */
  range: number | null;
  today: string;
  from?: string;
  to?: string;
  /** What is wrong with the dates in the URL. The days are then the default ones. */
  error?: string;
};

/** The revenue by day as a chart and, for people who cannot see it, as a table, with the total. */
export function SalesReport({ days, range, today, from, to, error }: SalesReportProps) {
  const total = days.reduce((sum, { revenue }) => sum + toPaise(revenue), 0);
  const chartDays = days.slice(-CHART_DAYS);
  const exportRange = range === null ? { from, to } : { days: range };
  return (
    <section className="min-w-0" aria-labelledby="sales-report">
      <div className="flex flex-wrap items-center gap-3 justify-between">
        <h2 className="text-d4" id="sales-report">
          Sales Report
        </h2>
        <div role="group" aria-label="Range" className="seg">
          {ranges.map((choice) => (
            <LinkButton
              key={choice}
              href={tabUrl("reports", { days: choice })}
              scroll={false}
              aria-pressed={choice === range}
            >
              {choice}d
            </LinkButton>
          ))}
        </div>
      </div>
      <ReportForm from={from} to={to} today={today} error={error}>
        <Button kind="outline" type="submit" className="max-sm:col-span-full">
          Apply
        </Button>
        <a
          className="btn btn-ghost max-sm:col-span-full"
          href={urlWithQuery("/admin/reports/export", exportRange)}
          download
        >
          Export CSV
        </a>
      </ReportForm>
      <div className="border border-border bg-surface mt-5 p-4 lg:p-6">
        <div className="flex items-baseline justify-between mb-3">
          <span className="text-muted font-medium">Total</span>
          <b className="num text-[1.75rem] text-heading">{formatPaise(total)}</b>
        </div>
        {total === 0 ? (
          <p className="text-muted text-center py-10">No data</p>
        ) : (
          <>
            <LazySalesChart days={chartDays} />
            <SalesTable days={chartDays} />
          </>
        )}
      </div>
    </section>
  );
}

/** The chart's figures as a table, for people who cannot see the chart and for browsers without JavaScript. */
export function SalesTable({ days }: { days: SalesDay[] }) {
  return (
    <div className="[:root[data-viewer]_&]:sr-only">
      <Table
        caption="Revenue per day"
        rows={days}
        keyOf={({ date }) => date}
        columns={[
          { head: "Day", cell: ({ date }) => formatShortDate(date) },
          { head: "Revenue", column: "r", className: "num", cell: ({ revenue }) => formatRupees(revenue) },
        ]}
      />
    </div>
  );
}
