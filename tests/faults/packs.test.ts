// Buyers of several packs of one tray over two instances: the tray is sold to its last gram, and no gram twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectStockRight } from "../support/database";
import { sql } from "../support/sql";
import { anInstance, anOwner, aPerson, aSweetBy, call, delivery, type HttpResponse, type Instance } from "./shop";

let a: Instance;
let b: Instance;
let owner: string;
beforeAll(async () => {
  [a, b] = await Promise.all([anInstance(), anInstance()]);
  owner = await anOwner(a);
});
afterAll(() => expectStockRight(sql, { unitsChange: true }));

const either = (i: number) => (i % 2 ? a : b);
/** The packs of a tray, with the grams that a unit has. */
const packs = (unit: number, off: number[] = []) =>
  [250, 500, 1000].map((grams) => ({
    label: grams < 1000 ? `${grams} g` : "1 kg",
    grams,
    units: grams / unit,
    price: grams,
    active: !off.includes(grams),
    isDefault: grams === 500,
  }));

async function aTray(stock: number): Promise<{ id: number; packIds: number[] }> {
  const sweet = await aSweetBy(a, owner, { price: 500, stock, packs: packs(250) });
  return { id: sweet.id, packIds: sweet.packs.map(({ id }: { id: number }) => id) };
}

/** Grams of a tray that are free, in carts and sold. */
async function gramsOf(id: number) {
  const [row] = await sql`
    select s.quantity * p.unit as free,
      (select coalesce(sum(l.held * k.grams), 0)::int from cart_lines l join packs k on k.id = l.pack_id where l.sweet_id = s.id) as held,
      (select coalesce(sum(l.quantity * l.grams), 0)::int from order_lines l join orders o on o.id = l.order_id
        where l.sweet_id = s.id and not o.stock_returned) as sold
    from sweets s, lateral (select min(grams / units) as unit from packs where sweet_id = s.id) p where s.id = ${id}`;
  return row as unknown as { free: number; held: number; sold: number };
}

/** So many calls, 64 at a time. */
async function concurrently(times: number, work: (i: number) => Promise<HttpResponse>): Promise<HttpResponse[]> {
  const queue = Array.from({ length: times }, (_, i) => i);
  const answers: HttpResponse[] = [];
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let i = queue.shift(); i !== undefined; i = queue.shift()) answers.push(await work(i));
    }),
  );
  return answers;
}

const order = (at: Instance, token: string, items: object[]) =>
  call(at, "POST", "/api/orders", { token, body: { items, delivery } });
const codes = (answers: HttpResponse[]) => [
  ...new Set(answers.map(({ status, body }) => (status < 300 ? "ok" : body?.code))),
];

test("500 buyers of 250 g, 500 g and 1 kg for one tray of 30 kg: it ends at zero", async () => {
  const tray = await aTray(60);
  const people = await Promise.all(Array.from({ length: 8 }, (_, i) => aPerson(either(i))));
  const answers = await concurrently(500, (i) => {
    const { token } = people[i % 8]!;
    const item = { productId: tray.id, packId: tray.packIds[i % 3], quantity: 1 };
    if (i % 5 === 0)
      return call(either(i), "POST", `/api/sweets/${tray.id}/purchase`, {
        token,
        body: { quantity: 1, packId: item.packId },
      });
    if (i % 5 === 1) return call(either(i), "POST", "/api/cart/reserve", { body: item });
    const other = { ...item, packId: tray.packIds[(i + 1) % 3] };
    return order(either(i), token, i % 5 === 2 ? [item, other] : [item]);
  });
  expect(codes(answers).sort()).toEqual(["insufficient_stock", "ok"]);
  const grams = await gramsOf(tray.id);
  expect(grams).toEqual({ free: 0, held: 30_000 - grams.sold, sold: expect.any(Number) });
  expect(grams.held).toBeGreaterThan(0);
  for (const instance of [a, b]) {
    const { quantity, packs } = (await call(instance, "GET", `/api/sweets/${tray.id}`)).body;
    expect([quantity, ...packs.map(({ available }: { available: number }) => available)]).toEqual([0, 0, 0, 0]);
  }
  const placed = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
  const [there] = await sql`select count(*)::int as orders from orders where id = any(${placed})`;
  expect([placed.length > 0, there?.orders]).toEqual([true, new Set(placed).size]);
});

test("the owner switches packs off and counts in another unit while 50 buyers hold and order", async () => {
  const tray = await aTray(600);
  const people = await Promise.all(Array.from({ length: 10 }, (_, i) => aPerson(either(i))));
  const edits = [packs(250, [1000]), packs(50), packs(125, [250]), packs(250)];
  const edited: HttpResponse[] = [];
  let open = true;
  const editing = (async () => {
    for (let i = 0; open; i++) {
      const body = { packs: edits[i % edits.length] };
      edited.push(await call(either(i), "PUT", `/api/sweets/${tray.id}`, { token: owner, body }));
    }
  })();
  const answers = await concurrently(300, (i) => {
    const { token } = people[i % 10]!;
    const item = { productId: tray.id, packId: tray.packIds[i % 3], quantity: 1 };
    return i % 2 === 0
      ? call(either(i >> 1), "POST", "/api/cart/reserve", { token, body: item })
      : order(either(i >> 1), token, [item]);
  });
  open = false;
  await editing;
  expect(edited.length).toBeGreaterThan(2);
  expect(codes(edited)).toEqual(["ok"]);
  expect(codes(answers).filter((code) => !["ok", "not_found", "unavailable"].includes(code))).toEqual([]);
  const { free, held, sold } = await gramsOf(tray.id);
  expect(free + held + sold).toBe(300_000);
  expect(sold).toBeGreaterThan(0);
});
