// What the owner's lists find, and what is done to several orders at once.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Customer } from "@/lib/auth/actor";
import { reserve } from "@/lib/cart/commands";
import { findForAdmin, listForAdmin } from "@/lib/catalogue/admin-queries";
import { updateSweet } from "@/lib/catalogue/commands";
import { adminListQuery } from "@/lib/catalogue/schema";
import { listEnquiries } from "@/lib/enquiries/admin-queries";
import { markEnquiry, sendContact } from "@/lib/enquiries/commands";
import { writeUploads } from "@/lib/images/files";
import { findOrders, listOrderRows, newOrders, streamOrders } from "@/lib/orders/admin-queries";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import type { OrderInput } from "@/lib/orders/schema";
import { setOrderStatuses } from "@/lib/orders/status-commands";
import { listCustomers } from "@/lib/people/customer-queries";
import { expectStockRight, expireHolds, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Member } from "../support/factories";
import { pool, sql } from "../support/sql";

// No file is written: whether one would be is what is asked.
vi.mock("@/lib/images/files", () => ({ writeUploads: vi.fn() }));

let admin: Member;
let buyer: Customer;
beforeAll(async () => {
  [admin, buyer] = [await anAdmin(), await aCustomer()];
});
afterAll(() => expectStockRight());

/** An order of one pack, with other words about its delivery. */
async function order(delivery: Partial<OrderInput["delivery"]> = {}, sweet?: { id: number }) {
  const input = anOrder([[sweet ?? (await aSweet()), 1]]);
  return placeOrder(buyer, { ...input, delivery: { ...input.delivery, ...delivery } }, { channel: "web" }, pool);
}
const sweets = (query: Record<string, unknown>) => listForAdmin(admin, adminListQuery.parse(query));
const orders = (search: string) => listOrderRows(admin, { search, page: 1, pageSize: 100 });

test("sweets are found by a part of name or category, wildcards being letters; free and held apart", async () => {
  const sweet = await aSweet({ name: "Qurbani 100%_ Meetha", category: "Cakes", quantity: 24 });
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 3 }, pool);
  const { items, meta } = await sweets({ search: "BANI 100%_" });
  expect(items).toMatchObject([{ id: sweet.id, quantity: 21, held: 3, version: 1 }]);
  expect(meta.total).toBe(1);
  expect(meta.all).toBeGreaterThan(60);
  expect((await sweets({ search: "%" })).meta.total).toBe(1);
  expect((await sweets({ search: "dry fru" })).items.every((item) => item.category === "Dry Fruits")).toBe(true);
  expect((await sweets({ search: "bani", category: "Dry Fruits" })).items).toEqual([]);
  expect(await findForAdmin(admin, sweet.id)).toMatchObject({ quantity: 21, held: 3 });
});

test("a page past the end is the last one; unknown filters are the default", async () => {
  const first = await sweets({});
  const past = await sweets({ page: "9999", category: "Pickles", sort: "colour:up" });
  expect(past.meta.page).toBe(first.meta.totalPages);
  expect(past.items.length).toBeGreaterThan(0);
});

test("without a search the totals are those of the sweets", async () => {
  await aSweet({ category: "Cakes", featured: true });
  const [count] = await sql`
    select count(*)::int as "all", count(*) filter (where category = 'Cakes')::int as cakes from sweets where deleted_at is null`;
  expect((await sweets({})).meta).toMatchObject({ total: count?.all, all: count?.all });
  expect((await sweets({ category: "Cakes" })).meta).toMatchObject({ total: count?.cakes, all: count?.all });
});

test("an edit takes out units whose hold has expired before it refuses", async () => {
  const sweet = await aSweet({ quantity: 10 });
  await reserve(await aCustomer(), { productId: sweet.id, quantity: 4 }, pool);
  const edit = () => updateSweet(admin, sweet.id, { stock: 0, stockWas: 10 }, null, pool);
  expect(await refusal(edit())).toMatchObject({ code: "insufficient_stock", available: 6 });
  await expireHolds(sweet.id);
  expect((await edit()).quantity).toBe(0);
});

