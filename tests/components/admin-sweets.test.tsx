import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { cropSquare, moveCrop } from "@/components/admin/sweets/picture-field";
import { SweetForm, type SweetFormProps } from "@/components/admin/sweets/sweet-form";
import { Sweets } from "@/components/admin/sweets/sweet-list";
import type { AdminSweet } from "@/lib/catalogue/admin-queries";
import { detailSchemas, factSchemas } from "@/lib/catalogue/fact-schemas";
import { adminListQuery, newSweetForm } from "@/lib/catalogue/schema";
import { anAdminSweet } from "./fixtures";
import { failure, fill, lastToast, lost, press, sent, success } from "./forms";

vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ push: vi.fn(), replace: vi.fn(), refresh: vi.fn() }),
}));

const save = vi.fn<SweetFormProps["action"]>();
const onSaved = vi.fn();
const reload = vi.fn();

const own = { prepHours: null, travels: true, hsn: "080132" };
const sweet = anAdminSweet({ held: 3, own });
const saved = (message: string) => save.mockResolvedValue(success({ message }));
const open = (what: AdminSweet | null, action: SweetFormProps["action"] = save) =>
  render(<SweetForm sweet={what} action={action} reload={reload} onCancel={vi.fn()} onSaved={onSaved} />);
const submit = () => press("Save Changes");
async function fillIn() {
  await fill("Name", "Anjeer Barfi");
  await userEvent.selectOptions(screen.getByLabelText("Category"), "Sugar-Free");
  await fill("Description", "Figs.");
  await fill("Price (₹)", "640.5");
  await fill("Quantity", "12");
  await press("Add Sweet");
}

test("an empty form shows an error at each required field, and sends nothing", async () => {
  open(null);
  await press("Add Sweet");
  for (const [label, text] of [
    ["Name", "Name must be at least 2 characters"],
    ["Category", "Please select a category"],
    ["Description", "Please enter a description"],
    ["Price (₹)", "Price must be greater than 0"],
    ["Quantity", "Quantity must be 0 or greater In pieces"],
  ] as const)
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text));
  expect(save).not.toHaveBeenCalled();
});

test("a photo that is taken away is said so", async () => {
  saved("Sweet updated successfully");
  open({ ...sweet, image: "/media/tray.webp" });
  await press("Remove photo");
  await submit();
  await waitFor(() => expect(sent(save)).toMatchObject({ removeImage: "on" }));
});

test("a new sweet sends every field", async () => {
  saved("Sweet added successfully");
  open(null);
  await fillIn();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(lastToast()?.message).toBe("Sweet added successfully");
  expect(newSweetForm.parse(sent(save))).toEqual({
    ...{ name: "Anjeer Barfi", category: "Sugar-Free", description: "Figs.", price: 640.5, quantity: 12 },
    packs: [{ label: "1 piece", grams: null, units: 1, price: 640.5, active: true, isDefault: true }],
    ...factSchemas.initial,
    details: detailSchemas.initial,
  });
  expect(sent(save)).not.toHaveProperty("id");
});

test("an edit sends the fields with the version and the stock that were seen", async () => {
  saved("Sweet updated successfully");
  open(sweet);
  expect(screen.getByText("In 500 g packs: 12 kg. 24 × 500 g (12 kg) free, 3 × 500 g held")).toBeVisible();
  await fill("Quantity", "30");
  await submit();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(lastToast()?.message).toBe("Sweet updated successfully");
  expect(sent(save)).toMatchObject({ id: "7", quantity: "30", stockWas: "24", version: "4", featured: "true" });
});

test("preparation and courier show what the owner has set, not the default of the kind", async () => {
  saved("Sweet updated successfully");
  open({ ...sweet, category: "Cakes", prepHours: 24 });
  const preparation = screen.getByLabelText(/^Preparation/);
  expect(preparation).toHaveValue(null);
  expect(preparation).toHaveAttribute("placeholder", "Cakes 24, others 0");
  expect(screen.getByLabelText("Travels by courier")).toHaveDisplayValue("Yes");
  expect(screen.getByLabelText(/^HSN code/)).toHaveValue("080132");
  await fill(preparation, "721");
  await userEvent.selectOptions(screen.getByLabelText("Travels by courier"), "No");
  await submit();
  await waitFor(() => expect(preparation).toHaveAccessibleDescription(/Preparation must be 720 hours or less/));
  await fill(preparation, "48");
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(sent(save)).toMatchObject({ prepHours: "48", travels: "no" });
});

