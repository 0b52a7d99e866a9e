// What React adds to public pages, which are whole without it: live numbers, what is for one viewer, and links that keep the document.
import { hydrated } from "../support/hydration";
import {
  ADDED,
  admin,
  expect,
  holdBack,
  isMarked,
  mark,
  quantityOf,
  reserve,
  shop,
  signIn,
  test,
} from "../support/shopper";
import { cardOf, searchFor } from "./product-page";

test("by the keyboard: the first Tab, the first Enter, and 'Add to Cart'", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 9 });
  await page.goto(searchFor(sweet));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#main$/);
  await cardOf(page, sweet).getByRole("button", { name: "Add to Cart" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(ADDED)).toBeVisible();
  expect(await quantityOf(sweet)).toBe(8);
});

test("links, Back and Forward keep the document; Back also works after a reload", async ({ page }) => {
  await page.goto("/about");
  await mark(page);
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our story starts with one kadhai");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Talk to the shop");
  expect(await isMarked(page)).toBe(true);

  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Our story starts with one kadhai");
});

test("what a screen reader reads is the same before and after hydration", async ({ page }) => {
  const tray = await shop.tray(9);
  // The choice of a day is there once the live stock has come, and how many sweets were found is announced then.
  const later =
    / +- text: For which day\?\n| +- combobox "For which day\?":\n(?: +- option .*\n)+|(?<=- status): .* found/g;
  for (const address of ["/home", searchFor(tray), "/about"]) {
    const load = await holdBack(page, "**/_next/static/chunks/*.js");
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.getByRole("contentinfo")).toBeVisible();
    const read = () =>
      Promise.all(
        (["banner", "main", "contentinfo"] as const).map(async (part) =>
          (await page.getByRole(part).ariaSnapshot()).replace(later, ""),
        ),
      );
    const before = await read();
    load();
    await hydrated(page);
    await page.waitForLoadState("networkidle");
    expect(await read(), address).toEqual(before);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  }
});

test("live stock: the number of a card follows, and it is sold out when nothing is left", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 20 });
  await page.clock.install();
  await page.goto(searchFor(sweet));
  const card = cardOf(page, sweet);
  await expect(card).toContainText("Quantity Available: 20");
  const setTo = async (quantity: number) => {
    await shop.edit(sweet.id, { stock: quantity });
    await page.clock.fastForward(21_000);
  };
  await setTo(12);
  await expect(card).toContainText("Quantity Available: 12");
  await setTo(0);
  await expect(card.getByRole("button", { name: "Out of Stock" })).toBeDisabled();
});

test("the card of a sold-out sweet says what is in the cart", async ({ page }) => {
  const sweet = await shop.sweet({ quantity: 2 });
  await page.goto("/about");
  await reserve(page, sweet, 2);
  await page.goto(searchFor(sweet));
  await expect(cardOf(page, sweet)).toContainText("2 in your cart");
});

test("an admin sees 'Admin view' on every card", async ({ page }) => {
  await signIn(page, admin, "/products");
  await expect(page.getByRole("article").getByText("Admin view")).toHaveCount(await page.getByRole("article").count());
});
