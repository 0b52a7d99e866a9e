import { expectAccessible } from "../support/accessible";
import { expect, rowOf, signIn, test, toastOf, unique } from "./admin-shop";

const screens = [
  "/admin",
  "/admin?tab=products",
  "/admin?tab=orders",
  "/admin?tab=kitchen",
  "/admin?tab=reports",
  "/admin?tab=settings",
  "/admin/orders",
  "/admin/customers",
  "/admin/enquiries",
  "/admin/search-words",
];

test("greets by name, and every quick action leads to its screen", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ stock: 50 });
  await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }]);
  await owner.goto("/admin");
  await expect(owner.getByRole("heading", { level: 1, name: /^Welcome back, \S/ })).toBeVisible();
  for (const card of ["Total Orders", "Total Users", "Total Sales", "Top Product"])
    await expect(owner.getByText(card, { exact: true })).toBeVisible();
  await expect(owner.getByRole("table", { name: "Recent Orders" }).getByRole("row").nth(1)).toContainText(/#\d+/);
  expect(await owner.getByRole("table", { name: "Recent Orders" }).getByRole("row").count()).toBeLessThanOrEqual(7);
  for (const [action, heading] of [
    ["Manage Products", "Sweet Management"],
    ["Inventory Management", "Sweet Management"],
    ["Process Orders", "Order Management"],
    ["Sales Analytics", "Sales Report"],
    ["Customer Management", "Customer Management"],
    ["Enquiries", "Enquiries"],
  ]) {
    await owner.goto("/admin");
    await owner.getByRole("link", { name: action }).click();
    await expect(owner.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  }
});

test("a total of thousands of crores is not cut off, on a phone and at a desk", async ({ owner }) => {
  for (const width of [390, 1440]) {
    await owner.setViewportSize({ width, height: 900 });
    await owner.goto("/admin");
    const total = owner.getByText("Total Sales", { exact: true }).locator("xpath=following::b[1]");
    const figure = await total.textContent();
    // What the page has for the figure that it shows, for a longer one.
    expect(await total.getAttribute("style")).toContain(`--characters:${figure?.length}`);
    await total.evaluate((element) => {
      element.textContent = "₹61,23,29,45,471.50";
      element.style.setProperty("--characters", String(element.textContent.length));
    });
    expect(await total.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    expect(await total.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThan(
      13,
    );
  }
});

test("every tab and page has a title of its own", async ({ owner, shop, errors }) => {
  const sweet = await shop.sweet();
  const order = await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }]);
  for (const [path, title] of [
    ["/admin", "Dashboard · Admin Panel"],
    ["/admin?tab=products", "Products · Admin Panel"],
    ["/admin?tab=orders", "Orders · Admin Panel"],
    ["/admin?tab=kitchen", "Kitchen · Admin Panel"],
    ["/admin?tab=reports", "Reports · Admin Panel"],
    ["/admin?tab=settings", "Settings · Admin Panel"],
    ["/admin/orders", "Admin orders"],
    ["/admin/sweets/new", "Add New Sweet"],
    [`/admin/sweets/${sweet.id}/edit`, "Edit Sweet"],
    [`/admin/orders/${order.id}`, `Order #${order.id}`],
    ["/admin/orders/2000000000", "Page not found"],
    ["/admin/sweets/x", "Page not found"],
    ["/admin/nothing", "Page not found"],
  ] as const) {
    await owner.goto(path);
    await expect(owner, path).toHaveTitle(`${title} · Mithaas`);
  }
  // The browser itself reports the pages that are not there.
  errors.splice(0, errors.length, ...errors.filter((text) => !text.includes("404")));
});

