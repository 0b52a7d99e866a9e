// Set-up that the end-to-end tests share: people, what they do before a test begins, and the shop's database.
import { createHash, randomBytes } from "node:crypto";
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import postgres from "postgres";
import { indiaDay } from "@/lib/dates";
import { test as base } from "./browser";
import { type Customer, type Person, ShopApi } from "./shop-api";

export { aPerson, type Customer, delivery, type Person, type Tray, unique } from "./shop-api";
export type { BrowserContext, Page };
export { expect };

const { TEST_BASE_URL: baseURL = "", TEST_ADMIN_EMAIL = "", TEST_ADMIN_PASSWORD = "" } = process.env;
export const admin = { email: TEST_ADMIN_EMAIL, password: TEST_ADMIN_PASSWORD };
export const shop = new ShopApi(baseURL, admin);

/** The shop's database: to read what was stored, and to change what time or another person would. */
export const db = postgres(process.env.TEST_SHOP_DATABASE_URL ?? "", { max: 2, idle_timeout: 2, onnotice: () => {} });

type WorkerFixtures = { ownerState: Awaited<ReturnType<BrowserContext["storageState"]>> };

/** `owner`: the test's page, signed in as the admin. */
export const test = base.extend<{ owner: Page }, WorkerFixtures>({
  ownerState: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await signIn(page, admin);
      await use(await page.context().storageState());
      await page.close();
    },
    { scope: "worker" },
  ],
  owner: async ({ page, ownerState }, use) => {
    await page.context().addCookies(ownerState.cookies);
    await use(page);
  },
});

/** A festival that takes orders for so many days, with these sweets. Pages show those that close first. */
export async function aFestival(sweets: { id: number }[], forDays: number) {
  const slug = randomBytes(5).toString("hex");
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

/** Fills the login form that the page shows and sends it. */
export async function fillLogin(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/**
 * Signs in, and opens `next`, if anything. It sends the login form as a browser without JavaScript does, which costs no page; the form itself
 * is tested in tests/e2e/accounts.spec.ts.
 */
export async function signIn(page: Page, person: { email: string; password: string }, next?: string, at = baseURL) {
  const { request } = page.context();
  const form = await (await request.get(`${at}/login`)).text();
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g)];
  const answer = await request.post(`${at}/login`, {
    headers: { origin: at },
    multipart: {
      ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')])),
      email: person.email,
      password: person.password,
    },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  // The greeting after the login, which the first page would show.
  await page.context().clearCookies({ name: "mithaas_flash" });
  if (next) await page.goto(next);
}

/** Gives the browser a cookie, so that the shop knows at the first form without JavaScript that it keeps them. */
export const keepsCookies = (page: Page) =>
  page.context().addCookies([{ name: "mithaas_pincode", value: "400028", url: baseURL }]);

/** A new customer who is signed in in this page's browser, without a page: the test opens the one that it is about. */
export async function aCustomerIn(page: Page): Promise<Customer> {
  const person = await shop.customer();
  await signIn(page, person);
  return person;
}

/** Adds a sweet to the cart on its product page. */
export async function addToCart(page: Page, sweet: { name: string; slug: string }, quantity = 1) {
  await page.goto(`/products/${sweet.slug}`);
  const main = page.getByRole("main");
  if (quantity !== 1) await main.getByRole("spinbutton", { name: `Quantity of ${sweet.name}` }).fill(String(quantity));
  await main.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByText(ADDED).first()).toBeVisible();
}
export const ADDED = "Product has been added to your cart.";

/** Calls the API as whoever this page's browser is, without a page. */
export async function post(page: Page, path: string, data: unknown, at = baseURL) {
  const answer = await page.context().request.post(`${at}/api${path}`, { headers: { origin: at }, data });
  if (!answer.ok()) throw new Error(`POST ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Puts a sweet, or packs of it, into the cart of this page's browser, without a page. */
export const reserve = (page: Page, { id: productId }: { id: number }, quantity = 1, packId?: number) =>
  post(page, "/cart/reserve", { productId, packId, quantity });

/** Fills the delivery form that the page shows. */
export async function fillDelivery(page: Page | Locator) {
  await page.getByLabel("Recipient Name").fill("Sunita Deshmukh");
  await page.getByLabel("Delivery Address").fill("14 Shivaji Park Road\nDadar West, Mumbai 400028");
  await page.getByLabel("Phone Number").fill("98200 12345");
}

/** The cart link in the header. */
export const cartLink = (page: Page) => page.getByRole("banner").getByRole("link", { name: /^Cart/ });

/** What a page warns of. Next.js has an alert of its own beside the page, which announces its title. */
export const alertIn = (page: Page) => page.getByRole("main").getByRole("alert");

/** A toast with this text. */
export const toastOf = (page: Page, text: string | RegExp) => page.locator(".toast").filter({ hasText: text });

/** Holds back the requests that match an address; `release` lets them go, and those after them. */
export async function holdBack(page: Page, address: string | RegExp) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Marks the document that a page shows: the mark is gone once the browser has loaded another. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }));
export const isMarked = (page: Page) => page.evaluate(() => "isMarked" in window);

/** The orders of a person, as stored. */
export const ordersOf = (person: Person) =>
  db`select o.id, o.status, o.total, o.recipient_name from orders o join users u on u.id = o.user_id where u.email = ${person.email} order by o.id`;

export const quantityOf = async (sweet: { id: number }) =>
  (await db`select quantity from sweets where id = ${sweet.id}`)[0]?.quantity as number;

/** Lets the holds of a sweet expire now, as time would. */
export const expireHolds = (sweet: { id: number }) =>
  db`with due as (update cart_lines set expires_at = now() - interval '1 second' where sweet_id = ${sweet.id} and held > 0 returning 1)
     select count(*) from due`;

/** The same, and waits until the shop's job has given their units back. */
export async function releaseHolds(sweet: { id: number }) {
  await expireHolds(sweet);
  await expect
    .poll(async () => (await db`select 1 from cart_lines where sweet_id = ${sweet.id} and held > 0`).length, {
      intervals: [100],
    })
    .toBe(0);
}

/** A one-time link to a new password, as an admin makes it. */
export async function aResetLink(person: Person): Promise<string> {
  const token = `test-${randomBytes(5).toString("hex")}`;
  const hash = createHash("sha256").update(token).digest("hex");
  await db`insert into password_resets (token_hash, user_id, expires_at)
           select ${hash}, id, now() + interval '1 hour' from users where email = ${person.email}`;
  return `/reset/${token}`;
}

/** Ends the sessions of a person on the server, as a new password elsewhere does. */
export const endSessions = (person: Person) =>
  db`delete from sessions where user_id = (select id from users where email = ${person.email})`;
