import type { TillPack } from "@/lib/catalogue/till-packs";
import type { ActionFailure } from "@/lib/http/action-state";
import { toPaise, toRupees } from "@/lib/money";

/** A line of a new order. */
export type TillLine = TillPack & { quantity: number };

/** The lines with so many packs more; a pack that is there already is the same line. */
export const withPacks = (lines: readonly TillLine[], pack: TillPack, quantity: number): TillLine[] =>
  lines.some(({ packId }) => packId === pack.packId)
    ? lines.map((line) => (line.packId === pack.packId ? { ...line, quantity: line.quantity + quantity } : line))
    : [...lines, { ...pack, quantity }];

/** Rupees of the lines. */
export const valueOfLines = (lines: readonly TillLine[]): number =>
  toRupees(lines.reduce((sum, { price, quantity }) => sum + toPaise(price) * quantity, 0));

/** The lines as a refusal says that they can be had: with what is left, at the prices of today. */
export function linesLeft(lines: readonly TillLine[], failure: ActionFailure): TillLine[] {
  const { short = [], prices = [], unavailablePacks = [] } = failure;
  return lines
    .map(({ packId, ...line }) => ({
      ...line,
      packId,
      price: prices.find((one) => one.packId === packId)?.price ?? line.price,
      quantity: Math.min(line.quantity, short.find((one) => one.packId === packId)?.available ?? line.quantity),
    }))
    .filter(({ packId, quantity }) => quantity > 0 && !unavailablePacks.includes(packId));
}
