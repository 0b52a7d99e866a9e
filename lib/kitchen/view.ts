import type { DeliveryMethod, PlacePool } from "@/lib/delivery/constants";
import { poolOf } from "@/lib/delivery/fulfilment";
import { startOf } from "@/lib/delivery/rules";
import type { OrderStatus } from "@/lib/orders/constants";
import { paymentOf } from "@/lib/payments/view";
import { hasLeft, type WindowState } from "./constants";

/** An order of the kitchen as the database has it. */
export type StoredKitchenOrder = {
  id: number;
  status: OrderStatus;
  createdAt: string;
  recipientName: string | null;
  method: DeliveryMethod | null;
  giftWrap: boolean;
  personalMessage: string | null;
  notes: string | null;
  packedAt: string | null;
  slotFrom: string | null;
  slotTo: string | null;
  money: Parameters<typeof paymentOf>[0];
  items: { productId: number; quantity: number }[];
};

/** What the kitchen needs to know of a sweet. */
export type SweetFacts = { id: number; name: string; netWeightGrams: number | null; free: number };

/** Units of a sweet, and how many of them are in packed orders. */
export type Units = Map<number, { ordered: number; packed: number }>;

/** A sweet to make. */
export type SweetToMake = {
  productId: number;
  name: string;
  ordered: number;
  packed: number;
  remaining: number;
  /** The weight of all ordered units; null when the sweet's net weight is unknown. */
  kilograms: number | null;
  /** Units in stock that nobody has ordered or holds. */
  free: number;
};

/** An order to pack. */
export type OrderToPack = ReturnType<typeof orderToPack>;

/** What is to be made and packed: `done` of `all` orders are packed. */
export type KitchenGroup = { done: number; all: number; make: SweetToMake[]; pack: OrderToPack[] };

export type KitchenWindow = KitchenGroup & {
  from: string;
  to: string;
  pool: PlacePool;
  state: WindowState;
  /** The window has started and something is not packed. */
  late: boolean;
};

/** A day of the kitchen. */
export type Kitchen = {
  date: string;
  /** The shop's day, so that a page can say 'Today'. */
  today: string;
  done: number;
  all: number;
  windows: KitchenWindow[];
  /** Orders by courier, and those whose delivery is still to be arranged; `pack` may list fewer than `all`. */
  withoutWindow: KitchenGroup;
};

/** Whether an order counts as packed: it has the kitchen's mark, or has left the shop without one. */
export const isPacked = ({ status, packedAt }: Pick<StoredKitchenOrder, "status" | "packedAt">): boolean =>
  packedAt !== null || hasLeft(status);

/** The units of some orders by sweet. */
export function unitsOf(orders: readonly StoredKitchenOrder[]): Units {
  const units: Units = new Map();
  for (const order of orders)
    for (const { productId, quantity } of order.items) addUnits(units, productId, quantity, isPacked(order));
  return units;
}

/** Adds units of a sweet. */
export function addUnits(units: Units, productId: number, quantity: number, packed: boolean): void {
  const sum = units.get(productId) ?? { ordered: 0, packed: 0 };
  sum.ordered += quantity;
  if (packed) sum.packed += quantity;
  units.set(productId, sum);
}

const byName = (a: SweetToMake, b: SweetToMake) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.productId - b.productId;

function sweetsToMake(units: Units, sweets: ReadonlyMap<number, SweetFacts>): SweetToMake[] {
  const rows = [...units].map(([productId, { ordered, packed }]) => {
    const { name = `Product ${productId}`, netWeightGrams = null, free = 0 } = sweets.get(productId) ?? {};
    const kilograms = netWeightGrams === null ? null : (netWeightGrams * ordered) / 1000;
    return { productId, name, ordered, packed, remaining: ordered - packed, kilograms, free };
  });
  return rows.sort(byName);
}

const orderToPack = (order: StoredKitchenOrder, sweets: ReadonlyMap<number, SweetFacts>) => ({
  id: order.id,
  status: order.status,
  createdAt: order.createdAt,
  recipientName: order.recipientName,
  method: order.method,
  giftWrap: order.giftWrap,
  personalMessage: order.personalMessage || null,
  notes: order.notes || null,
  packed: isPacked(order),
  packedAt: order.packedAt,
  payment: paymentOf(order.money),
  /** The packing slip's page. */
  slip: `/admin/orders/${order.id}/slip`,
  items: order.items.map(({ productId, quantity }) => ({
    productId,
    name: sweets.get(productId)?.name ?? `Product ${productId}`,
    quantity,
  })),
});

/** A group of orders. The units and the counts may be those of more orders than are listed. */
export const groupOf = (
  orders: readonly StoredKitchenOrder[],
  sweets: ReadonlyMap<number, SweetFacts>,
  { units = unitsOf(orders), done = orders.filter(isPacked).length, all = orders.length } = {},
): KitchenGroup => ({
  done,
  all,
  make: sweetsToMake(units, sweets),
  pack: orders.map((order) => orderToPack(order, sweets)),
});

/** Where a window stands. */
export function windowState({ date, from, to }: { date: string; from: string; to: string }, now: Date): WindowState {
  if (now.getTime() < startOf({ date, from })) return "upcoming";
  return now.getTime() < startOf({ date, from: to }) ? "started" : "ended";
}

/** The windows of a day in the order of their start, delivery before pickup, of orders that have one. */
export function windowsOf(
  date: string,
  orders: readonly StoredKitchenOrder[],
  sweets: ReadonlyMap<number, SweetFacts>,
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
      const group = groupOf(orders, sweets);
      const state = windowState({ date, from, to }, now);
      return { from, to, pool, state, late: state !== "upcoming" && group.done < group.all, ...group };
    });
}
