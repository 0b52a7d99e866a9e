// What the owner sees and does with the windows of orders: the filters of the list, of its export and of the API, and moving an order.
import { afterAll, expect, test, vi } from "vitest";
import type { FulfilmentInput } from "@/lib/delivery/schema";
import {
  findAnyOrder,
  findOrderRows,
  listAllOrders,
  listOrderRows,
  listWorkRows,
  recentOrders,
  streamOrders,
} from "@/lib/orders/admin-queries";
import { moveOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { setOrderStatus, setOrderStatuses } from "@/lib/orders/status-commands";
import { moveOptions, windowsToFilter } from "@/lib/orders/window-queries";
import { expectPlacesRight, expectStockRight, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { saveWindows } from "../support/settings";
import { pool, sql } from "../support/sql";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));

const [narrow, near] = ["2026-11-27", "2026-11-24"];
const [admin, buyer] = [await anAdmin(), await aCustomer()];
// Days of their own, with two windows of one place each.
const windows = [
  { from: "09:00", to: "11:00", capacity: 1 },
  { from: "11:00", to: "12:30", capacity: 1 },
];
await saveWindows({ dates: [narrow, near].map((date) => ({ date, windows })) });
afterAll(async () => {
  await expectPlacesRight();
  await expectStockRight();
});

async function order(fulfilment: FulfilmentInput = {}, by = buyer) {
  return placeOrder(by, anOrder([[await aSweet(), 1]], { delivery: fulfilment }), { channel: "web" }, pool);
}
const at = (date: string, from: string): FulfilmentInput => ({ pincode: "400028", slot: { date, from } });
const takenOf = async (date: string, from: string) =>
  (await sql`select taken from slot_places where date = ${date} and from_time = ${from} and pool = 'delivery'`)[0]
    ?.taken ?? 0;

test("list, export and API filter by the day of the window and by the window, and count only those", async () => {
  const day = "2026-11-25";
  const morning = await order(at(day, "10:00"));
  const noon = await order(at(day, "13:00"));
  await order(at("2026-11-26", "10:00"));
  await order();
  await setOrderStatus(admin, noon.id, "Shipped", pool);
  for (const [filter, wanted] of [
    [{ slotDate: day }, [noon.id, morning.id]],
    [{ slotDate: day, slotFrom: "10:00" }, [morning.id]],
    [{ slotDate: day, status: "Shipped" }, [noon.id]],
    [{ slotDate: day, search: `#${morning.id}` }, [morning.id]],
    [{ slotDate: day, slotFrom: "16:00" }, []],
  ] as const) {
    for (const list of [listOrderRows, listAllOrders]) {
      const { items, meta } = await list(admin, { ...filter, page: 1, pageSize: 10 });
      expect([items.map(({ id }) => id), meta.total]).toEqual([wanted, wanted.length]);
    }
    const exported: number[] = [];
    for await (const batch of streamOrders(admin, filter)) exported.push(...batch.map(({ id }) => id));
    expect(exported).toEqual(wanted);
  }
});

test("the work of the day: late orders, today by window, later days, what is shipped, then what is done", async () => {
  const by = await aCustomer();
  const today = "2026-11-23";
  const forDay = async (day: string, fulfilment: FulfilmentInput = {}) => {
    const { id } = await order(fulfilment, by);
    await sql`update orders set day = ${day} where id = ${id}`;
    return id;
  };
  const [done, later] = [await order({}, by), await order(at("2026-11-25", "10:00"), by)];
  const [evening, noon] = [await order(at(today, "16:00"), by), await order(at(today, "13:00"), by)];
  const [dayless, shipped] = [await order({}, by), await forDay("2026-11-19")];
  const [late, cancelled] = [await forDay("2026-11-20"), await order({}, by)];
  for (const [id, status] of [
    [done.id, "Completed"],
    [cancelled.id, "Cancelled"],
    [shipped, "Shipped"],
    [noon.id, "Processing"],
  ] as const)
    await setOrderStatus(admin, id, status, pool);
  const wanted = [late, noon.id, evening.id, dayless.id, later.id, shipped, cancelled.id, done.id];
  const pages = await Promise.all([1, 2, 3].map((page) => listWorkRows(admin, { customer: by.id, page, pageSize: 3 })));
  const rows = pages.flatMap(({ items }) => items);
  expect(rows.map(({ id }) => id)).toEqual(wanted);
  expect(rows.filter(({ isLate }) => isLate).map(({ id }) => id)).toEqual([late]);
  expect(pages[2]?.meta).toMatchObject({ page: 3, total: 8, totalPages: 3 });
  // A window of today is late once it is over.
  await sql`update orders set slot_to = '09:30' where id = ${noon.id}`;
  const again = await findOrderRows(admin, [noon.id, 2_000_000_000, late]);
  expect(again.map(({ id, isLate }) => [id, isLate])).toEqual([noon.id, late].map((id) => [id, true]));
});

test("every list says how and when an order is delivered", async () => {
  const placed = await order(at("2026-11-28", "16:00"));
  const wanted = {
    method: "delivery",
    area: { name: "Mumbai", kind: "local" },
    pincode: "400028",
    fee: 49,
    slot: { date: "2026-11-28", from: "16:00", to: "20:00" },
  };
  const [row] = (await listOrderRows(admin, { search: `#${placed.id}`, page: 1, pageSize: 10 })).items;
  expect(row).toMatchObject({ id: placed.id, total: placed.total, fulfilment: wanted });
  expect(await recentOrders(admin, 1)).toMatchObject([{ id: placed.id, fulfilment: wanted }]);
  const { value } = await streamOrders(admin, { search: `#${placed.id}` }).next();
  expect(value?.[0]).toMatchObject({ fulfilment: wanted });
  // An order of the documented fields alone is one row too, with nothing settled.
  const plain = await order();
  const [unsettled] = await recentOrders(admin, 1);
  expect(unsettled).toMatchObject({
    id: plain.id,
    fulfilment: { method: null, area: null, pincode: null, fee: 0, slot: null },
  });
});

