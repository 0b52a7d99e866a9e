import { z } from "zod";
import { formatWeight, ONE_PIECE, unitPrice } from "@/lib/catalogue/packs";
import { numberIn } from "@/lib/digits";

/** How the packs of a sweet differ in the owner's form: by weight or by number of pieces. */
export const soldBy = z.enum(["weight", "piece"]);
export type SoldBy = z.infer<typeof soldBy>;

/** A pack as its row of the owner's form has it. A new one has no `packId`, `units` and `amountWas`. */
export const packTexts = z.object({
  packId: z.string(),
  label: z.string(),
  grams: z.string(),
  pieces: z.string(),
  price: z.string(),
  active: z.boolean(),
  isDefault: z.boolean(),
  /** What it takes of the stock, and `shownAmount` of the row as it was opened. */
  units: z.string(),
  amountWas: z.string(),
  /** Whether nobody has typed its price: the form then proposes one. */
  proposed: z.boolean(),
});
export type PackTexts = z.infer<typeof packTexts>;

const isWhole = (amount: number) => Number.isInteger(amount) && amount >= 1;

/** How a pack of a weight is called that nobody has named, as pack_label() of db/functions/packs.sql says it. */
export function weightLabel(text: string): string {
  const grams = numberIn(text);
  return isWhole(grams) ? formatWeight(grams) : ONE_PIECE;
}

function piecesLabel(text: string): string {
  const pieces = numberIn(text);
  return isWhole(pieces) && pieces > 1 ? `${pieces} pieces` : ONE_PIECE;
}

type Content = Pick<PackTexts, "grams" | "pieces">;

/** How a pack is called that nobody has named. */
export const plainLabel = ({ grams, pieces }: Content, by: SoldBy): string =>
  by === "weight" ? weightLabel(grams) : piecesLabel(pieces);

export const packName = ({ label, ...content }: Content & { label: string }, by: SoldBy): string =>
  label.trim() || plainLabel(content, by);

export const amountField = (by: SoldBy) => (by === "weight" ? "grams" : "pieces");
/** The grams or pieces of a pack; NaN when its row says none. */
const amountOf = (row: Content, by: SoldBy): number => numberIn(row[amountField(by)]);
/** How much a row says that its pack holds, to tell whether that was edited. */
export const shownAmount = (row: Content, by: SoldBy): string => `${by} ${row[amountField(by)]}`;

/** "₹136 per 100 g" or "₹15 per piece" for what is typed; empty when it is one piece, or not yet a price. */
export function unitPriceTyped(row: Content & { price: string }, by: SoldBy): string {
  const [grams, pieces, price] = [numberIn(row.grams), numberIn(row.pieces), numberIn(row.price)];
  if (!(price > 0) || (by === "weight" && !(grams > 0))) return "";
  const weight = grams > 0 ? grams : null;
  return unitPrice({ label: "", units: isWhole(pieces) ? pieces : 1, grams: weight, price }) ?? "";
}

/** The price of a pack in proportion to that of the first one whose price was typed, in whole rupees; empty when nothing says it. */
export function proposedPrice(row: Content, rows: readonly PackTexts[], by: SoldBy): string {
  const typed = rows.find((other) => !other.proposed && numberIn(other.price) > 0 && amountOf(other, by) > 0);
  const price = typed && (numberIn(typed.price) * amountOf(row, by)) / amountOf(typed, by);
  return price && price > 0 ? String(Math.max(1, Math.round(price))) : "";
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * The units that each pack takes from the stock; NaN for a pack without a weight or number of pieces.
 * - When no pack is stored yet, a unit is one piece, or the greatest weight that divides all packs.
 * - Later the stored unit stays. When a new weight needs a smaller unit, the units of all packs grow by one factor.
 * - A stored pack that was not edited keeps its units, times that factor.
 */
export function unitsTyped(rows: readonly PackTexts[], by: SoldBy): number[] {
  const amounts = rows.map((row) => (by === "piece" && row.pieces.trim() === "" ? 1 : amountOf(row, by)));
  const isKept = (row: PackTexts) => row.units !== "" && row.amountWas === shownAmount(row, by);
  const stored = rows.filter((row) => row.units !== "" && isWhole(amountOf(row, by)));
  const kept = stored.filter(isKept);
  const known = kept.length > 0 ? kept : stored;
  const measure = known.find(({ isDefault }) => isDefault) ?? known[0];
  const [units, of] = measure
    ? [Number(measure.units), amountOf(measure, by)]
    : [1, by === "weight" ? amounts.filter(isWhole).reduce(divisor, 0) : 1];
  const parts = rows.map((row, at): [number, number] => {
    if (isKept(row)) return [Number(row.units), 1];
    const amount = amounts[at] as number;
    return isWhole(amount) ? [amount * units, of] : [Number.NaN, 1];
  });
  const factor = parts.reduce((all, [over, under]) => {
    const needed = under === 1 ? 1 : under / divisor(under, over);
    return (all * needed) / divisor(all, needed);
  }, 1);
  return parts.map(([over, under]) => (over * factor) / under);
}

/** The rows as the API takes packs, for its schema to check. */
export function packsTyped(rows: readonly PackTexts[], by: SoldBy) {
  const units = unitsTyped(rows, by);
  return rows.map(({ packId, price, active, isDefault, ...row }, at) => {
    const mayLackWeight = by === "piece" || (row.units !== "" && row.amountWas === shownAmount(row, by));
    // A weight that is wrong is said once.
    const unknown = by === "weight" ? 1 : numberIn(row.pieces);
    return {
      id: packId === "" ? undefined : Number(packId),
      label: packName(row, by),
      grams: row.grams.trim() === "" && mayLackWeight ? null : numberIn(row.grams),
      units: Number.isNaN(units[at]) ? unknown : units[at],
      price: numberIn(price),
      active,
      isDefault,
    };
  });
}

/** Where the form shows what is wrong with a field of the API: what a pack takes follows from its weight or its pieces. */
export const formPath = (path: string, by: SoldBy): string =>
  path.replace(/^(packs\.\d+)\.units$/, `$1.${amountField(by)}`);

/** What is wrong with what a pack takes, in words of that field. */
export const unitsMessage = (message: string, by: SoldBy): string =>
  by === "piece"
    ? message.replace(/^Units/, "Pieces")
    : "This weight has too little in common with the others. Please choose a rounder one.";
