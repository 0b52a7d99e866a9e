// Two instances on one database are one shop, and neither is needed for what must go on. Slow: it starts five instances, and a hold must
// expire while nobody visits.
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPlacesRight, expectStockRight } from "../support/database";
import { sql } from "../support/sql";
import {
  anInstance,
  anOwner,
  aPerson,
  aSweetBy,
  call,
  delivery,
  figure,
  type HttpResponse,
  type Instance,
  order,
  sleep,
  until,
} from "./shop";

let a: Instance;
let b: Instance;
let owner: string;
beforeAll(async () => {
  [a, b] = await Promise.all([anInstance(), anInstance()]);
  owner = await anOwner(a);
});
afterAll(() => expectStockRight());

const either = (i: number) => (i % 2 ? a : b);
const statuses = (answers: HttpResponse[]) => {
  const counted: Record<number, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

test("a session started on one is valid on the other and ended by it", async () => {
  const person = await aPerson(a);
  expect((await call(b, "GET", "/api/auth/me", person)).body.user.email).toBe(person.email);
  expect((await call(b, "POST", "/api/auth/logout", person)).status).toBe(200);
  expect((await call(a, "GET", "/api/auth/me", person)).status).toBe(401);
});

test("a hold on one is out of stock on the other, and in the same cart", async () => {
  const sweet = await aSweetBy(a, owner, { stock: 5 });
  const held = await call(a, "POST", "/api/cart/reserve", { body: { productId: sweet.id, quantity: 4 } });
  const cookie =
    held.headers
      .getSetCookie()
      .find((one) => one.startsWith("mithaas_cart="))
      ?.split(";")[0] ?? "";
  expect((await call(b, "GET", `/api/sweets/${sweet.id}`)).body.quantity).toBe(1);
  expect((await call(b, "GET", "/api/cart", { cookie })).body.items).toMatchObject([
    { productId: sweet.id, quantity: 4, held: 4 },
  ]);
  const short = await call(b, "POST", "/api/cart/reserve", { body: { productId: sweet.id, quantity: 2 } });
  expect([short.status, short.body.available]).toEqual([409, 1]);
});

test("50 units and 400 buyers over both sell exactly 50", async () => {
  const sweet = await aSweetBy(a, owner, { stock: 50 });
  const people = await Promise.all(Array.from({ length: 8 }, (_, i) => aPerson(either(i))));
  const queue = Array.from({ length: 400 }, (_, i) => i);
  const answers: HttpResponse[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let i = queue.shift(); i !== undefined; i = queue.shift()) {
        const person = people[i % 8]!;
        answers.push(
          await (i % 3 === 0
            ? call(either(i), "POST", `/api/sweets/${sweet.id}/purchase`, {
                token: person.token,
                body: { quantity: 1 },
              })
            : order(either(i), person.token, [sweet.id])),
        );
      }
    }),
  );
  console.log(`400 buyers over two instances: ${Math.round(400_000 / (performance.now() - started))} answers a second`);
  expect(statuses(answers)).toMatchObject({ 409: 350 });
  expect(answers.filter(({ status }) => status === 200 || status === 201)).toHaveLength(50);
  expect((await call(b, "GET", `/api/sweets/${sweet.id}`)).body.quantity).toBe(0);
});

test("a window of 30 places and 200 buyers over both: exactly 30 get one, and what is left is none on both", async () => {
  const sweet = await aSweetBy(a, owner, { stock: 200 });
  const people = await Promise.all(Array.from({ length: 8 }, (_, i) => aPerson(either(i))));
  const { body } = await call(a, "GET", "/api/delivery?pincode=400028");
  const { date, slots } = body.methods[0].days.at(-1);
  const [{ from, left }] = slots;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      call(either(i), "POST", "/api/orders", {
        token: people[i % 8]!.token,
        body: {
          items: [{ productId: sweet.id, quantity: 1 }],
          delivery: { ...delivery, pincode: "400028", slot: { date, from } },
        },
      }),
    ),
  );
  expect(statuses(answers)).toEqual({ 201: left, 409: 200 - left });
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.code))).toEqual(
    new Set(["slot_full"]),
  );
  for (const instance of [a, b]) {
    const { methods } = (await call(instance, "GET", "/api/delivery?pincode=400028")).body;
    const day = methods[0].days.find((offered: { date: string }) => offered.date === date);
    expect(day?.slots.map((slot: { from: string }) => slot.from)).not.toContain(from);
  }
  await expectPlacesRight();
});

test("one key sent to both at once makes one order; its answer is the same everywhere", async () => {
  const [sweet, person, key] = [await aSweetBy(a, owner), await aPerson(a), crypto.randomUUID()];
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) => order(either(i), person.token, [sweet.id], key)),
  );
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const again = await Promise.all([order(a, person.token, [sweet.id], key), order(b, person.token, [sweet.id], key)]);
  expect(again.map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
    [201, "true"],
    [201, "true"],
  ]);
  const bodies = [...answers, ...again].filter(({ status }) => status === 201).map(({ body }) => JSON.stringify(body));
  expect(new Set(bodies).size).toBe(1);
  expect((await call(b, "GET", "/api/orders", person)).body).toHaveLength(1);
});

