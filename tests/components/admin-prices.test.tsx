// The table of all prices: typed, by per cent, from a file; what is shown before it is saved, and what others change meanwhile.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { PermissionsProvider } from "@/components/admin/permissions";
import { PricesScreen } from "@/components/admin/sweets/prices-screen";
import type { SavePrices } from "@/components/admin/sweets/use-prices";
import type { LastSave } from "@/lib/catalogue/price-queries";
import type { PricedPack } from "@/lib/catalogue/price-rules";
import type { NewPrice } from "@/lib/catalogue/price-schema";
import { button, failure, fill, formSent, lastToast, press, rowsOf, success, texts } from "./forms";

const refresh = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", async (original) => ({ ...(await original<object>()), useRouter: () => ({ refresh }) }));
beforeEach(() => sessionStorage.clear());

const pack = (packId: number, price: number, more: Partial<PricedPack> = {}): PricedPack => ({
  ...{ productId: 61, name: "Kaju Katli", category: "Traditional Sweets", packId, label: "250 g", price },
  ...{ active: true, version: 3, grams: 250, units: 1, ...more },
});
const packs = [
  pack(71, 349),
  pack(72, 679, { label: "500 g", grams: 500, units: 2 }),
  pack(80, 40, { productId: 62, name: "Plum Cake", category: "Cakes", label: "1 piece", grams: null, active: false }),
];
const rowsSent = (action: SavePrices, call = -1) =>
  JSON.parse(String(formSent(action, call).get("rows"))) as NewPrice[];
/** An action that saves whatever it is sent. */
const saves = () =>
  vi.fn<SavePrices>(async (_, form) => {
    const rows = JSON.parse(String(form.get("rows"))) as NewPrice[];
    const saved = rows.map((row) => ({ ...packs.find(({ packId }) => packId === row.packId)!, ...row }));
    return success({ rows: saved.map((row) => ({ ...row, version: row.version + 1 })) });
  });
function show(action: SavePrices, lastSave: LastSave | null = null, shown = packs) {
  const ui = (packs: PricedPack[]) => <PricesScreen {...{ packs, lastSave, action }} today="2026-11-24" />;
  const { rerender } = render(ui(shown));
  return (packs: PricedPack[]) => rerender(ui(packs));
}
const field = (name: string) => screen.getByRole("textbox", { name: `New price of ${name}` });
const [SMALL, LARGE, CAKE] = ["Kaju Katli, 250 g", "Kaju Katli, 500 g", "Plum Cake"];
const cake = () => screen.getByRole("textbox", { name: /New price of Plum Cake/ });
const typedPrices = () => [field(SMALL), field(LARGE), cake()].map((one) => (one as HTMLInputElement).value);

test("what was typed is shown as a list before it is saved, with the sweets' versions, and can be undone", async () => {
  const action = saves();
  show(action);
  expect(rowsOf("Prices")).toEqual([
    ["Select", "Sweet", "Unit price", "Today", "New price", "Change"],
    ["", "Kaju Katli 250 g ", "₹139.60 per 100 g", "₹349", "", ""],
    ["", "Kaju Katli 500 g ", "₹135.80 per 100 g", "₹679", "", ""],
    ["", "Plum Cake 1 piece Off sale", "", "₹40", "", ""],
  ]);
  await fill(field(SMALL), "366");
  await fill(cake(), "38");
  // The same price is no change.
  await fill(field(LARGE), "679");
  expect(screen.getByText("2 prices change, from −5 % to +4.9 %")).toBeVisible();
  await press("Review and save");
  expect(action).not.toHaveBeenCalled();
  await screen.findByRole("dialog", { name: "Save 2 prices?" });
  expect(rowsOf("What changes").slice(1)).toEqual([
    ["Kaju Katli, 250 g", "₹349", "₹366", "+4.9 %"],
    [CAKE, "₹40", "₹38", "−5 %"],
  ]);
  await press("Save 2 prices");
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "2 prices saved" }));
  expect(rowsSent(action)).toEqual([
    { productId: 61, packId: 71, price: 366, version: 3 },
    { productId: 62, packId: 80, price: 38, version: 3 },
  ]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(typedPrices()).toEqual(["", "", ""]);
  lastToast()?.action?.onPress();
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "2 prices as before" }));
  expect(rowsSent(action)).toEqual([
    { productId: 61, packId: 71, price: 349, version: 4 },
    { productId: 62, packId: 80, price: 40, version: 4 },
  ]);
});

