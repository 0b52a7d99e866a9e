import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { canMove } from "@/components/admin/orders/fulfilment";
import { OrderDetails } from "@/components/admin/orders/order-details";
import { OrderRow } from "@/components/admin/orders/order-row";
import { PackingSlip } from "@/components/admin/orders/packing-slip";
import { toasts } from "@/components/ui/toast";
import type { ListedOrder } from "@/lib/orders/admin-queries";
import type { AdminOrder } from "@/lib/orders/serializers";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";

const row: ListedOrder = {
  id: 1052,
  createdAt: "2025-11-13T03:42:00.000Z",
  status: "Pending",
  total: 1870,
  channel: "web",
  day: null,
  fulfilment: { method: null, area: null, pincode: null, fee: 0, slot: null },
  payment: { method: "cod", state: "unpaid", paid: 0, due: 1870 },
  name: "Sunita Deshmukh",
  phone: "+91 98200 12345",
  address: "14 Shivaji Park Road, Dadar West\nMumbai 400028",
  items: [
    { name: "Kaju Katli", quantity: 2 },
    { name: "Jalebi", quantity: 1 },
    { name: "Kesar Peda", quantity: 3 },
    { name: "Motichoor Laddoo", quantity: 1 },
  ],
};

const order: AdminOrder = {
  id: 1047,
  status: "Shipped",
  channel: "web",
  createdAt: "2025-11-12T05:12:00.000Z",
  updatedAt: "2025-11-12T05:12:00.000Z",
  total: 1590,
  giftWrap: true,
  personalMessage: "Happy Diwali",
  recipientName: "Sunita Deshmukh",
  deliveryAddress: "14 Shivaji Park Road",
  phoneNumber: "+91 98200 12345",
  notes: null,
  day: null,
  fulfilment: { method: null, area: null, pincode: null, fee: 0, slot: null },
  payment: { method: "cod", state: "unpaid", paid: 0, due: 1590 },
  payments: [],
  packedAt: null,
  customer: null,
  user: { name: "Ananya Kulkarni", email: "ananya@example.com" },
  internalNote: null,
  items: [
    {
      id: 1,
      productId: 3,
      packLabel: "1 piece",
      orderId: 1047,
      quantity: 2,
      price: 560,
      product: { name: "Kaju Katli" },
    },
    { id: 2, productId: 9, packLabel: "1 piece", orderId: 1047, quantity: 1, price: 420, product: { name: "" } },
  ] as AdminOrder["items"],
  history: [{ from: "Pending", to: "Shipped", at: "2025-11-12T06:12:00.000Z", by: "Meera" }],
  corrections: [],
};

function renderRow(props: Partial<Parameters<typeof OrderRow>[0]> = {}) {
  const action = vi.fn(async () => ({ ok: true as const, data: { message: "Order marked as Shipped" } }));
  const onDetails = vi.fn();
  render(
    <table>
      <tbody>
        <OrderRow order={row} batch="several" complete action={action} onDetails={onDetails} {...props} />
      </tbody>
    </table>,
  );
  return { action, onDetails };
}

test("a row shows number, time in India, status, total and its five actions", async () => {
  renderRow();
  expect(screen.getByRole("rowheader", { name: "#1052" })).toBeVisible();
  for (const text of ["13 Nov 2025, 9:12 am", "Pending", "₹1,870"]) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Details",
    "Processing",
    "Shipped",
    "Complete",
    "Cancel",
  ]);
});

test("a row shows the items, the telephone number and the area of the delivery", () => {
  renderRow({ order: { ...row, name: "A very long name that no screen has room for in one line of a table" } });
  expect(screen.getByText("A very long name that no screen has room for in one line of a table")).not.toHaveClass(
    "truncate",
  );
  expect(screen.getByRole("link", { name: "+91 98200 12345" })).toHaveAttribute("href", "tel:+919820012345");
  expect(screen.getByText("Dadar West, Mumbai 400028")).toBeVisible();
  expect(screen.getByText("Kaju Katli × 2, Jalebi × 1, Kesar Peda × 3 and 1 more")).toBeVisible();
});

