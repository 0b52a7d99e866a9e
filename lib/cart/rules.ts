import type { z } from "zod";
import type { Stock, Units } from "@/lib/catalogue/packs";
import { toPaise, toRupees } from "@/lib/money";
import type { cartResponse } from "./responses";

/** A line of the cart; `available` packs can be bought now, its held ones among them. */
type Line = z.infer<typeof cartResponse>["items"][number] & { available: number };

/** A line as one sweet's stock sees it: packs wanted, packs with a live hold, and what one pack takes of the stock. */
export type Claim = { packId: number; units: number; quantity: number; held: number };

/**
 * The packs that each line of one sweet can have, held ones included, by pack id. The lines share the free stock in their order.
 * `packsOf` counts the packs in a stock: those that can be sold, or all.
 */
export function shareStock<Sweet extends Stock>(
  lines: readonly Claim[],
  sweet: Sweet,
  packsOf: (pack: Units, sweet: Sweet) => number,
): Map<number, number> {
  let left = sweet.stock;
  const available = new Map<number, number>();
  for (const { packId, units, quantity, held } of lines) {
    const packs = packsOf({ units }, { ...sweet, stock: held * units + left });
    available.set(packId, packs);
    left -= Math.max(0, Math.min(packs, quantity) - held) * units;
  }
  return available;
}

/** True when the line has more packs than are available. */
export const isInsufficient = (line: Line) => line.isAvailable && line.quantity > line.available;

/** Rupees of one line, and of all that can be bought, without gift wrap. */
export const lineTotal = (line: Pick<Line, "price" | "quantity">) => toRupees(toPaise(line.price) * line.quantity);
export const subtotal = (lines: Line[]) =>
  toRupees(lines.reduce((sum, line) => sum + (line.isAvailable ? toPaise(line.price) * line.quantity : 0), 0));

/** The day to which an order for a window moves the cart (null: today); undefined when it stays as it is. */
export function movedTo(cart: { day: string | null; isPlanned: boolean }, date: string, today: string) {
  const wanted = date > today ? date : null;
  return (cart.day === null && !cart.isPlanned) || wanted === cart.day ? undefined : wanted;
}

/** Packs in the cart, for the badge and the summary. */
export const countPacks = (lines: Pick<Line, "quantity">[]) => lines.reduce((sum, line) => sum + line.quantity, 0);

/** What is to be delivered, as lib/delivery asks for it: at most 100 lines. */
export const itemsOf = (lines: readonly Pick<Line, "productId" | "packId" | "quantity" | "isAvailable">[]) =>
  lines
    .filter(({ isAvailable, quantity }) => isAvailable && quantity > 0)
    .slice(0, 100)
    .map(({ productId, packId, quantity }) => ({ productId, packId, quantity }));
