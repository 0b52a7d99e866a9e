// Orders: whole or not at all, at today's prices, once (decisions §§4, 5 and 8).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sql, sql } from "@/db/client";
import type { Admin, Customer } from "@/lib/auth/actor";
import { readCart, reserve, setGift } from "@/lib/cart/server";
import { deleteSweet, updateSweet } from "@/lib/catalogue/edit.server";
import { type Kept, once } from "@/lib/http/idempotency";
import { correctOrder, findAnyOrder, listAllOrders, setOrderStatus } from "@/lib/orders/admin.server";
import { ordersQuery, statuses } from "@/lib/orders/input";
import { cancelOrder, findOrder, listOrders, placeOrder } from "@/lib/orders/server";
import { salesByDay, stats, topProducts } from "@/lib/reports/server";
import { purchase } from "@/lib/stock/server";
import { atOnce, connect, done, expectStockRight, hold, refusal, refusals, unitsOf } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, customers } from "../support/factories";

let wide: Sql;
let admin: Admin;
let buyer: Customer;
beforeAll(async () => {
  wide = connect(64);
  admin = await anAdmin();
});
beforeEach(async () => {
  buyer = await aCustomer();
});
afterAll(() => expectStockRight());

const api = { channel: "api" } as const;
const checkout = { channel: "web", checkout: true } as const;

describe("an order", () => {
  test("sums two lines of one sweet, charges gift wrap, keeps what was asked", async () => {
    const [one, two] = [await aSweet({ price: 499.5, quantity: 10 }), await aSweet({ price: 0.29, quantity: 10 })];
    const order = await placeOrder(
      buyer,
      anOrder(
        [
          [one, 2],
          [two, 3],
          [one, 1],
        ],
        { giftWrap: true, personalMessage: "Happy Diwali" },
      ),
      api,
    );
    expect(order).toMatchObject({ total: 1549.37, giftWrap: true, personalMessage: "Happy Diwali", status: "Pending" });
    expect(order.items.map(({ productId, quantity, price }) => [productId, quantity, price])).toEqual([
      [one.id, 3, 499.5],
      [two.id, 3, 0.29],
    ]);
    expect(order.history).toEqual([{ status: "Pending", at: order.createdAt }]);
    expect(await unitsOf(one.id)).toEqual({ free: 7, held: 0, sold: 3 });
  });

  test("of the sum of its lines is short when each alone is not", async () => {
    const sweet = await aSweet({ quantity: 5 });
    expect(
      await refusal(
        placeOrder(
          buyer,
          anOrder([
            [sweet, 3],
            [sweet, 3],
          ]),
          api,
        ),
      ),
    ).toMatchObject({ code: "insufficient_stock", available: 5, short: [{ productId: sweet.id, available: 5 }] });
    expect(await listOrders(buyer)).toEqual([]);
  });

  test("uses the buyer's own holds first and leaves the rest of the cart", async () => {
    const [sweet, other] = [await aSweet({ quantity: 10 }), await aSweet()];
    await reserve(buyer, { productId: sweet.id, quantity: 6 });
    await reserve(buyer, { productId: other.id, quantity: 1 });
    await placeOrder(buyer, anOrder([[sweet, 2]]), api);
    expect(await unitsOf(sweet.id)).toEqual({ free: 4, held: 4, sold: 2 });
    await placeOrder(buyer, anOrder([[sweet, 7]]), api);
    expect(await unitsOf(sweet.id)).toEqual({ free: 1, held: 0, sold: 9 });
    expect((await readCart(buyer)).items.map((item) => item.productId)).toEqual([other.id]);
  });

  test("does not touch what others hold", async () => {
    const sweet = await aSweet({ quantity: 3 });
    await reserve(await aCustomer(), { productId: sweet.id, quantity: 2 });
    expect(await refusal(placeOrder(buyer, anOrder([[sweet, 2]]), api))).toMatchObject({ available: 1 });
  });

  test("at checkout starts the cart anew: wrap, message, key, lines that are sold no more", async () => {
    const [sweet, gone] = [await aSweet(), await aSweet()];
    await reserve(buyer, { productId: sweet.id, quantity: 1 });
    await reserve(buyer, { productId: gone.id, quantity: 1 });
    await setGift(buyer, { giftWrap: true, personalMessage: "Hello" });
    await deleteSweet(admin, gone.id);
    const before = await readCart(buyer);
    await placeOrder(buyer, anOrder([[sweet, 1]]), checkout);
    const after = await readCart(buyer);
    expect(after).toMatchObject({ items: [], giftWrap: false, personalMessage: "" });
    expect(after.checkoutKey).not.toBe(before.checkoutKey);
  });

  test("is refused to admins", async () => {
    expect(await refusal(placeOrder(admin as never, anOrder([[await aSweet(), 1]]), api))).toMatchObject({
      code: "forbidden",
    });
  });

  test("keeps name and price as sold, whatever becomes of the sweet", async () => {
    const sweet = await aSweet({ name: "Old Name", price: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 1]]), api);
    await updateSweet(admin, sweet.id, { name: "New Name", price: 99 });
    await deleteSweet(admin, sweet.id);
    const order = await findOrder(buyer, id);
    expect(order.items[0]).toMatchObject({ name: "Old Name", price: 10, slug: null });
    await sql`update order_lines set name = '' where order_id = ${id}`;
    expect((await findOrder(buyer, id)).items[0]?.name).toBe(`Product ${sweet.id}`);
  });
});

