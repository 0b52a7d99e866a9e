// nightly: walks through the public pages and the account once more; guards components/forms, components/catalogue, components/delivery, components/enquiries, components/account, app/styles/packs.css
// The shop in a browser without JavaScript, beside the journey of without-javascript.spec.ts. The second factor at the login and its set-up:
// tests/api/second-factor.test.ts and second-factor-required.test.ts.
import { dayText } from "@/lib/dates";
import {
  ADDED,
  aCustomerIn,
  aFestival,
  alertIn,
  aPerson,
  db,
  expect,
  fillDelivery,
  fillLogin,
  keepsCookies,
  quantityOf,
  reserve,
  shop,
  test,
} from "../support/shopper";
import { bar, barButton, cardOf, packOf, packsOf, phone, priceOf, searchFor } from "./product-page";

test.use({ javaScriptEnabled: false });

test("lists are paged, searched and sorted, and a card adds to the cart", async ({ page }) => {
  await keepsCookies(page);
  const sweet = await shop.sweet();
  await page.goto("/products");
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.getByRole("searchbox").fill(sweet.name);
  await page.getByRole("button", { name: "Show sweets" }).click();
  await expect(page).toHaveURL(/search=Test/);
  await expect(page.getByLabel("Sort by").locator("option:checked")).toHaveText("Most Relevant");
  const card = cardOf(page, sweet);
  await card.getByRole("button", { name: "Add to Cart" }).click();
  await expect(card.getByRole("status")).toHaveText(ADDED);
  await expect(card.getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");
  expect(await quantityOf(sweet)).toBe(19);
  await page.goto("/products?category=Cakes");
  await page.getByLabel("Sort by").selectOption("Name A-Z");
  await page.getByRole("button", { name: "Show sweets" }).click();
  await expect(page).toHaveURL(/category=Cakes&sort=name%3Aasc/);
  const shown = await page.getByRole("article").getByRole("heading").allTextContents();
  const names = shown.map((name) => name.toLowerCase());
  expect(names.length).toBeGreaterThan(1);
  expect(names).toEqual(names.toSorted());
});

test("a pack is chosen on a card, on a page, by its address and in the bar, and what is shown follows", async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await keepsCookies(page);
  const tray = await shop.tray(10);
  const path = `/products/${tray.slug}`;
  await page.goto(searchFor(tray));
  const shown = page.getByRole("article").filter({ hasText: tray.name });
  await expect(shown.getByText("₹380", { exact: true })).toBeVisible();
  await expect(shown.getByText("₹200", { exact: true })).toBeHidden();
  await packOf(page, tray, "250 g").check();
  await expect(shown.getByText("₹200", { exact: true })).toBeVisible();
  await expect(shown.getByText("₹80 per 100 g")).toBeVisible();
  await expect(shown.getByText("₹380", { exact: true })).toBeHidden();
  await shown.getByRole("spinbutton").fill("2");
  await shown.getByRole("button", { name: "Add to Cart" }).click();
  await expect(shown.getByRole("status")).toHaveText(ADDED);
  await expect(packOf(page, tray, "250 g")).toBeChecked();
  expect(await quantityOf(tray)).toBe(8);
  await shown.getByRole("heading").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(tray.name);
  await packOf(page, tray, "1 kg").check();
  await expect(page.getByText("₹72 per 100 g").first()).toBeVisible();
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(ADDED);
  expect(await quantityOf(tray)).toBe(4);

  await page.goto(`${path}?pack=${tray.pack("250 g")}`);
  await expect(packOf(page, tray, "250 g")).toBeChecked();
  await expect(packsOf(page, tray).getByRole("radio", { checked: true })).toHaveCount(1);
  await expect(priceOf(page).getByText("₹80 per 100 g")).toBeVisible();
  await expect(priceOf(page).getByText("₹76 per 100 g")).toBeHidden();
  await expect(bar(page)).toBeHidden();
  await page.mouse.wheel(0, 900);
  await barButton(page, tray).click();
  await expect(page.getByRole("main").getByRole("status").first()).toHaveText(ADDED);
  // Three of 250 g are left: the server refuses two of 500 g.
  await packOf(page, tray, "500 g").check();
  await page.getByRole("spinbutton").first().fill("2");
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(alertIn(page).filter({ hasText: "Only" })).toHaveText("Only 1 items available in stock.");
  await expect(packOf(page, tray, "500 g")).toBeChecked();
  expect(await quantityOf(tray)).toBe(3);
});

test("the cart's day is changed, and says what is short", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 5 });
  await shop.plan(sweet.id, 5, 1);
  const [, second = "", third = "", fourth = ""] = await shop.openDays(sweet.id);
  await shop.asAdmin("PUT", `/admin/plans/${sweet.id}/${third}`, { capacity: 1 });
  await reserve(page, sweet, 2);
  await page.goto("/cart");
  const choice = page.getByRole("main").getByRole("combobox", { name: "For which day?" });
  const change = async (day: string) => {
    await choice.selectOption(day);
    await page.getByRole("button", { name: "Change day" }).click();
  };
  await change(second);
  await expect(choice).toHaveValue(second);
  expect(await quantityOf(sweet)).toBe(5);
  await change(third);
  await expect(alertIn(page)).toContainText(`${sweet.name}: only 1 left`);
  await alertIn(page)
    .getByRole("button", { name: dayText(fourth) })
    .click();
  await expect(choice).toHaveValue(fourth);
  await expect(alertIn(page)).toHaveCount(0);
});

