// Sweets in packs, shoppers and calls at random for packs-property.test.ts.
import fc from "fast-check";
import type { Executor } from "@/db/client";
import { statuses } from "@/db/constants/orders";
import type { Customer, Shopper, Visitor } from "@/lib/auth/actor";
import { emptyCart, joinCarts, reserve, setQuantity } from "@/lib/cart/commands";
import { deleteSweet, restock, updateSweet } from "@/lib/catalogue/commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { expireHolds } from "../support/database";
import { anOrder, aSweet, aVisitor, customers, type Lines, type Member } from "../support/factories";
import { chance } from "../support/property";
import { sql } from "../support/sql";
import { type Edit, firstPrice, Model, type Op, type Outcome, type Sweet } from "./packs-model";

/** In grams: of each sweet its packs, the default one, a unit of its stock, and what is there. */
export const SWEETS = [
  { packs: [250, 500, 1000], chosen: 500, unit: 250, free: 2000 },
  { packs: [100, 250], chosen: 250, unit: 50, free: 22_500 },
  { packs: [500], chosen: 500, unit: 500, free: 6000 },
];
const SIZES = [250, 500, 1000, 100, 2000];
const UNITS = [500, 250, 100, 50];
const VISITORS = 2;
const CUSTOMERS = 2;
const LOST = 999;
const NO_PACK = 2_000_000_000;

export type World = {
  admin: Member;
  ids: number[];
  people: (Customer | (Visitor & { cartToken: string }))[];
  orders: number[];
};

const labelOf = (grams: number) => (grams < 1000 ? `${grams} g` : `${grams / 1000} kg`);

export async function newWorld(admin: Member): Promise<World> {
  const ids: number[] = [];
  for (const { packs, chosen, unit, free } of SWEETS) {
    const list = packs.map((size) => ({
      ...{ label: labelOf(size), grams: size, units: size / unit, price: firstPrice(size) / 100 },
      isDefault: size === chosen,
    }));
    ids.push((await aSweet({ quantity: free / chosen, packs: list })).id);
  }
  return {
    admin,
    ids,
    people: [...Array.from({ length: VISITORS }, aVisitor), ...(await customers(CUSTOMERS))],
    orders: [],
  };
}

export const newModel = () =>
  new Model(
    SWEETS.map(({ packs, chosen, unit, free }): Sweet => {
      const list = packs.map((size) => ({ size, price: firstPrice(size), active: true, isDefault: size === chosen }));
      return { free, unit, deleted: false, packs: list };
    }),
    VISITORS,
    CUSTOMERS,
  );

const sweet = fc.nat(SWEETS.length - 1);
const who = fc.nat(VISITORS + CUSTOMERS - 1);
const customer = fc.integer({ min: VISITORS, max: VISITORS + CUSTOMERS - 1 });
const pack = fc.constantFrom(null, null, null, null, 250, 250, 500, 500, 1000, 100, 2000);
const count = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5, max: 210 }) },
);
const order = fc.nat(LOST);
const line = fc.record({ sweet, pack, count, shown: fc.constantFrom(0, 0, 0, 0, 0, 0, 7, -1) });
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const flag = fc.boolean();
const listed = fc
  .subarray(SIZES, { minLength: 1 })
  .chain((sizes) =>
    fc.tuple(
      ...sizes.map((size) => fc.record({ size: fc.constant(size), active: fc.constantFrom(true, true, false) })),
    ),
  );
const edited = { packs: listed, unit: fc.constantFrom(...UNITS), chosen: fc.option(fc.constantFrom(...SIZES)) };
export const op: fc.Arbitrary<Op> = fc.oneof(
  chance(6, "reserve", { who, sweet, pack, count }),
  chance(4, "setQuantity", { who, sweet, pack, count: fc.oneof(count, fc.nat(3)) }),
  chance(3, "expire", { sweet }),
  chance(2, "release", {}),
  chance(1, "empty", { who }),
  chance(2, "join", { visitor: fc.nat(VISITORS - 1), customer }),
  chance(6, "order", { customer, lines, wrap: flag, checkout: flag }),
  chance(2, "cancel", { customer, order }),
  chance(4, "status", { order, to: fc.constantFrom(...statuses) }),
  chance(2, "purchase", { customer, sweet, pack, count }),
  chance(2, "restock", { sweet, pack, count: fc.integer({ min: 1, max: 4 }) }),
  chance(1, "price", { sweet, by: fc.integer({ min: -20, max: 20 }) }),
  chance(1, "stock", { sweet, by: fc.integer({ min: -4, max: 4 }) }),
  chance(1, "stockTo", { sweet, count: fc.nat(6) }),
  chance(1, "delete", { sweet: fc.constant(2) }),
  chance(4, "edit", { sweet, ...edited, byId: flag }),
);

/** An edit as an owner can make it: `kept` stays listed, one pack is on sale, the default is, and the unit divides each pack. */
function possible(op: Edit, kept: number): Edit {
  const packs = op.packs.map((pack) => ({ ...pack }));
  if (!packs.some(({ size }) => size === kept)) packs.push({ size: kept, active: false });
  const chosen = packs.find(({ size }) => size === op.chosen);
  if (chosen) chosen.active = true;
  const [first] = packs;
  if (first && !packs.some(({ active }) => active)) first.active = true;
  const unit = [op.unit, ...UNITS].find((grams) => packs.every(({ size }) => size % grams === 0)) as number;
  return { ...op, packs, unit, chosen: chosen?.size ?? null };
}

