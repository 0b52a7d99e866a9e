// nightly: fills lists with many rows and long texts; guards components/admin/orders, components/admin/sweets, components/admin/dashboard, components/ui/table-pagination.tsx, app/styles/admin.css
// The owner's lists when they are long: a customer's orders over two pages, and figures and names of a length that few have.
import { delivery, expect, shop, test, unique } from "../support/shopper";
import { listOf, orders, rowOf } from "./admin-shop";

test("a customer leads to that customer's orders, which are paged, filtered and searched", async ({ owner }) => {
  const phone = `98${String(Date.now()).slice(-8)}`;
  const phoneNumber = `+91 ${phone.slice(0, 5)}-${phone.slice(5)}`;
  const { ids, buyer } = await orders(26, { delivery: { ...delivery, phoneNumber } });
  await owner.goto(`/admin/customers?search=${encodeURIComponent(buyer.email)}`);
  await owner.getByRole("link", { name: `26 orders of ${buyer.name}` }).click();
  await expect(owner.getByText("26 orders", { exact: true })).toBeVisible();
  await expect(owner.getByRole("button", { name: "Prev" })).toBeDisabled();
  await owner.getByRole("button", { name: "Next" }).click();
  await expect(owner.getByText("Page 2")).toBeVisible();
  await expect(rowOf(owner, ids.at(-1) ?? 0)).toBeVisible(); // the first is the oldest: all are for no day
  await owner.getByRole("group", { name: "Status filter" }).getByRole("button", { name: "Shipped" }).click();
  await expect(owner.getByRole("heading", { name: "No orders found" })).toBeVisible();
  await owner.goBack();
  await expect(owner.getByText("Page 2")).toBeVisible();
  await expect(owner.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", /export\?.*customer=\d+/);
  await owner.getByRole("link", { name: `Orders of ${buyer.name}` }).click();
  await expect(owner).toHaveURL(/tab=orders$/);

  await owner.getByLabel("Search").fill(phone);
  await expect(owner).toHaveURL(/search=98/);
  await expect(owner.getByText("26 orders", { exact: true })).toBeVisible();
  // The field follows an address that it did not ask for.
  await owner.getByRole("tab", { name: "Orders" }).click();
  await expect(owner.getByLabel("Search")).toHaveValue("");
  await owner.getByLabel("Search").fill(`#${ids[2]}`);
  await expect(owner.getByText("1 order", { exact: true })).toBeVisible();
});

test("a long name, price and stock scroll nothing sideways on the narrowest phone, in the list and in its dialogs", async ({
  owner,
}) => {
  const name = unique(`Kaju${"katli".repeat(20)}`).slice(0, 120);
  const sweet = await shop.sweet({ name, price: 999_999.99, quantity: 99_999 });
  const { token } = await shop.customer();
  await shop.call("POST", "/cart/reserve", { productId: sweet.id, quantity: 2_000 }, token);
  await owner.setViewportSize({ width: 320, height: 800 });
  await owner.goto(listOf({ name: name.slice(0, 100) }));
  const fits = async () =>
    expect(
      await owner.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll(".dialog, .dialog .body")].every(
          (box) => box.scrollWidth <= box.clientWidth,
        ),
      ),
    ).toBe(true);
  await expect(owner.getByText("97999 free, 2000 held")).toBeVisible();
  await fits();
  await owner.getByRole("button", { name: `Adjust ${sweet.name}` }).click();
  await fits();
  await owner.getByRole("button", { name: `Edit ${sweet.name}` }).click();
  await expect(owner.getByRole("dialog", { name: "Edit Sweet" }).getByLabel("Name")).toBeVisible();
  await fits();
  await owner.keyboard.press("Escape");
  await owner.getByRole("button", { name: `Delete ${sweet.name}` }).click();
  await expect(owner.getByRole("alertdialog")).toBeVisible();
  await fits();
});

test("a total of thousands of crores is not cut off, on a phone and at a desk", async ({ owner }) => {
  await owner.goto("/admin");
  const total = owner.getByText("Total Sales", { exact: true }).locator("xpath=following::b[1]");
  const figure = await total.textContent();
  // What the page has for the figure that it shows, for a longer one.
  expect(await total.getAttribute("style")).toContain(`--characters:${figure?.length}`);
  await total.evaluate((element) => {
    element.textContent = "₹61,23,29,45,471.50";
    element.style.setProperty("--characters", String(element.textContent.length));
  });
  for (const width of [1440, 390]) {
    await owner.setViewportSize({ width, height: 900 });
    await expect
      .poll(() => total.evaluate((element) => element.scrollWidth - element.clientWidth))
      .toBeLessThanOrEqual(0);
    const fontSize = await total.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(fontSize).toBeGreaterThan(13);
  }
});
