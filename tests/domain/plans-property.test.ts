// Random shopping for days against the real database: one after the other it must do exactly what plans-model.ts says; many at once, what is
// promised, set aside and in stock adds up. The clock goes on, past midnight, and back. How much: tests/support/property.ts.
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { checkStock } from "@/db/check-stock";
import { type Executor, writeDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { restock, throwAway } from "@/lib/catalogue/commands";
import { addDays } from "@/lib/dates";
import { moveOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { placeOrder } from "@/lib/orders/place";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { enterBatch } from "@/lib/stock/batch-commands";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { setDay } from "@/lib/stock/plan-commands";
import { connect, expectPlansRight, expectStockRight, expireHolds, refusal } from "../support/database";
import { anAdmin, anOrder, aSweet, customers, type Item, many } from "../support/factories";
import { bounds, chance, limit } from "../support/property";
import { saveWindows } from "../support/settings";
import { sql } from "../support/sql";
import { planFor } from "./plan-world";
import {
  type Answer,
  CARTS,
  DAYS,
  isPlanned,
  Model,
  type Op,
  ORDER_BY,
  PACKS,
  packOf,
  type Source,
  SWEETS,
} from "./plans-model";

const MONDAY = "2026-11-23";
const dayAt = (day: Source) => (day === null ? null : addDays(MONDAY, day));
const at = (minutes: number) => new Date(Date.parse(`${MONDAY}T00:00:00+05:30`) + minutes * 60_000);
const clock = vi.hoisted(() => ({ now: new Date(0) }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now }));
const [STOCK, CAPACITY] = [4, 5];
/** Monday at 9:30, at 20:30 and just before midnight; Tuesday just after it and at 9:30. */
const TIMES = [570, 1230, 1439, 1440, 2010];

const admin = await anAdmin();
const wide = connect();
clock.now = at(TIMES[0] as number);
await saveWindows({ week: defaultSettings.windows.week.map((window) => ({ ...window, capacity: 10_000 })) });
afterAll(async () => {
  await expectStockRight();
  expect((await checkStock(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
});

type World = { sweets: number[]; packs: number[]; buyers: Customer[]; orders: number[] };
async function newWorld(): Promise<World> {
  clock.now = at(new Model(0, 0).now);
  const world: World = { sweets: [], packs: [], buyers: await customers(CARTS), orders: [] };
  for (const [at, orderBy] of ORDER_BY.entries()) {
    const list = PACKS.filter(({ sweet }) => sweet === at).map(({ units }) => ({
      ...{ label: `${units * 250} g`, grams: units * 250, units, price: 100 * units, isDefault: units === 1 },
    }));
    const sweet = await aSweet({ quantity: STOCK, packs: list });
    if (orderBy) await planFor(admin, sweet, CAPACITY, { days: orderBy.days, time: `${orderBy.minute / 60}:00` });
    world.sweets.push(sweet.id);
    world.packs.push(...sweet.packs.toSorted((a, b) => a.units - b.units).map(({ id }) => id));
  }
  return world;
}

const cart = fc.nat(CARTS - 1);
const sweet = fc.nat(SWEETS - 1);
const planned = fc.constantFrom(...ORDER_BY.flatMap((_, sweet) => (isPlanned(sweet) ? [sweet] : [])));
const pack = fc.nat(PACKS.length - 1);
const count = fc.integer({ min: 1, max: 4 });
const day = fc.nat(DAYS - 1);
const source = fc.option(day);
const order = fc.nat(999);
const units = fc.integer({ min: -5, max: 8 }).filter((units) => units !== 0);
const lines = fc.uniqueArray(fc.record({ pack, count }), { minLength: 1, maxLength: 3, selector: (line) => line.pack });
const to = fc.constantFrom("Pending" as const, "Shipped" as const, "Cancelled" as const, "Cancelled" as const);
const op: fc.Arbitrary<Op> = fc.oneof(
  chance(6, "reserve", { cart, pack, count, day: fc.oneof(source, fc.constant(undefined)) }),
  chance(3, "set", { cart, pack, count: fc.nat(5) }),
  chance(4, "move", { cart, day: source }),
  chance(6, "order", { cart, lines, day: source, slot: fc.boolean() }),
  chance(4, "status", { order, to }),
  chance(2, "slot", { order, day }),
  chance(5, "items", { order, lines }),
  chance(3, "batch", { sweet: planned, day, units }),
  chance(2, "capacity", { sweet: planned, day, units: fc.nat(8), force: fc.boolean() }),
  chance(1, "restock", { sweet, units: count }),
  chance(1, "waste", { sweet, units: count }),
  chance(2, "expire", { sweet }),
  chance(1, "sweep", {}),
  chance(2, "clock", { now: fc.constantFrom(...TIMES) }),
);

/** Does an operation in the shop. What names an order that there is not yet is left out by the caller. */
async function call(world: World, op: Op, db: Executor): Promise<Answer> {
  const sweetId = "sweet" in op ? (world.sweets[op.sweet] as number) : 0;
  const orderId = "order" in op ? (world.orders[op.order] as number) : 0;
  const buyer = world.buyers["cart" in op ? op.cart : 0] as Customer;
  const item = (pack: number): Item => ({ id: world.sweets[packOf(pack).sweet]!, packId: world.packs[pack]! });
  const work = async () => {
    switch (op.op) {
      case "reserve": {
        const asked = op.day === undefined ? undefined : dayAt(op.day);
        return reserve(buyer, { ...many(item(op.pack), op.count), day: asked }, db);
      }
      case "set":
        return setQuantity(buyer, item(op.pack).id, many(item(op.pack), op.count), db);
      case "move":
        return updateCart(buyer, { day: dayAt(op.day) }, db);
      case "order": {
        const on = dayAt(op.day);
        const delivery = op.slot && on ? { pincode: "400028", slot: { date: on, from: "16:00" } } : { day: on };
        const input = anOrder(
          op.lines.map(({ pack, count }) => [item(pack), count]),
          { delivery },
        );
        return world.orders.push((await placeOrder(buyer, input, { channel: "api" }, db)).id);
      }
      case "status":
        return setOrderStatus(admin, orderId, op.to, db);
      case "slot":
        return moveOrder(admin, orderId, { date: dayAt(op.day) as string, from: "16:00", force: true }, db);
      case "items": {
        const items = op.lines.map(({ pack, count }) => many(item(pack), count));
        return changeItems(admin, orderId, { items }, db);
      }
      case "batch":
        return enterBatch(admin, { productId: sweetId, day: dayAt(op.day) as string, units: op.units }, db);
      case "capacity": {
        const { units: capacity, force } = op;
        return setDay(admin, { productId: sweetId, day: dayAt(op.day) as string, capacity, force }, db);
      }
      case "restock":
        return restock(admin, sweetId, { quantity: op.units }, db);
      case "waste":
        return throwAway(admin, sweetId, { quantity: op.units, reason: "Broken" }, db);
      case "expire":
        return expireHolds(sweetId);
      case "sweep":
        return releaseExpiredHolds(db);
      case "clock":
        clock.now = at(op.now);
    }
  };
  let failed: Record<string, unknown> | undefined;
  try {
    await work();
  } catch (error) {
    failed = await refusal(Promise.reject(error));
  }
  if (!failed) return { code: "ok" };
  const { code, available } = failed as { code: string; available?: number };
  return !["order", "status", "items"].includes(op.op) && available !== undefined ? { code, available } : { code };
}

/** A move holds its lines at one moment, some of them a millisecond later: which of them is the latest is then no rule's matter. */
const holdTogether = ({ buyers }: World, cart: number) => sql`
  update cart_lines l set expires_at = m.latest from (
    select cart_id, max(expires_at) as latest, max(expires_at) - interval '25 milliseconds' as since from cart_lines group by 1
  ) m, carts c
  where m.cart_id = l.cart_id and c.id = l.cart_id and c.user_id = ${buyers[cart]?.id ?? 0} and l.expires_at between m.since and m.latest`;

type LineText = { pack: number; quantity: number; held: number; day: unknown; expired: boolean };
const lineText = ({ pack, quantity, held, day, expired }: LineText) =>
  `${pack}: ${quantity}, ${held} held${held > 0 ? ` from ${day ?? "stock"}` : ""}${expired ? ", expired" : ""}`;
type SoldText = { pack: number; count: number; day: string | null };
type OrderText = { status: string; returned: boolean; day: string | null; slot: string | null; lines: SoldText[] };
const orderText = (order: OrderText) =>
  `${order.status} ${order.returned} ${order.day} ${order.slot} ${order.lines.map(({ pack, count, day }) => `${count} of ${pack} ${day}`)}`;

async function stateOf({ sweets, packs, buyers, orders }: World) {
  const [stock, planDays, carts, sold] = await Promise.all([
    sql`select quantity from sweets where id = any(${sweets}) order by id`,
    sql`select sweet_id, day::text, capacity, above, held, ordered, made, short from plan_days where sweet_id = any(${sweets})`,
    sql`select c.user_id, c.day::text as cart_day, l.pack_id, l.quantity, l.held, l.day::text, coalesce(l.expires_at <= now(), false) as expired
      from carts c left join cart_lines l on l.cart_id = c.id where c.user_id = any(${buyers.map(({ id }) => id)})`,
    sql`select o.status, o.stock_returned as returned, o.day::text, o.slot_date::text as slot,
        jsonb_agg(jsonb_build_object('pack', l.pack_id, 'count', l.quantity, 'day', l.day) order by l.id) as lines
      from orders o join order_lines l on l.order_id = o.id where o.id = any(${orders}) group by o.id order by o.id`,
  ]);
  return {
    stock: stock.map(({ quantity }) => quantity),
    days: planDays.map(({ sweet_id, day, ...of }) => `${sweets.indexOf(sweet_id)} ${day} ${JSON.stringify(of)}`).sort(),
    carts: buyers.map(({ id }) => {
      const rows = carts.filter(({ user_id }) => user_id === id);
      const lines = rows.filter(({ pack_id }) => pack_id !== null);
      const texts = lines.map(({ pack_id, quantity, held, day, expired }) =>
        lineText({ pack: packs.indexOf(pack_id), quantity, held, day, expired }),
      );
      return { day: rows[0]?.cart_day ?? null, lines: texts.sort() };
    }),
    orders: sold.map(({ status, returned, day, slot, lines }) =>
      orderText({
        ...{ status, returned, day, slot },
        lines: lines.map((line: SoldText) => ({ ...line, pack: packs.indexOf(line.pack) })),
      }),
    ),
  };
}

/** A day without a row is one that nothing was done with. */
const stateOfModel = ({ state }: Model, rows: readonly string[]) => ({
  stock: state.stock,
  days: state.days
    .flatMap((own, sweet) =>
      own.map(({ capacity, above, held, ordered, made, short }, day) => {
        const key = `${sweet} ${dayAt(day)}`;
        return { key, text: `${key} ${JSON.stringify({ capacity, above, held, ordered, made, short })}` };
      }),
    )
    .filter(({ key }) => rows.some((row) => row.startsWith(key)))
    .map(({ text }) => text)
    .sort(),
  carts: state.carts.map(({ day, lines }) => ({
    day: dayAt(day),
    lines: lines.map((line) => lineText({ ...line, day: dayAt(line.day) })).sort(),
  })),
  orders: state.orders.map(({ status, returned, day, slot, lines }) =>
    orderText({
      ...{ status, returned, day: dayAt(day), slot: dayAt(slot) },
      lines: lines.map((line) => ({ ...line, day: dayAt(line.day) })),
    }),
  ),
});

/** A cart as its shopper sees it. */
async function seenOf({ buyers, packs }: World, cart: number) {
  const { day, items } = await readCart(buyers[cart] as Customer, writeDb());
  return {
    day,
    lines: items
      .map((line) => ({ ...line, pack: packs.indexOf(line.packId) }))
      .map(({ pack, quantity, day, held }) => ({ pack, quantity, day, held })),
  };
}
function seenOfModel(model: Model, cart: number) {
  const { day, lines } = model.seen(model.state.carts[cart] ?? { day: null, lines: [] });
  return { day: dayAt(day), lines: lines.map((line) => ({ ...line, day: dayAt(line.day) })) };
}

/** Orders are numbered as they come; before the first there is nothing to change. */
function settled(op: Op, orders: number): Op | null {
  if (!("order" in op)) return op;
  return orders === 0 ? null : { ...op, order: op.order % orders };
}

// Rarely met by chance: an order of a day that was lowered below its promises takes what an expired hold gives back.
const lowered: Op[] = [
  { op: "order", cart: 0, lines: [{ pack: 0, count: 1 }], day: 1, slot: false },
  { op: "status", order: 0, to: "Cancelled" },
  { op: "reserve", cart: 1, pack: 0, count: 2, day: 1 },
  { op: "capacity", sweet: 0, day: 1, units: 1, force: true },
  { op: "expire", sweet: 0 },
];
const examples: [Op[]][] = [
  [
    [
      { op: "reserve", cart: 0, pack: 1, count: 2, day: 1 },
      ...[3, 4].map((units): Op => ({ op: "capacity", sweet: 0, day: 1, units, force: false })),
      ...[2, 3].map((units): Op => ({ op: "capacity", sweet: 0, day: 1, units, force: units === 2 })),
      { op: "set", cart: 0, pack: 1, count: 1 },
    ],
  ],
  [[...lowered, { op: "status", order: 0, to: "Pending" }]],
  [
    [
      { op: "order", cart: 0, lines: [{ pack: 0, count: 1 }], day: 2, slot: false },
      ...lowered.slice(2),
      { op: "slot", order: 0, day: 1 },
    ],
  ],
  // What is held no longer is given back before a batch sets aside what is promised.
  [
    [
      { op: "reserve", cart: 0, pack: 0, count: 2, day: 1 },
      { op: "expire", sweet: 0 },
      { op: "batch", sweet: 0, day: 1, units: 1 },
    ],
  ],
  // What has left the shop once is ordered for good.
  [
    [
      { op: "order", cart: 0, lines: [{ pack: 0, count: 2 }], day: 1, slot: false },
      ...(["Shipped", "Pending", "Cancelled", "Pending"] as const).map((to): Op => ({ op: "status", order: 0, to })),
    ],
  ],
  // Two days are short, and an order of one of them gives back too little for both; then one that got nothing gives nothing back.
  [
    [
      { op: "waste", sweet: 1, units: 4 },
      ...(
        [
          [3, 2],
          [3, 1],
          [2, 2],
        ] as const
      ).map(([count, day], cart): Op => ({ op: "order", cart, lines: [{ pack: 2, count }], day, slot: true })),
      { op: "clock", now: 2010 },
      { op: "batch", sweet: 1, day: 2, units: 2 },
      { op: "batch", sweet: 1, day: 1, units: 1 },
      { op: "restock", sweet: 1, units: 1 },
      { op: "status", order: 2, to: "Cancelled" },
      { op: "status", order: 0, to: "Cancelled" },
      { op: "status", order: 2, to: "Pending" },
    ],
  ],
  // A first batch that is taken back opens its day again, with what was promised meanwhile beyond its capacity, and others' short gets stock.
  [
    [
      { op: "waste", sweet: 1, units: 4 },
      { op: "order", cart: 0, lines: [{ pack: 2, count: 4 }], day: 1, slot: true },
      { op: "order", cart: 1, lines: [{ pack: 2, count: 3 }], day: 2, slot: true },
      { op: "reserve", cart: 2, pack: 2, count: 1, day: 1 },
      { op: "batch", sweet: 1, day: 1, units: 8 },
      { op: "slot", order: 1, day: 1 },
      { op: "capacity", sweet: 1, day: 1, units: 4, force: false },
      { op: "batch", sweet: 1, day: 1, units: -3 },
      { op: "restock", sweet: 1, units: 2 },
      { op: "batch", sweet: 1, day: 1, units: -5 },
      { op: "reserve", cart: 1, pack: 2, count: 1, day: 1 },
      { op: "batch", sweet: 1, day: 1, units: 9 },
      { op: "batch", sweet: 1, day: 1, units: 6 },
      { op: "status", order: 0, to: "Shipped" },
      { op: "restock", sweet: 1, units: 4 },
      { op: "batch", sweet: 1, day: 1, units: -6 },
    ],
  ],
  // What has left the shop is neither corrected away nor given back; of two orders one can be taken up again, or moved here.
  [
    [
      { op: "waste", sweet: 1, units: 4 },
      ...[0, 1, 2].map(
        (cart): Op => ({ op: "order", cart, lines: [{ pack: 2, count: 2 }], day: cart === 2 ? 2 : 1, slot: true }),
      ),
      { op: "status", order: 1, to: "Cancelled" },
      { op: "status", order: 0, to: "Shipped" },
      { op: "batch", sweet: 1, day: 1, units: 3 },
      { op: "batch", sweet: 1, day: 1, units: -2 },
      { op: "batch", sweet: 1, day: 1, units: -1 },
      { op: "status", order: 0, to: "Cancelled" },
      { op: "status", order: 1, to: "Pending" },
      { op: "slot", order: 2, day: 1 },
      { op: "restock", sweet: 1, units: 2 },
      { op: "slot", order: 2, day: 1 },
      { op: "status", order: 1, to: "Pending" },
      { op: "slot", order: 2, day: 2 },
      { op: "status", order: 1, to: "Pending" },
    ],
  ],
];

test("one after the other, every call answers and leaves what the model says", { timeout: limit }, async () => {
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 20, maxLength: 80, size: "max" }), async (ops) => {
      const world = await newWorld();
      const model = new Model(STOCK, CAPACITY);
      for (const wanted of ops) {
        const op = settled(wanted, model.state.orders.length);
        if (!op) continue;
        const expected = model.do(op);
        expect([op, await call(world, op, writeDb())]).toEqual([op, expected]);
        if (op.op === "move") await holdTogether(world, op.cart);
        const state = await stateOf(world);
        expect([op, state]).toEqual([op, stateOfModel(model, state.days)]);
        if ("cart" in op) expect([op, await seenOf(world, op.cart)]).toEqual([op, seenOfModel(model, op.cart)]);
        codes.set(`${op.op} ${expected.code}`, (codes.get(`${op.op} ${expected.code}`) ?? 0) + 1);
      }
      await expectPlansRight();
    }),
    { ...bounds, numRuns: bounds.numRuns + examples.length, examples },
  );
  console.log(`Plans at random: ${[...codes].map(([code, times]) => `${times} × ${code}`).join(", ")}`);
  expect(codes.size).toBeGreaterThan(25);
});

