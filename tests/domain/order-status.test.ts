// Statuses, corrections and lists of orders (docs/behaviour.md#order-status).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Executor } from "@/db/client";
import type { Customer, StaffMember } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { cancelOrder, purchase, setOrderStatus } from "@/lib/invoices/order-commands";
import { correctOrder } from "@/lib/orders/admin-commands";
import { findAnyOrder, listAllOrders } from "@/lib/orders/admin-queries";
import { statuses } from "@/lib/orders/constants";
import { placeOrder } from "@/lib/orders/place";
import { findOrder, listOrders } from "@/lib/orders/queries";
import { ordersQuery } from "@/lib/orders/schema";
import { salesByDay, stats, topProducts } from "@/lib/reports/queries";
import { atOnce, connect, expectStockRight, expireHolds, refusal, refusals, unitsOf } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { sql } from "../support/sql";

let wide: Executor;
let admin: StaffMember;
let buyer: Customer;
beforeAll(async () => {
  wide = connect(16);
  admin = await anAdmin();
});
beforeEach(async () => {
  buyer = await aCustomer();
});
afterAll(() => expectStockRight());

const api = { channel: "api" } as const;

describe("a status", () => {
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    "from %s to %s keeps stock right and is recorded",
    async (from, to) => {
      const sweet = await aSweet({ quantity: 10 });
      const { id } = await placeOrder(buyer, anOrder([[sweet, 4]]), api);
      if (from !== "Pending") await setOrderStatus(admin, id, from);
      const order = await setOrderStatus(admin, id, to);
      expect(order.status).toBe(to);
      const path = ["Pending", from, to].filter((word, i, words) => word !== words[i - 1]);
      expect(order.history.map((step) => [step.from, step.to, step.by])).toEqual(
        path.map((word, i) => [path[i - 1] ?? null, word, i === 0 ? buyer.name : admin.name]),
      );
      const returned = to === "Cancelled" && from !== "Shipped" && from !== "Completed";
      expect(await unitsOf(sweet.id)).toEqual({ free: returned ? 10 : 6, held: 0, sold: returned ? 0 : 4 });
    },
  );

  test("that leaves Cancelled takes the units again, or is refused when they are gone", async () => {
    const [one, two] = [await aSweet({ quantity: 5 }), await aSweet({ quantity: 5 })];
    const { id } = await placeOrder(
      buyer,
      anOrder([
        [one, 5],
        [two, 2],
      ]),
      api,
    );
    await setOrderStatus(admin, id, "Cancelled");
    await purchase(await aCustomer(), one.id, { quantity: 1 });
    expect(await refusal(setOrderStatus(admin, id, "Pending"))).toEqual({
      code: "insufficient_stock",
      message: "Only 4 items available in stock.",
      available: 4,
      short: [{ productId: one.id, available: 4 }],
    });
    expect((await findAnyOrder(admin, id)).status).toBe("Cancelled");
    expect(await unitsOf(two.id)).toEqual({ free: 5, held: 0, sold: 0 });
  });

  test("that leaves Cancelled takes units whose hold has expired", async () => {
    const sweet = await aSweet({ quantity: 5 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 5]]), api);
    await setOrderStatus(admin, id, "Cancelled");
    await reserve(await aCustomer(), { productId: sweet.id, quantity: 3 });
    expect(await refusal(setOrderStatus(admin, id, "Pending"))).toMatchObject({ available: 2 });
    await expireHolds(sweet.id);
    expect((await setOrderStatus(admin, id, "Pending")).status).toBe("Pending");
    expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: 5 });
  });

  test("of a shipped order that was cancelled returns nothing, and leaving Cancelled takes nothing", async () => {
    const sweet = await aSweet({ quantity: 5 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 5]]), api);
    for (const status of ["Shipped", "Cancelled", "Processing"] as const) {
      await setOrderStatus(admin, id, status);
      expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: 5 });
    }
    await setOrderStatus(admin, id, "Cancelled");
    expect(await unitsOf(sweet.id)).toEqual({ free: 5, held: 0, sold: 0 });
  });

  test("that many set at once ends in one history without gaps", async () => {
    const sweet = await aSweet({ quantity: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 3]]), api);
    const tries = await atOnce(60, (i) => setOrderStatus(admin, id, statuses[i % 5]!, wide));
    expect(refusals(tries)).toEqual({});
    const { history } = await findAnyOrder(admin, id);
    for (const [i, step] of history.entries()) expect(step.from).toBe(history[i - 1]?.to ?? null);
    await expectStockRight();
  });

  test("is the customer's to cancel only while Pending, and only the own order's", async () => {
    const sweet = await aSweet({ quantity: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 4]]), api);
    const stranger = await aCustomer();
    expect(await refusal(cancelOrder(stranger, id))).toMatchObject({ code: "not_found" });
    expect(await refusal(findOrder(stranger, id))).toMatchObject({ code: "not_found" });
    await setOrderStatus(admin, id, "Processing");
    expect(await refusal(cancelOrder(buyer, id))).toMatchObject({ code: "conflict" });
    await setOrderStatus(admin, id, "Pending");
    expect((await cancelOrder(buyer, id)).status).toBe("Cancelled");
    expect((await cancelOrder(buyer, id)).status).toBe("Cancelled");
    expect(await refusal(setOrderStatus(buyer, id, "Shipped"))).toMatchObject({ code: "forbidden" });
    expect(await unitsOf(sweet.id)).toEqual({ free: 10, held: 0, sold: 0 });
  });

  test("of a customer's cancel beside an admin's shipping: the units return only when it was cancelled first", async () => {
    for (let round = 0; round < 20; round++) {
      const sweet = await aSweet({ quantity: 4 });
      const { id } = await placeOrder(buyer, anOrder([[sweet, 4]]), api);
      await Promise.allSettled([cancelOrder(buyer, id, wide), setOrderStatus(admin, id, "Shipped", wide)]);
      const { status, history } = await findAnyOrder(admin, id);
      expect(status).toBe("Shipped");
      expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: 4 });
      expect(history.length).toBeLessThanOrEqual(3);
    }
  });
});

