import { MAX_NUMBER } from "@/db/constants/invoices";
import type { Company } from "@/db/constants/orders";
import { stateOfGstin } from "@/lib/settings/gstin";
import type { TaxSettings } from "@/lib/settings/money-schema";
import { stateOfPincode } from "@/lib/settings/states";

/* The rules of invoices that need no database; docs/behaviour.md#invoices has them with their sources. Money in paise. */

/**
 * Divides an amount in proportion to weights, of which one at least is above zero; the parts add up to it exactly. Each part is rounded
 * down, and the paise that are left go to the largest remainders, the first of equal ones before the others.
 */
export function apportion(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight);
    return { at, part: Number(product / whole), remainder: product % whole };
  });
  let left = amount - shares.reduce((sum, { part }) => sum + part, 0);
  const byRemainder = [...shares].sort((a, b) => Number(b.remainder - a.remainder) || a.at - b.at);
  for (const share of byRemainder) if (left-- > 0) share.part++;
  return shares.map(({ part }) => part);
}

/**
 * How much of an order's refunds (`refunded`) is taken back from its invoice. What came in above the total was never invoiced, so it is paid
 * back first; `paidBack`: what was so far.
 */
export const creditedRefunds = ({ total, received, refunded, paidBack }: Refunded) =>
  Math.max(0, refunded - paidBack - Math.max(0, received - paidBack - total));
type Refunded = { total: number; received: number; refunded: number; paidBack: number };

const amountNames = ["taxable", "cgst", "sgst", "igst", "total"] as const;
/** The amounts of a line or of a document: what is taxed, the taxes, and what they come to. */
export type Amounts<Amount = number> = Record<(typeof amountNames)[number], Amount>;
export type Tax = Omit<Amounts, "total">;

/** Amounts, each made from its name. */
export const amounts = <Amount>(of: (name: keyof Amounts) => Amount): Amounts<Amount> =>
  Object.fromEntries(amountNames.map((name) => [name, of(name)])) as Amounts<Amount>;

/**
 * The tax in a price that includes it, rounded to the paisa. Within the state it is halved, and the taxable value takes the odd paisa.
 * Rates are in hundredths of a percent.
 */
export function taxOf(total: number, rate: number, interState: boolean): Tax {
  const base = BigInt(10_000 + rate);
  const tax = Number((2n * BigInt(total) * BigInt(rate) + base) / (2n * base));
  if (interState) return { taxable: total - tax, cgst: 0, sgst: 0, igst: tax };
  const half = Math.floor(tax / 2);
  return { taxable: total - 2 * half, cgst: half, sgst: half, igst: 0 };
}

/** The rate of an HSN code on a day, in hundredths of a percent: of the longest code in the table that it starts with; null: none. */
export function rateOf(rates: TaxSettings["rates"], hsn: string, day: string): number | null {
  const [best] = rates
    .filter((entry) => hsn.startsWith(entry.hsn) && entry.from <= day)
    .sort((a, b) => b.hsn.length - a.hsn.length || (a.from < b.from ? 1 : -1));
  return best ? Math.round(best.rate * 100) : null;
}

/** The financial year of a day, April to March: "26-27". */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < 4 ? 1 : 0);
  const two = (of: number) => String(of % 100).padStart(2, "0");
  return `${two(year)}-${two(year + 1)}`;
}

/** A document's number: "INV/26-27/000123". */
export function documentNumber(prefix: string, year: string, sequence: number): string {
  const number = `${prefix}/${year}/${String(sequence).padStart(6, "0")}`;
  if (number.length > MAX_NUMBER) throw new Error(`the series ${prefix} of ${year} is full`);
  return number;
}

/** The shop's state: that of its registration, else of its address. */
export const shopState = (gstin: string | null, postalCode: string): string | null =>
  gstin === null ? stateOfPincode(postalCode) : stateOfGstin(gstin);

/**
 * The state of an order's supply: where it is delivered, else the shop's own. What goes to others at a company's direction is supplied where
 * the company is registered: section 10(1)(b) of the IGST Act, 2017.
 */
export function placeOfSupply(
  order: { method: string | null; pincode: string | null; company?: Pick<Company, "gstin" | "deliveredTo"> | null },
  shop: string | null,
): string | null {
  if (order.company?.deliveredTo === "others") return stateOfGstin(order.company.gstin);
  if (order.method === "pickup" || order.pincode === null) return shop;
  return stateOfPincode(order.pincode) ?? shop;
}
