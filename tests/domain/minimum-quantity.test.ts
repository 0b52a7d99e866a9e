// The least that is sold of a sweet (docs/behaviour.md#minimum-quantity). How many packs can be sold is one number, which packsToSell of
// lib/catalogue/packs.ts makes, whoever asks: shoppers and programs meet it everywhere, while all that the owner counts is what is in stock.
import { afterAll, describe, expect, test, vi } from "vitest";
import { clampToStock, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { findForAdmin, listForAdmin } from "@/lib/catalogue/admin-queries";
import { restock, throwAway, updateSweet } from "@/lib/catalogue/commands";
import { daysOfSweet } from "@/lib/catalogue/for-day";
import { productJsonLd } from "@/lib/catalogue/json-ld";
import { listApiSweets } from "@/lib/catalogue/list-queries";
import { firstDays, readApiSweet, requireSweet, stockAndDays, stockOf } from "@/lib/catalogue/queries";
import { adminListQuery, listQuery } from "@/lib/catalogue/schema";
import { packsAtTill } from "@/lib/catalogue/till-queries";
import { soldOut } from "@/lib/messages/other-mails";
import { placeOrder } from "@/lib/orders/place";
import { purchase, takeOrder } from "@/lib/orders/purchase";
import { addOrderToCart } from "@/lib/orders/reorder";
import { takenOrderInput } from "@/lib/orders/taken-schema";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { setDay } from "@/lib/stock/plan-commands";
import { expectStockRight, expireHolds, pageNotifications, refusal, unitsOf } from "../support/database";
import {
  aCustomer,
  anAddress,
  anAdmin,
  anOrder,
  aSweet,
  aTray,
  aVisitor,
  type Lines,
  many,
} from "../support/factories";
import { pool, sql } from "../support/sql";
import { aPlanned } from "./plan-world";

vi.mock("@/lib/clock", async (original) => ({
  ...(await original<typeof import("@/lib/clock")>()),
  shopNow: () => new Date("2026-11-23T04:00:00Z"),
}));
const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"] as const;

const admin = await anAdmin();
const fromThree = (quantity: number, more: Parameters<typeof aSweet>[0] = {}) =>
  aSweet({ quantity, minimumQuantity: 3, ...more });
afterAll(() => expectStockRight());

describe("what means stock counts all of it", () => {
  test("for the owner's list and form, the till, the dashboard and the mail of what is sold out", async () => {
    const { id, name, packs } = await fromThree(2);
    const two = { id, quantity: 2, packs: [{ available: 2 }] };
    expect(await findForAdmin(admin, id)).toMatchObject(two);
    const listed = async (stock: "low" | "out") =>
      (await listForAdmin(admin, adminListQuery.parse({ stock, search: name }))).items;
    expect([await listed("low"), await listed("out")]).toMatchObject([[two], []]);
    expect((await packsAtTill(admin)).find(({ productId }) => productId === id)).toMatchObject({ available: 2 });
    const { runningOut } = await dashboardSummary(admin);
    expect(runningOut.find((one) => one.id === id)).toMatchObject(two);
    const rows = packs.map((pack) => ({ ...pack, price: 100 }));
    expect(soldOut({ name, stock: 2, units: 1, grams: null, packs: rows }).preview).toContain("2 are in stock again");
  });

  test("in the audit log, which names every change of it", async () => {
    const { id } = await fromThree(1);
    await updateSweet(admin, id, { stock: 2 }, null, pool);
    expect(await refusal(updateSweet(admin, id, { stock: 1, stockWas: 4 }, null, pool))).toMatchObject({
      available: 2,
    });
    expect(await refusal(throwAway(admin, id, { quantity: 3, reason: "Fell" }, pool))).toMatchObject({ available: 2 });
    const entries = await sql`select text, changes from audit_log where noun = 'stock' and noun_id = ${String(id)}`;
    expect(entries).toMatchObject([
      { text: expect.stringContaining("from 1 piece to 2 pieces"), changes: { quantity: [1, 2] } },
    ]);
  });

  test("for what staff sell, which is sold out with the last pack and not before", async () => {
    const sweet = await fromThree(3);
    const mails = () => sql`select kind from messages where sweet_id = ${sweet.id}`;
    await purchase(admin, sweet.id, many(sweet, 1), pool);
    expect(await mails()).toEqual([]);
    await purchase(admin, sweet.id, many(sweet, 2), pool);
    expect(await unitsOf(sweet.id)).toMatchObject({ free: 0, sold: 3 });
    expect(await mails()).toMatchObject([{ kind: "sold_out" }]);
    expect(await refusal(purchase(admin, sweet.id, many(sweet, 1), pool))).toMatchObject({ available: 0 });
  });
});

describe("of what has less than can be sold, shoppers find nothing", () => {
  test("in the sweet, lists, live stock and what search engines read", async () => {
    const { id, name } = await fromThree(2);
    const none = { quantity: 0, packs: [{ available: 0 }] };
    const sweet = await requireSweet(id);
    expect(sweet).toMatchObject({ ...none, isAvailable: false });
    expect((await listApiSweets(listQuery.parse({ search: name }))).items).toMatchObject([none]);
    expect(await stockOf([id])).toMatchObject([{ quantity: 0 }]);
    const selling = { today: tuesday, firstDays: new Map() };
    expect(productJsonLd(sweet, selling, () => []).offers).toMatchObject({
      availability: "https://schema.org/OutOfStock",
    });
  });

  test("on a day", async () => {
    const { id } = await aPlanned({ capacity: 2, minimumQuantity: 3 });
    expect((await stockAndDays([id])).sweets).toMatchObject([{ days: [] }]);
    expect((await firstDays([id])).size).toBe(0);
    expect((await daysOfSweet(id, { to: tuesday })).map(({ available }) => available)).toEqual([0]);
    expect(await readApiSweet(id, tuesday)).toMatchObject({ quantity: 0, isAvailable: false });
  });

  test("for a line of a cart, in the answer of a hold, and on another day of the cart", async () => {
    const [sweet, shopper] = [await fromThree(5), await aCustomer()];
    expect(await reserve(shopper, many(sweet, 3), pool)).toMatchObject({ quantity: 3, available: 0 });
    const other = await aVisitor();
    expect(await refusal(reserve(other, many(sweet, 2), pool))).toMatchObject({ available: 0 });
    await expireHolds(sweet.id);
    await placeOrder(await aCustomer(), anOrder([[sweet, 3]]), { channel: "api" }, pool);
    expect((await readCart(shopper)).items).toMatchObject([{ quantity: 3, available: 0 }]);
    await clampToStock(shopper, pool);
    expect((await readCart(shopper)).items).toEqual([]);

    const planned = await aPlanned({ capacity: 4, minimumQuantity: 3 });
    await reserve(shopper, { ...many(planned, 4), day: tuesday }, pool);
    await setDay(admin, { productId: planned.id, day: wednesday, capacity: 2, force: false }, pool);
    const { items } = await refusal(updateCart(shopper, { day: wednesday }, pool));
    expect(items).toMatchObject([{ productId: planned.id, available: 0 }]);
  });
});

const refused = (...lines: string[]) => ({
  code: "minimum_quantity",
  message: `Please order at least ${lines.join(", ")}`,
});

describe("a line of a cart", () => {
  test("begins with the minimum, grows by one, and is never set below it but to none", async () => {
    const [sweet, shopper] = [await fromThree(10), await aCustomer()];
    const below = refused(`3 of ${sweet.name}`);
    expect(await refusal(reserve(shopper, many(sweet, 2), pool))).toMatchObject(below);
    expect((await readCart(shopper)).items).toEqual([]);
    await reserve(shopper, many(sweet, 3), pool);
    expect(await reserve(shopper, many(sweet, 1), pool)).toMatchObject({ quantity: 4 });
    expect(await refusal(setQuantity(shopper, sweet.id, { quantity: 2 }, pool))).toMatchObject(below);
    expect(await unitsOf(sweet.id)).toMatchObject({ held: 4 });
    await setQuantity(shopper, sweet.id, { quantity: 0 }, pool);
    expect((await readCart(shopper)).items).toEqual([]);
  });

  test("counts packs, of each pack on its own", async () => {
    const [tray, shopper] = [await aTray(20), await aCustomer()];
    await updateSweet(admin, tray.id, { minimumQuantity: 2 }, null, pool);
    await reserve(shopper, many(tray.small, 2), pool);
    expect(await refusal(reserve(shopper, many(tray.large, 1), pool))).toMatchObject(refused("2 of Mysore Pak"));
  });

  test("holds the minimum, whatever limits a visitor has", async () => {
    const sweet = await aSweet({ minimumQuantity: 20, quantity: 30 });
    const visitor = { ...aVisitor(), address: anAddress() };
    expect(await reserve(visitor, many(sweet, 20), pool)).toMatchObject({ quantity: 20 });
    expect(await refusal(reserve(visitor, many(sweet, 1), pool))).toMatchObject({ code: "hold_limit" });
  });
});

describe("an order", () => {
  test("of a customer names the lines below their minimum; what staff sell may be less", async () => {
    const [sweet, other, third, customer] = [await fromThree(9), await fromThree(9), await aSweet(), await aCustomer()];
    const order = (...lines: Lines) => placeOrder(customer, anOrder(lines), { channel: "api" }, pool);
    expect(await refusal(order([sweet, 2], [third, 1]))).toMatchObject(refused(`3 of ${sweet.name}`));
    expect(await refusal(order([sweet, 2], [other, 1]))).toMatchObject(
      refused(`3 of ${sweet.name}`, `3 of ${other.name}`),
    );
    expect(await refusal(purchase(customer, sweet.id, many(sweet, 1), pool))).toMatchObject({
      code: "minimum_quantity",
    });
    expect(await unitsOf(sweet.id)).toMatchObject({ free: 9, sold: 0 });
    // A pack that is named twice is one line.
    expect((await order([sweet, 2], [sweet, 1])).items).toMatchObject([{ quantity: 3 }]);
    const counter = { items: [many(sweet, 1)], giftWrap: false, personalMessage: "" };
    await takeOrder(
      admin,
      takenOrderInput.parse({ ...counter, customer: { name: "Asha Rao", phone: "98200 00000" } }),
      pool,
    );
    await purchase(admin, sweet.id, many(sweet, 1), pool);
    expect(await unitsOf(sweet.id)).toMatchObject({ free: 4, sold: 5 });
  });

  test("of a customer finds nothing where less than the minimum is left", async () => {
    const [sweet, customer] = [await fromThree(2), await aCustomer()];
    expect(await refusal(placeOrder(customer, anOrder([[sweet, 3]]), { channel: "api" }, pool))).toMatchObject({
      code: "insufficient_stock",
      available: 0,
    });
  });

  test("goes into the cart again without the lines that are below a new minimum", async () => {
    const [sweet, other, customer] = [await aSweet(), await aSweet(), await aCustomer()];
    const order = anOrder([
      [sweet, 2],
      [other, 2],
    ]);
    const { id } = await placeOrder(customer, order, { channel: "api" }, pool);
    await updateSweet(admin, sweet.id, { minimumQuantity: 3 }, null, pool);
    expect(await addOrderToCart(customer, id, pool)).toMatchObject({ added: 2, missing: [{ wanted: 2, got: 0 }] });
  });
});

test("pages are told when the last packs that can be sold are gone, and when they are back", async () => {
  const sweet = await fromThree(5);
  const received = await pageNotifications();
  const sent = async (work: Promise<unknown>) => {
    await work;
    return (await received()).filter((text) => JSON.parse(text).id === sweet.id).length;
  };
  const sell = () => sent(purchase(admin, sweet.id, many(sweet, 1), pool));
  expect([await sell(), await sell(), await sell(), await sell()]).toEqual([0, 0, 1, 0]); // 4, 3, 2, 1
  expect(await sent(restock(admin, sweet.id, many(sweet, 2), pool))).toBe(1);
});

test("the minimum is from 1 to 50, whoever writes, and 1 where nobody has said it", async () => {
  const sweet = await aSweet();
  expect(sweet.minimumQuantity).toBe(1);
  for (const minimum of [0, 51])
    await expect(sql`update sweets set minimum_quantity = ${minimum} where id = ${sweet.id}`).rejects.toThrow(
      "sweets_minimum_quantity",
    );
});
