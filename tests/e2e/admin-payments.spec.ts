// Payments as the owner sees them: recorded, confirmed, refunded, also with Cancel (with Complete: invoices.spec.ts). Refusals and what is asked:
// tests/components/order-payments.test.tsx.
import { expectAccessible } from "../support/accessible";
import { db, expect, shop, test, toastOf } from "../support/shopper";
import { aClaim, orders, ordersWith, rowOf } from "./admin-shop";

test("payments are recorded, refused above what is due, and refunded in the dialog, by keyboard; Cancel asks for the rest", async ({
  owner,
}) => {
  const { id } = await orders(1);
  await owner.goto(ordersWith(id));
  await expect(rowOf(owner, id)).toContainText("COD · Unpaid");
  await rowOf(owner, id).getByRole("button", { name: "Details" }).press("Enter");
  const dialog = owner.getByRole("dialog", { name: `Order #${id}` });
  await dialog.locator("summary", { hasText: "Record payment" }).press("Enter");
  const amount = dialog.getByLabel("Amount (₹)").first();
  await expect(amount).toHaveValue("500");
  await amount.fill("199.50");
  await dialog.getByLabel("Reference").fill("till 3");
  await dialog.getByLabel("Reference").press("Enter");
  await expect(toastOf(owner, "Payment recorded")).toBeVisible();
  await expect(dialog.getByText("Received · Cash on delivery · till 3")).toBeVisible();
  await expect(amount).toHaveValue("300.50");
  // Until the list behind it has come, too, the form takes nothing.
  await expect(dialog.getByRole("button", { name: "Record payment" })).toBeEnabled();
  await amount.fill("400");
  await amount.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText(
    "Only ₹300.50 is due for this order. Record the payment anyway?",
  );
  await expectAccessible(owner);
  await dialog.getByRole("button", { name: "Record anyway" }).press("Enter");
  await expect(dialog.getByText("COD · Paid", { exact: true })).toBeVisible();
  await dialog.locator("summary", { hasText: "Refund" }).press("Enter");
  await dialog.getByLabel("Amount (₹)").last().fill("99.50");
  await dialog.getByLabel("Reason").fill("Paid too much");
  await dialog.getByLabel("Reason").press("Enter");
  await expect(toastOf(owner, "Refund recorded")).toBeVisible();
  await expect(dialog.getByText("Paid too much")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).press("Enter");
  await expect(rowOf(owner, id)).toContainText("COD · Part refunded");
  await rowOf(owner, id).getByRole("button", { name: "Cancel", exact: true }).press("Enter");
  const question = owner.getByRole("alertdialog", { name: `Cancel order #${id}?` });
  await expect(question.getByLabel("Amount (₹)")).toHaveValue("500");
  await question.getByLabel("Amount (₹)").fill("450");
  await question.getByRole("button", { name: "Cancel order" }).press("Enter");
  await expect(toastOf(owner, "Order cancelled. ₹450 refunded. ₹50 is still to be refunded")).toBeVisible();
  const payments = await db`select amount::int, state from payments where order_id = ${id} order by id`;
  expect(payments.map(({ amount: paise, state }) => [paise, state])).toEqual([
    [19950, "received"],
    [40000, "received"],
    [9950, "refunded"],
    [45000, "refunded"],
  ]);
});

test("claims are found by the filter and confirmed; late UPI orders are cancelled together", async ({ owner }) => {
  const [claimed, late] = (await orders(2)).ids;
  const utr = await aClaim(claimed);
  await db`update orders set payment_method = 'upi', created_at = now() - interval '3 days' where id = ${late}`;
  await owner.goto("/admin?tab=orders");
  const tasks = owner.getByRole("region", { name: "Payments to look after" });
  await tasks.getByText(/unpaid UPI orders?/).click();
  await tasks.getByRole("link", { name: /UPI payments? to check$/ }).click();
  await expect(owner.getByLabel("Payment", { exact: true })).toHaveValue("claimed");
  await expect(owner.getByRole("link", { name: "Export CSV" })).toHaveAttribute("href", /payment=claimed/);
  await owner.getByLabel("Search").fill(String(claimed));
  await expect(rowOf(owner, claimed)).toContainText("UPI · To check");
  await rowOf(owner, claimed).getByRole("button", { name: "Details" }).click();
  const dialog = owner.getByRole("dialog", { name: `Order #${claimed}` });
  await expect(dialog.getByText(`Has ₹500 with UTR ${utr} come in?`)).toBeVisible();
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(toastOf(owner, "Payment confirmed")).toBeVisible();
  await expect(dialog.getByRole("heading", { name: "Payments" })).toBeFocused();
  await expect(dialog.getByText("UPI · Paid", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();

  await tasks.getByRole("checkbox", { name: `Select unpaid order #${late}` }).check();
  await tasks.getByRole("button", { name: "Cancel selected" }).click();
  await owner
    .getByRole("alertdialog", { name: `Cancel order #${late}?` })
    .getByRole("button", { name: "Cancel order" })
    .click();
  await expect(toastOf(owner, "1 order cancelled")).toBeVisible();
  expect((await shop.orderNow(late)).status).toBe("Cancelled");
});