test("a festival's page sells for its first day", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 0 });
  await shop.plan(sweet.id, 5, 1);
  const { path, days } = await aFestival([sweet], 2);
  const choice = page.getByRole("navigation", { name: "For which day?" });
  await page.setViewportSize(phone);
  await expect(async () => {
    await page.goto(path);
    await expect(choice.getByRole("link")).toHaveText(dayText(days[0] ?? ""), { timeout: 500 });
  }).toPass();
  await keepsCookies(page);
  await page.goto(path);
  await cardOf(page, sweet).getByRole("button", { name: "Add to Cart" }).click();
  await page.goto("/cart");
  await expect(page.getByRole("main").getByRole("combobox", { name: "For which day?" })).toHaveValue(days[0] ?? "");
});

test("a pincode is checked at the sweet, and the order gets a window", async ({ page }) => {
  const { email } = await aCustomerIn(page);
  const sweet = await shop.sweet({ price: 300 });
  await page.goto(`/products/${sweet.slug}`);
  const check = page.getByRole("main").getByRole("region", { name: "Delivery" });
  await check.getByLabel("Pincode").fill("4000");
  await check.getByRole("button", { name: "Check delivery" }).click();
  await expect(check).toContainText("Please enter a 6-digit pincode");
  await check.getByLabel("Pincode").fill("400028");
  await check.getByRole("button", { name: "Check delivery" }).click();
  await expect(check).toContainText("To 400028 (Mumbai) from");
  await reserve(page, sweet);
  await page.goto("/cart");
  await expect(page.getByRole("complementary", { name: "Order Summary" })).toContainText("Total₹349");

  await page.goto("/checkout");
  // Enter looks the pincode up, and orders nothing.
  await fillDelivery(page);
  await page.getByLabel(/^Pincode/).fill("400601");
  await page.getByLabel(/^Pincode/).press("Enter");
  await expect(page.getByText("Total ₹379")).toBeVisible();
  await expect(page.getByLabel("Recipient Name")).toHaveValue("Sunita Deshmukh");
  await expect(page.locator("input[name=slot]").first()).toBeChecked();
  await expect(page.getByRole("group", { name: "Day" })).toBeHidden();
  const slot = page.locator("input[name=slot]:checked");
  const [date, from] = ((await slot.getAttribute("value")) ?? "").split(" ");
  await page.getByRole("button", { name: "Place Order" }).click();
  await expect(page).toHaveURL(/\/orders\?placed=\d+$/);
  const stored = await db`
    select o.pincode, o.delivery_fee::int as fee, o.slot_date::text as date, o.slot_from as from
    from orders o join users u on u.id = o.user_id where u.email = ${email}`;
  expect(stored).toEqual([{ pincode: "400601", fee: 79_00, date, from }]);
});

test("an account is made, left and entered: errors and typed values come back, passwords aside", async ({ page }) => {
  const person = aPerson();
  const passwords = async (first: string, second: string) => {
    await page.getByLabel("Password", { exact: true }).fill(first);
    await page.getByLabel("Confirm Password").fill(second);
    await page.getByRole("button", { name: "Create Account" }).click();
  };
  await page.goto("/register?next=/orders");
  await page.getByLabel("Full Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await passwords("short", "shorter");
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  await expect(page.getByLabel("Full Name")).toHaveValue(person.name);
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await passwords(person.password, person.password);
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText(`Hello, ${person.name}`).first()).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await page.goto("/login?next=/account");
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/account$/);
});

test("a message and a custom order are confirmed with their numbers, and the forms are empty", async ({ page }) => {
  for (const [path, what, button, fill] of [
    ["/contact", "message", "Send Message", () => page.getByLabel("Subject").fill("Bulk order")],
    ["/custom-orders", "request", "Send Request", () => page.getByLabel("Occasion").selectOption("Wedding")],
  ] as const) {
    const { name, email } = aPerson();
    await page.goto(path);
    await page.getByLabel("Full Name").fill(name);
    await page.getByLabel("Phone Number").fill("+91 98200 12345");
    await page.getByLabel("Email Address").fill(email);
    await fill();
    await page.getByLabel(/^(Message|What do you have in mind)/).fill("120 boxes of kaju katli, please.");
    await page.getByRole("button", { name: button }).click();
    const receipt = page.getByRole("main").getByRole("status").filter({ hasText: "Its number is" });
    await expect(receipt).toContainText(`Your ${what} has reached us.`);
    const [stored] = await db`select id from enquiries where email = ${email}`;
    await expect(receipt).toContainText(`Its number is ${stored?.id}.`);
    await expect(page.getByLabel("Full Name")).toHaveValue("");
  }
});
