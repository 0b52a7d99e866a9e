// The owner's webhooks. What is sent: tests/domain/webhooks.test.ts; the API: tests/api/webhooks.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, test, unique } from "../support/shopper";

test("a webhook is added, its secret shown once, tested, changed, switched off and deleted", async ({ owner }) => {
  // No name server knows it.
  const host = `${unique("erp").replaceAll(" ", "-")}.invalid`;
  await owner.goto("/admin/webhooks");
  await owner.getByLabel("Address").fill("https://10.0.0.1/hook");
  await owner.getByLabel(/^order\.created/).check();
  await owner.getByRole("button", { name: "Add the webhook" }).click();
  await expect(owner.getByText("This is no public address")).toBeVisible();
  await expect(owner.getByLabel(/^order\.created/)).toBeChecked();

  await owner.getByLabel("Address").fill(`https://${host}/hook`);
  await owner.getByRole("button", { name: "Add the webhook" }).click();
  await expect(owner.getByLabel(`Secret for ${host}`)).toHaveValue(/^whsec_.{44}$/);
  await expectAccessible(owner);
  await owner.goto("/admin/webhooks");
  await expect(owner.getByText("whsec_")).toHaveCount(0);

  await owner.getByRole("link", { name: `https://${host}/hook` }).click();
  await expect(owner.getByRole("heading", { name: host })).toBeVisible();
  await owner.getByRole("button", { name: "Make a new secret" }).click();
  await expect(owner.getByLabel(`Secret for ${host}`)).toHaveValue(/^whsec_.{44}$/);
  await owner.getByRole("button", { name: "Send a test" }).click();
  await expect(owner.getByRole("button", { name: "Send test again" })).toBeVisible();
  await expectAccessible(owner);

  await owner.getByLabel(/^stock\.out/).check();
  await owner.getByLabel("Switched on").uncheck();
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Webhook saved").first()).toBeVisible();
  await expect(owner.getByRole("button", { name: "Send a test" })).toHaveCount(0);
  await owner.goto("/admin/webhooks");
  const row = owner.getByRole("row").filter({ hasText: host });
  await expect(row).toContainText("order.created, stock.out");
  await expect(row).toContainText("Switched off");

  await owner.getByRole("link", { name: `https://${host}/hook` }).click();
  await owner.getByRole("button", { name: "Delete the webhook" }).click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(owner.getByRole("heading", { name: "New webhook" })).toBeVisible();
  await expect(owner.getByText(host)).toHaveCount(0);
});