test("per cent are filled in for all that are listed, or for those that are ticked, from the prices of today", async () => {
  show(saves());
  await userEvent.selectOptions(screen.getByLabelText("Filter by category"), "Traditional Sweets");
  await fill("By per cent", "5");
  await press("Fill in all 2 prices listed");
  await userEvent.selectOptions(screen.getByLabelText("Filter by category"), "All Categories");
  expect(typedPrices()).toEqual(["366", "713", ""]);
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Kaju Katli, 500 g" }));
  await userEvent.selectOptions(screen.getByLabelText("Rounded to"), "10 rupees");
  await press("Fill in 1 price selected");
  expect(typedPrices()).toEqual(["366", "710", ""]);
  await userEvent.selectOptions(screen.getByLabelText("Change"), "Lower");
  await fill("By per cent", "2,5 %");
  await userEvent.click(screen.getByRole("checkbox", { name: "Select all" }));
  await press("Fill in 3 prices selected");
  expect(typedPrices()).toEqual(["340", "660", ""]);
  await fill("By per cent", "100");
  await press("Fill in 3 prices selected");
  expect(screen.getByText("Please enter a number between 0 and 100")).toBeVisible();
  await press("Discard");
  expect(typedPrices()).toEqual(["", "", ""]);
});

test("Enter and the arrows lead from price to price, Escape restores, and what is no price is said", async () => {
  show(saves());
  await userEvent.type(field(SMALL), "36o{Enter}");
  expect(field(LARGE)).toHaveFocus();
  expect(field(SMALL)).toHaveAccessibleDescription('"36o" is not a price');
  expect(button("Review and save")).toBeDisabled();
  await userEvent.keyboard("700{ArrowDown}");
  expect(cake()).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}{Escape}");
  expect(field(SMALL)).toHaveFocus();
  expect(typedPrices()).toEqual(["", "700", ""]);
  expect(button("Review and save")).toBeEnabled();
});

test("a search of words leaves what was typed in others, which is saved with it", async () => {
  show(saves());
  await fill(field(LARGE), "700");
  await fill("Search prices", "plum piece");
  expect(screen.getAllByRole("row")).toHaveLength(2);
  expect(screen.getByText("1 price changes, by +3.1 %")).toBeVisible();
  await fill("Search prices", "katli २५०");
  expect(screen.getAllByRole("row")).toHaveLength(2);
  await fill("Search prices", "barfi");
  expect(screen.getByText("No prices found")).toBeVisible();
});

/** Two prices that are typed and refused. */
async function refused(action: SavePrices) {
  const update = show(action);
  await fill(field(SMALL), "366");
  await fill(cake(), "45");
  await press("Review and save");
  await userEvent.click(await screen.findByRole("button", { name: "Save 2 prices" }));
  return { update, alert: await screen.findByRole("alert") };
}

