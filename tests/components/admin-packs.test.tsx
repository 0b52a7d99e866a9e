// The packs in the form of a sweet: what the owner types, what is sent, and where errors stand.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { storeDraft } from "@/components/admin/draft";
import { AdjustSweet } from "@/components/admin/sweets/adjust-sweet";
import { StockHistory } from "@/components/admin/sweets/stock-history";
import { freeAndHeld, stockText } from "@/components/admin/sweets/stock-text";
import { SweetForm, type SweetFormProps } from "@/components/admin/sweets/sweet-form";
import { StockBadges } from "@/components/admin/sweets/sweet-rows";
import type { AdminSweet, EditedPack } from "@/lib/catalogue/admin-queries";
import { detailsInput } from "@/lib/catalogue/details";
import { packFormOf } from "@/lib/catalogue/pack-form";
import { toPacks } from "@/lib/catalogue/packs";
import { newSweetForm, sweetForm } from "@/lib/catalogue/schema";
import type { ActionFailure } from "@/lib/http/action-state";

vi.mock("next/navigation", async (actual) => ({ ...(await actual()), useRouter: () => ({ refresh() {} }) }));

const save = vi.fn<SweetFormProps["action"]>();
const reload = vi.fn();
const onSaved = vi.fn();
beforeEach(() => save.mockReset().mockResolvedValue({ ok: true, data: { message: "Sweet updated successfully" } }));
afterEach(() => vi.clearAllMocks());

const pack = (id: number, label: string, grams: number | null, units: number, price: number): EditedPack => ({
  ...{ id, label, grams, units, price },
  isDefault: label === "500 g",
  active: true,
});
const half = pack(71, "500 g", 500, 2, 380);
const tray = [pack(70, "250 g", 250, 1, 200), half, pack(72, "1 kg", 1000, 4, 720)];

function sweetOf(allPacks: EditedPack[], stock: number, more: Partial<AdminSweet> = {}): AdminSweet {
  const onSale = allPacks.filter(({ active }) => active);
  const main = allPacks.find(({ isDefault }) => isDefault) ?? half;
  return {
    ...{ id: 7, name: "Kaju Katli", slug: "kaju-katli", description: "Cashew fudge.", category: "Traditional Sweets" },
    ...{ image: null, imageAlt: null, picture: null, createdAt: "2025-01-01T00:00:00.000Z" },
    ...{ updatedAt: "2025-01-01T00:00:00.000Z", featured: true, sugarFree: false, giftBox: false },
    ...{ prepHours: 0, travels: true, hsn: "2106", own: { prepHours: null, travels: null, hsn: null } },
    price: main.price,
    quantity: Math.floor(stock / main.units),
    isAvailable: true,
    packs: toPacks(
      onSale.map((row) => ({ ...row, price: row.price * 100 })),
      stock,
    ),
    allPacks,
    details: detailsInput.parse({ netWeightGrams: main.grams }),
    held: 0,
    version: 4,
    ...more,
  } as AdminSweet;
}
const plain = sweetOf([{ ...half, units: 1 }], 12);

const open = (sweet: AdminSweet | null) =>
  render(<SweetForm sweet={sweet} action={save} cancel={null} onSaved={onSaved} reload={reload} />);
const packNumber = (number: number) => within(screen.getByRole("group", { name: `Pack ${number}` }));
const fill = async (number: number, label: RegExp | string, text: string) => {
  const field = packNumber(number).getByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
};
const submit = () => userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
const fieldsSent = () => Object.fromEntries(save.mock.lastCall?.[1] ?? new FormData());
const sent = async () => {
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  return sweetForm.parse(fieldsSent());
};

