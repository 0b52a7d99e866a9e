import { act, cleanup, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ORDER_BATCH, OrderBatch, type StatusesAction } from "@/components/admin/orders/order-batch";
import { OrderDetails } from "@/components/admin/orders/order-details";
import type { SetStatus } from "@/components/admin/orders/order-status";
import { OrderTable } from "@/components/admin/orders/order-table";
import { PackingSlip } from "@/components/admin/orders/papers";
import { type LoadRows, useKeptRows } from "@/components/admin/orders/use-kept-rows";
import { Tick } from "@/components/admin/ui/batch-bar";
import { toasts } from "@/components/ui/toast";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { BatchOutcome } from "@/lib/orders/status-commands";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";
import { aListedOrder, anAdminOrder } from "./fixtures";
import { expectLink, expectTexts, failure, formSent, lastToast, press, sent, success, texts } from "./forms";

const router = vi.hoisted(() => ({ push: vi.fn(), refresh: vi.fn() }));
vi.mock("next/navigation", async (original) => ({ ...(await original<object>()), useRouter: () => router }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const arranged = { method: null, area: null, pincode: null, fee: 0, slot: null };
const window = { date: "2025-11-13", from: "10:00", to: "13:30" };
const delivered: AdminOrder["fulfilment"] = {
  method: "delivery",
  area: { name: "Mumbai", kind: "local" },
  pincode: "400028",
  fee: 49,
  slot: window,
};

const today = "2025-11-13";
const nothingDue = { ...aListedOrder().payment, due: 0 };
/** What an action answers that has set the status of order 12. */
const set = (message: string, more = {}) => success({ id: 12, title: "Order #12", message, ...more });
const question = async (name: string) => (await screen.findByRole("alertdialog", { name })).textContent;

describe("a row", () => {
  function renderRow(more: Partial<ListedOrder> = {}, answer?: Awaited<ReturnType<SetStatus>>, complete = true) {
    const action = vi.fn<SetStatus>(async () => answer ?? set("Order marked as Shipped"));
    const onDetails = vi.fn();
    render(<OrderTable {...{ action, onDetails, complete, today }} orders={[aListedOrder(more)]} />);
    return { action, onDetails };
  }
  const expectTexts = (...texts: string[]) => {
    for (const text of texts) expect(screen.getByText(text)).toBeVisible();
  };

  test("shows number, time in India, status, total and its five actions", () => {
    renderRow();
    expect(screen.getByRole("rowheader", { name: "#12" })).toBeVisible();
    expectTexts("26 Jan 2026, 3:00 pm", "Pending", "₹1,408");
    expect(texts(screen.getAllByRole("button"))).toEqual(["Details", "Processing", "Shipped", "Complete", "Cancel"]);
  });

  test("shows the items, the telephone number and the area of the delivery", () => {
    const name = "A very long name that no screen has room for in one line of a table";
    const items = ["Kaju Katli", "Jalebi", "Kesar Peda", "Laddoo"].map((sweet, i) => ({
      name: sweet,
      quantity: i + 1,
    }));
    const address = "14 Shivaji Park Road, Dadar West\nMumbai 400028";
    renderRow({ name, phone: "+91 98200 12345", address, items });
    expect(screen.getByText(name)).not.toHaveClass("truncate");
    expectLink("+91 98200 12345", "tel:+919820012345");
    expectTexts("Dadar West, Mumbai 400028", "Kaju Katli × 1, Jalebi × 2, Kesar Peda × 3 and 1 more");
  });

  test("separates items whose names have a pack by semicolons", () => {
    const items = [
      { name: "Kaju Katli, 250 g", quantity: 3 },
      { name: "Jalebi", quantity: 1 },
    ];
    renderRow({ items });
    expectTexts("Kaju Katli, 250 g × 3; Jalebi × 1");
  });

  test("has no Complete on /admin/orders, and a dash for a total that is not there", () => {
    renderRow({ total: 0 }, undefined, false);
    expect(screen.queryByRole("button", { name: "Complete" })).toBeNull();
    expectTexts("-");
  });

  test("asks for confirmation before it cancels, and sends it with the form", async () => {
    const { action } = renderRow();
    await press("Cancel");
    expect(await screen.findByRole("alertdialog", { name: "Cancel order #12?" })).toBeVisible();
    await press("Keep order");
    expect(action).not.toHaveBeenCalled();
    await press("Cancel");
    await screen.findByRole("alertdialog");
    await press("Cancel order");
    await waitFor(() => expect(sent(action)).toEqual({ id: "12", status: "Cancelled" }));
  });

  test("sends the status of a button, whose answer is a toast that names the order", async () => {
    const { action } = renderRow({ payment: nothingDue, fulfilment: delivered });
    await press("Shipped");
    expect(sent(action)).toEqual({ id: "12", status: "Shipped" });
    const shown = { type: "success", title: "Order #12", message: "Order marked as Shipped", action: undefined };
    await waitFor(() => expect(lastToast()).toMatchObject(shown));
  });

  test("rests for a moment after a press, so that an impatient finger changes the order once", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { action } = renderRow();
    await press("Processing");
    await waitFor(() => expect(lastToast()).toMatchObject({ title: "Order #12" }));
    await press("Processing");
    await press("Complete");
    expect(action).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    await press("Processing");
    expect(action).toHaveBeenCalledTimes(2);
  });

  test("offers 'Undo' when undoing is true, which expects the status that the press has left", async () => {
    const { action } = renderRow({}, set("Order set to Processing", { undo: true }));
    await press("Processing");
    await waitFor(() => expect(lastToast()?.action).toMatchObject({ text: "Undo" }));
    action.mockResolvedValue(failure("conflict", "Order #12 is Shipped now."));
    await act(async () => lastToast()?.action?.onPress());
    expect(sent(action)).toEqual({ id: "12", status: "Pending", expected: "Processing" });
    await waitFor(() => expect(lastToast()).toMatchObject({ type: "error", message: "Order #12 is Shipped now." }));
  });

  test.each<[string, Partial<ListedOrder>, "Shipped" | "Complete", ...texts: string[]]>([
    [
      "another day",
      { payment: nothingDue, day: "2025-11-30", fulfilment: arranged },
      "Shipped",
      "Asha Rao · Sun 30 Nov, not today.",
    ],
    [
      "another day, by its window",
      { payment: nothingDue, day: null, fulfilment: { ...delivered, slot: { ...window, date: "2025-11-12" } } },
      "Complete",
      "Asha Rao · Wed 12 Nov, 10 am – 1:30 pm, not today.",
    ],
    [
      "money due",
      { fulfilment: delivered },
      "Shipped",
      "Today, 10 am – 1:30 pm.",
      "₹1,408 is due, to be paid on delivery.",
    ],
    ["money due and no day", { fulfilment: arranged, day: null }, "Complete", "Asha Rao · Today.", "₹1,408 is due"],
  ])("asks before an order with %s is shipped or completed", async (_, changes, name, ...texts) => {
    const { action } = renderRow({ name: "Asha Rao", day: null, ...changes });
    await press(name);
    const verb = name === "Shipped" ? "Ship" : name;
    const asked = await question(`${verb} order #12?`);
    for (const text of texts) expect(asked).toContain(text);
    await press("Not yet");
    expect(action).not.toHaveBeenCalled();
    await press(name);
    await question(`${verb} order #12?`);
    await press(`${verb} order`);
    const status = name === "Shipped" ? name : "Completed";
    await waitFor(() => expect(sent(action)).toEqual({ id: "12", status }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  test("asks nothing without a day when nothing is due, for a status that it has, and when what is due was received", async () => {
    const free = { payment: nothingDue, day: null, fulfilment: arranged };
    const { action } = renderRow(free);
    await press("Complete");
    await waitFor(() => expect(sent(action)).toEqual({ id: "12", status: "Completed" }));
    cleanup();
    const shipped = renderRow({ status: "Shipped", day: "2025-11-30" });
    await press("Shipped");
    await waitFor(() => expect(shipped.action).toHaveBeenCalled());
    cleanup();
    const due = renderRow({ day: null, fulfilment: arranged });
    await userEvent.click(screen.getByRole("checkbox", { name: "Received ₹1,408" }));
    await press("Complete");
    await waitFor(() => expect(sent(due.action)).toEqual({ id: "12", status: "Completed", received: "1408" }));
  });

  test("takes what was received in the question too", async () => {
    const { action } = renderRow({ day: null, fulfilment: arranged });
    await press("Complete");
    const dialog = within(await screen.findByRole("alertdialog", { name: "Complete order #12?" }));
    await userEvent.click(dialog.getByRole("checkbox", { name: "Received ₹1,408" }));
    await press("Complete order");
    await waitFor(() => expect(sent(action)).toEqual({ id: "12", status: "Completed", received: "1408" }));
  });

  test("says that it is late", () => {
    renderRow({ isLate: true, fulfilment: delivered });
    expectTexts("Late ·");
  });

  test("shows a failure once, in a toast", async () => {
    renderRow({}, failure("insufficient_stock", "Only 0 items available in stock."));
    await press("Processing");
    const shown = { type: "error", title: "Failed to update order", message: "Only 0 items available in stock." };
    await waitFor(() => expect(lastToast()).toMatchObject(shown));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("opens the details without leaving the list", async () => {
    const { onDetails } = renderRow();
    await press("Details");
    expect(onDetails).toHaveBeenCalledWith(12);
  });

  test.each<[string, Partial<AdminOrder["fulfilment"]>, ...texts: string[]]>([
    ["with a window", {}, "Thu 13 Nov, 10 am – 1:30 pm", "Delivery · Mumbai 400028 · fee ₹49"],
    ["without a fee", { fee: 0 }, "Thu 13 Nov, 10 am – 1:30 pm", "Delivery · Mumbai 400028 · no fee"],
    ["without a window", { slot: null }, "Window to be arranged", "Delivery · Mumbai 400028 · fee ₹49"],
    ["by courier", { method: "courier", slot: null }, "By courier", "Mumbai 400028 · fee ₹49"],
    ["that is picked up", { ...arranged, method: "pickup" }, "Time of pickup to be arranged", "Pick up"],
    ["of the documented fields", arranged, "Delivery to be arranged"],
  ])("shows how and when an order %s is delivered", (_, changes, ...texts) => {
    renderRow({ day: null, fulfilment: { ...delivered, ...changes } });
    expectTexts(...texts);
  });

  test("names where there is a place, when the window of a cancelled order is full", async () => {
    const message = "The window of this order is full. Move the order to another window first.";
    const alternatives = [{ date: "2025-11-14", from: "13:00", to: "16:00" }];
    renderRow({}, failure("slot_full", message, { alternatives }));
    await press("Processing");
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(toasts.list()).toEqual([]);
    expectTexts("Next with a place: Fri 14 Nov 2025, 1 pm – 4 pm");
    expectLink("Move order #12 to another window", "/admin/orders/12?day=2025-11-14");
  });

  test("has nothing to be arranged for a sale over the counter, nor have the details", () => {
    renderRow({ channel: "counter", fulfilment: arranged });
    render(<OrderDetails order={anAdminOrder({ channel: "counter", fulfilment: arranged })} level="h3" />);
    expect(screen.queryByText(/to be arranged/)).toBeNull();
  });
});

describe("several orders", () => {
  const at = (id: number, day: string, due: number) =>
    aListedOrder({ id, day, fulfilment: arranged, payment: { ...nothingDue, due } });
  const orders = [at(1, today, 1000), at(2, "2025-11-30", 0), at(3, today, 500.5), at(4, "2025-11-12", 0)];

  async function renderBatch(answer: BatchOutcome[], ...ticked: number[]) {
    const action = vi.fn<StatusesAction>(async () => success(answer));
    render(
      <>
        <OrderBatch {...{ orders, action, today }} complete />
        {orders.map(({ id }) => (
          <Tick key={id} form={ORDER_BATCH} value={id} label={`Select order #${id}`} />
        ))}
      </>,
    );
    for (const id of ticked) await userEvent.click(screen.getByLabelText(`Select order #${id}`));
    return { action };
  }

  test("are shipped or completed after a question that says how many, for which days and what is due", async () => {
    const outcomes = [1, 2, 3, 4].map((id) => ({ id, ok: true, message: "Order marked as Shipped" }));
    const { action } = await renderBatch(outcomes, 1, 2, 3, 4);
    await press("Shipped");
    expect(await question("Ship 4 orders?")).toContain(
      "1 for Wed 12 Nov, 2 for today, 1 for Sun 30 Nov. ₹1,500.50 is due for 2 of them.",
    );
    expect(action).not.toHaveBeenCalled();
    await press("Ship 4 orders");
    await waitFor(() => expect(formSent(action).getAll("ids")).toEqual(["1", "2", "3", "4"]));
    expect(sent(action)).toMatchObject({ status: "Shipped" });
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "4 orders updated", action: undefined }));
  });

  test("one of them is asked about too", async () => {
    await renderBatch([], 2);
    await press("Complete");
    expect(await question("Complete 1 order?")).toContain("1 for Sun 30 Nov.");
  });

  test("that were set to Processing are set back by 'Undo', those that have changed", async () => {
    const outcomes = [
      { id: 1, ok: true, message: "Order set to Processing", undo: true },
      { id: 2, ok: true, message: "Order set to Processing" },
      { id: 3, ok: true, message: "Order set to Processing", undo: true },
    ];
    const { action } = await renderBatch(outcomes, 1, 2, 3);
    await press("Processing");
    await waitFor(() => expect(lastToast()?.action).toMatchObject({ text: "Undo" }));
    action.mockResolvedValue(
      success([
        { id: 1, ok: true, message: "Order set to Pending" },
        { id: 3, ok: false, message: "Order #3 is Shipped now." },
      ]),
    );
    await act(async () => lastToast()?.action?.onPress());
    expect(formSent(action).getAll("ids")).toEqual(["1", "3"]);
    expect(sent(action)).toMatchObject({ status: "Pending", expected: "Processing" });
    expect(await screen.findByText("#3: Order #3 is Shipped now.")).toBeVisible();
  });
});

describe("the rows of a list", () => {
  const row = (id: number, more: Partial<ListedOrder> = {}) => aListedOrder({ id, ...more });
  const rows = [row(1), row(2), row(3)];
  function renderRows() {
    const load = vi.fn<LoadRows>(async (ids) => success(ids.map((id) => row(id, { status: "Shipped" }))));
    const { result, rerender } = renderHook((list: Parameters<typeof useKeptRows>[0]) => useKeptRows(list, load), {
      initialProps: { orders: rows, isAfterChange: false },
    });
    const shown = () => result.current.map(({ id, status }) => `${id} ${status}`);
    return { load, rerender, shown };
  }

  test("stay where they are after a change, with their fresh state, also of those that the list has no more", async () => {
    const { load, rerender, shown } = renderRows();
    const orders = [row(4), row(3, { status: "Processing" }), row(1)];
    rerender({ orders, isAfterChange: true });
    await waitFor(() => expect(shown()).toEqual(["1 Pending", "2 Shipped", "3 Processing"]));
    expect(load.mock.calls).toEqual([[[2]]]);
    rerender({ orders, isAfterChange: true });
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("are those of the list again when it is asked for", () => {
    const { load, rerender, shown } = renderRows();
    rerender({ orders: [row(4), row(3)], isAfterChange: false });
    expect([shown(), load.mock.calls]).toEqual([["4 Pending", "3 Pending"], []]);
  });

  test("say so when a state could not be loaded", async () => {
    const { load, rerender, shown } = renderRows();
    load.mockResolvedValue(failure("lost", "Some orders could not be loaded again. Please reload the page."));
    rerender({ orders: [row(1)], isAfterChange: true });
    await waitFor(() => expect(lastToast()?.message).toMatch(/^Some orders could not be loaded/));
    expect(shown()).toHaveLength(3);
  });
});

const facts = shopFacts(defaultSettings.shop);
const details = (order: AdminOrder) => <OrderDetails order={order} level="h3" />;
const slip = (order: AdminOrder) => <PackingSlip order={order} facts={facts} />;
const [line] = anAdminOrder().items as [AdminOrder["items"][number]];

test("details name every part, with a nameless product by its number", () => {
  const history = [{ from: "Pending", to: "Shipped", at: "2026-01-27T06:12:00.000Z", by: "Meera" }] as const;
  const items = [line, { ...line, id: 31, productId: 9, packLabel: "1 piece", product: { name: "" } }];
  render(details(anAdminOrder({ items, total: 2766, history: [...history] })));
  for (const text of [
    "Asha Rao",
    "asha@example.com",
    "Product 9",
    "“Happy Diwali!”",
    "₹2,766",
    /Pending to Shipped by Meera/,
  ])
    expect(screen.getAllByText(text)[0]).toBeVisible();
  const listed = within(screen.getAllByRole("list")[0] as HTMLElement);
  expect(listed.getAllByText("₹1,358")).toHaveLength(2);
  // The gift wrap is what is left of the total without the sweets and the delivery.
  expect(listed.getByText("₹50")).toBeVisible();
});

test("details and slip name the window, the fee and until when each sweet is good", () => {
  const at = "2025-11-12T05:12:00.000Z";
  const order = anAdminOrder({
    fulfilment: delivered,
    corrections: [
      { field: "slot", from: null, to: "2025-11-12 13:00-16:00", at, by: "Meera" },
      {
        field: "slot",
        from: "2025-11-12 13:00-16:00",
        to: "2025-11-13 10:00-13:30",
        at: "2025-11-13T03:42:00Z",
        by: null,
      },
      { field: "phoneNumber", from: "98", to: "99", at, by: "Meera" },
    ],
  });
  const { rerender } = render(details(order));
  expectTexts(
    "Thu 13 Nov 2025, 10 am – 1:30 pm",
    "₹49",
    "Best before 16 Feb 2026",
    /: Window set to Wed 12 Nov 2025, 1 pm – 4 pm by Meera$/,
    /: Moved from Wed 12 Nov 2025, 1 pm – 4 pm to Thu 13 Nov 2025, 10 am – 1:30 pm$/,
    /: Phone Number corrected from “98” to “99” by Meera$/,
  );
  rerender(slip(order));
  expectTexts("Thu 13 Nov 2025, 10 am – 1:30 pm", "Delivery · Mumbai 400028", "Best before 16 Feb 2026");
});

test("details and slip have a line for each pack of a sweet", () => {
  const items = [
    { ...line, id: 1, packId: 5, packLabel: "250 g", quantity: 3, bestBefore: null },
    { ...line, id: 2, packId: 6, packLabel: "1 kg", quantity: 2, bestBefore: null },
    { ...line, id: 3, packId: 7, packLabel: "1 piece", quantity: 1, product: { name: "Gift tray" }, bestBefore: null },
  ];
  const order = anAdminOrder({ items });
  const { rerender } = render(details(order));
  const listed = within(screen.getAllByRole("list")[0] as HTMLElement).getAllByRole("listitem");
  expect(texts(listed.slice(0, 3))).toEqual([
    expect.stringMatching(/^Kaju Katli, 250 g × 3 /),
    expect.stringMatching(/^Kaju Katli, 1 kg × 2 /),
    expect.stringMatching(/^Gift tray × 1 /),
  ]);
  rerender(slip(order));
  const rows = screen.getAllByRole<HTMLTableRowElement>("row").slice(0, 4);
  expect(rows.map(({ cells }) => [...cells].map((cell) => cell.textContent))).toEqual([
    ["Sweet", "Packs"],
    ["Kaju Katli, 250 g", "3"],
    ["Kaju Katli, 1 kg", "2"],
    ["Gift tray", "1"],
  ]);
});

test("the history begins with who placed the order, and at the counter with who sold it", () => {
  const { rerender } = render(details(anAdminOrder()));
  expect(screen.getByText(/: Placed by Asha Rao$/)).toBeVisible();
  rerender(details(anAdminOrder({ channel: "counter", fulfilment: arranged })));
  expect(screen.getByText(/: Sold by Asha Rao$/)).toBeVisible();
});

const unpaid = anAdminOrder().payment;
test.each<[string, Partial<AdminOrder>, string]>([
  ["an unpaid order", {}, "Collect ₹1,408 at the door (cash or UPI)"],
  ["a completed order that is not paid", { status: "Completed" }, "Collect ₹1,408 at the door (cash or UPI)"],
  [
    "an order that is picked up",
    { fulfilment: { ...arranged, method: "pickup" } },
    "Collect ₹1,408 at the shop (cash or UPI)",
  ],
  [
    "a part",
    { payment: { ...unpaid, state: "part_paid", paid: 408, due: 1000 } },
    "Collect ₹1,000 at the door (cash or UPI), ₹408 is paid",
  ],
  [
    "a claim",
    { payment: { ...unpaid, method: "upi", state: "claimed" } },
    "UPI payment of ₹1,408 not checked yet: ask before you collect",
  ],
  ["a paid order", { payment: { ...unpaid, state: "paid", paid: 1408, due: 0 } }, "Paid"],
  ["a cancelled order", { status: "Cancelled", payment: { ...unpaid, due: 0 } }, "Cancelled: do not deliver"],
])("the slip of %s says what to collect", (_, changes, text) => {
  render(slip(anAdminOrder(changes)));
  expect(screen.getByText(text)).toBeVisible();
});

test("nothing is collected for a sale at the till; what a customer bought over the counter is picked up and paid at the shop", () => {
  const sold = anAdminOrder({ channel: "counter", day: null, fulfilment: arranged });
  const { rerender } = render(slip(sold));
  expect(screen.queryByText(/Collect|Paid/)).toBeNull();
  const nobody = { recipientName: null, deliveryAddress: null, phoneNumber: null };
  const bought = { ...sold, ...nobody, fulfilment: { ...arranged, method: "pickup" as const } };
  rerender(slip(bought));
  expectTexts("Picked up by", "Asha Rao", "Time of pickup to be arranged", /^Collect ₹[\d,]+ at the shop/);
  rerender(details(bought));
  expect(screen.getByText("Picked up at the shop")).toBeVisible();
});
