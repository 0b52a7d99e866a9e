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
