// The owner's other screens: tabs, reports, customers, enquiries and search words. What they say, their titles and their files:
// tests/api/admin-pages.test.ts; the figures: tests/domain/reports.test.ts.
import { expectAccessible } from "../support/accessible";
import { expect, shop, test, toastOf, unique } from "../support/shopper";
import { orders } from "./admin-shop";

test.describe("tabs", () => {
  // The browser reports the page that is not there.
  test.use({ allowed: /404/ });

  test("have addresses: back and deep links work, arrow keys move; a page that is not there has the owner's header", async ({
    owner,
  }) => {
    await owner.goto("/admin?tab=reports");
    await expect(owner.getByRole("tab", { name: "Reports" })).toHaveAttribute("aria-selected", "true");
    await owner.getByRole("tab", { name: "Products" }).click();
    await expect(owner.getByRole("heading", { name: "Sweet Management" })).toBeVisible();
    await owner.goBack();
    await expect(owner.getByRole("heading", { name: "Sales Report" })).toBeVisible();
    await owner.getByRole("tab", { name: "Settings" }).focus();
    await owner.keyboard.press("ArrowRight");
    await expect(owner.getByRole("tab", { name: "Dashboard" })).toBeFocused();
    await owner.keyboard.press("Space");
    await expect(owner.getByRole("heading", { name: "Recent Orders" })).toBeVisible();

    const path = "/admin/orders/2000000000";
    const logged = owner.waitForEvent(
      "console",
      (message) => message.type() === "info" && message.text().includes(path),
    );
    await owner.goto(path);
    await logged;
    await expect(owner.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await expect(owner).toHaveTitle("Page not found · Mithaas");
    await expect(owner.getByRole("button", { name: "Logout" }).first()).toBeVisible();

    await owner.setViewportSize({ width: 390, height: 844 });
    await owner.goto("/admin?tab=settings");
    await expect(owner.getByRole("tab", { name: "Settings" })).toBeInViewport({ ratio: 1 });
    expect((await owner.getByRole("tablist").boundingBox())?.height).toBeLessThan(60);
    const menu = owner.getByRole("group", { name: "Person" });
    await menu.getByRole("button").click();
    await expect(menu).toContainText("Owner");
    await owner.getByRole("link", { name: "Your account" }).click();
    await expect(owner.getByRole("heading", { name: "Your account" })).toBeVisible();
  });
});

test("reports by range and by dates, with their days in the table and in a file", async ({ owner }) => {
  await orders(1);
  const days = owner.getByRole("table", { name: "Revenue per day" });
  await owner.goto("/admin?tab=reports");
  await expect(owner.getByRole("img", { name: /^Revenue per day, \d+ \w+ \d{4} to \d+ \w+ \d{4}$/ })).toBeVisible();
  await expect(days.getByRole("row")).toHaveCount(31);
  await owner.getByRole("button", { name: "7d" }).click();
  await expect(owner.getByRole("button", { name: "7d" })).toHaveAttribute("aria-pressed", "true");
  await expect(owner.getByRole("button", { name: "7d" })).toBeFocused();
  await expect(days.getByRole("row")).toHaveCount(8);
  for (const [link, name] of [
    ["Export CSV", /^sales-[\d-]+\.csv$/],
    ["Download payments", /^payments-7-days-to-\d{4}-\d\d-\d\d\.csv$/],
  ] as const) {
    const download = owner.waitForEvent("download");
    await owner.getByRole("link", { name: link }).click();
    expect((await download).suggestedFilename()).toMatch(name);
  }
  await expect(owner.getByRole("table", { name: "Payments by method" })).toBeVisible();
  await owner.getByText("By day", { exact: true }).click();
  await expect(owner.getByRole("table", { name: "Payments by day and method" })).toBeVisible();
  await expectAccessible(owner);

  await owner.getByLabel("From", { exact: true }).fill("2020-01-05");
  await owner.getByLabel("To", { exact: true }).fill("2020-01-06");
  await owner.getByRole("button", { name: "Apply" }).click();
  await expect(owner.getByText("No data", { exact: true })).toBeVisible();
  await expect(days).toHaveCount(0);
  await expect(owner.getByText("Total", { exact: true }).locator("xpath=following-sibling::b")).toHaveText("₹0");
  await owner.getByLabel("To", { exact: true }).fill("");
  await owner.getByRole("button", { name: "Apply" }).click();
  await expect(owner.getByText("Please choose both From and To")).toBeVisible();
});

test("a customer is searched and given a link for a new password", async ({ owner, request }) => {
  const customer = await shop.customer();
  await owner.goto("/admin/customers");
  await owner.getByLabel("Search customers").fill(customer.email);
  await expect(owner.getByText("1 customer", { exact: true })).toBeVisible();
  await owner.getByRole("button", { name: `Password link for ${customer.name}` }).click();
  const link = await owner.getByRole("textbox", { name: `Link for ${customer.name}` }).inputValue();
  expect(link).toMatch(/\/reset\/[\w-]{43}$/);
  const page = await request.get(new URL(link).pathname);
  expect(await page.text()).toContain("Confirm new password");
});

test("enquiries are found under the number that the customer was given, answered and marked", async ({
  owner,
  request,
}) => {
  const subject = unique("Bulk order");
  const sent = await request.post("/api/contact", {
    data: {
      name: "Ravi Iyer",
      email: "ravi@example.com",
      phone: "+91 98200 55555",
      subject,
      message: "Forty boxes, please.",
    },
  });
  const { id } = await sent.json();
  await owner.goto("/admin/enquiries");
  const item = owner.getByRole("listitem").filter({ hasText: subject });
  await expect(item).toContainText(`No. ${id} ·`);
  await expect(item.getByRole("link", { name: "Reply to Ravi Iyer" })).toHaveAttribute(
    "href",
    /^mailto:ravi@example\.com\?subject=Re.*%0D%0A/,
  );
  await item.getByRole("button", { name: "Mark as done" }).click();
  await expect(item).toBeHidden();
  await toastOf(owner, "Enquiry marked as done").getByRole("button", { name: "Undo" }).click();
  await expect(toastOf(owner, "Enquiry reopened")).toBeVisible();
  await item.getByRole("button", { name: "Mark as done" }).click();
  await expect(item).toBeHidden();
  await owner.getByRole("link", { name: "All" }).click();
  await expect(item).toContainText("Done");
});

test("search words are added and removed, and the next search follows", async ({ owner }) => {
  const sweet = await shop.sweet();
  const word = unique("word").replaceAll(" ", "");
  const found = async () => (await (await owner.request.get(`/products?search=${word}`)).text()).includes(sweet.name);
  await owner.goto("/admin/search-words");
  await owner.getByLabel("Customers type").fill("two words");
  await owner.getByLabel("The sweets say").fill(sweet.name);
  await owner.getByRole("button", { name: "Add", exact: true }).click();
  await expect(owner.getByLabel("Customers type")).toHaveAccessibleDescription(/one word/);
  await expect(owner.getByLabel("The sweets say")).toHaveValue(sweet.name);
  await owner.getByLabel("Customers type").fill(word);
  await owner.getByRole("button", { name: "Add", exact: true }).click();
  const row = owner.getByRole("row").filter({ hasText: word });
  await expect(row).toContainText(sweet.name.toLowerCase());
  await expect(owner.getByLabel("Customers type")).toBeFocused();
  expect(await found()).toBe(true);
  await row.getByRole("button", { name: /^Remove/ }).click();
  await expect(row).toHaveCount(0);
  await expect(owner.getByRole("heading", { name: "The list" })).toBeFocused();
  expect(await found()).toBe(false);
  await owner.getByRole("button", { name: "Undo" }).click();
  await expect(row).toHaveCount(1);
});
