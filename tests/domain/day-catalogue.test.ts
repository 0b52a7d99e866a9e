// What the catalogue says of a day, and which days a page offers (docs/behaviour.md#a-day-for-the-cart).
import { describe, expect, test, vi } from "vitest";
import { plans } from "@/db/schema";
import { reserve } from "@/lib/cart/commands";
import { readCartState } from "@/lib/cart/queries";
import { listApiSweets } from "@/lib/catalogue/list-queries";
import { firstDays, isPlanning, readApiSweet, stockAndDays, stockOf, sweetsByIds } from "@/lib/catalogue/queries";
import { listQuery } from "@/lib/catalogue/schema";
import { leftAtTill } from "@/lib/catalogue/till-packs";
import { daysAtTill, packsAtTill } from "@/lib/catalogue/till-queries";
import { setDay } from "@/lib/stock/plan-commands";
import { connect, refusal } from "../support/database";
import { anAdmin, aSweet, aVisitor } from "../support/factories";
import { save } from "../support/settings";
import { pool, sql } from "../support/sql";
import { aPlanned, batch } from "./plan-world";

// Monday, 9:30 in India.
vi.mock("@/lib/clock", () => ({ shopNow: () => new Date("2026-11-23T04:00:00Z") }));
const [monday, tuesday, wednesday, far] = ["2026-11-23", "2026-11-24", "2026-11-25", "2027-01-14"] as const;

const admin = await anAdmin();

const bad = { code: "bad_request", errors: [{ path: "day", message: expect.stringContaining("cannot be booked") }] };

test("a shop that plans nothing offers no day", async () => {
  const { id } = await aSweet({ quantity: 4 });
  await aPlanned();
  expect(await isPlanning()).toBe(true);
  const undone = new Error("undone on purpose");
  const withoutPlans = connect(1).transaction(async (tx) => {
    await tx.delete(plans);
    expect(await isPlanning(tx)).toBe(false);
    expect(await stockAndDays([id], undefined, tx)).toEqual({
      today: monday,
      days: [],
      next: null,
      sweets: [expect.objectContaining({ id, quantity: 4 })],
    });
    // At the till a day can be named all the same; nothing is made for today.
    expect((await daysAtTill(admin, tx))[0]).toEqual({ day: tuesday, left: {}, festivals: [], isInSpan: true });
    throw undone;
  });
  await expect(withoutPlans).rejects.toBe(undone);
});

test("a cart's day matters as soon as a sweet of it is made for the day", async () => {
  const [plain, planned, shopper] = [await aSweet({ quantity: 4 }), await aPlanned({ quantity: 4 }), await aVisitor()];
  const isPlannedWith = async ({ id }: { id: number }) => {
    await reserve(shopper, { productId: id, quantity: 1 }, pool);
    return (await readCartState(shopper)).isPlanned;
  };
  expect([await isPlannedWith(plain), await isPlannedWith(planned)]).toEqual([false, true]);
});

describe("for a day", () => {
  test("list, search, sweet and stock count what its plan has left, and stock for what is not made for the day", async () => {
    const planned = await aPlanned({ quantity: 3, name: "Dayful Peda" });
    const plain = await aSweet({ quantity: 7, name: "Dayful Nuts" });
    await reserve(await aVisitor(), { productId: planned.id, quantity: 4, day: wednesday }, pool);
    const counts = async (day?: string) => {
      const list = await listApiSweets(listQuery.parse({ limit: "100", ...(day && { day }) }));
      const search = await listApiSweets(listQuery.parse({ search: "dayful", ...(day && { day }) }));
      const stock = await stockOf([planned.id, plain.id], day);
      return [planned.id, plain.id].map((id) => [
        ...[list, search].map(({ items }) => items.find((item) => item.id === id)?.quantity),
        stock.find((one) => one.id === id)?.quantity,
      ]);
    };
    expect(await counts()).toEqual([
      [3, 3, 3],
      [7, 7, 7],
    ]);
    expect(await counts(wednesday)).toEqual([
      [6, 6, 6],
      [7, 7, 7],
    ]);
    const one = await readApiSweet(planned.id, wednesday);
    expect(one).toMatchObject({ quantity: 6, isAvailable: true, packs: [{ available: 6 }] });
    // Today's orders have closed.
    expect(await readApiSweet(planned.id, monday)).toMatchObject({ quantity: 0, isAvailable: false });
  });

  test("a closed day has none, whatever is in stock", async () => {
    const { id } = await aPlanned({ quantity: 3 });
    await setDay(admin, { productId: id, day: tuesday, capacity: 0, force: false }, pool);
    expect((await stockOf([id], tuesday))[0]?.quantity).toBe(0);
    await batch({ id }, tuesday, 5, true);
    expect((await stockOf([id], tuesday))[0]?.quantity).toBe(0);
    expect((await stockOf([id]))[0]?.quantity).toBe(8);
  });

  test.each(["2026-11-22", far])("%s is refused by all of them", async (day) => {
    const { id } = await aSweet();
    for (const work of [
      () => listApiSweets(listQuery.parse({ day })),
      () => readApiSweet(id, day),
      () => stockOf([id], day),
      () => stockAndDays([id], day),
    ])
      expect(await refusal(work())).toMatchObject(bad);
  });
});

