import { formatShortDate } from "@/lib/dates";
import { formatRupees } from "@/lib/money";
import type { SalesDay } from "@/lib/reports/queries";

/** The chart's figures as a table, for people who cannot see the chart and for browsers without JavaScript. */
export function SalesTable({ days }: { days: SalesDay[] }) {
  return (
    <div className="[:root[data-viewer]_&]:sr-only">
      <table className="table">
        <caption className="sr-only">Revenue per day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="r">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, revenue }) => (
            <tr key={date}>
              <td>{formatShortDate(date)}</td>
              <td className="r num">{formatRupees(revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
