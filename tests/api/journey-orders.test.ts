import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { time } from "./expected";
import { aCustomer, anAdmin, anOrder, anOrderOf, aSweet, call, delivery, onOneDay, stockOf } from "./shop";

// The happy path of every operation, with whole answers.

describe("orders", () => {
  test("place, list, read, cancel", async () => {
    const [one, two] = [await aSweet({ price: 99.99 }), await aSweet()];
    const customer = await aCustomer();
    await call("POST", "/cart/reserve", { token: customer.token, body: { productId: one.id, quantity: 3 } });
    const body = {
      items: [
        { productId: one.id, quantity: 2, price: 120 },
        { productId: two.id, quantity: 1 },
        { productId: two.id, quantity: 1, price: 100 },
      ],
      delivery,
      giftWrap: true,
      personalMessage: "With love",
    };
    const placed = await call("POST", "/orders", { token: customer.token, body });
    const line = (sweet: typeof one) => ({
      id: expect.any(Number),
      productId: sweet.id,
      name: sweet.name,
      packId: sweet.packs[0]?.id,
      packLabel: "1 piece",
      quantity: 2,
      price: sweet.price,
      slug: sweet.slug,
      image: null,
      day: null,
      bestBefore: null,
    });
    const order = {
      id: expect.any(Number),
      status: "Pending",
      channel: "api",
      createdAt: time,
      updatedAt: time,
      total: 449.98,
      giftWrap: true,
      personalMessage: "With love",
      ...delivery,
      day: null,
      // The documented fields of a delivery alone: it is to be arranged, and nothing is added to the total.
      fulfilment: { method: null, area: null, pincode: null, fee: 0, slot: null },
      tracking: null,
      company: null,
      payment: { method: "cod", state: "unpaid", paid: 0, due: 449.98 },
      items: [line(one), line(two)],
      history: [{ status: "Pending", at: time }],
    };
    const { id } = placed.body;
    expect([placed.status, placed.headers.get("location"), placed.body]).toEqual([201, `/api/orders/${id}`, order]);
    expect((await call("GET", "/cart", { token: customer.token })).body.items).toMatchObject([
      { productId: one.id, quantity: 1, held: 1 },
    ]);
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([7, 8]);

    const second = await anOrder(customer, two.id);
    expect((await call("GET", "/orders", { token: customer.token })).body).toEqual([second, placed.body]);
    expect((await call("GET", "/orders?page=2", { token: customer.token })).body).toEqual([]);
    expect((await call("GET", `/orders/${id}`, { token: customer.token })).body).toEqual(placed.body);

    const cancelled = await call("POST", `/orders/${id}/cancel`, { token: customer.token });
    expect(cancelled.body).toEqual({
      ...order,
      status: "Cancelled",
      payment: { ...order.payment, due: 0 },
      history: [...order.history, { status: "Cancelled", at: time }],
    });
    expect([await stockOf(one.id), await stockOf(two.id)]).toEqual([9, 9]);
    expect((await call("POST", `/orders/${id}/cancel`, { token: customer.token })).body.status).toBe("Cancelled");
    expect(await stockOf(one.id)).toBe(9);
  });

  test("defaults: no gift wrap, no message, no notes", async () => {
    const { notes: _, ...without } = delivery;
    const order = { ...anOrderOf((await aSweet()).id), delivery: without };
    const { body } = await call("POST", "/orders", { token: (await aCustomer()).token, body: order });
    expect(body).toMatchObject({ giftWrap: false, personalMessage: null, notes: null, total: 100 });
  });
});

describe("the owner's side", () => {
  test("every order: list, one, statuses with their history and stock", async () => {
    const admin = { token: await anAdmin() };
    const sweet = await aSweet();
    const customer = await aCustomer();
    const { id } = await anOrder(customer, sweet.id);
    const seen = await call("GET", `/admin/orders/${id}`, admin);
    const order = {
      id,
      status: "Pending",
      channel: "api",
      createdAt: time,
      updatedAt: time,
      total: 100,
      giftWrap: false,
      personalMessage: null,
      ...delivery,
      day: null,
      user: { name: "Asha Rao", email: customer.email },
      customer: null,
      internalNote: null,
      fulfilment: { method: null, area: null, pincode: null, fee: 0, slot: null },
      tracking: null,
      company: null,
      payment: { method: "cod", state: "unpaid", paid: 0, due: 100 },
      payments: [],
      packedAt: null,
      items: [
        {
          id: expect.any(Number),
          productId: sweet.id,
          orderId: id,
          packId: sweet.packs[0]?.id,
          packLabel: "1 piece",
          quantity: 1,
          price: 100,
          product: { name: sweet.name },
          day: null,
          bestBefore: null,
        },
      ],
      history: [{ from: null, to: "Pending", at: time, by: "Asha Rao" }],
      corrections: [],
    };
    expect(seen.body).toEqual(order);
    const list = (await call("GET", "/admin/orders?status=pending&pageSize=1", admin)).body;
    expect(list).toEqual({
      items: [seen.body],
      meta: { page: 1, pageSize: 1, total: list.meta.total, totalPages: list.meta.total },
    });

    const to = async (status: string) =>
      (await call("PUT", `/admin/orders/${id}/status`, { ...admin, body: { status } })).body;
    const { status, history } = await to("cAnCeLlEd");
    expect([status, history]).toMatchObject(["Cancelled", [{}, { from: "Pending", to: "Cancelled", at: time }]]);
    expect(await stockOf(sweet.id)).toBe(10);
    expect((await to("Cancelled")).history).toHaveLength(2);
    expect((await to("Shipped")).status).toBe("Shipped");
    expect(await stockOf(sweet.id)).toBe(9);
  });

  test("figures and reports follow a sale", async () => {
    const admin = { token: await anAdmin() };
    const before = (await call("GET", "/admin/stats", admin)).body;
    const sweet = await aSweet({ price: 12.5, stock: 5000 });
    const customer = await aCustomer();
    await call("POST", "/orders", {
      token: customer.token,
      body: { ...anOrderOf(), items: [{ productId: sweet.id, quantity: 4000 }] },
    });
    const { id } = await anOrder(customer, sweet.id);
    await call("POST", `/orders/${id}/cancel`, { token: customer.token });
    const sold = { productId: sweet.id, name: sweet.name, totalQuantity: 4000, kilograms: null };
    const top = (await call("GET", "/admin/reports/top-products?limit=100", admin)).body;
    expect(top).toContainEqual(sold);
    expect((await call("GET", "/admin/reports/top-products", admin)).body).toEqual(top.slice(0, 10));
    expect((await call("GET", "/admin/stats", admin)).body).toEqual({
      totalOrders: before.totalOrders + 2,
      totalUsers: before.totalUsers + 1,
      totalSales: before.totalSales + 50_000,
      topProduct: top[0],
    });

    await onOneDay(async (today) => {
      const days = (await call("GET", "/admin/reports/sales-by-day?days=7", admin)).body;
      expect(days.map((row: { date: string }) => row.date)).toEqual(
        Array.from({ length: 7 }, (_, ago) => addDays(today, ago - 6)),
      );
      expect(days.reduce((sum: number, row: { revenue: number }) => sum + row.revenue, 0)).toBeGreaterThanOrEqual(
        50_000,
      );
    });
    expect((await call("GET", "/admin/reports/sales-by-day", admin)).body).toHaveLength(30);
    const leap = (await call("GET", "/admin/reports/sales-by-day?from=2024-02-28&to=2024-03-01", admin)).body;
    expect(leap).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"].map((date) => ({ date, revenue: 0 })));
  });
});