describe("the days of a page", () => {
  test("are those to come, today only for what is made for it, and each sweet has those on which some is left", async () => {
    const planned = await aPlanned();
    const plain = await aSweet({ quantity: 2 });
    await setDay(admin, { productId: planned.id, day: tuesday, capacity: 0, force: false }, pool);
    const found = await stockAndDays([planned.id, plain.id], wednesday);
    expect(found.days.slice(0, 2)).toEqual([
      { day: tuesday, festival: null },
      { day: wednesday, festival: null },
    ]);
    expect(found.sweets.map(({ quantity, days }) => [quantity, days?.[0]])).toEqual([
      [10, wednesday],
      [2, undefined],
    ]);
    const early = await aPlanned({ orderBy: { days: 0, time: "12:00" } });
    expect((await stockAndDays([early.id])).days[0]?.day).toBe(monday);
  });

  test("after today's last window begin with the next one that has something, also for sweets from stock alone", async () => {
    const [planned, plain] = [await aPlanned(), await aSweet({ quantity: 2 })];
    await setDay(admin, { productId: planned.id, day: tuesday, capacity: 0, force: false }, pool);
    const nextAt = async (id: number, time: string) =>
      (await stockAndDays([id], undefined, pool, new Date(`2026-11-23T${time}+05:30`))).next;
    expect(await nextAt(planned.id, "19:59:59")).toBeNull();
    expect(await nextAt(planned.id, "20:00:00")).toBe(wednesday);
    expect(await nextAt(plain.id, "20:00:00")).toBe(tuesday);
  });

  test("have a page's sweets with what is left on one of them", async () => {
    const [planned, plain] = [await aPlanned({ quantity: 3 }), await aSweet({ quantity: 7 })];
    const left = async (day?: string) =>
      (await sweetsByIds([plain.id, planned.id], day)).map(({ quantity }) => quantity);
    expect([await left(), await left(wednesday)]).toEqual([
      [7, 3],
      [7, 10],
    ]);
  });

  test("the first one of a pack is open and has enough of it, and says until when it takes orders", async () => {
    const [planned, plain] = [await aPlanned({ capacity: 3 }), await aSweet()];
    await reserve(await aVisitor(), { productId: planned.id, quantity: 2, day: tuesday }, pool);
    const [pack] = await sql`select id from packs where sweet_id = ${planned.id}`;
    const [large] = await sql`
      insert into packs (sweet_id, label, units, price) values (${planned.id}, 'Three', 3, 30000) returning id`;
    expect(await firstDays([planned.id, plain.id])).toEqual(
      new Map([
        [pack?.id, { day: tuesday, orderBy: "2026-11-23T14:30:00.000Z" }],
        [large?.id, { day: wednesday, orderBy: "2026-11-24T14:30:00.000Z" }],
      ]),
    );
  });

  test("of an open festival are there for its sweets, with its name", async () => {
    const [of, other] = [await aPlanned(), await aPlanned()];
    const festivals = [
      {
        ...{ slug: "sankranti", name: "Makar Sankranti", text: "", days: [far], sweets: [of.id] },
        ...{ opensAt: "2026-11-01T00:00:00.000Z", closesAt: "2027-01-10T00:00:00.000Z" },
      },
    ];
    await save("festivals", festivals);
    expect((await stockAndDays([of.id])).days.at(-1)).toEqual({ day: far, festival: "Makar Sankranti" });
    expect((await stockAndDays([other.id])).days.some(({ day }) => day === far)).toBe(false);
    expect((await stockOf([of.id], far))[0]?.quantity).toBe(10);
    expect((await daysAtTill(admin)).at(-1)).toMatchObject({
      ...{ day: far, isInSpan: false, festivals: [{ name: "Makar Sankranti", sweets: [of.id] }] },
      left: { [of.id]: 10, [other.id]: 0 },
    });
    await save("festivals", []);
  });
});

test("at the till a day has what its plan has left, and the stock of what is not made for the day; today is one while its plan is open", async () => {
  const [planned, plain] = [await aPlanned({ quantity: 3, minimumQuantity: 8 }), await aSweet({ quantity: 7 })];
  await reserve(await aVisitor(), { productId: planned.id, quantity: 8, day: wednesday }, pool);
  const left = async (date?: string) => {
    const day = (await daysAtTill(admin)).find((one) => one.day === date);
    const packs = await packsAtTill(admin);
    return [planned, plain].map(({ id }) =>
      packs.filter((pack) => pack.productId === id).map((pack) => leftAtTill(pack, day)),
    );
  };
  await sql`insert into packs (sweet_id, label, units, price) values (${planned.id}, 'Two', 2, 20000)`;
  expect(await left()).toEqual([[3, 1], [7]]);
  expect(await left(tuesday)).toEqual([[10, 5], [7]]);
  // Staff sell less than a sweet's minimum, too.
  expect(await left(wednesday)).toEqual([[2, 1], [7]]);
  const later = await aPlanned({ orderBy: { days: 0, time: "18:00" } });
  expect((await daysAtTill(admin))[0]).toMatchObject({ day: monday, left: { [later.id]: 10, [planned.id]: 0 } });
});
