// docs/behaviour.md#kitchen: what is to be made and packed, when a window is late, and the mark of a packed order.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { updateSweet } from "@/lib/catalogue/commands";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { setPacked } from "@/lib/kitchen/commands";
import { readKitchen } from "@/lib/kitchen/queries";
import { moveOrder } from "@/lib/orders/correction-commands";
import { placeOrder } from "@/lib/orders/place";
import { purchase } from "@/lib/orders/purchase";
import { setOrderStatus } from "@/lib/orders/status-commands";
import { atOnce, connect, done, refusal } from "../support/database";
import { aCustomer, anAdmin, anOrder, aSweet } from "../support/factories";
import { pool, sql } from "../support/sql";

// A Monday; its windows are those of the default settings.
const DAY = "2027-03-01";
const at = (time: string, day = DAY) => new Date(`${day}T${time}+05:30`);
vi.mock("@/lib/clock", () => ({ shopNow: () => at("09:00") }));

let sweet: SweetWithPicture;
const [admin, buyer] = [await anAdmin(), await aCustomer()];
beforeEach(async () => {
  // The kitchen shows all orders of the shop, so each test has its orders alone.
  await sql`update orders set status = 'Cancelled' where status <> 'Cancelled'`;
  sweet = await aSweet({ name: "Kaju Katli", quantity: 1000 });
});

type Wanted = { units?: number; from?: string | null; method?: string | null; day?: string };

/** An order for a window of the day; `from: null` has none. */
async function order({ units = 1, from = "10:00", method = "delivery", day = DAY }: Wanted = {}): Promise<number> {
  const { id } = await placeOrder(buyer, anOrder([[sweet, units]]), { channel: "web" }, pool);
  const to = { "10:00": "13:00", "13:00": "16:00", "16:00": "20:00" }[from ?? ""] ?? null;
  await sql`
    update orders set method = ${method}, slot_date = ${from && day}, slot_from = ${from}, slot_to = ${to} where id = ${id}`;
  return id;
}
const kitchen = (now = at("09:00"), date?: string) => readKitchen(admin, { date }, undefined, now);
const mark = (ids: number[], packed = true, now = at("09:00")) => setPacked(admin, { ids, packed }, pool, now);
const set = (id: number, status: "Cancelled" | "Shipped" | "Processing") => setOrderStatus(admin, id, status, pool);
const storedMark = async (id: number) => (await sql`select packed_at from orders where id = ${id}`)[0]?.packed_at;

