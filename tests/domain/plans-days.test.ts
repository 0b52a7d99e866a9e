// What becomes of carts and orders of a day as time goes on: midnight, a clock that is set back, the login of somebody with another cart, and stock
// after the first batch (docs/behaviour.md#a-day-for-the-cart). plans-property.test.ts tries the same at random.
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { checkStock } from "@/db/check-stock";
import type { Customer, Visitor } from "@/lib/auth/actor";
import { joinCarts, reserve, setQuantity, updateCart } from "@/lib/cart/commands";
import { readCart } from "@/lib/cart/queries";
import { restock } from "@/lib/catalogue/commands";
import { moveOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import type { OrderInput } from "@/lib/orders/schema";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { enterBatch } from "@/lib/stock/batch-commands";
import { releaseExpiredHolds } from "@/lib/stock/expired";
import { connect, expectStockRight, expireHolds, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, aVisitor } from "../support/factories";
import { pool, sql } from "../support/sql";
import { aPlanned, batch, dayOf, stockOf } from "./plan-world";

const clock = vi.hoisted(() => ({ now: new Date(0) }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now }));
const [monday, tuesday, wednesday] = ["2026-11-23", "2026-11-24", "2026-11-25"] as const;
/** A time of a day in India. */
const at = (day: string, time: string) => {
  clock.now = new Date(`${day}T${time}:00+05:30`);
};

let buyer: Customer;
const admin = await anAdmin();
beforeEach(async () => {
  at(monday, "09:30");
  buyer = await aCustomer();
});
afterAll(async () => {
  await expectStockRight();
  expect((await checkStock(process.env.DATABASE_URL ?? "")).differences).toEqual([]);
});

type Sweet = { id: number };
const hold = (who: Customer | Visitor, sweet: Sweet, quantity: number, day?: string | null) =>
  reserve(who, { productId: sweet.id, quantity, day }, pool);
const order = (sweet: Sweet, count: number, delivery: Partial<OrderInput["delivery"]>, by = buyer) => {
  return placeOrder(by, anOrder([[sweet, count]], { delivery }), { channel: "api" }, pool);
};
const window = (date: string, from = "16:00") => ({ pincode: "400028", slot: { date, from } });
const cartOf = async (who: Customer | Visitor) => {
  const { day, items } = await readCart(who);
  return [day, ...items.map((line) => [line.quantity, line.held, line.day])];
};

describe("midnight", () => {
  test("a cart's day becomes today, where what it holds can still be ordered, and then is past", async () => {
    const laddoo = await aPlanned({ quantity: 5 });
    await hold(buyer, laddoo, 3, tuesday);
    at(tuesday, "00:00");
    expect(await cartOf(buyer)).toEqual([tuesday, [3, 3, tuesday]]);
    expect(await refusal(hold(buyer, laddoo, 1))).toMatchObject({ code: "day_closed" });
    expect((await order(laddoo, 1, { day: tuesday })).items[0]?.day).toBe(tuesday);
    at(tuesday, "23:59");
    expect(await cartOf(buyer)).toEqual([tuesday, [2, 2, tuesday]]);
    at(wednesday, "00:00");
    expect(await cartOf(buyer)).toEqual([null, [2, 0, null]]);
    expect(await refusal(order(laddoo, 1, { day: tuesday }))).toMatchObject({ code: "invalid" });
    // Its hold counts until the line changes or its minutes have passed; then the day has it back.
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ held: 2, ordered: 1 });
    await hold(buyer, laddoo, 1, null);
    expect([await cartOf(buyer), await stockOf(laddoo)]).toEqual([[null, [3, 3, null]], 2]);
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ held: 0, ordered: 1 });
  });

  test("today itself is a day while its plan is open; a window of today alone is from stock", async () => {
    const jalebi = await aPlanned({ quantity: 1, orderBy: { days: 0, time: "12:00" } });
    await hold(buyer, jalebi, 2, monday);
    expect((await order(jalebi, 2, { ...window(monday), day: monday })).items[0]?.day).toBe(monday);
    expect((await order(jalebi, 1, window(monday))).items[0]?.day).toBeNull();
    expect([await stockOf(jalebi), await dayOf(jalebi, monday)]).toMatchObject([0, { held: 0, ordered: 2 }]);
    at(monday, "12:00");
    expect(await refusal(order(jalebi, 1, { day: monday }))).toMatchObject({ code: "day_closed" });
  });

  test("a clock that is set back opens the day again, and promises no more than its capacity", async () => {
    const laddoo = await aPlanned({ capacity: 3 });
    await hold(buyer, laddoo, 2, tuesday);
    at(wednesday, "00:10");
    expect(await cartOf(buyer)).toEqual([null, [2, 0, null]]);
    at(monday, "19:59");
    expect(await cartOf(buyer)).toEqual([tuesday, [2, 2, tuesday]]);
    expect(await refusal(hold(await aCustomer(), laddoo, 2, tuesday))).toMatchObject({
      ...{ code: "insufficient_stock", available: 1 },
    });
    await order(laddoo, 3, { day: tuesday });
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ capacity: 3, held: 0, ordered: 3 });
  });

  test("what expires after the order-by time cannot be held again, and goes to nobody else", async () => {
    const laddoo = await aPlanned({ capacity: 2 });
    await hold(buyer, laddoo, 2, tuesday);
    at(monday, "20:00");
    await expireHolds(laddoo.id);
    expect(await refusal(order(laddoo, 2, { day: tuesday }))).toMatchObject({ code: "day_closed" });
    expect(await refusal(updateCart(buyer, { day: tuesday }, pool))).toMatchObject({ code: "day_closed" });
    await setQuantity(buyer, laddoo.id, { quantity: 1 }, pool);
    expect(await cartOf(buyer)).toEqual([tuesday, [1, 0, tuesday]]);
    await releaseExpiredHolds();
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ held: 0, ordered: 0 });
  });
});

