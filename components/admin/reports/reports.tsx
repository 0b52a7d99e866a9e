import type { ComponentProps, ReactNode } from "react";
import { AdminLink } from "@/components/admin/ui/admin-link";
import { Disclosure } from "@/components/admin/ui/disclosure";
import { FilterDate, Filters } from "@/components/admin/ui/filters";
import { Section } from "@/components/admin/ui/page";
import { Panel } from "@/components/admin/ui/panel";
import { tabUrl, urlWithQuery } from "@/components/admin/urls";
import { Button } from "@/components/ui/button";
import { FieldError, TextField } from "@/components/ui/field";
import { LinkButton } from "@/components/ui/link-button";
import { type Column, Table } from "@/components/ui/table";
import type { CsvColumns } from "@/lib/csv";
import { dayText, formatShortDate } from "@/lib/dates";
import { formatPaise, formatRupees, toPaise } from "@/lib/money";
import { methodNames } from "@/lib/payments/constants";
import type { PlanTotals } from "@/lib/reports/plan-queries";
import type { PaymentDay, SalesDay, TopProduct } from "@/lib/reports/queries";
import { type Sums, sumsByMethod, sumsOf } from "@/lib/reports/rules";
import type { SalesQuery } from "@/lib/reports/schema";
import { amountText, weightText } from "@/lib/stock/plan-texts";
import { LazyPlansChart, LazySalesChart } from "./charts";

const Nothing = ({ children }: { children: string }) => <p className="text-muted text-center py-10">{children}</p>;

const figures = <Row,>(head: string, cell: (row: Row) => string): Column<Row> => ({
  ...{ head, cell },
  column: "r",
  className: "num",
});

/** The number of days that the chart shows at most, counted from the last. The total is that of all days. */
const CHART_DAYS = 30;
const ERROR = "dates-error";

/** The breadcrumb above the pages of single reports. */
export const reportsCrumb = [{ text: "Reports", href: tabUrl("reports") }];

type PeriodFiltersProps = ComponentProps<typeof Filters> &
  Pick<ComponentProps<typeof FilterDate>, "type" | "max" | "placeholder" | "pattern" | "required" | "error"> & {
    labels?: readonly [from: string, to: string];
    from?: string;
    to?: string;
  };

/** The first and the last day of a report; `type` makes them months. `error`: what is wrong with those in the address. */
export function PeriodFilters(props: PeriodFiltersProps) {
  const { path, fixed, labels = ["From", "To"], from, to, error, children, ...field } = props;
  const ofBoth = { ...field, "aria-invalid": error !== undefined, "aria-describedby": error && ERROR };
  return (
    <Filters path={path} fixed={fixed} className="grid grid-cols-1 xs:grid-cols-2 sm:flex flex-wrap gap-3 items-end">
      <FilterDate label={labels[0]} name="from" value={from} {...ofBoth} />
      <FilterDate label={labels[1]} name="to" value={to} {...ofBoth} />
      <Button kind="outline" type="submit" className="max-sm:col-span-full">
        Apply
      </Button>
      {children}
      {error && (
        <FieldError id={ERROR} role="alert" className="col-span-full basis-full mt-0">
          {error}
        </FieldError>
      )}
    </Filters>
  );
}

/** `range`: 7, 30 or 90 days; null for other dates. With wrong dates the days are the default ones. */
type SalesReportProps = Pick<PeriodFiltersProps, "max" | "from" | "to" | "error"> & {
  days: SalesDay[];
  range: number | null;
};

