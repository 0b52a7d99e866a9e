// The packs in the form of a sweet: what the owner types, what is sent, and where errors stand.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { storeDraft } from "@/components/admin/draft";
import { SweetForm, type SweetFormProps } from "@/components/admin/sweets/sweet-form";
import { rebased, valuesOf } from "@/components/admin/sweets/sweet-values";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { newSweetForm, sweetForm } from "@/lib/catalogue/schema";
import { anAdminSweet, aPack } from "./fixtures";
import { button, failure, fill, press, sent, success } from "./forms";

const save = vi.fn<SweetFormProps["action"]>();
const reload = vi.fn();
beforeEach(() => void save.mockResolvedValue(success({ message: "Sweet updated successfully" })));

const half = aPack(71, "500 g", 500, 2, 380);
const tray = [aPack(70, "250 g", 250, 1, 200), half, aPack(72, "1 kg", 1000, 4, 720)];
const inPacks = (packs = tray, more: Partial<AdminSweet> = {}) => anAdminSweet(more, 20, packs);

const plain = () => anAdminSweet({}, 12, [{ ...half, units: 1 }]);

const open = (sweet: AdminSweet | null) =>
  render(<SweetForm sweet={sweet} action={save} reload={reload} onCancel={vi.fn()} onSaved={vi.fn()} />);
const packNumber = (number: number) => within(screen.getByRole("group", { name: `Pack ${number}` }));
const field = (number: number, label: RegExp | string) => packNumber(number).getByLabelText(label);
const PRICE = "Price (₹)";
const WEIGHT = /^Weight/;
const expectError = (number: number, label: RegExp | string, text: string) =>
  expect(field(number, label)).toHaveAccessibleDescription(text);
const choose = (by: "By weight" | "By the piece") => userEvent.click(screen.getByLabelText(by));
const submit = () => press("Save Changes");
const sentForm = async () => {
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  return sweetForm.parse(sent(save));
};
const sentNew = async () => {
  await fill("Name", "Anjeer Barfi");
  await userEvent.selectOptions(screen.getByLabelText("Category"), "Sugar-Free");
  await fill("Description", "Figs.");
  await fill("Quantity", "12");
  await press("Add Sweet");
  await waitFor(() => expect(save).toHaveBeenCalled());
  return newSweetForm.parse(sent(save));
};

describe("a new sweet", () => {
  test("by weight: a click for each usual pack, one price typed, the others in proportion, and no units", async () => {
    open(null);
    await choose("By weight");
    for (const weight of ["500 g", "250 g", "1 kg"]) await press(weight);
    expect(button("250 g")).toHaveAttribute("aria-pressed", "true");
    await fill(field(1, PRICE), "379");
    await waitFor(() => expect(field(3, PRICE)).toHaveValue(758));
    expect(field(2, PRICE)).toHaveValue(190);
    expect(packNumber(2).getByText("₹76 per 100 g, proposed")).toBeVisible();
    await fill(field(3, PRICE), "739");
    await fill(field(1, PRICE), "380");
    expect(field(3, PRICE)).toHaveValue(739);
    await userEvent.click(field(1, "Default"));
    expect(await sentNew()).toMatchObject({
      price: 380,
      quantity: 12,
      details: { netWeightGrams: 500 },
      packs: [
        { label: "500 g", grams: 500, units: 2, price: 380, isDefault: true },
        { label: "250 g", grams: 250, units: 1, price: 190, isDefault: false },
        { label: "1 kg", grams: 1000, units: 4, price: 739, isDefault: false },
      ],
    });
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription("In 500 g packs: 6 kg");
  });

  test("of another weight, whose pack has a name, and without a price first", async () => {
    open(null);
    await choose("By weight");
    await fill(field(1, WEIGHT), "200");
    await fill(field(1, /^Label/), "Small tin");
    await press("Another weight");
    expect(field(2, WEIGHT)).toHaveFocus();
    await fill(field(2, WEIGHT), "300");
    await fill(field(2, PRICE), "330");
    await waitFor(() => expect(field(1, PRICE)).toHaveValue(220));
    expect((await sentNew()).packs).toMatchObject([
      { label: "Small tin", grams: 200, units: 2 },
      { label: "300 g", grams: 300, units: 3 },
    ]);
  });

  test("by the piece: one piece unless it is said, boxes with their pieces", async () => {
    open(null);
    expect(screen.getByLabelText("By the piece")).toBeChecked();
    await press("One piece");
    await fill(field(1, PRICE), "20");
    await press("Box of 6");
    await waitFor(() => expect(field(2, PRICE)).toHaveValue(120));
    await press("Box of 12");
    await press("Another pack");
    await fill(field(3, PRICE), "228");
    expect(packNumber(3).getByText("₹19 per piece")).toBeVisible();
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription("In pieces");
    await userEvent.click(field(2, "Default"));
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription("In packs (Box of 6)");
    expect(await sentNew()).toMatchObject({
      price: 120,
      packs: [
        { label: "1 piece", grams: null, units: 1, price: 20 },
        { label: "Box of 6", grams: null, units: 6, price: 120, isDefault: true },
        { label: "Box of 12", grams: null, units: 12, price: 228 },
      ],
    });
  });

  test("what is wrong is said at a field that is there, in its words", async () => {
    open(null);
    await fill(field(1, "Pieces"), "1.5");
    await press("Add Sweet");
    await waitFor(() => expectError(1, "Pieces", "Pieces must be a whole number"));
    await choose("By weight");
    expect(field(1, WEIGHT)).toHaveValue(null);
    await press("Add Sweet");
    await waitFor(() => expectError(1, WEIGHT, "Weight must be in whole grams"));
    expectError(1, PRICE, "Price must be greater than 0");
    await fill(field(1, WEIGHT), "1001");
    await press("250 g");
    await press("Add Sweet");
    const text = "This weight has too little in common with the others. Please choose a rounder one.";
    await waitFor(() => expectError(1, WEIGHT, text));
  });
});

