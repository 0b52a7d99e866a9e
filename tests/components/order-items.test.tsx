// The forms by which the sweets and the internal note of an order are changed. With a real server: tests/e2e/order-items.spec.ts.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { type ItemActions, ItemsForm } from "@/components/admin/orders/items-form";
import { NoteForm } from "@/components/admin/orders/note-form";
import { OrderDetails } from "@/components/admin/orders/order-details";
import { canChange } from "@/components/admin/orders/texts";
import type { FormAction } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import { anAdminOrder } from "./fixtures";
import { failure, fill, lastToast, press, refusing, sent, success, texts } from "./forms";

const refresh = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", async (original) => ({ ...(await original<object>()), useRouter: () => ({ refresh }) }));
beforeEach(() => void refresh.mockReset());

const choice = (productId: number, name: string, price: number, free: number) => ({
  ...{ productId, packId: productId, name, slug: name, packLabel: "500 g", price },
  ...{ units: 1, free, available: free },
});
// Two packs of ₹679 with gift wrap: ₹1,408.
const order = (more: Partial<ShownOrder> = {}) => anAdminOrder(more);
const choices = [choice(61, "Kaju Katli", 700, 3), choice(2, "Jalebi", 120, 5)];
const change = vi.fn<ItemActions["change"]>();

async function open(shown = order(), { isNotified = true, balance = 1408 } = {}) {
  const load = vi.fn(async () => success({ choices, balance, isNotified }));
  const view = render(<ItemsForm order={shown} change={change} choices={load} />);
  await userEvent.click(screen.getByText("Change items"));
  await screen.findByRole("combobox", { name: "Sweet" });
  return {
    ...view,
    show: (shown: ShownOrder) => view.rerender(<ItemsForm order={shown} change={change} choices={load} />),
  };
}
const lines = () => within(screen.getByRole("list", { name: "Sweets of this order" }));
const question = () => screen.findByRole("alertdialog");
const add = (typed: string) => userEvent.type(screen.getByRole("combobox", { name: "Sweet" }), `${typed}{Enter}`);

test("what is added costs today's price and what stays that of before; it is asked before it is saved", async () => {
  change.mockResolvedValue(success(order()));
  await open();
  expect(screen.getByRole("button", { name: "Save items" })).toBeDisabled();
  await add("2 jalebi");
  await press("Increase packs of Kaju Katli, 500 g");
  expect(screen.getByText("New total ₹2,327")).toBeVisible();
  expect(screen.getByText("₹2,327 due")).toBeVisible();
  await press("Save items");
  expect(await question()).toHaveTextContent(
    "Added: 1 × Kaju Katli, 500 g (₹679); 2 × Jalebi, 500 g (₹240).New total ₹2,327, ₹2,327 due.The customer gets a message with the new list and total.",
  );
  expect(change).not.toHaveBeenCalled();
  await press("Change the order");
  await waitFor(() => expect(change).toHaveBeenCalledOnce());
  const { id, items, was } = sent(change);
  expect([id, JSON.parse(String(items)), JSON.parse(String(was))]).toEqual([
    "12",
    [
      { productId: 61, packId: 61, quantity: 3 },
      { productId: 2, packId: 2, quantity: 2 },
    ],
    [{ productId: 61, packId: 61, quantity: 2 }],
  ]);
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "Sweets changed. New total ₹2,327, ₹2,327 due" }));
});

test("what was paid above the new total is said, and that a packed box is packed again and nobody is written to", async () => {
  const payment = { method: "upi", state: "paid", paid: 1408, due: 0 } as const;
  await open(order({ packedAt: "2026-01-26T09:30:00.000Z", payment }), { isNotified: false, balance: 0 });
  await press("Decrease packs of Kaju Katli, 500 g");
  expect(screen.getByText("₹679 to refund")).toBeVisible();
  await press("Save items");
  expect(await question()).toHaveTextContent(
    /Taken out: 1 × Kaju Katli.*It was packed. It has to be packed again.*The customer gets no message. Please call./,
  );
  await press("Cancel");
  await press("Discard");
  expect(screen.getByText("nothing due")).toBeVisible();
});

