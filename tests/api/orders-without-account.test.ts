// An order without an account over HTTP: the browser that placed it has it, by its cart's cookie alone, until it is added to an account. Its
// limits and retention: tests/domain.
import { describe, expect, test } from "vitest";
import { trackingToken } from "@/lib/messages/links";
import { cookieHeader, cookiesOf, page, sendForm, textOf } from "./forms";
import {
  aBrowser,
  aCustomer,
  admin,
  anAdmin,
  anOrderOf,
  aSweet,
  aVisitorsCart,
  base,
  call,
  type Person,
  sql,
} from "./shop";
import { aVisitorsOrder, press, setStatus } from "./visitors";

const get = (path: string, cookie = "") => fetch(base + path, { headers: { cookie }, redirect: "manual" });
const LOGIN = "Please login to view your orders.";
const offerOf = (id: number) => `Order #${id} was placed in this browser. Add it to your account?`;
const SIGN_IN_FIRST = "Please login to continue.";

/** Signs somebody in by the form of a browser that has a cookie; its cookies afterwards. */
async function signInThere({ email, password }: Pick<Person, "email" | "password">, cookie: string) {
  const answer = await sendForm("/login?next=/orders", "email", { email, password }, cookie);
  expect(answer.headers.getSetCookie().join()).not.toContain("mithaas_cart=");
  const session = cookiesOf(answer).filter(({ name }) => name.endsWith("session-token"));
  expect(session).toHaveLength(1);
  return `${cookieHeader(session)}; ${cookie}`;
}

test("the API asks for a token, whatever cookie comes", async () => {
  const { id, cookie } = await aVisitorsOrder();
  const { id: sweet } = await aSweet();
  await call("POST", "/cart/reserve", { cookie, headers: { origin: base }, body: { productId: sweet } });
  const [before] = await sql`select count(*) from orders`;
  for (const [method, path, body] of [
    ["POST", "/orders", anOrderOf(sweet)],
    ["GET", "/orders"],
    ["GET", `/orders/${id}`],
    ["GET", `/orders/${id}/invoice`],
    ["GET", `/orders/${id}/invoice.pdf`],
    ["POST", `/orders/${id}/cancel`],
    ["POST", `/orders/${id}/payments/claim`, { utr: "412345678901" }],
  ] as const) {
    const answer = await call(method, path, { cookie, headers: { origin: base }, body });
    expect([method, path, answer.status, answer.body.message]).toEqual([method, path, 401, SIGN_IN_FIRST]);
  }
  expect(await sql`select count(*) from orders`).toEqual([before]);
});

