// The owner's list of messages in a shop that sends no mail, tracking links, and who has forgotten the password.
import { expectAccessible } from "../support/accessible";
import { aSignedInCustomer, aSweet, asAdmin, expect, fillLogin, post, test } from "../support/shopper";

const owner = { name: "", email: process.env.TEST_ADMIN_EMAIL ?? "", password: process.env.TEST_ADMIN_PASSWORD ?? "" };
const delivery = {
  recipientName: "Sunita Deshmukh",
  deliveryAddress: "14 Shivaji Park Road, Mumbai",
  phoneNumber: "98200 12345",
};

test("the owner passes a message on by hand; its link shows the order to whoever has it", async ({ page, browser }) => {
  const person = await aSignedInCustomer(page);
  const sweet = await aSweet();
  const { id } = await post(page, "/orders", { items: [{ productId: sweet.id, quantity: 2 }], delivery });

  const admin = await (await browser.newContext()).newPage();
  await admin.goto("/login");
  await fillLogin(admin, owner);
  await expect(admin).toHaveURL(/\/admin$/);
  await admin.getByRole("link", { name: /^Messages .*waiting to be passed on/ }).click();
  await expect(admin).toHaveURL(/\/admin\/messages\?show=waiting$/);
  const title = `We have your order #${id}`;
  const card = admin.getByRole("listitem").filter({ has: admin.getByRole("heading", { name: title, exact: true }) });
  await expect(card).toContainText(person.email);
  await card.locator("summary").click();
  await expect(card).toContainText(`2 × ${sweet.name}`);
  await expectAccessible(admin);
  await expect(card.getByRole("link", { name: new RegExp(`^Mail.*${title}$`) })).toHaveAttribute(
    "href",
    new RegExp(`^mailto:${person.email}\\?subject=`),
  );
  await expect(card.getByRole("link", { name: new RegExp(`^WhatsApp.*${title}$`) })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/919820012345\?text=/,
  );
  const path = /\/track\/[\w-]+/.exec(await card.innerText())?.[0] ?? "";
  await card.getByRole("button", { name: new RegExp(`^Done.*${title}$`) }).click();
  await expect(admin.getByText("Message marked as done").first()).toBeVisible();
  await expect(card).toHaveCount(0);
  await admin.getByRole("link", { name: "Done", exact: true }).click();
  await expect(card).toContainText("Done");
  await admin.context().close();

  await asAdmin("PUT", `/admin/orders/${id}/status`, { status: "Shipped" });
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(path);
  const main = visitor.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: `Order #${id}` })).toBeVisible();
  await expect(main).toContainText("Shipped");
  await expect(main).toContainText(sweet.name);
  await expect(main).not.toContainText("Sunita");
  await expect(main).not.toContainText("Shivaji");
  await expectAccessible(visitor);
  const answer = await visitor.goto(`${path.slice(0, -1)}${path.endsWith("A") ? "B" : "A"}`);
  expect(answer?.status()).toBe(404);
  await visitor.context().close();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the owner reads who has forgotten the password, and deals with it", async ({ page, browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: true });
    const person = await aSignedInCustomer(await context.newPage());
    await context.close();
    const { request } = page.context();
    for (const email of [person.email, "nobody@example.com"]) {
      const asked = await request.post("/api/auth/forgot", { data: { email } });
      expect([asked.status(), await asked.json()]).toEqual([
        202,
        { message: "If this address has an account, a link is on its way." },
      ]);
    }
    await page.goto("/login?next=/admin/messages");
    await fillLogin(page, owner);
    await page.goto("/admin/messages?show=waiting");
    await expect(page.getByText("nobody@example.com")).toHaveCount(0);
    const card = page.getByRole("listitem").filter({ hasText: person.email }).filter({ hasText: "New password" });
    await expect(card.getByRole("link", { name: "Make a link" })).toHaveAttribute(
      "href",
      `/admin/customers?search=${encodeURIComponent(person.email)}`,
    );
    await card.getByRole("button", { name: /^Done.*New password$/ }).click();
    await expect(card).toHaveCount(0);
  });
});
