import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { StatCards } from "@/components/admin/dashboard/stat-cards";
import { TopProducts } from "@/components/admin/reports/top-products";

const katli = { productId: 1, name: "Kaju Katli", totalQuantity: 12_310, kilograms: 4155.25 };
const cake = { productId: 2, name: "Pineapple Cake", totalQuantity: 1, kilograms: null };

test("top products show packs, and their weight where packs have one", () => {
  render(<TopProducts products={[katli, cake]} />);
  const rows = within(screen.getByRole("table", { name: "Top Products" })).getAllByRole<HTMLTableRowElement>("row");
  expect(rows.map(({ cells }) => [...cells].map((cell) => cell.textContent))).toEqual([
    ["Product", "Quantity sold", "Weight"],
    ["Kaju Katli4,155.25 kg", "12,310", "4,155.25 kg"],
    ["Pineapple Cake", "1", "-"],
  ]);
});

test.each([
  [katli, "Kaju Katli", "12,310 packs · 4,155.25 kg"],
  [cake, "Pineapple Cake", "1 pack"],
  [null, "-", null],
])("the dashboard's top product says how much of it was sold", (topProduct, name, sold) => {
  render(<StatCards stats={{ totalOrders: 3, totalUsers: 2, totalSales: 100, topProduct }} />);
  expect(screen.getByText(name)).toBeVisible();
  if (sold) expect(screen.getByText(sold)).toBeVisible();
  else expect(screen.queryByText(/packs?$/)).toBeNull();
});