describe("a sweet with one pack", () => {
  test("sends the same pack, and nothing of the stock", async () => {
    open(plain());
    expect(packNumber(1).queryByLabelText("Default")).toBeNull();
    const input = await sentForm();
    expect(input).toMatchObject({ price: 380, details: { netWeightGrams: 500 } });
    expect(input.packs).toEqual([
      { id: 71, label: "500 g", grams: 500, units: 1, price: 380, active: true, isDefault: true },
    ]);
    expect(input).not.toHaveProperty("quantity");
  });

  test("gets smaller and larger packs: the unit of its stock becomes smaller", async () => {
    open(plain());
    await press("250 g");
    await waitFor(() => expect(field(2, PRICE)).toHaveValue(190));
    await fill(field(2, PRICE), "200");
    expect(packNumber(2).getByText("₹80 per 100 g")).toBeVisible();
    expect(packNumber(1).getByText("₹76 per 100 g")).toBeVisible();
    await press("1 kg");
    await fill(field(3, /^Label/), "Family box");
    expect((await sentForm()).packs).toEqual([
      { id: 71, label: "500 g", grams: 500, units: 2, price: 380, active: true, isDefault: true },
      { id: undefined, label: "250 g", grams: 250, units: 1, price: 200, active: true, isDefault: false },
      { id: undefined, label: "Family box", grams: 1000, units: 4, price: 760, active: true, isDefault: false },
    ]);
  });

  test("a row that stays empty is no pack", async () => {
    open(plain());
    await press("Another weight");
    expect((await sentForm()).packs).toHaveLength(1);
  });
});

