// Random shopping of packs against the real database, with edits of the packs in between: one after the other it must do exactly what
// packs-model.ts says; many at once, no gram of a tray is lost or invented. How much: tests/support/property.ts.
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { writeDb } from "@/db/client";
import type { statuses } from "@/db/constants/orders";
import { connect, expectStockRight } from "../support/database";
import { anAdmin } from "../support/factories";
import { bounds, limit } from "../support/property";
import { sql } from "../support/sql";
import { firstPrice, type Model, type Op } from "./packs-model";
import { call, newModel, newWorld, op, SWEETS, settled, type World } from "./packs-world";

const admin = await anAdmin();
const wide = connect();
afterAll(() => expectStockRight(sql, { unitsChange: true }));

/** The world as its tables say, in the model's words: in grams. */
async function stateOf({ ids, orders: orderIds }: World) {
  const [sweets, packs, lines, orders] = await Promise.all([
    sql`select id, quantity, deleted_at is not null as deleted from sweets where id = any(${ids})`,
    sql`select sweet_id, grams as size, units, price, active, is_default as "isDefault" from packs where sweet_id = any(${ids}) order by id`,
    sql`select l.sweet_id, p.grams, l.quantity, l.held, l.expires_at <= now() as expired
        from cart_lines l join packs p on p.id = l.pack_id where l.sweet_id = any(${ids})`,
    sql`select status, total, stock_returned as returned from orders where id = any(${orderIds}) order by id`,
  ]);
  const sweetsOfWorld = ids.map((id) => {
    const row = sweets.find((one) => one.id === id);
    const own = packs.filter((one) => one.sweet_id === id);
    const [unit, other] = new Set(own.map(({ size, units }) => size / units));
    expect([id, other]).toEqual([id, undefined]);
    const list = own.map(({ size, price, active, isDefault }) => ({ size, price, active, isDefault }));
    return { free: row?.quantity * (unit as number), unit: unit as number, deleted: row?.deleted, packs: list };
  });
  return {
    sweets: sweetsOfWorld,
    lines: lines
      .map(({ sweet_id, grams, quantity, held, expired }) =>
        lineText(ids.indexOf(sweet_id), grams, { quantity, held, expired }),
      )
      .sort(),
    orders: [...orders],
  };
}

const lineText = (sweet: number, size: number, line: { quantity: number; held: number; expired: boolean }) =>
  `${sweet}: ${line.quantity} of ${size} g, ${line.held} held${line.expired ? ", expired" : ""}`;

const stateOfModel = (model: Model) => ({
  sweets: structuredClone(model.sweets),
  lines: model.carts.flatMap((cart) => cart.map((line) => lineText(line.sweet, line.size, line))).sort(),
  orders: model.orders.map(({ status, total, returned }) => ({ status, total, returned })),
});

// Rarely met by chance.
const hold = (count: number, who = 0, pack = 1000): Op => ({ op: "reserve", who, sweet: 0, pack, count });
const expired = (count: number, who = 0): Op[] => [hold(count, who), { op: "expire", sweet: 0 }];
const join: Op = { op: "join", visitor: 0, customer: 2 };
const order = (packs: number[], count: number): Op => ({
  ...{ op: "order", customer: 2, wrap: false, checkout: false },
  lines: packs.map((pack) => ({ sweet: 0, pack, count, shown: 0 })),
});
const off = (unit: number): Op => ({
  ...{ op: "edit", sweet: 0, packs: [{ size: 500, active: true }], unit, chosen: null, byId: true },
});
const cancel: Op = { op: "cancel", customer: 2, order: 0 };
const to = (status: (typeof statuses)[number]): Op => ({ op: "status", order: 0, to: status });
const again = to("Pending");
const stock = (by: number): Op => ({ op: "stock", sweet: 0, by });
const sale: Op = { op: "purchase", customer: 2, sweet: 0, pack: 250, count: 1 };
const set = (count: number): Op => ({ op: "setQuantity", who: 0, sweet: 0, pack: 250, count });
const examples: [Op[]][] = [
  // More than a visitor may have.
  [150, 51, 50].map((count): Op => ({ op: "reserve", who: 0, sweet: 1, pack: 100, count })),
  // An expired hold that joins a live one.
  [...expired(1, 0), hold(1, 2), join],
  [...expired(1, 2), hold(1, 0), join],
  // One whose units somebody else takes, before and after its release: then its line can only be lowered.
  [...expired(2), hold(2, 1)],
  [hold(8, 0, 250), { op: "expire", sweet: 0 } as const, { op: "release" } as const, hold(5, 1, 250), set(7), set(6)],
  // What is short until an expired hold goes back, or even then: orders, edits, and an order that is taken up again.
  [...expired(2), order([250, 500], 2)],
  [...expired(1), stock(-3)],
  [...expired(2), stock(-5)],
  [order([500], 3), cancel, ...expired(1), again],
  [order([500], 4), cancel, ...expired(1), sale, again],
  // What has left the shop is not given back, and not taken again; what has not is.
  [order([500], 2), ...(["Shipped", "Cancelled", "Processing", "Cancelled"] as const).map(to)],
  // A hold of a pack that is switched off, a tray that cannot be counted in larger units, and an order of a pack that is off by now.
  [hold(2), off(250), order([250, 500], 2)],
  [order([250, 500], 2), off(500), cancel, hold(2), again],
  [order([250, 500], 2), off(50), cancel, again],
].map((ops) => [ops]);

