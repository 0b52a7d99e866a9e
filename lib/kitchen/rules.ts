import type { z } from "zod";
import type { PlacePool } from "@/db/constants/delivery";
import { poolOf } from "@/lib/delivery/fulfilment";
import { paymentOf } from "@/lib/payments/rules";
import { startOf } from "@/lib/settings/calendar";
import type { PlanDay, Plans } from "@/lib/stock/load-plans";
import { dayOf, promisedOf } from "@/lib/stock/plan-rules";
import type { ShortOrders } from "@/lib/stock/short-orders";
import { hasLeft, MAX_LISTED, type WindowState } from "./constants";
import type { kitchenResponse } from "./responses";
import type { PackFacts, StoredKitchenOrder, SweetFacts } from "./select";

type Packs = ReadonlyMap<number, PackFacts>;

/**
 * How many of a pack are ordered, how many of them are in packed orders, how many are from stock, and what the ordered ones weigh, null when
 * it is unknown.
 */
export type PackCount = { ordered: number; packed: number; fromStock: number; grams: number | null };
/** By the pack's id. */
export type PackCounts = Map<number, PackCount>;

/** A day of the kitchen, as the API answers it. */
export type Kitchen = z.infer<typeof kitchenResponse>;
export type KitchenWindow = Kitchen["windows"][number];
export type KitchenGroup = Kitchen["withoutWindow"];
export type KitchenPlan = Kitchen["plans"][number];
export type SweetToMake = KitchenGroup["make"][number];
export type OrderToPack = KitchenGroup["pack"][number];

/** Whether an order counts as packed: it has the kitchen's mark, or has left the shop without one. */
export const isPacked = ({ status, packedAt }: Pick<StoredKitchenOrder, "status" | "packedAt">): boolean =>
  packedAt !== null || hasLeft(status);

/** The packs of some orders. */
export function countsOf(orders: readonly StoredKitchenOrder[]): PackCounts {
  const counts: PackCounts = new Map();
  for (const order of orders)
    for (const { packId, quantity, grams, day } of order.items)
      addCount(counts, packId, {
        ordered: quantity,
        packed: isPacked(order) ? quantity : 0,
        fromStock: day === null ? quantity : 0,
        grams: grams === null ? null : grams * quantity,
      });
  return counts;
}

/** Adds to the count of a pack. */
export function addCount(counts: PackCounts, packId: number, count: PackCount): void {
  counts.set(packId, sumOf([counts.get(packId) ?? { ordered: 0, packed: 0, fromStock: 0, grams: null }, count]));
}

const sumOf = (counts: readonly PackCount[]): PackCount => {
  const known = counts.flatMap(({ grams }) => (grams === null ? [] : [grams]));
  return {
    ordered: counts.reduce((sum, { ordered }) => sum + ordered, 0),
    packed: counts.reduce((sum, { packed }) => sum + packed, 0),
    fromStock: counts.reduce((sum, { fromStock }) => sum + fromStock, 0),
    grams: known.length > 0 ? known.reduce((sum, grams) => sum + grams, 0) : null,
  };
};

type Named = { name: string; productId: number };
const byName = (a: Named, b: Named) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.productId - b.productId);

const figuresOf = ({ ordered, packed }: Pick<PackCount, "ordered" | "packed">) => ({
  ordered,
  packed,
  remaining: ordered - packed,
});

function sweetToMake(packs: readonly (PackFacts & PackCount)[], { productId, name, free }: PackFacts): SweetToMake {
  const sum = sumOf(packs);
  return {
    productId,
    name,
    ...figuresOf(sum),
    kilograms: sum.grams === null ? null : sum.grams / 1000,
    free,
    packs: packs
      .toSorted((a, b) => a.units - b.units || a.id - b.id)
      .map((pack) => ({ packId: pack.id, label: pack.label, ...figuresOf(pack) })),
  };
}

function sweetsToMake(counts: PackCounts, packs: Packs): SweetToMake[] {
  const bySweet = new Map<number, (PackFacts & PackCount)[]>();
  for (const [id, count] of counts) {
    const pack = packs.get(id);
    if (pack) bySweet.set(pack.productId, [...(bySweet.get(pack.productId) ?? []), { ...pack, ...count }]);
  }
  return [...bySweet.values()].flatMap((own) => own.slice(0, 1).map((first) => sweetToMake(own, first))).sort(byName);
}

const orderToPack = ({ slotFrom, slotTo, money, items, ...order }: StoredKitchenOrder, packs: Packs) => ({
  ...order,
  personalMessage: order.personalMessage || null,
  notes: order.notes || null,
  packed: isPacked(order),
  payment: money && paymentOf(money),
  /** The packing slip's page. */
  slip: `/admin/orders/${order.id}/slip`,
  items: items.map(({ productId, packId, packLabel, quantity }) => ({
    productId,
    name: packs.get(packId)?.name ?? `Product ${productId}`,
    packId,
    packLabel,
    quantity,
  })),
});

/** A group of orders. The packs and the counts may be those of more orders than are listed. */
export const groupOf = (
  orders: readonly StoredKitchenOrder[],
  packs: Packs,
  { counts = countsOf(orders), done = orders.filter(isPacked).length, all = orders.length } = {},
): KitchenGroup => ({
  done,
  all,
  make: sweetsToMake(counts, packs),
  pack: orders.map((order) => orderToPack(order, packs)),
});

