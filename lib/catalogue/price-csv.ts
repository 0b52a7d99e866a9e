import Papa from "papaparse";
import { toPaise } from "@/lib/money";
import type { PriceChange, PricedPack } from "./price-rules";
import { NOT_SEEN, priceIn, wrongPrice } from "./price-text";

/** Characters of a file: that of 10,000 packs has about 600,000. */
export const MAX_CSV = 1_000_000;

const COLUMNS = ["productid", "packid", "price"] as const;
const headingOf = (cell: string) => cell.replace(NOT_SEEN, "").toLowerCase();

/** The prices that a file changes, or what is wrong with it, line by line as a spreadsheet counts them. Other columns are not read. */
export function readPriceCsv(
  text: string,
  packs: readonly PricedPack[],
): { changes: PriceChange[]; same: PricedPack[]; errors: string[] } {
  const wrong = (...errors: string[]) => ({ changes: [], same: [], errors });
  if (text.length > MAX_CSV) return wrong("This file is too large: it can have at most 1 MB.");
  const headings = (delimiter: string) =>
    (Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0] ?? []).map(headingOf);
  const delimiter = [",", ";", "\t"].find((one) => COLUMNS.every((name) => headings(one).includes(name)));
  if (!delimiter)
    return wrong("Line 1: the columns productId, packId and price are needed, separated by commas or semicolons.");
  const places = COLUMNS.map((name) => headings(delimiter).indexOf(name));
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  const [open] = errors.filter(({ type }) => type === "Quotes");
  if (open) return wrong(`Line ${(open.row ?? 0) + 1}: a quotation mark is not closed.`);
  const byId = new Map(packs.map((pack) => [pack.packId, pack]));
  const lineOf = new Map<number, number>();
  const result: ReturnType<typeof readPriceCsv> = { changes: [], same: [], errors: [] };
  for (const [at, cells] of data.slice(1).entries()) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    const line = at + 2;
    const [productId = "", packId = "", typed = ""] = places.map((place) => cells[place] ?? "");
    const idIn = (cell: string) => priceIn(cell, delimiter === ";");
    const pack = byId.get(idIn(packId));
    const message =
      !pack || pack.productId !== idIn(productId)
        ? `pack ${packId.trim()} of sweet ${productId.trim()} is not there`
        : lineOf.has(pack.packId)
          ? `the same pack as in line ${lineOf.get(pack.packId)}`
          : wrongPrice(typed, delimiter === ";");
    if (message || !pack) {
      result.errors.push(`Line ${line}: ${message}`);
      continue;
    }
    lineOf.set(pack.packId, line);
    const price = priceIn(typed, delimiter === ";");
    if (toPaise(price) === toPaise(pack.price)) result.same.push(pack);
    else result.changes.push({ pack, price });
  }
  if (result.errors.length > 0) return wrong(...result.errors);
  return lineOf.size > 0 ? result : wrong("This file has no prices.");
}