test("orders are found by number, by name, by two letters of one, and by a phone however it is written", async () => {
  const { id } = await order({ recipientName: "Xu Qinghui", phoneNumber: "+91 (98765) 432-10" });
  for (const search of [
    `#${id}`,
    `${id}`,
    "qinghui",
    "XU",
    "qi",
    "9876543210",
    "+91 98765 43210",
    "09876543210",
    "65-432",
    buyer.email,
  ]) {
    const found = await orders(search);
    const ids = found.items.map((row) => row.id);
    expect([search, ids, found.meta.total]).toEqual([search, expect.arrayContaining([id]), ids.length]);
  }
  expect((await orders("98765432101")).items).toEqual([]);
});

test("the order of the number comes before those whose phone has its digits", async () => {
  const sweet = await aSweet({ quantity: 50 });
  const { id } = await order({}, sweet);
  for (let n = 0; n < 11; n++) await order({ phoneNumber: `98${id}${id}${id}` }, sweet);
  for (const search of [`${id}`, `#${id}`]) expect((await orders(search)).items[0]?.id).toBe(id);
});

test("new orders are those after the last one seen; a sale over the counter does not count", async () => {
  const { newest: seen } = await newOrders(admin);
  await purchase(admin, (await aSweet()).id, { quantity: 1 }, pool);
  expect(await newOrders(admin, seen)).toEqual({ newest: seen, count: 0 });
  const { id } = await order();
  expect(await newOrders(admin, seen)).toEqual({ newest: id, count: 1 });
});

test("several orders: each has its own outcome, also one that fails for no known reason", async () => {
  const sweet = await aSweet({ quantity: 1 });
  const one = await order({}, sweet);
  await setOrderStatuses(admin, [one.id], "Cancelled", pool);
  const two = await order({}, sweet);
  expect(await setOrderStatuses(admin, [one.id, 2_000_000_000, 9_000_000_000, two.id], "Processing", pool)).toEqual([
    { id: one.id, ok: false, message: "Only 0 items available in stock." },
    { id: 2_000_000_000, ok: false, message: "Order not found." },
    { id: 9_000_000_000, ok: false, message: "Failed to update order" },
    { id: two.id, ok: true, message: "Order set to Processing", undo: true },
  ]);
  // Of an undo, too: what somebody has changed since stays.
  const three = await order();
  expect(await setOrderStatuses(admin, [two.id, three.id], "Pending", pool, { expected: "Processing" })).toEqual([
    { id: two.id, ok: true, message: "Order set to Pending" },
    { id: three.id, ok: false, message: `Order #${three.id} is Pending now.` },
  ]);
  const failed = { id: 9_000_000_000, ok: false, message: "Failed to cancel order" };
  expect(await setOrderStatuses(admin, [failed.id], "Cancelled", pool)).toEqual([failed]);
});

test("the list and the export say what is in an order and where it goes, of one customer alone", async () => {
  const sweet = await aSweet({ quantity: 9, price: 12.5 });
  const one = await aCustomer();
  const input = anOrder([[sweet, 2]]);
  const ids: number[] = [];
  for (const [person, channel] of [
    [one, "web"],
    [one, "api"],
    [buyer, "web"],
  ] as const)
    ids.push((await placeOrder(person, input, { channel }, pool)).id);
  const [first = 0, second = 0] = ids;
  const { items, meta } = await listOrderRows(admin, { customer: one.id, page: 1, pageSize: 1 });
  expect(meta).toMatchObject({ total: 2, totalPages: 2 });
  const { phoneNumber: phone, deliveryAddress: address } = input.delivery;
  expect(items).toMatchObject([{ id: second, phone, address, items: [{ name: sweet.name, quantity: 2 }] }]);

  const rows = [];
  for await (const page of streamOrders(admin, { customer: one.id })) rows.push(...page);
  expect(rows.map(({ id }) => id)).toEqual([second, first]);
  expect(rows[0]).toMatchObject({ items: `${sweet.name} × 2`, total: 25, channel: "api", email: one.email });
  expect((await findOrders(admin, [second, 2_000_000_000, first])).map(({ id }) => id)).toEqual([second, first]);
});