test("samples are accepted or deleted at once, and the page asks first", async ({ owner }) => {
  await owner.goto("/admin");
  const notice = owner.getByRole("complementary", { name: "Samples" });
  await notice.getByRole("link", { name: "Delete all" }).click();
  await expect(owner.getByRole("heading", { name: /^Delete \d+ sample sweets\?$/ })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Delete all" })).toBeVisible();
  await owner.getByRole("link", { name: "Back" }).click();
  await notice.getByRole("link", { name: "Accept all" }).click();
  await expect(owner.getByRole("heading", { name: /^Accept \d+ sample sweets as your own\?$/ })).toBeVisible();
});

test("Top Products says its range", async ({ owner }) => {
  await owner.goto("/admin?tab=reports");
  await expect(owner.getByText("All time, without cancelled orders")).toBeVisible();
});

test("links and boxes are as tall as a fingertip on a phone", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ stock: 3 });
  const order = await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }]);
  await owner.setViewportSize({ width: 390, height: 800 });
  for (const path of [...screens, `/admin/orders/${order.id}`, `/admin/sweets/${sweet.id}`, "/admin/sweets/new"]) {
    await owner.goto(path);
    const small = await owner.locator("#main").evaluate((main) =>
      [...main.querySelectorAll("a, button, select, summary, label:has(input[type=checkbox])")]
        .filter((target) => target.getClientRects().length > 0)
        // Breadcrumbs and links within a sentence are text.
        .filter((target) => !target.closest("nav[aria-label=Breadcrumb]"))
        .filter(
          (target) =>
            ![...(target.parentElement?.childNodes ?? [])].some((part) => part instanceof Text && part.data.trim()),
        )
        .filter((target) => target.getBoundingClientRect().height < 43.5)
        .map((target) => target.outerHTML.slice(0, 120)),
    );
    expect(small, path).toEqual([]);
  }
});

test("tabs have URLs: back and deep links work, arrow keys move", async ({ owner }) => {
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
});

test("reports by range and by dates, with the same figures in the table, the total and the file", async ({
  owner,
  shop,
}) => {
  const sweet = await shop.sweet({ price: 99.5 });
  await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 3 }]);
  await owner.goto("/admin?tab=reports");
  await expect(owner.getByRole("img", { name: /^Revenue per day, \d+ \w+ \d{4} to \d+ \w+ \d{4}$/ })).toBeVisible();
  await expect(owner.getByRole("table", { name: "Revenue per day" }).getByRole("row")).toHaveCount(31);
  await owner.getByRole("button", { name: "90d" }).click();
  await expect(owner.getByRole("button", { name: "90d" })).toHaveAttribute("aria-pressed", "true");
  await expect(owner.getByRole("button", { name: "90d" })).toBeFocused();
  await expect(owner.getByRole("table", { name: "Revenue per day" }).getByRole("row")).toHaveCount(31);
  const [download] = await Promise.all([
    owner.waitForEvent("download"),
    owner.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  // Other tests order meanwhile: the page and the file are asked again until nobody did in between.
  await expect(async () => {
    await owner.reload();
    const total = await owner.getByText("Total", { exact: true }).locator("xpath=following-sibling::b").textContent();
    const csv = await (await owner.request.get(download.url())).text();
    const rows = csv.trim().split("\r\n").slice(1);
    expect(rows).toHaveLength(90);
    const paise = rows.reduce((sum, row) => sum + Math.round(Number(row.split(",")[1]) * 100), 0);
    expect(Math.round(Number(total?.replace(/[₹,]/g, "")) * 100)).toBe(paise);
  }).toPass({ timeout: 20_000 });
  await owner.getByRole("button", { name: "7d" }).click();
  await expect(owner.getByRole("table", { name: "Revenue per day" }).getByRole("row")).toHaveCount(8);
  await owner.getByLabel("From", { exact: true }).fill("2020-01-05");
  await owner.getByLabel("To", { exact: true }).fill("2020-01-06");
  await owner.getByRole("button", { name: "Apply" }).click();
  await expect(owner.getByText("No data", { exact: true })).toBeVisible();
  await expect(owner.getByRole("table", { name: "Revenue per day" })).toHaveCount(0);
  await expect(owner.getByText("Total", { exact: true }).locator("xpath=following-sibling::b")).toHaveText("₹0");
  await owner.getByLabel("To", { exact: true }).fill("");
  await owner.getByRole("button", { name: "Apply" }).click();
  await expect(owner.getByText("Please choose both From and To")).toBeVisible();
  await owner.goto("/admin?tab=reports&days=31");
  await expect(owner.getByRole("button", { name: "30d" })).toHaveAttribute("aria-pressed", "true");
  await owner.goto("/admin?tab=reports&from=2020-02-01&to=2020-01-01");
  await expect(owner.getByText("From must not be after To")).toBeVisible();
});

