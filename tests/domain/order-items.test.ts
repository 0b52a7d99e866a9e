// Staff change what an order holds (docs/behaviour.md#changing-the-sweets-of-an-order). What that does to stock and plans at random is in
// plans-property.test.ts.
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { checkPayments } from "@/db/check-payments";
import { checkStock } from "@/db/check-stock";
import type { Customer } from "@/lib/auth/actor";
import { deleteSweet, updateSweet } from "@/lib/catalogue/commands";
import { addDays, indiaDay } from "@/lib/dates";
import { toPaise, toRupees } from "@/lib/money";
import { findAnyOrder, listAllOrders, streamOrders } from "@/lib/orders/admin-queries";
import { moveOrder } from "@/lib/orders/correction-commands";
import { changeItems } from "@/lib/orders/item-commands";
import { itemChoices } from "@/lib/orders/item-queries";
import { placeOrder } from "@/lib/orders/place";
import { refundOrder } from "@/lib/orders/refund-commands";
import { type OrderInput, orderItemsInput, ordersQuery } from "@/lib/orders/schema";
import { cancelOrder, setOrderStatus } from "@/lib/orders/status-commands";
import { claimPayment, confirmPayment, recordPayment } from "@/lib/payments/commands";
import { paymentTasks } from "@/lib/payments/task-queries";
import { paymentsByDay } from "@/lib/reports/queries";
import { atOnce, connect, expectPlacesRight, expectStockRight, refusal, refusals } from "../support/database";
import {
  aCustomer,
  anAdmin,
  anOrder,
  aSweet,
  aTray,
  type Item,
  type Lines,
  many,
  quantityOf,
} from "../support/factories";
import { bounds, limit } from "../support/property";
import { pool, sql } from "../support/sql";
import { recordedNow } from "./clock";
import { aUtr, cash, lastPayment } from "./money";
import { aPlanned, batch, dayOf, stockOf } from "./plan-world";

// Monday, 9:30 in India.
const clock = vi.hoisted(() => ({ now: new Date("2026-11-23T04:00:00Z") }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now, recordedUntil: (at: Date) => at }));
const tuesday = "2026-11-24";

const admin = await anAdmin();
const wide = connect();
let buyer: Customer;
beforeEach(async () => {
  clock.now = new Date("2026-11-23T04:00:00Z");
  buyer = await aCustomer();
});
afterAll(async () => {
  await expectStockRight();
  await expectPlacesRight();
  const url = process.env.DATABASE_URL ?? "";
  expect([(await checkStock(url)).differences, (await checkPayments(url)).differences]).toEqual([[], []]);
});

const order = (lines: Lines, rest: Parameters<typeof anOrder>[1] = {}) =>
  placeOrder(buyer, anOrder(lines, rest), { channel: "api" }, pool);
const itemsOf = (lines: [Item, number][]) => lines.map(([item, quantity]) => many(item, quantity));
const change = (id: number, lines: [Item, number][], db = pool) =>
  changeItems(admin, id, { items: itemsOf(lines) }, db);
const linesOf = async (id: number) =>
  (await findAnyOrder(admin, id)).items.map(({ productId, quantity, price }) => [productId, quantity, price]);
const forDay = (day = tuesday): Partial<OrderInput["delivery"]> => ({
  pincode: "400028",
  slot: { date: day, from: "10:00" },
});

