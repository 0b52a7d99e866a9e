// Messages and custom orders, from the form to the owner's list.
import type { Page } from "@playwright/test";
import { db, expect, fillLogin, test } from "../support/shopper";

const forms = [
  { path: "/contact", what: "message", button: "Send Message", thanks: "Message sent successfully!" },
  { path: "/custom-orders", what: "request", button: "Send Request", thanks: "Request sent successfully!" },
] as const;

/** Fills and sends the form, and gives the number under which the enquiry is stored. */
async function send(page: Page, { path, button }: (typeof forms)[number], email: string): Promise<number> {
  await page.goto(path);
  await page.getByLabel("Full Name").fill("Ananya Rao");
  await page.getByLabel("Phone Number").fill("+91 98200 12345");
  await page.getByLabel("Email Address").fill(email);
  if (path === "/contact") {
    await page.getByLabel("Subject").fill("Bulk order");
    await page.getByLabel("Message").fill("120 boxes of kaju katli, please.");
  } else {
    await page.getByLabel("Occasion").selectOption("Wedding");
    await page.getByLabel("What do you have in mind?").fill("120 boxes of kaju katli, please.");
  }
  await page.getByRole("button", { name: button }).click();
  const stored = () => db`select id from enquiries where email = ${email}`;
  await expect.poll(async () => (await stored()).length).toBe(1);
  return (await stored())[0]?.id as number;
}

for (const form of forms)
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test(`a ${form.what} is confirmed with its number, which stays, and the form is empty`, async ({ page }) => {
        const email = `${form.what}-${javaScriptEnabled}-${Date.now()}@example.com`;
        const number = await send(page, form, email);
        const receipt = page.getByRole("main").getByRole("status").filter({ hasText: "Its number is" });
        await expect(receipt).toContainText(
          `Your ${form.what} has reached us. Its number is ${number}. We reply within 24 hours.`,
        );
        await expect(page.getByText(form.thanks)).toBeVisible();
        await expect(page.getByLabel("Full Name")).toHaveValue("");
        if (!javaScriptEnabled) return;
        await expect(receipt).toBeFocused();
        await expect(receipt).toBeInViewport();
        await page.getByRole("button", { name: "Dismiss" }).click();
        await expect(page.getByText(form.thanks)).toBeHidden();
        await expect(receipt).toBeVisible();
      });
    });

test("the owner finds an enquiry under the number that the customer was given", async ({ page }) => {
  const email = `owner-finds-${Date.now()}@example.com`;
  const number = await send(page, forms[0], email);
  await page.goto("/login?next=/admin/enquiries");
  await fillLogin(page, {
    email: process.env.TEST_ADMIN_EMAIL ?? "",
    password: process.env.TEST_ADMIN_PASSWORD ?? "",
  });
  await expect(page.getByRole("listitem").filter({ hasText: `No. ${number} ·` })).toContainText("Bulk order");
});

test("custom orders are one step from every page", async ({ page }) => {
  await page.goto("/faq");
  await page.getByRole("contentinfo").getByRole("link", { name: "Custom orders" }).click();
  await expect(page).toHaveURL("/custom-orders");
});