test("the windows to filter by are those of the day, and others that orders still have", async () => {
  const { id } = await order(at("2026-11-28", "10:00"));
  await sql`update orders set slot_from = '08:00', slot_to = '09:00' where id = ${id}`;
  expect(await windowsToFilter(admin, "2026-11-28")).toEqual([
    { from: "08:00", to: "09:00" },
    { from: "10:00", to: "13:00" },
    { from: "13:00", to: "16:00" },
    { from: "16:00", to: "20:00" },
  ]);
  await sql`update orders set slot_from = '10:00', slot_to = '13:00' where id = ${id}`;
});

test("an order is moved with its place, which is recorded; a full window is overbooked only knowingly", async () => {
  const holder = await order(at(narrow, "09:00"));
  const { id } = await order(at("2026-11-26", "13:00"));
  const before = await takenOf("2026-11-26", "13:00");
  const target = { date: narrow, from: "09:00" };

  expect(await refusal(moveOrder(admin, id, { ...target, force: false }, pool))).toMatchObject({
    code: "slot_full",
    message: "This window is full (1 of 1).",
    alternatives: [
      { date: narrow, from: "11:00", to: "12:30" },
      { date: "2026-11-28", from: "10:00", to: "13:00" },
      { date: "2026-11-28", from: "13:00", to: "16:00" },
    ],
  });
  expect((await findAnyOrder(admin, id)).corrections).toEqual([]);
  expect(await takenOf("2026-11-26", "13:00")).toBe(before);

  const moved = await moveOrder(admin, id, { ...target, force: true }, pool);
  expect(moved.fulfilment.slot).toEqual({ ...target, to: "11:00" });
  expect(moved.corrections).toMatchObject([
    { field: "slot", from: "2026-11-26 13:00-16:00", to: `${narrow} 09:00-11:00`, by: admin.name },
  ]);
  expect((await moveOrder(admin, id, { ...target, force: false }, pool)).corrections).toHaveLength(1);
  expect([await takenOf("2026-11-26", "13:00"), await takenOf(narrow, "09:00")]).toEqual([before - 1, 2]);
  expect((await moveOptions(admin, moved, narrow)).windows).toMatchObject([
    { from: "09:00", taken: 2, capacity: 1 },
    { from: "11:00", taken: 0, capacity: 1 },
  ]);
  await setOrderStatuses(admin, [holder.id, id], "Cancelled", pool);
  expect(await takenOf(narrow, "09:00")).toBe(0);
});

test("a window that the day does not have, an order by courier are refused", async () => {
  const { id } = await order(at("2026-11-26", "16:00"));
  const to = (from: string, order = id) => refusal(moveOrder(admin, order, { date: narrow, from, force: true }, pool));
  expect(await to("10:00")).toMatchObject({
    code: "invalid",
    errors: [{ path: "from", message: "There is no such window on this day." }],
  });
  expect(await to("09:00", 2_000_000_000)).toMatchObject({ code: "not_found" });
  const sent = await order();
  await sql`update orders set method = 'courier' where id = ${sent.id}`;
  expect(await to("09:00", sent.id)).toMatchObject({ code: "conflict" });
});

test("the days of a move begin with that of the order's window, or with today when it is over or not settled", async () => {
  const settled = await findAnyOrder(admin, (await order(at("2026-11-26", "10:00"))).id);
  const plain = await findAnyOrder(admin, (await order()).id);
  const dayOf = async (of: typeof plain, day?: string) => (await moveOptions(admin, of, day)).date;
  expect(await dayOf(settled)).toBe("2026-11-26");
  expect(await dayOf(settled, "2026-12-24")).toBe("2026-12-24");
  expect(await dayOf(plain)).toBe("2026-11-23");
  const over = { fulfilment: { ...settled.fulfilment, slot: { date: "2026-11-20", from: "10:00", to: "13:00" } } };
  expect((await moveOptions(admin, over, undefined)).date).toBe("2026-11-23");
});

test("a cancelled order is not taken up while its window is full, says where there is a place, and can be moved there first", async () => {
  const cancelled = await order(at(near, "11:00"));
  await setOrderStatus(admin, cancelled.id, "Cancelled", pool);
  const holder = await order(at(near, "11:00"));
  const message = "The window of this order is full. Move the order to another window first.";
  expect(await refusal(setOrderStatus(admin, cancelled.id, "Processing", pool))).toMatchObject({
    code: "slot_full",
    message,
    alternatives: [{ date: "2026-11-25", from: "10:00", to: "13:00" }, {}, {}],
  });
  expect(await setOrderStatuses(admin, [cancelled.id, holder.id], "Processing", pool)).toEqual([
    { id: cancelled.id, ok: false, message },
    { id: holder.id, ok: true, message: "Order set to Processing", undo: true },
  ]);
  await moveOrder(admin, cancelled.id, { date: "2026-11-28", from: "10:00", force: false }, pool);
  const before = await takenOf("2026-11-28", "10:00");
  expect(await setOrderStatus(admin, cancelled.id, "Processing", pool)).toMatchObject({ status: "Processing" });
  expect(await takenOf("2026-11-28", "10:00")).toBe(before + 1);
});
