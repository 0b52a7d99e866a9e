// Carts and orders for a day: where each line comes from, what moves, and what is refused (docs/behaviour.md#a-day-for-the-cart).

import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readDb } from "@/db/client";
import type { Customer, Visitor } from "@/lib/auth/actor";
import { emptyCart, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { quoteDelivery } from "@/lib/delivery/queries";
import { moveOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { addOrderToCart } from "@/lib/orders/reorder";
import type { OrderInput } from "@/lib/orders/schema";
import { defaultSettings } from "@/lib/settings/defaults";
import { setDay } from "@/lib/stock/plan-commands";
import { readPlanDay } from "@/lib/stock/plan-queries";
import { expectStockRight, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Lines, quantityOf } from "../support/factories";
import { save } from "../support/settings";
import { pool } from "../support/sql";
import { aPlanned } from "./plan-world";

// Monday, 9:30 in India.
const clock = vi.hoisted(() => ({ now: new Date("2026-11-23T04:00:00Z") }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now }));

const [monday, tuesday, wednesday, thursday] = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"] as const;
let customer: Customer;
const admin = await anAdmin();
beforeEach(async () => {
  clock.now = new Date("2026-11-23T04:00:00Z");
  customer = await aCustomer();
});
afterAll(() => expectStockRight());

const dayOf = async (sweet: { id: number }, day: string) => {
  const { held, ordered, made, short } = await readPlanDay(sweet.id, day, readDb());
  return { held, ordered, made, short };
};
const hold = (who: Customer | Visitor, sweet: { id: number }, quantity: number, day?: string | null) =>
  reserve(who, { productId: sweet.id, quantity, day }, pool);
const cartOf = async (shopper: Parameters<typeof readCart>[0]) => {
  const { day, items } = await readCart(shopper);
  return { day, lines: items.map((line) => [line.productId, line.quantity, line.held, line.day]) };
};
const order = (lines: Lines, delivery: Partial<OrderInput["delivery"]> = {}, by = customer) => {
  return placeOrder(by, anOrder(lines, { delivery }), { channel: "api" }, pool);
};
/** A window of a day, with what else an order needs for it. */
const window = (date: string, from = "10:00") => ({ pincode: "400028", slot: { date, from } });

describe("a cart", () => {
  test("has the day of its first line, holds planned sweets from the plan and others from stock", async () => {
    const [laddoo, nuts] = [await aPlanned(), await aSweet({ quantity: 5 })];
    await hold(customer, laddoo, 2, tuesday);
    await hold(customer, nuts, 1);
    expect(await cartOf(customer)).toEqual({
      day: tuesday,
      lines: [
        [laddoo.id, 2, 2, tuesday],
        [nuts.id, 1, 1, null],
      ],
    });
    expect(await dayOf(laddoo, tuesday)).toEqual({ held: 2, ordered: 0, made: null, short: 0 });
    expect(await quantityOf(nuts)).toBe(4);
  });

  test("refuses a line for another day, null included, and takes any day again once it is empty", async () => {
    const laddoo = await aPlanned();
    await hold(customer, laddoo, 1, tuesday);
    for (const day of [wednesday, null])
      expect(await refusal(hold(customer, laddoo, 1, day))).toMatchObject({ code: "other_day", day: tuesday });
    await setQuantity(customer, laddoo.id, { quantity: 0 }, pool);
    expect(await cartOf(customer)).toEqual({ day: null, lines: [] });
    // Today is another day than one of a plan.
    const jalebi = await aPlanned({ quantity: 3 });
    await hold(customer, jalebi, 1);
    expect(await cartOf(customer)).toEqual({ day: null, lines: [[jalebi.id, 1, 1, null]] });
    expect(await refusal(hold(customer, jalebi, 1, tuesday))).toMatchObject({ code: "other_day", day: null });
    await emptyCart(customer, pool);
    expect((await dayOf(laddoo, tuesday)).held).toBe(0);
  });

  test("gets no more than the day has, and says so", async () => {
    const laddoo = await aPlanned({ capacity: 3 });
    expect(await refusal(hold(customer, laddoo, 4, tuesday))).toMatchObject({
      code: "insufficient_stock",
      message: "Only 3 left for Tue 24 Nov.",
      available: 3,
    });
  });

  test("gets nothing once the day's orders have closed; what it holds stays, can be lowered and is not prolonged", async () => {
    const laddoo = await aPlanned();
    await hold(customer, laddoo, 2, tuesday);
    const [before] = (await readCart(customer)).items;
    clock.now = new Date("2026-11-23T14:30:00Z");
    const closed = { code: "day_closed", message: "Orders for Tue 24 Nov closed at 8:00 pm." };
    expect(await refusal(hold(customer, laddoo, 1))).toMatchObject(closed);
    await setQuantity(customer, laddoo.id, { quantity: 1 }, pool);
    const [after] = (await readCart(customer)).items;
    expect(after).toMatchObject({ quantity: 1, held: 1, expiresAt: before?.expiresAt });
    const { id } = await order([[laddoo, 1]], { day: tuesday });
    expect(id).toBeGreaterThan(0);
  });

  test("takes an order again without the sweets whose day has closed", async () => {
    const [laddoo, nuts] = [await aPlanned({ name: "Laddoo" }), await aSweet({ quantity: 5 })];
    const lines: Lines = [
      [laddoo, 2],
      [nuts, 1],
    ];
    const { id } = await order(lines, { day: tuesday });
    await hold(customer, nuts, 1, tuesday);
    clock.now = new Date("2026-11-23T14:30:00Z");
    expect(await addOrderToCart(customer, id, pool)).toEqual({
      added: 1,
      missing: [{ name: "Laddoo", wanted: 2, got: 0 }],
    });
    expect(await cartOf(customer)).toEqual({ day: tuesday, lines: [[nuts.id, 2, 2, null]] });
  });

  test.each(["2026-11-22", "2026-11-30", "2027-01-01"])("refuses %s, which cannot be booked", async (day) => {
    const laddoo = await aPlanned();
    const wrong = { code: "invalid", errors: [expect.objectContaining({ path: "day" })] };
    expect(await refusal(hold(customer, laddoo, 1, day))).toMatchObject(wrong);
    expect(await refusal(updateCart(customer, { day }, pool))).toMatchObject(wrong);
  });
});

describe("another day", () => {
  test("moves every planned line or none, and says what is short and which days have all", async () => {
    const [laddoo, jalebi] = [await aPlanned(), await aPlanned()];
    await setDay(admin, { productId: jalebi.id, day: wednesday, capacity: 1, force: false }, pool);
    await hold(customer, laddoo, 2, tuesday);
    await hold(customer, jalebi, 3);
    const packId = (jalebi.packs[0] as { id: number }).id;
    expect(await refusal(updateCart(customer, { day: wednesday }, pool))).toMatchObject({
      code: "day_short",
      items: [{ productId: jalebi.id, packId, available: 1 }],
      days: [tuesday, thursday, "2026-11-27", "2026-11-28", "2026-11-29"],
    });
    expect((await cartOf(customer)).day).toBe(tuesday);
    await updateCart(customer, { day: thursday }, pool);
    expect(await cartOf(customer)).toEqual({
      day: thursday,
      lines: [
        [laddoo.id, 2, 2, thursday],
        [jalebi.id, 3, 3, thursday],
      ],
    });
    expect([(await dayOf(laddoo, tuesday)).held, (await dayOf(jalebi, thursday)).held]).toEqual([0, 3]);
  });

  test("counts what the cart holds itself", async () => {
    const laddoo = await aPlanned({ capacity: 3 });
    await hold(customer, laddoo, 3, tuesday);
    await updateCart(customer, { day: tuesday }, pool);
    expect((await dayOf(laddoo, tuesday)).held).toBe(3);
  });
});

describe("an order", () => {
  test("for a day takes the cart's holds first, then the plan, and leaves an empty cart without a day", async () => {
    const laddoo = await aPlanned();
    await hold(customer, laddoo, 2, tuesday);
    const placed = await order([[laddoo, 3]], { day: tuesday });
    expect([placed.day, placed.items[0]?.day]).toEqual([tuesday, tuesday]);
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ held: 0, ordered: 3 });
    expect(await cartOf(customer)).toEqual({ day: null, lines: [] });
  });

  test("for a later window is for its day, also without a cart; for a window of today it is from stock", async () => {
    const laddoo = await aPlanned({ quantity: 5 });
    const later = await order([[laddoo, 1]], window(tuesday));
    const today = await order([[laddoo, 1]], window(monday, "13:00"));
    expect([later.items[0]?.day, today.items[0]?.day, today.day]).toEqual([tuesday, null, null]);
    expect(await quantityOf(laddoo)).toBe(4);
  });

  test("leaves from stock what the buyer holds wholly from stock", async () => {
    const laddoo = await aPlanned({ quantity: 5 });
    await hold(customer, laddoo, 2);
    const placed = await order([[laddoo, 2]], window(tuesday));
    expect(placed.items[0]?.day).toBeNull();
    expect([await quantityOf(laddoo), (await dayOf(laddoo, tuesday)).ordered]).toEqual([3, 0]);
  });

  test("is refused: a day that is not the window's, is over, is short or has closed, or while stock lacks", async () => {
    const [laddoo, nuts] = [await aPlanned({ capacity: 2 }), await aSweet({ quantity: 1 })];
    const on = (delivery: Partial<OrderInput["delivery"]>, lines: Lines = [[laddoo, 1]]) =>
      refusal(order(lines, delivery));
    const path = (name: string) => ({ code: "invalid", errors: [expect.objectContaining({ path: name })] });
    expect(await on({ ...window(tuesday), day: wednesday })).toMatchObject(path("delivery.day"));
    expect(await on({ day: "2026-11-20" })).toMatchObject(path("delivery.day"));
    const packId = (laddoo.packs[0] as { id: number }).id;
    expect(await on({ day: tuesday }, [[laddoo, 3]])).toMatchObject({
      code: "day_short",
      items: [{ productId: laddoo.id, packId, available: 2 }],
      days: [],
    });
    expect(
      await on({ day: tuesday }, [
        [laddoo, 1],
        [nuts, 2],
      ]),
    ).toMatchObject({ code: "day_short", items: [{ productId: nuts.id }], days: [] });
    expect(await on({ day: tuesday }, [[nuts, 2]])).toMatchObject({ code: "insufficient_stock" });
    clock.now = new Date("2026-11-23T14:31:00Z");
    expect(await on({ day: tuesday })).toMatchObject({ code: "day_closed" });
  });

  test("moved to another day moves its planned lines, never beyond the plan, and leaves them on a day before today", async () => {
    const laddoo = await aPlanned({ capacity: 3 });
    const { id } = await order([[laddoo, 2]], window(tuesday));
    await setDay(admin, { productId: laddoo.id, day: wednesday, capacity: 1, force: false }, pool);
    expect(await refusal(moveOrder(admin, id, { date: wednesday, from: "10:00", force: true }, pool))).toMatchObject({
      code: "day_short",
      items: [{ productId: laddoo.id, available: 1 }],
    });
    const moved = await moveOrder(admin, id, { date: thursday, from: "10:00", force: false }, pool);
    expect([moved.day, moved.items[0]?.day]).toEqual([thursday, thursday]);
    expect([(await dayOf(laddoo, tuesday)).ordered, (await dayOf(laddoo, thursday)).ordered]).toEqual([0, 2]);
    const past = await moveOrder(admin, id, { date: "2026-11-20", from: "10:00", force: false }, pool);
    expect(past.items[0]?.day).toBe(thursday);
  });
});

