import { dayText } from "@/lib/dates";
import { asciiDigits } from "@/lib/digits";
import { planBounds } from "./plan-constants";

/*
 * Units as the owner reads and types them: kilograms of a sweet whose unit has a weight (`grams`), else pieces.
 */

/** "10", "2.5" */
export const amountOf = (units: number, grams: number | null): string =>
  String(grams === null ? units : Math.round(units * grams) / 1000);

export const measureOf = (grams: number | null): string => (grams === null ? "pieces" : "kg");

const upToGrams = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 3 });

/** "2.5 kg"; grams are given to three digits after the point at most. */
export const weightText = (kilograms: number): string => `${upToGrams.format(kilograms)} kg`;

/** "2.5 kg", "12 pieces" */
export const amountText = (units: number, grams: number | null): string =>
  grams === null ? `${units} ${units === 1 ? "piece" : "pieces"}` : weightText((units * grams) / 1000);

/** The same of units and of grams beside them. */
export const batchText = (
  { units = 0, grams = 0 }: { units?: number; grams?: number },
  unitGrams: number | null,
): string => (unitGrams === null ? amountText(units, null) : weightText((units * unitGrams + grams) / 1000));

/** The units that a typed amount means, null when it means none. Of a weight that is rounded to grams the nearest ones count. */
export function typedUnits(typed: string, grams: number | null): number | null {
  const text = asciiDigits(typed)
    .trim()
    .replaceAll(",", "")
    .replace(/\s*(kg|pieces?)$/i, "");
  if (!/^(\d{1,9}(\.\d{1,3})?|\.\d{1,3})$/.test(text)) return null;
  const amount = grams === null ? Number(text) : Number(text) * 1000;
  const units = Math.round(amount / (grams ?? 1));
  return Math.abs(units * (grams ?? 1) - amount) <= (grams === null ? 0 : 0.5) && units <= planBounds.units
    ? units
    : null;
}

/**
 * What a scale shows, as it is typed: grams of a sweet whose unit has a weight, in kilograms unless `measure` or the text says grams; else
 * units. Null when it is no such amount.
 */
export function typedBatch(typed: string, measure: "kg" | "g", unitGrams: number | null) {
  const [, number = "", word = measure] =
    /^(\d{1,9}(?:[.,]\d{1,3})?)\s*(kg|g|pieces?)?$/i.exec(asciiDigits(typed).trim()) ?? [];
  const amount = Number(number.replace(",", "."));
  if (unitGrams === null)
    return amount > 0 && Number.isInteger(amount) && amount <= planBounds.units ? { units: amount } : null;
  const grams = Math.round(word.toLowerCase() === "g" ? amount : amount * 1000);
  return grams > 0 && grams <= planBounds.grams ? { grams } : null;
}

/** What is wrong with an amount that is none of these. */
export const wrongBatch = (unitGrams: number | null): string =>
  unitGrams === null ? wrongAmount(null) : "Please enter a weight above 0, such as 1.3";

/** What is wrong with an amount that means no units. */
export const wrongAmount = (grams: number | null): string =>
  grams === null
    ? `Please enter whole pieces, at most ${planBounds.units.toLocaleString("en-IN")}`
    : `Please enter kilograms in steps of ${amountOf(1, grams)}, at most ${Number(amountOf(planBounds.units, grams)).toLocaleString("en-IN")}`;

/** "Thu 26 Nov: 12 kg are promised." */
export const promisedText = ({ day, promised }: { day: string; promised: number }, grams: number | null): string =>
  `${dayText(day)}: ${amountText(promised, grams)} ${grams === null && promised === 1 ? "is" : "are"} promised.`;

/** By when a day is ordered, short enough for a table: "1 day before, 20:00". */
export const orderByText = ({ days, time }: { days: number; time: string }): string =>
  days === 0 ? `same day, ${time}` : `${days} ${days === 1 ? "day" : "days"} before, ${time}`;
