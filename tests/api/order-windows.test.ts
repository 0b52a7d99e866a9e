// docs/behaviour.md#moving-an-order over HTTP. The rules: tests/domain/admin-windows.test.ts. The shop is shared and so are its windows:
// these tests use days that nobody can book.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call, sql } from "./shop";

// A Monday and a Tuesday, whose windows are those of the week in the settings that a shop begins with.
const monday = "2001-01-01";
const tuesday = "2131-01-02";

const anOpenOrder = async (): Promise<number> => (await anOrder(await aCustomer(), (await aSweet()).id)).id;
const get = async (path: string) => (await call("GET", path, { token: await anAdmin() })).body;
const move = async (id: number | string, body: unknown) =>
  call("PUT", `/admin/orders/${id}/slot`, { token: await anAdmin(), body });

test("an order is moved to any window of the settings; lists are filtered by its day and by the window", async () => {
  const id = await anOpenOrder();
  const moved = await move(id, { date: tuesday, from: "10:00" });
  expect([moved.status, moved.body]).toMatchObject([
    200,
    {
      fulfilment: { method: "delivery", slot: { date: tuesday, from: "10:00", to: "13:00" } },
      corrections: [{ field: "slot", from: null, to: `${tuesday} 10:00-13:00` }],
    },
  ]);
  expect(await get(`/admin/orders/${id}`)).toEqual(moved.body);
  const listed = async (query: string) =>
    (await get(`/admin/orders?slotDate=${tuesday}&pageSize=100${query}`)).items.some(
      (order: { id: number }) => order.id === id,
    );
  expect([await listed(""), await listed("&slotFrom=10:00"), await listed("&slotFrom=13:00")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a full window is refused with the next ones that have a place, and overbooked by force", async () => {
  const id = await anOpenOrder();
  // As if thirty orders had this window.
  await sql`insert into slot_places (date, from_time, pool, taken) values (${monday}, '13:00', 'delivery', 30)`;
  try {
    const window = { date: expect.any(String), from: expect.any(String), to: expect.any(String) };
    expect(await move(id, { date: monday, from: "13:00" })).toMatchObject({
      status: 409,
      body: { code: "slot_full", message: "This window is full (30 of 30).", alternatives: [window, window, window] },
    });
    const forced = await move(id, { date: monday, from: "13:00", force: true });
    expect(forced.body.fulfilment.slot).toEqual({ date: monday, from: "13:00", to: "16:00" });
  } finally {
    await sql`delete from slot_places where date = ${monday} and from_time = '13:00'`;
  }
});

test("what is no window, no order or no body is refused, and nothing is moved", async () => {
  const id = await anOpenOrder();
  expect(await move(id, { date: tuesday, from: "10:30" })).toMatchObject({
    status: 422,
    body: { errors: [{ path: "from", message: "There is no such window on this day." }] },
  });
  for (const [body, path] of [
    [{}, "date"],
    [{ date: "2031-02-30", from: "10:00" }, "date"],
    [{ date: tuesday }, "from"],
    [{ date: tuesday, from: "10" }, "from"],
    [{ date: tuesday, from: "24:00" }, "from"],
    [{ date: tuesday, from: "10:00", force: "yes" }, "force"],
  ] as const) {
    const { status, body: problem } = await move(id, body);
    expect([body, status, problem.errors[0].path]).toEqual([body, 422, path]);
  }
  expect((await move(2_147_483_647, { date: tuesday, from: "10:00" })).status).toBe(404);
  const { fulfilment, corrections } = await get(`/admin/orders/${id}`);
  expect([fulfilment.slot, corrections]).toEqual([null, []]);
});

// The rules: tests/domain/change-order.test.ts.
test("customers change their own orders, and are told at the field what is wrong", async () => {
  const person = await aCustomer();
  const { id } = await anOrder(person, (await aSweet()).id);
  const change = (body: unknown) => call("PATCH", `/orders/${id}`, { token: person.token, body });
  const changed = await change({ recipientName: "Asha Rao", notes: null });
  expect(changed).toMatchObject({ status: 200, body: { id, recipientName: "Asha Rao", notes: null } });
  expect((await call("GET", `/orders/${id}`, { token: person.token })).body).toEqual(changed.body);
  expect((await change({})).body).toEqual(changed.body);
  for (const [body, path] of [
    [{ phoneNumber: null }, "phoneNumber"],
    [{ slot: null }, "slot"],
    [{ slot: { date: tuesday } }, "slot.from"],
    // The order has no pincode.
    [{ slot: { date: tuesday, from: "10:00" } }, "slot"],
  ] as const)
    expect(await change(body)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});
