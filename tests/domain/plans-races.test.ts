// Many shoppers, and the owner, at the last units of a day at once: never more is promised than its capacity, whatever they do with it.
import { afterAll, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { reserve, updateCart } from "@/lib/cart/commands";
import { cancelOrder } from "@/lib/invoices/order-commands";
import { placeOrder } from "@/lib/orders/place";
import { setDay } from "@/lib/plans/commands";
import { atOnce, connect, done, expectStockRight, refusals } from "../support/database";
import { anAdmin, anOrder, customers } from "../support/factories";
import { sql } from "../support/sql";
import { aPlanned } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));
const [tuesday, wednesday] = ["2026-11-24", "2026-11-25"] as const;

const admin = await anAdmin();
const wide = connect();
afterAll(() => expectStockRight());

const orderOn = (by: Customer, sweet: { id: number }, day: string) => {
  return placeOrder(by, anOrder([[sweet, 1]], { delivery: { day } }), { channel: "api" }, wide);
};
const dayOf = async (sweet: { id: number }, day: string) =>
  (await sql`select capacity, held, ordered, above from plan_days where sweet_id = ${sweet.id} and day = ${day}`)[0];
/** Nobody waited for each other in a circle, and nothing failed that no rule refuses. */
const expectOnly = (tries: PromiseSettledResult<unknown>[], codes: string[]) =>
  expect(Object.keys(refusals(tries)).filter((code) => !codes.includes(code))).toEqual([]);

test("60 shoppers hold, move, order and cancel a day of 20: exactly 20 are promised", async () => {
  const sweet = await aPlanned({ capacity: 20 });
  const buyers = await customers(60);
  const tries = await atOnce(60, async (i) => {
    const buyer = buyers[i] as Customer;
    // A third holds the day, a third holds the next day and moves, a third orders without a cart.
    if (i % 3 === 2) return orderOn(buyer, sweet, tuesday);
    await reserve(buyer, { productId: sweet.id, quantity: 1, day: i % 3 === 0 ? tuesday : wednesday }, wide);
    if (i % 3 === 1) await updateCart(buyer, { day: tuesday }, wide);
    const order = await orderOn(buyer, sweet, tuesday);
    if (i % 4 !== 0) return order;
    await cancelOrder(buyer, order.id, wide);
    return orderOn(buyer, sweet, tuesday);
  });
  expectOnly(tries, ["insufficient_stock", "day_short"]);
  // Who was refused tries again, now that nobody cancels any more.
  const late = await atOnce(30, (i) => orderOn(buyers[i] as Customer, sweet, tuesday));
  expectOnly(late, ["day_short"]);
  const day = await dayOf(sweet, tuesday);
  expect({ ordered: day?.ordered + day?.held, above: day?.above }).toEqual({ ordered: 20, above: 0 });
});

test("carts of several sweets that move in both directions at once do not block each other", async () => {
  const [one, two] = [await aPlanned({ capacity: 24 }), await aPlanned({ capacity: 24 })];
  const buyers = await customers(24);
  for (const [i, buyer] of buyers.entries()) {
    const day = i % 2 ? tuesday : wednesday;
    // In either order: the sweets are locked by id all the same.
    for (const sweet of i % 3 ? [one, two] : [two, one])
      await reserve(buyer, { productId: sweet.id, quantity: 1, day });
  }
  const moves = await atOnce(72, (i) =>
    updateCart(buyers[i % 24] as Customer, { day: i % 3 ? tuesday : wednesday }, wide),
  );
  expectOnly(moves, ["day_short"]);
  for (const sweet of [one, two]) {
    const days = [await dayOf(sweet, tuesday), await dayOf(sweet, wednesday)];
    expect(days.reduce((sum, day) => sum + day?.held, 0)).toBe(24);
  }
});

test("a capacity that is lowered while orders come in is never passed", async () => {
  const sweet = await aPlanned({ capacity: 36 });
  const buyers = await customers(48);
  const tries = await atOnce(60, async (i) =>
    i % 5 === 0
      ? setDay(admin, { productId: sweet.id, day: tuesday, capacity: 36 - i / 5, force: false }, wide)
      : orderOn(buyers[i - Math.ceil(i / 5)] as Customer, sweet, tuesday),
  );
  expectOnly(tries, ["day_short", "below_promised"]);
  const day = await dayOf(sweet, tuesday);
  expect(day?.ordered).toBeLessThanOrEqual(day?.capacity);
  expect(done(tries).length).toBeGreaterThan(10);
});
