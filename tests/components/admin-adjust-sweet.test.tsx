// The stock of a sweet as the owner reads and corrects it.
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { AdjustSweet } from "@/components/admin/sweets/adjust-sweet";
import { freeAndHeld, StockBadges, StockHistory, stockText } from "@/components/admin/sweets/stock";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { quickEditForm } from "@/lib/catalogue/schema";
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

describe("prices", () => {
  test("of all packs on sale are changed by one save, each with its unit price; a pack that is off keeps its own", async () => {
    const action = vi.fn<MessageAction>(async () => success({ message: "Saved" }));
    open(anAdminSweet({}, 20, [...tray, { ...aPack(73, "Tin", null, 3, 900), active: false }]), action);
    expect(screen.queryByLabelText("Tin (₹)")).toBeNull();
    expect(screen.getByLabelText("500 g (₹)")).toHaveAccessibleDescription("₹76 per 100 g");
    await fill("1 kg (₹)", "700");
    expect(screen.getByLabelText("1 kg (₹)")).toHaveAccessibleDescription("₹70 per 100 g");
    await press("Save");
    await waitFor(() => expect(action).toHaveBeenCalled());
    expect(quickEditForm.parse(sent(action))).toMatchObject({
      stock: 10,
      packs: [
        { id: 70, price: 200, units: 1 },
        { id: 71, price: 380, isDefault: true },
        { id: 72, price: 700, units: 4 },
        { id: 73, price: 900, active: false },
      ],
    });
  });

  test("that are not changed send no packs; a wrong one has its error", async () => {
    const sweet = anAdminSweet({}, 20, tray);
    const refused = refusing("invalid", "Wrong", { fields: { "packs.1.price": "Price must be greater than 0" } });
    open(sweet, refused);
    await fill("500 g (₹)", "");
    await press("Save");
    await waitFor(() =>
      expect(screen.getByLabelText("500 g (₹)")).toHaveAccessibleDescription("Price must be greater than 0"),
    );
    expect(quickEditForm.safeParse(sent(refused)).error?.issues).toMatchObject([
      { path: ["packs", 1, "price"], message: "Price must be greater than 0" },
    ]);
    await fill("500 g (₹)", "380");
    await fill("Quantity", "12");
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription("500 g packs: 6 kg");
    await press("Save");
    await waitFor(() => expect(refused).toHaveBeenCalledTimes(2));
    const { packs, ...input } = quickEditForm.parse(sent(refused));
    expect([packs, input]).toEqual([undefined, { id: 7, stock: 12, stockWas: 10, version: 4 }]);
  });
});

describe("in packs", () => {
  test.each([
    [15, 0, "7 × 500 g and 1 × 250 g", "7 × 500 g and 1 × 250 g (3.75 kg) free"],
    [14, 2, "7 × 500 g", "7 × 500 g (3.5 kg) free, 2 × 500 g held"],
    [1, 1 / 3, "1 × 250 g", "1 × 250 g (0.25 kg) free, 0.33 × 500 g held"],
    [0, 0, "0 × 500 g", "0 × 500 g free"],
  ])("%i units: %s", (stock, held, text, both) => {
    expect(stockText(inPacks(stock))).toBe(text);
    expect(freeAndHeld(inPacks(stock, { held }))).toBe(both);
  });

  test("by the piece they are counted as such, and boxes by their names", () => {
    const boxes = (label: string, units: number) => anAdminSweet({}, 24, [aPack(70, label, null, units, 100)]);
    expect(stockText(boxes("1 piece", 1))).toBe("24 pieces");
    expect(stockText(boxes("Box of 6", 6))).toBe("4 × Box of 6");
    expect(freeAndHeld(boxes("12 pieces", 2))).toBe("12 × 12 pieces free");
  });

  test("a sale at the counter names its pack and what there is to collect", async () => {
    const action = vi.fn<MessageAction>(async () => success({ message: "Sold" }));
    open(inPacks(20), action);
    const [made, sold] = screen.getAllByLabelText("Pack");
    expect(made).toHaveDisplayValue("500 g");
    expect(sold).toHaveDisplayValue("500 g, ₹380");
    await userEvent.selectOptions(sold as HTMLElement, "1 kg, ₹720");
    await fill("Packs sold", "2");
    expect(screen.getByText(/^2 × 1 kg = 2 kg/)).toBeVisible();
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

  const changes = () =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.children[3]?.textContent);

  test("says in what each change is counted, and why the unit changed; what is older has its own", () => {
    const counted = ledger(
      { delta: 7 },
      { delta: 12, reason: "unit_change", id: 9 },
      { delta: -6, reason: "unit_change" },
    );
    counted.items = counted.items.map((entry, at) => ({ ...entry, id: 10 - at }));
    const { rerender } = render(<StockHistory sweet={inPacks(20)} history={counted} />);
    expect(screen.getByText(/^What is older than the change of the unit/)).toBeVisible();
    expect(reasons().slice(1)).toEqual(["Counted in a smaller unit", "Counted in a larger unit"]);
    expect(changes()).toEqual(["+7 × 250 g1.75 kg", "+12", "-6"]);
    const inOne = (pack: ReturnType<typeof aPack>) => anAdminSweet({}, 24, [{ ...pack, isDefault: true }]);
    rerender(<StockHistory sweet={inOne(aPack(70, "Box of 6", null, 6, 100))} history={ledger({ delta: -6 })} />);
    expect(changes()).toEqual(["-6 pieces"]);
    rerender(<StockHistory sweet={inOne(aPack(70, "12 pieces", 750, 2, 329))} history={ledger({ delta: 3 })} />);
    expect(changes()).toEqual(["+3 × 6 pieces"]);
    expect(screen.queryByText(/^What is older/)).toBeNull();
  });
});
