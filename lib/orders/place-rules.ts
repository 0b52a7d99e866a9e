import type { Company } from "@/db/constants/orders";
import { shareStock } from "@/lib/cart/rules";
import { packsInStock, type Stock, type Units } from "@/lib/catalogue/packs";
import { type FulfilmentPlan, windowNotOffered } from "@/lib/delivery/fulfilment";
import { AppError, belowMinimum, invalid, shortStock } from "@/lib/errors";
import { formatPaise, GIFT_WRAP_PAISE, toRupees } from "@/lib/money";
import { codUnavailable } from "@/lib/payments/rules";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import { dayClosed } from "@/lib/stock/plan-rules";
import { dayShort, type Line, type OrderDay, type ShortLine, sourceOf } from "./day-rules";
import type { FoundPack } from "./pack-select";
import type { OrderInput } from "./schema";

// The rules by which an order is accepted, and what follows for stock. Nothing here reads or writes.

type Item = OrderInput["items"][number];

/** A line as what it comes from sees it. */
export type ClaimingLine = Pick<Line, "quantity" | "held" | "day" | "free"> & {
  sweet: Pick<FoundPack["sweet"], "id">;
  pack: Pick<FoundPack["pack"], "id" | "units">;
};

// Rounded down: a part of a paise below the price is below the price. The small addend corrects binary fractions: 4.35 × 100 is
// 434.99999999999994.
const toShownPaise = (rupees: number) => Math.floor(rupees * 100 + 1e-6);
const lowest = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);

// Who knows no packs is not answered with them.
export const namesPacks = (items: readonly Pick<Item, "packId">[]) => items.some((item) => item.packId !== undefined);

/** The pack of a sweet that is named, or its default pack. */
export const packAskedFor = ({ productId, packId }: Pick<Item, "productId" | "packId">, found: readonly FoundPack[]) =>
  found.find(
    ({ sweet, pack }) => sweet.id === productId && (packId === undefined ? pack.isDefault : pack.id === packId),
  );

/** Whether a pack can be sold at all. */
export const isOnSale = (found: FoundPack | undefined): found is FoundPack =>
  found?.pack.active === true && found.sweet.deletedAt === null;

/** The refusal of an order in which these are not sold (any more); `match`: the pack, when there is one. */
export function unavailable(
  gone: readonly { item: Pick<Item, "productId" | "packId">; match: FoundPack | undefined }[],
  withPacks: boolean,
): AppError {
  const sorted = gone
    .map(({ item, match }) => ({ sweetId: item.productId, packId: match?.pack.active ? match.pack.id : item.packId }))
    .sort((a, b) => a.sweetId - b.sweetId || (a.packId ?? 0) - (b.packId ?? 0));
  return new AppError("unavailable", "Some sweets in this order are no longer available.", {
    unavailable: [...new Set(sorted.map(({ sweetId }) => sweetId))],
    ...(withPacks && { unavailablePacks: [...new Set(sorted.flatMap(({ packId }) => packId ?? []))] }),
  });
}

/**
 * The lines of an order in the order in which they are named; a pack that is named twice is one line. Throws `unavailable` with the sweets
 * and packs that are not sold (any more).
 */