describe("two carts at login", () => {
  /** As if a cart had been used so many minutes ago. */
  const used = async (who: Customer, minutes: number) => {
    await sql`
      with c as (update carts set updated_at = updated_at - ${minutes} * interval '1 minute' where user_id = ${who.id} returning id)
      update cart_lines l set created_at = created_at - ${minutes} * interval '1 minute', expires_at = expires_at - ${minutes} * interval '1 minute'
      from c where l.cart_id = c.id`;
  };

  test("the account's, when it was used last: the visitor's holds of another day end, of the same day they add up", async () => {
    const [laddoo, jalebi] = [await aPlanned(), await aPlanned({ quantity: 4 })];
    const [visitor, same] = [aVisitor(), aVisitor()];
    await hold(visitor, laddoo, 2, wednesday);
    await hold(same, laddoo, 1, tuesday);
    await hold(buyer, laddoo, 3, tuesday);
    await hold(buyer, jalebi, 1);
    await joinCarts(buyer, visitor.cartToken, pool);
    expect(await cartOf(buyer)).toEqual([tuesday, [5, 3, tuesday], [1, 1, tuesday]]);
    expect([await dayOf(laddoo, tuesday), await dayOf(laddoo, wednesday)]).toMatchObject([{ held: 4 }, { held: 0 }]);
    await joinCarts(buyer, same.cartToken, pool);
    expect(await cartOf(buyer)).toEqual([tuesday, [6, 4, tuesday], [1, 1, tuesday]]);
  });

  test("the visitor's, when that was: what the account held from stock or for another day has no hold", async () => {
    const [laddoo, nuts] = [await aPlanned({ quantity: 4 }), await aSweet({ quantity: 5 })];
    const visitor = aVisitor();
    await hold(buyer, laddoo, 3);
    await hold(buyer, nuts, 2);
    await used(buyer, 2);
    await hold(visitor, laddoo, 2, tuesday);
    await joinCarts(buyer, visitor.cartToken, pool);
    expect(await cartOf(buyer)).toEqual([tuesday, [5, 2, tuesday], [2, 2, null]]);
    expect([await stockOf(laddoo), await dayOf(laddoo, tuesday)]).toMatchObject([4, { held: 2 }]);
  });

  test("a hold of a closed day that has expired does not live again by joining one that lives", async () => {
    const [laddoo, visitor] = [await aPlanned(), aVisitor()];
    await hold(visitor, laddoo, 2, tuesday);
    await hold(buyer, laddoo, 3, tuesday);
    await sql`
      update cart_lines set expires_at = now() - interval '1 minute'
      where sweet_id = ${laddoo.id} and cart_id in (select id from carts where user_id is null)`;
    at(monday, "20:00");
    await joinCarts(buyer, visitor.cartToken, pool);
    expect(await cartOf(buyer)).toEqual([tuesday, [5, 3, tuesday]]);
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ held: 3, ordered: 0 });
  });

  test("a day that is past is none, and what a made day had set aside comes back into stock", async () => {
    const [laddoo, visitor] = [await aPlanned(), aVisitor()];
    await hold(visitor, laddoo, 2, tuesday);
    await batch(laddoo, tuesday, 2);
    expect(await stockOf(laddoo)).toBe(0);
    at(wednesday, "00:05");
    await joinCarts(buyer, visitor.cartToken, pool);
    expect([await cartOf(buyer), await stockOf(laddoo)]).toEqual([[null, [2, 0, null]], 2]);
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ held: 0, made: 2, short: 0 });
  });
});

