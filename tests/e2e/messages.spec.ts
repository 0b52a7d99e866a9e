// The owner's list of messages in a shop that sends no mail, and who has forgotten the password. What a tracking link shows, and to whom:
// tests/api/promises.test.ts and account-pages.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, test, toastOf } from "../support/shopper";
import { orders } from "./admin-shop";

test("the owner passes a message on by hand; its link shows the order to whoever has it", async ({
  owner,
  request,
}) => {
  const { id, buyer, sweet } = await orders(1);
  await owner.goto("/admin");
  await owner.getByRole("link", { name: /^Messages .*waiting to be passed on/ }).click();
  await expect(owner).toHaveURL(/\/admin\/messages\?show=waiting$/);
  const title = `We have your order #${id}`;
  const card = owner.getByRole("listitem").filter({ has: owner.getByRole("heading", { name: title, exact: true }) });
  await expect(card).toContainText(buyer.email);
  await card.locator("summary").click();
  await expect(card).toContainText(`2 × ${sweet.name}`);
  await expectAccessible(owner);
  await expect(card.getByRole("link", { name: new RegExp(`^Mail.*${title}$`) })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${buyer.email}\\?subject=`),
  );
  await expect(card.getByRole("link", { name: new RegExp(`^WhatsApp.*${title}$`) })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/919820012345\?text=/,
  );
  const tracking = await request.get(/\/track\/[\w-]+/.exec(await card.innerText())?.[0] ?? "");
  expect(await tracking.text()).toMatch(new RegExp(`<h1[^>]*>Order #(<!-- -->)?${id}</h1>`));
  await card.getByRole("button", { name: new RegExp(`^Done.*${title}$`) }).click();
  await expect(toastOf(owner, "Message marked as done")).toBeVisible();
  await expect(card).toHaveCount(0);
  await owner.getByRole("link", { name: "Done", exact: true }).click();
  await expect(card).toContainText("Done");
});

test.describe("a tracking link that shows no order", () => {
  // The browser reports the status of the page.
  test.use({ allowed: /404/ });

  test("says so, and how to reach the shop", async ({ page }) => {
    expect((await page.goto("/track/1-cut"))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1, name: "This tracking link shows no order" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("until 90 days after its order was delivered or cancelled");
    await expect(page.getByRole("main").getByRole("link", { name: "1800 123 4567" })).toHaveAttribute(
      "href",
      "tel:18001234567",
    );
    await page.getByRole("link", { name: "Sign in to see your orders" }).click();
    await expect(page).toHaveURL(/\/login\?next=(%2F|\/)orders$/);
  });
});
