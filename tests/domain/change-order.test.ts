// What a customer changes of an own Pending order, and until when (docs/behaviour.md#the-customer-changes-an-order).
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readDb } from "@/db/client";
import type { Customer } from "@/lib/auth/actor";
import { letterFor } from "@/lib/messages/event-queries";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { changeChoices } from "@/lib/orders/change-queries";
import { changeOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { findOwnOrder } from "@/lib/orders/queries";
import { changeInput, type OrderChange, type OrderInput } from "@/lib/orders/schema";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { setDay } from "@/lib/stock/plan-commands";
import { readPlanDay } from "@/lib/stock/plan-queries";
import { createWebhook } from "@/lib/webhooks/commands";
import {
  atOnceBehind,
  connect,
  done,
  expectPlacesRight,
  expectStockRight,
  hold,
  refusal,
  refusals,
  waitingForALock,
} from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet, type Item } from "../support/factories";
import { save, saveWindows } from "../support/settings";
import { pool, sql } from "../support/sql";
import { aPlanned } from "./plan-world";

// Monday, 9:30 in India.
const clock = vi.hoisted(() => ({ now: new Date("2026-11-23T04:00:00Z") }));
vi.mock("@/lib/clock", () => ({ shopNow: () => clock.now, recordedUntil: (at: Date) => at }));
const at = (time: string) => {
  clock.now = new Date(`${time}+05:30`);
};

const [monday, tuesday, wednesday, thursday] = ["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26"] as const;
// Of one place a window, for one test each.
const [friday, saturday] = ["2026-11-27", "2026-11-28"] as const;
const TOO_LATE = { code: "too_late", message: "We have begun to prepare this order. Please call us." };
const admin = await anAdmin();
const wide = connect();
let buyer: Customer;
beforeEach(async () => {
  at("2026-11-23T09:30:00");
  await save("areas", defaultSettings.areas);
  await saveWindows({});
  buyer = await aCustomer();
});
afterAll(async () => {
  await expectPlacesRight();
  await expectStockRight();
});

const slot = (date: string, from = "10:00") => ({ date, from });
const to = (date: string, from?: string) => ({ pincode: "400028", slot: slot(date, from) });
const order = async (delivery: Partial<OrderInput["delivery"]> = {}, sweet?: Item, quantity = 1) =>
  placeOrder(buyer, anOrder([[sweet ?? (await aSweet()), quantity]], { delivery }), { channel: "api" }, pool);
const change = (id: number, input: OrderChange, db = pool) => changeOrder(buyer, id, input, db);
const refused = (id: number, input: OrderChange) => refusal(change(id, input));
const corrections = async (id: number) =>
  (await findAnyOrder(admin, id)).corrections.map(({ field, from, to, by }) => [field, from, to, by]);
const traces = async (id: number) =>
  sql`select event from messages where order_id = ${id} and event like 'order_edited:%'
    union all select type from webhook_deliveries where order_id = ${id} and type = 'order.updated'`;

describe("texts", () => {
  test("are changed and recorded with who, the owner reads what has changed, and programs hear of it once", async () => {
    await createWebhook(admin, { url: "https://93.184.216.34/", events: ["order.updated"] }, pool);
    const { id, total } = await order({ ...to(wednesday), notes: "Ring twice" });
    const changed = await change(id, { phoneNumber: "98200 11111", notes: null, slot: slot(thursday) });
    expect(changed).toMatchObject({ id, total, phoneNumber: "98200 11111", notes: null, recipientName: "Somebody" });
    expect(changed.fulfilment.slot).toMatchObject({ date: thursday });
    expect(await corrections(id)).toEqual([
      ["phoneNumber", "98200 00000", "98200 11111", buyer.name],
      ["notes", "Ring twice", "", buyer.name],
      ["slot", `${wednesday} 10:00-13:00`, `${thursday} 10:00-13:00`, buyer.name],
    ]);
    expect(await traces(id)).toHaveLength(2);
    const rows = await sql`
      select kind, event, order_id as "orderId", to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
      from messages where order_id = ${id} and event like 'order_edited:%'`;
    // What was changed later is in a message of its own.
    await change(id, { recipientName: "Asha Rao" });
    const nothing = { paymentId: null, enquiryId: null, sweetId: null, webhookId: null };
    const mail = (await letterFor([{ ...nothing, ...(rows[0] as never as { kind: "new_order" }) } as never]))?.mail;
    expect(mail?.subject).toBe(`The customer has changed order #${id}`);
    expect(mail?.blocks.slice(0, 3)).toMatchObject([
      { text: "Phone Number corrected from “98200 00000” to “98200 11111”" },
      { text: "Notes corrected from “Ring twice” to “”" },
      { text: "Moved from Wed 25 Nov 2026, 10 am – 1 pm to Thu 26 Nov 2026, 10 am – 1 pm" },
    ]);
    await sql`delete from webhooks`;
  });

  test("that are the same, or absent, change nothing and leave no trace, whatever the status is", async () => {
    const { id } = await order(to(wednesday));
    const before = await change(id, {});
    await setOrderStatus(admin, id, "Processing", pool);
    const same = { recipientName: "Somebody", notes: null, slot: slot(wednesday) };
    expect(await change(id, same)).toMatchObject({
      ...before,
      status: "Processing",
      updatedAt: expect.anything(),
      history: expect.anything(),
    });
    expect(await traces(id)).toEqual([]);
    expect(await corrections(id)).toEqual([]);
  });

  test("may not be null, but for the notes", () => {
    for (const field of ["recipientName", "deliveryAddress", "phoneNumber", "slot"])
      expect(changeInput.safeParse({ [field]: null }).error?.issues).toMatchObject([{ path: [field] }]);
    expect(changeInput.parse({ notes: null })).toEqual({ notes: null });
    expect(changeInput.parse({ notes: "  " })).toEqual({ notes: null });
    expect(changeInput.parse({})).toEqual({});
  });
});

