import { toPaise, toRupees } from "@/lib/money";
import { paymentMethods } from "@/lib/payments/constants";
import type { PlanReportRow } from "./plan-queries";
import type { PaymentDay } from "./queries";

type Sums = Pick<PaymentDay, "received" | "refunded" | "outstanding">;

/** The sums of some rows in rupees, added in paise. */
export const sumsOf = (rows: readonly Sums[]): Sums => {
  const sum = (name: keyof Sums) => toRupees(rows.reduce((total, row) => total + toPaise(row[name]), 0));
  return { received: sum("received"), refunded: sum("refunded"), outstanding: sum("outstanding") };
};

/** The sums of each method that has any. */
export const sumsByMethod = (rows: readonly PaymentDay[]) =>
  paymentMethods.flatMap((method) => {
    const own = rows.filter((row) => row.method === method);
    return own.length > 0 ? [{ method, ...sumsOf(own) }] : [];
  });

export type PlanTotals = Omit<PlanReportRow, "day">;

/** The sums of each sweet over the days of the rows, by name; left is that of its last day. */
export function planTotals(rows: readonly PlanReportRow[]): PlanTotals[] {
  const sums = new Map<number, PlanTotals>();
  for (const { day: _, ...row } of rows) {
    const { promised, made, sold, wasted } = sums.get(row.productId) ?? { promised: 0, made: 0, sold: 0, wasted: 0 };
    sums.set(row.productId, {
      ...row,
      promised: promised + row.promised,
      made: made + row.made,
      sold: sold + row.sold,
      wasted: wasted + row.wasted,
    });
  }
  return [...sums.values()].sort((a, b) => a.name.localeCompare(b.name));
}