export function linesOf(items: readonly Item[], found: readonly FoundPack[], on: OrderDay): Line[] {
  const lines = new Map<number, Line>();
  const gone: Parameters<typeof unavailable>[0][number][] = [];
  for (const item of items) {
    const { quantity, price } = item;
    const match = packAskedFor(item, found);
    if (!isOnSale(match)) {
      gone.push({ item, match });
      continue;
    }
    const same = lines.get(match.pack.id);
    lines.set(match.pack.id, {
      ...match,
      quantity: (same?.quantity ?? 0) + quantity,
      ...sourceOf(match, (same?.quantity ?? 0) + quantity, on),
      shown: lowest(same?.shown, price === undefined ? undefined : toShownPaise(price)),
    });
  }
  if (gone.length > 0) throw unavailable(gone, namesPacks(items));
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

/** Throws `minimum_quantity` with the lines that have fewer packs than their sweets are sold from. */
export function assertMinimumQuantities(lines: readonly Line[]): void {
  const below = lines.filter(({ sweet, quantity }) => quantity < sweet.minimumQuantity);
  if (below.length > 0) throw belowMinimum(below.map(({ sweet }) => sweet));
}

/** Packs of a line that come from the hold of the buyer's cart; the rest comes from what is free. */
export const fromHold = ({ held, quantity }: Pick<Line, "held" | "quantity">) => Math.min(held, quantity);

/** The lines of each sweet and source, by sweet. */
export function poolsOf<L extends ClaimingLine>(lines: readonly L[]): [L, ...L[]][] {
  const pools = new Map<string, [L, ...L[]]>();
  for (const line of lines.toSorted((a, b) => a.sweet.id - b.sweet.id)) {
    const key = `${line.sweet.id} ${line.day}`;
    const pool = pools.get(key);
    if (pool) pool.push(line);
    else pools.set(key, [line]);
  }
  return [...pools.values()];
}

/**
 * The lines with too little stock, by sweet. Lines of one sweet and source share its stock in their order, as on the cart's page.
 * Without `packsOf` all stock counts, as it does for staff.
 */
export function shortOf<L extends ClaimingLine>(
  lines: readonly L[],
  packsOf: (pack: Units, sweet: L["sweet"] & Stock) => number = packsInStock,
): (ShortLine & { line: L })[] {
  return poolsOf(lines).flatMap((pool) => {
    const claims = pool.map(({ pack, quantity, held }) => ({ packId: pack.id, units: pack.units, quantity, held }));
    const available = shareStock(claims, { ...pool[0].sweet, stock: pool[0].free }, packsOf);
    return pool
      .map((line) => ({
        productId: line.sweet.id,
        packId: line.pack.id,
        available: available.get(line.pack.id) ?? 0,
        line,
      }))
      .filter(({ line, available }) => line.quantity > available);
  });
}

/** The short lines as a refusal names them. */
export const shortExtra = (short: readonly ShortLine[], withPacks: boolean) => ({
  short: short.map(({ productId, packId, available }) => ({ productId, available, ...(withPacks && { packId }) })),
});

/** The refusal of an order whose sweets have too few units. */
export const shortLines = (short: readonly ShortLine[], withPacks: boolean) =>
  shortStock(short[0]?.available ?? 0, shortExtra(short, withPacks));

/**
 * Throws `insufficient_stock` with the short lines. When lines come from plans: `day_closed`, or `day_short` with the short lines and the days that
 * have everything, none of them while stock is what lacks.
 */
export async function assertStock(
  items: readonly Item[],
  lines: readonly Line[],
  short: ReturnType<typeof shortOf<Line>>,
  { day }: OrderDay,
  otherDays: () => Promise<string[]>,
): Promise<void> {
  if (short.length === 0) return;
  if (day === null || lines.every((line) => line.day === null)) throw shortLines(short, namesPacks(items));
  const closed = short.find(({ line }) => line.opening?.state === "closed" || line.opening?.state === "before");
  if (closed?.line.opening) throw dayClosed(closed.line.opening, day);
  throw dayShort(short, short.some(({ line }) => line.day === null) ? [] : await otherDays());
}

/** Throws `blocked` with the sweets that do not travel, when they would go by courier. */
export function assertTravels(method: FulfilmentPlan["method"], lines: readonly Pick<Line, "sweet">[]): void {
  const staying = lines.filter(({ sweet }) => !sweet.travels).map(({ sweet }) => sweet.id);
  if (method === "courier" && staying.length > 0)
    throw new AppError("blocked", "Some sweets in this order do not travel by courier.", {
      blocked: [...new Set(staying)].sort((a, b) => a - b),
    });
}

/** What the sweets cost, in paise. */
export const sweetsValue = (lines: readonly Pick<Line, "pack" | "quantity">[]): number =>
  lines.reduce((sum, { pack, quantity }) => sum + pack.price * quantity, 0);

/**
 * What the order costs, in paise. Throws `blocked` with the sweets that do not travel, `below_minimum`, `cod_unavailable`, and `invalid`
 * when a sweet cannot be made until the window.
 */
export function priceOrder(
  lines: readonly Line[],
  plan: FulfilmentPlan,
  { giftWrap, codUpTo, payments }: { giftWrap: boolean; codUpTo: number | null; payments: PaymentSettings },
): { total: number; deliveryFee: number } {
  assertTravels(plan.method, lines);
  const value = sweetsValue(lines);
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
  if (minutes !== undefined && lines.some(({ sweet, plan: own }) => !own && sweet.prepHours * 60 >= minutes))
    throw windowNotOffered();
  return { total, deliveryFee };
}

/** What a sale does to the stock: the held units are released first, at the same moment, then the whole line is taken. */
export const movesOf = (line: Line, reason: "order" | "purchase") =>
  line.day !== null
    ? []
    : [
        { sweetId: line.sweet.id, reason: "release" as const, delta: fromHold(line) * line.pack.units },
        { sweetId: line.sweet.id, reason, delta: -line.quantity * line.pack.units },
      ];

/** The sweets of which nothing is left once the lines are sold: stock for none of their packs, and none in a cart. */
export function sweetsSoldOut(
  found: readonly FoundPack[],
  lines: readonly Pick<Line, "sweet" | "pack" | "quantity" | "held" | "day">[],
): number[] {
  const fromStock = lines.filter(({ day }) => day === null);
  const sold = new Map(fromStock.map((line) => [line.pack.id, line]));
  return [...new Set(fromStock.map(({ sweet }) => sweet.id))].filter((id) => {
    const ofSweet = found.filter(({ sweet }) => sweet.id === id);
    const taken = fromStock
      .filter(({ sweet }) => sweet.id === id)
      .reduce((sum, line) => sum + (line.quantity - fromHold(line)) * line.pack.units, 0);
    return ofSweet.every(({ sweet, pack, inCart }) => {
      const line = sold.get(pack.id);
      const stillHeld = (inCart?.day === null ? inCart.held : 0) - (line ? fromHold(line) : 0);
      return !sweet.isHeld && stillHeld === 0 && !(pack.active && pack.units <= sweet.stock - taken);
    });
  });
}

/**
 * Throws `invalid` for a company that cannot have a GST invoice: the shop is not registered itself, or the company is the shop, which the
 * return does not take.
 */
export function assertCompanyAllowed(company: Company | null | undefined, gstin: string | null): void {
  if (!company) return;
  if (gstin === null) throw invalid("company", "We are not registered for GST and issue no GST invoices.");
  if (company.gstin === gstin) throw invalid("company.gstin", "This is our own GSTIN. Please enter the company's.");
}