test("only the own order, and only while it is Pending", async () => {
  const { id } = await order();
  expect(await refusal(changeOrder(await aCustomer(), id, { notes: "Mine" }, pool))).toMatchObject({
    code: "not_found",
  });
  await setOrderStatus(admin, id, "Processing", pool);
  expect(await refused(id, { notes: "Ring twice" })).toMatchObject({ code: "conflict" });
});

describe("the work begins", () => {
  const texts = { notes: "Ring twice" };

  test("before the window, by the way to the area and the longest preparation", async () => {
    await save("areas", [{ ...defaultSettings.areas[0]!, leadMinutes: 90 }]);
    const [cake, laddoo] = [await aSweet({ prepHours: 20 }), await aSweet({ prepHours: 2 })];
    const input = anOrder(
      [
        [cake, 1],
        [laddoo, 1],
      ],
      { delivery: to(wednesday) },
    );
    const { id } = await placeOrder(buyer, input, { channel: "api" }, pool);
    // 10:00 − 1:30 − 20 h
    at("2026-11-24T12:30:00");
    expect(await change(id, texts)).toMatchObject(texts);
    expect(await changeChoices(await findOwnOrder(buyer, id))).not.toBeNull();
    at("2026-11-24T12:30:00.001");
    expect(await refused(id, { notes: null })).toMatchObject(TOO_LATE);
    expect(await refused(id, { slot: slot(thursday) })).toMatchObject(TOO_LATE);
    expect(await changeChoices(await findOwnOrder(buyer, id))).toBeNull();
  });

  test("for who picks up without the way to the area", async () => {
    await save("areas", [{ ...defaultSettings.areas[0]!, leadMinutes: 90 }]);
    const { id } = await order({ ...to(wednesday), method: "pickup" }, await aSweet({ prepHours: 0 }));
    at("2026-11-25T10:00:00");
    expect(await change(id, texts)).toMatchObject(texts);
    at("2026-11-25T10:00:01");
    expect(await refused(id, { notes: null })).toMatchObject(TOO_LATE);
  });

  test("at the order-by time of a planned day, with and without a window", async () => {
    const laddoo = await aPlanned();
    const ids = [(await order(to(tuesday), laddoo)).id, (await order({ day: tuesday }, laddoo)).id];
    at("2026-11-23T20:00:00");
    for (const id of ids) await change(id, texts);
    at("2026-11-23T20:00:01");
    for (const id of ids) expect(await refused(id, { notes: null })).toMatchObject(TOO_LATE);
  });

  test("never by the clock for an order with neither window nor day", async () => {
    const { id } = await order();
    at("2026-12-23T09:30:00");
    expect(await change(id, texts)).toMatchObject(texts);
  });
});

