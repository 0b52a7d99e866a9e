// Two instances on one database are one shop, and neither is needed for what must go on.
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPlacesRight, expectStockRight, expireHolds, unitsOf } from "../support/database";
import { sql } from "../support/sql";
import {
  abreast,
  anInstance,
  aPerson,
  aSweetBy,
  call,
  counted,
  delivery,
  type HttpResponse,
  type Instance,
  keys,
  order,
  twoInstances,
  until,
} from "./shop";

let a: Instance;
let b: Instance;
let owner: string;
let either: (i: number) => Instance;
beforeAll(async () => {
  ({ a, b, owner, either } = await twoInstances());
});
afterAll(() => expectStockRight());

const reserve = (at: Instance, productId: number, quantity: number, cookie?: string) =>
  call(at, "POST", "/api/cart/reserve", { cookie, body: { productId, quantity } });

test("a session started on one is valid on the other and ended by it", async () => {
  const person = await aPerson(a);
  expect((await call(b, "GET", "/api/auth/me", person)).body.user.email).toBe(person.email);
  expect((await call(b, "POST", "/api/auth/logout", person)).status).toBe(200);
  expect((await call(a, "GET", "/api/auth/me", person)).status).toBe(401);
});

test("a hold on one is out of stock on the other, and in the same cart", async () => {
  const sweet = await aSweetBy(a, owner, { stock: 5 });
  const held = await reserve(a, sweet.id, 4);
  const [cookie = ""] = held.headers.getSetCookie().flatMap((one) => /^mithaas_cart=[^;]*/.exec(one) ?? []);
  expect((await call(b, "GET", `/api/sweets/${sweet.id}`)).body.quantity).toBe(1);
  expect((await call(b, "GET", "/api/cart", { cookie })).body.items).toMatchObject([
    { productId: sweet.id, quantity: 4, held: 4 },
  ]);
  const short = await reserve(b, sweet.id, 2);
  expect([short.status, short.body.available]).toEqual([409, 1]);
});

test("buyers of three packs of one tray over both, by carts, orders and the till: it is sold to its last unit", async () => {
  const sizes = [250, 500, 1000].map((grams) => ({ label: `${grams} g`, grams, units: grams / 250, price: grams }));
  const packs = sizes.map((size) => ({ ...size, active: true, isDefault: size.grams === 250 }));
  const tray = await aSweetBy(a, owner, { price: 250, stock: 40, packs });
  const people = await Promise.all([0, 1, 2, 3].map((i) => aPerson(either(i))));
  const answers = await abreast(keys(60), 30, (_, i): Promise<HttpResponse> => {
    const { token } = people[i % 4]!;
    // Those who come last want the smallest.
    const item = { productId: tray.id, packId: tray.packs[i < 40 ? i % 3 : 0].id, quantity: 1 };
    if (i % 5 === 0) return call(either(i), "POST", `/api/sweets/${tray.id}/purchase`, { token, body: item });
    if (i % 5 === 1) return call(either(i), "POST", "/api/cart/reserve", { body: item });
    return call(either(i), "POST", "/api/orders", { token, body: { items: [item], delivery } });
  });
  const { 200: _held, 201: _sold, ...refused } = counted(answers);
  expect(Object.keys(refused)).toEqual(["409 insufficient_stock"]);
  const [left] = await sql`
    select s.quantity as free, c.held, o.sold from sweets s,
      lateral (select sum(l.held * p.units)::int as held from cart_lines l join packs p on p.id = l.pack_id where l.sweet_id = s.id) c,
      lateral (select sum(l.quantity * l.grams / 250)::int as sold from order_lines l where l.sweet_id = s.id) o
    where s.id = ${tray.id}`;
  expect(left).toEqual({ free: 0, held: expect.any(Number), sold: 40 - left?.held });
  for (const at of [a, b]) expect((await call(at, "GET", `/api/sweets/${tray.id}`)).body.quantity).toBe(0);
});

test("a window whose places buyers over both take: none is given twice, and it is full on both", async () => {
  const sweet = await aSweetBy(a, owner);
  const people = await Promise.all([0, 1, 2, 3].map((i) => aPerson(either(i))));
  const offered = async (at: Instance) => (await call(at, "GET", "/api/delivery?pincode=400028")).body.methods[0].days;
  const { date, slots } = (await offered(a)).at(-1);
  const [{ from, left }] = slots;
  const wanted = { ...delivery, pincode: "400028", slot: { date, from } };
  const answers = await abreast(keys(left + 20), left + 20, (_, i) =>
    call(either(i), "POST", "/api/orders", {
      ...{ token: people[i % 4]!.token, body: { items: [{ productId: sweet.id, quantity: 1 }], delivery: wanted } },
    }),
  );
  expect(counted(answers)).toEqual({ 201: left, "409 slot_full": 20 });
  for (const at of [a, b]) {
    const day = (await offered(at)).find((one: { date: string }) => one.date === date);
    expect(day?.slots.map((slot: { from: string }) => slot.from)).not.toContain(from);
  }
  await expectPlacesRight();
});