describe("what is shown", () => {
  test("orders by window, delivery and pickup apart, with what to make of each sweet", async () => {
    await updateSweet(admin, sweet.id, { details: { netWeightGrams: 250 } }, null, pool);
    const [first, second] = [await order({ units: 3 }), await order({ units: 5 })];
    const pickup = await order({ method: "pickup" });
    const later = await order({ from: "16:00" });
    await mark([first]);
    const { date, today, done, all, windows } = await kitchen();
    expect({ date, today, done, all }).toEqual({ date: DAY, today: DAY, done: 1, all: 4 });
    expect(windows.map(({ from, to, pool, pack }) => [from, to, pool, pack.map(({ id }) => id)])).toEqual([
      ["10:00", "13:00", "delivery", [first, second]],
      ["10:00", "13:00", "pickup", [pickup]],
      ["16:00", "20:00", "delivery", [later]],
    ]);
    expect(windows[0]).toMatchObject({ done: 1, all: 2 });
    expect(windows[0]?.make).toEqual([
      {
        ...{ productId: sweet.id, name: "Kaju Katli", ordered: 8, packed: 3, remaining: 5, kilograms: 2, free: 990 },
        packs: [{ packId: sweet.packs[0]?.id, label: "250 g", ordered: 8, packed: 3, remaining: 5 }],
      },
    ]);
  });

  test("an order shows what is packed with it", async () => {
    const id = await order({ units: 2 });
    await sql`update orders set gift_wrap = true, personal_message = 'Happy Diwali', notes = 'Ring twice' where id = ${id}`;
    expect((await kitchen()).windows[0]?.pack).toMatchObject([
      {
        id,
        status: "Pending",
        recipientName: "Somebody",
        giftWrap: true,
        personalMessage: "Happy Diwali",
        notes: "Ring twice",
        packed: false,
        packedAt: null,
        slip: `/admin/orders/${id}/slip`,
        items: [
          { productId: sweet.id, name: "Kaju Katli", packId: sweet.packs[0]?.id, packLabel: "1 piece", quantity: 2 },
        ],
      },
    ]);
  });

  test("a cancelled order does not count; a shipped one is packed without the mark", async () => {
    const [cancelled, shipped] = [await order(), await order()];
    await set(cancelled, "Cancelled");
    await set(shipped, "Shipped");
    expect(await kitchen()).toMatchObject({ done: 1, all: 1, windows: [{ done: 1, all: 1, late: false }] });
    expect((await kitchen()).windows[0]?.make).toMatchObject([{ ordered: 1, packed: 1, remaining: 0 }]);
  });

  test("a moved order is shown in its new window alone", async () => {
    const id = await order();
    await moveOrder(admin, id, { date: DAY, from: "13:00", force: false }, pool);
    expect((await kitchen()).windows.map(({ from, pack }) => [from, pack[0]?.id])).toEqual([["13:00", id]]);
    await moveOrder(admin, id, { date: "2027-03-02", from: "13:00", force: false }, pool);
    expect((await kitchen()).windows).toEqual([]);
    expect((await kitchen(at("09:00"), "2027-03-02")).windows).toMatchObject([{ from: "13:00", pack: [{ id }] }]);
  });

  test("the day is the shop's: at midnight in India another one begins", async () => {
    await order({ from: "16:00" });
    await order({ from: "10:00", day: "2027-03-02" });
    for (const [now, day, from] of [
      [at("23:59:59"), DAY, "16:00"],
      [at("00:00", "2027-03-02"), "2027-03-02", "10:00"],
    ] as const)
      expect(await kitchen(now)).toMatchObject({ date: day, today: day, windows: [{ from }] });
  });
});

describe("a window", () => {
  test.each([
    ["09:59:59", "upcoming", false],
    ["10:00", "started", true],
    ["12:59:59", "started", true],
    ["13:00", "ended", true],
  ])("at %s is %s; late: %s", async (time, state, late) => {
    await order();
    expect((await kitchen(at(time))).windows).toMatchObject([{ state, late }]);
  });

  test("is not late once all of it is packed, and is late again when a mark is taken back", async () => {
    const ids = [await order(), await order()];
    await mark(ids);
    expect((await kitchen(at("14:00"))).windows).toMatchObject([{ state: "ended", late: false }]);
    await mark(ids.slice(1), false);
    expect((await kitchen(at("14:00"))).windows).toMatchObject([{ late: true, done: 1 }]);
  });

  test("of an earlier day has ended", async () => {
    await order({ day: "2027-02-26" });
    expect((await kitchen(at("00:01"), "2027-02-26")).windows).toMatchObject([{ state: "ended", late: true }]);
  });
});

describe("orders without a window", () => {
  const ids = async (now = at("09:00"), date?: string) =>
    (await kitchen(now, date)).withoutWindow.pack.map(({ id }) => id);

  test("wait on today's view, whatever their age, until they are packed or on their way", async () => {
    const [courier, arranged, shipped] = [
      await order({ from: null, method: "courier" }),
      await order({ from: null, method: null }),
      await order({ from: null }),
    ];
    await sql`update orders set created_at = now() - interval '60 days' where id = ${courier}`;
    await set(arranged, "Processing");
    await set(shipped, "Shipped");
    expect((await kitchen()).withoutWindow).toMatchObject({
      done: 0,
      all: 2,
      make: [{ ordered: 2, remaining: 2 }],
      pack: [
        { id: courier, method: "courier" },
        { id: arranged, method: null },
      ],
    });
    expect(await ids(at("09:00"), "2027-03-02")).toEqual([]);
  });

  test("are shown on the day on which they were packed, by India's midnight", async () => {
    const noWindow = () => order({ from: null });
    const [early, late, next] = [await noWindow(), await noWindow(), await noWindow()];
    await mark([early], true, at("00:00"));
    await mark([late], true, at("23:59:59.999"));
    await mark([next], true, at("00:00", "2027-03-02"));
    expect(await kitchen(at("12:00"))).toMatchObject({ done: 2, all: 2 });
    expect(await ids(at("12:00"))).toEqual([early, late]);
    expect(await ids(at("12:00", "2027-03-05"), "2027-03-02")).toEqual([next]);
    await set(late, "Shipped");
    await set(early, "Cancelled");
    expect(await ids(at("12:00"))).toEqual([late]);
  });

  test("sales over the counter are not among them", async () => {
    await purchase(admin, sweet.id, { quantity: 1 }, pool);
    await sql`update orders set status = 'Processing' where channel = 'counter' and status = 'Completed'`;
    expect(await ids()).toEqual([]);
  });
});

