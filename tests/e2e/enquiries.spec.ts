// Messages and custom orders, as customers send them. The fields: tests/components/contact-form.test.tsx; how the owner finds them:
// tests/e2e/admin-screens.spec.ts.
import { db, expect, type Page, test, unique } from "../support/shopper";

/** Fills what both forms ask for, sends, and expects the number under which it is stored. */
async function send(page: Page, what: "message" | "request", fill: () => Promise<unknown>) {
  const email = `${unique(what).replaceAll(" ", "")}@example.com`;
  await page.getByLabel("Full Name").fill("Ananya Rao");
  await page.getByLabel("Phone Number").fill("+91 98200 12345");
  await page.getByLabel("Email Address").fill(email);
  await fill();
  await page.getByRole("button", { name: what === "message" ? "Send Message" : "Send Request" }).click();
  const receipt = page.getByRole("main").getByRole("status").filter({ hasText: "Its number is" });
  await expect(receipt).toContainText(`Your ${what} has reached us.`);
  const [stored] = await db`select id from enquiries where email = ${email}`;
  await expect(receipt).toContainText(`Its number is ${stored?.id}. We reply within 24 hours.`);
  await expect(page.getByLabel("Full Name")).toHaveValue("");
  return receipt;
}

test("a message and a custom order are confirmed with their numbers, and the forms are empty", async ({ page }) => {
  await page.goto("/contact");
  const receipt = await send(page, "message", async () => {
    await page.getByLabel("Subject").fill("Bulk order");
    await page.getByLabel("Message").fill("120 boxes of kaju katli, please.");
  });
  const thanks = page.getByText("Message sent successfully!");
  await expect(thanks).toBeVisible();
  await expect(receipt).toBeFocused();
  await expect(receipt).toBeInViewport();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(thanks).toBeHidden();
  await expect(receipt).toBeVisible();

  // Custom orders are one step from every page.
  await page.getByRole("contentinfo").getByRole("link", { name: "Custom orders" }).click();
  await expect(page).toHaveURL("/custom-orders");
  await send(page, "request", async () => {
    await page.getByLabel("Occasion").selectOption("Wedding");
    await page.getByLabel("What do you have in mind?").fill("120 boxes of kaju katli, please.");
  });
  await expect(page.getByText("Request sent successfully!")).toBeVisible();
});
