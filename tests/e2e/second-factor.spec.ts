// The second factor in the browser, with JavaScript and without. The rules: tests/domain/second-factor.test.ts. Slow: each test enters by its password
// several times, in two browsers.
import type { Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { expectAccessible } from "../support/accessible";
import { aCustomer, db, expect, type Person, signIn, test } from "../support/shopper";

const codeOf = (secret: string) => new TOTP({ secret }).generate();
/** As if a minute had gone by since the last code. */
const later = (person: Person) => db`
  update second_factors set last_step = last_step - 2 where user_id = (select id from users where email = ${person.email})`;

async function aStaffMember(): Promise<Person> {
  const person = await aCustomer();
  await db`update users set role = 'admin', staff = 'owner' where email = ${person.email}`;
  return person;
}

const sectionOf = (page: Page) => page.getByRole("region", { name: "Second factor" });
const codeField = (page: Page) => page.getByRole("textbox", { name: "Code" });

/** Sets it up on the account page; the secret and the recovery codes. */
async function setUp(page: Page, person: Person) {
  const section = sectionOf(page);
  await section.getByLabel("Your password").fill(person.password);
  await section.getByRole("button", { name: "Set up" }).click();
  await expect(section.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await codeField(page).fill(codeOf(secret));
  await section.getByRole("button", { name: "Switch on" }).click();
  await expect(section.getByText("Your second factor is on.")).toBeVisible();
  return { secret, recoveryCodes: await section.getByRole("listitem").allTextContents() };
}

/** E-mail and password on the login page. */
async function enter(page: Page, person: Person, path = "/login") {
  await page.goto(path);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("it is set up, shows its recovery codes once, and is switched off with one", async ({ page }) => {
      const person = await aStaffMember();
      await signIn(page, person, "/account");
      await page.goto("/account");
      const { recoveryCodes } = await setUp(page, person);
      expect(recoveryCodes).toHaveLength(10);
      await page.getByRole("link", { name: "I have kept them" }).click();
      const section = sectionOf(page);
      await expect(section.getByText("10 of 10 recovery codes are left")).toBeVisible();
      await expect(section.getByText(recoveryCodes[0] as string)).toHaveCount(0);
      await section.getByLabel("Your password").fill(person.password);
      await codeField(page).fill("000000");
      await section.getByRole("button", { name: "Switch off" }).click();
      await expect(section.getByText("This code is not correct")).toBeVisible();
      await section.getByLabel("Your password").fill(person.password);
      await codeField(page).fill(recoveryCodes[0] as string);
      await section.getByRole("button", { name: "Switch off" }).click();
      await expect(section.getByRole("button", { name: "Set up" })).toBeVisible();
    });

    test("a login asks for the code, and not again where the browser is trusted", async ({ page, browser }) => {
      const person = await aStaffMember();
      await signIn(page, person, "/account");
      await page.goto("/account");
      const { secret } = await setUp(page, person);
      await later(person);

      const context = await browser.newContext({ javaScriptEnabled });
      const other = await context.newPage();
      await enter(other, person, "/login?next=/admin?tab=reports");
      await expect(other.getByRole("heading", { name: "Your code" })).toBeVisible();
      await expect(codeField(other)).toHaveAttribute("inputmode", "numeric");
      await expect(codeField(other)).toHaveAttribute("autocomplete", "one-time-code");
      await codeField(other).fill("000000");
      await other.getByRole("button", { name: "Sign In" }).click();
      await expect(other.getByRole("main").getByRole("alert")).toContainText("This code is not correct");
      await codeField(other).fill(codeOf(secret));
      await other.getByLabel("Trust this browser for 30 days").check();
      await other.getByRole("button", { name: "Sign In" }).click();
      await expect(other).toHaveURL(/\/admin\?tab=reports$/);

      await context.clearCookies({ name: /session-token/ });
      await enter(other, person);
      await expect(other).toHaveURL(/\/admin$/);
      await context.close();
    });
  });
}

test("its screens are accessible", async ({ page }) => {
  const person = await aStaffMember();
  await signIn(page, person, "/account");
  await page.goto("/account");
  await expectAccessible(page);
  await setUp(page, person);
  await expectAccessible(page);
  await page.context().clearCookies();
  await enter(page, person);
  await expect(codeField(page)).toBeVisible();
  await expectAccessible(page);
});