describe("another window", () => {
  const NOT_OFFERED = { code: "invalid", errors: [{ path: "slot" }] };

  test("takes its place and gives the last one back; a full one is refused with others, also of the order's own day", async () => {
    await saveWindows({
      dates: [
        {
          date: friday,
          windows: [
            { from: "10:00", to: "12:00", capacity: 1 },
            { from: "12:00", to: "14:00", capacity: 1 },
          ],
        },
      ],
    });
    const laddoo = await aPlanned({ capacity: 2 });
    const { id } = await order(to(wednesday), laddoo, 2);
    const taken = async (date: string) =>
      (
        await sql`select coalesce(sum(taken), 0)::int as n from slot_places where date = ${date} and pool = 'delivery'`
      )[0]?.n;
    const before = [await taken(wednesday), await taken(friday)];
    await change(id, { slot: slot(friday) });
    expect([await taken(wednesday), await taken(friday)]).toEqual([
      (before[0] as number) - 1,
      (before[1] as number) + 1,
    ]);
    buyer = await aCustomer();
    const other = await order(to(wednesday), await aSweet({ prepHours: 0 }));
    expect(await refused(other.id, { slot: slot(friday) })).toMatchObject({
      code: "slot_full",
      alternatives: [{ date: friday, from: "12:00", to: "14:00" }, {}, {}],
    });
    // The plan of wednesday has nothing left but what the order has itself.
    const own = await order(to(wednesday), laddoo, 2);
    const days = (await changeChoices(await findOwnOrder(buyer, own.id)))?.filter(({ date }) => date === wednesday);
    expect(days?.map(({ from }) => from)).toEqual(["13:00", "16:00"]);
    expect((await change(own.id, { slot: slot(wednesday, "13:00") })).fulfilment.slot?.from).toBe("13:00");
  });

  test("moves what is made for the day, within the plan and before its order-by time", async () => {
    const laddoo = await aPlanned({ capacity: 3 });
    const { id } = await order(to(wednesday), laddoo, 2);
    await setDay(admin, { productId: laddoo.id, day: tuesday, capacity: 1, force: false }, pool);
    expect(await refused(id, { slot: slot(tuesday) })).toMatchObject({
      code: "day_short",
      items: [{ productId: laddoo.id, available: 1 }],
    });
    // Nothing is in stock for today, and its order-by time was yesterday.
    expect(await refused(id, { slot: slot(monday, "16:00") })).toMatchObject(NOT_OFFERED);
    const moved = await change(id, { slot: slot(thursday) });
    expect([moved.day, moved.items[0]?.day]).toEqual([thursday, thursday]);
    const ordered = async (day: string) => (await readPlanDay(laddoo.id, day, readDb())).ordered;
    expect([await ordered(wednesday), await ordered(thursday)]).toEqual([0, 2]);
    await setDay(admin, { productId: laddoo.id, day: tuesday, capacity: 9, force: false }, pool);
    at("2026-11-23T20:00:01");
    expect(await refused(id, { slot: slot(tuesday) })).toMatchObject(NOT_OFFERED);
  });

  test("has to be one that shoppers are offered for the area and the sweets", async () => {
    const { id } = await order(to(wednesday), await aSweet({ prepHours: 20 }));
    for (const wanted of [
      slot(wednesday, "10:30"),
      slot(monday, "16:00"),
      slot("2026-11-20"),
      slot("2027-02-01"),
      slot("2026-11-22"),
    ])
      expect(await refused(id, { slot: wanted }), `${wanted.date} ${wanted.from}`).toMatchObject(NOT_OFFERED);
    const [plain, courier] = [await order(), await order({ pincode: "560001" }, await aSweet({ travels: true }))];
    for (const one of [plain, courier])
      expect(await refused(one.id, { slot: slot(thursday) })).toMatchObject(NOT_OFFERED);
    expect(await changeChoices(await findOwnOrder(buyer, plain.id))).toEqual([]);
    await save("areas", []);
    expect(await refused(id, { slot: slot(thursday) })).toMatchObject(NOT_OFFERED);
    expect(await corrections(id)).toEqual([]);
  });

  test("goes to one of two who want the last place", async () => {
    await saveWindows({ dates: [{ date: saturday, windows: [{ from: "15:00", to: "16:00", capacity: 1 }] }] });
    const ids = [(await order(to(wednesday))).id, (await order(to(wednesday))).id];
    const tries = await atOnceBehind(
      (on) => on`insert into slot_places (date, from_time, pool, taken) values (${saturday}, '15:00', 'delivery', 0)`,
      2,
      (i) => change(ids[i] as number, { slot: slot(saturday, "15:00") }, wide),
    );
    expect([done(tries).length, refusals(tries)]).toEqual([1, { slot_full: 1 }]);
  });
});

test("two changes at once are both recorded, and none is made once staff have begun", async () => {
  const { id } = await order();
  const locked = (on: typeof sql) => on`select 1 from orders where id = ${id} for no key update`;
  const both: OrderChange[] = [{ notes: "Ring twice" }, { recipientName: "Asha Rao" }];
  await atOnceBehind(locked as never, 2, (i) => change(id, both[i] as OrderChange, wide));
  expect(await findAnyOrder(admin, id)).toMatchObject({ notes: "Ring twice", recipientName: "Asha Rao" });
  const staff = await hold((_, db) => setOrderStatus(admin, id, "Processing", db));
  const late = refusal(changeOrder(buyer, id, { notes: null }, wide));
  await waitingForALock();
  await staff.commit();
  expect(await late).toMatchObject({ code: "conflict" });
});
