// Where the pages of accounts and orders lead to over HTTP, and that they are one person's. Their forms: tests/e2e/accounts.spec.ts.
import { describe, expect, test } from "vitest";
import { cookieHeader, cookiesOf, page, sendForm, sendFormOf, textOf } from "./forms";
import { theMember } from "./people";
import {
  aBrowser,
  aCustomer,
  admin,
  anAdmin,
  anOrder,
  aSweet,
  aVisitorsCart,
  base,
  call,
  delivery,
  sql,
  stockOf,
} from "./shop";

const get = (path: string, cookie = "") => fetch(base + path, { headers: { cookie }, redirect: "manual" });
/** The path on this site that an answer redirects to. */
function placeOf({ headers }: Response): string {
  const { origin, pathname, search } = new URL(headers.get("location") ?? "/nowhere", base);
  return (origin === new URL(base).origin ? "" : origin) + pathname + search;
}

/** Of a browser that is known to keep cookies. */
const WITH_COOKIES = "mithaas_pincode=400028";
const COOKIES_BLOCKED = "Your browser blocks cookies. Please allow them for this shop to fill a cart and to sign in.";
const SOMEBODY_ELSE = "You are signed in as somebody else now";

describe("a login", () => {
  test("leads to next, home where that is another site, and an admin to the admin area", async () => {
    const person = await aCustomer();
    for (const [who, next, place] of [
      [person, "/account", "/account"],
      [person, "//elsewhere.example/x", "/home"],
      [person, "/admin/customers", "/home"],
      [admin, "/orders", "/admin"],
      [admin, "/admin?tab=reports", "/admin?tab=reports"],
    ] as const) {
      const { email, password } = who;
      const values = { email, password };
      const answer = await sendForm(`/login?next=${encodeURIComponent(next)}`, "email", values, WITH_COOKIES);
      expect([next, answer.status, placeOf(answer)]).toEqual([next, 303, place]);
    }
  });

  test("is no business of who is signed in; who is not is led to it and back to the account", async () => {
    const cookie = await aBrowser(await aCustomer());
    expect(placeOf(await get("/login?next=/orders", cookie))).toBe("/orders");
    expect(decodeURIComponent(placeOf(await get("/account")))).toBe("/login?next=/account");
  });
});

