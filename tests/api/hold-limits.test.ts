// Nobody keeps a whole sweet from the others without buying it (docs/behaviour.md#limits-of-holds), against the instance whose limits are on.
import { beforeEach, expect, test } from "vitest";
import { page, sendForm, textOf } from "./forms";
import { aBrowser, aCustomer, anOrderOf, aSweet, base, call, cookieOf, limited, sql, stockOf, unique } from "./shop";

beforeEach(() => sql`delete from rate_limits`);

const FOR_VISITORS = "Please sign in to hold more of this sweet.";
const FOR_ACCOUNTS = "This is as much of this sweet as one account can hold.";
// One name of this machine, so that requests at once come from one address.
const at = limited.replace("localhost", "127.0.0.1");

const reserve = (productId: number, quantity = 1, rest: Parameters<typeof call>[2] = {}) =>
  call("POST", "/cart/reserve", { at, body: { productId, quantity }, ...rest });

/** How often each answer came: `{ "200 ": 15, "409 hold_limit": 42 }`. */
function counted(answers: Awaited<ReturnType<typeof call>>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const answer = `${status} ${body.code ?? ""}`;
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

test("57 visitors without a cookie, from one address and at once, hold a quarter of 61 sweets; the others can buy the rest", async () => {
  const { id } = await aSweet({ stock: 61 });
  const answers = await Promise.all(Array.from({ length: 57 }, () => reserve(id)));
  expect(counted(answers)).toEqual({ "200 ": 15, "409 hold_limit": 42 });
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ message: FOR_VISITORS, detail: FOR_VISITORS, available: 0 });
  expect(refused?.headers.getSetCookie()).toEqual([]);
  expect(await stockOf(id)).toBe(46);
  const buyer = await aCustomer();
  const order = { ...anOrderOf(id), items: [{ productId: id, quantity: 46 }] };
  expect((await call("POST", "/orders", { at, token: buyer.token, body: order })).status).toBe(201);
});

test("nor do they with an Idempotency-Key each, which makes their carts", async () => {
  const { id } = await aSweet({ stock: 61 });
  const answers = await Promise.all(
    Array.from({ length: 57 }, () => reserve(id, 1, { headers: { "idempotency-key": unique("a-long-key-") } })),
  );
  expect(counted(answers)).toEqual({ "200 ": 15, "409 hold_limit": 42 });
});

test("a line cannot be set to more, and what was typed comes back with the reason on the pages", async () => {
  const { id, slug } = await aSweet({ stock: 40 });
  const cookie = cookieOf((await reserve(id, 8, { at: limited })).headers, "mithaas_cart");
  const set = (quantity: number) =>
    call("PATCH", `/cart/items/${id}`, { at: limited, cookie, headers: { origin: limited }, body: { quantity } });
  expect((await set(10)).status).toBe(200);
  expect((await set(11)).body).toMatchObject({ status: 409, code: "hold_limit", message: FOR_VISITORS });
  const added = await sendForm(`/products/${slug}`, "productId", { quantity: "3" }, "", limited);
  expect(textOf(await added.text())).toContain(FOR_VISITORS);
  expect(await stockOf(id)).toBe(30);
});

test("an account holds half; new ones at one address count together, also with what they bring from a visitor's cart", async () => {
  const { id } = await aSweet({ stock: 120 });
  const [first, second] = [await aCustomer(), await aCustomer()];
  expect((await reserve(id, 40, { token: first.token })).status).toBe(200);
  expect((await reserve(id, 21, { token: second.token })).body).toMatchObject({
    status: 409,
    code: "hold_limit",
    message: FOR_ACCOUNTS,
    available: 20,
  });
  for (const path of ["/auth/register", "/auth/login"]) {
    const cookie = cookieOf((await reserve(id, 15)).headers, "mithaas_cart");
    const { email, password } =
      path === "/auth/login" ? second : { email: `${unique("c")}@mithaas.test`, password: "laddoo-1985" };
    const { body } = await call("POST", path, { at, cookie, headers: { origin: at }, body: { email, password } });
    const { items } = (await call("GET", "/cart", { at, token: body.accessToken })).body;
    expect(items).toMatchObject([{ quantity: 15, held: path === "/auth/login" ? 5 : 15 }]);
  }
  expect(await stockOf(id)).toBe(60);
  // A browser's session counts as a token does.
  const third = await aBrowser(await aCustomer());
  expect((await reserve(id, 1, { cookie: third, headers: { origin: at } })).body.code).toBe("hold_limit");
  expect(await page("/cart", third, limited)).toContain("cart");
});

test("an instance with limits off holds whatever there is", async () => {
  const { id } = await aSweet({ stock: 61 });
  const answers = await Promise.all(Array.from({ length: 57 }, () => reserve(id, 1, { at: base })));
  expect(counted(answers)).toEqual({ "200 ": 57 });
});