describe("what an order is refused for", () => {
  test("a sweet that is gone comes before prices, prices before stock; each names its sweets", async () => {
    const [gone, dear, scarce] = [await aSweet(), await aSweet({ price: 50 }), await aSweet({ quantity: 1, price: 5 })];
    await deleteSweet(admin, gone.id);
    const all = anOrder([
      [gone, 1],
      [dear, 1, 49.99],
      [scarce, 2, 5],
    ]);
    expect(await refusal(placeOrder(buyer, all, api))).toEqual({
      code: "unavailable",
      message: "Some sweets of this order are no longer available.",
      unavailable: [gone.id],
    });
    expect(await refusal(placeOrder(buyer, { ...all, items: all.items.slice(1) }, api))).toEqual({
      code: "price_changed",
      message: "Prices have changed. Please check the new total.",
      prices: [
        { productId: dear.id, price: 50 },
        { productId: scarce.id, price: 5 },
      ],
    });
    expect(await refusal(placeOrder(buyer, { ...all, items: all.items.slice(2) }, api))).toEqual({
      code: "insufficient_stock",
      message: "Only 1 items available in stock.",
      available: 1,
      short: [{ productId: scarce.id, available: 1 }],
    });
    expect(await refusal(placeOrder(buyer, anOrder([[{ id: 2_000_000_000 }, 1]]), api))).toMatchObject({
      code: "unavailable",
      unavailable: [2_000_000_000],
    });
    expect(await unitsOf(dear.id)).toEqual({ free: 10, held: 0, sold: 0 });
  });

  test.each([
    [499.5, 499.49, "price_changed"],
    [499.5, 499.499, "price_changed"],
    [499.5, 0, "price_changed"],
    [499.5, 499.5, 499.5],
    [499.5, 600, 499.5],
    [499.5, undefined, 499.5],
    [4.35, 4.35, 4.35], // 4.35 × 100 is 434.99999999999994
    [0.29, 0.29, 0.29],
    [1_000_000, 1_000_000, 1_000_000],
  ])("at ₹%d with %d shown: %s", async (price, shown, outcome) => {
    const sweet = await aSweet({ price });
    const order = placeOrder(buyer, anOrder([[sweet, 1, shown]]), api);
    if (typeof outcome === "string") expect(await refusal(order)).toMatchObject({ code: outcome });
    else expect((await order).total).toBe(outcome);
  });

  test("a price that changes while many buy is charged as it was at that moment", async () => {
    const sweet = await aSweet({ quantity: 500, price: 10 });
    const tries = await atOnce<unknown>(120, async (i) =>
      i % 20 === 10
        ? updateSweet(admin, sweet.id, { price: 10 + i / 20 })
        : placeOrder(await aCustomer(), anOrder([[sweet, 2, 10]]), api, wide),
    );
    expect(Object.keys(refusals(tries)).filter((code) => code !== "price_changed")).toEqual([]);
    await expectStockRight();
  });
});