test("creates a link for a new password of a customer, which works once", async ({ owner, shop, page }) => {
  const customer = await shop.customer(unique("Forgetful"));
  await owner.goto("/admin");
  await owner.getByRole("link", { name: "Customer Management" }).click();
  await owner.getByLabel("Search customers").fill(customer.email);
  await expect(owner.getByText("1 customer", { exact: true })).toBeVisible();
  await owner.getByRole("button", { name: `Password link for ${customer.name}` }).click();
  const link = await owner.getByRole("textbox", { name: `Link for ${customer.name}` }).inputValue();
  expect(link).toMatch(/\/reset\/[\w-]{43}$/);
  await page.goto(new URL(link).pathname);
  const fields = page.locator("input[type=password]");
  await fields.nth(0).fill("a new secret");
  await fields.nth(1).fill("a new secret");
  await page.locator("main form").getByRole("button").last().click();
  await expect(page).not.toHaveURL(/\/reset\//);
  await signIn(page, { email: customer.email, password: "a new secret" });
});

test("enquiries are read, answered and marked", async ({ owner, request }) => {
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
  expect(sent.status()).toBe(201);
  await owner.goto("/admin/enquiries");
  const item = owner.getByRole("listitem").filter({ hasText: subject });
  await expect(item.getByRole("link", { name: "Reply to Ravi Iyer" })).toHaveAttribute(
    "href",
    /^mailto:ravi@example\.com\?subject=Re.*%0D%0A/,
  );
  await item.getByRole("button", { name: "Mark as done" }).click();
  await expect(toastOf(owner, "Enquiry marked as done")).toBeVisible();
  await expect(item).toBeHidden();
  await owner.getByRole("link", { name: "All" }).click();
  await expect(item).toContainText("Done");
});

test("the not-found page is shown below the owner's header", async ({ owner, errors }) => {
  for (const path of ["/admin/orders/2000000000", "/admin/sweets/x"]) {
    const logged = owner.waitForEvent(
      "console",
      (message) => message.type() === "info" && message.text().includes(path),
    );
    await owner.goto(path);
    await logged;
    await expect(owner.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await expect(owner.getByRole("button", { name: "Logout" }).first()).toBeVisible();
  }
  // The browser itself reports the pages that are not there.
  errors.splice(0, errors.length, ...errors.filter((text) => !text.includes("404")));
});

test("a URL with unknown parameters shows the list all the same", async ({ owner, shop }) => {
  const { id } = await shop.sweet({ stock: 1 });
  await owner.goto("/admin?tab=products&pageSize=5&page=1e300");
  await expect(owner.getByText(/^Showing \d+ of \d+ sweets$/)).toBeVisible();
  await owner.goto(`/admin/sweets/${id}?page=1e300`);
  await expect(owner.getByText("First stock")).toBeVisible();
  await owner.goto("/admin?tab=products&stock=out");
  await owner.getByRole("link", { name: "Sold out only" }).click();
  await expect(owner).toHaveURL("/admin?tab=products");
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "search words" : "search words without JavaScript", () => {
    test.use({ contextOptions: { javaScriptEnabled } });

    test("are added and removed, and the next search follows", async ({ owner, shop }) => {
      const sweet = await shop.sweet({ name: unique("Gudapak") });
      const word = `word${Date.now().toString(36)}`;
      await owner.goto("/admin?tab=products");
      await owner.getByRole("link", { name: "Search Words" }).click();
      await expect(owner.getByRole("heading", { name: "Search Words", level: 1 })).toBeVisible();
      await expect(
        owner.getByRole("row").filter({ hasText: "barfi" }).filter({ hasText: "katli" }).first(),
      ).toBeVisible();
      await owner.getByLabel("Customers type").fill("two words");
      await owner.getByLabel("The sweets say").fill(sweet.name);
      await owner.getByRole("button", { name: "Add", exact: true }).click();
      await expect(owner.getByLabel("Customers type")).toHaveAccessibleDescription(/one word/);
      await expect(owner.getByLabel("The sweets say")).toHaveValue(sweet.name);
      await owner.getByLabel("Customers type").fill(word);
      await owner.getByRole("button", { name: "Add", exact: true }).click();
      const row = owner.getByRole("row").filter({ hasText: word });
      await expect(row).toContainText(sweet.name.toLowerCase());
      if (javaScriptEnabled) await expect(owner.getByLabel("Customers type")).toBeFocused();
      else await expect(owner.getByRole("status").filter({ hasText: word })).toBeVisible();

      await owner.goto(`/products?search=${word}`);
      await expect(owner.getByRole("heading", { name: sweet.name })).toBeVisible();
      await owner.goto("/admin/search-words");
      await row.getByRole("button", { name: /^Remove/ }).click();
      await expect(row).toHaveCount(0);
      if (javaScriptEnabled) await expect(owner.getByRole("heading", { name: "The list" })).toBeFocused();
      await owner.goto(`/products?search=${word}`);
      await expect(owner.getByRole("heading", { name: sweet.name })).toHaveCount(0);
    });
  });

test("no screen has an accessibility fault or scrolls sideways", async ({ owner, shop }) => {
  test.slow();
  const sweet = await shop.sweet({ stock: 3 });
  const order = await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }], { giftWrap: true });
  for (const screen of [
    ...screens,
    `/admin/orders/${order.id}`,
    `/admin/orders/${order.id}/slip`,
    `/admin/orders/slips?ids=${order.id}`,
    `/admin/orders/cancel?ids=${order.id}`,
    "/admin/samples?choice=delete",
    "/admin/sweets/new",
    `/admin/sweets/${sweet.id}/edit`,
    `/admin/sweets/${sweet.id}/delete`,
    `/admin/sweets/${sweet.id}`,
  ]) {
    await owner.goto(screen);
    await expectAccessible(owner);
  }
  await owner.goto("/admin?tab=products");
  await owner.getByRole("button", { name: "Add Sweet" }).click();
  await expect(owner.getByRole("dialog")).toBeVisible();
  await expectAccessible(owner);
});

