// How many packs can be sold is one number, which packsToSell of lib/catalogue/packs.ts makes, whoever asks. Here a pack is sold from three
// on, a rule that the shop does not have: shoppers and programs meet it everywhere, while all that the owner counts is what is in stock.
import { afterAll, describe, expect, test, vi } from "vitest";
import { clampToStock, reserve, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { findForAdmin, listForAdmin } from "@/lib/catalogue/admin-queries";
import { throwAway, updateSweet } from "@/lib/catalogue/commands";
import { daysOfSweet } from "@/lib/catalogue/for-day";
import { productJsonLd } from "@/lib/catalogue/json-ld";
import { listApiSweets } from "@/lib/catalogue/list-queries";
import { firstDays, readApiSweet, requireSweet, stockAndDays, stockOf } from "@/lib/catalogue/queries";
import { adminListQuery, listQuery } from "@/lib/catalogue/schema";
import { packsAtTill } from "@/lib/catalogue/till-queries";
import { soldOut } from "@/lib/messages/other-mails";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { dashboardSummary } from "@/lib/reports/dashboard-queries";
import { setDay } from "@/lib/stock/plan-commands";
import { expectStockRight, expireHolds, refusal, unitsOf } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor, many } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aPlanned } from "./plan-world";

vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));
vi.mock("@/lib/catalogue/packs", async (original) => {
  const packs = await original<typeof import("@/lib/catalogue/packs")>();
  const fromThree = (count: number) => (count < 3 ? 0 : count);
  return {
    ...packs,
    packsToSell: (...of: Parameters<typeof packs.packsToSell>) => fromThree(packs.packsToSell(...of)),
  };
});
const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"] as const;

const admin = await anAdmin();
afterAll(() => expectStockRight());

describe("what means stock counts all of it", () => {
  test("for the owner's list and form, the till, the dashboard and the mail of what is sold out", async () => {
    const { id, name, packs } = await aSweet({ quantity: 2 });
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
    const { id } = await aSweet({ quantity: 1 });
    await updateSweet(admin, id, { stock: 2 }, null, pool);
    expect(await refusal(updateSweet(admin, id, { stock: 1, stockWas: 4 }, null, pool))).toMatchObject({
      available: 2,
    });
    expect(await refusal(throwAway(admin, id, { quantity: 3, reason: "Fell" }, pool))).toMatchObject({ available: 2 });
    const entries = await sql`select text, changes from audit_log where noun = 'stock' and noun_id = ${String(id)}`;
    expect(entries).toMatchObject([{ text: expect.stringContaining("from 1 to 2"), changes: { quantity: [1, 2] } }]);
  });

  test("for what staff sell, which is sold out with the last pack and not before", async () => {
    const sweet = await aSweet({ quantity: 3 });
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
    const { id, name } = await aSweet({ quantity: 2 });
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
    const { id } = await aPlanned({ capacity: 2 });
    expect((await stockAndDays([id])).sweets).toMatchObject([{ days: [] }]);
    expect((await firstDays([id])).size).toBe(0);
    expect((await daysOfSweet(id, { to: tuesday })).map(({ available }) => available)).toEqual([0]);
    expect(await readApiSweet(id, tuesday)).toMatchObject({ quantity: 0, isAvailable: false });
  });

  test("for a line of a cart, in the answer of a hold, and on another day of the cart", async () => {
    const [sweet, shopper] = [await aSweet({ quantity: 5 }), await aCustomer()];
    expect(await reserve(shopper, many(sweet, 3), pool)).toMatchObject({ quantity: 3, available: 0 });
    const other = await aVisitor();
    expect(await refusal(reserve(other, many(sweet, 2), pool))).toMatchObject({ available: 0 });
    await expireHolds(sweet.id);
    await placeOrder(await aCustomer(), anOrder([[sweet, 3]]), { channel: "api" }, pool);
    expect((await readCart(shopper)).items).toMatchObject([{ quantity: 3, available: 0 }]);
    await clampToStock(shopper, pool);
    expect((await readCart(shopper)).items).toEqual([]);

    const planned = await aPlanned({ capacity: 4 });
    await reserve(shopper, { ...many(planned, 4), day: tuesday }, pool);
    await setDay(admin, { productId: planned.id, day: wednesday, capacity: 2, force: false }, pool);
    const { items } = await refusal(updateCart(shopper, { day: wednesday }, pool));
    expect(items).toMatchObject([{ productId: planned.id, available: 0 }]);
  });
});
