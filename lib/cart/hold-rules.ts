import { AppError, invalid, shortStock } from "@/lib/errors";
import type { StoredLine } from "./cart-row";
import { MAX_VISITOR_PACKS } from "./schema";

/** Packs of a line in all, or to be added to it. */
export type Change = { quantity: number } | { add: number };

type HoldFacts = {
  isVisitor: boolean;
  /** Packs that are free. */
  free: number;
  line: Pick<StoredLine, "quantity" | "held">;
  /** Packs in other lines of the cart. */
  others: number;
  /** Packs that the line may hold by the limits of holds. */
  holdable: number;
};

export const wantedPacks = (change: Change, inCart: number): number =>
  "quantity" in change ? change.quantity : inCart + change.add;

/**
 * How many packs are taken from stock, negative for those that are given back. A reduction is never refused: as many packs are held as there
 * are and as this shopper may hold. Throws `insufficient_stock` and `hold_limit` with what this shopper could still add, and `invalid` when
 * the cart is full.
 */
export function packsToTake(change: Change, { isVisitor, free, line, others, holdable }: HoldFacts): number {
  const wanted = wantedPacks(change, line.quantity);
  const allowed = holdable - line.held;
  const most = Math.min(free, allowed);
  const isReduction = "quantity" in change && wanted < line.quantity;
  const need = isReduction ? Math.min(wanted - line.held, most) : wanted - line.held;
  if (need > most) {
    const available = Math.max(0, most + line.held - line.quantity);
    throw allowed < free ? holdLimit(isVisitor, available) : shortStock(available);
  }
  const isFull = (isVisitor && others + wanted > MAX_VISITOR_PACKS) || wanted > 1_00_000;
  if (wanted > line.quantity && isFull) throw fullCart(isVisitor);
  return need;
}

/** The refusal of a hold of more than one shopper may keep from the others; `available`: packs that this one may still add. */
const holdLimit = (isVisitor: boolean, available: number) =>
  new AppError(
    "hold_limit",
    isVisitor ? "Please sign in to hold more of this sweet." : "This is as much of this sweet as one account can hold.",
    { available },
  );

const fullCart = (isVisitor: boolean) =>
  invalid(
    "quantity",
    isVisitor
      ? `A cart holds at most ${MAX_VISITOR_PACKS} items. Please login to order more.`
      : "A cart holds at most 1,00,000 of one sweet.",
  );
