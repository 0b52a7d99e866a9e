import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { type Column, Table } from "@/components/ui/table";
import { dayText } from "@/lib/dates";
import type { PlanTotals } from "@/lib/reports/plan-queries";
import { amountText } from "@/lib/stock/plan-texts";
import { LazyPlansChart } from "./charts";

/** The sweets of the chart at most: those of which most was made. */
const CHART_SWEETS = 12;

const amount = (head: string, of: (row: PlanTotals) => number): Column<PlanTotals> => ({
  head,
  column: "r",
  className: "num",
  cell: (row) => amountText(of(row), row.unitGrams),
});
const amounts = [
  amount("Promised", ({ promised }) => promised),
  amount("Made", ({ made }) => made),
  amount("Sold", ({ sold }) => sold),
  amount("Thrown away", ({ wasted }) => wasted),
  amount("Left", ({ left }) => left),
];
const sweet: Column<PlanTotals> = { head: "Sweet", isRowHead: true, cell: ({ name }) => name };

/** What was promised, made, sold and thrown away of each sweet, and what was left on the last day. */
export function PlansReport({ totals, from, to }: { totals: PlanTotals[]; from: string; to: string }) {
  const weightOf = ({ made, unitGrams }: PlanTotals) => made * (unitGrams ?? 1000);
  const charted = totals.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, CHART_SWEETS);
  return (
    <Section
      title="Made for the day"
      className="mt-8 min-w-0"
      actions={
        <a className="btn btn-ghost" href={urlWithQuery("/admin/reports/plans/export", { from, to })} download>
          Export days as CSV
        </a>
      }
    >
      <Panel>
        {totals.length === 0 ? (
          <p className="text-muted text-center py-10">No sweets were made for a day</p>
        ) : (
          <>
            <div className="p-4 lg:p-6">
              <LazyPlansChart totals={charted} />
            </div>
            <Table
              className="table-stack"
              caption="Sweets that are made for the day"
              columns={[sweet, ...amounts]}
              rows={totals}
              keyOf={({ productId }) => productId}
            />
          </>
        )}
      </Panel>
      <p className="text-sm text-muted num">
        {`${dayText(from)} to ${dayText(to)}. Left is the stock at the end of the last day. The file has each day.`}
      </p>
    </Section>
  );
}