test("a newer version is reported, and what was typed stays when it is loaded", async () => {
  save.mockResolvedValue(failure("stale_version", "This sweet has been changed in the meantime."));
  reload.mockResolvedValue(success({ ...sweet, description: "New words.", version: 5 }));
  open(sweet);
  await fill("Price (₹)", "600");
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to update sweetThis sweet has been changed in the meantime.",
  );
  await press("Load the latest version");
  await waitFor(() => expect(screen.getByLabelText("Description")).toHaveValue("New words."));
  expect(screen.getByLabelText("Price (₹)")).toHaveValue(600);
});

test.each(["stale_version", "insufficient_stock"] as const)(
  "after %s the newer stock is moved by what was typed",
  async (code) => {
    save.mockResolvedValue(failure(code, "Refused."));
    reload.mockResolvedValue(success({ ...sweet, quantity: 4, version: 5 }));
    open(sweet);
    await fill("Quantity", "30");
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Load the latest version" }));
    await waitFor(() => expect(screen.getByLabelText("Quantity")).toHaveValue(10));
    saved("Sweet updated successfully");
    await submit();
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(sent(save)).toMatchObject({ quantity: "10", stockWas: "4", version: "5" });
  },
);

test("a sweet with more in stock than may be typed can be edited", async () => {
  saved("Sweet updated successfully");
  open({ ...sweet, quantity: 150_000 });
  await fill("Name", "Kaju Katli Deluxe");
  await submit();
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(sent(save)).toMatchObject({ name: "Kaju Katli Deluxe", quantity: "150000", stockWas: "150000" });
});

test("a lost connection shows the failure in the form; nothing typed is lost", async () => {
  const { unmount } = open(sweet, lost);
  await fill("Name", "Kaju Katli Deluxe");
  await submit();
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to update sweet");
  expect(screen.getByLabelText("Name")).toHaveValue("Kaju Katli Deluxe");
  unmount();
  open(null, lost);
  await fillIn();
  expect(await screen.findByRole("alert")).toHaveTextContent("Failed to add sweetFailed to create sweet");
});

test.each([
  ["are refused", async () => failure("not_found", "Sweet not found.")],
  ["do not come", lost],
])("an edit whose details %s has those of the list, and says so in the console", async (_, load) => {
  const warn = vi.mocked(console.warn).mockImplementation(() => {});
  const actions = {
    ...{ addSweet: save, editSweet: save, removeSweet: save, loadSweet: load },
    ...{ quickEdit: save, restockSweet: save, sellSweet: save },
  };
  const list = { meta: { page: 1, pageSize: 20, totalPages: 1, total: 1, all: 1 }, query: adminListQuery.parse({}) };
  render(<Sweets items={[sweet]} {...list} opened={null} actions={actions} />);
  await press("Edit Kaju Katli");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Sweet" }));
  expect(await dialog.findByLabelText("Name")).toHaveValue("Kaju Katli");
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Sweet 7 could not be loaded/));
  warn.mockClear();
});

test("the square stays inside the picture however it is moved and enlarged", () => {
  const size = { width: 1200, height: 800 };
  expect(cropSquare({ x: 0.5, y: 0.5, zoom: 1 }, size)).toEqual({ left: 200, top: 0, side: 800 });
  const far = moveCrop({ x: 0.5, y: 0.5, zoom: 1 }, { x: 9, y: -9, zoom: 2 }, size);
  expect(cropSquare(far, size)).toEqual({ left: 800, top: 0, side: 400 });
  expect(moveCrop(far, { zoom: 99 }, size).zoom).toBe(4);
});