describe("a festival", () => {
  const diwali = (opensAt: string, closesAt: string, sweets: number[]) => ({
    ...{ slug: "diwali", name: "Diwali", text: null, opensAt, closesAt, sweets },
    days: ["2026-12-10"],
  });

  test("has days beyond the usual span for its sweets alone, until it closes; a hold of before may still be ordered", async () => {
    const [modak, laddoo] = [await aPlanned({ orderBy: { days: 0, time: "08:00" } }), await aPlanned()];
    await save("festivals", [diwali("2026-11-20T00:00:00.000Z", "2026-11-23T05:00:00.000Z", [modak.id])]);
    await hold(customer, modak, 2, "2026-12-10");
    expect(await refusal(hold(customer, laddoo, 1))).toMatchObject({ code: "invalid" });
    const { id } = await order([[laddoo, 1]], { day: tuesday });
    expect(await addOrderToCart(customer, id, pool)).toMatchObject({ added: 0, missing: [{ wanted: 1, got: 0 }] });
    const offered = async () => {
      const { methods } = await quoteDelivery(customer, {
        pincode: "400028",
        items: [{ productId: modak.id, quantity: 2 }],
      });
      return methods[0]?.days.map(({ date }) => date).includes("2026-12-10");
    };
    expect(await offered()).toBe(true);
    clock.now = new Date("2026-11-23T05:01:00Z");
    expect(await refusal(hold(await aCustomer(), modak, 1, "2026-12-10"))).toMatchObject({
      code: "day_closed",
      message: "Orders for Thu 10 Dec closed at 10:30 am.",
    });
    expect((await cartOf(customer)).day).toBe("2026-12-10");
    const placed = await order([[modak, 2]], { day: "2026-12-10" });
    expect(placed.items[0]?.day).toBe("2026-12-10");
    await save("festivals", []);
  });
});

test("deliveries leave out days on which a planned sweet is closed or short", async () => {
  await save("windows", defaultSettings.windows);
  const laddoo = await aPlanned({ capacity: 2 });
  await order([[laddoo, 1]], { day: wednesday });
  const days = async (quantity: number) => {
    const { methods } = await quoteDelivery(customer, {
      pincode: "400028",
      items: [{ productId: laddoo.id, quantity }],
    });
    return methods[0]?.days.map(({ date }) => date);
  };
  expect(await days(1)).toEqual([monday, tuesday, wednesday, thursday, "2026-11-27", "2026-11-28", "2026-11-29"]);
  expect(await days(2)).not.toContain(wednesday);
  clock.now = new Date("2026-11-23T14:31:00Z");
  expect(await days(1)).not.toContain(tuesday);
});