describe("a sweet with one pack", () => {
  test("shows them folded away, and sends none", async () => {
    open(plain);
    expect(screen.getByText("Sell in packs").closest("details")).not.toHaveAttribute("open");
    const input = await sent();
    expect(input).toMatchObject({ price: 380, details: { netWeightGrams: 500 } });
    expect(input).not.toHaveProperty("packs");
  });

  test("gets smaller and larger packs, whose units follow from their weights", async () => {
    open(plain);
    await userEvent.click(screen.getByText("Sell in packs"));
    await userEvent.click(screen.getByRole("button", { name: "Add a pack" }));
    expect(packNumber(2).getByLabelText("Weight (g)")).toHaveFocus();
    await fill(2, "Weight (g)", "250");
    await fill(2, "Sells at (₹)", "200");
    expect(packNumber(2).getByText("₹80 per 100 g")).toBeVisible();
    expect(packNumber(1).getByText("₹76 per 100 g")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Add a pack" }));
    await fill(3, "Weight (g)", "1000");
    await fill(3, /^Label/, "Family box");
    await fill(3, "Sells at (₹)", "720");
    expect(screen.getByText("By weight, 500 g takes 2, 250 g takes 1, Family box takes 4.")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Use these" }));
    expect(screen.queryByRole("button", { name: "Use these" })).toBeNull();
    expect((await sent()).packs).toEqual([
      { id: 71, label: "500 g", grams: 500, units: 2, price: 380, active: true, isDefault: true },
      { id: undefined, label: "250 g", grams: 250, units: 1, price: 200, active: true, isDefault: false },
      { id: undefined, label: "Family box", grams: 1000, units: 4, price: 720, active: true, isDefault: false },
    ]);
  });

  test("a row that stays empty is no pack", async () => {
    open(plain);
    await userEvent.click(screen.getByText("Sell in packs"));
    await userEvent.click(screen.getByRole("button", { name: "Add a pack" }));
    expect(await sent()).not.toHaveProperty("packs");
  });
});

describe("a sweet with several packs", () => {
  test("shows all, those that are off too, and sends what was edited", async () => {
    open(sweetOf([...tray, { ...pack(73, "Tin", null, 3, 900), active: false }], 21, { held: 2.5 }));
    expect(screen.getByText("Packs", { selector: "summary" }).closest("details")).toHaveAttribute("open");
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription(
      "Stock (500 g packs): 10 and 1 × 250 g free, 2.5 held",
    );
    expect(packNumber(4).getByLabelText("On sale")).not.toBeChecked();
    expect(packNumber(4).getByLabelText(/^Label/)).toHaveValue("Tin");
    await userEvent.click(packNumber(3).getByLabelText("On sale"));
    await userEvent.clear(screen.getByLabelText("Price (₹)"));
    await userEvent.type(screen.getByLabelText("Price (₹)"), "400");
    expect(packNumber(2).getByText("₹80 per 100 g")).toBeVisible();
    const input = await sent();
    expect(input).toMatchObject({ price: 400, details: { netWeightGrams: 500 } });
    expect(input.packs).toMatchObject([
      { id: 71, price: 400, isDefault: true },
      { id: 70, price: 200, active: true },
      { id: 72, active: false },
      { id: 73, label: "Tin", grams: null, active: false },
    ]);
  });

  test("another default: its price and weight become the form's, the old one keeps its own", async () => {
    open(sweetOf(tray, 20));
    expect(packNumber(2).queryByLabelText("Sells at (₹)")).toBeNull();
    await userEvent.click(packNumber(3).getByLabelText("Default"));
    expect(screen.getByLabelText("Price (₹)")).toHaveValue(720);
    expect(screen.getByLabelText(/^Net weight/)).toHaveValue(1000);
    expect(packNumber(2).getByLabelText("Sells at (₹)")).toHaveValue(380);
    await fill(2, "Sells at (₹)", "390");
    const input = await sent();
    expect(input.price).toBe(720);
    expect(input.packs).toMatchObject([
      { id: 72, price: 720, grams: 1000, isDefault: true },
      { id: 70, isDefault: false },
      { id: 71, price: 390, grams: 500, isDefault: false },
    ]);
  });

  test("a removed pack is not sent, and the last button gets the focus", async () => {
    open(sweetOf(tray, 20));
    await userEvent.click(screen.getByRole("button", { name: "Remove 250 g" }));
    expect(screen.getByRole("button", { name: "Add a pack" })).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Remove 1 kg" }));
    expect((await sent()).packs).toMatchObject([{ id: 71, units: 2, isDefault: true }]);
  });

  test("wrong values have their errors at their fields, and nothing is sent", async () => {
    open(sweetOf(tray, 20));
    await userEvent.click(screen.getByRole("button", { name: "Add a pack" }));
    await fill(1, "Sells at (₹)", "0");
    await fill(3, "Takes", "");
    await fill(4, "Weight (g)", "250");
    await fill(4, "Sells at (₹)", "1.005");
    await submit();
    const expectError = (number: number, label: string, text: string) =>
      expect(packNumber(number).getByLabelText(label)).toHaveAccessibleDescription(text);
    await waitFor(() => expectError(1, "Sells at (₹)", "Price must be greater than 0"));
    expect(packNumber(1).getByLabelText("Sells at (₹)")).toHaveFocus();
    expectError(3, "Takes", "Units must be a whole number");
    expectError(4, "Takes", "Units must be a whole number");
    expectError(4, "Sells at (₹)", "Use at most two decimals");
    expect(save).not.toHaveBeenCalled();
    await fill(1, "Sells at (₹)", "210");
    await waitFor(() => expectError(1, "Sells at (₹)", ""));
  });

  test("two packs of one label; the default pack off sale", async () => {
    open(sweetOf(tray, 20));
    await fill(3, /^Label/, "250 G");
    await userEvent.click(packNumber(2).getByLabelText("On sale"));
    await submit();
    await waitFor(() =>
      expect(packNumber(3).getByLabelText(/^Label/)).toHaveAccessibleDescription(
        "Two packs cannot have the same label",
      ),
    );
    expect(packNumber(2).getByLabelText("On sale")).toHaveAccessibleDescription("The default pack must be on sale");
    expect(save).not.toHaveBeenCalled();
  });

  test("a refusal of the server stands at its row, which has the focus, and stays there when another row is removed", async () => {
    const text = "This pack was sold or is in a cart, so it keeps its part of the stock.";
    const refused: ActionFailure = { ok: false, code: "invalid", message: text, fields: {}, values: {} };
    save.mockResolvedValue({ ...refused, fields: { "packs.2.units": text } });
    open(sweetOf(tray, 20));
    await fill(3, "Takes", "5");
    await submit();
    await waitFor(() => expect(packNumber(3).getByLabelText("Takes")).toHaveAccessibleDescription(text));
    expect(packNumber(3).getByLabelText("Takes")).toHaveFocus();
    await userEvent.click(screen.getByRole("button", { name: "Remove 250 g" }));
    expect(packNumber(1).getByLabelText("Takes")).toHaveAccessibleDescription("");
    expect(packNumber(2).getByLabelText("Takes")).toHaveAccessibleDescription(text);
  });

  test("a refusal of all packs stands above the rows", async () => {
    const text = "The stock of 5 units cannot be counted in units that are 2 times as large. Correct the stock first.";
    save.mockResolvedValue({ ok: false, code: "invalid", message: text, fields: { packs: text }, values: {} });
    open(sweetOf(tray, 5));
    await submit();
    await waitFor(() => expect(screen.getByRole("group", { name: "Packs" })).toHaveTextContent(text));
  });

  test("twelve packs at most", async () => {
    const many = Array.from({ length: 11 }, (_, index) => pack(80 + index, `Box ${index}`, null, 1 + index, 100));
    open(sweetOf([half, ...many], 20));
    expect(screen.getByRole("button", { name: "Add a pack" })).toBeDisabled();
    expect(screen.getByText("A sweet has at most 12 packs")).toBeVisible();
  });

  test("after a change by somebody else what was typed stays in its rows, and the rest is the latest", async () => {
    save.mockResolvedValue({ ok: false, code: "stale_version", message: "Changed.", fields: {}, values: {} });
    const now = [pack(70, "250 g", 250, 1, 205), { ...half, price: 385 }, pack(74, "2 kg", 2000, 8, 1400)];
    reload.mockResolvedValue({ ok: true, data: sweetOf(now, 20, { version: 5 }) });
    open(sweetOf(tray, 20));
    await fill(1, /^Label/, "Small");
    await userEvent.clear(screen.getByLabelText("Price (₹)"));
    await userEvent.type(screen.getByLabelText("Price (₹)"), "400");
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    await waitFor(() => expect(packNumber(1).getByLabelText("Sells at (₹)")).toHaveValue(205));
    expect(packNumber(1).getByLabelText(/^Label/)).toHaveValue("Small");
    expect(screen.getByLabelText("Price (₹)")).toHaveValue(400);
    expect(packNumber(3).getByLabelText("Weight (g)")).toHaveValue(2000);
    expect(screen.queryByRole("group", { name: "Pack 4" })).toBeNull();
  });

  test("what was typed before a login is there again, over the packs of today", async () => {
    const before = packFormOf(sweetOf(tray, 20));
    const typed = { ...before, rows: before.rows.map((row, at) => (at === 0 ? { ...row, price: "215" } : row)) };
    storeDraft("sweet:7", { changes: {}, quantity: "10", packs: { typed, before } });
    open(sweetOf([pack(70, "250 g", 250, 1, 200), { ...half, price: 385 }], 20));
    await waitFor(() => expect(packNumber(1).getByLabelText("Sells at (₹)")).toHaveValue(215));
    expect(screen.getByLabelText("Price (₹)")).toHaveValue(385);
    expect(screen.queryByRole("group", { name: "Pack 3" })).toBeNull();
  });
});

test("a new sweet in packs, by a form without JavaScript in which another row is the default", () => {
  const fields = {
    ...{ name: "Peda", category: "Cakes", description: "Milk.", price: "200", quantity: "4", netWeightGrams: "250" },
    ...{ mainPack: "0", defaultPack: "2", packsWere: "1" },
    ...{ "pack-0-units": "1", "pack-0-label": "", "pack-0-active": "on" },
    ...{ "pack-1-units": "", "pack-1-label": "", "pack-1-grams": "", "pack-1-price": "", "pack-1-active": "on" },
    ...{ "pack-2-units": "2", "pack-2-label": "", "pack-2-grams": "500", "pack-2-price": "390", "pack-2-active": "on" },
  };
  const input = newSweetForm.parse(fields);
  expect(input).toMatchObject({ price: 390, details: { netWeightGrams: null } });
  expect(input.packs).toMatchObject([
    { label: "250 g", price: 200, units: 1, isDefault: false },
    { label: "500 g", price: 390, units: 2, isDefault: true },
  ]);
  const edited = sweetForm.parse({ ...fields, id: "7" });
  expect(edited.price).toBeUndefined();
  expect(edited.details).not.toHaveProperty("netWeightGrams");
});

describe("stock in packs", () => {
  test.each([
    [15, 0, "7 and 1 × 250 g", "7 and 1 × 250 g free, 0 held"],
    [14, 2, "7", "7 free, 2 held"],
    [1, 1 / 3, "1 × 250 g", "1 × 250 g free, 0.33 held"],
    [0, 0, "0", "0 free, 0 held"],
  ])("%i units: %s", (stock, held, text, both) => {
    expect(stockText(sweetOf(tray, stock))).toBe(text);
    expect(freeAndHeld(sweetOf(tray, stock, { held }))).toBe(both);
  });

  test("a sweet with only a smaller pack left is not out of stock", () => {
    const { container } = render(<StockBadges quantity={0} rest="1 × 250 g" />);
    expect(container).toHaveTextContent(/^Only 1 × 250 g$/);
  });

  test("the history says in what it counts, and why the count changed", () => {
    const entry = {
      at: "2025-01-01T00:00:00.000Z",
      by: "Owner",
      orderId: null,
      cartId: null,
      day: null,
      note: null,
    } as const;
    const entries = [
      { ...entry, id: 2, delta: 12, reason: "unit_change" as const },
      { ...entry, id: 1, delta: -6, reason: "unit_change" as const },
    ];
    const { rerender } = render(<StockHistory entries={entries} packs={tray} />);
    expect(screen.getByText(/^Counted in units of 250 g\./)).toBeVisible();
    expect(screen.getByText("Counted in a smaller unit")).toBeVisible();
    expect(screen.getByText("Counted in a larger unit")).toBeVisible();
    rerender(<StockHistory entries={entries.slice(0, 0)} packs={plain.allPacks} />);
    expect(screen.queryByText(/^Counted in units/)).toBeNull();
  });

  test("a sale at the counter names its pack and what there is to collect", async () => {
    render(<AdjustSweet sweet={sweetOf(tray, 20)} actions={{ quickEdit: save, restock: save, sell: save }} />);
    const [made, sold] = screen.getAllByLabelText("Pack");
    expect(made).toHaveDisplayValue("500 g");
    expect(sold).toHaveDisplayValue("500 g, ₹380");
    await userEvent.selectOptions(sold as HTMLElement, "1 kg, ₹720");
    await userEvent.clear(screen.getByLabelText("Units sold"));
    await userEvent.type(screen.getByLabelText("Units sold"), "2");
    expect(screen.getByText("₹1,440")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Sold at counter" }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(fieldsSent()).toMatchObject({ id: "7", packId: "72", quantity: "2" });
    // Ready for the next customer, who buys the default pack.
    await waitFor(() => expect(screen.getAllByLabelText("Pack")[1]).toHaveDisplayValue("500 g, ₹380"));
  });

  test("a sweet with one pack has no choice of packs", () => {
    render(<AdjustSweet sweet={plain} actions={{ quickEdit: save, restock: save, sell: save }} />);
    expect(screen.queryByLabelText("Pack")).toBeNull();
  });
});
