// Two people in one browser, each in a tab. What the server refuses of a form that was made for somebody else: tests/api/account-pages.test.ts.
import {
  aCustomerIn,
  expect,
  fillDelivery,
  ordersOf,
  type Page,
  type Person,
  quantityOf,
  reserve,
  shop,
  signIn,
  test,
  toastOf,
} from "../support/shopper";

const dialogIn = (page: Page) => page.getByRole("dialog", { name: "Delivery Details" });

/** Another tab, in which the person logs out and another one signs in. */
async function signInElsewhere(page: Page, other: Person) {
  const tab = await page.context().newPage();
  await tab.goto("/account");
  await tab.getByRole("banner").getByRole("button", { name: "Logout" }).click();
  await expect(tab).toHaveURL(/\/home$/);
  await signIn(tab, other);
  return tab;
}

/** The checkout of a customer with a sweet in the cart, filled, in a browser in which another customer has signed in by then. */
async function aCheckout(page: Page, other: Person) {
  const sweet = await shop.sweet();
  await aCustomerIn(page);
  await reserve(page, sweet);
  await page.goto("/cart?checkout=1");
  await fillDelivery(dialogIn(page));
  await reserve(await signInElsewhere(page, other), sweet);
  return sweet;
}

test("the checkout closes when somebody else signs in in another tab", async ({ page }) => {
  const other = await shop.customer();
  await aCheckout(page, other);
  await expect(dialogIn(page)).toHaveCount(0);
  await expect(page.getByText(`Hello, ${other.name}`)).toBeVisible();
});

test("a page that does not notice it is refused, and comes anew", async ({ page }) => {
  // Neither messages nor events of other tabs, as in a browser that has none of them.
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "cookieStore");
    Reflect.deleteProperty(window, "BroadcastChannel");
  });
  const other = await shop.customer();
  const sweet = await aCheckout(page, other);
  await dialogIn(page).getByRole("button", { name: "Place Order" }).click();
  await expect(toastOf(page, "You are signed in as somebody else now")).toBeVisible();
  await expect(dialogIn(page)).toHaveCount(0);
  expect(await ordersOf(other)).toEqual([]);
  expect(await quantityOf(sweet)).toBe(18);
});

test("Back shows nothing of the person who was signed in before", async ({ page }) => {
  const [sweet, other] = [await shop.sweet(), await shop.customer()];
  await shop.order(await aCustomerIn(page), [{ productId: sweet.id, quantity: 1 }]);
  await page.goto("/orders");
  await expect(page.getByRole("main").getByText(sweet.name)).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  const refreshed = page.waitForResponse(/\/home\?_rsc=/);
  await signInElsewhere(page, other);
  await refreshed;
  await page.goBack();
  await expect(page.getByText("No orders found")).toBeVisible();
  await expect(page.getByText(`Hello, ${other.name}`)).toBeVisible();
});
