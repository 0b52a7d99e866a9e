// docs/behaviour.md#plans over HTTP. The rules: tests/domain/plans.test.ts.
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { invalid, problem } from "./expected";
import { aCustomer, anAdmin, aSweet, call, onOneDay, shopDay, sql, unique } from "./shop";

const week = (units: number) =>
  Object.fromEntries(["1", "2", "3", "4", "5", "6", "7"].map((weekday) => [weekday, units]));
const orderBy = { days: 1, time: "20:00" };
const empty = { held: 0, ordered: 0, made: null, short: 0, restGrams: 0, shortOrders: [] };

let token: string;
/** A day to come, also when the shop's day ends meanwhile. */
let day: string;
beforeAll(async () => {
  token = await anAdmin();
  day = addDays(await shopDay(), 3);
});
const put = (path: string, body?: unknown) => call("PUT", `/admin/plans/${path}`, { token, body });
const remove = (path: string) => call("DELETE", `/admin/plans/${path}`, { token });

async function aPlannedSweet(units = 40) {
  const sweet = await aSweet({ stock: 0 });
  await put(String(sweet.id), { week: week(units), orderBy });
  return sweet.id as number;
}
/** Units that a cart holds of a day's plan. */
const promise = (id: number, on: string, units: number) =>
  sql.begin(async (tx) => {
    const [cart] = await tx`insert into carts (token_hash, day) values (md5(${unique()}), ${on}) returning id`;
    await tx`
      insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at, day)
      select ${cart?.id}, ${id}, id, ${units}, ${units}, now() + interval '1 hour', ${on} from packs where sweet_id = ${id}`;
    await tx`insert into plan_days (sweet_id, day, capacity, held) values (${id}, ${on}, 40, ${units})`;
  });

test("a sweet is planned, changed and shown", () =>
  onOneDay(async (today) => {
    const sweet = await aSweet({ name: `Kaju ${unique()}`, details: { netWeightGrams: 250 } });
    const planned = await put(String(sweet.id), { week: week(40), orderBy });
    expect([planned.status, planned.body]).toEqual([
      200,
      {
        ...{ productId: sweet.id, name: sweet.name, unitGrams: 250, week: week(40), orderBy },
        days: Array.from({ length: 7 }, (_, at) => ({ day: addDays(today, at), capacity: 40, own: false, ...empty })),
      },
    ]);
    const changed = { day, capacity: 25, own: true, ...empty };
    expect((await put(`${sweet.id}/${day}`, { capacity: 25 })).body).toEqual(changed);
    const list = await call("GET", `/admin/plans?from=${day}&to=${day}`, { token });
    expect(list.body).toContainEqual({ ...planned.body, days: [changed] });
    expect(list.headers.has("etag")).toBe(true);
    expect((await remove(`${sweet.id}/${day}`)).body).toEqual({ day, capacity: 40, own: false, ...empty });
    expect((await remove(String(sweet.id))).body).toEqual({ message: "Planning has ended." });
    expect((await remove(String(sweet.id))).body).toEqual(
      problem(404, "not_found", "This sweet is not made for the day."),
    );
  }));

test("below what is promised: refused with what is, and done with force", async () => {
  const id = await aPlannedSweet();
  await promise(id, day, 30);
  const refused = (body: object) => ({ status: 409, body: { code: "below_promised", ...body } });
  expect(await put(`${id}/${day}`, { capacity: 20 })).toMatchObject(refused({ promised: 30 }));
  expect(await remove(String(id))).toMatchObject(refused({ days: [{ day, promised: 30 }] }));
  const many = [
    { productId: id, day, capacity: 20 },
    { productId: id, day: addDays(day, 1), capacity: 20 },
  ];
  expect(await put("days", many)).toMatchObject(refused({ days: [{ productId: id, day, promised: 30 }] }));
  expect((await put("days?force=true", many)).body).toEqual([
    { ...many[0], own: true, ...empty, held: 30 },
    { ...many[1], own: true, ...empty },
  ]);
  expect((await put(`${id}/${day}`, { capacity: 10, force: true })).body).toMatchObject({ capacity: 10, held: 30 });
  expect((await put(String(id), { week: week(5), orderBy, force: true })).body).toMatchObject({ week: week(5) });
  expect((await remove(`${id}/${day}?force=true`)).body).toMatchObject({ capacity: 5, own: false });
});

