// Who may not see the admin area, as these people notice it. That nobody else gets any of it: tests/api/admin-pages.test.ts and
// access.test.ts.
import { admin, expect, fillLogin, shop, test, toastOf } from "../support/shopper";

test("a visitor at /admin is asked to sign in, which says why; an admin comes back to the page", async ({ page }) => {
  await page.goto("/admin?tab=reports&days=7");
  await expect(page).toHaveURL(/\/login/);
  await expect(toastOf(page, "Access denied. Admin privileges required.")).toBeVisible();
  await fillLogin(page, admin);
  await expect(page).toHaveURL(/\/admin\?tab=reports&days=7$/);
});

test("a customer who was asked to sign in goes home, and reads at /admin why there is nothing to see", async ({
  page,
}) => {
  await page.goto("/admin/customers");
  await fillLogin(page, await shop.customer());
  await expect(page).toHaveURL(/\/(home)?$/);
  await page.goto("/admin?tab=reports");
  await expect(page).toHaveURL(/\/login/);
  await expect(toastOf(page, "Access denied. Admin privileges required.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("an action of the admin area is refused to everybody else, whatever page it is sent from", async ({
  owner,
  request,
}) => {
  const sweet = await shop.sweet({ quantity: 5 });
  await owner.goto(`/admin/sweets/${sweet.id}`);
  const action = owner.waitForRequest((sent) => sent.method() === "POST" && "next-action" in sent.headers());
  await owner.getByRole("button", { name: "Restock" }).click();
  const sent = await action;
  await expect(toastOf(owner, "added to stock")).toBeVisible();
  for (const path of [`/admin/sweets/${sweet.id}`, "/login"]) {
    const answer = await request.post(path, {
      headers: {
        "next-action": sent.headers()["next-action"] ?? "",
        "content-type": sent.headers()["content-type"] ?? "",
        origin: new URL(owner.url()).origin,
      },
      data: sent.postDataBuffer() ?? "",
      maxRedirects: 0,
    });
    expect(await answer.text()).not.toContain("added to stock");
  }
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(6);
});