describe("orders", () => {
  test("are ten rows a page, of which one is open: the newest, or the one whose link is followed", async () => {
    const customer = await aCustomer();
    const { id } = await aSweet({ stock: 20 });
    const made: number[] = [];
    for (let i = 0; i < 12; i++) made.unshift((await anOrder(customer, id)).id);
    const cookie = await aBrowser(customer);
    const shown = async (path: string) => {
      const html = await page(path, cookie);
      const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, number]) => Number(number));
      return {
        orders: all(/id="order-(\d+)-card"/g),
        open: all(/href="\/orders\/(\d+)\/receipt"/g),
        links: all(/href="\/orders\?order=(\d+)#order-\1-card"/g),
      };
    };
    expect(await shown("/orders")).toEqual({
      orders: made.slice(0, 10),
      open: made.slice(0, 1),
      links: made.slice(1, 10),
    });
    const second = { orders: made.slice(10), open: made.slice(11), links: made.slice(10, 11) };
    expect(await shown(`/orders?order=${made[11]}`)).toEqual(second);
    expect(await shown("/orders?page=2")).toEqual({ orders: made.slice(10), open: [], links: made.slice(10) });
    const other = await anOrder(await aCustomer(), id);
    expect((await shown(`/orders?order=${other.id}`)).open).toEqual(made.slice(0, 1));
    expect((await shown("/orders?order=x&page=y")).orders).toHaveLength(10);
  });

  test("are all in the download, which leaves nothing running behind", async () => {
    const customer = await aCustomer();
    const { id } = await aSweet({ stock: 30 });
    for (let i = 0; i < 21; i++) await anOrder(customer, id);
    const cookie = await aBrowser(customer);
    for (let i = 0; i < 12; i++)
      expect((await fetch(`${base}/account/data`, { method: "HEAD", headers: { cookie } })).status).toBe(200);
    const { orders } = await (await get("/account/data", cookie)).json();
    expect(orders).toHaveLength(21);
  });

  test("are shown to their customer alone; a visitor is asked to log in, without a redirect", async () => {
    const customer = await aCustomer();
    const { id } = await anOrder(customer, (await aSweet()).id);
    await call("PUT", `/admin/orders/${id}/status`, { token: await anAdmin(), body: { status: "Completed" } });
    const [own, other] = [await aBrowser(customer), await aBrowser(await aCustomer())];
    expect(await page(`/orders/${id}`, own)).toMatch(/<meta name="robots" content="noindex/);
    for (const path of [`/orders/${id}`, `/orders/${id}/receipt`, `/orders/${id}/invoice`]) {
      expect([path, (await get(path, own)).status]).toEqual([path, 200]);
      expect([path, (await get(path, other)).status]).toEqual([path, 404]);
    }
    expect((await get(`/orders/${id}/pay`, other)).status).toBe(404);
    for (const path of ["/orders/999999999", "/orders/nope", `/track/${id}-x`])
      expect([path, (await get(path, own)).status]).toEqual([path, 404]);
    for (const path of ["/orders", `/orders/${id}`]) {
      const html = await page(path);
      expect(html).toContain("Please login to view your orders.");
      expect(html).toContain(`href="/login?next=${path}"`);
    }
  });

  test("an admin has none, and no cart", async () => {
    const cookie = await aBrowser(admin);
    for (const path of ["/cart", "/orders", "/orders/1"]) {
      const html = await page(path, cookie);
      expect(html).toMatch(/<h1[^>]*>Admins have no cart\.<\/h1>/);
      expect(html).toMatch(/<a [^>]*href="\/admin"[^>]*>Admin Panel/);
    }
  });
});

test("who forgot the password finds what to do, from the login and from the questions", async () => {
  for (const [path, next] of [
    ["/login", ""],
    ["/login?next=/orders", "\\?next=%2Forders"],
    ["/faq", ""],
  ])
    expect(await page(path ?? "")).toMatch(
      new RegExp(`<a [^>]*href="/forgot-password${next}"[^>]*>Forgot your password\\?`),
    );
  const html = await page("/forgot-password");
  for (const text of [
    /<h1[^>]*>Forgot your password\?<\/h1>/,
    /<a href="mailto:support@[^"]*">support@/,
    /<a href="tel:[^"]*">1800/,
    /from the e-mail\s+address of your account/,
    /within one hour/,
    /<a [^>]*href="\/login"[^>]*>Back to login/,
    /<meta name="robots" content="noindex/,
  ])
    expect(html).toMatch(text);
});

describe("a browser without JavaScript that blocks cookies", () => {
  test("is told so on the page after a sign-in and after the first sweet; one that keeps them goes on", async () => {
    const { email, password } = await aCustomer();
    const entered = await sendForm("/login?next=/orders", "email", { email, password });
    const registering = { name: "Asha Rao", email: `x${email}`, password, confirmPassword: password };
    const registered = await sendForm("/register", "confirmPassword", registering);
    const { slug } = await aSweet();
    const added = await sendForm(`/products/${slug}`, "productId", { quantity: "1" });
    for (const [answer, place] of [
      [entered, "/orders"],
      [registered, "/home"],
      [added, null],
    ] as const) {
      expect(answer.status).toBe(303);
      expect(textOf(await page(placeOf(answer)))).toContain(COOKIES_BLOCKED);
      const cookie = cookieHeader(cookiesOf(answer));
      if (place) expect(placeOf(await get(placeOf(answer), cookie))).toBe(place);
      else expect(textOf(await page(placeOf(answer), cookie))).toContain("Product has been added to your cart.");
    }
    for (const path of ["/login", "/cart"]) expect(textOf(await page(path))).not.toContain(COOKIES_BLOCKED);
  });
});

