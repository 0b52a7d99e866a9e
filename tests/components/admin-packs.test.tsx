// The packs in the form of a sweet: what the owner types, what is sent, and where errors stand.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { storeDraft } from "@/components/admin/draft";
import { SweetForm, type SweetFormProps } from "@/components/admin/sweets/sweet-form";
import { rebased, valuesOf } from "@/components/admin/sweets/sweet-values";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { sweetForm } from "@/lib/catalogue/schema";
import { anAdminSweet, aPack } from "./fixtures";
import { button, failure, fill, press, sent, success } from "./forms";

const save = vi.fn<SweetFormProps["action"]>();
const reload = vi.fn();
beforeEach(() => void save.mockResolvedValue(success({ message: "Sweet updated successfully" })));

const half = aPack(71, "500 g", 500, 2, 380);
const tray = [aPack(70, "250 g", 250, 1, 200), half, aPack(72, "1 kg", 1000, 4, 720)];
const inPacks = (packs = tray, more: Partial<AdminSweet> = {}) => anAdminSweet(more, 20, packs);

const plain = () => anAdminSweet({}, 12, [{ ...half, units: 1 }]);

const open = (sweet: AdminSweet) =>
  render(<SweetForm sweet={sweet} action={save} reload={reload} onCancel={vi.fn()} onSaved={vi.fn()} />);
const packNumber = (number: number) => within(screen.getByRole("group", { name: `Pack ${number}` }));
const field = (number: number, label: RegExp | string) => packNumber(number).getByLabelText(label);
const expectError = (number: number, label: RegExp | string, text: string) =>
  expect(field(number, label)).toHaveAccessibleDescription(text);
const submit = () => press("Save Changes");
const sentForm = async () => {
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  return sweetForm.parse(sent(save));
};

describe("a sweet with one pack", () => {
  test("shows them folded away, and sends none", async () => {
    open(plain());
    expect(screen.getByText("Sell in packs").closest("details")).not.toHaveAttribute("open");
    const input = await sentForm();
    expect(input).toMatchObject({ price: 380, details: { netWeightGrams: 500 } });
    expect(input).not.toHaveProperty("packs");
  });

  test("gets smaller and larger packs, whose units follow from their weights", async () => {
    open(plain());
    await userEvent.click(screen.getByText("Sell in packs"));
    await press("Add a pack");
    expect(field(2, "Weight (g)")).toHaveFocus();
    await fill(field(2, "Weight (g)"), "250");
    await fill(field(2, "Sells at (₹)"), "200");
    expect(packNumber(2).getByText("₹80 per 100 g")).toBeVisible();
    expect(packNumber(1).getByText("₹76 per 100 g")).toBeVisible();
    await press("Add a pack");
    await fill(field(3, "Weight (g)"), "1000");
    await fill(field(3, /^Label/), "Family box");
    await fill(field(3, "Sells at (₹)"), "720");
    expect(screen.getByText("By weight, 500 g takes 2, 250 g takes 1, Family box takes 4.")).toBeVisible();
    await press("Use these");
    expect(screen.queryByRole("button", { name: "Use these" })).toBeNull();
    expect((await sentForm()).packs).toEqual([
      { id: 71, label: "500 g", grams: 500, units: 2, price: 380, active: true, isDefault: true },
      { id: undefined, label: "250 g", grams: 250, units: 1, price: 200, active: true, isDefault: false },
      { id: undefined, label: "Family box", grams: 1000, units: 4, price: 720, active: true, isDefault: false },
    ]);
  });

  test("a row that stays empty is no pack", async () => {
    open(plain());
    await userEvent.click(screen.getByText("Sell in packs"));
    await press("Add a pack");
    expect(await sentForm()).not.toHaveProperty("packs");
  });
});