export function SalesReport({ days, range, ...period }: SalesReportProps) {
  const total = days.reduce((sum, { revenue }) => sum + toPaise(revenue), 0);
  const chartDays = days.slice(-CHART_DAYS);
  const exportRange = range === null ? { from: period.from, to: period.to } : { days: range };
  return (
    <Section
      title="Sales Report"
      className="min-w-0"
      actions={
        <div role="group" aria-label="Range" className="seg">
          {[7, 30, 90].map((days) => (
            <LinkButton key={days} href={tabUrl("reports", { days })} scroll={false} aria-pressed={days === range}>
              {days}d
            </LinkButton>
          ))}
        </div>
      }
    >
      <PeriodFilters path="/admin" fixed={{ tab: "reports" }} {...period}>
        <a
          className="btn btn-ghost max-sm:col-span-full"
          href={urlWithQuery("/admin/reports/export", exportRange)}
          download
        >
          Export CSV
        </a>
      </PeriodFilters>
      <Panel className="p-4 lg:p-6">
        <div className="flex items-baseline justify-between mb-3">
          <span className="text-muted font-medium">Total</span>
          <b className="num text-[1.75rem] text-heading">{formatPaise(total)}</b>
        </div>
        {total === 0 ? (
          <Nothing>No data</Nothing>
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
        figures<SalesDay>("Revenue", ({ revenue }) => formatRupees(revenue)),
      ]}
    />
  </div>
);

type TableReportProps = {
  title: string;
  downloads: [text: string, href: string][];
  empty: string | false;
  note: string | false;
  children: ReactNode;
};

const TableReport = ({ title, downloads, empty, note, children }: TableReportProps) => (
  <Section
    title={title}
    className="mt-8 first-of-type:mt-2 min-w-0"
    actions={downloads.map(([text, href]) => (
      <a key={text} className="btn btn-ghost" href={href} download>
        {text}
      </a>
    ))}
  >
    <Panel className="overflow-x-auto">{empty ? <Nothing>{empty}</Nothing> : children}</Panel>
    {note && <p className="text-sm text-muted num">{note}</p>}
  </Section>
);

/** The rows of a file that are shown at most. */
export const SHOWN = 100;
const RUPEES = " (rupees)";

function cellText(cell: ReturnType<CsvColumns<never>[number][1]>, heading: string): string {
  if (typeof cell === "number") return heading.endsWith(RUPEES) ? formatRupees(cell) : cell.toLocaleString("en-IN");
  if (cell === null || typeof cell === "string") return cell ?? "-";
  return cell.moment.length === 10 ? formatShortDate(cell.moment) : cell.moment;
}

type FileReportProps<Row> = {
  title: string;
  file: string;
  columns: CsvColumns<Row>;
  /** Cells that the screen shows in another way than the file, by their heading. */
  cells?: Record<string, (row: Row) => ReactNode>;
  rows: readonly Row[];
  totals?: boolean;
};

/** A CSV file as a table: its first rows and, with `totals`, the sums of its amounts. `file` is its address. */
export function FileReport<Row>({ title, file, columns, cells = {}, rows, totals = false }: FileReportProps<Row>) {
  const shown = rows.slice(0, SHOWN);
  return (
    <TableReport
      title={title}
      downloads={[[`Download ${title.toLowerCase()}`, file]]}
      empty={rows.length === 0 && "Nothing in this time"}
      note={rows.length > SHOWN && `The first ${SHOWN} of ${rows.length}. The file has all.`}
    >
      <Table<Row | null>
        className={`table-stack lg:[&_:is(td,th)]:px-2 ${totals ? "[&_tbody_tr:last-child]:font-bold" : ""}`}
        caption={title}
        columns={columns.map(([heading, cell], at) => {
          const isLong = shown.some((row) => cellText(cell(row), heading).length > 20);
          const sum = () => rows.reduce((sum, row) => sum + toPaise(Number(cell(row))), 0);
          return {
            ...{ head: heading.replace(RUPEES, ""), isRowHead: at === 0 },
            column: shown.some((row) => typeof cell(row) === "number") ? "r" : undefined,
            className: `num max-lg:empty:hidden lg:text-sm ${isLong ? "" : "lg:whitespace-nowrap"}`,
            cell: (row) => {
              if (row) return cells[heading]?.(row) ?? cellText(cell(row), heading);
              return at === 0 ? "Total" : heading.endsWith(RUPEES) && formatPaise(sum());
            },
          };
        })}
        rows={totals ? [...shown, null] : shown}
        keyOf={(row) => (row ? shown.indexOf(row) : "totals")}
      />
    </TableReport>
  );
}

const sums = [
  figures<Sums>("Received", ({ received }) => formatRupees(received)),
  figures<Sums>("Refunded", ({ refunded }) => formatRupees(refunded)),
  figures<Sums>("Outstanding", ({ outstanding }) => formatRupees(outstanding)),
];
const fees = figures<Sums>("Fee", ({ fee }) => (fee ? formatRupees(fee) : "-"));
/** A day names its first payments; the file has all. */
const idsText = ({ payments = [] }: PaymentDay) =>
  payments.slice(0, 10).join(", ") + (payments.length > 10 ? ` and ${payments.length - 10} more` : "");
const sumsOfMethod: Column<Sums & { method: PaymentDay["method"] | null }>[] = [
  {
    head: "Method",
    isRowHead: true,
    className: "num",
    cell: ({ method }) => (method ? methodNames[method] : "All methods"),
  },
  ...sums,
];
const sumsOfDay: Column<PaymentDay>[] = [
  { head: "Day", isRowHead: true, className: "num", cell: ({ date }) => formatShortDate(date) },
  { head: "Method", cell: ({ method }) => methodNames[method] },
  ...sums,
];

const isOnline = ({ method }: PaymentDay) => method === "online";
const paymentIds: Column<PaymentDay> = { head: "Payments", className: "text-sm wrap-anywhere", cell: idsText };

export const PaymentsReport = ({ rows, range, days }: { rows: PaymentDay[]; range: SalesQuery; days: SalesQuery }) => (
  <TableReport
    title="Payments"
    downloads={[
      ["Download payments", urlWithQuery("/admin/reports/payments/export", range)],
      ["Download each payment", urlWithQuery("/admin/reports/payments/list", range)],
    ]}
    empty={rows.length === 0 && "No payments in these days"}
    note="Outstanding is what is still due of the orders placed on these days; cancelled orders are left out."
  >
    <Table
      className="table-stack [&_tbody_tr:last-child]:font-bold"
      caption="Payments by method"
      columns={rows.some(isOnline) ? [...sumsOfMethod, fees] : sumsOfMethod}
      rows={[...sumsByMethod(rows), { method: null, ...sumsOf(rows) }]}
      keyOf={({ method }) => method ?? "all"}
    />
    <Disclosure summary="By day" className="border-t border-border px-4">
      <Table
        className="table-stack mb-3"
        caption="Payments by day and method"
        columns={rows.some(isOnline) ? [...sumsOfDay, fees, paymentIds] : sumsOfDay}
        rows={rows.toReversed()}
        keyOf={({ date, method }) => `${date} ${method}`}
      />
    </Disclosure>
    <p className="border-t border-border px-4 py-2">
      <AdminLink href={urlWithQuery("/admin/reports/payments", days)}>See each payment</AdminLink>
    </p>
  </TableReport>
);

/** The sweets of the chart at most: those of which most was made. */
const CHART_SWEETS = 12;

const amount = (head: string, name: "promised" | "made" | "sold" | "wasted" | "left") =>
  figures<PlanTotals>(head, (row) => amountText(row[name], row.unitGrams));
const amounts: Column<PlanTotals>[] = [
  { head: "Sweet", isRowHead: true, cell: ({ name }) => name },
  amount("Promised", "promised"),
  amount("Made", "made"),
  amount("Sold", "sold"),
  amount("Thrown away", "wasted"),
  amount("Left", "left"),
];

export function PlansReport({ totals, from, to }: { totals: PlanTotals[]; from: string; to: string }) {
  const weightOf = ({ made, unitGrams }: PlanTotals) => made * (unitGrams ?? 1000);
  const charted = totals.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, CHART_SWEETS);
  return (
    <TableReport
      title="Made for the day"
      downloads={[["Export days as CSV", urlWithQuery("/admin/reports/plans/export", { from, to })]]}
      empty={totals.length === 0 && "No sweets were made for a day"}
      note={`${dayText(from)} to ${dayText(to)}. Left is the stock at the end of the last day. The file has each day.`}
    >
      <div className="p-4 lg:p-6">
        <LazyPlansChart totals={charted} />
      </div>
      <Table
        className="table-stack"
        caption="Sweets that are made for the day"
        columns={amounts}
        rows={totals}
        keyOf={({ productId }) => productId}
      />
    </TableReport>
  );
}