describe("the checkout", () => {
  test("asks a visitor to sign in, with the two other ways beside it", async () => {
    const cookie = await aVisitorsCart((await aSweet()).id);
    const html = await page("/checkout", cookie);
    for (const [href, text] of [
      ["/login?next=%2Fcheckout", "Sign in"],
      ["/register?next=%2Fcheckout", "Create an account"],
      ["/checkout?guest=1", "Order without an account"],
    ])
      expect(html).toMatch(new RegExp(`<a [^>]*href="${href?.replace("?", "\\?")}"[^>]*>${text}</a>`));
    const link = /<a [^>]*href="\/checkout\?guest=1"[^>]*>Order without an account/;
    for (const path of ["/login?next=/checkout", "/login?next=/cart%3Fcheckout%3D1", "/register?next=/checkout"])
      expect(await page(path, cookie)).toMatch(link);
    expect(await page("/login?next=/orders", cookie)).not.toMatch(link);
  });

  test("takes the order of a visitor, whose cookie lives as long as a browser keeps it, with the email or without", async () => {
    const { id, cookie, person, answer, sweet } = await aVisitorsOrder();
    const [kept] = cookiesOf(answer).filter(({ name }) => name === "mithaas_cart");
    expect(kept).toEqual({ name: "mithaas_cart", value: cookie.split("=")[1], seconds: 400 * 24 * 60 * 60 });
    const { phoneNumber: phone, recipientName: name, email } = person;
    const read = await call("GET", `/admin/orders/${id}`, { token: await anAdmin() });
    expect(read.body).toMatchObject({ channel: "web", user: null, customer: { name, phone, email } });
    expect((await call("GET", `/sweets/${sweet.id}`)).body.quantity).toBe(9);

    // The same browser orders again, and finds its last delivery.
    await call("POST", "/cart/reserve", { cookie, headers: { origin: base }, body: { productId: sweet.id } });
    expect(textOf(await page("/checkout?guest=1", cookie))).toContain("Filled in from your last order.");
    const { email: _, ...without } = person;
    expect((await sendForm("/checkout?guest=1", "recipientName", without, cookie)).status).toBe(303);
    const [second] = await sql`
      select customer_email from orders where id > ${id} and customer_name = ${person.recipientName}`;
    expect(second).toEqual({ customer_email: null });
  });

  test("refuses an email that is none, and keeps what was typed", async () => {
    const cookie = await aVisitorsCart((await aSweet()).id);
    const typed = {
      recipientName: "Asha Rao",
      deliveryAddress: "12 Marine Drive",
      phoneNumber: "9820000000",
      email: "asha@",
    };
    const answer = await sendForm("/checkout?guest=1", "recipientName", typed, cookie);
    const html = await answer.text();
    expect([answer.status, textOf(html)]).toEqual([200, expect.stringContaining("valid email")]);
    expect(html).toMatch(/<input[^>]*value="asha@"/);
  });
});

