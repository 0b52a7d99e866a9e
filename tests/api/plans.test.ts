// docs/behaviour.md#plans over HTTP.
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, indiaDay } from "@/lib/dates";
import { invalid, problem } from "./expected";
import { aCustomer, anAdmin, aSweet, call, sql, unique } from "./shop";

const TODAY = indiaDay();
const week = (units: number) =>
  Object.fromEntries(["1", "2", "3", "4", "5", "6", "7"].map((weekday) => [weekday, units]));
const orderBy = { days: 1, time: "20:00" };
const empty = { held: 0, ordered: 0, made: null, short: 0, shortOrders: [] };

let token: string;
beforeAll(async () => {
  token = await anAdmin();
});
const put = (path: string, body?: unknown) => call("PUT", `/admin/plans/${path}`, { token, body });
const remove = (path: string) => call("DELETE", `/admin/plans/${path}`, { token });

async function aPlannedSweet(units = 40, fields: Record<string, unknown> = {}) {
  const sweet = await aSweet({ stock: 0, ...fields });
  await put(String(sweet.id), { week: week(units), orderBy });
  return sweet.id as number;
}
/** Units that a cart holds of a day's plan. */
const promise = (id: number, day: string, units: number) =>
  sql.begin(async (tx) => {
    const [cart] = await tx`insert into carts (token_hash, day) values (md5(${unique()}), ${day}) returning id`;
    await tx`
      insert into cart_lines (cart_id, sweet_id, pack_id, quantity, held, expires_at, day)
      select ${cart?.id}, ${id}, id, ${units}, ${units}, now() + interval '1 hour', ${day} from packs where sweet_id = ${id}`;
    await tx`insert into plan_days (sweet_id, day, capacity, held) values (${id}, ${day}, 40, ${units})`;
  });

test("a sweet is planned, changed and shown", async () => {
  const sweet = await aSweet({ name: `Kaju ${unique()}`, details: { netWeightGrams: 250 } });
  const planned = await put(String(sweet.id), { week: week(40), orderBy });
  expect(planned).toMatchObject({ status: 200 });
  expect(planned.body).toEqual({
    productId: sweet.id,
    name: sweet.name,
    unitGrams: 250,
    week: week(40),
    orderBy,
    days: Array.from({ length: 7 }, (_, at) => ({ day: addDays(TODAY, at), capacity: 40, own: false, ...empty })),
  });
  const day = addDays(TODAY, 3);
  expect((await put(`${sweet.id}/${day}`, { capacity: 25 })).body).toEqual({ day, capacity: 25, own: true, ...empty });
  const list = await call("GET", `/admin/plans?from=${day}&to=${day}`, { token });
  expect(list.body).toContainEqual({
    ...planned.body,
    days: [{ day, capacity: 25, own: true, ...empty }],
  });
  const etag = list.headers.get("etag") ?? "";
  const again = await call("GET", "/admin/plans?from=2001-01-01&to=2001-01-01", { token });
  expect([etag.length > 0, again.status]).toEqual([true, 200]);
  expect((await remove(`${sweet.id}/${day}`)).body).toEqual({ day, capacity: 40, own: false, ...empty });
  expect((await remove(String(sweet.id))).body).toEqual({ message: "Planning has ended." });
  expect((await remove(String(sweet.id))).body).toEqual(
    problem(404, "not_found", "This sweet is not made for the day."),
  );
});

test("below what is promised: refused with what is, and done with force", async () => {
  const id = await aPlannedSweet();
  const day = addDays(TODAY, 3);
  await promise(id, day, 30);
  const days = [{ day, promised: 30 }];
  expect(await put(`${id}/${day}`, { capacity: 20 })).toMatchObject({
    status: 409,
    body: { code: "below_promised", promised: 30 },
  });
  expect(await put(String(id), { week: week(20), orderBy })).toMatchObject({
    status: 409,
    body: { code: "below_promised", days },
  });
  expect(await remove(String(id))).toMatchObject({ status: 409, body: { code: "below_promised", days } });
  const many = [
    { productId: id, day, capacity: 20 },
    { productId: id, day: addDays(day, 1), capacity: 20 },
  ];
  expect(await put("days", many)).toMatchObject({
    status: 409,
    body: { code: "below_promised", days: [{ productId: id, day, promised: 30 }] },
  });
  expect((await put("days?force=true", many)).body).toEqual([
    { productId: id, day, capacity: 20, own: true, ...empty, held: 30 },
    { productId: id, day: addDays(day, 1), capacity: 20, own: true, ...empty },
  ]);
  expect((await put(`${id}/${day}`, { capacity: 10, force: true })).body).toMatchObject({ capacity: 10, held: 30 });
  expect((await put(String(id), { week: week(5), orderBy, force: true })).body).toMatchObject({ week: week(5) });
  expect(await remove(`${id}/${day}`)).toMatchObject({ status: 409, body: { promised: 30 } });
  expect((await remove(`${id}/${day}?force=true`)).body).toMatchObject({ capacity: 5, own: false });
});