test("without a line there is nothing to save, and what lacks is said at its line, before and after it is sent", async () => {
  await open();
  await add("9 jalebi");
  expect(lines().getByText(/· Only 5 left/)).toBeVisible();
  const items = [{ productId: 2, packId: 2, available: 1 }];
  change.mockImplementation(refusing("day_short", "Some sweets are short on this day.", { items }));
  await press("Save items");
  await question();
  await press("Change the order");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(lines().getByText(/· Only 1 left/)).toBeVisible();
  expect(lastToast()).toMatchObject({ title: "Failed to change the sweets" });
  for (const name of ["Kaju Katli", "Jalebi"]) await press(`Remove ${name}, 500 g`);
  expect(screen.getByRole("button", { name: "Save items" })).toBeDisabled();
  expect(screen.getByText(/No sweets are left/)).toBeVisible();
});

test("when somebody else has changed the sweets meanwhile, both are there until one begins again", async () => {
  const { show } = await open();
  await add("jalebi");
  const [line] = order().items as [ShownOrder["items"][number]];
  show(order({ items: [{ ...line, quantity: 5 }], total: 3445 }));
  expect(await screen.findByText("Someone else has changed these sweets.")).toBeVisible();
  expect(screen.getByText("Now: 5 × Kaju Katli, 500 g")).toBeVisible();
  expect(screen.getByRole("button", { name: "Save items" })).toBeDisabled();
  await press("Start again from these");
  expect(lines().getAllByRole("listitem")).toHaveLength(1);
  expect(lines().getByRole("spinbutton")).toHaveValue(5);
});

test("sweets that could not be loaded can be asked for again", async () => {
  const load = vi.fn<ItemActions["choices"]>(async () => failure("internal", "The sweets could not be loaded."));
  render(<ItemsForm order={order()} change={change} choices={load} />);
  await userEvent.click(screen.getByText("Change items"));
  expect(await screen.findByRole("alert")).toHaveTextContent("The sweets could not be loaded.");
  load.mockResolvedValue(success({ choices, balance: 0, isNotified: true }));
  await press("Try again");
  expect(await screen.findByRole("combobox")).toBeVisible();
});

test("an order that has left the shop once is not changed; the history says what came and went", () => {
  const left = { from: "Pending", to: "Shipped", at: "2026-01-26T09:31:00.000Z", by: null } as const;
  const history = [...order().history, left, { ...left, from: "Shipped", to: "Pending" } as const];
  expect([canChange(order()), canChange(order({ status: "Shipped" })), canChange(order({ history }))]).toEqual([
    true,
    false,
    false,
  ]);
  const corrections: ShownOrder["corrections"] = [
    { field: "items", from: "1 × Peda (₹60)", to: "2 × Barfi (₹500)", at: "2026-01-26T09:32:00.000Z", by: "Meera" },
  ];
  render(<OrderDetails order={order({ corrections })} level="h3" />);
  expect(texts(screen.getAllByRole("listitem")).at(-1)).toMatch(
    /Sweets changed: added 2 × Barfi \(₹500\); took out 1 × Peda \(₹60\) by Meera$/,
  );
});

const update = vi.fn<FormAction<ShownOrder>>();
const other = () =>
  update.mockImplementationOnce(refusing("stale_version", "Changed", { note: { text: "Ring twice", by: "Ravi" } }));

test("a note that somebody else has changed meanwhile is shown beside one's own, and either is kept", async () => {
  const onSaved = vi.fn();
  render(<NoteForm order={order({ internalNote: "Old" })} action={update} onSaved={onSaved} />);
  other();
  await fill("Internal note", "Call first");
  await press("Save note");
  expect(await screen.findByRole("alert")).toHaveTextContent("In the meantime Ravi wrote:Ring twice");
  expect(sent(update)).toMatchObject({ internalNote: "Call first", noteWas: "Old" });
  expect(screen.getByLabelText("Internal note")).toHaveValue("Call first");
  update.mockResolvedValueOnce(success(order({ internalNote: "Call first" })));
  await press("Keep mine");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent(update)).toMatchObject({ internalNote: "Call first", noteWas: "Ring twice" });

  other();
  await fill("Internal note", "No onions");
  await press("Save note");
  await userEvent.click(await screen.findByRole("button", { name: "Take theirs" }));
  expect(screen.getByLabelText("Internal note")).toHaveValue("Ring twice");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("another note that the page brings shows, unless something is being typed", async () => {
  const form = (internalNote: string) => <NoteForm order={order({ internalNote })} action={update} />;
  const { rerender } = render(form("Old"));
  rerender(form("New"));
  expect(screen.getByLabelText("Internal note")).toHaveValue("New");
  await fill("Internal note", "Mine");
  rerender(form("Newer"));
  expect(screen.getByLabelText("Internal note")).toHaveValue("Mine");
});