describe("a change", () => {
  test("keeps prices as sold, takes today's for what is new, and leaves fee and gift wrap; it is recorded and told", async () => {
    const [kept, gone, fresh] = [
      await aSweet({ name: "Peda", price: 100 }),
      await aSweet({ name: "Jalebi", price: 60 }),
      await aSweet({ name: "Barfi", price: 250 }),
    ];
    const delivery = { pincode: "400028" };
    const { id, total } = await order(
      [
        [kept, 2],
        [gone, 1],
      ],
      { delivery, giftWrap: true },
    );
    expect(total).toBe(260 + 50 + 49);
    await updateSweet(admin, kept.id, { price: 140 }, null, pool);
    await sql`update orders set packed_at = now() where id = ${id}`;
    const changed = await change(id, [
      [fresh, 1],
      [kept, 2],
      [kept, 1],
    ]);
    expect(changed.items.map(({ product, quantity, price }) => [product.name, quantity, price])).toEqual([
      ["Peda", 3, 100],
      ["Barfi", 1, 250],
    ]);
    expect(changed).toMatchObject({ total: 550 + 50 + 49, packedAt: null, payment: { state: "unpaid", due: 649 } });
    expect(changed.fulfilment.fee).toBe(49);
    expect(changed.corrections).toMatchObject([
      { field: "items", from: "1 × Jalebi (₹60)", to: "1 × Peda (₹100), 1 × Barfi (₹250)", by: admin.name },
    ]);
    const [said] = await sql`select kind from messages where order_id = ${id} and kind = 'order_changed'`;
    expect(said).toBeDefined();
  });

  test("to what the order has already writes nothing", async () => {
    const tray = await aTray(10);
    const { id } = await order([
      [tray.small, 1],
      [tray.large, 1],
    ]);
    const stored = async () => [
      await findAnyOrder(admin, id),
      await stockOf(tray),
      await sql`select max(id) from stock_ledger`,
      await sql`select max(id) from messages`,
      await sql`select max(id) from audit_log`,
    ];
    const before = await stored();
    await change(id, [
      [tray.large, 1],
      [tray.small, 1],
    ]);
    expect(await stored()).toEqual(before);
  });

  test("gives back what goes and takes what comes; what lacks changes nothing, and is named at its line", async () => {
    const [tray, other] = [await aTray(10), await aSweet({ quantity: 3 })];
    const { id } = await order([
      [tray.large, 2],
      [other, 1],
    ]);
    await change(id, [
      [tray.small, 9],
      [other, 3],
    ]);
    expect([await stockOf(tray), await quantityOf(other)]).toEqual([1, 0]);
    expect(
      await refusal(
        change(id, [
          [tray.medium, 1],
          [tray.small, 9],
          [other, 4],
        ]),
      ),
    ).toMatchObject({
      code: "insufficient_stock",
      short: expect.arrayContaining([
        { productId: tray.id, packId: tray.medium.packId, available: 0 },
        { productId: other.id, packId: other.packs[0]?.id, available: 3 },
      ]),
    });
    expect([await stockOf(tray), await linesOf(id)]).toEqual([
      1,
      [
        [other.id, 3, 100],
        [tray.id, 9, 200],
      ],
    ]);
    // What goes makes room for what comes of the same sweet.
    await change(id, [[tray.medium, 5]]);
    expect([await stockOf(tray), await quantityOf(other)]).toEqual([0, 3]);
  });

  test("takes of the plan of the order's day, also after its order-by time, and no less than a sweet's minimum", async () => {
    const laddoo = await aPlanned({ capacity: 5, minimumQuantity: 2 });
    const nuts = await aSweet({ quantity: 2 });
    const { id } = await order([[laddoo, 2]], { delivery: forDay() });
    clock.now = new Date("2026-11-24T03:00:00Z");
    expect((await itemChoices(admin, id)).choices.find(({ productId }) => productId === laddoo.id)?.free).toBe(3);
    expect(
      await refusal(
        change(id, [
          [laddoo, 6],
          [nuts, 1],
        ]),
      ),
    ).toMatchObject({
      code: "day_short",
      items: [{ productId: laddoo.id, available: 5 }],
    });
    await change(id, [
      [laddoo, 5],
      [nuts, 1],
    ]);
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ ordered: 5, made: null });
    const { items } = await change(id, [[laddoo, 1]]);
    expect(items).toMatchObject([{ quantity: 1, day: tuesday }]);
    expect([await dayOf(laddoo, tuesday), await quantityOf(nuts)]).toMatchObject([{ ordered: 1 }, 2]);
  });

  test("after the first batch of the day takes of stock, and gives back into it, where what is short gets it first", async () => {
    const laddoo = await aPlanned({ capacity: 9 });
    const first = await order([[laddoo, 4]], { delivery: forDay() });
    const second = await order([[laddoo, 3]], { delivery: forDay() });
    await batch(laddoo, tuesday, 6);
    expect(await dayOf(laddoo, tuesday)).toMatchObject({ ordered: 7, short: 1 });
    expect(await refusal(change(second.id, [[laddoo, 4]]))).toMatchObject({ code: "day_short" });
    await change(first.id, [[laddoo, 1]]);
    expect([await dayOf(laddoo, tuesday), await stockOf(laddoo)]).toMatchObject([{ ordered: 4, short: 0 }, 2]);
    await change(second.id, [[laddoo, 5]]);
    expect([await dayOf(laddoo, tuesday), await stockOf(laddoo)]).toMatchObject([{ ordered: 6, short: 0 }, 0]);
    expect(await sql`select 1 from messages where event = ${`sold_out:${second.id}:${laddoo.id}`}`).toHaveLength(1);
  });

  test("of a day that is over without a batch comes from stock, as the choices say", async () => {
    const [laddoo, nuts] = [await aPlanned({ capacity: 9, quantity: 5 }), await aSweet()];
    const { id } = await order([[nuts, 1]], { delivery: forDay() });
    clock.now = new Date("2026-11-27T04:00:00Z");
    expect((await itemChoices(admin, id)).choices.find(({ productId }) => productId === laddoo.id)?.free).toBe(5);
    const { items } = await change(id, [
      [nuts, 1],
      [laddoo, 3],
    ]);
    expect([items[1]?.day, await stockOf(laddoo)]).toEqual([null, 2]);
  });

  test("knows lines from before there were packs as those of the first pack", async () => {
    const sweet = await aSweet({ price: 80, quantity: 10 });
    const { id } = await order([[sweet, 3]]);
    await sql`update order_lines set pack_id = null, pack_label = null where order_id = ${id}`;
    await updateSweet(admin, sweet.id, { price: 90 }, null, pool);
    const { items, total } = await change(id, [[{ id: sweet.id }, 5]]);
    expect([items.length, items[0]?.price, total, await stockOf(sweet)]).toEqual([1, 80, 400, 5]);
    await sql`update order_lines set pack_id = ${sweet.packs[0]?.id ?? 0} where order_id = ${id}`;
  });

  test("tells the owner of a sweet that it has sold out", async () => {
    const sweet = await aSweet({ quantity: 2 });
    const { id } = await order([[sweet, 1]]);
    await change(id, [[sweet, 2]]);
    expect(await sql`select 1 from messages where event = ${`sold_out:${id}:${sweet.id}`}`).toHaveLength(1);
  });

  test("is refused for an order that is shipped, completed or cancelled, and for one that has left the shop once", async () => {
    const sweet = await aSweet({ quantity: 100 });
    const { id } = await order([[sweet, 1]]);
    const conflict = { code: "conflict" };
    await setOrderStatus(admin, id, "Cancelled", pool);
    expect(await refusal(change(id, [[sweet, 2]]))).toMatchObject(conflict);
    await setOrderStatus(admin, id, "Processing", pool);
    await change(id, [[sweet, 2]]);
    for (const status of ["Shipped", "Completed", "Processing"] as const) {
      await setOrderStatus(admin, id, status, pool);
      expect(await refusal(change(id, [[sweet, 3]])), status).toMatchObject(conflict);
    }
    expect(await refusal(changeItems(admin, 2_000_000_000, { items: itemsOf([[sweet, 1]]) }, pool))).toMatchObject({
      code: "not_found",
    });
  });

  test("gets no more of what is not sold any more, which may stay, and nothing that does not travel for a courier", async () => {
    const [off, laddoo] = [await aSweet({ travels: true }), await aSweet({ travels: false })];
    const { id } = await order([[off, 2]], { delivery: { pincode: "560001", method: "courier" } });
    await deleteSweet(admin, off.id, pool);
    const unavailable = { code: "unavailable", unavailable: [off.id], unavailablePacks: [off.packs[0]?.id] };
    expect(await refusal(change(id, [[off, 3]]))).toMatchObject(unavailable);
    expect(
      await refusal(
        change(id, [
          [off, 1],
          [{ id: 2_000_000_000 }, 1],
        ]),
      ),
    ).toMatchObject({ code: "unavailable" });
    expect(
      await refusal(
        change(id, [
          [off, 2],
          [laddoo, 1],
        ]),
      ),
    ).toMatchObject({ code: "blocked", blocked: [laddoo.id] });
    await change(id, [[off, 1]]);
    expect(await linesOf(id)).toEqual([[off.id, 1, 100]]);
  });

  test("over other sweets than its editor has read is refused", async () => {
    const [one, other] = [await aSweet(), await aSweet()];
    const { id } = await order([[one, 2]]);
    const was = itemsOf([[one, 2]]);
    const edit = (lines: [Item, number][]) => changeItems(admin, id, { items: itemsOf(lines), was }, pool);
    await edit([
      [one, 2],
      [other, 1],
    ]);
    // The same once more, as after a lost answer, changes nothing.
    await edit([
      [one, 2],
      [other, 1],
    ]);
    expect(await refusal(edit([[one, 1]]))).toMatchObject({ code: "stale_version" });
    expect(await linesOf(id)).toEqual([
      [one.id, 2, 100],
      [other.id, 1, 100],
    ]);
  });
});

