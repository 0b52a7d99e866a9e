// Statuses and corrections of orders (docs/behaviour.md#order-status).
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { statuses } from "@/db/constants/orders";
import { MAX_NAME } from "@/db/constants/text";
import type { Customer } from "@/lib/auth/actor";
import { findAnyOrder, listAllOrders } from "@/lib/orders/admin-queries";
import { correctOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { findOrder } from "@/lib/orders/queries";
import { ordersQuery, statusInput, type TrackingChange } from "@/lib/orders/schema";
import { cancelOrder, outcomeOf, setOrderStatus, settleOrder } from "@/lib/orders/status-commands";
import { atOnce, connect, expectStockRight, refusal, refusals, unitsOf } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Lines } from "../support/factories";
import { pool, sql } from "../support/sql";

let buyer: Customer;
const wide = connect();
const admin = await anAdmin();
beforeEach(async () => {
  buyer = await aCustomer();
});
afterAll(() => expectStockRight());

const api = { channel: "api" } as const;

describe("a status", () => {
  test("after any other keeps stock right, and is recorded", async () => {
    const sweet = await aSweet({ quantity: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 4]]), api, pool);
    const path: (typeof statuses)[number][] = ["Pending"];
    const pairs = statuses.flatMap((from) => statuses.flatMap((to) => [from, to]));
    let isReturned = false;
    for (const to of pairs) {
      const from = path.at(-1)!;
      expect((await setOrderStatus(admin, id, to, pool)).status).toBe(to);
      if (to === from) continue;
      path.push(to);
      isReturned = to === "Cancelled" && from !== "Shipped" && from !== "Completed";
      expect([from, to, await unitsOf(sweet.id)]).toEqual([
        ...[from, to, isReturned ? { free: 10, held: 0, sold: 0 } : { free: 6, held: 0, sold: 4 }],
      ]);
    }
    const { history } = await findAnyOrder(admin, id);
    expect(history.map((step) => [step.from, step.to, step.by])).toEqual(
      path.map((word, i) => [path[i - 1] ?? null, word, i === 0 ? buyer.name : admin.name]),
    );
  });

  test("that leaves Cancelled takes the units again, or is refused when they are gone", async () => {
    const [one, two] = [await aSweet({ quantity: 5 }), await aSweet({ quantity: 5 })];
    const both: Lines = [
      [one, 5],
      [two, 2],
    ];
    const { id } = await placeOrder(buyer, anOrder(both), api, pool);
    await setOrderStatus(admin, id, "Cancelled", pool);
    await purchase(await aCustomer(), one.id, { quantity: 1 }, pool);
    expect(await refusal(setOrderStatus(admin, id, "Pending", pool))).toEqual({
      code: "insufficient_stock",
      message: "Only 4 items available in stock.",
      available: 4,
      short: [{ productId: one.id, available: 4 }],
    });
    expect((await findAnyOrder(admin, id)).status).toBe("Cancelled");
    expect(await unitsOf(two.id)).toEqual({ free: 5, held: 0, sold: 0 });
  });

  test("of what is shipped comes with its courier, which can be changed while it is shipped", async () => {
    const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]]), api, pool);
    const ship = (tracking?: TrackingChange, status: (typeof statuses)[number] = "Shipped") =>
      setOrderStatus(admin, id, status, pool, { tracking });
    const post = { carrier: "India Post", number: "EM1", url: null };
    expect((await ship({ carrier: "India Post", number: "EM1" })).tracking).toEqual(post);
    expect((await findOrder(buyer, id)).tracking).toEqual(post);
    expect((await ship()).tracking).toEqual(post);
    const linked = { carrier: "India Post", number: "EM2", url: "https://post.example/EM2" };
    expect((await ship({ number: "EM2", url: linked.url })).tracking).toEqual(linked);
    expect((await ship({ carrier: null })).tracking).toEqual({ ...linked, carrier: null });
    expect((await ship(undefined, "Completed")).tracking).toEqual({ ...linked, carrier: null });
    expect((await ship(null)).tracking).toBeNull();
    const { corrections, history } = await ship({ carrier: null, number: null });
    expect(corrections).toEqual(
      [
        { field: "tracking", from: "India Post EM1", to: "India Post EM2 https://post.example/EM2" },
        { field: "tracking", from: "India Post EM2 https://post.example/EM2", to: "EM2 https://post.example/EM2" },
      ].map((change) => expect.objectContaining({ ...change, by: admin.name })),
    );
    expect(history.map(({ to }) => to)).toEqual(["Pending", "Shipped", "Completed", "Shipped"]);
  });

  test.each([
    [{ status: "Processing", tracking: null }, "tracking"],
    [{ status: "Shipped", tracking: { url: "http://post.example" } }, "tracking.url"],
    [{ status: "Shipped", tracking: { url: "javascript:alert(1)" } }, "tracking.url"],
    [{ status: "Shipped", tracking: { url: "https://" } }, "tracking.url"],
    [{ status: "Shipped", tracking: { number: "1".repeat(MAX_NAME + 1) } }, "tracking.number"],
    [{ status: "Shipped", tracking: "DTDC" }, "tracking"],
  ])("with %o is refused", (input, path) => {
    expect(statusInput.safeParse(input).error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });

  test("is undone while it is as it was left: Processing alone, of an order that was Pending", async () => {
    const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]]), api, pool);
    const set = async (to: (typeof statuses)[number]) =>
      outcomeOf(await settleOrder(admin, id, to, pool)).undo ?? false;
    const undo = () => setOrderStatus(admin, id, "Pending", wide, { expected: "Processing" });
    expect(await set("Processing")).toBe(true);
    expect(await set("Processing")).toBe(false); // a second press has changed nothing
    expect(refusals(await atOnce(2, undo))).toEqual({ conflict: 1 });
    expect((await findAnyOrder(admin, id)).status).toBe("Pending");
    for (const to of ["Shipped", "Processing", "Completed", "Cancelled", "Processing"] as const)
      expect([to, await set(to)]).toEqual([to, false]);
    await set("Shipped");
    expect(await refusal(undo())).toEqual({ code: "conflict", message: `Order #${id} is Shipped now.` });
  });

  test("that many set at once ends in one history without gaps", async () => {
    const sweet = await aSweet({ quantity: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 3]]), api, pool);
    const tries = await atOnce(30, (i) => setOrderStatus(admin, id, statuses[i % 5]!, wide));
    expect(refusals(tries)).toEqual({});
    const { history } = await findAnyOrder(admin, id);
    for (const [i, step] of history.entries()) expect(step.from).toBe(history[i - 1]?.to ?? null);
    await expectStockRight();
  });

  test("is the customer's to cancel only while Pending, and only the own order's", async () => {
    const sweet = await aSweet({ quantity: 10 });
    const { id } = await placeOrder(buyer, anOrder([[sweet, 4]]), api, pool);
    const stranger = await aCustomer();
    expect(await refusal(cancelOrder(stranger, id, pool))).toMatchObject({ code: "not_found" });
    expect(await refusal(findOrder(stranger, id))).toMatchObject({ code: "not_found" });
    await setOrderStatus(admin, id, "Processing", pool);
    expect(await refusal(cancelOrder(buyer, id, pool))).toMatchObject({ code: "conflict" });
    await setOrderStatus(admin, id, "Pending", pool);
    expect((await cancelOrder(buyer, id, pool)).status).toBe("Cancelled");
    expect((await cancelOrder(buyer, id, pool)).status).toBe("Cancelled");
    expect(await unitsOf(sweet.id)).toEqual({ free: 10, held: 0, sold: 0 });
  });

  test("of a customer's cancel beside an admin's shipping: the units return only when it was cancelled first", async () => {
    for (let round = 0; round < 6; round++) {
      const sweet = await aSweet({ quantity: 4 });
      const { id } = await placeOrder(buyer, anOrder([[sweet, 4]]), api, pool);
      await Promise.allSettled([cancelOrder(buyer, id, wide), setOrderStatus(admin, id, "Shipped", wide)]);
      const { status, history } = await findAnyOrder(admin, id);
      expect(status).toBe("Shipped");
      expect(await unitsOf(sweet.id)).toEqual({ free: 0, held: 0, sold: 4 });
      expect(history.length).toBeLessThanOrEqual(3);
    }
  });
});

