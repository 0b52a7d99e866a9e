// The owner signed in, and what the owner's screens need: sweets, customers and orders, made through the API.
import { type APIRequestContext, type BrowserContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { test as base, watchConsole } from "../support/browser";
import { waitForHydrationIn } from "../support/hydration";

const admin = {
  email: process.env.TEST_ADMIN_EMAIL ?? "",
  password: process.env.TEST_ADMIN_PASSWORD ?? "",
};

let made = 0;
/** A word that no other test has. */
export const unique = (word: string) => `${word} ${Date.now().toString(36)}${process.pid.toString(36)}${made++}`;

type Person = { token: string; name: string; email: string };
type SweetFields = {
  name?: string;
  category?: string;
  description?: string;
  price?: number;
  stock?: number;
  packs?: { label: string; units: number; price: number; grams?: number; isDefault?: boolean }[];
  details?: { netWeightGrams?: number };
};

/** The shop as its API shows it, for a test's own precondition. */
export class Shop {
  private token?: string;

  constructor(private request: APIRequestContext) {}

  private async call<T>(method: "post" | "put" | "get", path: string, token?: string, data?: unknown): Promise<T> {
    const headers = token ? { authorization: `Bearer ${token}` } : undefined;
    const response = await this.request[method](path, { headers, data });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async adminToken(): Promise<string> {
    this.token ??= (await this.call<{ accessToken: string }>("post", "/api/auth/login", undefined, admin)).accessToken;
    return this.token;
  }

  async sweet(fields: SweetFields = {}) {
    const sweet = {
      name: unique("Sweet"),
      category: "Cakes",
      description: "For a test.",
      price: 100,
      stock: 20,
      ...fields,
    };
    return this.call<{ id: number; name: string; slug: string; quantity: number; packs: { id: number }[] }>(
      "post",
      "/api/sweets",
      await this.adminToken(),
      sweet,
    );
  }

  /** Makes a sweet for the day: so many units on each weekday, ordered until an evening. */
  async plan(id: number, units: number, orderBy = { days: 1, time: "20:00" }) {
    const week = Object.fromEntries(["1", "2", "3", "4", "5", "6", "7"].map((weekday) => [weekday, units]));
    return this.call("put", `/api/admin/plans/${id}`, await this.adminToken(), { week, orderBy });
  }

  /** Changes a sweet behind the back of an open screen. */
  async edit(id: number, fields: Record<string, unknown>) {
    return this.call("put", `/api/sweets/${id}`, await this.adminToken(), fields);
  }

  async sweetNow(id: number) {
    return this.call<{ price: number; quantity: number; image: string | null; imageAlt: string | null }>(
      "get",
      `/api/sweets/${id}`,
    );
  }

  async customer(name = unique("Person")): Promise<Person> {
    const email = `${unique("c").replaceAll(" ", "")}@example.com`;
    const { accessToken } = await this.call<{ accessToken: string }>("post", "/api/auth/register", undefined, {
      email,
      password: "secret1",
      name,
    });
    return { token: accessToken, name, email };
  }

  async reserve(by: Person, productId: number, quantity: number) {
    return this.call("post", "/api/cart/reserve", by.token, { productId, quantity });
  }

  async order(
    by: Person,
    lines: { productId: number; packId?: number; quantity: number }[],
    more: Record<string, unknown> = {},
  ) {
    const delivery = {
      recipientName: by.name,
      deliveryAddress: "14 Shivaji Park Road",
      phoneNumber: "+91 98200 12345",
    };
    return this.call<{ id: number; total: number }>("post", "/api/orders", by.token, {
      items: lines,
      delivery,
      ...more,
    });
  }

  /** The last window of the last day that can be booked for delivery in Mumbai. */
  async lastWindow(): Promise<{ date: string; from: string }> {
    type Method = { method: string; days: { date: string; slots: { from: string }[] }[] };
    const { methods } = await this.call<{ methods: Method[] }>("get", "/api/delivery?pincode=400028");
    const day = methods.find(({ method }) => method === "delivery")?.days.at(-1);
    const from = day?.slots.at(-1)?.from;
    if (!day || !from) throw new Error("No window can be booked.");
    return { date: day.date, from };
  }

  /** Marks orders as packed behind the back of an open screen. */
  async pack(ids: number[]) {
    return this.call("post", "/api/admin/kitchen/packed", await this.adminToken(), { ids, packed: true });
  }

  /** Completes an order behind the back of an open screen. */
  async complete(id: number) {
    return this.call("put", `/api/admin/orders/${id}/status`, await this.adminToken(), { status: "Completed" });
  }

  async orderNow(id: number) {
    return this.call<{ status: string; phoneNumber: string; internalNote: string | null }>(
      "get",
      `/api/admin/orders/${id}`,
      await this.adminToken(),
    );
  }
}

export async function signIn(page: Page, who?: { email: string; password: string }) {
  await page.goto("/login");
  await fillIn(page, who);
}

/** Signs in on the login page that is open. */
export async function fillIn(page: Page, who: { email: string; password: string } = admin) {
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

type Fixtures = { shop: Shop; owner: Page };
type WorkerFixtures = {
  ownerState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** The context that the owner's pages of all tests of a worker share, once there is one: with an empty cache a page takes twice as long. */
  shared: { context?: BrowserContext };
};

/** `owner`: a page whose browser is signed in as the admin. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  shop: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await use(new Shop(request));
    await request.dispose();
  },
  ownerState: [
    async ({ browser }, use) => {
      const page = await browser.newPage({ baseURL: process.env.TEST_BASE_URL });
      await signIn(page);
      await use(await page.context().storageState());
      await page.close();
    },
    { scope: "worker" },
  ],
  shared: [
    async ({}, use) => {
      const shared: WorkerFixtures["shared"] = {};
      await use(shared);
      await shared.context?.close();
    },
    { scope: "worker" },
  ],
  owner: async ({ browser, ownerState, shared, allowed, contextOptions }, use) => {
    const isShared = contextOptions.javaScriptEnabled !== false;
    const open = () =>
      browser.newContext({ ...contextOptions, baseURL: process.env.TEST_BASE_URL, storageState: ownerState });
    const context = isShared ? (shared.context ??= await open()) : await open();
    if (isShared) {
      await context.clearCookies();
      await context.addCookies(ownerState.cookies);
      waitForHydrationIn(context);
    }
    const unexpected = await watchConsole(context, allowed);
    const page = await context.newPage();
    await use(page);
    if (page.url().startsWith("http")) await page.evaluate(() => localStorage.clear());
    for (const left of context.pages()) await left.close();
    if (!isShared) await context.close();
    expect(unexpected(), "what the console says").toEqual([]);
  },
});

export { expect };

/** A toast with this text. */
export const toastOf = (page: Page, text: string | RegExp) => page.locator(".toast").filter({ hasText: text });

/** Takes the session away, as its end does. */
export const endSession = async (page: Page) => {
  await page.context().clearCookies();
};

/** A photograph to upload. */
export const photograph = async (name = "photo.png") => ({
  name,
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background: "#b86a00" } })
    .png()
    .toBuffer(),
});

/** The row of an order in a list: a search by its number finds phones with these digits too. */
export const rowOf = (page: Page, id: number) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: `#${id}`, exact: true }) });
