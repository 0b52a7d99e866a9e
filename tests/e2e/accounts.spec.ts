import { expectAccessible } from "../support/accessible";
import {
  aCustomer,
  addToCart,
  aPerson,
  aResetLink,
  aSignedInCustomer,
  aSweet,
  cartLink,
  endSessions,
  expect,
  fillLogin,
  signIn,
  test,
} from "../support/shopper";

test("a visitor registers, is greeted, and still has the cart", async ({ page }) => {
  const person = aPerson();
  await addToCart(page, await aSweet(), 2);
  await page.goto("/register");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Name must be at least 2 characters")).toBeVisible();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(page.getByLabel("Full Name")).toBeFocused();

  await page.getByLabel("Full Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm Password").fill("something else");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();

  await page.getByLabel("Confirm Password").fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText(`Welcome to Mithaas, ${person.name}!`)).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText(`Hello, ${person.name}`)).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 2 items");
});

test("a taken e-mail address is reported, and what was typed stays", async ({ page }) => {
  const person = await aCustomer();
  await page.goto("/register");
  await page.getByLabel("Full Name").fill("Somebody else");
  await page.getByLabel("Email").fill(person.email.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm Password").fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("An account with this email already exists.");
  await expect(page.getByLabel("Full Name")).toHaveValue("Somebody else");
});

test("a common password shows a warning and is accepted; passwords can be shown", async ({ page }) => {
  await page.goto("/register");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("password1");
  await expect(page.getByText("Many people use this password")).toBeVisible();
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(password).toHaveAttribute("type", "text");
});

test("a wrong password stays on the page with its message; the right one leads to next", async ({ page }) => {
  const person = await aCustomer();
  await page.goto("/login?next=/account");
  await fillLogin(page, { ...person, password: "wrong one" });
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Login failed. Please check your credentials.");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await fillLogin(page, person);
  await expect(page.getByText("Welcome back, customer!")).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  // Whoever is signed in has no business on the login page.
  await page.goto("/login?next=/orders");
  await expect(page).toHaveURL(/\/orders$/);
});

test("next never leads to another site", async ({ page }) => {
  const person = await aCustomer();
  await page.goto("/login?next=//elsewhere.example/x");
  await fillLogin(page, person);
  await expect(page.getByText("Welcome back, customer!")).toBeVisible();
  await expect(page).toHaveURL(/\/home$/);
});

test("an admin goes to /admin", async ({ page }) => {
  await page.goto("/login?next=/orders");
  await fillLogin(page, {
    email: process.env.TEST_ADMIN_EMAIL ?? "",
    password: process.env.TEST_ADMIN_PASSWORD ?? "",
  });
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/cart");
  await expect(page.getByRole("heading", { name: "Admins have no cart." })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Admin Panel" })).toHaveAttribute("href", "/admin");
  await page.goto("/orders");
  await expect(page.getByRole("heading", { name: "Admins have no cart." })).toBeVisible();
});

test("logout ends the session on the server: a copied cookie no longer works", async ({ page, browser }) => {
  await aSignedInCustomer(page);
  const copied = await page.context().storageState();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();

  const thief = await browser.newContext({ storageState: copied });
  const other = await thief.newPage();
  await other.goto("/orders");
  await expect(other.getByText("Please login to view your orders.")).toBeVisible();
  await expect(other.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  // The hint is put right as well, as soon as the page is alive.
  await expect(other.locator("html")).toHaveAttribute("data-viewer", "visitor");
  await other.goto("/faq");
  await expect(other.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await thief.close();
});

test("the account page changes the name and the password, and ends sessions", async ({ page, browser }) => {
  const person = await aSignedInCustomer(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, person);

  await page.goto("/account");
  await page.getByLabel("Full Name").fill("Ananya Deshpande");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Hello, Ananya Deshpande")).toBeVisible();

  await expect(page.getByText("This session")).toBeVisible();
  await page
    .getByRole("button", { name: /^End session: Chrome/ })
    .first()
    .click();
  await expect(page.getByText("The session has been ended.").first()).toBeVisible();
  await other.reload();
  await expect(other.getByText("Please login to view your orders.")).toBeVisible();
  await signIn(other, person);

  await page.getByLabel("Current password").fill("not it");
  await page.getByRole("textbox", { name: "New password", exact: true }).fill("a new password");
  await page.getByLabel("Confirm new password").fill("a new password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This password is not correct.")).toBeVisible();
  const copied = await page.context().storageState();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.").first()).toBeVisible();
  await expect(page.getByText("This session")).toBeVisible();
  await other.reload();
  await expect(other.getByText("Please login to view your orders.")).toBeVisible();
  // Here it goes on with a new session; a copy of the old one's cookie is dead.
  await page.goto("/orders");
  await expect(page.getByText("No orders found")).toBeVisible();
  const thief = await browser.newContext({ storageState: copied });
  const third = await thief.newPage();
  await third.goto("/orders");
  await expect(third.getByText("Please login to view your orders.")).toBeVisible();
  await thief.close();
  await signIn(other, { ...person, password: "a new password" });
  await elsewhere.close();
});

test("the own data is downloaded as JSON, and the account deleted", async ({ page }) => {
  const person = await aSignedInCustomer(page);
  await page.goto("/account");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download your data" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const data = JSON.parse(Buffer.concat(chunks).toString());
  expect(data.account).toMatchObject({ name: person.name, email: person.email, role: "customer" });
  expect(JSON.stringify(data)).not.toContain("argon2");

  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Please tick the box to continue")).toBeVisible();
  await page.getByRole("checkbox", { name: /^Yes, delete my account/ }).check();
  await page.getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText("Your account has been deleted.").first()).toBeVisible();
  await page.goto("/login");
  await fillLogin(page, person);
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Login failed. Please check your credentials.");
});

test("a reset link sets a password once and ends every session", async ({ page, browser }) => {
  const person = await aCustomer();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, person);

  const link = await aResetLink(person);
  await page.goto(link);
  await page.getByRole("textbox", { name: "New password", exact: true }).fill("fresh password");
  await page.getByLabel("Confirm new password").fill("fresh password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillLogin(page, { ...person, password: "fresh password" });
  await expect(page.getByText("Welcome back, customer!")).toBeVisible();
  await other.reload();
  await expect(other.getByText("Please login to view your orders.")).toBeVisible();
  await elsewhere.close();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await page.getByRole("link", { name: "Get a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test("the owner reads who may be given a password link, where it is made", async ({ page }) => {
  await page.goto("/login");
  await fillLogin(page, {
    email: process.env.TEST_ADMIN_EMAIL ?? "",
    password: process.env.TEST_ADMIN_PASSWORD ?? "",
  });
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/customers");
  await expect(page.getByText("Make sure that the account is theirs")).toBeVisible();
  await expect(page.getByText("npm run create-admin")).toBeVisible();
});

test("a session that ended elsewhere leads to the login and back", async ({ page }) => {
  const person = await aSignedInCustomer(page);
  await endSessions(person);
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login\?next=(%2F|\/)account$/);
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/account$/);
});

test.describe("a session that ended elsewhere", () => {
  // The browser reports the answer that is made to fail here.
  test.use({ allowed: /status of 503/ });

  test("a public page finds out that the session ended elsewhere, and says so when it cannot find out", async ({
    page,
  }) => {
    const person = await aSignedInCustomer(page);
    const banner = page.getByRole("banner");
    await page.route("**/account/viewer", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto("/faq");
    await expect(page.getByText("Failed to get current user").first()).toBeVisible();
    await expect(banner.getByText(`Hello, ${person.name}`)).toBeVisible();
    await page.unroute("**/account/viewer");

    await endSessions(person);
    await page.goto("/about");
    await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-viewer", "visitor");
    await page.goto("/home");
    await expect(banner.getByRole("link", { name: "Login" })).toBeVisible();
  });
});

test("login, register, account and reset are accessible, and work by keyboard", async ({ page }) => {
  test.slow();
  const person = await aCustomer();
  await page.goto("/register");
  await expectAccessible(page);
  const link = await aResetLink(person);
  await page.goto(link);
  await expectAccessible(page);
  await page.goto("/forgot-password");
  await expectAccessible(page);
  await page.goto("/login?next=/account");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("Email").focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your account", exact: true })).toBeVisible();
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("who forgot the password finds what to do, from the login and from the questions", async ({ page }) => {
    for (const from of ["/login?next=/orders", "/faq"]) {
      await page.goto(from);
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await expect(page).toHaveURL(/\/forgot-password$/);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Forgot your password?" })).toBeVisible();
    await expect(page.getByText("from the e-mail address of your account")).toBeVisible();
    await expect(page.getByText("within one hour")).toBeVisible();
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: /^support@/ })).toHaveAttribute("href", /^mailto:support@/);
    await expect(main.getByRole("link", { name: /^1800/ })).toHaveAttribute("href", /^tel:/);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    await main.getByRole("link", { name: "Back to login" }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("accounts work: errors and typed values come back, passwords aside", async ({ page }) => {
    const person = aPerson();
    await page.goto("/register?next=/orders");
    await page.getByLabel("Full Name").fill(person.name);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm Password").fill("shorter");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
    await expect(page.getByLabel("Full Name")).toHaveValue(person.name);
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");

    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByLabel("Confirm Password").fill(person.password);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(page.getByText(`Hello, ${person.name}`).first()).toBeVisible();

    await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
    await page.goto("/login?next=/account");
    await fillLogin(page, { ...person, password: "wrong one" });
    await expect(page.getByText("Login failed. Please check your credentials.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue(person.email);
    await fillLogin(page, person);
    await expect(page).toHaveURL(/\/account$/);
  });
});
