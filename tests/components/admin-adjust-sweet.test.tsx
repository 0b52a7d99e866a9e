// The stock of a sweet as the owner reads and corrects it.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { AdjustSweet } from "@/components/admin/sweets/adjust-sweet";
import { freeAndHeld, StockBadges, StockHistory, stockText } from "@/components/admin/sweets/stock";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import type { MessageAction } from "@/lib/http/action-state";
import type { StockEntry } from "@/lib/stock/queries";
import { anAdminSweet, aPack } from "./fixtures";
import { fill, press, refusing, sent, success } from "./forms";

const refresh = vi.fn();
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));

const tray = [aPack(70, "250 g", 250, 1, 200), aPack(71, "500 g", 500, 2, 380), aPack(72, "1 kg", 1000, 4, 720)];
const inPacks = (units: number, more: Partial<AdminSweet> = {}) => anAdminSweet(more, units, tray);

function open(sweet: AdminSweet, action: MessageAction) {
  const ui = (now: AdminSweet) => (
    <AdjustSweet sweet={now} actions={{ quickEdit: action, restockSweet: action, sellSweet: action }} />
  );
  const { rerender } = render(ui(sweet));
  return (now: Partial<AdminSweet>) => rerender(ui({ ...sweet, ...now }));
}
async function saveStock(text: string) {
  await fill("Quantity", text);
  await press("Save");
}

describe("a number that was counted", () => {
  const sweet = anAdminSweet({ quantity: 20 });

  test("keeps its difference when the latest version is loaded after a failure, so that no sale is undone", async () => {
    const action = refusing("stale_version", "Refused.");
    const show = open(sweet, action);
    await saveStock("25");
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    expect(refresh).toHaveBeenCalled();
    show({ quantity: 17, version: 5 });
    expect(screen.getByLabelText("Quantity")).toHaveValue(22);
    expect(screen.queryByRole("button", { name: "Load the latest version" })).toBeNull();
    await press("Save");
    await waitFor(() => expect(action).toHaveBeenCalledTimes(2));
    expect(sent(action)).toMatchObject({ stock: "22", stockWas: "17", version: "5" });
  });

  test("that removes more than is left can continue with the latest stock", async () => {
    const show = open(sweet, refusing("insufficient_stock", "Refused."));
    await saveStock("2");
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    show({ quantity: 10 });
    expect(screen.getByLabelText("Quantity")).toHaveValue(0);
  });
});

describe("in packs", () => {
  test.each([
    [15, 0, "7 and 1 × 250 g", "7 and 1 × 250 g free, 0 held"],
    [14, 2, "7", "7 free, 2 held"],
    [1, 1 / 3, "1 × 250 g", "1 × 250 g free, 0.33 held"],
    [0, 0, "0", "0 free, 0 held"],
  ])("%i units: %s", (stock, held, text, both) => {
    expect(stockText(inPacks(stock))).toBe(text);
    expect(freeAndHeld(inPacks(stock, { held }))).toBe(both);
  });

  test("a sale at the counter names its pack and what there is to collect", async () => {
    const action = vi.fn<MessageAction>(async () => success({ message: "Sold" }));
    open(inPacks(20), action);
    const [made, sold] = screen.getAllByLabelText("Pack");
    expect(made).toHaveDisplayValue("500 g");
    expect(sold).toHaveDisplayValue("500 g, ₹380");
    await userEvent.selectOptions(sold as HTMLElement, "1 kg, ₹720");
    await fill("Units sold", "2");
    expect(screen.getByText("₹1,440")).toBeVisible();
    await press("Sold at counter");
    await waitFor(() => expect(action).toHaveBeenCalled());
    expect(sent(action)).toMatchObject({ id: "7", packId: "72", quantity: "2" });
    // Ready for the next customer, who buys the default pack.
    await waitFor(() => expect(screen.getByText("₹380")).toBeVisible());
  });

  test("a sweet with one pack has no choice of packs", () => {
    open(anAdminSweet(), vi.fn());
    expect(screen.queryByLabelText("Pack")).toBeNull();
  });
});

test.each([
  [0, ["Out of Stock"]],
  [1, ["Only 1 × 250 g"]],
  [2, ["In Stock", "Low Stock"]],
  [9, ["In Stock", "Low Stock"]],
  [10, ["In Stock"]],
])("%i units in stock: %j", (units, texts) => {
  const { container } = render(<StockBadges stock={inPacks(units)} />);
  expect([...container.querySelectorAll(".badge")].map((badge) => badge.textContent)).toEqual(texts);
});

describe("the history", () => {
  const day = "2026-11-26";
  const ledger = (...changes: Partial<StockEntry>[]) => {
    const items = changes.map(
      (change, index): StockEntry => ({
        ...{ id: index + 1, at: "2026-11-12T05:12:00.000Z", delta: 2, reason: "release", orderId: null, by: null },
        ...{ cartId: null, day: null, note: null },
        ...change,
      }),
    );
    return { items, page: 1, totalPages: 1, total: items.length };
  };
  const reasons = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.children[1]?.textContent);

  test("shows units that an order takes out of the cart not as removed from it", () => {
    const history = ledger({ reason: "order", delta: -2, orderId: 7 }, { orderId: 7 }, {});
    render(<StockHistory sweet={anAdminSweet()} history={history} />);
    expect(reasons()).toEqual(["Order #7", "Moved from cart to order #7", "Removed from a cart"]);
  });

  test("shows what was made, set aside and thrown away, with the day and the reason", () => {
    render(
      <StockHistory
        sweet={anAdminSweet()}
        history={ledger(
          { reason: "waste", delta: -2, note: "Dried out" },
          { reason: "promised", delta: 1, day },
          { reason: "made", delta: -3, day },
          { reason: "promised", delta: -10, day },
          { reason: "made", delta: 40, day },
        )}
      />,
    );
    expect(reasons()).toEqual([
      "Thrown awayDried out",
      "No longer set aside for Thu 26 Nov",
      "Correction of what was made for Thu 26 Nov",
      "Set aside for Thu 26 Nov",
      "Made for Thu 26 Nov",
    ]);
  });

  test("says in what it counts, and why the count changed", () => {
    const counted = ledger({ delta: 12, reason: "unit_change" }, { delta: -6, reason: "unit_change" });
    const { rerender } = render(<StockHistory sweet={inPacks(20)} history={counted} />);
    expect(screen.getByText(/^Counted in units of 250 g\./)).toBeVisible();
    expect(reasons()).toEqual(["Counted in a smaller unit", "Counted in a larger unit"]);
    rerender(<StockHistory sweet={anAdminSweet()} history={ledger()} />);
    expect(screen.queryByText(/^Counted in units/)).toBeNull();
  });
});
