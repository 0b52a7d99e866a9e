// Nobody keeps a whole sweet from the others without buying it (docs/behaviour.md#limits-of-holds), against the instance whose limits are on.
// How much who may hold: tests/domain/hold-limits.test.ts.
import { beforeEach, expect, test } from "vitest";
import { sendForm, textOf } from "./forms";
import { aBrowser, aCustomer, anOrderOf, aSweet, base, call, cookieOf, limited, sql, stockOf, unique } from "./shop";

beforeEach(() => sql`delete from rate_limits`);

const FOR_VISITORS = "Please sign in to hold more of this sweet.";
const FOR_ACCOUNTS = "This is as much of this sweet as one account can hold.";
// One name of this machine, so that requests at once come from one address.
const at = limited.replace("localhost", "127.0.0.1");

const reserve = (productId: number, quantity = 1, rest: Parameters<typeof call>[2] = {}) =>
  call("POST", "/cart/reserve", { at, body: { productId, quantity }, ...rest });

test("visitors of one address hold a quarter, also with an Idempotency-Key each, which makes their carts; the others can buy the rest", async () => {
  const { id } = await aSweet({ stock: 40 });
  const headers = () => ({ "idempotency-key": unique("a-long-key-") });
  const answers = await Promise.all([
    ...Array.from({ length: 7 }, () => reserve(id)),
    ...Array.from({ length: 7 }, () => reserve(id, 1, { headers: headers() })),
  ]);
  const refused = answers.filter(({ status }) => status === 409);
  expect([refused.length, await stockOf(id)]).toEqual([4, 30]);
  for (const { body, headers } of refused) {
    expect(body).toMatchObject({ code: "hold_limit", message: FOR_VISITORS, detail: FOR_VISITORS, available: 0 });
    expect(headers.getSetCookie()).toEqual([]);
  }
  const order = { ...anOrderOf(id), items: [{ productId: id, quantity: 30 }] };
  expect((await call("POST", "/orders", { at, token: (await aCustomer()).token, body: order })).status).toBe(201);
});

test("what was typed comes back with the reason on the pages", async () => {
  const { id, slug } = await aSweet({ stock: 40 });
  expect((await reserve(id, 8, { at: limited })).status).toBe(200);
  const added = await sendForm(`/products/${slug}`, "productId", { quantity: "3" }, "", limited);
  expect(textOf(await added.text())).toContain(`${FOR_VISITORS} You can add 2 more.`);
  expect(await stockOf(id)).toBe(32);
});

test("an account holds half; new ones at one address count together, by a token and by a browser's session", async () => {
  const { id } = await aSweet({ stock: 120 });
  expect((await reserve(id, 50, { token: (await aCustomer()).token })).status).toBe(200);
  expect((await reserve(id, 11, { token: (await aCustomer()).token })).body).toMatchObject({
    ...{ status: 409, code: "hold_limit", message: FOR_ACCOUNTS, available: 10 },
  });
  const session = { cookie: await aBrowser(await aCustomer()), headers: { origin: at } };
  expect((await reserve(id, 11, session)).body.code).toBe("hold_limit");
  expect((await reserve(id, 10, session)).status).toBe(200);
});

test("a visitor's cart that joins an account brings no more than the account may hold", async () => {
  const { id } = await aSweet({ stock: 120 });
  expect((await reserve(id, 50, { token: (await aCustomer()).token })).status).toBe(200);
  for (const [path, { email, password }, held] of [
    ["/auth/register", { email: `${unique("c")}@mithaas.test`, password: "laddoo-1985" }, 10],
    ["/auth/login", await aCustomer(), 0],
  ] as const) {
    const cookie = cookieOf((await reserve(id, 15)).headers, "mithaas_cart");
    const { body } = await call("POST", path, { at, cookie, headers: { origin: at }, body: { email, password } });
    const { items } = (await call("GET", "/cart", { at, token: body.accessToken })).body;
    expect([path, items]).toMatchObject([path, [{ quantity: 15, held }]]);
  }
  expect(await stockOf(id)).toBe(60);
});

test("what an account has ordered and not paid counts, and its open orders do; the checkout says so", async () => {
  const [{ id }, customer] = [await aSweet({ stock: 120 }), await aCustomer()];
  const order = (quantity: number) =>
    call("POST", "/orders", {
      at,
      token: customer.token,
      body: { ...anOrderOf(id), items: [{ productId: id, quantity }] },
    });
  expect((await order(61)).body).toMatchObject({ code: "hold_limit", message: FOR_ACCOUNTS, available: 60 });
  expect((await order(60)).status).toBe(201);
  const purchase = await call("POST", `/sweets/${id}/purchase`, { at, token: customer.token, body: { quantity: 1 } });
  expect(purchase.body).toMatchObject({ status: 409, code: "hold_limit" });

  const other = await aSweet({ stock: 40 });
  expect((await reserve(other.id, 1, { token: customer.token })).status).toBe(200);
  await sql`
    with made as (
      insert into orders (user_id, channel, total) select ${customer.id}, 'web', 100 from generate_series(1, 19) returning id
    ), lines as (
      insert into order_lines (order_id, sweet_id, name, price, quantity) select id, ${other.id}, 'Sweet', 100, 1 from made
    )
    insert into order_status_history (order_id, to_status) select id, 'Pending' from made`;
  const refused = "You have 20 orders that are not paid yet. Please pay or cancel one, or call us.";
  expect((await order(1)).body).toMatchObject({ status: 409, code: "order_limit", message: refused });
  const typed = { recipientName: "A", deliveryAddress: "12 Some Road, Mumbai", phoneNumber: "98200 00000" };
  const answer = await sendForm("/checkout", "recipientName", typed, await aBrowser(customer), limited);
  expect(textOf(await answer.text())).toContain(refused);
});

test("an instance with limits off holds and orders whatever there is", async () => {
  const { id } = await aSweet({ stock: 100 });
  const { token } = await aCustomer();
  expect((await reserve(id, 30, { at: base, token })).status).toBe(200);
  const order = { ...anOrderOf(id), items: [{ productId: id, quantity: 100 }] };
  expect((await call("POST", "/orders", { token, body: order })).status).toBe(201);
});
