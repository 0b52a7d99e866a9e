// Accounts in the browser. Where the pages lead to, and whose they are: tests/api/account-pages.test.ts; sessions and links themselves:
// tests/domain/accounts.test.ts.
import { expectAccessible } from "../support/accessible";
import {
  aCustomerIn,
  alertIn,
  aPerson,
  aResetLink,
  cartLink,
  db,
  endSessions,
  expect,
  fillLogin,
  type Page,
  type Person,
  quantityOf,
  reserve,
  shop,
  signIn,
  test,
  toastOf,
} from "../support/shopper";

const sessionsOf = async (person: Person) =>
  (await db`select s.kind from sessions s join users u on u.id = s.user_id where u.email = ${person.email}`).map(
    ({ kind }) => kind,
  );

async function changePassword(page: Page, password: string) {
  await page.getByRole("textbox", { name: "New password", exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
}

test("a visitor registers, is greeted, and still has the cart", async ({ page }) => {
  const person = aPerson();
  await reserve(page, await shop.sweet(), 2);
  await page.goto("/register");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
  await expect(page.getByLabel("Full Name")).toBeFocused();

  await page.getByLabel("Full Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm Password").fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText(`Welcome to Mithaas, ${person.name}!`)).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText(`Hello, ${person.name}`)).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 2 items");
});

test("a customer signs in by keyboard: a wrong password stays on the page with its message, the right one leads to next", async ({
  page,
}) => {
  const person = await shop.customer();
  await page.goto("/login?next=/account");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Email").focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type("wrong one");
  await page.keyboard.press("Enter");
  await expect(alertIn(page)).toHaveText("Login failed. Please check your credentials.");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await page.getByLabel("Password", { exact: true }).focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Welcome back, customer!")).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
});

test("the account page changes the name and the password, ends sessions, has the own data, and deletes the account", async ({
  page,
}) => {
  const person = await shop.customer(); // which leaves a session of the API
  await signIn(page, person, "/account");
  await page.getByLabel("Full Name").fill("Ananya Deshpande");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("banner").getByText("Hello, Ananya Deshpande").first()).toBeVisible();

  await expect(page.getByText("This session")).toBeVisible();
  await page.getByRole("button", { name: "End session: API token" }).click();
  await expect(page.getByText("The session has been ended.").first()).toBeVisible();
  expect(await sessionsOf(person)).toEqual(["browser"]);

  await page.getByLabel("Current password").fill("not it");
  await changePassword(page, "a new password");
  await expect(page.getByText("This password is not correct.")).toBeVisible();
  await page.getByLabel("Current password").fill(person.password);
  await changePassword(page, "a new password");
  await expect(page.getByText("Your password has been changed.").first()).toBeVisible();
  // Here it goes on with a new session.
  await expect(page.getByText("This session")).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download your data" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const data = JSON.parse(Buffer.concat(chunks).toString());
  expect(data.account).toMatchObject({ name: "Ananya Deshpande", email: person.email });

  await page.getByLabel("Your password").fill("a new password");
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Please tick the box to continue")).toBeVisible();
  await page.getByRole("checkbox", { name: /^Yes, delete my account/ }).check();
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});

test("a reset link sets a password once and ends every session", async ({ page }) => {
  const person = await shop.customer();
  const link = await aResetLink(person);
  await page.goto(link);
  await changePassword(page, "fresh password");
  await expect(page).toHaveURL(/\/login$/);
  expect(await sessionsOf(person)).toEqual([]);
  await fillLogin(page, { ...person, password: "fresh password" });
  await expect(page.getByText("Welcome back, customer!")).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Get a new link" })).toHaveAttribute("href", "/forgot-password");
});

test("a session that ended elsewhere: a public page finds out, and the account leads to the login and back", async ({
  page,
}) => {
  const person = await aCustomerIn(page);
  await endSessions(person);
  await page.goto("/about");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-viewer", "visitor");
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login\?next=(%2F|\/)account$/);
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/account$/);
});

test.describe("a browser that blocks cookies", () => {
  test.use({ ownContext: true });

  test("holds nothing and signs nobody in, and says why", async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => {}, configurable: true }),
    );
    const [sweet, person] = [await shop.sweet(), await shop.customer()];
    const blocked = "Your browser blocks cookies. Please allow them for this shop to fill a cart and to sign in.";
    await page.goto(`/products/${sweet.slug}`);
    await page.getByRole("main").getByRole("button", { name: "Add to Cart" }).first().click();
    await expect(toastOf(page, blocked)).toBeVisible();
    expect(await quantityOf(sweet)).toBe(20);
    await page.goto("/login");
    await fillLogin(page, person);
    await expect(alertIn(page)).toHaveText(blocked);
    expect(await sessionsOf(person)).toEqual(["api"]);
  });
});