test("a batch is entered once for a key", () =>
  onOneDay(async (today) => {
    const id = await aPlannedSweet();
    await promise(id, today, 10);
    const made = (units: unknown, on = today, headers = {}) =>
      call("POST", `/admin/plans/${id}/${on}/made`, { token, body: { units }, headers });
    const key = { "idempotency-key": unique() };
    expect((await made(15, today, key)).body).toMatchObject({ made: 15, short: 0, held: 10 });
    expect((await made(15, today, key)).headers.get("idempotency-replayed")).toBe("true");
    expect((await call("GET", `/sweets/${id}`)).body.quantity).toBe(5);
    expect(await made(-16)).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await made(5, addDays(today, 2))).status).toBe(422);
    for (const wrong of [0, 1.5, 100_001, -100_001, "5", null])
      expect([wrong, (await made(wrong)).status]).toEqual([wrong, 422]);
  }));

test("a weighed batch counts whole units, a mistaken one is asked about and can be taken back", () =>
  onOneDay(async (today) => {
    const { id } = await aSweet({ stock: 0, details: { netWeightGrams: 200 } });
    await put(String(id), { week: week(10), orderBy });
    const made = async (body: object) => {
      const answer = await call("POST", `/admin/plans/${id}/${today}/made`, { token, body });
      return [answer.status, answer.body];
    };
    expect(await made({ grams: 100 })).toMatchObject([200, { made: null, restGrams: 100 }]);
    expect(await made({ grams: 1300 })).toMatchObject([200, { made: 7, restGrams: 0 }]);
    expect(await made({ units: -7 })).toMatchObject([200, { made: null }]);
    expect(await made({ units: 21 })).toMatchObject([409, { code: "above_plan", capacity: 10 }]);
    expect(await made({ units: 21, force: true })).toMatchObject([200, { made: 21 }]);
    for (const body of [{}, { grams: 0 }, { grams: -5 }, { units: 5, grams: 100 }])
      expect([body, ...(await made(body))]).toMatchObject([body, 422, { code: "invalid" }]);
  }));

test("the days of a sweet: none without a plan", async () => {
  const days = (id: number, query = "") => call("GET", `/sweets/${id}/days${query}`);
  expect((await days((await aSweet()).id)).body).toEqual([]);
  const id = await aPlannedSweet(40);
  await promise(id, day, 40);
  const next = addDays(day, 1);
  const orderUntil = (on: string) => new Date(`${addDays(on, -1)}T20:00+05:30`).toISOString();
  expect((await days(id, `?from=${day}&to=${next}`)).body).toMatchObject([
    { day, available: 0, orderBy: orderUntil(day) },
    { day: next, available: 40, orderBy: orderUntil(next) },
  ]);
  expect((await days(2_000_000_000)).status).toBe(404);
});

describe("what is no plan", () => {
  test("is 422 with each field", async () => {
    const id = await aPlannedSweet();
    const wrong = { week: { ...week(5), "3": -1 }, orderBy: { days: 31, time: "25:00" } };
    expect((await put(String(id), wrong)).body).toEqual(
      invalid([
        ["week.3", "Please enter a whole number from 0 to 1,00,000"],
        ["orderBy.days", "Too big: expected number to be <=30"],
        ["orderBy.time", "Please enter a time such as 09:30"],
      ]),
    );
    for (const capacity of [-1, 100_001, 2.5, "5", null, undefined])
      expect([capacity, (await put(`${id}/${day}`, { capacity })).status]).toEqual([capacity, 422]);
    const one = { productId: id, day, capacity: 5 };
    const past = { ...one, day: "2020-01-01" };
    const none = [undefined, {}, [], [one, one], [{ ...one, day: "2026-02-30" }], [{ ...one, capacity: -1 }]];
    for (const body of [...none, [one, past]]) expect([body, (await put("days", body)).status]).toEqual([body, 422]);
    expect((await put(`${id}/${past.day}`, { capacity: 5 })).body).toEqual(invalid([["day", "This day is over."]]));
  });

  test("is 404 for what is not there, and 403 for a customer", async () => {
    const { id } = await aSweet();
    for (const path of [`${id}/${day}`, `2000000000/${day}`, `${id}/tomorrow`, `x/${day}`])
      expect([path, (await put(path, { capacity: 5 })).status]).toEqual([path, 404]);
    expect((await put("2000000000", { week: week(5), orderBy })).status).toBe(404);
    const { token: customer } = await aCustomer();
    expect((await call("GET", "/admin/plans", { token: customer })).status).toBe(403);
  });
});
