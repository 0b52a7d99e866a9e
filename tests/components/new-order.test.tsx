// The screen of new orders. With a real server, printing and without JavaScript: tests/e2e/new-order.spec.ts.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Receipt } from "@/components/admin/orders/receipt";
import { NewOrder, type Taken } from "@/components/admin/till/new-order";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import type { Caller } from "@/lib/orders/caller-queries";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { ShopFacts } from "@/lib/settings/facts";

const pack = (productId: number, name: string, price: number, available = 20) => ({
  productId,
  packId: productId + 100,
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  packLabel: "500 g",
  price,
  available,
});
const packs = [pack(1, "Besan Laddoo", 399), pack(2, "Jalebi", 269.5), pack(3, "Kaju Katli", 679)];

const take = vi.fn<FormAction<Taken>>();
const findCaller = vi.fn();
beforeEach(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  take.mockReset();
  findCaller.mockReset();
  vi.unstubAllGlobals();
});

const open = () => {
  render(
    <NewOrder
      packs={packs}
      actions={{ take, findCaller }}
      payments={{ upi: false, cod: { active: true, upTo: null } }}
      shopPincode="400028"
    />,
  );
  return userEvent.setup();
};
const sent = (call: number) => Object.fromEntries(take.mock.calls[call]?.[1] ?? new FormData());
const itemsSent = (call: number) => JSON.parse(String(sent(call).items));
const lines = () => screen.getByRole("list", { name: "Sweets of this order" });
const refused = (code: ActionFailure["code"], message: string, more: object = {}): ActionFailure => ({
  ok: false,
  code,
  message,
  fields: {},
  values: {},
  ...more,
});