test("many at once, what is promised, set aside and in stock adds up", { timeout: limit }, async () => {
  const known = [
    "ok",
    "invalid",
    "other_day",
    "day_closed",
    "day_short",
    "insufficient_stock",
    "below_promised",
    "above_plan",
    "conflict",
  ];
  const refused = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 20, maxLength: 40, size: "max" }), async (ops) => {
      const world = await newWorld();
      // The owner's lowering leaves promises above the capacity, and so does a day that opens again.
      const mayBeAbove = ops.some((op) => (op.op === "capacity" && op.force) || (op.op === "batch" && op.units < 0));
      const [first, later] = [ops.filter((op) => !("order" in op)), ops.filter((op) => "order" in op)];
      const answers = await Promise.all(first.map((op) => call(world, op, wide)));
      // Orders are there now: their changes beside all else once more.
      const again = [...later.flatMap((op) => settled(op, world.orders.length) ?? []), ...first];
      answers.push(...(await Promise.all(again.map((op) => call(world, op, wide)))));
      for (const { code } of answers) refused.add(code);
      await expectStockRight();
      const wrong = await sql`
        select d.* from plan_days d join sweets s on s.id = d.sweet_id where s.id = any(${world.sweets}) and (
          (d.short > 0 and (s.quantity > 0 or d.held > 0)) or (not ${mayBeAbove} and d.made is null and d.held + d.ordered > d.capacity))`;
      expect([...wrong], "short beside stock or holds, or promised beyond the capacity").toEqual([]);
    }),
    bounds,
  );
  // Nobody waited for each other in a circle, and no constraint had to step in.
  expect([...refused].filter((code) => !known.includes(code))).toEqual([]);
});
