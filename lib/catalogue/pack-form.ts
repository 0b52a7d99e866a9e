import { z } from "zod";
import { packBounds } from "@/db/constants/catalogue";
import { formatWeight, ONE_PIECE, unitPrice } from "@/lib/catalogue/packs";
import { numberIn } from "@/lib/digits";

/** A pack as its row of the owner's form has it. `packId` is empty for a new one. */
export const packTexts = z.object({
  packId: z.string(),
  label: z.string(),
  grams: z.string(),
  units: z.string(),
  price: z.string(),
  active: z.boolean(),
  isDefault: z.boolean(),
});
export type PackTexts = z.infer<typeof packTexts>;

/** The rows with what the form's own fields Price and Net weight say of the default pack, so that nothing is asked twice. */
export const wholePacks = (packs: readonly PackTexts[], price: string, grams: string): PackTexts[] =>
  packs.map((pack) => (pack.isDefault ? { ...pack, price, grams } : pack));

/** How a pack of a weight is called that nobody has named, as pack_label() of db/functions/packs.sql says it. */
export function weightLabel(text: string): string {
  const grams = numberIn(text);
  return Number.isInteger(grams) && grams >= 1 ? formatWeight(grams) : ONE_PIECE;
}

export const packName = ({ label, grams }: Pick<PackTexts, "label" | "grams">) => label.trim() || weightLabel(grams);

/** "₹136 per 100 g" for what is typed; empty when it is sold by the piece or not yet a price. */
export function pricePer100g(typed: Pick<PackTexts, "grams" | "price">): string {
  const [grams, price] = [numberIn(typed.grams), numberIn(typed.price)];
  return grams > 0 && price > 0 ? (unitPrice({ label: "", units: 1, grams, price }) ?? "") : "";
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/**
 * What each pack takes when weights decide: 250 g takes 1, 500 g 2, 1 kg 4. Null when a pack is sold by the piece, when a weight divides
 * the others only in too many units, or when the rows say the same already.
 */
export function unitsByWeight(rows: readonly Pick<PackTexts, "grams" | "units">[]): number[] | null {
  const weights = rows.map(({ grams }) => numberIn(grams));
  if (rows.length < 2 || weights.some((grams) => !Number.isInteger(grams) || grams < 1)) return null;
  const unit = weights.reduce(divisor);
  const units = weights.map((grams) => grams / unit);
  if (units.some((count) => count > packBounds.units.max)) return null;
  return units.every((count, index) => count === numberIn(rows[index]?.units ?? "")) ? null : units;
}

/**
 * The rows as the API takes packs, for its schema to check. Undefined when the sweet has one pack that nobody has named: the form then
 * says all of it by its price and net weight. `before`: how many packs it had.
 */
export function packsTyped(rows: readonly PackTexts[], before: number): object[] | undefined {
  const [first] = rows;
  const isPlain = first?.label.trim() === "" && numberIn(first.units) === 1 && first.active;
  if (!first || (rows.length === 1 && isPlain && before <= 1)) return undefined;
  return rows.map(({ packId, label, grams, units, price, active, isDefault }) => ({
    id: packId === "" ? undefined : Number(packId),
    label: packName({ label, grams }),
    grams: grams.trim() === "" ? null : numberIn(grams),
    units: numberIn(units),
    price: numberIn(price),
    active,
    isDefault,
  }));
}