export function TopProducts({ products }: { products: TopProduct[] }) {
  const highest = products[0]?.totalQuantity ?? 1;
  const columns: Column<TopProduct>[] = [
    {
      head: "Product",
      cell: ({ name, totalQuantity, kilograms }) => (
        <>
          <span className="font-medium wrap-anywhere">{name}</span>
          {kilograms !== null && (
            <span className="xs:hidden block text-sm text-muted num">{weightText(kilograms)}</span>
          )}
          <span className="block h-[3px] mt-1 bg-accent" style={{ width: `${(100 * totalQuantity) / highest}%` }} />
        </>
      ),
    },
    {
      head: "Packs sold",
      column: "r whitespace-normal",
      className: "num font-semibold align-top",
      cell: ({ totalQuantity }) => totalQuantity.toLocaleString("en-IN"),
    },
    {
      head: "Weight",
      column: "r max-xs:hidden",
      className: "num align-top whitespace-nowrap",
      cell: ({ kilograms }) => (kilograms === null ? "-" : weightText(kilograms)),
    },
  ];
  return (
    <Section
      title="Top Products"
      id="top-products"
      className=""
      beside={<p className="text-muted">All time, without cancelled orders</p>}
    >
      <Panel>
        {products.length === 0 ? (
          <p className="text-muted p-6 text-center">No data</p>
        ) : (
          <Table
            aria-labelledby="top-products"
            rows={products}
            keyOf={({ productId }) => productId}
            columns={columns}
          />
        )}
      </Panel>
    </Section>
  );
}

export const month = { type: "month", placeholder: "2026-11", pattern: "20[0-9]{2}-(0[1-9]|1[0-2])", required: true };

export const GstExport = ({ month: current }: { month: string }) => (
  <Section title="GST summary" className="" intro="Invoices and credit notes, as the GST return asks for them.">
    <form method="get" action="/api/admin/reports/gst" className="grid grid-cols-1 xs:grid-cols-2 gap-3 items-end">
      <input type="hidden" name="format" value="csv" />
      <TextField label="First month" name="from" defaultValue={current} {...month} />
      <TextField label="Last month" name="to" defaultValue={current} {...month} />
      <Button type="submit" kind="outline" className="xs:col-span-2">
        Download summary
      </Button>
    </form>
    <AdminLink className="justify-self-start" href="/admin/reports/gst">
      See the GST return
    </AdminLink>
  </Section>
);
