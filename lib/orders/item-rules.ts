import { shareStock } from "@/lib/cart/rules";
import { packsInStock, withPack } from "@/lib/catalogue/packs";
import { formatPaise } from "@/lib/money";
import { type Plans, planIn, type SweetPlan } from "@/lib/stock/load-plans";
import type { Source } from "@/lib/stock/plan-moves";
import { changeDay, dayOf, freeOf } from "@/lib/stock/plan-rules";
import type { ShortLine } from "./day-rules";
import type { FoundPack } from "./pack-select";
import { isOnSale, packAskedFor, unavailable } from "./place-rules";
import type { OrderItems } from "./schema";

// The rules by which the sweets of a stored order are changed. Nothing here reads or writes. Units are the smallest of a sweet's packs.

/** A line as it is stored, with the pack that it is of. Price in paise. */
type StoredLine = Pick<ItemLine, "name" | "label" | "price" | "day"> & { id: number; packId: number; quantity: number };

/** A line as it is to be: how many packs it has and had. `id` is null for one that is new. */
export type ItemLine = Pick<FoundPack, "sweet" | "pack"> & {
  id: number | null;
  name: string;
  label: string;
  price: number;
  day: Source;
  was: number;
  quantity: number;
};

/** Packs of an order, by their id. */
function sumOf(items: OrderItems, found: readonly FoundPack[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const item of items) {
    const id = packAskedFor(item, found)?.pack.id;
    if (id !== undefined) sums.set(id, (sums.get(id) ?? 0) + item.quantity);
  }
  return sums;
}

/** Whether an editor has read these lines. */
export function hasRead(was: OrderItems, lines: readonly ItemLine[], found: readonly FoundPack[]): boolean {
  const read = sumOf(was, found);
  for (const { pack, was } of lines) read.set(pack.id, (read.get(pack.id) ?? 0) - was);
  return [...read.values()].every((packs) => packs === 0);
}

/** Where a new line comes from: the plan of the order's day, else stock. A day that is over without a batch is made no more. */
export function sourceOfNew(sweet: SweetPlan, day: Source, today: string): Source {
  if (day === null || !sweet.plan) return null;
  return day >= today || dayOf(sweet, day).made !== null ? day : null;
}

/**
 * The lines of an order after its items were changed. Stored lines keep their price and source, also for more packs. New lines have today's
 * price and the source of `sourceOf`. Throws `unavailable` for more packs of what is no longer sold.
 */
export function linesAfter(
  items: OrderItems,
  stored: readonly StoredLine[],
  found: readonly FoundPack[],
  sourceOf: (sweetId: number) => Source,
): ItemLine[] {
  const wanted = sumOf(items, found);
  const named = items.map((item) => ({ item, match: packAskedFor(item, found) }));
  const linesOf = (packId: number) => stored.filter((line) => line.packId === packId);
  const had = (packId: number) => linesOf(packId).reduce((sum, { quantity }) => sum + quantity, 0);
  const gone = named.filter(
    ({ match }) => !match || ((wanted.get(match.pack.id) ?? 0) > had(match.pack.id) && !isOnSale(match)),
  );
  if (gone.length > 0) throw unavailable(gone, true);

  const packOf = (id: number) => found.find(({ pack }) => pack.id === id) as FoundPack;
  const left = new Map(wanted);
  const kept = stored.map((line) => {
    const { packId, quantity: was, ...sold } = line;
    const still = left.get(packId) ?? 0;
    // An order from before there were packs may have two lines of one pack: the last one gets what comes.
    const quantity = linesOf(packId).at(-1) === line ? still : Math.min(was, still);
    left.set(packId, still - quantity);
    const { sweet, pack } = packOf(packId);
    return { ...sold, sweet, pack, was, quantity };
  });
  const added = [...wanted].flatMap(([packId, quantity]) => {
    if (had(packId) > 0) return [];
    const { sweet, pack } = packOf(packId);
    const sold = { name: sweet.name, label: pack.label, price: pack.price, day: sourceOf(sweet.id) };
    return [{ id: null, sweet, pack, was: 0, quantity, ...sold }];
  });
  return [...kept, ...added];
}