test("limits are counted together", async () => {
  const person = await aPerson(a);
  const wrong = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      call(either(i), "POST", "/api/auth/login", { body: { ...person, password: "wrong-1" } }),
    ),
  );
  expect(statuses(wrong)).toEqual({ 401: 10, 429: 6 });
  const from = { "x-forwarded-for": `192.0.2.${randomBytes(1)[0]}` };
  const sent = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      call(either(i), "POST", "/api/orders", { token: person.token, headers: from, body: {} }),
    ),
  );
  expect(statuses(sent)).toEqual({ 422: 30, 429: 10 });
});

test("a changed price, a new and a deleted sweet are on the other's pages within a second", async () => {
  const sweet = await aSweetBy(a, owner, { price: 111 });
  const shown = async (path: string, text: string) => {
    const { status, body } = await call(b, "GET", path);
    return status === 200 && (body as string).includes(text);
  };
  figure("a new sweet on the other's list", await until(() => shown("/products", sweet.name)), 1_000);
  await until(() => shown(`/products/${sweet.slug}`, "₹111"));
  expect((await call(a, "PUT", `/api/sweets/${sweet.id}`, { token: owner, body: { price: 222 } })).status).toBe(200);
  figure("a changed price on the other's page", await until(() => shown(`/products/${sweet.slug}`, "₹222")), 1_000);
  figure("and on its list", await until(() => shown("/products", "₹222")), 1_000);
  expect((await call(a, "DELETE", `/api/sweets/${sweet.id}`, { token: owner })).status).toBe(200);
  const gone = await until(async () => (await call(b, "GET", `/products/${sweet.slug}`)).status === 404);
  figure("a deleted sweet gone from the other", gone, 1_000);
});

test("a page that is looked at without a pause follows every change, and never goes back", async () => {
  const sweet = await aSweetBy(a, owner, { price: 1001 });
  const path = `/products/${sweet.slug}`;
  let wanted = 1001;
  let worst = 0;
  let looks = 0;
  let open = true;
  const watch = async (at: Instance) => {
    for (let last = 0; open; looks++) {
      const { status, body } = await call(at, "GET", path);
      const price = Number(/₹1,(00\d)/.exec(body as string)?.[1]) + 1000;
      expect(status).toBe(200);
      expect(price).toBeGreaterThanOrEqual(last);
      last = price;
    }
  };
  const shows = async (at: Instance) => ((await call(at, "GET", path)).body as string).includes(`₹1,00${wanted % 10}`);
  const watching = Promise.all([a, a, b, b].map(watch));
  while (wanted < 1009) {
    wanted++;
    const body = { price: wanted };
    expect((await call(a, "PUT", `/api/sweets/${sweet.id}`, { token: owner, body })).status).toBe(200);
    for (const at of [a, b]) worst = Math.max(worst, await until(() => shows(at)));
  }
  open = false;
  await watching;
  expect(looks).toBeGreaterThan(50);
  expect(worst).toBeLessThan(5_000);
  figure("the slowest of 8 changes on a page under load", worst, 1_000);
});

test("a hold expires with nobody visiting, and what expired while no instance lived goes back at the next start", async () => {
  const quick = { RESERVATION_MINUTES: "0.03" }; // 1.8 s
  const only = await anInstance(quick);
  const sweet = await aSweetBy(a, owner, { stock: 7 });
  const quantity = async () => (await sql`select quantity from sweets where id = ${sweet.id}`)[0]?.quantity as number;
  await Promise.all([a.stop(), b.stop()]);
  expect((await call(only, "POST", "/api/cart/reserve", { body: { productId: sweet.id, quantity: 3 } })).status).toBe(
    200,
  );
  expect(await quantity()).toBe(4);
  figure("a hold of 1.8 s, back after", await until(async () => (await quantity()) === 7), 4_000);

  const token = randomBytes(8).toString("hex");
  const cookie = `mithaas_cart=${token}`;
  await call(only, "POST", "/api/cart/reserve", { cookie, body: { productId: sweet.id, quantity: 2 } });
  await only.kill();
  const hash = createHash("sha256").update(token).digest("hex");
  await sleep(2_500);
  const [line] = await sql`
    select l.held from cart_lines l join carts c on c.id = l.cart_id where c.token_hash = ${hash} and l.sweet_id = ${sweet.id}`;
  expect([line?.held, await quantity()]).toEqual([2, 5]);
  const next = await anInstance();
  figure("after the next start, back after", await until(async () => (await quantity()) === 7), 3_000);
  const cart = await call(next, "GET", "/api/cart", { cookie });
  expect(cart.body.items).toMatchObject([{ productId: sweet.id, quantity: 2, held: 0, expiresAt: null }]);
});
