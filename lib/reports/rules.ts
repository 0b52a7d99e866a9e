import { paymentMethods } from "@/db/constants/payments";
import { toPaise, toRupees } from "@/lib/money";
import type { PaymentDay } from "./queries";

export type Sums = Pick<PaymentDay, "received" | "refunded" | "outstanding" | "fee">;

/** The sums of some rows in rupees, added in paise. */
export const sumsOf = (rows: readonly Sums[]): Sums => {
  const sum = (name: keyof Sums) => toRupees(rows.reduce((total, row) => total + toPaise(row[name] ?? 0), 0));
  return { received: sum("received"), refunded: sum("refunded"), outstanding: sum("outstanding"), fee: sum("fee") };
};

/** The sums of each method that has any. */
export const sumsByMethod = (rows: readonly PaymentDay[]) =>
  paymentMethods.flatMap((method) => {
    const own = rows.filter((row) => row.method === method);
    return own.length > 0 ? [{ method, ...sumsOf(own) }] : [];
  });