describe("an order without an account", () => {
  test("is on the pages of the browser that placed it, and of no other", async () => {
    const { id, cookie, sweet } = await aVisitorsOrder();
    const other = (await aVisitorsOrder()).cookie;
    const list = await page("/orders", cookie);
    expect(textOf(list)).toContain(sweet.name);
    expect(list).toContain(`/track/${trackingToken(id)}`);
    await setStatus(id, "Completed");
    expect(await page("/orders", cookie)).not.toContain("/track/");
    for (const path of [`/orders/${id}`, `/orders/${id}/receipt`, `/orders/${id}/invoice`]) {
      expect([path, (await get(path, cookie)).status]).toEqual([path, 200]);
      expect([path, (await get(path, other)).status]).toEqual([path, 404]);
      for (const nobodys of ["", "mithaas_cart=guess"]) expect(textOf(await page(path, nobodys))).toContain(LOGIN);
    }
    expect((await get(`/orders/${id}/pay`, other)).status).toBe(404);
    expect(textOf(await page(`/orders/${id}/pay`))).toContain(LOGIN);
    expect(textOf(await page("/orders"))).toContain(LOGIN);
    const pdf = `/orders/${id}/invoice.pdf`;
    expect(await page(`/orders/${id}/invoice`, cookie)).toContain(`href="${pdf}`);
    const file = await get(pdf, cookie);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(file.headers.get("cache-control")).toBe("private, no-store");
    expect((await file.text()).startsWith("%PDF")).toBe(true);
    const refused = [await get(pdf, other), await get(pdf), await get("/orders/x/invoice.pdf", cookie)];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test("reads for staff as one that they took, and says so when the person is gone", async () => {
    const { id, cookie, person } = await aVisitorsOrder();
    const shown = async () => textOf(await page(`/admin/orders/${id}`, await aBrowser(admin)));
    const text = await shown();
    for (const part of [person.recipientName, person.phoneNumber, person.email, "Website"])
      expect(text).toContain(part);
    await setStatus(id, "Cancelled");
    await press("/orders", "Delete my details", cookie);
    expect(await shown()).toContain("No longer stored");
  });

  test("tells its state to the page that is open, and to no other", async () => {
    const { id, cookie } = await aVisitorsOrder();
    const state = [{ id, status: "Pending", payment: { state: "unpaid", paid: 0 } }];
    for (const path of ["/orders/state", "/orders/state?page=1", `/orders/state?order=${id}`]) {
      const answer = await get(path, cookie);
      expect([path, answer.status, await answer.json()]).toEqual([path, 200, state]);
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect([path, (await get(path)).status]).toEqual([path, 401]);
    }
    const other = (await aVisitorsOrder()).cookie;
    expect((await get(`/orders/state?order=${id}`, other)).status).toBe(404);
    expect((await get("/orders/state", await aBrowser(admin))).status).toBe(403);
    expect(await (await get("/orders/state", await aBrowser(await aCustomer()))).json()).toEqual([]);
  });

  test("is cancelled and ordered again there, and forgotten by that browser", async () => {
    const { id, cookie } = await aVisitorsOrder();
    expect((await press("/orders", `Yes, cancel order #${id}`, cookie)).status).toBe(303);
    const [order] = await sql`select status from orders where id = ${id}`;
    expect(order).toEqual({ status: "Cancelled" });
    const again = await press("/orders", "Order again", cookie);
    expect([again.status, again.headers.get("location")]).toEqual([303, "/cart"]);
    expect((await call("GET", "/cart", { cookie })).body.items).toHaveLength(1);
    expect((await press("/orders", "Forget these orders on this device", cookie)).status).toBe(303);
    expect(textOf(await page("/orders", cookie))).toContain(LOGIN);
    expect(await sql`select 1 from order_browsers where order_id = ${id}`).toHaveLength(0);
    expect((await get(`/track/${trackingToken(id)}`)).status).toBe(200);
  });
});

describe("signing in where orders were placed without an account", () => {
  test("offers them; the one that is added is the account's alone, and the one that is not mine is gone", async () => {
    const { id, cookie } = await aVisitorsOrder();
    const person = await aCustomer();
    const browser = await signInThere(person, cookie);
    const offered = textOf(await page("/orders", browser));
    expect(offered).toContain(offerOf(id));
    // Nothing is moved unasked.
    expect((await call("GET", "/orders", { token: person.token })).body).toEqual([]);
    const added = await press("/orders", "Add", browser);
    expect([added.status, added.headers.get("location")]).toEqual([303, `/orders?order=${id}`]);
    expect((await call("GET", `/orders/${id}`, { token: person.token })).status).toBe(200);
    expect(textOf(await page("/orders", browser))).not.toContain(offerOf(id));
    expect(textOf(await page("/orders", cookie))).toContain(LOGIN);

    const second = await aVisitorsOrder();
    const somebody = await signInThere(await aCustomer(), second.cookie);
    expect((await press("/orders", "Not mine", somebody)).status).toBe(303);
    expect(textOf(await page("/orders", somebody))).not.toContain(offerOf(second.id));
    expect(textOf(await page("/orders", second.cookie))).toContain(LOGIN);
  });

  test("offers nothing to staff, and leaves the orders to the browser", async () => {
    const { id, cookie } = await aVisitorsOrder();
    const { email, password } = admin;
    const browser = await signInThere({ email, password }, cookie);
    for (const path of ["/orders", "/admin"]) expect(textOf(await page(path, browser))).not.toContain("Add it to your");
    expect(textOf(await page("/orders", cookie))).toContain(`Order #${id}`);
  });

  test("by the API keeps the cookie as well", async () => {
    const { cookie } = await aVisitorsOrder();
    const { email, password } = await aCustomer();
    const signIn = (cookie: string) =>
      call("POST", "/auth/login", { cookie, headers: { origin: base }, body: { email, password } });
    expect((await signIn(cookie)).headers.getSetCookie().join()).not.toContain("mithaas_cart");
    const withoutOrders = await aVisitorsCart((await aSweet()).id);
    expect((await signIn(withoutOrders)).headers.getSetCookie().join()).toContain("mithaas_cart=;");
  });
});
