// The screen of new orders. With a real server and printing: tests/e2e/new-order.spec.ts.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { Receipt } from "@/components/admin/orders/papers";
import { NewOrder, type Taken } from "@/components/admin/till/new-order";
import type { FormAction } from "@/lib/http/action-state";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";
import { anAdminOrder, codOnly } from "./fixtures";
import { expectLink, failure, fill, press, refusing, sent, success, texts } from "./forms";

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
// The clock stands still, however long this machine takes between two keys.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));

const open = () => {
  render(<NewOrder packs={packs} actions={{ take, findCaller }} payments={codOnly} shopPincode="400028" />);
  return userEvent.setup();
};
const itemsSent = () => JSON.parse(String(sent(take).items));
const search = () => screen.getByRole("combobox", { name: "Sweet" });
const lines = () => within(screen.getByRole("list", { name: "Sweets of this order" }));
const taken = (id: number, total: number) => take.mockResolvedValueOnce(success({ id, total, isPaid: true }));
const pay = () => press("Take payment");

test("three sweets are sold by the keyboard alone, and the next customer's begin at once", async () => {
  taken(41, 2145.5);
  const user = open();
  expect(search()).toHaveFocus();
  await user.keyboard("kaju{Enter}3 laddoo{Enter}2{Enter}");
  expect(lines().getAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByText("₹2,145.50")).toBeVisible();
  // Some scanners send Enter twice: the second one is nothing.
  await user.keyboard("{Enter}");
  expect(search()).toHaveFocus();
  // A second later it is meant.
  vi.advanceTimersByTime(1_000);
  await user.keyboard("{Enter}");
  expect(screen.getByRole("radio", { name: "Cash" })).toHaveFocus();
  await user.keyboard("{Tab}3000");
  expect(screen.getByText("Change ₹854.50")).toBeVisible();
  await user.keyboard("{Enter}");
  await screen.findByText(/Order #41: ₹2,145.50 paid. Change ₹854.50/);
  expect(sent(take)).toMatchObject({ when: "now", paid: "cash" });
  expect(itemsSent()).toEqual([
    { productId: 3, packId: 103, quantity: 1, price: 679 },
    { productId: 1, packId: 101, quantity: 3, price: 399 },
    { productId: 2, packId: 102, quantity: 1, price: 269.5 },
  ]);
  expectLink("Receipt", "/admin/orders/41/receipt");
  expect(search()).toHaveFocus();
  expect(lines().queryAllByRole("listitem")).toEqual([]);
  taken(42, 679);
  await user.keyboard("kaju{Enter}");
  await pay();
  await screen.findByText(/Order #42/);
  expect(sent(take, 1).key).not.toBe(sent(take, 0).key);
});

test("a code that nothing has gives way to the next one, and arrows choose another match", async () => {
  const user = open();
  await user.keyboard("4711{Enter}");
  expect(screen.getByText("There is no such sweet.")).toBeVisible();
  await user.keyboard("jalebi{Enter}");
  expect(lines().getByText(/Jalebi/)).toBeVisible();
  // 500 g is a part of all three: the arrows go from the first to the second and back.
  await user.keyboard("500{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}{Enter}500{ArrowDown}{ArrowDown}{Enter}");
  const names = lines().getAllByRole("listitem");
  expect(texts(names)).toEqual([
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
  expect(lines().getAllByRole("listitem")).toHaveLength(2);
  const number = screen.getByRole("spinbutton", { name: "Packs of Jalebi, 500 g" });
  await user.tripleClick(number);
  await user.keyboard("7{Enter}");
  expect(search()).toHaveFocus();
  expect(take).not.toHaveBeenCalled();
  await press("Remove Kaju Katli, 500 g");
  expect(screen.getAllByText("₹1,886.50")).toHaveLength(2);
});

test("a refusal says what is left of each line, and takes it; new prices are taken when they are accepted", async () => {
  const short = [{ productId: 3, packId: 103, available: 4 }];
  take.mockResolvedValueOnce(failure("insufficient_stock", "Only 4 items available in stock.", { short }));
  const prices = [{ productId: 3, packId: 103, price: 700 }];
  take.mockResolvedValueOnce(failure("price_changed", "Prices have changed.", { prices }));
  taken(43, 2800);
  const user = open();
  await user.keyboard("9 kaju{Enter}");
  await pay();
  expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli, 500 g: Only 4 items available in stock.");
  await press("Take what is available");
  await pay();
  expect(itemsSent()).toMatchObject([{ quantity: 4, price: 679 }]);
  expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli, 500 g: now ₹700 each");
  await press("Accept new prices");
  expect(screen.getAllByText("₹2,800")).toHaveLength(2);
  await pay();
  await screen.findByText(/Order #43/);
  expect(itemsSent()).toMatchObject([{ quantity: 4, price: 700 }]);
});

test("an order for later is filled in from the last one of its number, and keeps what was typed when it is refused", async () => {
  const { fulfilment, deliveryAddress, createdAt } = anAdminOrder();
  const caller = {
    ...{ id: 12, createdAt, name: "Asha Rao", email: "asha@example.com", day: null, fulfilment },
    ...{ recipientName: "Ila Rao", phoneNumber: "98200 11111", deliveryAddress },
  };
  findCaller.mockResolvedValueOnce(success(null)).mockResolvedValueOnce(success(caller));
  take.mockImplementationOnce(
    refusing("invalid", "Please choose how it was paid", { fields: { "received.amount": "Too much" } }),
  );
  const user = open();
  await user.keyboard("kaju{Enter}");
  await user.click(screen.getByRole("radio", { name: "By phone, for later" }));
  await user.type(screen.getByLabelText("Phone"), "98200 00000{Enter}");
  expect(await screen.findByText("No order has this number yet.")).toBeVisible();
  await press("Find last order");
  expect(await screen.findByText(/of 26 Jan 2026: Tue 27 Jan, 10 am – 1 pm/)).toBeVisible();
  expect(sent(findCaller)).toEqual({ phone: "98200 00000" });
  expect(take).not.toHaveBeenCalled();
  await fill(/^Notes/, "Ring twice");
  await fill(/^Advance \(₹\)/, "200");
  await press("Take order");
  expect(await screen.findByText("Too much")).toBeVisible();
  expect(sent(take)).toMatchObject({
    when: "later",
    name: "Asha Rao",
    phone: "98200 00000",
    email: "asha@example.com",
    recipientName: "Ila Rao",
    phoneNumber: "98200 11111",
    deliveryAddress,
    notes: "Ring twice",
    pincode: "400002",
    payment: "cod",
    amount: "200",
    advance: "cash",
  });
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Asha Rao"));
});

test("the paper of an order without a bill says so, with what was paid and what is due", () => {
  const { payment, fulfilment } = anAdminOrder();
  const entry = {
    id: 1,
    method: "upi",
    amount: 200,
    reference: null,
    reason: null,
    at: "2026-01-26T09:30:00Z",
    by: null,
  };
  const order = anAdminOrder({
    ...{ total: 1418, fulfilment: { ...fulfilment, fee: 10 }, payment: { ...payment, due: 1218, paid: 200 } },
    payments: [{ ...entry, method: "upi", state: "received" }],
  });
  render(<Receipt order={order} facts={shopFacts(defaultSettings.shop)} />);
  const receipt = screen.getByRole("article", { name: "Order summary for order #12" });
  expect(receipt).toHaveTextContent("Order, not a bill");
  const rows = within(receipt).getAllByRole("listitem");
  expect(texts(rows)).toEqual([
    "Kaju Katli, 500 g2 × ₹679₹1,358",
    "Gift wrap₹50",
    "Delivery₹10",
    "Total₹1,418",
    "Paid: UPI₹200",
    "To be paid₹1,218",
  ]);
});
