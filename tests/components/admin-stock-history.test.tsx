import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { StockHistory } from "@/components/admin/sweets/stock-history";
import type { LedgerEntry } from "@/lib/stock/queries";

const entry: LedgerEntry = {
  id: 1,
  at: "2026-11-12T05:12:00.000Z",
  delta: 2,
  reason: "release",
  orderId: null,
  by: null,
  cartId: null,
  day: null,
  note: null,
};

test("units that an order takes out of the cart are not shown as removed from it", () => {
  render(
    <StockHistory
      entries={[{ ...entry, id: 3, reason: "order", delta: -2, orderId: 7 }, { ...entry, id: 2, orderId: 7 }, entry]}
    />,
  );
  const why = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.children[1]?.textContent);
  expect(why).toEqual(["Order #7", "Moved from cart to order #7", "Removed from a cart"]);
});

test("what was made, set aside and thrown away, with the day and the reason", () => {
  const day = "2026-11-26";
  render(
    <StockHistory
      entries={[
        { ...entry, id: 6, reason: "waste", delta: -2, note: "Dried out" },
        { ...entry, id: 5, reason: "promised", delta: 1, day },
        { ...entry, id: 4, reason: "made", delta: -3, day },
        { ...entry, id: 3, reason: "promised", delta: -10, day },
        { ...entry, id: 2, reason: "made", delta: 40, day },
      ]}
    />,
  );
  const why = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.children[1]?.textContent);
  expect(why).toEqual([
    "Thrown awayDried out",
    "No longer set aside for Thu 26 Nov",
    "Correction of what was made for Thu 26 Nov",
    "Set aside for Thu 26 Nov",
    "Made for Thu 26 Nov",
  ]);
});