/** The days of the sweets that are planned for a date, or have promises or a batch of it. By the sweet's id. */
export const plannedFor = (plans: Plans, date: string): Map<number, PlanDay> =>
  new Map(
    [...plans.values()]
      .map((sweet) => [sweet.sweetId, dayOf(sweet, date)] as const)
      .filter(([, day]) => day.capacity > 0 || promisedOf(day) > 0 || day.made !== null || day.restGrams > 0),
  );

/** What is promised and made of each sweet that is planned or ordered for the day. */
export function kitchenPlans(
  planned: ReadonlyMap<number, PlanDay>,
  named: readonly SweetFacts[],
  counts: readonly PackCounts[],
  packs: Packs,
  short: ShortOrders,
): KitchenPlan[] {
  const fromStock = new Map<number, number>();
  for (const [packId, count] of counts.flatMap((own) => [...own])) {
    const pack = packs.get(packId);
    if (pack && count.fromStock > 0)
      fromStock.set(pack.productId, (fromStock.get(pack.productId) ?? 0) + count.fromStock * pack.units);
  }
  const sweets = new Map([...packs.values(), ...named].map((sweet) => [sweet.productId, sweet]));
  return [...sweets.values()]
    .filter(({ productId }) => planned.has(productId) || fromStock.has(productId))
    .map(({ productId, name, unitGrams, packUnits, free }) => {
      const day = planned.get(productId);
      const stock = fromStock.get(productId) ?? 0;
      return {
        productId,
        name,
        unitGrams,
        packUnits,
        free,
        ordered: (day?.ordered ?? 0) + stock,
        fromPlan: day?.ordered ?? 0,
        fromStock: stock,
        capacity: day?.capacity ?? null,
        held: day?.held ?? 0,
        made: day?.made ?? null,
        short: day?.short ?? 0,
        restGrams: day?.restGrams ?? 0,
        shortOrders: (day && short.get(`${productId} ${day.day}`)) ?? [],
      };
    })
    .sort(byName);
}

/** Units that are promised and not made: before the first batch all that are promised. */
export const toMake = ({ made, short, held, fromPlan }: KitchenPlan): number =>
  made === null ? held + fromPlan : short;

/** A sweet that is made for the day, with the first window that waits for it; null when none does. */
export type SweetOfDay = { plan: KitchenPlan; window: KitchenWindow | null };

/**
 * The sweets of the day in three lists. `remaining`: still to be made, the most urgent window first. `unordered`: planned, but nobody has
 * ordered them yet. `made`: all made. The last two are sorted by name.
 */
export function sweetsOfDay({ plans, windows }: Pick<Kitchen, "plans" | "windows">) {
  const first = (id: number) =>
    windows.findIndex(({ make }) => make.some(({ productId, remaining }) => productId === id && remaining > 0));
  const planned = plans.filter(({ capacity }) => capacity !== null);
  const remaining = planned
    .filter((plan) => toMake(plan) > 0)
    .map((plan) => ({ plan, at: first(plan.productId) }))
    .sort((a, b) => (a.at < 0 ? windows.length : a.at) - (b.at < 0 ? windows.length : b.at))
    .map(({ plan, at }): SweetOfDay => ({ plan, window: windows[at] ?? null }));
  const others = planned.filter((plan) => toMake(plan) === 0).map((plan): SweetOfDay => ({ plan, window: null }));
  return {
    remaining,
    unordered: others.filter(({ plan }) => plan.made === null),
    made: others.filter(({ plan }) => plan.made !== null),
  };
}

/** Where a window stands. */
export function windowState({ date, from, to }: { date: string; from: string; to: string }, now: Date): WindowState {
  if (now.getTime() < startOf({ date, from })) return "upcoming";
  return now.getTime() < startOf({ date, from: to }) ? "started" : "ended";
}

/** The windows of a day in the order of their start, delivery before pickup, of orders that have one. */
export function windowsOf(
  date: string,
  orders: readonly StoredKitchenOrder[],
  packs: Packs,
  now: Date,
): KitchenWindow[] {
  const windows = new Map<string, { from: string; to: string; pool: PlacePool; orders: StoredKitchenOrder[] }>();
  for (const order of orders) {
    const { slotFrom: from, slotTo: to } = order;
    if (from === null || to === null) continue;
    const pool = poolOf(order.method);
    const key = `${from} ${to} ${pool}`;
    const window = windows.get(key) ?? { from, to, pool, orders: [] };
    window.orders.push(order);
    windows.set(key, window);
  }
  return [...windows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { from, to, pool, orders }]) => {
      const group = groupOf(orders, packs);
      const state = windowState({ date, from, to }, now);
      return { from, to, pool, state, late: state !== "upcoming" && group.done < group.all, ...group };
    });
}

/**
 * The day as the page lists it: of a long window the orders to pack next, those that were packed last, and those that wait for a sweet. The
 * counts are of all.
 */
export function shortened(kitchen: Kitchen): Kitchen {
  const short = new Set(kitchen.plans.flatMap(({ shortOrders }) => shortOrders.map(({ id }) => id)));
  const windows = kitchen.windows.map((window) => {
    const { pack } = window;
    if (pack.length <= 2 * MAX_LISTED) return window;
    const waiting = pack.filter(({ packed }) => !packed).slice(0, MAX_LISTED);
    const last = pack.filter(({ packed }) => packed).sort((a, b) => markOf(b) - markOf(a));
    const listed = new Set([...waiting, ...last.slice(0, MAX_LISTED)]);
    return { ...window, pack: pack.filter((order) => listed.has(order) || short.has(order.id)) };
  });
  return { ...kitchen, windows };
}

const markOf = ({ packedAt, createdAt }: OrderToPack): number => Date.parse(packedAt ?? createdAt);
