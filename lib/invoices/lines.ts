import type { UnitCode } from "@/db/constants/invoices";
import { type Amounts, amounts, apportion, type Tax, taxOf } from "./rules";

/* The lines of invoices and credit notes. Money in paise, rates in hundredths of a percent. */

export type DocumentLine = Amounts & {
  name: string;
  hsn: string;
  quantity: number | null;
  rate: number;
  /** Null in lines from before it was stored. */
  unit?: UnitCode | null;
  /** The net weight of one pack; null unless the line is of packs with a weight. */
  grams?: number | null;
};

/** What is invoiced: the sweets of an order, each with its code and rate, and what was charged beside them. */
export type Invoiced = {
  sweets: { name: string; hsn: string; rate: number; grams: number | null; quantity: number; price: number }[];
  delivery: number;
  giftWrap: number;
};

/**
 * The lines of an invoice. Delivery and gift wrap go with the sweets: each is divided among their codes and rates by value, and taxed as
 * they are. They have the unit of the sweets of most value among these.
 */
export function invoiceLinesOf({ sweets, delivery, giftWrap }: Invoiced, interState: boolean): DocumentLine[] {
  const groups = new Map<string, Record<UnitCode, number> & { hsn: string; rate: number }>();
  const lines = sweets.map(({ name, hsn, rate, grams, quantity, price }): DocumentLine => {
    const total = quantity * price;
    const unit = grams === null ? "NOS" : "KGS";
    const key = `${hsn} ${rate}`;
    const group = groups.get(key) ?? { hsn, rate, KGS: 0, NOS: 0 };
    group[unit] += total;
    groups.set(key, group);
    return { name, hsn, quantity, rate, unit, grams, total, ...taxOf(total, rate, interState) };
  });
  const kinds = [...groups.values()];
  const beside = (name: string, amount: number) =>
    apportion(
      amount,
      kinds.map(({ KGS, NOS }) => KGS + NOS),
    ).flatMap((total, at): DocumentLine[] => {
      const group = kinds[at];
      if (total === 0 || !group) return [];
      const { hsn, rate, KGS, NOS } = group;
      const unit = NOS > KGS ? "NOS" : "KGS";
      return [{ name, hsn, quantity: null, rate, unit, grams: null, total, ...taxOf(total, rate, interState) }];
    });
  return [...lines, ...beside("Gift wrap", giftWrap), ...beside("Delivery", delivery)];
}

/** What is left of an invoice's lines when its credit notes are taken off, by position. */
export function leftOf(
  lines: readonly DocumentLine[],
  credited: readonly (Amounts & { position: number })[],
): DocumentLine[] {
  const left = [...lines];
  for (const note of credited) {
    const line = left[note.position - 1];
    if (!line) throw new Error("a credit note for a line that there is not");
    left[note.position - 1] = { ...line, ...amounts((name) => line[name] - note[name]) };
  }
  return left;
}

/** Nothing is left of the line but two equal halves of tax, as after many small credits: only an even part of it can be credited. */
const isHalvesOnly = ({ taxable, cgst }: DocumentLine) => taxable === 0 && cgst > 0;

/** The parts of an amount that each line takes: in proportion to what is left of it, and an odd paisa that one cannot take by another. */
function creditedParts(left: readonly DocumentLine[], amount: number): number[] {
  const parts = apportion(
    amount,
    left.map(({ total }) => total),
  );
  let odd = 0;
  const taken = left.map((line, at) => {
    const part = parts[at] ?? 0;
    const rest = isHalvesOnly(line) ? part % 2 : 0;
    odd += rest;
    return { line, part: part - rest };
  });
  return taken.map(({ line, part }) => {
    const room = Math.min(odd, line.total - part);
    const more = isHalvesOnly(line) ? room - (room % 2) : room;
    odd -= more;
    return part + more;
  });
}

/**
 * The lines of a credit note over an amount: divided among what is left of each line in proportion, and taxed so that what is left then
 * is taxed by the same rule. Nothing that is left becomes less than zero. The note comes to the amount, or to one paisa less when nothing
 * but halves of tax is left of every line. `position` is the line's in the invoice.
 */
export function creditLinesOf(left: readonly DocumentLine[], amount: number): (DocumentLine & { position: number })[] {
  const available = left.reduce((sum, { total }) => sum + total, 0);
  if (available === 0 || amount === 0) return [];
  const parts = creditedParts(left, Math.min(amount, available));
  return left.flatMap((line, at) => {
    const part = parts[at] ?? 0;
    if (part === 0) return [];
    const whole = part === line.total;
    const tax = whole ? line : creditedTax(line, part);
    const { taxable, cgst, sgst, igst } = tax;
    // Of a part of a line it cannot be said how many packs it is.
    const quantity = whole ? line.quantity : null;
    return [{ ...line, position: at + 1, quantity, taxable, cgst, sgst, igst, total: part }];
  });
}

/** The tax in a part of a line. Rounding must not leave less than nothing of the taxable value or of a tax. */
function creditedTax(line: DocumentLine, part: number): Tax {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  if (line.igst > 0) {
    const igst = line.igst - taxOf(line.total - part, line.rate, true).igst;
    const credited = within(igst, Math.max(0, part - line.taxable), Math.min(line.igst, part));
    return { taxable: part - credited, cgst: 0, sgst: 0, igst: credited };
  }
  const half = line.cgst - taxOf(line.total - part, line.rate, false).cgst;
  const least = Math.ceil(Math.max(0, part - line.taxable) / 2);
  const credited = within(half, least, Math.min(line.cgst, Math.floor(part / 2)));
  return { taxable: part - 2 * credited, cgst: credited, sgst: credited, igst: 0 };
}
