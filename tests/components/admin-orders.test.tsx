import { render, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { OrderDetails } from "@/components/admin/orders/order-details";
import { OrderTable } from "@/components/admin/orders/order-table";
import { PackingSlip } from "@/components/admin/orders/papers";
import { toasts } from "@/components/ui/toast";
import type { MessageAction } from "@/lib/http/action-state";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import type { AdminOrder } from "@/lib/orders/serializers";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";
import { aListedOrder, anAdminOrder } from "./fixtures";
import { expectLink, expectTexts, failure, lastToast, press, sent, success, texts } from "./forms";

const arranged = { method: null, area: null, pincode: null, fee: 0, slot: null };
const delivered: AdminOrder["fulfilment"] = {
  method: "delivery",
  area: { name: "Mumbai", kind: "local" },
  pincode: "400028",
  fee: 49,
  slot: { date: "2025-11-13", from: "10:00", to: "13:30" },
};

describe("a row", () => {
  function renderRow(more: Partial<ListedOrder> = {}, answer?: Awaited<ReturnType<MessageAction>>, complete = true) {
    const action = vi.fn<MessageAction>(async () => answer ?? success({ message: "Order marked as Shipped" }));
    const onDetails = vi.fn();
    render(<OrderTable {...{ action, onDetails, complete }} orders={[aListedOrder(more)]} />);
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

  test("sends the status of a button, whose answer is a toast", async () => {
    const { action } = renderRow();
    await press("Shipped");
    expect(sent(action)).toEqual({ id: "12", status: "Shipped" });
    await waitFor(() => expect(lastToast()).toMatchObject({ type: "success", message: "Order marked as Shipped" }));
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
    /: Phone corrected from “98” to “99” by Meera$/,
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
