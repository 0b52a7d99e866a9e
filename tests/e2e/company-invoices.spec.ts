// GST invoices for companies (docs/behaviour.md#orders), in a shop that has a GSTIN. What the fields say and keep:
// tests/components/checkout-form.test.tsx and new-order.test.tsx. Slow: it starts a shop of its own, whose GSTIN other tests do not have.
import { expectAccessible } from "../support/accessible";
import { admin, expect, fillDelivery, type Page, post, signIn, unique } from "../support/shopper";
import { test } from "./upi-shop";

test.beforeEach(({ shop }) => shop.register("27AAPFU0939F1ZV"));

const gstin = "07AAACT2727Q1ZY";
const checkbox = (page: Page) => page.getByRole("checkbox", { name: "GST invoice for a company" });
const others = (page: Page) => page.getByRole("radio", { name: "Other people, for the company" });

async function fillCompany(page: Page, name: string) {
  await checkbox(page).check();
  await page.getByLabel("GSTIN").fill(gstin.toLowerCase());
  await page.getByLabel("Company name").fill(name);
  await others(page).check();
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the company is typed once, whatever is looked up and refused, and stands at the order", async ({
    page,
    shop,
  }) => {
    const [customer, sweet, company] = [
      await shop.customer(),
      await shop.sweet({ price: 1200 }),
      unique("Tata & Sons"),
    ];
    await post(page, "/cart/reserve", { productId: sweet.id, quantity: 1 }, shop.url);
    await signIn(page, customer, "/checkout", shop.url);
    await expect(page.getByLabel("GSTIN")).toBeHidden();
    await fillDelivery(page);
    await checkbox(page).check();
    await page.getByLabel("GSTIN").fill("07AAACT2727Q1ZX");
    await page.getByLabel("Company name").fill(company);
    await page.getByLabel(/^Pincode/).fill("400028");
    await page.getByRole("button", { name: "Check delivery" }).click();
    await expect(page.getByText("CGST and SGST are charged: the place of supply is Maharashtra.")).toBeVisible();
    await expect(checkbox(page)).toBeChecked();
    await others(page).check();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page.getByLabel("GSTIN")).toHaveAccessibleDescription(/^This is not a GSTIN/);
    await expect(page.getByLabel("GSTIN")).toHaveValue("07AAACT2727Q1ZX");
    await expect(page.getByLabel("Company name")).toHaveValue(company);
    await expect(others(page)).toBeChecked();
    await page.getByLabel("GSTIN").fill(gstin);
    await page.getByRole("button", { name: "Check delivery" }).click();
    await expect(page.getByText("IGST is charged: the place of supply is Delhi.")).toBeVisible();
    await page.getByRole("button", { name: "Place Order" }).click();
    await expect(page).toHaveURL(/\/orders\?placed=\d+$/);
    await expect(page.getByText(`${company} GSTIN ${gstin} Delivered to other people for the company`)).toBeVisible();
  });
});

test("from the cart's dialog to the invoice, which customer and owner find the company on", async ({ page, shop }) => {
  const [customer, sweet, company] = [await shop.customer(), await shop.sweet({ price: 300 }), unique("Tata & Sons")];
  const shown = `${company} GSTIN ${gstin} Delivered to other people for the company`;
  await post(page, "/cart/reserve", { productId: sweet.id, quantity: 1 }, shop.url);
  await signIn(page, customer, "/cart", shop.url);
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await fillDelivery(page);
  await fillCompany(page, company);
  await expect(page.getByRole("dialog").getByText("IGST is charged: the place of supply is Delhi.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Place Order" }).click();
  await page.getByRole("link", { name: /^Order #\d+$/ }).click();
  await expect(page).toHaveURL(/\/orders\/\d+$/);
  const id = Number(/\d+$/.exec(page.url())?.[0]);
  await expect(page.getByText(shown)).toBeVisible();

  await page.context().clearCookies();
  await signIn(page, admin, `/admin/orders/${id}`, shop.url);
  await expect(page.getByRole("definition").filter({ hasText: gstin })).toHaveText(shown);
  await page.goto("/admin/orders/new");
  await page.getByRole("combobox", { name: "Sweet" }).fill(sweet.name);
  await page.keyboard.press("Enter");
  await fillCompany(page, company);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take payment" }).click();
  const receipt = await page.getByRole("link", { name: "Receipt" }).getAttribute("href");
  await expect(checkbox(page)).not.toBeChecked();
  await page.goto(`${receipt}`);
  const paper = page.getByRole("article", { name: /^Receipt for order/ });
  await expect(paper).toContainText(`${company}GSTIN ${gstin}`);
  await expect(paper).toContainText("IGST");
});