test("three sweets are sold by the keyboard alone, and the next customer's begin at once", async () => {
  take.mockResolvedValueOnce({ ok: true, data: { id: 41, total: 2145.5, isPaid: true } });
  const user = open();
  expect(screen.getByRole("combobox", { name: "Sweet" })).toHaveFocus();
  await user.keyboard("kaju{Enter}3 laddoo{Enter}2{Enter}");
  expect(within(lines()).getAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByText("₹2,145.50")).toBeVisible();
  // Some scanners send Enter twice: the second one is nothing.
  await user.keyboard("{Enter}");
  expect(screen.getByRole("combobox", { name: "Sweet" })).toHaveFocus();
  // A second later it is meant.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1_000);
  await user.keyboard("{Enter}");
  clock.mockRestore();
  expect(screen.getByRole("radio", { name: "Cash" })).toHaveFocus();
  await user.keyboard("{Tab}3000");
  expect(screen.getByText("Change ₹854.50")).toBeVisible();
  await user.keyboard("{Enter}");
  await screen.findByText(/Order #41: ₹2,145.50 paid. Change ₹854.50/);
  expect(sent(0)).toMatchObject({ when: "now", paid: "cash" });
  expect(itemsSent(0)).toEqual([
    { productId: 3, packId: 103, quantity: 1, price: 679 },
    { productId: 1, packId: 101, quantity: 3, price: 399 },
    { productId: 2, packId: 102, quantity: 1, price: 269.5 },
  ]);
  expect(screen.getByRole("link", { name: "Receipt" })).toHaveAttribute("href", "/admin/orders/41/receipt");
  expect(screen.getByRole("combobox", { name: "Sweet" })).toHaveFocus();
  expect(within(lines()).queryAllByRole("listitem")).toEqual([]);
  const key = sent(0).key;
  take.mockResolvedValueOnce({ ok: true, data: { id: 42, total: 679, isPaid: true } });
  await user.keyboard("kaju{Enter}");
  await user.click(screen.getByRole("button", { name: "Take payment" }));
  await screen.findByText(/Order #42/);
  expect(sent(1).key).not.toBe(key);
});

test("a code that nothing has gives way to the next one, and arrows choose another match", async () => {
  const user = open();
  await user.keyboard("4711{Enter}");
  expect(screen.getByText("There is no such sweet.")).toBeVisible();
  await user.keyboard("jalebi{Enter}");
  expect(within(lines()).getByText(/Jalebi/)).toBeVisible();
  // 500 g is a part of all three: the arrows go from the first to the second and back.
  await user.keyboard("500{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}500{ArrowDown}{ArrowDown}{Enter}");
  const names = within(lines()).getAllByRole("listitem");
  expect(names.map((line) => line.textContent)).toEqual([
    expect.stringContaining("Jalebi"),
    expect.stringContaining("Besan Laddoo"),
    expect.stringContaining("Kaju Katli"),
  ]);
});

test("what is scanned while the way of paying has the focus is looked up, and Enter in a number sells nothing", async () => {
  const user = open();
  await user.keyboard("kaju{Enter}");
  await user.click(screen.getByRole("radio", { name: "Cash" }));
  await user.keyboard("jalebi{Enter}");
  expect(within(lines()).getAllByRole("listitem")).toHaveLength(2);
  const number = screen.getByRole("spinbutton", { name: "Packs of Jalebi, 500 g" });
  await user.tripleClick(number);
  await user.keyboard("7{Enter}");
  expect(screen.getByRole("combobox", { name: "Sweet" })).toHaveFocus();
  expect(take).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Remove Kaju Katli, 500 g" }));
  expect(screen.getAllByText("₹1,886.50")).toHaveLength(2);
});

test("a refusal says what is left of each line, and takes it; new prices are taken when they are accepted", async () => {
  const short = [{ productId: 3, packId: 103, available: 4 }];
  take.mockResolvedValueOnce(
    refused("insufficient_stock", "Only 4 items available in stock.", { available: 4, short }),
  );
  const prices = [{ productId: 3, packId: 103, price: 700 }];
  take.mockResolvedValueOnce(refused("price_changed", "Prices have changed.", { prices }));
  take.mockResolvedValueOnce({ ok: true, data: { id: 43, total: 2800, isPaid: true } });
  const user = open();
  const pay = () => user.click(screen.getByRole("button", { name: "Take payment" }));
  await user.keyboard("9 kaju{Enter}");
  await pay();
  expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli, 500 g: Only 4 items available in stock.");
  await user.click(screen.getByRole("button", { name: "Take what is available" }));
  await pay();
  expect(itemsSent(1)).toMatchObject([{ quantity: 4, price: 679 }]);
  expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli, 500 g: now ₹700 each");
  await user.click(screen.getByRole("button", { name: "Accept new prices" }));
  expect(screen.getAllByText("₹2,800")).toHaveLength(2);
  await pay();
  await screen.findByText(/Order #43/);
  expect(itemsSent(2)).toMatchObject([{ quantity: 4, price: 700 }]);
});

test("an order for later is filled in from the last one of its number, and keeps what was typed when it is refused", async () => {
  const caller: Partial<Caller> = {
    id: 12,
    createdAt: "2026-11-20T09:30:00.000Z",
    name: "Asha Rao",
    email: "asha@example.com",
    recipientName: "Ila Rao",
    phoneNumber: "98200 11111",
    deliveryAddress: "12 Hill Road",
    day: null,
    fulfilment: {
      method: "delivery",
      area: null,
      pincode: "400028",
      fee: 0,
      slot: { date: "2026-11-21", from: "10:00", to: "13:00" },
    },
  };
  findCaller.mockResolvedValueOnce({ ok: true, data: null }).mockResolvedValueOnce({ ok: true, data: caller });
  take.mockImplementationOnce(async (_, form) =>
    refused("invalid", "Please choose how it was paid", {
      fields: { "received.amount": "Too much" },
      values: Object.fromEntries(form) as Record<string, string>,
    }),
  );
  const user = open();
  await user.keyboard("kaju{Enter}");
  await user.click(screen.getByRole("radio", { name: "By phone, for later" }));
  await user.type(screen.getByLabelText("Phone"), "98200 00000{Enter}");
  expect(await screen.findByText("No order has this number yet.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Find last order" }));
  expect(await screen.findByText(/of 20 Nov 2026: Sat 21 Nov, 10 am – 1 pm/)).toBeVisible();
  expect(findCaller).toHaveBeenLastCalledWith("98200 00000");
  expect(take).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText(/^Advance \(₹\)/), "200");
  await user.click(screen.getByRole("button", { name: "Take order" }));
  expect(await screen.findByText("Too much")).toBeVisible();
  expect(sent(0)).toMatchObject({
    when: "later",
    name: "Asha Rao",
    phone: "98200 00000",
    email: "asha@example.com",
    recipientName: "Ila Rao",
    phoneNumber: "98200 11111",
    deliveryAddress: "12 Hill Road",
    pincode: "400028",
    payment: "cod",
    amount: "200",
    advance: "cash",
  });
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Asha Rao"));
});

const facts = {
  legalName: "Mithaas",
  addressLine: "12 Sweet Street",
  fssai: "100",
  phone: { text: "022" },
} as ShopFacts;
test("the receipt of an order without a bill says so, with what was paid and what is due", () => {
  const order = {
    id: 7,
    createdAt: "2026-11-20T09:30:00.000Z",
    total: 858,
    giftWrap: true,
    customer: { name: "Asha Rao", phone: "98200 00000", email: null },
    fulfilment: { fee: 10 },
    items: [{ product: { name: "Besan Laddoo" }, packLabel: "500 g", quantity: 2, price: 399 }],
    payment: { due: 658, paid: 200 },
    payments: [{ method: "upi", state: "received" }],
  } as unknown as AdminOrder;
  render(<Receipt order={order} facts={facts} />);
  const receipt = screen.getByRole("article", { name: "Receipt for order #7" });
  expect(receipt).toHaveTextContent("Order, not a bill");
  expect(
    within(receipt)
      .getAllByRole("listitem")
      .map((row) => row.textContent),
  ).toEqual([
    "Besan Laddoo, 500 g2 × ₹399₹798",
    "Gift wrap₹50",
    "Delivery₹10",
    "Total₹858",
    "Paid: UPI₹200",
    "To be paid₹658",
  ]);
});
