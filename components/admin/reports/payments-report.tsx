import type { ReactNode } from "react";
import { methodNames } from "@/components/admin/payments/texts";
import { urlWithQuery } from "@/components/admin/urls";
import { formatShortDate } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { PaymentDay } from "@/lib/reports/payment-queries";
import { sumsByMethod, sumsOf } from "@/lib/reports/rules";

type PaymentsReportProps = {
  rows: PaymentDay[];
  /** The days that the report is of, as the address has them. */
  range: { days?: number; from?: string; to?: string };
};

type Sums = Pick<PaymentDay, "received" | "refunded" | "outstanding">;

const Amounts = ({ received, refunded, outstanding }: Sums) => (
  <>
    <td className="r num" data-label="Received">
      {formatRupees(received)}
    </td>
    <td className="r num" data-label="Refunded">
      {formatRupees(refunded)}
    </td>
    <td className="r num" data-label="Outstanding">
      {formatRupees(outstanding)}
    </td>
  </>
);

const amountHeads = (
  <>
    <th scope="col" className="r">
      Received
    </th>
    <th scope="col" className="r">
      Refunded
    </th>
    <th scope="col" className="r">
      Outstanding
    </th>
  </>
);

const RowHead = ({ children }: { children: ReactNode }) => (
  <th
    scope="row"
    className="num !text-base !text-foreground !border-border group-last:!border-b-0 max-lg:block max-lg:!p-0 max-lg:!border-0"
  >
    {children}
  </th>
);

/** What was received, refunded and is outstanding of the report's days, by method, and by day when it is opened. */
export function PaymentsReport({ rows, range }: PaymentsReportProps) {
  return (
    <section className="mt-8 min-w-0" aria-labelledby="payments-report">
      <div className="flex flex-wrap items-center gap-3 justify-between">
        <h2 className="text-d4" id="payments-report">
          Payments
        </h2>
        <a className="btn btn-ghost" href={urlWithQuery("/admin/reports/payments/export", range)} download>
          Download payments
        </a>
      </div>
      <div className="border border-border bg-surface mt-3">
        {rows.length === 0 ? (
          <p className="text-muted text-center py-10">No payments in these days</p>
        ) : (
          <>
            <table className="table table-stack">
              <caption className="sr-only">Payments by method</caption>
              <thead>
                <tr>
                  <th scope="col">Method</th>
                  {amountHeads}
                </tr>
              </thead>
              <tbody>
                {sumsByMethod(rows).map(({ method, ...sums }) => (
                  <tr key={method} className="group">
                    <RowHead>{methodNames[method]}</RowHead>
                    <Amounts {...sums} />
                  </tr>
                ))}
                <tr className="group font-bold">
                  <RowHead>All methods</RowHead>
                  <Amounts {...sumsOf(rows)} />
                </tr>
              </tbody>
            </table>
            <details className="border-t border-border px-4">
              <summary className="font-semibold min-h-11 inline-flex items-center cursor-pointer">By day</summary>
              <table className="table table-stack mb-3">
                <caption className="sr-only">Payments by day and method</caption>
                <thead>
                  <tr>
                    <th scope="col">Day</th>
                    <th scope="col">Method</th>
                    {amountHeads}
                  </tr>
                </thead>
                <tbody>
                  {rows.toReversed().map(({ date, method, ...sums }) => (
                    <tr key={`${date} ${method}`} className="group">
                      <RowHead>{formatShortDate(date)}</RowHead>
                      <td data-label="Method">{methodNames[method]}</td>
                      <Amounts {...sums} />
                    </tr>
                  ))}
                </tbody>
              </table>
            </details>
          </>
        )}
      </div>
      <p className="text-sm text-muted mt-2">
        Outstanding is what is still due of the orders placed on these days; cancelled orders are left out.
      </p>
    </section>
  );
}
