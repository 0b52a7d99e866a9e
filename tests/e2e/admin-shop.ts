// The owner signed in, and what several of the owner's screens need.
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { test as base, watchConsole } from "../support/browser";
import { waitForHydrationIn } from "../support/hydration";
import { admin, db, expect, shop, signIn, unique } from "../support/shopper";

type WorkerFixtures = {
  ownerState: Awaited<ReturnType<BrowserContext["storageState"]>>;
  /** The context that the owner's pages of all tests of a worker share, once there is one: with an empty cache a page takes twice as long. */
  shared: { context?: BrowserContext };
};

/** `owner`: a page whose browser is signed in as the admin. */
export const test = base.extend<{ owner: Page }, WorkerFixtures>({
  ownerState: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await signIn(page, admin, "about:blank");
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

/** Options of the owner's page in a browser without JavaScript. */
export const withoutScripts = { contextOptions: { javaScriptEnabled: false } };

/** Orders of one new customer, each of two packs of one sweet at ₹250. */
export async function orders(count: number, more: Record<string, unknown> = {}, fields = {}) {
  const sweet = await shop.sweet({ price: 250, quantity: 100, ...fields });
  const buyer = await shop.customer();
  const made: number[] = [];
  for (let n = 0; n < count; n++) made.push((await shop.order(buyer, [{ productId: sweet.id, quantity: 2 }], more)).id);
  const ids = made as [number, number, number];
  return { sweet, buyer, id: ids[0], ids };
}

/** As if the customer of an order of ₹500 had chosen UPI and sent the UTR: the settings of the shared shop offer no UPI. */
export async function aClaim(id: number) {
  const utr = String(700_000_000_000 + id);
  await db`update orders set payment_method = 'upi' where id = ${id}`;
  await db`insert into payments (order_id, method, amount, state, reference) values (${id}, 'upi', 50000, 'claimed', ${utr})`;
  return utr;
}

/** Invites somebody and returns the link that the owner is shown. */
export async function invited(owner: Page, kind: string) {
  await owner.goto("/admin/staff");
  const name = unique(kind);
  const form = owner.getByRole("form", { name: "Invite somebody" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(`${name.replaceAll(" ", "")}@example.com`);
  await form.getByLabel("Does").selectOption(kind);
  await form.getByRole("button", { name: "Invite" }).click();
  return { name, link: await form.getByLabel(`Link for ${name}`).inputValue() };
}

/** The list of orders with those that a text finds. */
export const ordersWith = (search: string | number) => `/admin?tab=orders&search=${encodeURIComponent(search)}`;

/** The list of sweets with this one. */
export const listOf = ({ name }: { name: string }) => `/admin?tab=products&search=${encodeURIComponent(name)}`;

/** Takes the session away, as its end does. */
export const endSession = (page: Page) => page.context().clearCookies();

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