test("a batch is entered once for a key", async () => {
  const id = await aPlannedSweet();
  await promise(id, TODAY, 10);
  const made = (units: unknown, day = TODAY, key?: string) =>
    call("POST", `/admin/plans/${id}/${day}/made`, {
      token,
      body: { units },
      headers: key ? { "idempotency-key": key } : {},
    });
  const key = unique();
  expect((await made(15, TODAY, key)).body).toMatchObject({ made: 15, short: 0, held: 10 });
  const again = await made(15, TODAY, key);
  expect([again.body.made, again.headers.get("idempotency-replayed")]).toEqual([15, "true"]);
  expect((await call("GET", `/sweets/${id}`)).body.quantity).toBe(5);
  expect(await made(-16)).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(await made(5, addDays(TODAY, 2))).toMatchObject({ status: 422, body: { code: "invalid" } });
  for (const wrong of [0, 1.5, 100_001, -100_001, "5", null])
    expect([wrong, (await made(wrong)).status]).toEqual([wrong, 422]);
});

test("the days of a sweet: none without a plan", async () => {
  const days = (id: number, query = "") => call("GET", `/sweets/${id}/days${query}`);
  expect((await days((await aSweet()).id)).body).toEqual([]);
  const id = await aPlannedSweet(40);
  const full = addDays(TODAY, 3);
  await promise(id, full, 40);
  const { body } = await days(id, `?from=${full}&to=${addDays(full, 1)}`);
  expect(body).toMatchObject([
    { day: full, available: 0 },
    { day: addDays(full, 1), available: 40 },
  ]);
  expect(body[0].orderBy).toBe(new Date(`${addDays(full, -1)}T20:00+05:30`).toISOString());
  expect((await days(2_000_000_000)).status).toBe(404);
  for (const query of ["?from=x", "?to=2026-02-30", "?from=2030-01-02&to=2030-01-01", "?from=2030-01-01&to=2030-04-03"])
    expect([query, (await days(id, query)).status]).toEqual([query, 400]);
});

describe("what is no plan", () => {
  test("is 422 with each field", async () => {
    const id = await aPlannedSweet();
    expect(
      (await put(String(id), { week: { ...week(5), "3": -1 }, orderBy: { days: 31, time: "25:00" } })).body,
    ).toEqual(
      invalid([
        ["week.3", "Please enter a whole number from 0 to 1,00,000"],
        ["orderBy.days", "Too big: expected number to be <=30"],
        ["orderBy.time", "Please enter a time such as 09:30"],
      ]),
    );
    const day = addDays(TODAY, 1);
    for (const capacity of [-1, 100_001, 2.5, "5", null, undefined])
      expect([capacity, (await put(`${id}/${day}`, { capacity })).status]).toEqual([capacity, 422]);
    const one = { productId: id, day, capacity: 5 };
    for (const body of [undefined, {}, [], [one, one], [{ ...one, day: "2026-02-30" }], [{ ...one, capacity: -1 }]])
      expect([body, (await put("days", body)).status]).toEqual([body, 422]);
    expect((await put(`${id}/${addDays(TODAY, -1)}`, { capacity: 5 })).body).toEqual(
      invalid([["day", "This day is over."]]),
    );
    expect((await put("days", [one, { ...one, day: addDays(TODAY, -1) }])).status).toBe(422);
  });

  test("is 404 for what is not there, and 400 for a span that is none", async () => {
    const { id } = await aSweet();
    const day = addDays(TODAY, 1);
    for (const path of [`${id}/${day}`, `2000000000/${day}`, `${id}/tomorrow`, `x/${day}`])
      expect([path, (await put(path, { capacity: 5 })).status]).toEqual([path, 404]);
    expect((await put("2000000000", { week: week(5), orderBy })).status).toBe(404);
    for (const query of ["?from=x", "?from=2030-01-02&to=2030-01-01", "?from=2030-01-01&to=2030-04-03"])
      expect([query, (await call("GET", `/admin/plans${query}`, { token })).status]).toEqual([query, 400]);
    const customer = await aCustomer();
    expect((await call("GET", "/admin/plans", { token: customer.token })).status).toBe(403);
  });
});