describe("a sweet with several packs", () => {
  test("shows all, those that are off too, and sends what was edited", async () => {
    open(anAdminSweet({ held: 2.5 }, 21, [...tray, { ...aPack(73, "Tin", null, 3, 900), active: false }]));
    expect(screen.getByLabelText("By weight")).toBeChecked();
    expect(screen.getByLabelText("Quantity")).toHaveAccessibleDescription(
      "In 500 g packs: 5 kg. 10 × 500 g and 1 × 250 g (5.25 kg) free, 2.5 × 500 g held",
    );
    expect(field(4, "On sale")).not.toBeChecked();
    expect(field(4, /^Label/)).toHaveValue("Tin");
    await userEvent.click(field(3, "On sale"));
    await fill(field(2, PRICE), "400");
    expect(packNumber(2).getByText("₹80 per 100 g")).toBeVisible();
    const input = await sentForm();
    expect(input).toMatchObject({ price: 400, details: { netWeightGrams: 500 } });
    expect(input.packs).toMatchObject([
      { id: 70, price: 200, units: 1, active: true },
      { id: 71, price: 400, units: 2, isDefault: true },
      { id: 72, units: 4, active: false },
      { id: 73, label: "Tin", grams: null, units: 3, active: false },
    ]);
  });

  test("another default: its price and weight are the sweet's", async () => {
    open(inPacks());
    await userEvent.click(field(3, "Default"));
    await fill(field(2, PRICE), "390");
    const input = await sentForm();
    expect(input).toMatchObject({ price: 720, details: { netWeightGrams: 1000 } });
    expect(input.packs).toMatchObject([
      { id: 70, isDefault: false },
      { id: 71, price: 390, grams: 500, isDefault: false },
      { id: 72, price: 720, grams: 1000, isDefault: true },
    ]);
  });

  test("a removed pack is not sent, the last button gets the focus, and one of the stored packs stays", async () => {
    open(inPacks());
    await press("Remove 250 g");
    expect(button("Another weight")).toHaveFocus();
    await press("Remove 1 kg");
    await press("250 g");
    await userEvent.click(field(2, "Default"));
    expect(screen.queryByRole("button", { name: "Remove 500 g" })).toBeNull();
    expect((await sentForm()).packs).toMatchObject([
      { id: 71, units: 2, isDefault: false },
      { label: "250 g", units: 1, isDefault: true },
    ]);
  });

  test("wrong values have their errors at their fields, and nothing is sent", async () => {
    open(inPacks());
    await press("Another weight");
    await fill(field(1, PRICE), "0");
    await fill(field(3, WEIGHT), "");
    await fill(field(4, WEIGHT), "250");
    await fill(field(4, PRICE), "1.005");
    await submit();
    await waitFor(() => expectError(1, PRICE, "Price must be greater than 0"));
    expect(field(1, PRICE)).toHaveFocus();
    expectError(3, WEIGHT, "Weight must be in whole grams");
    expectError(4, PRICE, "Use at most two decimals");
    expect(save).not.toHaveBeenCalled();
    await fill(field(1, PRICE), "210");
    await waitFor(() => expectError(1, PRICE, ""));
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

  test("a refusal of what a pack takes stands at its weight, which has the focus, and goes when a row is removed", async () => {
    const text = "This pack was sold or is in a cart, so it keeps its part of the stock.";
    save.mockResolvedValue(failure("invalid", text, { fields: { "packs.2.units": text } }));
    open(inPacks());
    await fill(field(3, WEIGHT), "1250");
    await submit();
    await waitFor(() => expectError(3, WEIGHT, text));
    expect(field(3, WEIGHT)).toHaveFocus();
    await press("Remove 250 g");
    await waitFor(() => expectError(2, WEIGHT, ""));
  });

  test("a refusal of all packs stands above the rows", async () => {
    const text = "The stock of 5 units cannot be counted in units that are 2 times as large. Correct the stock first.";
    save.mockResolvedValue(failure("invalid", text, { fields: { packs: text } }));
    open(anAdminSweet({}, 5, tray));
    await submit();
    await waitFor(() => expect(screen.getByRole("group", { name: "Packs and prices" })).toHaveTextContent(text));
  });

  test("twelve packs at most", async () => {
    const many = Array.from({ length: 11 }, (_, index) => aPack(80 + index, `Box ${index}`, null, 1 + index, 100));
    open(inPacks([half, ...many]));
    expect(button("Another weight")).toBeDisabled();
    expect(button("250 g")).toBeDisabled();
    expect(screen.getByText("A sweet has at most 12 packs")).toBeVisible();
  });

  test("after a change by somebody else what was typed stays in its rows, and the rest is the latest", async () => {
    save.mockResolvedValue(failure("stale_version", "Changed."));
    const now = [aPack(70, "250 g", 250, 1, 205), { ...half, price: 385 }, aPack(74, "2 kg", 2000, 8, 1400)];
    reload.mockResolvedValue(success(inPacks(now, { version: 5 })));
    open(inPacks());
    await fill(field(1, /^Label/), "Small");
    await fill(field(2, PRICE), "400");
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    await waitFor(() => expect(field(1, PRICE)).toHaveValue(205));
    expect(field(1, /^Label/)).toHaveValue("Small");
    expect(field(2, PRICE)).toHaveValue(400);
    expect(field(3, WEIGHT)).toHaveValue(2000);
    expect(screen.queryByRole("group", { name: "Pack 4" })).toBeNull();
  });

  test("what was typed before a login is there again, over the packs of today", async () => {
    const before = valuesOf(inPacks());
    const typed = { ...before, packs: before.packs.map((row, at) => (at === 0 ? { ...row, price: "215" } : row)) };
    storeDraft("sweet:7", { typed, before });
    open(inPacks([aPack(70, "250 g", 250, 1, 200), { ...half, price: 385 }]));
    await waitFor(() => expect(field(1, PRICE)).toHaveValue(215));
    expect(field(2, PRICE)).toHaveValue(385);
    expect(screen.queryByRole("group", { name: "Pack 3" })).toBeNull();
  });
});

test("over another version the default that was chosen here stays, and a pack that is gone comes back when it was changed", () => {
  const before = valuesOf(inPacks());
  const withDefault = (at: number) => before.packs.map((pack, index) => ({ ...pack, isDefault: index === at }));
  const typed = { ...before, packs: withDefault(2) };
  const now = { ...before, packs: withDefault(0).filter(({ packId }) => packId !== "71") };
  const both = rebased(typed, before, now);
  expect(both.packs.map(({ packId, isDefault }) => [packId, isDefault])).toEqual([
    ["70", false],
    ["72", true],
  ]);
  const changed = { ...before, packs: before.packs.map((pack, at) => (at === 1 ? { ...pack, label: "Half" } : pack)) };
  expect(rebased(changed, before, now).packs).toMatchObject([
    { packId: "70" },
    { packId: "", label: "Half", units: "" },
    { packId: "72" },
  ]);
});
