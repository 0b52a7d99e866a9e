// Several packs of one tray wanted at once, and what the owner and the pages are informed of.
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import type { StaffMember } from "@/lib/auth/actor";
import { joinCarts, reserve } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { restock, updateSweet } from "@/lib/catalogue/commands";
import { purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { orderInput } from "@/lib/orders/schema";
import { atOnce, atOnceBehind, connect, done, expectStockRight, refusals } from "../support/database";
import { aCustomer, anAdmin, aSweet, aVisitor, customers } from "../support/factories";
import { sql } from "../support/sql";

let admin: StaffMember;
let wide: Executor;
beforeAll(async () => {
  admin = await anAdmin();
  wide = connect(16);
});
afterAll(() => expectStockRight());

const list = [250, 500, 1000].map((grams) => ({
  label: grams < 1000 ? `${grams} g` : "1 kg",
  grams,
  units: grams / 250,
  price: grams,
  active: true,
  isDefault: grams === 500,
}));
/** A tray with so many units of 250 g; `packs`: the ids of 250 g, 500 g and 1 kg. */
async function aTray(units: number) {
  const { id } = await aSweet({ quantity: 0 });
  await updateSweet(admin, id, { packs: list });
  const packs = (await sql`select id from packs where sweet_id = ${id} order by units`).map((row) => row.id as number);
  const [small] = packs as [number, number, number];
  await restock(admin, id, { quantity: units, packId: small });
  return { id, packs: packs as [number, number, number] };
}
const free = async ({ id }: { id: number }) => (await sql`select quantity from sweets where id = ${id}`)[0]?.quantity;
const order = (tray: { id: number }, lines: [packId: number, quantity: number][]) =>
  orderInput.parse({
    items: lines.map(([packId, quantity]) => ({ productId: tray.id, packId, quantity })),
    delivery: { recipientName: "Asha", deliveryAddress: "12 Hill Road", phoneNumber: "98200 00000" },
  });
const lock = (tray: { id: number }) => (on: { unsafe: postgres.Sql["unsafe"] }) =>
  on.unsafe(`select 1 from sweets where id = ${tray.id} for no key update`);

describe("at once", () => {
  test("the last 250 g goes to who wants 250 g; who wants 500 g is refused", async () => {
    for (let round = 0; round < 5; round++) {
      const tray = await aTray(1);
      const [one, two] = await customers(2);
      const tries = await atOnceBehind(lock(tray), 2, (i) =>
        placeOrder((i === 0 ? one : two)!, order(tray, [[tray.packs[i]!, 1]]), { channel: "api" }, wide),
      );
      expect(tries.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
      expect(refusals(tries)).toEqual({ insufficient_stock: 1 });
      expect(await free(tray)).toBe(0);
    }
  });

  test("two visitors' carts that join one customer's keep each pack's line and hold", async () => {
    const tray = await aTray(40);
    const [buyer, one, two] = [await aCustomer(), aVisitor(), aVisitor()];
    await reserve(buyer, { productId: tray.id, packId: tray.packs[1], quantity: 1 });
    await reserve(one, { productId: tray.id, packId: tray.packs[0], quantity: 3 });
    await reserve(one, { productId: tray.id, packId: tray.packs[1], quantity: 2 });
    await reserve(two, { productId: tray.id, packId: tray.packs[2], quantity: 2 });
    await reserve(two, { productId: tray.id, packId: tray.packs[0], quantity: 1 });
    const left = await free(tray);
    const joins = await atOnceBehind(lock(tray), 2, (i) => joinCarts(buyer, (i === 0 ? one : two).cartToken, wide));
    expect(refusals(joins)).toEqual({});
    const { items } = await readCart(buyer);
    const lines = items.map(({ packLabel, quantity, held }) => [packLabel, quantity, held]).sort();
    expect(lines).toEqual([
      ["1 kg", 2, 2],
      ["250 g", 4, 4],
      ["500 g", 3, 3],
    ]);
    expect(await free(tray)).toBe(left);
  });

  test("a pack that is switched off while 50 buyers order and hold it", async () => {
    const tray = await aTray(1000);
    const people = await customers(50);
    const off = list.map((pack) => ({ ...pack, active: pack.grams !== 1000 }));
    const tries = await atOnce(51, (i): Promise<unknown> => {
      if (i === 20) return updateSweet(admin, tray.id, { packs: off }, null, wide);
      const person = people[i % 50]!;
      return i % 2
        ? reserve(person, { productId: tray.id, packId: tray.packs[2], quantity: 1 }, wide)
        : placeOrder(person, order(tray, [[tray.packs[2], 1]]), { channel: "api" }, wide);
    });
    expect(Object.keys(refusals(tries)).filter((code) => !["not_found", "unavailable"].includes(code))).toEqual([]);
    const orders = done(tries).filter((one) => (one as { total?: number }).total !== undefined).length;
    const [row] = await sql`
      select coalesce(sum(l.quantity), 0)::int as sold, (select sum(held)::int from cart_lines where sweet_id = ${tray.id}) as held
      from order_lines l where sweet_id = ${tray.id}`;
    expect([row?.sold <= orders, row?.held ?? 0]).toEqual([true, 0]);
    expect(await free(tray)).toBe(1000 - 4 * row?.sold);
  });
});

test("the owner gets the message when no pack fits any more, and none while one does", async () => {
  const tray = await aTray(9);
  const [small, middle, large] = tray.packs;
  const messages = async () =>
    (await sql`select count(*)::int as n from messages where kind = 'sold_out' and sweet_id = ${tray.id}`)[0]?.n;
  await placeOrder(await aCustomer(), order(tray, [[large, 2]]), { channel: "api" });
  expect([await free(tray), await messages()]).toEqual([1, 0]);
  await purchase(admin, tray.id, { quantity: 1, packId: small });
  expect([await free(tray), await messages()]).toEqual([0, 1]);
  // 250 g that no pack on sale takes is sold out too.
  await restock(admin, tray.id, { quantity: 3, packId: small });
  await updateSweet(admin, tray.id, { packs: list.map((pack) => ({ ...pack, active: pack.grams !== 250 })) });
  await purchase(admin, tray.id, { quantity: 1, packId: middle });
  expect([await free(tray), await messages()]).toEqual([1, 2]);
});

test("pages are expired when a pack sells out or is there again, and not by other sales", async () => {
  const tray = await aTray(12);
  const [small, middle, large] = tray.packs;
  const listener = postgres(process.env.DATABASE_URL ?? "", { max: 1, onnotice: () => {} });
  let received: string[] = [];
  await listener.listen("pages", (text) => received.push(text));
  /** The number of notifications of the tray that a call sends; one that says "end" comes last. */
  const sent = async (work: Promise<unknown>) => {
    await work;
    await sql`select pg_notify('pages', 'end')`;
    while (!received.includes("end")) await new Promise((resolve) => setImmediate(resolve));
    const count = received.filter((text) => text !== "end" && JSON.parse(text).id === tray.id).length;
    received = [];
    return count;
  };
  const sell = (packId: number, quantity: number) => purchase(admin, tray.id, { quantity, packId });
  expect(await sent(sell(small, 1))).toBe(0); // 11 of 12
  expect(await sent(sell(large, 1))).toBe(0); // 7
  expect(await sent(sell(small, 3))).toBe(0); // 4: a kilogram is still there
  expect(await sent(sell(small, 1))).toBe(1); // 3: no kilogram
  expect(await sent(sell(small, 1))).toBe(0); // 2
  const placed = await placeOrder(await aCustomer(), order(tray, [[small, 1]]), { channel: "api" }); // 1: no 500 g
  expect(await sent(Promise.resolve())).toBe(1);
  expect(await sent(sell(small, 1))).toBe(1); // 0
  expect(await sent(setOrderStatus(admin, placed.id, "Cancelled"))).toBe(1); // 1: 250 g again
  expect(await sent(restock(admin, tray.id, { quantity: 2, packId: middle }))).toBe(1); // 5: all again
  expect(await sent(restock(admin, tray.id, { quantity: 2, packId: middle }))).toBe(0);
  await listener.end();
});
