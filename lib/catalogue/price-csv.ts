import { asciiDigits } from "@/lib/digits";
import { toPaise } from "@/lib/money";
import { price as priceSchema } from "./pack-schema";
import type { PriceChange, PricedPack } from "./price-rules";

/*
 * The prices as a file of a spreadsheet, read back whatever the spreadsheet has made of it. For the browser too.
 */

/** Characters of such a file: that of 10,000 packs has about 600,000. */
export const MAX_CSV = 1_000_000;

/** Characters of a price that is typed: "₹10,00,000.00" and a blank or two. */
export const MAX_PRICE_TEXT = 16;

const NOT_SEEN = /[\s\u00a0\u200b-\u200f\u2060\ufeff']/g;
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

/** The lines of a file with their cells. A cell in quotes may have separators and new lines. */
function cellsOf(text: string, separator: string): string[][] {
  const lines: string[][] = [[]];
  let [cell, quoted] = ["", false];
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"';
      at++;
    } else if (char === '"' && (quoted || cell === "")) quoted = !quoted;
    else if (quoted && char !== undefined) cell += char;
    else if (char === undefined || char === separator || char === "\n" || char === "\r") {
      lines.at(-1)?.push(cell);
      cell = "";
      if (char === "\r" && text[at + 1] === "\n") at++;
      if (char !== undefined && char !== separator) lines.push([]);
    } else cell += char;
  }
  return lines;
}

const COLUMNS = ["productid", "packid", "price"] as const;
const headingOf = (cell: string) => cell.replace(NOT_SEEN, "").toLowerCase();

/** The prices that a file changes, or what is wrong with it, line by line as a spreadsheet counts them. Other columns are not read. */
export function readPriceCsv(
  text: string,
  packs: readonly PricedPack[],
): { changes: PriceChange[]; same: PricedPack[]; errors: string[] } {
  const wrong = (...errors: string[]) => ({ changes: [], same: [], errors });
  if (text.length > MAX_CSV) return wrong("This file is too large: it can have at most 1 MB.");
  const [head = ""] = text.split(/[\r\n]/, 1);
  const separator = [",", ";", "\t"].find((one) =>
    COLUMNS.every((name) =>
      head
        .split(one)
        .map((cell) => headingOf(cell.replaceAll('"', "")))
        .includes(name),
    ),
  );
  if (!separator)
    return wrong("Line 1: the columns productId, packId and price are wanted, divided by commas or semicolons.");
  const [headings = [], ...lines] = cellsOf(text, separator);
  const places = COLUMNS.map((name) => headings.map(headingOf).indexOf(name));
  const byId = new Map(packs.map((pack) => [pack.packId, pack]));
  const lineOf = new Map<number, number>();
  const result: ReturnType<typeof readPriceCsv> = { changes: [], same: [], errors: [] };
  for (const [at, cells] of lines.entries()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const line = at + 2;
    const [productId = "", packId = "", typed = ""] = places.map((place) => cells[place] ?? "");
    const idIn = (cell: string) => priceIn(cell, separator === ";");
    const pack = byId.get(idIn(packId));
    const message =
      !pack || pack.productId !== idIn(productId)
        ? `pack ${packId.trim()} of sweet ${productId.trim()} is not there`
        : lineOf.has(pack.packId)
          ? `the same pack as in line ${lineOf.get(pack.packId)}`
          : wrongPrice(typed, separator === ";");
    if (message || !pack) {
      result.errors.push(`Line ${line}: ${message}`);
      continue;
    }
    lineOf.set(pack.packId, line);
    const price = priceIn(typed, separator === ";");
    if (toPaise(price) === toPaise(pack.price)) result.same.push(pack);
    else result.changes.push({ pack, price });
  }
  if (result.errors.length > 0) return wrong(...result.errors);
  return lineOf.size > 0 ? result : wrong("This file has no prices.");
}