test("what is sent has a line at least, and no line of nothing", () => {
  const isValid = (items: object[]) => orderItemsInput.safeParse({ items }).success;
  const line = { productId: 1, packId: 1, quantity: 1 };
  expect([isValid([line]), isValid([]), isValid([{ ...line, quantity: 0 }])]).toEqual([true, false, false]);
});

describe("money", () => {
  const listed = async () => {
    const { items, meta } = await listAllOrders(admin, ordersQuery.parse({ payment: "to_refund", pageSize: 100 }));
    expect(meta.total).toBe(items.length);
    return items.map(({ id }) => id);
  };

  test("that came in above the new total is listed to be refunded; a cancelled order costs nothing", async () => {
    const sweet = await aSweet({ price: 500 });
    const { id } = await order([[sweet, 2]]);
    await recordPayment(admin, id, cash(1000), pool);
    expect(await listed()).not.toContain(id);
    const { payment } = await change(id, [[sweet, 1]]);
    expect(payment).toEqual({ method: "cod", state: "paid", paid: 1000, due: 0 });
    expect(await listed()).toContain(id);
    const tasks = await paymentTasks(admin, { all: true });
    expect(tasks.toRefund.find((one) => one.id === id)).toMatchObject({ left: 500 });
    const exported: number[] = [];
    for await (const rows of streamOrders(admin, { payment: "to_refund" })) exported.push(...rows.map((row) => row.id));
    expect(exported).toEqual(await listed());
    await refundOrder(admin, id, { amount: 500, reason: "One less" }, pool);
    expect(await listed()).not.toContain(id);
    await setOrderStatus(admin, id, "Cancelled", pool);
    expect(await listed()).toContain(id);
  });

  test("that was paid back above the total is due again when the order costs more again; no credit note is for it", async () => {
    const sweet = await aSweet({ price: 500, quantity: 100 });
    const { id } = await order([[sweet, 2]]);
    await recordPayment(admin, id, cash(1000), pool);
    await change(id, [[sweet, 1]]);
    await refundOrder(admin, id, { amount: 500, reason: "One less" }, pool);
    const again = await change(id, [[sweet, 2]]);
    expect(again.payment).toMatchObject({ state: "part_refunded", paid: 500, due: 500 });
    const today = indiaDay(await recordedNow());
    const around = { from: addDays(today, -1), to: addDays(today, 1) };
    const outstanding = async () => (await paymentsByDay(admin, around)).reduce((sum, day) => sum + day.outstanding, 0);
    const before = await outstanding();
    expect(await refusal(recordPayment(admin, id, cash(501), pool))).toMatchObject({ code: "overpaid", due: 500 });
    await recordPayment(admin, id, cash(500), pool);
    expect(before - (await outstanding())).toBe(500);
    await setOrderStatus(admin, id, "Completed", pool);
    const documents = await sql`select kind, total::int from invoices where order_id = ${id}`;
    expect([...documents]).toMatchObject([{ kind: "bill_of_supply", total: 1000_00 }]);
  });

  test("that is claimed is to be checked, also when the rest was paid and the order costs no more than that", async () => {
    const sweet = await aSweet({ price: 500 });
    const { id } = await order([[sweet, 2]], { payment: "cod" });
    await recordPayment(admin, id, cash(500), pool);
    await claimPayment(buyer, id, { utr: aUtr() }, pool);
    const { claimed } = (await paymentTasks(admin)).counts;
    await change(id, [[sweet, 1]]);
    expect((await paymentTasks(admin)).counts.claimed).toBe(claimed);
    const toCheck = await listAllOrders(admin, ordersQuery.parse({ payment: "claimed", pageSize: 100 }));
    expect(toCheck.items.map((found) => found.id)).toContain(id);
  });

  test("that a customer has claimed stays as it was sent", async () => {
    const sweet = await aSweet({ price: 500 });
    const { id } = await order([[sweet, 2]], { payment: "cod" });
    await claimPayment(buyer, id, { utr: aUtr() }, pool);
    const paymentId = await lastPayment();
    const { payments, payment } = await change(id, [[sweet, 1]]);
    expect([payments, payment]).toMatchObject([[{ state: "claimed", amount: 1000 }], { state: "claimed", due: 500 }]);
    const confirm = (force: boolean) => confirmPayment(admin, { orderId: id, paymentId }, { force }, pool);
    expect(await refusal(confirm(false))).toMatchObject({ code: "overpaid", due: 500 });
    await confirm(true);
    expect(await listed()).toContain(id);
  });

  test("at random: what is due and what is to be refunded follow each change, payment and refund", {
    timeout: limit,
  }, async () => {
    const amount = fc.integer({ min: 1, max: 60_000 });
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant("change" as const), packs: fc.integer({ min: 1, max: 6 }) }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("pay" as const), amount, force: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant("refund" as const), amount }) },
      fc.record({ do: fc.constant("status" as const), to: fc.constantFrom("Cancelled" as const, "Pending" as const) }),
    );
    const sweet = await aSweet({ price: 100, quantity: 1000 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12, size: "max" }), async (steps) => {
        const { id } = await order([[sweet, 3]]);
        // In paise: the balance is what is missing; a refund reopens it as far as too much had come in.
        let [total, balance, paid, status] = [300_00, 300_00, 0, "Pending"];
        for (const one of steps) {
          if (one.do === "status") {
            await setOrderStatus(admin, id, one.to, pool);
            status = one.to;
          } else if (one.do === "change") {
            const changed = change(id, [[sweet, one.packs]]);
            if (status === "Cancelled") expect(await refusal(changed)).toMatchObject({ code: "conflict" });
            else {
              await changed;
              balance += one.packs * 100_00 - total;
              total = one.packs * 100_00;
            }
          } else if (one.do === "pay") {
            const paying = recordPayment(admin, id, cash(toRupees(one.amount), one.force), pool);
            const due = status === "Cancelled" ? 0 : Math.max(0, balance);
            if (one.amount > due && !one.force) expect(await refusal(paying)).toMatchObject({ code: "overpaid" });
            else {
              await paying;
              balance -= one.amount;
              paid += one.amount;
            }
          } else {
            const refunding = refundOrder(admin, id, { amount: toRupees(one.amount), reason: "Less" }, pool);
            if (one.amount > paid) expect(await refusal(refunding)).toMatchObject({ code: "overpaid" });
            else {
              await refunding;
              balance += Math.min(one.amount, Math.max(0, -balance));
              paid -= one.amount;
            }
          }
          const now = await findAnyOrder(admin, id);
          const due = status === "Cancelled" ? 0 : Math.max(0, balance);
          expect([one, toPaise(now.total), toPaise(now.payment.due), toPaise(now.payment.paid)]).toEqual([
            one,
            total,
            due,
            paid,
          ]);
          expect((await listed()).includes(id)).toBe(paid > (status === "Cancelled" ? 0 : total));
        }
      }),
      bounds,
    );
  });
});

