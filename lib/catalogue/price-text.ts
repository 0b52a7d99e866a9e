import { asciiDigits } from "@/lib/digits";
import { price as priceSchema } from "./pack-schema";

/* Prices as people and spreadsheets write them. For the browser too. */

/** Characters of a price that is typed: "₹10,00,000.00" and a blank or two. */
export const MAX_PRICE_TEXT = 16;

export const NOT_SEEN = /[\s\u00a0\u200b-\u200f\u2060\ufeff']/g;
const [COMMAS, POINTS] = [/^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/, /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/];

/**
 * The price in rupees that a text says: "₹1,23,456.50", "Rs. 349", "349,50". NaN for other texts. A point is the decimal sign, and a comma
 * is when one or two digits follow it alone. `hasDecimalComma`: points may divide thousands, as where semicolons divide cells.
 */
export function priceIn(text: string, hasDecimalComma = false): number {
  const plain = asciiDigits(text)
    .replace(NOT_SEEN, "")
    .replace(/^(₹|rs\.?|inr)|(₹|inr)$|\/-$/gi, "");
  if (COMMAS.test(plain)) return Number(plain.replaceAll(",", ""));
  if (/^\d+,\d{1,2}$/.test(plain)) return Number(plain.replace(",", "."));
  if (POINTS.test(plain) && (hasDecimalComma || plain.includes(",") || plain.split(".").length > 2))
    return Number(plain.replaceAll(".", "").replace(",", "."));
  return /^\d*\.?\d+$|^\d+\.$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What is wrong with a price that was typed or read; undefined when nothing is. */
export function wrongPrice(text: string, hasDecimalComma?: boolean): string | undefined {
  const rupees = priceIn(text, hasDecimalComma);
  if (Number.isNaN(rupees)) return text.trim() === "" ? "The price is missing" : `"${text.trim()}" is not a price`;
  return priceSchema.safeParse(rupees).error?.issues[0]?.message;
}