describe("a form of a page that was made for somebody else", () => {
  test("does nothing, and the next page says so", async () => {
    const [asha, ben] = [await aCustomer(), await aCustomer()];
    const [ashas, bens] = [await aBrowser(asha), await aBrowser(ben)];
    const { id } = await aSweet();
    for (const { token } of [asha, ben]) await call("POST", "/cart/reserve", { token, body: { productId: id } });
    const { id: orderId } = await anOrder(asha, id);
    for (const { token } of [asha, ben]) await call("POST", "/cart/reserve", { token, body: { productId: id } });
    const left = await stockOf(id);
    const address = { recipientName: "Asha Rao", deliveryAddress: delivery.deliveryAddress, phoneNumber: "9820012345" };
    for (const [path, field, values] of [
      ["/checkout", "recipientName", { ...address, payment: "on_delivery" }],
      ["/cart", "personalMessage", { personalMessage: "For you" }],
      ["/cart", "quantity", { quantity: "0" }],
      [`/orders/${orderId}`, "orderId", {}],
      ["/account", "name", { name: "Somebody" }],
      ["/account", "confirm", { confirm: "DELETE", password: ben.password }],
    ] as const) {
      const html = await page(path, ashas);
      const answer = await sendFormOf(html, path, field, values, bens);
      expect([path, answer.status, placeOf(answer)]).toEqual([path, 303, "/account?somebody=else"]);
      const signedOut = await sendFormOf(html, path, field, values);
      if (path === "/checkout") expect(textOf(await signedOut.text())).toContain("Please login to continue.");
      else expect([path, placeOf(signedOut)]).toEqual([path, expect.stringMatching(/^\/login/)]);
    }
    const said = textOf(await page("/account?somebody=else", bens));
    expect([said.includes(SOMEBODY_ELSE), said.includes(ben.email)]).toEqual([true, true]);
    const cart = await call("GET", "/cart", { token: ben.token });
    expect(cart.body).toMatchObject({ items: [{ quantity: 2 }], personalMessage: "" });
    expect(await stockOf(id)).toBe(left);
    expect((await call("GET", "/orders", { token: ben.token })).body).toEqual([]);
    // Who has signed in anew is the same person.
    const again = await sendFormOf(
      await page("/account", ashas),
      "/account",
      "name",
      { name: "Asha R" },
      await aBrowser(asha),
    );
    expect(placeOf(again)).toBe("/account");
  });

  test("a visitor's is good for the account that its cart has joined, and for no other", async () => {
    const { id } = await aSweet();
    const visitor = await aVisitorsCart(id);
    const html = await page("/cart", visitor);
    const [joining, other] = [await aCustomer(), await aCustomer()];
    const joined = cookieHeader(
      cookiesOf(await sendForm("/login", "email", { email: joining.email, password: joining.password }, visitor)),
    );
    const send = (cookie: string) =>
      sendFormOf(html, "/cart", "personalMessage", { personalMessage: "For you" }, cookie);
    const refused = await send(await aBrowser(other));
    expect(placeOf(refused)).toBe("/account?somebody=else");
    expect((await send(joined)).status).toBe(200);
    const { body } = await call("GET", "/cart", { token: joining.token });
    expect(body).toMatchObject({ items: [{ productId: id }], personalMessage: "For you" });
  });

  test("one member of staff does nothing in the name of another", async () => {
    const [first, second] = [await aBrowser(await theMember("owner")), await aBrowser(await theMember("manager"))];
    const html = await page("/admin/search-words", first);
    const word = `word${Date.now()}`;
    const answer = await sendFormOf(html, "/admin/search-words", "word", { word, means: "laddu" }, second);
    expect(placeOf(answer)).toBe("/account?somebody=else");
    expect(await sql`select 1 from search_synonyms where word = ${word}`).toHaveLength(0);
  });
});