describe("at once", () => {
  test("with a cancel, a shipment, a move and other changes nothing is lost, and nobody waits in a circle", async () => {
    const [a, b] = [await aSweet({ quantity: 60 }), await aSweet({ quantity: 60 })];
    const c = await aPlanned({ capacity: 60 });
    const whole: Lines = [a, b, c].map((sweet) => [sweet, 1]);
    const placed: number[] = [];
    for (let i = 0; i < 6; i++) placed.push((await order(whole, { delivery: forDay() })).id);
    const of = (i: number) => placed[i % placed.length] as number;
    const work: ((i: number) => Promise<unknown>)[] = [
      (i) =>
        change(
          of(i),
          i % 2
            ? [
                [a, 2],
                [b, 1],
              ]
            : [
                [b, 3],
                [c, 2],
              ],
          wide,
        ),
      (i) =>
        change(
          of(i + 1),
          i % 2
            ? [
                [c, 1],
                [a, 1],
              ]
            : [
                [c, 3],
                [b, 1],
                [a, 1],
              ],
          wide,
        ),
      (i) => cancelOrder(buyer, of(i), wide),
      (i) => setOrderStatus(admin, of(i + 2), i % 3 ? "Shipped" : "Processing", wide),
      (i) => setOrderStatus(admin, of(i + 3), i % 2 ? "Cancelled" : "Pending", wide),
      (i) => moveOrder(admin, of(i), { date: "2026-11-25", from: i % 2 ? "10:00" : "13:00", force: true }, wide),
      () => batch(c, tuesday, 3),
    ];
    const tries = await atOnce(84, (i) => work[i % work.length]!(i));
    const { conflict, day_short, insufficient_stock, ...others } = refusals(tries);
    expect(others).toEqual({});
    await expectStockRight();
  });

  test("the last box goes to one of two orders that get it", async () => {
    const sweet = await aSweet({ quantity: 3 });
    const placed = [(await order([[sweet, 1]])).id, (await order([[sweet, 1]])).id];
    const tries = await atOnce(2, (i) => change(placed[i] as number, [[sweet, 2]], wide));
    expect(refusals(tries)).toEqual({ insufficient_stock: 1 });
    expect(await quantityOf(sweet)).toBe(0);
  });
});