test("one key sent to both at once makes one order and one payment; its answer is the same everywhere", async () => {
  const [sweet, person, key] = [await aSweetBy(a, owner), await aPerson(a), crypto.randomUUID()];
  const { id } = (await order(a, person.token, [sweet.id])).body;
  const pay = { token: owner, body: { method: "cash", amount: 40 }, headers: { "idempotency-key": key } };
  for (const send of [
    (at: Instance) => order(at, person.token, [sweet.id], key),
    (at: Instance) => call(at, "POST", `/api/admin/orders/${id}/payments`, pay),
  ]) {
    const answers = await Promise.all(keys(20).map((_, i) => send(either(i))));
    expect(
      Object.keys(counted(answers)).filter((outcome) => !["201", "409 idempotency_key_in_use"].includes(outcome)),
    ).toEqual([]);
    const again = [await send(a), await send(b)];
    expect(again.map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
      [201, "true"],
      [201, "true"],
    ]);
    const made = [...answers, ...again].filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  }
  expect((await call(b, "GET", "/api/orders", person)).body).toHaveLength(2);
  expect(await sql`select 1 from payments where order_id = ${id}`).toHaveLength(1);
});

test("limits are counted together", async () => {
  const person = await aPerson(a);
  const wrong = await Promise.all(
    keys(16).map((_, i) => call(either(i), "POST", "/api/auth/login", { body: { ...person, password: "wrong-1" } })),
  );
  expect(counted(wrong)).toEqual({ "401 unauthorized": 10, "429 rate_limited": 6 });
  const from = { "x-forwarded-for": `192.0.2.${randomBytes(1)[0]}` };
  const sent = await Promise.all(
    keys(40).map((_, i) => call(either(i), "POST", "/api/orders", { token: person.token, headers: from, body: {} })),
  );
  expect(counted(sent)).toEqual({ "422 invalid": 30, "429 rate_limited": 10 });
});

test("a new sweet, a changed price and a deleted sweet are on the other's pages", async () => {
  const sweet = await aSweetBy(a, owner, { price: 111 });
  const path = `/products/${sweet.slug}`;
  const shown = (where: string, text: string) =>
    until(async () => {
      const { status, body } = await call(b, "GET", where);
      return status === 200 && (body as string).includes(text);
    });
  await shown("/products", sweet.name);
  await shown(path, "₹111");
  expect((await call(a, "PUT", `/api/sweets/${sweet.id}`, { token: owner, body: { price: 222 } })).status).toBe(200);
  await shown(path, "₹222");
  await shown("/products", "₹222");
  expect((await call(a, "DELETE", `/api/sweets/${sweet.id}`, { token: owner })).status).toBe(200);
  await until(async () => (await call(b, "GET", path)).status === 404);
});

test("a page that is looked at without a pause follows every change, and never goes back", async () => {
  const sweet = await aSweetBy(a, owner, { price: 1001 });
  const path = `/products/${sweet.slug}`;
  const price = async (at: Instance) => {
    const { status, body } = await call(at, "GET", path);
    expect(status).toBe(200);
    return Number(/₹1,(00\d)/.exec(body as string)?.[1]) + 1000;
  };
  let isOpen = true;
  const watching = Promise.all(
    [a, b].map(async (at) => {
      for (let last = 0; isOpen; ) {
        const seen = await price(at);
        expect(seen).toBeGreaterThanOrEqual(last);
        last = seen;
      }
    }),
  );
  const changing = (async () => {
    for (let wanted = 1002; wanted < 1006; wanted++) {
      const changed = await call(a, "PUT", `/api/sweets/${sweet.id}`, { token: owner, body: { price: wanted } });
      expect(changed.status).toBe(200);
      for (const at of [a, b]) await until(async () => (await price(at)) === wanted);
    }
  })().finally(() => {
    isOpen = false;
  });
  await Promise.all([watching, changing]);
});

test("a hold expires with nobody visiting, and what expired while no instance lived goes back at the next start", async () => {
  const { id } = await aSweetBy(a, owner, { stock: 7 });
  expect((await reserve(a, id, 3)).status).toBe(200);
  expect(await unitsOf(id)).toMatchObject({ free: 4, held: 3 });
  await expireHolds(id);
  await until(async () => (await unitsOf(id)).free === 7);

  const token = randomBytes(8).toString("hex");
  const cookie = `mithaas_cart=${token}`;
  expect((await reserve(a, id, 2, cookie)).status).toBe(200);
  await Promise.all([a.kill(), b.kill()]);
  await expireHolds(id);
  expect(await unitsOf(id)).toMatchObject({ free: 5, held: 2 });
  a = await anInstance();
  await until(async () => (await unitsOf(id)).free === 7);
  const hash = createHash("sha256").update(token).digest("hex");
  const [line] =
    await sql`select l.held from cart_lines l join carts c on c.id = l.cart_id where c.token_hash = ${hash}`;
  expect(line?.held).toBe(0);
  const cart = await call(a, "GET", "/api/cart", { cookie });
  expect(cart.body.items).toMatchObject([{ productId: id, quantity: 2, held: 0, expiresAt: null }]);
});
