// The second factor in the browser. The rules: tests/domain/second-factor.test.ts; its forms without JavaScript, and what of it is a cookie:
// tests/api/second-factor.test.ts and second-factor-required.test.ts.
import { TOTP } from "otpauth";
import { expectAccessible } from "../support/accessible";
import { alertIn, db, expect, fillLogin, type Page, type Person, shop, signIn, test } from "../support/shopper";

const codeOf = (secret: string) => new TOTP({ secret }).generate();
/** As if a minute had gone by since the last code. */
const later = (person: Person) => db`
  update second_factors set last_step = last_step - 2 where user_id = (select id from users where email = ${person.email})`;

async function aStaffMember(): Promise<Person> {
  const person = await shop.customer();
  await db`update users set role = 'admin', staff = 'owner' where email = ${person.email}`;
  return person;
}

const codeField = (page: Page) => page.getByRole("textbox", { name: "Code" });

for (const javaScriptEnabled of process.env.TEST_NIGHT ? [true, false] : [true])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("it is set up, asked for at a login, not again where the browser is trusted, and switched off with a recovery code", async ({
      page,
      browser,
    }) => {
      const person = await aStaffMember();
      await signIn(page, person, "/account");
      const section = page.getByRole("region", { name: "Second factor" });
      await section.getByLabel("Your password").fill(person.password);
      await section.getByRole("button", { name: "Set up" }).click();
      await expect(section.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
      const secret = ((await section.locator("code").textContent()) ?? "").replaceAll(" ", "");
      await codeField(page).fill(codeOf(secret));
      await section.getByRole("button", { name: "Switch on" }).click();
      await expect(section.getByText("Your second factor is on.")).toBeVisible();
      const recoveryCodes = await section.getByRole("listitem").allTextContents();
      expect(recoveryCodes).toHaveLength(10);
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole("link", { name: "I have kept them" }).click();
      await expect(section.getByText("10 of 10 recovery codes are left")).toBeVisible();
      await expect(section.getByText(recoveryCodes[0] as string)).toHaveCount(0);

      await later(person);
      const context = await browser.newContext({ javaScriptEnabled });
      const other = await context.newPage();
      await other.goto("/login?next=/admin?tab=reports");
      await fillLogin(other, person);
      await expect(other.getByRole("heading", { name: "Your code" })).toBeVisible();
      await codeField(other).fill("000000");
      await other.getByRole("button", { name: "Sign In" }).click();
      await expect(alertIn(other)).toContainText("This code is not correct");
      if (javaScriptEnabled) await expectAccessible(other);
      await codeField(other).fill(codeOf(secret));
      await other.getByLabel("Trust this browser for 30 days").check();
      await other.getByRole("button", { name: "Sign In" }).click();
      await expect(other).toHaveURL(/\/admin\?tab=reports$/);
      await context.clearCookies({ name: /session-token/ });
      await other.goto("/login");
      await fillLogin(other, person);
      await expect(other).toHaveURL(/\/admin$/);
      await context.close();

      const switchOff = async (code: string) => {
        await section.getByLabel("Your password").fill(person.password);
        await codeField(page).fill(code);
        await section.getByRole("button", { name: "Switch off" }).click();
      };
      await switchOff("000000");
      await expect(section.getByText("This code is not correct")).toBeVisible();
      await switchOff(recoveryCodes[0] as string);
      await expect(section.getByRole("button", { name: "Set up" })).toBeVisible();
    });
  });