test("the customer list finds by name, e-mail and phone, counts orders and sums what was spent", async () => {
  const customer = await aCustomer();
  const sweet = await aSweet({ price: 10.5 });
  await placeOrder(customer, anOrder([[sweet, 2]]), { channel: "api" }, pool);
  const cancelled = await placeOrder(customer, anOrder([[sweet, 1]]), { channel: "api" }, pool);
  await setOrderStatuses(admin, [cancelled.id], "Cancelled", pool);
  const list = (search: string, page = 1) => listCustomers(admin, { search, page, pageSize: 20 });
  for (const search of [customer.email.toUpperCase(), customer.name])
    expect(await list(search)).toMatchObject({
      items: [{ id: customer.id, orders: 2, spent: 21 }],
      meta: { total: 1 },
    });
  // By the phone of an order's delivery, in any writing; a number of which too little is known finds nobody.
  const [phone, other] = ["9765012345", "9765099999"];
  const order = anOrder([[sweet, 1]]);
  const to = (person: Customer, phoneNumber: string) =>
    placeOrder(person, { ...order, delivery: { ...order.delivery, phoneNumber } }, { channel: "web" }, pool);
  await to(customer, "+91 97650 12345");
  await to(await aCustomer(), other);
  for (const search of [phone, "+91 (97650) 123-45", "097650 12345", "९७६५०१२३४५", "5012345"])
    expect((await list(search)).items.map(({ id }) => id)).toEqual([customer.id]);
  expect((await list("97650")).meta.total).toBe(2);
  expect((await list("(976)")).meta.total).toBe(0);
  expect(await list(customer.email, 99)).toMatchObject({ items: [{ id: customer.id }], meta: { page: 1 } });
  expect((await list("%")).meta.total).toBe(0);
});

test("a picture is stored for a change that is made, not for one that is refused", async () => {
  const sweet = await aSweet({ quantity: 1, price: 100 });
  const id = "feedfacefeedfacefeed";
  const files = [{ name: `${id}-320.webp`, bytes: Buffer.from("x") }];
  const picture = { id, width: 960, height: 960, blur: "data:,", files };
  const stored = async () => [
    vi.mocked(writeUploads).mock.calls.length,
    (await sql`select 1 from images where id = ${id}`).length,
    (await findForAdmin(admin, sweet.id)).price,
  ];
  for (const [change, code] of [
    [{ price: 5, version: 99 }, "stale_version"],
    [{ price: 5, stock: 0, stockWas: 9 }, "insufficient_stock"],
  ] as const)
    expect(await refusal(updateSweet(admin, sweet.id, change, picture, pool))).toMatchObject({ code });
  expect(await stored()).toEqual([0, 0, 100]);
  await updateSweet(admin, sweet.id, { price: 5, version: 1 }, picture, pool);
  expect(await stored()).toEqual([1, 1, 5]);
});

test("an enquiry is marked once and can be opened again", async () => {
  const { id } = await sendContact(
    await aCustomer(),
    {
      name: "Ravi Iyer",
      email: "ravi@example.com",
      phone: "+91 98200 55555",
      subject: "Bulk order",
      message: "Forty boxes, please.",
    },
    pool,
  );
  const list = async (show: "open" | "all") => (await listEnquiries(admin, { show, page: 1, pageSize: 20 })).items;
  expect((await list("open"))[0]).toMatchObject({ id, subject: "Bulk order", doneAt: null });
  await markEnquiry(admin, id, true, pool);
  expect((await list("open")).some((item) => item.id === id)).toBe(false);
  expect((await list("all"))[0]).toMatchObject({ id, doneBy: `${admin.name} (${admin.email})` });
  await markEnquiry(admin, id, false, pool);
  expect((await list("open"))[0]).toMatchObject({ id, doneAt: null, doneBy: null });
  expect(await refusal(markEnquiry(admin, 2_000_000_000, true, pool))).toMatchObject({ code: "not_found" });
});
