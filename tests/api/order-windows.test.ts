// docs/behaviour.md#moving-an-order over HTTP. The shop is shared and so are its windows: these tests use days that nobody can book.
import { expect, test } from "vitest";
import { aCustomer, anAdmin, anOrder, aSweet, call, sql } from "./shop";

// A Monday and a Tuesday, whose windows are those of the week in the settings that a shop begins with.
const monday = "2001-01-01";
const tuesday = "2031-01-07";

const anOpenOrder = async (): Promise<number> => (await anOrder(await aCustomer(), (await aSweet()).id)).id;
const move = async (id: number | string, body: unknown) =>
  call("PUT", `/admin/orders/${id}/slot`, { token: await anAdmin(), body });
const list = async (query: string) => call("GET", `/admin/orders?${query}`, { token: await anAdmin() });

test("an order is moved to any window of the settings; lists are filtered by its day and by the window", async () => {
  const id = await anOpenOrder();
  const moved = await move(id, { date: tuesday, from: "10:00" });
  expect(moved).toMatchObject({
    status: 200,
    body: {
      id,
      fulfilment: { method: "delivery", slot: { date: tuesday, from: "10:00", to: "13:00" } },
      items: [{ bestBefore: null }],
      corrections: [{ field: "slot", from: null, to: `${tuesday} 10:00-13:00` }],
    },
  });
  expect((await call("GET", `/admin/orders/${id}`, { token: await anAdmin() })).body).toEqual(moved.body);
  const idsOf = async (query: string) => (await list(query)).body.items.map((order: { id: number }) => order.id);
  expect(await idsOf(`slotDate=${tuesday}&pageSize=100`)).toContain(id);
  expect(await idsOf(`slotDate=${tuesday}&slotFrom=10:00&pageSize=100`)).toContain(id);
  expect(await idsOf(`slotDate=${tuesday}&slotFrom=13:00&pageSize=100`)).not.toContain(id);
  expect((await list("slotDate=2031-01-08")).body).toMatchObject({ items: [], meta: { total: 0 } });

  // The window that it has already: nothing changes.
  expect((await move(id, { date: tuesday, from: "10:00" })).body).toEqual(moved.body);
  const back = await move(id, { date: tuesday, from: "16:00" });
  expect(back.body.corrections[1]).toMatchObject({ from: `${tuesday} 10:00-13:00`, to: `${tuesday} 16:00-20:00` });
});

test("a full window is refused with the next ones that have a place, and overbooked by force", async () => {
  const id = await anOpenOrder();
  // As if thirty orders had this window.
  await sql`insert into slot_places (date, from_time, pool, taken) values (${monday}, '13:00', 'delivery', 30)`;
  try {
    const refused = await move(id, { date: monday, from: "13:00" });
    const window = { date: expect.any(String), from: expect.any(String), to: expect.any(String) };
    expect(refused).toMatchObject({
      status: 409,
      body: { code: "slot_full", message: "This window is full (30 of 30).", alternatives: [window, window, window] },
    });
    const { date } = refused.body.alternatives[0];
    expect(date > monday).toBe(true);
    const forced = await move(id, { date: monday, from: "13:00", force: true });
    expect(forced.body.fulfilment.slot).toEqual({ date: monday, from: "13:00", to: "16:00" });
    const [places] = await sql`select taken from slot_places where date = ${monday} and from_time = '13:00'`;
    expect(places?.taken).toBe(31);
    expect((await move(id, { date: tuesday, from: "13:00" })).status).toBe(200);
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
  const order = (await call("GET", `/admin/orders/${id}`, { token: await anAdmin() })).body;
  expect([order.fulfilment.slot, order.corrections]).toEqual([null, []]);
});

test.each(["slotDate=today", "slotDate=2026-02-30", "slotDate=2026-11-24&slotFrom=10", "slotFrom=10:00"])(
  "a list with %s is a 400",
  async (query) => {
    expect((await list(query)).status).toBe(400);
  },
);