describe("whole or not at all", () => {
  const nothing = async (sweets: { id: number }[], free: number[]) => {
    expect(await listOrders(buyer)).toEqual([]);
    for (const [i, sweet] of sweets.entries())
      expect(await unitsOf(sweet.id)).toMatchObject({ free: free[i], sold: 0 });
    await expectStockRight();
  };

  test.each(["orders", "order_status_history", "order_lines", "stock_ledger", "cart_lines"])(
    "a statement on %s that fails in the middle leaves nothing",
    async (table) => {
      const sweets = [await aSweet(), await aSweet(), await aSweet()];
      for (const sweet of sweets) await reserve(buyer, { productId: sweet.id, quantity: 3 });
      const cart = await readCart(buyer);
      // The last line's statement fails; of the tables with one row an order, the only one.
      const column = table === "orders" ? "user_id" : table === "order_status_history" ? "by_user_id" : "sweet_id";
      const value = column === "sweet_id" ? sweets[2]!.id : buyer.id;
      await sql.unsafe(`
        create or replace function fail() returns trigger language plpgsql as $$ begin raise 'made to fail'; end $$;
        create trigger fail before insert or update on ${table} for each row when (new.${column} = ${value}) execute function fail()`);
      const order = anOrder(sweets.map((sweet, i) => [sweet, i === 2 ? 2 : 4]));
      await expect(placeOrder(buyer, order, checkout)).rejects.toThrow("made to fail");
      await sql.unsafe(`drop trigger fail on ${table}`);
      expect(await readCart(buyer)).toEqual(cart);
      await nothing(sweets, [7, 7, 7]);
    },
  );

  test("a connection that dies in the middle leaves nothing, and a new try succeeds", async () => {
    const sweets = [await aSweet(), await aSweet()];
    const lock = await hold((on) => on`select 1 from sweets where id = ${sweets[1]!.id} for update`);
    const order = anOrder(sweets.map((sweet) => [sweet, 4]));
    const attempt = placeOrder(buyer, order, api, connect(1)).catch((error) => error);
    let waiting: Record<string, unknown> | undefined;
    while (!waiting)
      [waiting] = await sql`
        select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%place_order%'`;
    await sql`select pg_terminate_backend(${waiting.pid as number})`;
    expect(await attempt).toMatchObject({ code: expect.stringMatching(/57P01|CONNECTION_CLOSED/) });
    await lock.release();
    await nothing(sweets, [10, 10]);
    await placeOrder(buyer, order, api);
    expect(await unitsOf(sweets[0]!.id)).toEqual({ free: 6, held: 0, sold: 4 });
  });

  test("a row that stays locked is refused in time with nothing changed", async () => {
    const sweets = [await aSweet(), await aSweet()];
    const lock = await hold((on) => on`select 1 from sweets where id = ${sweets[1]!.id} for update`);
    const started = performance.now();
    await expect(placeOrder(buyer, anOrder(sweets.map((sweet) => [sweet, 4])), api)).rejects.toMatchObject({
      code: "55P03",
    });
    expect(performance.now() - started).toBeLessThan(8_000);
    await lock.release();
    await nothing(sweets, [10, 10]);
  });
});

describe("the same key", () => {
  const key = () => crypto.randomUUID();
  const order = (sweet: { id: number }, k: string, hash = "same", units = 1) =>
    once(
      `user:${buyer.id}`,
      k,
      hash,
      async (on): Promise<Kept> => ({
        status: 201,
        json: JSON.stringify(await placeOrder(buyer, anOrder([[sweet, units]]), api, on)),
        location: "/api/orders/1",
      }),
    );

  test("64 times at once makes one order; who came while it ran is told, who came after gets its answer", async () => {
    const [sweet, k] = [await aSweet({ quantity: 100 }), key()];
    const tries = await atOnce(64, () => order(sweet, k));
    expect(Object.keys(refusals(tries)).filter((code) => code !== "idempotency_key_in_use")).toEqual([]);
    const answers = done(tries);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await listOrders(buyer)).toHaveLength(1);
    const { replayed, ...again } = await order(sweet, k);
    expect(replayed).toBe(true);
    const { replayed: _, ...first } = answers.find((answer) => !answer.replayed)!;
    expect(again).toEqual(first);
    expect(await unitsOf(sweet.id)).toEqual({ free: 99, held: 0, sold: 1 });
  });

  test("with another body is refused, and under another person is another key", async () => {
    const [sweet, k] = [await aSweet(), key()];
    await order(sweet, k);
    expect(await refusal(order(sweet, k, "other"))).toMatchObject({ code: "idempotency_key_reused" });
    buyer = await aCustomer();
    expect((await order(sweet, k, "other")).replayed).toBe(false);
  });

  test("is free again after a refusal and after a fault", async () => {
    const [sweet, k] = [await aSweet({ quantity: 1 }), key()];
    expect(await refusal(order(sweet, k, "two", 2))).toMatchObject({ code: "insufficient_stock" });
    await expect(once(`user:${buyer.id}`, k, "fault", () => Promise.reject(new Error("fault")))).rejects.toThrow(
      "fault",
    );
    expect((await order(sweet, k, "one")).replayed).toBe(false);
  });

  test("is another key after 24 hours", async () => {
    const [sweet, k] = [await aSweet(), key()];
    await order(sweet, k);
    await sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${k}`;
    expect((await order(sweet, k, "another day")).replayed).toBe(false);
    expect((await order(sweet, k, "another day")).replayed).toBe(true);
  });
});

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

describe("lists and reports", () => {
  test("show each customer only the own orders, newest first, 100 a page", async () => {
    const sweet = await aSweet({ quantity: 500 });
    for (let i = 0; i < 103; i++) await placeOrder(buyer, anOrder([[sweet, 1]]), api);
    const first = await listOrders(buyer);
    const second = await listOrders(buyer, 2);
    expect([first.length, second.length]).toEqual([100, 3]);
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

test("orders of many customers at once each have their own number and lines", async () => {
  const sweet = await aSweet({ quantity: 1000 });
  const buyers = await customers(100);
  const orders = done(await atOnce(100, (i) => placeOrder(buyers[i]!, anOrder([[sweet, 1 + (i % 5)]]), api, wide)));
  expect(new Set(orders.map((order) => order.id)).size).toBe(100);
  for (const [i, order] of orders.entries()) expect(order.items.map((line) => line.quantity)).toEqual([1 + (i % 5)]);
});