test("a correction of the delivery is recorded field by field; the note is the owner's alone", async () => {
  const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]]), api);
  const order = await correctOrder(admin, id, {
    phoneNumber: "111",
    recipientName: "Somebody",
    internalNote: "Call first",
  });
  expect(order).toMatchObject({ phoneNumber: "111", recipientName: "Somebody", internalNote: "Call first" });
  expect(order.corrections.map(({ at: _, ...correction }) => correction)).toEqual([
    { field: "phoneNumber", from: "98200 00000", to: "111", by: admin.name },
  ]);
  expect(JSON.stringify(await findOrder(buyer, id))).not.toContain("Call first");
  expect(await refusal(correctOrder(buyer, id, { phoneNumber: "1" }))).toMatchObject({ code: "forbidden" });
});

test("a form that nobody touched corrects nothing; a note of blanks is none", async () => {
  const order = anOrder([[await aSweet(), 1]]);
  order.delivery = { ...order.delivery, recipientName: "Two\r\nLines", deliveryAddress: "1 Road\r\nMumbai" };
  const { id } = await placeOrder(buyer, order, api);
  const untouched = { recipientName: "TwoLines", deliveryAddress: "1 Road\nMumbai", internalNote: " \n" };
  const { corrections, deliveryAddress, internalNote } = await correctOrder(admin, id, untouched);
  expect({ corrections, deliveryAddress, internalNote }).toEqual({
    corrections: [],
    deliveryAddress: "1 Road\r\nMumbai",
    internalNote: null,
  });
});

describe("lists and reports", () => {
  test("show each customer only the own orders, newest first, 100 a page or 1,000 without one", async () => {
    const sweet = await aSweet({ quantity: 500 });
    for (let i = 0; i < 103; i++) await placeOrder(buyer, anOrder([[sweet, 1]]), api);
    const first = await listOrders(buyer, 1);
    const second = await listOrders(buyer, 2);
    expect([first.length, second.length]).toEqual([100, 3]);
    expect(await listOrders(buyer)).toEqual([...first, ...second]);
    const ids = [...first, ...second].map((order) => order.id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(await listOrders(await aCustomer())).toEqual([]);
  });

  test("find an order by number, name, phone and day, and count what they find", async () => {
    const sweet = await aSweet();
    const order = await placeOrder(
      buyer,
      anOrder([[sweet, 1]], {
        delivery: {
          recipientName: "Zubin 100%_Mehta",
          deliveryAddress: "A",
          phoneNumber: "+91 77777 12345",
          notes: null,
        },
      }),
      api,
    );
    const find = async (query: object) => {
      const { items, meta } = await listAllOrders(admin, ordersQuery.parse(query));
      expect(meta.total).toBe(items.length);
      return items.map((item) => item.id);
    };
    // A bare number may stand in somebody's phone or e-mail as well.
    expect(await find({ search: `${order.id}`, pageSize: 100 })).toContain(order.id);
    for (const search of [`#${order.id}`, "zubin", "100%_m", "77777 12345", buyer.email])
      expect(await find({ search, pageSize: 100 })).toEqual([order.id]);
    expect(await find({ search: "100__", pageSize: 100 })).toEqual([]);
    await sql`update orders set created_at = '2024-03-10T18:29:59.999Z' where id = ${order.id}`;
    expect(await find({ from: "2024-03-10", to: "2024-03-10" })).toEqual([order.id]);
    await sql`update orders set created_at = '2024-03-10T18:30:00Z' where id = ${order.id}`;
    expect(await find({ from: "2024-03-10", to: "2024-03-10" })).toEqual([]);
    expect(await find({ from: "2024-03-11", to: "2024-03-11" })).toEqual([order.id]);
  });

  test("add up to the orders: days begin at midnight in India, cancelled orders are left out, empty days are there", async () => {
    const before = await stats(admin);
    const sweet = await aSweet({ price: 100.25, quantity: 100 });
    const at = ["2023-07-01T18:29:59.999Z", "2023-07-01T18:30:00Z", "2023-07-03T18:29:59.999Z", "2023-07-03T12:00:00Z"];
    for (const [i, moment] of at.entries()) {
      const { id } = await placeOrder(buyer, anOrder([[sweet, i + 1]], { giftWrap: i === 1 }), api);
      await sql`update orders set created_at = ${moment} where id = ${id}`;
      if (i === 3) await setOrderStatus(admin, id, "Cancelled");
    }
    expect(await salesByDay(admin, { from: "2023-07-01", to: "2023-07-04" })).toEqual([
      { date: "2023-07-01", revenue: 100.25 },
      { date: "2023-07-02", revenue: 250.5 },
      { date: "2023-07-03", revenue: 300.75 },
      { date: "2023-07-04", revenue: 0 },
    ]);
    const after = await stats(admin);
    expect(after.totalOrders - before.totalOrders).toBe(4);
    expect(Math.round((after.totalSales - before.totalSales) * 100)).toBe(65150);
    expect((await topProducts(admin, 100)).find((top) => top.productId === sweet.id)?.totalQuantity).toBe(6);
    expect(await salesByDay(admin, { days: 90 })).toHaveLength(90);
  });
});
