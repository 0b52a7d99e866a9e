import { FilterDate, Filters } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { LinkButton } from "@/components/ui/link-button";
import { Table } from "@/components/ui/table";
import { formatShortDate } from "@/lib/dates";
import { formatPaise, formatRupees, toPaise } from "@/lib/money";
import type { SalesDay } from "@/lib/reports/queries";
import { LazySalesChart } from "./charts";

/** The number of days that the chart shows at most, counted from the last. The total is that of all days. */
const CHART_DAYS = 30;
const ranges = [7, 30, 90];
/** The id of what is wrong with the dates. */
const ERROR = "dates-error";

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
  const ofDates = { max: today, "aria-invalid": error !== undefined, "aria-describedby": error && ERROR };
  return (
    <Section
      title="Sales Report"
      className="min-w-0"
      actions={
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
      }
    >
      <Filters
        path="/admin"
        fixed={{ tab: "reports" }}
        className="grid grid-cols-1 xs:grid-cols-2 sm:flex flex-wrap gap-3 items-end"
      >
        <FilterDate label="From" name="from" value={from} {...ofDates} />
        <FilterDate label="To" name="to" value={to} {...ofDates} />
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
        {error && (
          <FieldError id={ERROR} role="alert" className="col-span-full basis-full mt-0">
            {error}
          </FieldError>
        )}
      </Filters>
      <Panel padded>
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
      </Panel>
    </Section>
  );
}

/** The chart's figures as a table, for people who cannot see the chart. */
export const SalesTable = ({ days }: { days: SalesDay[] }) => (
  <div className="sr-only">
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
