// A shopper whose browser runs no JavaScript: each step from a sweet to its order is a form; further pages are tried at night
// (without-javascript-shop.spec.ts). And the owner, whose screens say that they need it.
import {
  ADDED,
  aCustomerIn,
  alertIn,
  cartLink,
  expect,
  fillDelivery,
  fillLogin,
  ordersOf,
  quantityOf,
  reserve,
  shop,
  test,
} from "../support/shopper";

test.use({ javaScriptEnabled: false });

test("packs are added, changed, joined with the account's at login, ordered as they were shown, and cancelled", async ({
  page,
}) => {
  const [tray, other] = [await shop.tray(40), await shop.sweet()];
  const [small, large] = [tray.pack("250 g"), tray.pack("1 kg")];
  const person = await aCustomerIn(page);
  await reserve(page, tray, 1, small);
  // Another browser, in which nobody is signed in.
  await page.context().clearCookies();

  await page.goto(`/products/${tray.slug}?pack=${large}`);
  const main = page.getByRole("main");
  await page.getByRole("button", { name: "Add to Cart" }).first().click();
  await expect(main.getByRole("status").first()).toHaveText(ADDED);
  await reserve(page, tray, 2, small);
  await reserve(page, other);
  await page.goto("/cart");
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 4 items");
  await expect(main.getByText(/^Held until \d/).first()).toBeVisible();
  await main.getByRole("button", { name: `Remove ${other.name}` }).click();
  await expect(main.getByText(other.name)).toHaveCount(0);
  expect(await quantityOf(other)).toBe(20);
  const lineOf = (label: string) => main.getByRole("listitem").filter({ hasText: `${tray.name} ${label}` });
  const quantity = (label: string) => main.getByRole("spinbutton", { name: `Quantity of ${tray.name}, ${label}` });
  const change = async (label: string, to: string) => {
    await quantity(label).fill(to);
    await lineOf(label).getByRole("button", { name: "Update" }).click();
  };
  await change("1 kg", "2");
  await expect(main.getByText("Subtotal (4 items)")).toBeVisible();
  await change("1 kg", "99");
  await expect(lineOf("1 kg").getByRole("alert")).toHaveText("Only 7 items available in stock.");
  await expect(lineOf("250 g").getByRole("alert")).toHaveCount(0);
  await main.getByRole("checkbox", { name: /Add gift wrap/ }).check();
  await main.getByLabel("Personal message").fill("From us");
  await main.getByRole("button", { name: "Save" }).click();
  await expect(main.getByLabel("Personal message")).toHaveValue("From us");

  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await main.getByRole("link", { name: "Sign in" }).click();
  await fillLogin(page, { ...person, password: "wrong one" });
  await expect(alertIn(page)).toHaveText("Login failed. Please check your credentials.");
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await fillLogin(page, person);
  await expect(page).toHaveURL(/\/checkout$/);
  await expect(main).toContainText(`${tray.name} 250 g × 3`);
  await expect(main).toContainText(`${tray.name} 1 kg × 2`);
  await expect(page.getByText("A courier may call: please give 10 digits")).toBeVisible();

  const place = () => page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page.getByLabel("Recipient Name")).toHaveValue("");
  await page.getByLabel("Recipient Name").fill("Sunita Deshmukh");
  await place();
  await expect(page.getByText("Please fill required delivery details.")).toBeVisible();
  await expect(page.getByLabel("Recipient Name")).toHaveValue("Sunita Deshmukh");
  await fillDelivery(page);
  const packs = tray.packs.filter(({ label }) => label !== "1 kg");
  await shop.edit(tray.id, { packs });
  await place();
  await expect(alertIn(page).getByRole("listitem")).toHaveText([`${tray.name}, 1 kg: No longer available`]);
  await page.getByRole("button", { name: "Take what is available" }).click();
  await expect(main).not.toContainText("1 kg");
  await shop.edit(tray.id, { packs: packs.map((pack) => ({ ...pack, price: pack.label === "250 g" ? 210 : 400 })) });
  await place();
  await expect(page.getByText("Prices have changed.")).toBeVisible();
  expect(await ordersOf(person)).toHaveLength(0);
  await place();
  await expect(page).toHaveURL(/\/orders\?placed=\d+$/);
  await expect(page.getByText("Thank you for your order!")).toBeVisible();
  const [order, ...more] = await ordersOf(person);
  expect([order?.total, more]).toEqual(["68000", []]);

  await page.getByText("Cancel order", { exact: true }).last().click();
  await page.getByRole("button", { name: `Yes, cancel order #${order?.id}` }).click();
  await expect(page.getByText("This order was cancelled.")).toBeVisible();
  await expect(page).toHaveURL(`/orders?order=${order?.id}#order-${order?.id}-card`);
  expect(await quantityOf(tray)).toBe(40);
  await page.getByRole("button", { name: "Order again" }).click();
  // The browser keeps the fragment over the redirect.
  await expect(page).toHaveURL(/\/cart(#|$)/);
  await expect(page.getByText("Subtotal (3 items)")).toBeVisible();
});

test("the admin area says that it needs JavaScript, and shows nothing that could be pressed", async ({ owner }) => {
  for (const path of ["/admin", "/admin?tab=orders", "/admin/staff"]) {
    await owner.goto(path);
    await expect(alertIn(owner)).toContainText("The admin area needs JavaScript.");
    await expect(owner.getByRole("main").locator(":is(form, button, input, a, table):visible")).toHaveCount(0);
  }
});