test("one after the other, every call answers and leaves what the model says", { timeout: limit }, async () => {
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(op, { minLength: 30, maxLength: 60, size: "max" }), async (ops) => {
      const world = await newWorld(admin);
      const model = newModel();
      for (const wanted of ops) {
        const op = settled(wanted, model.orders.length, ({ sweet, packs }) => {
          const stored = packs.find(({ size }) => model.pack(sweet, size));
          return (stored ?? model.pack(sweet, null))?.size ?? 0;
        });
        if (!op) continue;
        const prices = new Map(
          model.sweets.flatMap(({ packs }, i) => packs.map((pack) => [`${i}:${pack.size}`, pack.price])),
        );
        const defaults = model.sweets.map((_, i) => model.pack(i, null)?.size ?? 0);
        const priceOf = (i: number, size: number | null) =>
          prices.get(`${i}:${size ?? defaults[i]}`) ?? firstPrice(size ?? 0);
        const expected = model.do(op);
        expect([op, await call(op, world, writeDb(), priceOf)]).toEqual([op, expected]);
        expect([op, await stateOf(world)]).toEqual([op, stateOfModel(model)]);
        codes.set(`${op.op} ${expected.code}`, (codes.get(`${op.op} ${expected.code}`) ?? 0) + 1);
      }
      await expectStockRight(sql, { unitsChange: true });
    }),
    { ...bounds, numRuns: bounds.numRuns + examples.length, examples },
  );
  console.log(`Packs at random: ${[...codes].map(([code, times]) => `${times} × ${code}`).join(", ")}`);
  expect(codes.size).toBeGreaterThan(30);
});

/** What the world's sweets have, in grams: free, in carts, and sold. Nothing is below zero. */
async function gramsOf({ ids }: World): Promise<number[]> {
  const rows = await sql`
    select s.id, s.quantity * p.unit as free, least(s.quantity, c.least) as least, coalesce(c.held, 0)::int as held, coalesce(o.sold, 0)::int as sold
    from sweets s
    join (select sweet_id, min(grams / units) as unit from packs group by 1) p on p.sweet_id = s.id
    left join (
      select l.sweet_id, sum(l.held * p.grams) as held, min(l.held) as least from cart_lines l join packs p on p.id = l.pack_id group by 1
    ) c on c.sweet_id = s.id
    left join (
      select l.sweet_id, sum(l.quantity * l.grams) as sold from order_lines l join orders o on o.id = l.order_id
      where not o.stock_returned group by 1
    ) o on o.sweet_id = s.id
    where s.id = any(${ids}) order by s.id`;
  for (const { id, least } of rows) expect([id, least]).toEqual([id, Math.max(0, least)]);
  return rows.map(({ free, held, sold }) => free + held + sold);
}

test("many at once, no gram is lost or invented and every order is whole", { timeout: limit }, async () => {
  const EXPECTED = ["ok", "insufficient_stock", "invalid", "not_found", "conflict", "unavailable", "price_changed"];
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(op, { minLength: 8, maxLength: 16, size: "max" }), { minLength: 2, maxLength: 4, size: "max" }),
      async (batches) => {
        const world = await newWorld(admin);
        const grams = await gramsOf(world);
        expect(grams).toEqual(SWEETS.map(({ free }) => free));
        const kept = (i: number) => SWEETS[i]?.chosen ?? 0;
        const came = (i: number, by: number) => {
          grams[i] = (grams[i] ?? 0) + by;
        };
        for (const batch of batches) {
          const orders = world.orders.length;
          const ops = batch.flatMap((wanted) => {
            const op = settled(wanted, orders, ({ sweet }) => kept(sweet));
            // What is added must be known in grams whichever pack is the default by then.
            if (op?.op === "restock") return { ...op, pack: op.pack ?? kept(op.sweet) };
            return op === null || op.op === "stockTo" ? [] : op;
          });
          const priceOf = (i: number, size: number | null) => firstPrice(size ?? kept(i));
          const outcomes = await Promise.all(ops.map((op) => call(op, world, wide, priceOf, came)));
          for (const [i, outcome] of outcomes.entries())
            expect([ops[i], EXPECTED.includes(outcome.code), outcome]).toEqual([ops[i], true, outcome]);
          calls += ops.length;
          expect(await gramsOf(world)).toEqual(grams);
        }
        await expectStockRight(sql, { unitsChange: true });
      },
    ),
    bounds,
  );
  console.log(`Packs at random: ${calls} calls beside each other`);
});
