import { expect, test } from "vitest";
import { formatPaise, formatRupees } from "@/lib/money";

const exact = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 2 });
const whole = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", maximumFractionDigits: 0 });
const byIntl = (paise: number) => (paise % 100 === 0 ? whole : exact).format(paise / 100);

test("amounts are written as Intl writes them for India", () => {
  const amounts = [0, 1, 9, 10, 99, 100, 101, 99_999, 100_000, 99_99_999, 1_00_00_000, 1_23_45_678_90];
  for (let digits = 1; digits < 14; digits++)
    for (let i = 0; i < 200; i++) amounts.push(Math.floor(Math.random() * 10 ** digits));
  for (const paise of amounts) {
    expect(formatPaise(paise)).toBe(byIntl(paise));
    if (paise > 0) expect(formatPaise(-paise)).toBe(byIntl(-paise));
  }
  expect(formatRupees(123456.5)).toBe("₹1,23,456.50");
});
