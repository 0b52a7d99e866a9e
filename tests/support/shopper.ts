// Set-up that the end-to-end tests share: people, sweets, and the shop's database.

import { createHash, randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import postgres from "postgres";
import { indiaDay } from "@/lib/dates";

export { test } from "./browser";
export { expect };

const unique = () => randomBytes(5).toString("hex");
const baseURL = process.env.TEST_BASE_URL ?? "";

/** The shop's database: to read what was stored, and to change what time or another person would. */
export const db = postgres(process.env.TEST_SHOP_DATABASE_URL ?? "", { max: 2, idle_timeout: 2, onnotice: () => {} });

let adminToken: Promise<string> | undefined;

/** Calls the API as the shop's admin. */
export async function asAdmin(method: string, path: string, body?: unknown) {
  adminToken ??= api("POST", "/auth/login", {
    email: process.env.TEST_ADMIN_EMAIL,
    password: process.env.TEST_ADMIN_PASSWORD,
  }).then(({ accessToken }) => accessToken as string);
  return api(method, path, body, await adminToken);
}

async function api(method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${baseURL}/api${path}`, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

export type TestSweet = { id: number; name: string; slug: string };

/** A new sweet. Price in rupees. */
export async function aSweet({ quantity = 10, price = 100 } = {}): Promise<TestSweet> {
  const name = `Test Barfi ${unique()}`;
  return asAdmin("POST", "/sweets", { name, price, quantity, category: "Cakes", description: "Made for a test" });
}

/** A festival that takes orders for so many days, with these sweets. Pages show those that close first. */
export async function aFestival(sweets: { id: number }[], forDays: number) {
  const slug = unique();
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
  const [opensAt, closesAt] = [inDays(-1), inDays(forDays)];
  const days = [inDays(2), inDays(3)].map((at) => indiaDay(at));
  const name = `Festival ${slug}`;
  const value = [{ slug, name, text: "For a test.", days, opensAt, closesAt, sweets: sweets.map(({ id }) => id) }];
  await db`
    insert into settings as s (section, version, value) values ('festivals', 1, ${db.json(value)})
    on conflict (section) do update set value = excluded.value || s.value, version = s.version + 1`;
  return { name, path: `/festivals/${slug}`, days };
}

/** A person without an account. */
export const aPerson = () => ({
  name: "Ananya Kulkarni",
  email: `${unique()}@example.com`,
  password: `pass ${unique()}`,
});
export type Person = ReturnType<typeof aPerson>;

/** A person with an account, not signed in. */
export async function aCustomer(): Promise<Person> {
  const person = aPerson();
  await api("POST", "/auth/register", person);
  return person;
}

/** Fills the login form that the page shows and sends it. */
export async function fillLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/**
 * Signs in, and opens `next`. It sends the login form as a browser without JavaScript does, which costs no page; the form itself is tested
 * in tests/e2e/accounts.spec.ts.
 */
export async function signIn(page: Page, person: Person, next = "/orders") {
  const { request } = page.context();
  const form = await (await request.get(`${baseURL}/login`)).text();
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g)];
  const answer = await request.post(`${baseURL}/login`, {
    headers: { origin: baseURL },
    multipart: {
      ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')])),
      email: person.email,
      password: person.password,
    },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  await page.goto(next);
}

/** Adds a sweet to the cart on its product page. */
export async function addToCart(page: Page, sweet: TestSweet, quantity = 1) {
  await page.goto(`/products/${sweet.slug}`);
  const main = page.getByRole("main");
  if (quantity !== 1) await main.getByRole("spinbutton", { name: `Quantity of ${sweet.name}` }).fill(String(quantity));
  await main.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText("Product has been added to your cart.").first()).toBeVisible();
}

/** Calls the API as whoever this page's browser is, without a page. */
export async function post(page: Page, path: string, data: unknown) {
  const answer = await page.context().request.post(`${baseURL}/api${path}`, { headers: { origin: baseURL }, data });
  if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Puts a sweet into the cart of this page's browser, without a page. */
export const reserve = (page: Page, sweet: TestSweet, quantity = 1) =>
  post(page, "/cart/reserve", { productId: sweet.id, quantity });

/** Fills the delivery form that the page shows. */
export async function fillDelivery(page: Page) {
  await page.getByLabel("Recipient Name").fill("Sunita Deshmukh");
  await page.getByLabel("Delivery Address").fill("14 Shivaji Park Road\nDadar West, Mumbai 400028");
  await page.getByLabel("Phone Number").fill("98200 12345");
}

/** The cart link in the header. */
export const cartLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

/** The orders of a person, as stored. */
export const ordersOf = (person: Person) =>
  db`select o.id, o.status, o.total, o.recipient_name from orders o join users u on u.id = o.user_id where u.email = ${person.email} order by o.id`;

export const quantityOf = async (sweet: TestSweet) =>
  (await db`select quantity from sweets where id = ${sweet.id}`)[0]?.quantity as number;

/** Lets the holds of a sweet expire now, as time would. */
export const expireHolds = (sweet: TestSweet) =>
  db`with due as (update cart_lines set expires_at = now() - interval '1 second' where sweet_id = ${sweet.id} and held > 0 returning 1)
     select count(*) from due`;

/** A one-time link to a new password, as an admin makes it. */
export async function aResetLink(person: Person): Promise<string> {
  const token = `test-${unique()}`;
  const hash = createHash("sha256").update(token).digest("hex");
  await db`insert into password_resets (token_hash, user_id, expires_at)
           select ${hash}, id, now() + interval '1 hour' from users where email = ${person.email}`;
  return `/reset/${token}`;
}

/** Ends the sessions of a person on the server, as a new password elsewhere does. */
export const endSessions = (person: Person) =>
  db`delete from sessions where user_id = (select id from users where email = ${person.email})`;

/** Context options of a browser without JavaScript. */
export const withoutScripts = { javaScriptEnabled: false } as const;

/** A new customer who is signed in in this page's browser, without a page: the test opens the one that it is about. */
export async function aCustomerIn(page: Page): Promise<Person> {
  const person = await aCustomer();
  await signIn(page, person, "about:blank");
  // The greeting after the login, which the first page would show.
  await page.context().clearCookies({ name: "mithaas_flash" });
  return person;
}

/** Lets the holds of a sweet expire now, and waits until the shop's job has given their units back. */
export async function releaseHolds(sweet: TestSweet) {
  await expireHolds(sweet);
  await expect
    .poll(async () => (await db`select 1 from cart_lines where sweet_id = ${sweet.id} and held > 0`).length, {
      timeout: 10_000,
    })
    .toBe(0);
}

export type { BrowserContext, Page };
