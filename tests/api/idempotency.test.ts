import { describe, expect, test } from "vitest";
import {
  aCustomer,
  anAdmin,
  anOrderOf,
  aSweet,
  aVisitorsCart,
  base,
  call,
  cookieOf,
  sql,
  stockOf,
  unique,
} from "./shop";

const keyed = (key: string) => ({ "idempotency-key": key });

test("the same key and body again answers the first answer, to the byte, and does nothing", async () => {
  const { id } = await aSweet();
  const { token } = await aCustomer();
  const again = { token, body: anOrderOf(id), headers: keyed(unique("key-")) };
  const first = await call("POST", "/orders", again);
  const second = await call("POST", "/orders", again);
  expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
  expect([second.status, second.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
  expect([second.text, second.headers.get("location")]).toEqual([first.text, first.headers.get("location")]);
  expect((await call("GET", "/orders", { token })).body).toHaveLength(1);
  expect(await stockOf(id)).toBe(9);
  // What happened to the order since does not change the first answer.
  await call("POST", `/orders/${first.body.id}/cancel`, { token });
  expect((await call("POST", "/orders", again)).text).toBe(first.text);
});

test("reserve, purchase, restock and waste keep their keys too", async () => {
  const { id } = await aSweet();
  const { token } = await aCustomer();
  const admin = await anAdmin();
  const calls: [string, string, object][] = [
    ["/cart/reserve", token, { productId: id, quantity: 2 }],
    [`/sweets/${id}/purchase`, token, { quantity: 3 }],
    [`/sweets/${id}/restock`, admin, { quantity: 10 }],
    [`/sweets/${id}/waste`, admin, { quantity: 4, reason: "Dried out" }],
  ];
  for (const [path, as, body] of calls) {
    const headers = keyed(unique("key-"));
    const first = await call("POST", path, { token: as, body, headers });
    const second = await call("POST", path, { token: as, body, headers });
    expect([second.status, second.text, second.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"]);
  }
  // The purchase takes the two that are held and one more.
  expect(await stockOf(id)).toBe(13);
});

/** How many wait for a lock of another transaction. */
const waiting = async () =>
  (
    await sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
  )[0]?.waiting as number;

test("while the first is running the second is a 409", async () => {
  const { id } = await aSweet();
  const { token } = await aCustomer();
  const headers = keyed(unique("key-"));
  const buy = () => call("POST", `/sweets/${id}/purchase`, { token, body: { quantity: 1 }, headers });
  const { first, second } = await sql.begin(async (tx) => {
    await tx`select 1 from sweets where id = ${id} for update`;
    const first = buy();
    // Until it waits for the row.
    await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
    return { first, second: await buy() };
  });
  expect([second.status, second.body.code, second.headers.has("retry-after")]).toEqual([
    409,
    "idempotency_key_in_use",
    true,
  ]);
  expect((await first).status).toBe(200);
  expect((await buy()).headers.get("idempotency-replayed")).toBe("true");
  expect(await stockOf(id)).toBe(9);
});

test("a key is one person's, or one visitor's cart's", async () => {
  const { id } = await aSweet();
  const headers = keyed(unique("key-"));
  const body = { productId: id };
  for (const { token } of [await aCustomer(), await aCustomer()]) {
    const { status, headers: got } = await call("POST", "/cart/reserve", { token, body, headers });
    expect([status, got.get("idempotency-replayed")]).toEqual([200, null]);
  }
  const visitors = [await aVisitorsCart(id), await aVisitorsCart(id)];
  for (const cookie of visitors) {
    const sent = { cookie, body, headers: { ...headers, origin: base } };
    expect((await call("POST", "/cart/reserve", sent)).headers.get("idempotency-replayed")).toBeNull();
    expect((await call("POST", "/cart/reserve", sent)).headers.get("idempotency-replayed")).toBe("true");
  }
  expect(await stockOf(id)).toBe(4);
});

describe("a visitor's first reserve", () => {
  const first = (key: string, body: object, at = base) =>
    call("POST", "/cart/reserve", { at, body, headers: keyed(key) });

  test("that is tried again gets the first answer and the same cart", async () => {
    const { id } = await aSweet();
    const key = crypto.randomUUID();
    const [lost, again] = [
      await first(key, { productId: id, quantity: 2 }),
      await first(key, { productId: id, quantity: 2 }),
    ];
    expect([lost.status, lost.headers.get("idempotency-replayed")]).toEqual([200, null]);
    expect([again.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, lost.text, "true"]);
    const cookie = cookieOf(again.headers, "mithaas_cart");
    expect(cookie).toBe(cookieOf(lost.headers, "mithaas_cart"));
    expect((await call("GET", "/cart", { cookie })).body.itemsCount).toBe(2);
    expect(await stockOf(id)).toBe(8);
    // The cart goes on as any other; the key with its cookie is the same key.
    const more = { cookie, headers: { origin: base, ...keyed(key) }, body: { productId: id, quantity: 2 } };
    expect((await call("POST", "/cart/reserve", more)).headers.get("idempotency-replayed")).toBe("true");
    expect((await first(key, { productId: id, quantity: 3 })).body.code).toBe("idempotency_key_reused");
    expect(await stockOf(id)).toBe(8);
    // What is stored does not open the cart.
    const secret = cookie.split("=")[1] as string;
    expect(await sql`select 1 from idempotency_keys k where position(${secret} in k::text) > 0`).toHaveLength(0);
  });

  test("of eight at once with one key is done once", async () => {
    const { id } = await aSweet();
    const key = crypto.randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => first(key, { productId: id })));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const done = answers.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ headers }) => cookieOf(headers, "mithaas_cart"))).size).toBe(1);
    expect(await stockOf(id)).toBe(9);
  });

  test("is another cart with another key, and with a key that is short enough to be guessed", async () => {
    const { id } = await aSweet();
    const short = unique("").slice(0, 8);
    const carts = [];
    for (const key of [crypto.randomUUID(), crypto.randomUUID(), short, short])
      carts.push(cookieOf((await first(key, { productId: id })).headers, "mithaas_cart"));
    expect(new Set(carts).size).toBe(4);
    expect(await stockOf(id)).toBe(6);
  });

  test("that is refused begins no cart and frees the key", async () => {
    const { id } = await aSweet({ stock: 1 });
    const key = crypto.randomUUID();
    const short = await first(key, { productId: id, quantity: 2 });
    expect([short.status, short.headers.getSetCookie()]).toEqual([409, []]);
    expect((await first(key, { productId: id, quantity: 1 })).status).toBe(200);
  });
});

test("a key with another body or path is a 422, a key that is none a 400; 401 and 403 come first, and store nothing", async () => {
  const { id } = await aSweet();
  const { token } = await aCustomer();
  const key = unique("key-");
  const send = (path: string, body: object, name = key, as: string | undefined = token) =>
    call("POST", path, { token: as, body, headers: keyed(name) });
  const path = `/sweets/${id}/purchase`;
  await send(path, { quantity: 1 });
  for (const other of [await send(path, { quantity: 2 }), await send("/cart/reserve", { productId: id })])
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  for (const bad of ["x".repeat(256), "a b", ""])
    expect([bad, (await send(path, { quantity: 1 }, bad)).status]).toEqual([bad, 400]);
  expect(await stockOf(id)).toBe(9);
  const fresh = unique("key-");
  expect((await call("POST", "/orders", { body: anOrderOf(id), headers: keyed(fresh) })).status).toBe(401);
  expect((await send("/orders", anOrderOf(id), fresh, await anAdmin())).status).toBe(403);
  expect(await sql`select 1 from idempotency_keys where key = ${fresh}`).toHaveLength(0);
});
