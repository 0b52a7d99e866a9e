import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SalesTable } from "@/components/admin/reports/sales-report";
import { cropSquare, moveCrop } from "@/components/admin/sweets/crop";
import { SweetForm, type SweetFormProps } from "@/components/admin/sweets/sweet-form";
import { Sweets } from "@/components/admin/sweets/sweet-list";
import { StockBadges } from "@/components/admin/sweets/sweet-rows";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { detailsInput } from "@/lib/catalogue/details";
import { adminListQuery } from "@/lib/catalogue/schema";
import type { ActionFailure } from "@/lib/http/action-state";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), refresh: vi.fn() }),
}));

const save = vi.fn<SweetFormProps["action"]>();

const sweet: AdminSweet = {
  id: 7,
  name: "Kaju Katli",
  slug: "kaju-katli",
  description: "Cashew fudge.",
  price: 560,
  category: "Traditional Sweets",
  quantity: 24,
  image: null,
  imageAlt: null,
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-01-01T00:00:00.000Z",
  featured: true,
  sugarFree: false,
  giftBox: false,
  isAvailable: true,
  prepHours: 0,
  travels: true,
  hsn: "2106",
  packs: [
    { id: 70, label: "250 g", grams: 250, units: 1, price: 560, pricePerKg: 2240, available: 24, isDefault: true },
  ],
  allPacks: [{ id: 70, label: "250 g", grams: 250, units: 1, price: 560, isDefault: true, active: true }],
  details: detailsInput.parse({ netWeightGrams: 250, allergens: ["Nuts"], vegetarian: true }),
  picture: null,
  held: 3,
  version: 4,
  own: { prepHours: null, travels: true, hsn: "080132" },
};

const onSaved = vi.fn();
const reload = vi.fn();
beforeEach(() => save.mockReset());
afterEach(() => vi.clearAllMocks());

const open = (what: AdminSweet | null, action: SweetFormProps["action"] = save) =>
  render(<SweetForm sweet={what} action={action} cancel={null} onSaved={onSaved} reload={reload} />);
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const fieldsSent = () => Object.fromEntries(save.mock.calls[0]?.[1] ?? new FormData());
const saved = (message: string) => ({ ok: true as const, data: { message } });
const refused = (code: ActionFailure["code"], message: string): ActionFailure => ({
  ok: false,
  code,
  message,
  fields: {},
  values: {},
});

test("an empty form shows an error at each required field, and sends nothing", async () => {
  open(null);
  await userEvent.click(screen.getByRole("button", { name: "Add Sweet" }));
  for (const [label, text] of [
    ["Name", "Name must be at least 2 characters"],
    ["Category", "Please select a category"],
    ["Description", "Please enter a description"],
    ["Price (₹)", "Price must be greater than 0"],
    ["Quantity", "Quantity must be 0 or greater"],
  ] as const)
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
  expect(save).not.toHaveBeenCalled();
});

test("a new sweet sends every field", async () => {
  save.mockResolvedValue(saved("Sweet added successfully"));
  open(null);
  await userEvent.type(screen.getByLabelText("Name"), "Anjeer Barfi");
  await userEvent.selectOptions(screen.getByLabelText("Category"), "Sugar-Free");
  await userEvent.type(screen.getByLabelText("Description"), "Figs.");
  await userEvent.type(screen.getByLabelText("Price (₹)"), "640.5");
  await userEvent.type(screen.getByLabelText("Quantity"), "12");
  await userEvent.click(screen.getByRole("button", { name: "Add Sweet" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith("Sweet added successfully"));
  expect(fieldsSent()).toMatchObject({
    name: "Anjeer Barfi",
    category: "Sugar-Free",
    price: "640.5",
    quantity: "12",
    allergens: "",
    prepHours: "",
    travels: "",
    hsn: "",
  });
  expect(fieldsSent()).not.toHaveProperty("id");
  expect(fieldsSent()).not.toHaveProperty("featured");
});

test("an edit sends the fields with the version and the stock that were seen", async () => {
  save.mockResolvedValue(saved("Sweet updated successfully"));
  open(sweet);
  expect(screen.getByText("24 free, 3 held")).toBeVisible();
  await userEvent.clear(screen.getByLabelText("Quantity"));
  await userEvent.type(screen.getByLabelText("Quantity"), "30");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith("Sweet updated successfully"));
  expect(fieldsSent()).toMatchObject({ id: "7", quantity: "30", stockWas: "24", version: "4", featured: "on" });
});

test("preparation and courier show what the owner has set, not the default of the kind", async () => {
  save.mockResolvedValue(saved("Sweet updated successfully"));
  open({ ...sweet, category: "Cakes", prepHours: 24 });
  expect(screen.getByLabelText(/^Preparation/)).toHaveValue(null);
  expect(screen.getByLabelText(/^Preparation/)).toHaveAttribute("placeholder", "Cakes 24, others 0");
  expect(screen.getByLabelText("Travels by courier")).toHaveDisplayValue("Yes");
  expect(screen.getByLabelText(/^HSN code/)).toHaveValue("080132");
  await userEvent.type(screen.getByLabelText(/^Preparation/), "721");
  await userEvent.selectOptions(screen.getByLabelText("Travels by courier"), "No");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() =>
    expect(screen.getByLabelText(/^Preparation/)).toHaveAccessibleDescription(/Preparation must be 720 hours or less/),
  );
  await userEvent.clear(screen.getByLabelText(/^Preparation/));
  await userEvent.type(screen.getByLabelText(/^Preparation/), "48");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(fieldsSent()).toMatchObject({ prepHours: "48", travels: "no" });
});

