import { render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { StatCards } from "@/components/admin/dashboard/stat-cards";
import { PlansReport } from "@/components/admin/reports/plans-report";
import { TopProducts } from "@/components/admin/reports/top-products";

// It draws on a canvas.
vi.mock("@/components/admin/reports/lazy-plans-chart", () => ({
  LazyPlansChart: ({ totals }: { totals: { name: string }[] }) => <p>{`Chart: ${totals.map(({ name }) => name)}`}</p>,
}));

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

test("what was made for the day, by sweet", () => {
  const totals = [
    { productId: 2, name: "Barfi", unitGrams: null, promised: 8, made: 20, sold: 9, wasted: 0, left: 11 },
    { productId: 1, name: "Jalebi", unitGrams: 250, promised: 16, made: 84, sold: 18, wasted: 2, left: 3 },
  ];
  render(<PlansReport totals={totals} from="2026-11-01" to="2026-11-24" />);
  const cellsOf = (name: string) =>
    within(screen.getByRole("table", { name }))
      .getAllByRole<HTMLTableRowElement>("row")
      .slice(1)
      .map(({ cells }) => [...cells].map((cell) => cell.textContent));
  expect(cellsOf("Sweets that are made for the day")).toEqual([
    ["Barfi", "8 pieces", "20 pieces", "9 pieces", "0 pieces", "11 pieces"],
    ["Jalebi", "4 kg", "21 kg", "4.5 kg", "0.5 kg", "0.75 kg"],
  ]);
  // By weight, those of which most was made come first.
  expect(screen.getByText("Chart: Jalebi,Barfi")).toBeVisible();
  expect(screen.getByRole("link", { name: "Export days as CSV" })).toHaveAttribute(
    "href",
    "/admin/reports/plans/export?from=2026-11-01&to=2026-11-24",
  );
});