test("a sweet's stock and an order's status by keyboard alone", async ({ owner, shop }) => {
  const sweet = await shop.sweet({ stock: 9 });
  const order = await shop.order(await shop.customer(), [{ productId: sweet.id, quantity: 1 }]);
  await owner.goto(`/admin?tab=products&search=${encodeURIComponent(sweet.name)}`);
  await owner.getByLabel("Sort").focus();
  for (let n = 0; n < 2; n++) await owner.keyboard.press("Tab");
  await expect(owner.getByRole("button", { name: `Adjust ${sweet.name}` })).toBeFocused();
  await owner.keyboard.press("Space");
  await owner.getByRole("button", { name: `Delete ${sweet.name}` }).focus();
  await owner.keyboard.press("Tab");
  await owner.keyboard.press("Tab");
  await expect(owner.getByLabel("Quantity")).toBeFocused();
  await owner.keyboard.press("ControlOrMeta+a");
  await owner.keyboard.type("11");
  await owner.keyboard.press("Enter");
  await expect(toastOf(owner, "Sweet updated successfully")).toBeVisible();
  expect((await shop.sweetNow(sweet.id)).quantity).toBe(11);

  await owner.goto(`/admin?tab=orders&search=${order.id}`);
  await owner.getByLabel(`Select order #${order.id}`, { exact: true }).focus();
  for (let n = 0; n < 2; n++) await owner.keyboard.press("Tab"); // past the telephone number
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("dialog")).toBeVisible();
  await owner.keyboard.press("Escape");
  await expect(rowOf(owner, order.id).getByRole("button", { name: "Details" })).toBeFocused();
  await owner.keyboard.press("Tab");
  await owner.keyboard.press("Enter");
  await expect(toastOf(owner, "Order set to Processing")).toBeVisible();
});