describe("the mark", () => {
  test("is set once: a second click and a retry keep the time of the first", async () => {
    const id = await order();
    expect(await mark([id, id])).toEqual([{ id, ok: true, packed: true, message: `Order #${id} is packed` }]);
    const first = await storedMark(id);
    expect(new Date(first).toISOString()).toBe(at("09:00").toISOString());
    expect(await mark([id], true, at("10:00"))).toMatchObject([{ ok: true, packed: true }]);
    expect(await storedMark(id)).toEqual(first);
    expect(await mark([id], false)).toEqual([{ id, ok: true, packed: false, message: `Order #${id} is to be packed` }]);
    expect(await mark([id], false)).toMatchObject([{ ok: true }]);
    expect(await storedMark(id)).toBeNull();
  });

  test("is refused for a cancelled order, and stays on one that is on its way", async () => {
    const [cancelled, shipped] = [await order(), await order()];
    await set(cancelled, "Cancelled");
    await mark([shipped]);
    await set(shipped, "Shipped");
    expect(await refusal(mark([cancelled]))).toMatchObject({
      code: "conflict",
      message: `Order #${cancelled} is cancelled.`,
    });
    expect(await refusal(mark([shipped], false))).toMatchObject({
      code: "conflict",
      message: `Order #${shipped} is shipped and stays packed.`,
    });
    expect([await storedMark(cancelled), await storedMark(shipped)]).toEqual([null, expect.anything()]);
    expect(await refusal(mark([2_147_483_647]))).toMatchObject({ code: "not_found" });
  });

  test("of many: one that cannot be marked does not stop the others", async () => {
    const [good, cancelled] = [await order(), await order()];
    await set(cancelled, "Cancelled");
    expect(await mark([cancelled, good, 2_147_483_647])).toMatchObject([
      { id: cancelled, ok: false },
      { id: good, ok: true },
      { id: 2_147_483_647, ok: false },
    ]);
    expect(await storedMark(good)).not.toBeNull();
  });

  test("goes with the units of an order that is cancelled, and stays on one that had left the shop", async () => {
    const [open, shipped] = [await order({ from: null }), await order({ from: null })];
    await mark([open, shipped]);
    await set(shipped, "Shipped");
    for (const id of [open, shipped]) for (const status of ["Cancelled", "Processing"] as const) await set(id, status);
    expect([await storedMark(open), await storedMark(shipped)]).toEqual([null, expect.anything()]);
    expect((await kitchen()).withoutWindow).toMatchObject({ done: 1, all: 2 });
  });

  test("an order that was shipped without the mark gets none", async () => {
    const id = await order();
    await set(id, "Shipped");
    expect(await mark([id])).toMatchObject([{ ok: true, packed: true }]);
    expect(await storedMark(id)).toBeNull();
  });

  test("many admins mark the same orders at once, in different orders: all succeed, none is marked twice", async () => {
    const ids: number[] = [];
    for (let n = 0; n < 8; n++) ids.push(await order());
    const db = connect(16);
    const tries = await atOnce(16, (i) =>
      setPacked(admin, { ids: i % 2 ? ids : ids.toReversed(), packed: true }, db, at(`09:${10 + i}`)),
    );
    expect(done(tries)).toHaveLength(16);
    const marks = await sql`select distinct packed_at from orders where id = any(${ids})`;
    expect(marks).toHaveLength(1);
    expect((await kitchen()).windows).toMatchObject([{ done: 8, all: 8 }]);
  });
});