describe("after the first batch", () => {
  test("an order that is taken up again, or moved here, takes stock, or is refused", async () => {
    const laddoo = await aPlanned();
    const first = await order(laddoo, 3, window(tuesday));
    const second = await order(laddoo, 2, window(wednesday));
    await cancelOrder(buyer, first.id, pool);
    await batch(laddoo, tuesday, 2);
    expect(await refusal(setOrderStatus(admin, first.id, "Pending", pool))).toMatchObject({
      ...{ code: "day_short", items: [{ productId: laddoo.id, available: 2 }] },
    });
    await moveOrder(admin, second.id, { date: tuesday, from: "16:00", force: false }, pool);
    expect([await stockOf(laddoo), await dayOf(laddoo, tuesday)]).toMatchObject([0, { ordered: 2, short: 0 }]);
    const third = await order(laddoo, 1, window(wednesday));
    const here = { date: tuesday, from: "13:00", force: true };
    expect(await refusal(moveOrder(admin, third.id, here, pool))).toMatchObject({ code: "day_short" });
    await moveOrder(admin, second.id, { date: wednesday, from: "16:00", force: false }, pool);
    expect([await stockOf(laddoo), (await dayOf(laddoo, wednesday))?.ordered]).toEqual([2, 3]);
    await moveOrder(admin, third.id, here, pool);
    expect([await stockOf(laddoo), await dayOf(laddoo, tuesday)]).toMatchObject([1, { ordered: 1, short: 0 }]);
  });

  test("a batch, its undoing, orders and holds at once: whatever comes first, all of it adds up", async () => {
    const laddoo = await aPlanned({ capacity: 30, quantity: 3 });
    const wide = connect();
    const buyers = await Promise.all(Array.from({ length: 4 }, () => aCustomer()));
    const made = (units: number) =>
      enterBatch(admin, { productId: laddoo.id, day: tuesday, units }, wide).then(({ made }) => made);
    for (let round = 0; round < 6; round++) {
      await hold(buyer, laddoo, 1, tuesday).catch(() => {});
      const tries = await Promise.allSettled([
        made(6),
        ...buyers.map((by) =>
          placeOrder(by, anOrder([[laddoo, 1]], { delivery: window(tuesday) }), { channel: "api" }, wide),
        ),
        made(-6),
        hold(await aCustomer(), laddoo, 1, tuesday),
        made(6),
        made(-6),
      ]);
      for (const one of tries)
        if (one.status === "rejected")
          expect(["day_closed", "day_short", "conflict", "insufficient_stock"]).toContain(one.reason.code);
      const day = await dayOf(laddoo, tuesday);
      if (day?.made) await batch(laddoo, tuesday, -day.made);
      const left = await dayOf(laddoo, tuesday);
      expect(left).toMatchObject({ made: null, short: 0 });
      expect([await stockOf(laddoo), left?.held + left?.ordered <= 30]).toEqual([3, true]);
    }
  });

  test("an order that is moved between two days with batches takes what it gives back itself", async () => {
    const laddoo = await aPlanned();
    const { id } = await order(laddoo, 3, window(tuesday));
    at(tuesday, "06:00");
    await batch(laddoo, tuesday, 3);
    await batch(laddoo, wednesday, 1);
    expect(await stockOf(laddoo)).toBe(1);
    await moveOrder(admin, id, { date: wednesday, from: "16:00", force: false }, pool);
    expect([await stockOf(laddoo), await dayOf(laddoo, tuesday), await dayOf(laddoo, wednesday)]).toMatchObject([
      ...[1, { ordered: 0, short: 0 }, { ordered: 3, short: 0 }],
    ]);
  });

  test("what an order gives back fills what is short, the earliest day first; the rest is in stock", async () => {
    const laddoo = await aPlanned();
    const [tight, wide] = [await order(laddoo, 3, window(tuesday)), await order(laddoo, 8, window(wednesday))];
    const given = await order(laddoo, 2, window(wednesday));
    at(tuesday, "06:00");
    await batch(laddoo, wednesday, 7);
    await batch(laddoo, tuesday, 1);
    const shorts = async () => [(await dayOf(laddoo, tuesday))?.short, (await dayOf(laddoo, wednesday))?.short];
    expect(await shorts()).toEqual([2, 3]);
    await cancelOrder(buyer, given.id, pool);
    expect([await stockOf(laddoo), ...(await shorts())]).toEqual([0, 0, 3]);
    await restock(admin, laddoo.id, { quantity: 5 }, pool);
    expect([await stockOf(laddoo), ...(await shorts())]).toEqual([2, 0, 0]);
    for (const status of ["Shipped", "Cancelled", "Pending"] as const) {
      await setOrderStatus(admin, tight.id, status, pool);
      await setOrderStatus(admin, wide.id, status, pool);
      expect([await stockOf(laddoo), await dayOf(laddoo, wednesday)]).toMatchObject([2, { ordered: 8, short: 0 }]);
    }
  });

  test("moving or ordering one's own hold is no return: what is short gets nothing of it", async () => {
    const laddoo = await aPlanned({ quantity: 2, orderBy: { days: 0, time: "12:00" } });
    const mover = await aCustomer();
    await hold(buyer, laddoo, 2);
    await hold(mover, laddoo, 2, tuesday);
    await order(laddoo, 3, { day: monday }, await aCustomer());
    await batch(laddoo, tuesday, 2);
    await batch(laddoo, monday, 1);
    expect([await stockOf(laddoo), await dayOf(laddoo, monday)]).toMatchObject([0, { ordered: 3, short: 2 }]);
    await order(laddoo, 2, window(wednesday));
    await updateCart(mover, { day: null }, pool);
    expect(await cartOf(mover)).toEqual([null, [2, 2, null]]);
    expect([await stockOf(laddoo), await dayOf(laddoo, monday)]).toMatchObject([0, { short: 2 }]);
    await setQuantity(mover, laddoo.id, { quantity: 1 }, pool);
    expect([await stockOf(laddoo), await dayOf(laddoo, monday)]).toMatchObject([0, { short: 1 }]);
  });

  test("too little ends the latest holds first, whole ones, and gives back what they had beyond it", async () => {
    const laddoo = await aPlanned();
    const people = [await aCustomer(), await aCustomer(), await aCustomer()] as const;
    for (const one of people) await hold(one, laddoo, 2, tuesday);
    // The first one's hold begins anew: now it is the latest.
    await hold(people[0], laddoo, 1);
    await order(laddoo, 3, window(tuesday));
    await batch(laddoo, tuesday, 6);
    const held = async () => (await Promise.all(people.map(cartOf))).map(([, line]) => line);
    expect(await held()).toEqual([
      [3, 0, tuesday],
      [2, 2, tuesday],
      [2, 0, tuesday],
    ]);
    expect([await stockOf(laddoo), await dayOf(laddoo, tuesday)]).toMatchObject([1, { held: 2, ordered: 3, short: 0 }]);
    await batch(laddoo, tuesday, -2);
    expect([await stockOf(laddoo), await dayOf(laddoo, tuesday)]).toMatchObject([1, { held: 0, ordered: 3, short: 0 }]);
  });
});