test("a newer version is reported, and what was typed stays when it is loaded", async () => {
  save.mockResolvedValue(refused("stale_version", "This sweet has been changed in the meantime."));
  reload.mockResolvedValue({ ok: true, data: { ...sweet, description: "New words.", version: 5 } });
  open(sweet);
  await userEvent.clear(screen.getByLabelText("Price (₹)"));
  await userEvent.type(screen.getByLabelText("Price (₹)"), "600");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to update sweetThis sweet has been changed in the meantime.",
  );
  await userEvent.click(screen.getByRole("button", { name: "Load the latest version" }));
  await waitFor(() => expect(screen.getByLabelText("Description")).toHaveValue("New words."));
  expect(screen.getByLabelText("Price (₹)")).toHaveValue(600);
});

test.each(["stale_version", "insufficient_stock"] as const)(
  "after %s the newer stock is moved by what was typed",
  async (code) => {
    save.mockResolvedValue(refused(code, "Refused."));
    reload.mockResolvedValue({ ok: true, data: { ...sweet, quantity: 4, version: 5 } });
    open(sweet);
    await userEvent.clear(screen.getByLabelText("Quantity"));
    await userEvent.type(screen.getByLabelText("Quantity"), "30");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    await waitFor(() => expect(screen.getByLabelText("Quantity")).toHaveValue(10));
    save.mockReset().mockResolvedValue(saved("Sweet updated successfully"));
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    expect(fieldsSent()).toMatchObject({ quantity: "10", stockWas: "4", version: "5" });
  },
);

test("a sweet with more in stock than may be typed can be edited", async () => {
  save.mockResolvedValue(saved("Sweet updated successfully"));
  open({ ...sweet, quantity: 150_000 });
  await userEvent.type(screen.getByLabelText("Name"), " Deluxe");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(fieldsSent()).toMatchObject({ name: "Kaju Katli Deluxe", quantity: "150000", stockWas: "150000" });
});

test("a lost connection shows the failure in the form; nothing typed is lost", async () => {
  open(sweet, lost);
  await userEvent.type(screen.getByLabelText("Name"), " Deluxe");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to update sweet");
  expect(screen.getByLabelText("Name")).toHaveValue("Kaju Katli Deluxe");
});

test("a new sweet that could not be saved shows the reason below the title", async () => {
  open(null, lost);
  await userEvent.type(screen.getByLabelText("Name"), "Anjeer Barfi");
  await userEvent.selectOptions(screen.getByLabelText("Category"), "Sugar-Free");
  await userEvent.type(screen.getByLabelText("Description"), "Figs.");
  await userEvent.type(screen.getByLabelText("Price (₹)"), "640.5");
  await userEvent.type(screen.getByLabelText("Quantity"), "12");
  await userEvent.click(screen.getByRole("button", { name: "Add Sweet" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to add sweetFailed to create sweet");
});

test.each([
  ["are refused", async () => refused("not_found", "Sweet not found.")],
  ["do not come", lost],
])("an edit whose details %s has those of the list, and says so in the console", async (_, load) => {
  const warn = vi.mocked(console.warn).mockImplementation(() => {});
  const actions = { add: save, edit: save, remove: save, quickEdit: save, restock: save, sell: save, load };
  const list = { meta: { page: 1, pageSize: 20, totalPages: 1, total: 1, all: 1 }, query: adminListQuery.parse({}) };
  render(<Sweets sweets={[sweet]} {...list} adjusting={null} actions={actions} done={null} />);
  await userEvent.click(screen.getByRole("button", { name: "Edit Kaju Katli" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Sweet" }));
  expect(await dialog.findByLabelText("Name")).toHaveValue("Kaju Katli");
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Sweet 7 could not be loaded/));
  warn.mockClear();
});

test.each([
  [0, ["Out of Stock"]],
  [1, ["In Stock", "Low Stock"]],
  [4, ["In Stock", "Low Stock"]],
  [5, ["In Stock"]],
])("%i in stock: %j", (quantity, texts) => {
  const { container } = render(<StockBadges quantity={quantity} />);
  expect([...container.querySelectorAll(".badge")].map((badge) => badge.textContent)).toEqual(texts);
});

test("the chart's table holds every day with its revenue", () => {
  render(
    <SalesTable
      days={[
        { date: "2025-11-12", revenue: 0 },
        { date: "2025-11-13", revenue: 1234.5 },
      ]}
    />,
  );
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "DayRevenue",
    "12 Nov 2025₹0",
    "13 Nov 2025₹1,234.50",
  ]);
});

test("the square stays inside the picture however it is moved and enlarged", () => {
  expect(cropSquare({ x: 0.5, y: 0.5, zoom: 1 }, 1200, 800)).toEqual({ left: 200, top: 0, side: 800 });
  const far = moveCrop({ x: 0.5, y: 0.5, zoom: 1 }, { x: 9, y: -9, zoom: 2 }, 1200, 800);
  expect(cropSquare(far, 1200, 800)).toEqual({ left: 800, top: 0, side: 400 });
  expect(moveCrop(far, { zoom: 99 }, 1200, 800).zoom).toBe(4);
});
