import { Disclosure } from "@/components/admin/ui/disclosure";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { urlWithQuery } from "@/components/admin/urls";
import { type Column, Table } from "@/components/ui/table";
import { formatShortDate } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import { methodNames } from "@/lib/payments/constants";
import type { PaymentDay } from "@/lib/reports/queries";
import { sumsByMethod, sumsOf } from "@/lib/reports/rules";

type PaymentsReportProps = {
  rows: PaymentDay[];
  /** The days that the report is of, as the address has them. */
  range: { days?: number; from?: string; to?: string };
};

type Sums = Pick<PaymentDay, "received" | "refunded" | "outstanding">;

const amounts: Column<Sums>[] = [
  { head: "Received", column: "r", className: "num", cell: ({ received }) => formatRupees(received) },
  { head: "Refunded", column: "r", className: "num", cell: ({ refunded }) => formatRupees(refunded) },
  { head: "Outstanding", column: "r", className: "num", cell: ({ outstanding }) => formatRupees(outstanding) },
];
const byMethod: Column<Sums & { method: PaymentDay["method"] | null }>[] = [
  {
    head: "Method",
    isRowHead: true,
    className: "num",
    cell: ({ method }) => (method ? methodNames[method] : "All methods"),
  },
  ...amounts,
];
const byDay: Column<PaymentDay>[] = [
  { head: "Day", isRowHead: true, className: "num", cell: ({ date }) => formatShortDate(date) },
  { head: "Method", cell: ({ method }) => methodNames[method] },
  ...amounts,
];

/** What was received, refunded and is outstanding of the report's days, by method, and by day when it is opened. */
export function PaymentsReport({ rows, range }: PaymentsReportProps) {
  return (
    <Section
      title="Payments"
      className="mt-8 min-w-0"
      actions={
        <>
          <a className="btn btn-ghost" href={urlWithQuery("/admin/reports/payments/export", range)} download>
            Download payments
          </a>
          <a className="btn btn-ghost" href={urlWithQuery("/admin/reports/payments/list", range)} download>
            Download each payment
          </a>
        </>
      }
    >
      <Panel>
        {rows.length === 0 ? (
          <p className="text-muted text-center py-10">No payments in these days</p>
        ) : (
          <>
            <Table
              className="table-stack [&_tbody_tr:last-child]:font-bold"
              caption="Payments by method"
              columns={byMethod}
              rows={[...sumsByMethod(rows), { method: null, ...sumsOf(rows) }]}
              keyOf={({ method }) => method ?? "all"}
            />
            <Disclosure summary="By day" className="border-t border-border px-4">
              <Table
                className="table-stack mb-3"
                caption="Payments by day and method"
                columns={byDay}
                rows={rows.toReversed()}
                keyOf={({ date, method }) => `${date} ${method}`}
              />
            </Disclosure>
          </>
        )}
      </Panel>
      <p className="text-sm text-muted">
        Outstanding is what is still due of the orders placed on these days; cancelled orders are left out.
      </p>
    </Section>
  );
}