test("what others changed meanwhile is said, and what was typed stays", async () => {
  const action = vi.fn<SavePrices>(async () => failure("stale_version", "Refused.", { items: [61] }));
  const { update, alert } = await refused(action);
  await waitFor(() => expect(alert).toHaveFocus());
  expect(refresh).toHaveBeenCalled();
  update(packs.map((one) => (one.packId === 71 ? { ...one, price: 355, version: 4 } : one)));
  expect(texts(within(alert).getAllByRole("listitem"))).toEqual(["Kaju Katli, 250 g: now ₹355, was ₹349"]);
  expect(typedPrices()).toEqual(["366", "", "45"]);
  update(packs.map((one) => ({ ...one, version: 4 })));
  expect(within(alert).getByText(/Their prices are the same as before/)).toBeVisible();
  action.mockImplementation(saves());
  await press("Review and save");
  await userEvent.click(await screen.findByRole("button", { name: "Save 2 prices" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(rowsSent(action).map(({ version }) => version)).toEqual([4, 4]);
});

test("a pack that is not there any more is named, and the others can be saved", async () => {
  const action = vi.fn<SavePrices>(async () => failure("not_found", "Refused.", { fields: { "1.packId": "None" } }));
  const { update, alert } = await refused(action);
  update(packs.slice(0, 2));
  expect(within(alert).getByText("Plum Cake: not there any more")).toBeVisible();
  expect(screen.getByText("1 price changes, by +4.9 %")).toBeVisible();
});

test("a shop that was not reached is said, and the list stays open", async () => {
  show(vi.fn<SavePrices>(async () => Promise.reject(new TypeError("Failed to fetch"))));
  await fill(cake(), "450");
  await press("Review and save");
  await screen.findByText("By more than 50 %: 1 price");
  await press("Save 1 price");
  await waitFor(() => expect(lastToast()).toMatchObject({ type: "error" }));
  expect(screen.getByRole("dialog")).toBeVisible();
});

test("a file fills in prices, or says what is wrong with it and changes nothing", async () => {
  show(saves());
  const file = (text: string) => new File([text], "prices.csv", { type: "text/csv" });
  const input = screen.getByLabelText("Take prices from a CSV file");
  await userEvent.upload(input, file('productId,packId,price\n61,71,366\n61,72,"12o"'));
  expect(await screen.findByText('Line 3: "12o" is not a price')).toBeVisible();
  expect(typedPrices()).toEqual(["", "", ""]);
  await fill(field(LARGE), "700");
  await userEvent.upload(input, file("\ufeffproductId;packId;price\n61;71;366,00\n61;72;679,00"));
  await waitFor(() => expect(typedPrices()).toEqual(["366", "", ""]));
  expect(screen.queryByText(/Line 3/)).toBeNull();
});

test("the last save is said, and restored after it was shown", async () => {
  const action = saves();
  const undo = [{ productId: 61, packId: 71, price: 339, version: 3 }];
  show(action, { at: "2026-11-24T05:01:00.000Z", by: "Asha", prices: 1, undo });
  expect(screen.getByText(/^Last save: 1 price changed at 10:31 am by Asha/)).toBeVisible();
  await press("Undo");
  await userEvent.click(await screen.findByRole("button", { name: "Restore 1 price" }));
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "1 price as before" }));
  expect(rowsSent(action)).toEqual(undo);
});

test("a save that was edited since has no Undo", () => {
  show(saves(), { at: "2026-11-22T05:01:00.000Z", by: "Asha", prices: 42, undo: null });
  expect(screen.getByText(/changed on 22 Nov 2026, 10:31 am by Asha · edited since/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("whoever may only look sees the prices, and no fields", () => {
  render(
    <PermissionsProvider permissions={["sweets:read"]}>
      <PricesScreen packs={packs} lastSave={null} today="2026-11-24" action={saves()} />
    </PermissionsProvider>,
  );
  expect(rowsOf("Prices")[1]).toEqual(["Kaju Katli 250 g ", "₹139.60 per 100 g", "₹349"]);
  expect(screen.queryAllByRole("textbox")).toEqual([]);
  expect(screen.queryAllByRole("checkbox")).toEqual([]);
});

test("what was typed is there again after the page was left", async () => {
  show(saves());
  await fill(cake(), "45");
  window.dispatchEvent(new Event("pagehide"));
  document.body.replaceChildren();
  show(saves());
  await waitFor(() => expect(cake()).toHaveValue("45"));
});