test("a row separates items whose names have a pack by semicolons", () => {
  const items = [
    { name: "Kaju Katli, 250 g", quantity: 3 },
    { name: "Jalebi", quantity: 1 },
  ];
  renderRow({ order: { ...row, items } });
  expect(screen.getByText("Kaju Katli, 250 g × 3; Jalebi × 1")).toBeVisible();
});

test("Cancel asks for confirmation, and sends it with the form", async () => {
  const { action } = renderRow();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("alertdialog", { name: "Cancel order #1052?" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Keep order" }));
  expect(action).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.click(await screen.findByRole("button", { name: "Cancel order" }));
  const form = (action.mock.calls as unknown as [unknown, FormData][])[0]?.[1];
  expect(Object.fromEntries(form ?? new FormData())).toEqual({ id: "1052", status: "Cancelled", confirmed: "yes" });
});

test("on /admin/orders there is no Complete; a total that is not there is a dash", () => {
  renderRow({ complete: false, order: { ...row, total: 0 } });
  expect(screen.queryByRole("button", { name: "Complete" })).toBeNull();
  expect(screen.getByText("-")).toBeVisible();
});

test("a button sends its status; its answer is a toast", async () => {
  const { action } = renderRow();
  await userEvent.click(screen.getByRole("button", { name: "Shipped" }));
  const form = (action.mock.calls as unknown as [unknown, FormData][])[0]?.[1];
  expect(Object.fromEntries(form ?? new FormData())).toEqual({ id: "1052", status: "Shipped" });
  await vi.waitFor(() =>
    expect(toasts.list().at(-1)).toMatchObject({ type: "success", message: "Order marked as Shipped" }),
  );
});

test("a failure is shown once, in a toast", async () => {
  const refused = {
    ok: false as const,
    code: "insufficient_stock" as const,
    message: "Only 0 items available in stock.",
    fields: {},
    values: {},
  };
  renderRow({ action: async () => refused });
  await userEvent.click(screen.getByRole("button", { name: "Processing" }));
  await waitFor(() =>
    expect(toasts.list().at(-1)).toMatchObject({
      type: "error",
      title: "Failed to update order",
      message: "Only 0 items available in stock.",
    }),
  );
  expect(screen.queryByRole("alert")).toBeNull();
});

test("Details opens without leaving the list", async () => {
  const { onDetails } = renderRow();
  await userEvent.click(screen.getByRole("button", { name: "Details" }));
  expect(onDetails).toHaveBeenCalledWith(1052);
});

test("details name every part, with a nameless product by its number", () => {
  render(<OrderDetails order={order} level="h3" />);
  for (const text of ["Ananya Kulkarni", "ananya@example.com", "Product 9", "“Happy Diwali”", "₹1,590"])
    expect(screen.getByText(text)).toBeVisible();
  const items = screen.getAllByRole("list")[0] as HTMLElement;
  expect(within(items).getByText("₹1,120")).toBeVisible();
  expect(within(items).getByText("₹50")).toBeVisible();
  expect(screen.getByText(/Pending to Shipped by Meera/)).toBeVisible();
});

const delivered: AdminOrder["fulfilment"] = {
  method: "delivery",
  area: { name: "Mumbai", kind: "local" },
  pincode: "400028",
  fee: 49,
  slot: { date: "2025-11-13", from: "10:00", to: "13:30" },
};

test.each<[string, Partial<AdminOrder["fulfilment"]>, string, string | null]>([
  ["with a window", {}, "Thu 13 Nov, 10 am – 1:30 pm", "Delivery · Mumbai 400028 · fee ₹49"],
  ["without a fee", { fee: 0 }, "Thu 13 Nov, 10 am – 1:30 pm", "Delivery · Mumbai 400028 · no fee"],
  ["without a window", { slot: null }, "Window to be arranged", "Delivery · Mumbai 400028 · fee ₹49"],
  ["by courier", { method: "courier", slot: null }, "By courier", "Mumbai 400028 · fee ₹49"],
  [
    "that is picked up",
    { method: "pickup", area: null, pincode: null, fee: 0 },
    "Thu 13 Nov, 10 am – 1:30 pm",
    "Pick up",
  ],
  ["of the documented fields", row.fulfilment, "Delivery to be arranged", null],
])("a row shows how and when an order %s is delivered", (_, changes, when, way) => {
  renderRow({ order: { ...row, fulfilment: { ...delivered, ...changes } } });
  expect(screen.getByText(when)).toBeVisible();
  if (way) expect(screen.getByText(way)).toBeVisible();
});

test("a sale over the counter has nothing to be arranged, in the list and in the details", () => {
  renderRow({ order: { ...row, channel: "counter" } });
  render(<OrderDetails order={{ ...order, channel: "counter" }} level="h3" />);
  expect(screen.queryByText(/to be arranged/)).toBeNull();
});

test("details and slip name the window, the fee and until when each sweet is good", () => {
  const full: AdminOrder = {
    ...order,
    total: 1639,
    fulfilment: delivered,
    items: order.items.map((item) => ({ ...item, bestBefore: item.productId === 3 ? "2025-12-03" : null })),
    corrections: [
      { field: "slot", from: null, to: "2025-11-12 13:00-16:00", at: order.createdAt, by: "Meera" },
      { field: "slot", from: "2025-11-12 13:00-16:00", to: "2025-11-13 10:00-13:30", at: row.createdAt, by: null },
      { field: "phoneNumber", from: "98", to: "99", at: order.createdAt, by: "Meera" },
    ],
  };
  const { unmount } = render(<OrderDetails order={full} level="h3" />);
  for (const text of ["Thu 13 Nov 2025, 10 am – 1:30 pm", "₹49", "Best before 3 Dec 2025"])
    expect(screen.getByText(text)).toBeVisible();
  // The gift wrap is what is left of the total without the sweets and the delivery.
  expect(screen.getByText("₹50")).toBeVisible();
  for (const text of [
    /: Window set to Wed 12 Nov 2025, 1 pm – 4 pm by Meera$/,
    /: Moved from Wed 12 Nov 2025, 1 pm – 4 pm to Thu 13 Nov 2025, 10 am – 1:30 pm$/,
    /: Phone corrected from “98” to “99” by Meera$/,
  ])
    expect(screen.getByText(text)).toBeVisible();
  unmount();
  render(<PackingSlip order={full} facts={shopFacts(defaultSettings.shop)} />);
  for (const text of ["Thu 13 Nov 2025, 10 am – 1:30 pm", "Delivery · Mumbai 400028", "Best before 3 Dec 2025"])
    expect(screen.getByText(text)).toBeVisible();
});

test("details and slip have a line for each pack of a sweet", () => {
  const katli = {
    productId: 3,
    orderId: 1047,
    price: 200,
    product: { name: "Kaju Katli" },
    day: null,
    bestBefore: null,
  };
  const items = [
    { ...katli, id: 1, packId: 5, packLabel: "250 g", quantity: 3 },
    { ...katli, id: 2, packId: 6, packLabel: "1 kg", quantity: 2 },
    { ...katli, id: 3, packId: 7, packLabel: "1 piece", quantity: 1, product: { name: "Gift tray" } },
  ];
  const { unmount } = render(<OrderDetails order={{ ...order, items }} level="h3" />);
  const listed = within(screen.getAllByRole("list")[0] as HTMLElement).getAllByRole("listitem");
  expect(listed.slice(0, 3).map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Kaju Katli, 250 g × 3 /),
    expect.stringMatching(/^Kaju Katli, 1 kg × 2 /),
    expect.stringMatching(/^Gift tray × 1 /),
  ]);
  unmount();
  render(<PackingSlip order={{ ...order, items }} facts={shopFacts(defaultSettings.shop)} />);
  const rows = screen.getAllByRole<HTMLTableRowElement>("row").slice(0, 4);
  expect(rows.map(({ cells }) => [...cells].map((cell) => cell.textContent))).toEqual([
    ["Sweet", "Packs"],
    ["Kaju Katli, 250 g", "3"],
    ["Kaju Katli, 1 kg", "2"],
    ["Gift tray", "1"],
  ]);
});