describe("a sweet with several packs", () => {
  test("shows all, those that are off too, and sends what was edited", async () => {
    open(anAdminSweet({ held: 2.5 }, 21, [...tray, { ...aPack(73, "Tin", null, 3, 900), active: false }]));
    expect(screen.getByText("Packs", { selector: "summary" }).closest("details")).toHaveAttribute("open");
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription(
      "Stock (500 g packs): 10 and 1 × 250 g free, 2.5 held",
    );
    expect(field(4, "On sale")).not.toBeChecked();
    expect(field(4, /^Label/)).toHaveValue("Tin");
    await userEvent.click(field(3, "On sale"));
    await fill("Price (₹)", "400");
    expect(packNumber(2).getByText("₹80 per 100 g")).toBeVisible();
    const input = await sentForm();
    expect(input).toMatchObject({ price: 400, details: { netWeightGrams: 500 } });
    expect(input.packs).toMatchObject([
      { id: 70, price: 200, active: true },
      { id: 71, price: 400, isDefault: true },
      { id: 72, active: false },
      { id: 73, label: "Tin", grams: null, active: false },
    ]);
  });

  test("another default: its price and weight become the form's, the old one keeps its own", async () => {
    open(inPacks());
    expect(packNumber(2).queryByLabelText("Sells at (₹)")).toBeNull();
    await userEvent.click(field(3, "Default"));
    expect(screen.getByLabelText("Price (₹)")).toHaveValue(720);
    expect(screen.getByLabelText(/^Net weight/)).toHaveValue(1000);
    expect(field(2, "Sells at (₹)")).toHaveValue(380);
    await fill(field(2, "Sells at (₹)"), "390");
    const input = await sentForm();
    expect(input.price).toBe(720);
    expect(input.packs).toMatchObject([
      { id: 70, isDefault: false },
      { id: 71, price: 390, grams: 500, isDefault: false },
      { id: 72, price: 720, grams: 1000, isDefault: true },
    ]);
  });

  test("a removed pack is not sent, and the last button gets the focus", async () => {
    open(inPacks());
    await press("Remove 250 g");
    expect(button("Add a pack")).toHaveFocus();
    await press("Remove 1 kg");
    expect((await sentForm()).packs).toMatchObject([{ id: 71, units: 2, isDefault: true }]);
  });

  test("wrong values have their errors at their fields, and nothing is sent", async () => {
    open(inPacks());
    await press("Add a pack");
    await fill(field(1, "Sells at (₹)"), "0");
    await fill(field(3, "Takes"), "");
    await fill(field(4, "Weight (g)"), "250");
    await fill(field(4, "Sells at (₹)"), "1.005");
    await submit();
    await waitFor(() => expectError(1, "Sells at (₹)", "Price must be greater than 0"));
    expect(field(1, "Sells at (₹)")).toHaveFocus();
    expectError(3, "Takes", "Units must be a whole number");
    expectError(4, "Takes", "Units must be a whole number");
    expectError(4, "Sells at (₹)", "Use at most two decimals");
    expect(save).not.toHaveBeenCalled();
    await fill(field(1, "Sells at (₹)"), "210");
    await waitFor(() => expectError(1, "Sells at (₹)", ""));
  });

  test("two packs of one label; the default pack off sale", async () => {
    open(inPacks());
    await fill(field(3, /^Label/), "250 G");
    await userEvent.click(field(2, "On sale"));
    await submit();
    await waitFor(() => expectError(3, /^Label/, "Two packs cannot have the same label"));
    expectError(2, "On sale", "The default pack must be on sale");
    expect(save).not.toHaveBeenCalled();
  });

  test("a refusal of the server stands at its row, which has the focus, and goes when a row is removed", async () => {
    const text = "This pack was sold or is in a cart, so it keeps its part of the stock.";
    save.mockResolvedValue(failure("invalid", text, { fields: { "packs.2.units": text } }));
    open(inPacks());
    await fill(field(3, "Takes"), "5");
    await submit();
    await waitFor(() => expectError(3, "Takes", text));
    expect(field(3, "Takes")).toHaveFocus();
    await press("Remove 250 g");
    await waitFor(() => expectError(2, "Takes", ""));
  });

  test("a refusal of all packs stands above the rows", async () => {
    const text = "The stock of 5 units cannot be counted in units that are 2 times as large. Correct the stock first.";
    save.mockResolvedValue(failure("invalid", text, { fields: { packs: text } }));
    open(anAdminSweet({}, 5, tray));
    await submit();
    await waitFor(() => expect(screen.getByRole("group", { name: "Packs" })).toHaveTextContent(text));
  });

  test("twelve packs at most", async () => {
    const many = Array.from({ length: 11 }, (_, index) => aPack(80 + index, `Box ${index}`, null, 1 + index, 100));
    open(inPacks([half, ...many]));
    expect(button("Add a pack")).toBeDisabled();
    expect(screen.getByText("A sweet has at most 12 packs")).toBeVisible();
  });

  test("after a change by somebody else what was typed stays in its rows, and the rest is the latest", async () => {
    save.mockResolvedValue(failure("stale_version", "Changed."));
    const now = [aPack(70, "250 g", 250, 1, 205), { ...half, price: 385 }, aPack(74, "2 kg", 2000, 8, 1400)];
    reload.mockResolvedValue(success(inPacks(now, { version: 5 })));
    open(inPacks());
    await fill(field(1, /^Label/), "Small");
    await fill("Price (₹)", "400");
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    await waitFor(() => expect(field(1, "Sells at (₹)")).toHaveValue(205));
    expect(field(1, /^Label/)).toHaveValue("Small");
    expect(screen.getByLabelText("Price (₹)")).toHaveValue(400);
    expect(field(3, "Weight (g)")).toHaveValue(2000);
    expect(screen.queryByRole("group", { name: "Pack 4" })).toBeNull();
  });

  test("what was typed before a login is there again, over the packs of today", async () => {
    const before = valuesOf(inPacks());
    const typed = { ...before, packs: before.packs.map((row, at) => (at === 0 ? { ...row, price: "215" } : row)) };
    storeDraft("sweet:7", { typed, before });
    open(inPacks([aPack(70, "250 g", 250, 1, 200), { ...half, price: 385 }]));
    await waitFor(() => expect(field(1, "Sells at (₹)")).toHaveValue(215));
    expect(screen.getByLabelText("Price (₹)")).toHaveValue(385);
    expect(screen.queryByRole("group", { name: "Pack 3" })).toBeNull();
  });
});

test("over another version the default that was chosen here stays, and a pack that is gone comes back when it was changed", () => {
  const before = valuesOf(inPacks());
  const withDefault = (at: number) => before.packs.map((pack, index) => ({ ...pack, isDefault: index === at }));
  const typed = { ...before, price: "720", packs: withDefault(2) };
  const now = { ...before, price: "205", packs: withDefault(0).filter(({ packId }) => packId !== "71") };
  const both = rebased(typed, before, now);
  expect(both.packs.map(({ packId, isDefault }) => [packId, isDefault])).toEqual([
    ["70", false],
    ["72", true],
  ]);
  expect(both.price).toBe("720");
  const changed = { ...before, packs: before.packs.map((pack, at) => (at === 1 ? { ...pack, label: "Half" } : pack)) };
  expect(rebased(changed, before, now).packs).toMatchObject([
    { packId: "70" },
    { packId: "", label: "Half" },
    { packId: "72" },
  ]);
});