/** Units that a sweet gives back (negative) or takes, by where they come from. What goes of a source is there for what comes of it. */
export type UnitsOf = { sweetId: number; day: Source; units: number };

export function unitsBetween(lines: readonly ItemLine[]): UnitsOf[] {
  const sums = new Map<string, UnitsOf>();
  for (const { sweet, pack, day, was, quantity } of lines) {
    const key = `${sweet.id} ${day}`;
    const units = (sums.get(key)?.units ?? 0) + (quantity - was) * pack.units;
    sums.set(key, { sweetId: sweet.id, day, units });
  }
  return [...sums.values()].filter(({ units }) => units !== 0);
}

/**
 * The lines of which fewer packs can be had than are wanted, with how many. A day takes of its plan before its first batch, whatever the time
 * is, and of stock from then on; what comes back into stock by the change is free for it.
 */
export function shortAfter(lines: readonly ItemLine[], plans: Plans): (ShortLine & { day: Source })[] {
  const changes = unitsBetween(lines).map(({ sweetId, day: source, units }) => {
    const day = source === null ? null : dayOf(planIn(plans, sweetId), source);
    const toStock = day ? changeDay(day, { ordered: units }).delta : -units;
    // An open day is for itself; all that takes of stock shares that of its sweet.
    const pool = day?.made === null ? day : sweetId;
    return { sweetId, source, units, toStock, pool };
  });
  return [...new Set(changes.map(({ pool }) => pool))].flatMap((pool) => {
    const ofPool = changes.filter((change) => change.pool === pool);
    const [coming, going] = [ofPool.filter(({ units }) => units > 0), ofPool.filter(({ units }) => units < 0)];
    const claimed = lines.filter(({ sweet, day }) =>
      coming.some(({ sweetId, source }) => sweet.id === sweetId && day === source),
    );
    const stock = claimed[0]?.sweet.stock ?? 0;
    const free = typeof pool === "object" ? freeOf(pool) : going.reduce((sum, { toStock }) => sum + toStock, stock);
    const need = coming.reduce((sum, { units }) => sum + units, 0);
    if (need <= free) return [];
    // What a line has already it keeps, so that those which get more are named.
    const claims = claimed
      .toSorted((a, b) => Number(a.quantity > a.was) - Number(b.quantity > b.was))
      .map(({ pack, quantity }) => ({ packId: pack.id, units: pack.units, quantity, held: 0 }));
    const units = claims.reduce((sum, claim) => sum + claim.units * claim.quantity, 0);
    const had = shareStock(claims, { stock: units - need + free }, packsInStock);
    return claimed.flatMap(({ sweet, pack, day, quantity }) => {
      const available = had.get(pack.id) ?? 0;
      return quantity > available ? [{ productId: sweet.id, packId: pack.id, day, available }] : [];
    });
  });
}

/** What these packs cost more (or less) than before, in paise. */
export const valueBetween = (lines: readonly ItemLine[]): number =>
  lines.reduce((sum, { price, quantity, was }) => sum + price * (quantity - was), 0);

/** What went and what came, as the record has it: "2 × Kaju Katli, 500 g (₹1,358)". An empty text for nothing. */
export function changeTexts(lines: readonly ItemLine[]): { went: string; came: string } {
  const text = (sign: 1 | -1) =>
    lines
      .map((line) => ({ ...line, packs: sign * (line.quantity - line.was) }))
      .filter(({ packs }) => packs > 0)
      .map(({ name, label, packs, price }) => `${packs} × ${withPack(name, label)} (${formatPaise(packs * price)})`)
      .join(", ");
  return { went: text(-1), came: text(1) };
}
