import { shareStock } from "@/lib/cart/rules";
import { type FulfilmentPlan, windowNotOffered } from "@/lib/delivery/fulfilment";
import { AppError, shortStock } from "@/lib/errors";
import { formatPaise, GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import { codUnavailable } from "@/lib/payments/rules";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import type { FoundPack } from "./place";
import type { OrderInput } from "./schema";

// The rules by which an order is accepted, and what follows for stock. Nothing here reads or writes.

type Item = OrderInput["items"][number];

/** A line to be sold: a pack as it is under the locks, and how many of it. */
export type Line = FoundPack & {
  quantity: number;
  /** Packs that the buyer's cart holds, which are used first. */
  held: number;
  /** The price of a pack that the buyer was shown, in paise. */
  shown: number | undefined;
};

/** A line as the stock sees it. */
export type Claim = Pick<Line, "quantity" | "held"> & {
  sweet: Pick<FoundPack["sweet"], "id" | "stock">;
  pack: Pick<FoundPack["pack"], "id" | "units">;
};

// Rounded down: a part of a paise below the price is below the price. The small addend corrects binary fractions: 4.35 × 100 is
// 434.99999999999994.
const toShownPaise = (rupees: number) => Math.floor(rupees * 100 + 1e-6);
const lowest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

// Who knows no packs is not answered with them.
const namesPacks = (items: readonly Item[]) => items.some((item) => item.packId !== undefined);

/**
 * The lines of an order in the order in which they are named; a pack that is named twice is one line. Throws `unavailable` with the sweets
 * and packs that are not sold (any more).
 */
export function linesOf(items: readonly Item[], found: readonly FoundPack[]): Line[] {
  const lines = new Map<number, Line>();
  const gone: { sweetId: number; packId: number | undefined }[] = [];
  for (const { productId, packId, quantity, price } of items) {
    const match = found.find(
      ({ sweet, pack }) => sweet.id === productId && (packId === undefined ? pack.isDefault : pack.id === packId),
    );
    if (!match?.pack.active || match.sweet.deletedAt !== null) {
      gone.push({ sweetId: productId, packId: match?.pack.active ? match.pack.id : packId });
      continue;
    }
    const same = lines.get(match.pack.id);
    lines.set(match.pack.id, {
      ...match,
      quantity: (same?.quantity ?? 0) + quantity,
      held: match.inCart?.held ?? 0,
      shown: lowest(same?.shown, price === undefined ? undefined : toShownPaise(price)),
    });
  }
  if (gone.length > 0) {
    gone.sort((a, b) => a.sweetId - b.sweetId || (a.packId ?? 0) - (b.packId ?? 0));
    throw new AppError("unavailable", "Some sweets in this order are no longer available.", {
      unavailable: [...new Set(gone.map(({ sweetId }) => sweetId))],
      ...(namesPacks(items) && { unavailablePacks: [...new Set(gone.flatMap(({ packId }) => packId ?? []))] }),
    });
  }
  return [...lines.values()];
}

/** Throws `price_changed` with today's prices when the buyer was shown less than one of them. */
export function assertPrices(items: readonly Item[], lines: readonly Line[]): void {
  if (!lines.some(({ shown, pack }) => shown !== undefined && shown < pack.price)) return;
  throw new AppError("price_changed", "Prices have changed. Please check the new total.", {
    prices: lines
      .toSorted((a, b) => a.sweet.id - b.sweet.id || a.pack.id - b.pack.id)
      .map(({ sweet, pack }) => ({
        productId: sweet.id,
        ...(namesPacks(items) && { packId: pack.id }),
        price: toRupees(pack.price),
      })),
  });
}

/** Packs of a line that come from the hold of the buyer's cart; the rest comes from what is free. */
export const fromHold = ({ held, quantity }: Pick<Line, "held" | "quantity">) => Math.min(held, quantity);

/** A line of which fewer packs can be had than are wanted. */
export type ShortLine = { productId: number; packId: number; available: number };

/** The short lines, by sweet. Lines of one sweet share its stock in the order in which they are named, as the cart's page shows it. */
export function shortOf(lines: readonly Claim[]): ShortLine[] {
  return [...new Map(lines.map(({ sweet }) => [sweet.id, sweet])).values()]
    .sort((a, b) => a.id - b.id)
    .flatMap(({ id, stock }) => {
      const claims = lines
        .filter(({ sweet }) => sweet.id === id)
        .map(({ pack, quantity, held }) => ({ packId: pack.id, units: pack.units, quantity, held }));
      const free = shareStock(claims, stock);
      return claims
        .map(({ packId, quantity, held }) => ({ packId, quantity, available: held + (free.get(packId) ?? 0) }))
        .filter(({ quantity, available }) => quantity > available)
        .map(({ packId, available }) => ({ productId: id, packId, available }));
    });
}

/** The refusal of an order whose sweets have too few units. */
export const shortLines = (short: readonly ShortLine[], withPacks: boolean) =>
  shortStock(short[0]?.available ?? 0, {
    short: short.map(({ packId, ...line }) => (withPacks ? { ...line, packId } : line)),
  });

/** Throws `insufficient_stock` with the short lines. */
export function assertStock(items: readonly Item[], lines: readonly Line[]): void {
  const short = shortOf(lines);
  if (short.length > 0) throw shortLines(short, namesPacks(items));
}

/**
 * What the order costs, in paise. Throws `blocked` with the sweets that do not travel, `below_minimum`, `cod_unavailable`, and `invalid`
 * when a sweet cannot be made until the window.
 */
export function priceOrder(
  lines: readonly Line[],
  plan: FulfilmentPlan,
  { giftWrap, codUpTo, payments }: { giftWrap: boolean; codUpTo: number | null; payments: PaymentSettings },
): { total: number; deliveryFee: number } {
  const staying = lines.filter(({ sweet }) => !sweet.travels).map(({ sweet }) => sweet.id);
  if (plan.method === "courier" && staying.length > 0)
    throw new AppError("blocked", "Some sweets in this order do not travel by courier.", {
      blocked: [...new Set(staying)].sort((a, b) => a - b),
    });
  const value = lines.reduce((sum, { pack, quantity }) => sum + pack.price * quantity, 0);
  if (plan.minimum !== null && value < plan.minimum)
    throw new AppError(
      "below_minimum",
      `We deliver to ${plan.area?.name ?? "this pincode"} from ${formatPaise(plan.minimum)} of sweets.`,
      { minimum: toRupees(plan.minimum) },
    );
  const deliveryFee = plan.freeFrom !== null && value >= plan.freeFrom ? 0 : plan.fee;
  const total = value + (giftWrap ? GIFT_WRAP_PAISE : 0) + deliveryFee;
  if (codUpTo !== null && total > codUpTo) throw codUnavailable(payments);
  const minutes = plan.window?.prepMinutes;
  if (minutes !== undefined && lines.some(({ sweet }) => sweet.prepHours * 60 >= minutes)) throw windowNotOffered();
  return { total, deliveryFee };
}

/** What the sale of a line does to the stock: the held units are released first, at the same moment, then the whole line is taken. */
export const movesOf = (line: Pick<Line, "sweet" | "pack" | "held" | "quantity">, reason: "order" | "purchase") => [
  { sweetId: line.sweet.id, reason: "release" as const, delta: fromHold(line) * line.pack.units },
  { sweetId: line.sweet.id, reason, delta: -line.quantity * line.pack.units },
];

/** The sweets of which nothing is left once the lines are sold: stock for none of their packs, and none in a cart. */
export function soldOut(found: readonly FoundPack[], lines: readonly Line[]): number[] {
  const sold = new Map(lines.map((line) => [line.pack.id, line]));
  return [...new Set(found.map(({ sweet }) => sweet.id))].filter((id) => {
    const ofSweet = found.filter(({ sweet }) => sweet.id === id);
    const taken = lines
      .filter(({ sweet }) => sweet.id === id)
      .reduce((sum, line) => sum + (line.quantity - fromHold(line)) * line.pack.units, 0);
    return ofSweet.every(({ sweet, pack, inCart }) => {
      const line = sold.get(pack.id);
      const stillHeld = (inCart?.held ?? 0) - (line ? fromHold(line) : 0);
      return !sweet.isHeld && stillHeld === 0 && !(pack.active && pack.units <= sweet.stock - taken);
    });
  });
}
