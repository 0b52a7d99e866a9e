// The owner raises prices by per cent, takes that back, and takes prices from a file. The parts of the table: tests/components/admin-prices.test.tsx.
import { readFile } from "node:fs/promises";
import { expectAccessible } from "../support/accessible";
import { expect, type Page, shop, test, toastOf } from "../support/shopper";

const pricesOf = async ({ id }: { id: number }) => (await shop.sweetNow(id)).packs.map(({ price }) => price);
/** The table with the packs of one sweet. */
async function openPrices(owner: Page, { name }: { name: string }) {
  await owner.getByLabel("Search prices").fill(name);
  await expect(owner.getByRole("row").filter({ hasText: name })).toHaveCount(3);
}

test("prices are raised by 5 per cent, shown before they are saved, and restored after a reload", async ({ owner }) => {
  const tray = await shop.tray(4);
  await owner.goto("/admin?tab=products");
  await owner.getByRole("link", { name: "Prices", exact: true }).click();
  await openPrices(owner, tray);
  await owner.getByLabel("By per cent").fill("5");
  await owner.getByLabel("By per cent").press("Enter");
  await expect(owner.getByText("3 prices change, by +5 %")).toBeVisible();
  await owner.getByRole("button", { name: "Review and save" }).click();
  const review = owner.getByRole("dialog", { name: "Save 3 prices?" });
  await expect(review.getByRole("row").nth(1)).toContainText("₹200₹210+5 %");
  await expectAccessible(owner);
  expect(await pricesOf(tray)).toEqual([200, 380, 720]);
  await review.getByRole("button", { name: "Save 3 prices" }).click();
  await expect(toastOf(owner, "3 prices saved")).toBeVisible();
  expect(await pricesOf(tray)).toEqual([210, 399, 756]);

  await owner.reload();
  const line = owner.getByText(/^Last save: 3 prices changed/);
  await line.getByRole("button", { name: "Undo" }).click();
  await owner.getByRole("button", { name: "Restore 3 prices" }).click();
  await expect(toastOf(owner, "3 prices as before")).toBeVisible();
  expect(await pricesOf(tray)).toEqual([200, 380, 720]);
});

test("a file goes out and, with its prices changed, in; by keyboard on a phone's width", async ({ owner }) => {
  const tray = await shop.tray(4);
  await owner.goto("/admin/prices");
  await owner.locator("summary", { hasText: "With a spreadsheet" }).click();
  const download = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Download CSV" }).click();
  const lines = (await readFile(await (await download).path(), "utf8")).split("\r\n");
  const own = lines.filter((line) => line.includes(tray.name));
  expect(own).toHaveLength(3);
  const changed = [lines[0], ...own.map((line) => line.replace(",720,", ',"₹1,750.00",'))]
    .join("\r\n")
    .replace(/,(?! ?\d{3}\.)/g, ";");
  const upload = { name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(changed) };
  await owner.getByLabel("Take prices from a CSV file").setInputFiles(upload);
  await expect(owner.getByText("1 price changes, by +143 %")).toBeVisible();

  await owner.setViewportSize({ width: 390, height: 844 });
  await openPrices(owner, tray);
  await owner.getByLabel(`New price of ${tray.name}, 250 g`).click();
  await owner.keyboard.type("205");
  await owner.keyboard.press("Enter");
  await expect(owner.getByLabel(`New price of ${tray.name}, 500 g`)).toBeFocused();
  await expectAccessible(owner);
  await owner.getByRole("button", { name: "Review and save" }).click();
  await expect(owner.getByText("By more than 50 %: 1 price")).toBeVisible();
  await owner.getByRole("button", { name: "Save 2 prices" }).click();
  await expect(toastOf(owner, "2 prices saved")).toBeVisible();
  expect(await pricesOf(tray)).toEqual([205, 380, 1750]);
});