/** Orders are numbered as they come, and before the first there is nothing to change. */
export function settled(op: Op, orders: number, keptOf: (op: Edit) => number): Op | null {
  if (op.op === "edit") return possible(op, keptOf(op));
  if (op.op !== "cancel" && op.op !== "status") return op;
  return orders === 0 ? null : { ...op, order: op.order % orders };
}

/** The call itself. `priceOf`: today's price in paise. `came`: is informed of the grams that the owner puts in or takes out. */
export async function call(
  op: Op,
  world: World,
  db: Executor,
  priceOf: (sweet: number, pack: number | null) => number,
  came: (sweet: number, grams: number) => void = () => {},
): Promise<Outcome> {
  const { admin } = world;
  const id = (i: number) => world.ids[i] as number;
  const person = (i: number) => world.people[i] as Shopper;
  const buyer = (i: number) => world.people[i] as Customer;
  const storedPack = async (i: number, size: number): Promise<number | undefined> =>
    (await sql`select id from packs where sweet_id = ${id(i)} and grams = ${size}`)[0]?.id;
  const packId = async (i: number, size: number | null) =>
    size === null ? undefined : ((await storedPack(i, size)) ?? NO_PACK);
  try {
    switch (op.op) {
      case "reserve": {
        const line = { productId: id(op.sweet), packId: await packId(op.sweet, op.pack), quantity: op.count };
        await reserve(person(op.who), line, db);
        break;
      }
      case "setQuantity": {
        const wanted = { quantity: op.count, packId: await packId(op.sweet, op.pack) };
        await setQuantity(person(op.who), id(op.sweet), wanted, db);
        break;
      }
      case "expire":
        await expireHolds(id(op.sweet));
        break;
      case "release":
        await releaseExpiredHolds();
        break;
      case "empty":
        await emptyCart(person(op.who), db);
        break;
      case "join":
        await joinCarts(buyer(op.customer), (person(op.visitor) as { cartToken: string }).cartToken, db);
        break;
      case "order": {
        const lines: Lines = [];
        for (const { sweet, pack, count, shown } of op.lines) {
          const price = shown === 0 ? undefined : Math.max(0, priceOf(sweet, pack) + shown) / 100;
          lines.push([{ id: id(sweet), packId: await packId(sweet, pack) }, count, price]);
        }
        const how = { channel: "api", checkout: op.checkout } as const;
        const made = await placeOrder(buyer(op.customer), anOrder(lines, { giftWrap: op.wrap }), how, db);
        world.orders.push(made.id);
        break;
      }
      case "cancel":
        await cancelOrder(buyer(op.customer), world.orders[op.order] as number, db);
        break;
      case "status":
        await setOrderStatus(admin, world.orders[op.order] as number, op.to, db);
        break;
      case "purchase": {
        const wanted = { quantity: op.count, packId: await packId(op.sweet, op.pack) };
        await purchase(buyer(op.customer), id(op.sweet), wanted, db);
        const [row] = await sql`select max(id) as id from orders where user_id = ${buyer(op.customer).id}`;
        world.orders.push(row?.id as number);
        break;
      }
      case "restock":
        await restock(admin, id(op.sweet), { quantity: op.count, packId: await packId(op.sweet, op.pack) }, db);
        came(op.sweet, op.count * (op.pack ?? 0));
        break;
      case "price": {
        const price = Math.max(1, priceOf(op.sweet, null) + op.by) / 100;
        await updateSweet(admin, id(op.sweet), { price }, null, db);
        break;
      }
      case "stock": {
        // The editor saw 50 and typed the difference.
        const { packs } = await updateSweet(admin, id(op.sweet), { stockWas: 50, stock: 50 + op.by }, null, db);
        came(op.sweet, op.by * (packs.find(({ isDefault }) => isDefault)?.grams ?? 0));
        break;
      }
      case "stockTo":
        await updateSweet(admin, id(op.sweet), { stock: op.count }, null, db);
        break;
      case "delete":
        await deleteSweet(admin, id(op.sweet), db);
        break;
      case "edit": {
        const packs = [];
        for (const { size, active } of op.packs)
          packs.push({
            id: op.byId ? await storedPack(op.sweet, size) : undefined,
            label: labelOf(size),
            grams: size,
            units: size / op.unit,
            price: priceOf(op.sweet, size) / 100,
            active,
            isDefault: size === op.chosen ? true : undefined,
          });
        await updateSweet(admin, id(op.sweet), { packs }, null, db);
        break;
      }
    }
    return { code: "ok" };
  } catch (error) {
    const { code, extra = {} } = error as {
      code?: string;
      extra?: { available?: number; short?: { available: number }[] };
    };
    if (!code) throw error;
    return {
      code,
      ...(extra.available !== undefined && { available: extra.available }),
      ...(extra.short && { short: extra.short.map(({ available }) => available) }),
    };
  }
}