test("a correction of the delivery is recorded field by field; the note is the owner's alone", async () => {
  const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]]), api, pool);
  const order = await correctOrder(
    admin,
    id,
    {
      phoneNumber: "111",
      recipientName: "Somebody",
      internalNote: "Call first",
    },
    pool,
  );
  expect(order).toMatchObject({ phoneNumber: "111", recipientName: "Somebody", internalNote: "Call first" });
  expect(order.corrections.map(({ at: _, ...correction }) => correction)).toEqual([
    { field: "phoneNumber", from: "98200 00000", to: "111", by: admin.name },
  ]);
  expect(JSON.stringify(await findOrder(buyer, id))).not.toContain("Call first");
});

test("a note is not written over another one that its editor has not read; whoever sends nothing of that writes as ever", async () => {
  const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]]), api, pool);
  const note = (internalNote: string, noteWas?: string) => correctOrder(admin, id, { internalNote, noteWas }, pool);
  await note("Ring twice", "");
  expect(await refusal(note("Call first", ""))).toMatchObject({
    code: "stale_version",
    note: { text: "Ring twice", by: admin.name },
  });
  // The same words are no conflict, and who has read the other note may replace it.
  await note("Ring twice", "");
  expect((await note("Call first", "Ring twice")).internalNote).toBe("Call first");
  expect((await note("No onions")).internalNote).toBe("No onions");
});

test("a form that nobody touched corrects nothing; a note of blanks is none", async () => {
  const delivery = { recipientName: "Two\r\nLines", deliveryAddress: "1 Road\r\nMumbai" };
  const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]], { delivery }), api, pool);
  const untouched = { recipientName: "TwoLines", deliveryAddress: "1 Road\nMumbai", internalNote: " \n" };
  const { corrections, deliveryAddress, internalNote } = await correctOrder(admin, id, untouched, pool);
  expect({ corrections, deliveryAddress, internalNote }).toEqual({
    corrections: [],
    deliveryAddress: "1 Road\r\nMumbai",
    internalNote: null,
  });
});

test("an order is found by its day in India, and by a part of its name, whatever signs that has", async () => {
  const delivery = { recipientName: "Zubin 100%_Mehta" };
  const { id } = await placeOrder(buyer, anOrder([[await aSweet(), 1]], { delivery }), api, pool);
  const find = async (query: object) => {
    const { items, meta } = await listAllOrders(admin, ordersQuery.parse(query));
    expect(meta.total).toBe(items.length);
    return items.map((item) => item.id);
  };
  expect(await find({ search: "100%_m" })).toEqual([id]);
  expect(await find({ search: "100__" })).toEqual([]);
  const placedAt = (at: string) => sql`update orders set created_at = ${at} where id = ${id}`;
  await placedAt("2024-03-10T18:29:59.999Z");
  expect(await find({ from: "2024-03-10", to: "2024-03-10" })).toEqual([id]);
  await placedAt("2024-03-10T18:30:00Z");
  expect(await find({ from: "2024-03-10", to: "2024-03-10" })).toEqual([]);
  expect(await find({ from: "2024-03-11", to: "2024-03-11" })).toEqual([id]);
});