test("the slip of an order that is picked up collects at the shop", () => {
  const fulfilment = { ...delivered, method: "pickup" as const, area: null, pincode: null, fee: 0 };
  render(<PackingSlip order={{ ...order, status: "Pending", fulfilment }} facts={shopFacts(defaultSettings.shop)} />);
  expect(screen.getByText("Picked up by")).toBeVisible();
  expect(screen.getByText("Collect ₹1,590 at the shop (cash or UPI)")).toBeVisible();
});

test("a cancelled order whose window is full is not taken up, and names where there is a place", async () => {
  const refused = {
    ok: false as const,
    code: "slot_full" as const,
    message: "The window of this order is full. Move the order to another window first.",
    alternatives: [{ date: "2025-11-14", from: "13:00", to: "16:00" }],
    fields: {},
    values: {},
  };
  const before = toasts.list().length;
  renderRow({ action: async () => refused });
  await userEvent.click(screen.getByRole("button", { name: "Processing" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(refused.message);
  expect(toasts.list()).toHaveLength(before);
  expect(screen.getByText("Next with a place: Fri 14 Nov 2025, 1 pm – 4 pm")).toBeVisible();
  expect(screen.getByRole("link", { name: "Move order #1052 to another window" })).toHaveAttribute(
    "href",
    "/admin/orders/1052?day=2025-11-14",
  );
});

test("the history begins with who placed the order, and at the counter with who sold it", () => {
  const history: AdminOrder["history"] = [{ from: null, to: "Pending", at: order.createdAt, by: "Asha Rao" }];
  const { rerender } = render(<OrderDetails order={{ ...order, history }} level="h3" />);
  expect(screen.getByText(/: Placed by Asha Rao$/)).toBeVisible();
  rerender(<OrderDetails order={{ ...order, channel: "counter", history }} level="h3" />);
  expect(screen.getByText(/: Sold by Asha Rao$/)).toBeVisible();
});

const unpaid = order.payment;
test.each<[string, Partial<AdminOrder>, string]>([
  ["an unpaid order", {}, "Collect ₹1,590 at the door (cash or UPI)"],
  ["a completed order that is not paid", { status: "Completed" }, "Collect ₹1,590 at the door (cash or UPI)"],
  [
    "a part",
    { payment: { ...unpaid, state: "part_paid", paid: 590, due: 1000 } },
    "Collect ₹1,000 at the door (cash or UPI), ₹590 is paid",
  ],
  [
    "a claim",
    { payment: { ...unpaid, method: "upi", state: "claimed" } },
    "UPI payment of ₹1,590 not checked yet: ask before you collect",
  ],
  ["a paid order", { payment: { ...unpaid, state: "paid", paid: 1590, due: 0 } }, "Paid"],
  ["a cancelled order", { status: "Cancelled", payment: { ...unpaid, due: 0 } }, "Cancelled: do not deliver"],
])("the slip of %s says what to collect", (_, changes, text) => {
  render(<PackingSlip order={{ ...order, ...changes }} facts={shopFacts(defaultSettings.shop)} />);
  expect(screen.getByText(text)).toBeVisible();
});

test("nothing is collected for a sale at the till; what a customer bought over the counter is picked up and paid at the shop", () => {
  const facts = shopFacts(defaultSettings.shop);
  const { unmount } = render(<PackingSlip order={{ ...order, channel: "counter" }} facts={facts} />);
  expect(screen.queryByText(/Collect|Paid/)).toBeNull();
  unmount();
  const bought: AdminOrder = {
    ...order,
    channel: "counter",
    recipientName: null,
    deliveryAddress: null,
    phoneNumber: null,
    fulfilment: { ...order.fulfilment, method: "pickup" },
    payment: unpaid,
    user: { name: "Meera Rao", email: "meera@example.com" },
  };
  render(<PackingSlip order={bought} facts={facts} />);
  for (const text of ["Meera Rao", "Time of pickup to be arranged", /^Collect ₹[\d,]+ at the shop/])
    expect(screen.getByText(text)).toBeVisible();
  render(<OrderDetails order={bought} level="h3" />);
  expect(screen.getByText("Picked up at the shop")).toBeVisible();
  expect(canMove(bought)).toBe(true);
});
