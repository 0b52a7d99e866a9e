// The screen of new orders. With a real server and printing: tests/e2e/new-order.spec.ts.
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { Receipt } from "@/components/admin/orders/papers";
import { NewOrder, type Taken } from "@/components/admin/till/new-order";
import type { TillDay } from "@/lib/catalogue/till-packs";
import type { FormAction } from "@/lib/http/action-state";
import { defaultSettings } from "@/lib/settings/defaults";
import { shopFacts } from "@/lib/settings/facts";
import { anAdminOrder, byRiders, codOnly, someOffers } from "./fixtures";
import { expectLink, failure, fill, press, refusing, sent, success, texts, unanswered } from "./forms";

const pack = (productId: number, name: string, price: number, available = 20) => ({
  productId,
  packId: productId + 100,
  name,
  slug: name.toLowerCase().replaceAll(" ", "-"),
  packLabel: "500 g",
  price,
  units: 2,
  available,
});
const packs = [pack(1, "Besan Laddoo", 399), pack(2, "Jalebi", 269.5), pack(3, "Kaju Katli", 679)];

const take = vi.fn<FormAction<Taken>>();
const findCaller = vi.fn();
// The moments of keys are the test's, however long this machine takes between two of them.
let moment = 0;
beforeEach(() => void vi.spyOn(Event.prototype, "timeStamp", "get").mockImplementation(() => moment));

const till = {
  packs,
  actions: { take, findCaller },
  payments: codOnly,
  shopPincode: "400028",
  days: [] as TillDay[],
  today: "2026-11-27",
  gstin: null as string | null,
};
const open = (more: Partial<typeof till> = {}) => {
  render(<NewOrder {...till} {...more} />);
  return userEvent.setup();
};
type User = ReturnType<typeof open>;
/** Keys that follow each other after so many milliseconds. */
async function keys(user: User, text: string, ms: number) {
  for (const key of text.match(/\{\w+\}|./g) ?? []) {
    moment += ms;
    await user.keyboard(key);
  }
}
/** As people press keys, and as scanners do. */
const type = (user: User, text: string) => keys(user, text, 120);
const scan = (user: User, text: string) => keys(user, text, 8);
const itemsSent = () => JSON.parse(String(sent(take).items));
const search = () => screen.getByRole("combobox", { name: "Sweet" });
const lines = () => within(screen.getByRole("list", { name: "Sweets of this order" }));
const taken = (id: number, total: number) => take.mockResolvedValueOnce(success({ id, total, isPaid: true }));
const pay = () => press("Take payment");

test("three sweets are sold by the keyboard alone, and the next customer's begin at once", async () => {
  taken(41, 2145.5);
  const user = open();
  expect(search()).toHaveFocus();
  await type(user, "kaju{Enter}3 laddoo{Enter}2{Enter}");
  expect(lines().getAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByText("₹2,145.50")).toBeVisible();
  await type(user, "{Enter}");
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

test("a quick Enter, Enter, Enter adds, goes to the payment and takes it, again and again", async () => {
  const user = open();
  for (let id = 1; id <= 3; id++) {
    taken(id, 679);
    await keys(user, "kaju{Enter}{Enter}{Enter}", 60);
    await screen.findByText(`Order #${id}: ₹679 paid`);
    expect(itemsSent()).toMatchObject([{ productId: 3, quantity: 1 }]);
    expect(search()).toHaveFocus();
  }
});

test("a scanner's Enter only adds, also when it sends two of them; the person's after it counts", async () => {
  const user = open();
  await scan(user, "jalebi{Enter}{Enter}");
  expect(search()).toHaveFocus();
  await scan(user, "kaju-katli{Enter}");
  expect(lines().getAllByRole("listitem")).toHaveLength(2);
  await type(user, "{Enter}");
  expect(screen.getByRole("radio", { name: "Cash" })).toHaveFocus();
  // Scanned while the way of paying has the focus.
  await scan(user, "besan-laddoo{Enter}{Enter}");
  expect(lines().getAllByRole("listitem")).toHaveLength(3);
  expect(search()).toHaveFocus();
  expect(take).not.toHaveBeenCalled();
});

test("Enter that is held down is pressed once", async () => {
  const user = open();
  await type(user, "kaju");
  await user.keyboard("{Enter>40}");
  expect(search()).toHaveFocus();
  await user.keyboard("{/Enter}{Enter>40}");
  expect(screen.getByRole("radio", { name: "Cash" })).toHaveFocus();
  expect(take).not.toHaveBeenCalled();
});

test("what is typed while a payment is taken begins the next order, and joins no bill", async () => {
  const { action, answer } = unanswered<Taken>();
  const user = open({ actions: { take: vi.mocked(action), findCaller } as typeof till.actions });
  await type(user, "kaju{Enter}{Enter}{Enter}");
  await type(user, "jalebi{Enter}");
  expect(search()).toHaveValue("jalebi");
  expect(lines().getAllByRole("listitem")).toHaveLength(1);
  answer(success({ id: 50, total: 679, isPaid: true }));
  await screen.findByText(/Order #50/);
  expect(search()).toHaveValue("jalebi");
  expect(search()).toHaveFocus();
  await type(user, "{Enter}");
  expect(texts(lines().getAllByRole("listitem"))).toEqual([expect.stringContaining("Jalebi")]);
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

describe("the GST invoice for a company", () => {
  const gstin = "27AAPFU0939F1ZV";
  const inDelhi = { forCompany: "on", gstin: "07AAACT2727Q1ZY", companyName: "Tata & Sons", deliveredTo: "company" };
  const box = () => screen.getByRole("checkbox", { name: "GST invoice for a company" });

  test("is offered by a shop that has a GSTIN alone, for what is handed over, too, and not for the next order", async () => {
    const fields = { "company.name": "Please enter the company's name" };
    take.mockImplementationOnce(refusing("invalid", "Some fields are invalid", { fields }));
    taken(44, 679);
    taken(45, 679);
    const user = open({ gstin });
    await user.keyboard("kaju{Enter}");
    await user.click(box());
    await fill("GSTIN", inDelhi.gstin);
    await pay();
    await waitFor(() => expect(screen.getByLabelText("Company name")).toHaveFocus());
    expect(screen.getByLabelText("Company name")).toHaveAccessibleDescription(fields["company.name"]);
    expect(screen.getByLabelText("GSTIN")).toHaveValue(inDelhi.gstin);
    await fill("Company name", inDelhi.companyName);
    await pay();
    await screen.findByText(/Order #44/);
    expect(sent(take)).toMatchObject(inDelhi);
    expect(box()).not.toBeChecked();
    expect(screen.getByLabelText("GSTIN")).toHaveValue("");
    await user.keyboard("kaju{Enter}");
    await pay();
    await screen.findByText(/Order #45/);
    expect(sent(take)).not.toHaveProperty("forCompany");
    cleanup();
    open();
    expect(screen.queryByLabelText(/company/i)).toBeNull();
  });

  test("names which tax is charged: the shop's state's for what is handed over, whatever was typed for later", async () => {
    const own = "CGST and SGST are charged: the place of supply is Maharashtra.";
    const user = open({ gstin });
    await user.click(box());
    expect(screen.getByText(own)).toHaveRole("status");
    await user.click(screen.getByRole("radio", { name: "By phone, for later" }));
    await fill("Pincode", "560001");
    expect(screen.getByText("IGST is charged: the place of supply is Karnataka.")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Pick up" }));
    expect(screen.getByText(own)).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Delivery, to be arranged" }));
    await user.click(screen.getByRole("radio", { name: "Handed over now" }));
    expect(screen.getByText(own)).toBeVisible();
    await user.click(screen.getByRole("radio", { name: "Other people, for the company" }));
    await fill("GSTIN", inDelhi.gstin.slice(0, 14));
    expect(screen.queryByText(/charged/)).toBeNull();
    await fill("GSTIN", inDelhi.gstin);
    expect(screen.getByText("IGST is charged: the place of supply is Delhi.")).toBeVisible();
  });
});

describe("the day of an order for later", () => {
  const [friday, saturday, sunday] = ["2026-11-27", "2026-11-28", "2026-11-29"];
  const slots = [{ from: "10:00", to: "13:00", left: 9 }];
  const dayOf = (day: string, left: number, more: Partial<TillDay> = {}): TillDay => ({
    ...{ day, left: { 3: left }, festivals: [], isInSpan: true },
    ...more,
  });
  const days = [dayOf(saturday, 10), dayOf(sunday, 3, { festivals: [{ name: "Diwali", sweets: [3] }] })];
  const answers = (...dates: string[]) =>
    vi
      .mocked(fetch)
      .mockImplementation(async () =>
        Response.json(
          someOffers({ methods: [byRiders({ days: dates.map((date) => ({ date, slots })) })], today: friday }),
        ),
      );
  const day = () => screen.getByRole("combobox", { name: "Day" });
  const line = () => lines().getByRole("listitem");

  /** Three Kaju Katli by telephone, of which one is in stock, five are planned for Saturday and one for Sunday. */
  async function byPhone() {
    const user = open({ days, packs: [pack(1, "Besan Laddoo", 399), pack(3, "Kaju Katli", 679, 1)] });
    await user.keyboard("3 kaju{Enter}");
    await user.click(screen.getByRole("radio", { name: "By phone, for later" }));
    return user;
  }
  async function sentWhenTaken() {
    taken(60, 2037);
    await press("Take order");
    await screen.findByText(/Order #60/);
    const { day, slot } = sent(take);
    return { day, slot };
  }

  test("is the one that looks chosen after the last order was found: the first that has everything", async () => {
    // Of today the shop offers what windows there are, whatever is in stock.
    answers(friday, saturday, sunday);
    await byPhone();
    const { fulfilment, deliveryAddress, createdAt } = anAdminOrder();
    findCaller.mockResolvedValueOnce(
      success({
        ...{ id: 12, createdAt, name: "Asha Rao", email: null, day: null },
        fulfilment: { ...fulfilment, pincode: "400028" },
        ...{ recipientName: null, phoneNumber: null, deliveryAddress },
      }),
    );
    await fill("Phone", "98200 00000");
    await press("Find last order");
    await waitFor(() => expect(day()).toHaveDisplayValue("Sat 28 Nov"));
    expect(line()).not.toHaveTextContent("left");
    expect(screen.getByRole("radio", { name: "No window yet" })).toBeChecked();
    expect(await sentWhenTaken()).toEqual({ day: saturday, slot: "" });
  });

  test("decides what is left beside a line, also of what is found; without one it is the stock's", async () => {
    answers(friday, saturday);
    const user = await byPhone();
    expect(day()).toHaveDisplayValue("Today, from stock");
    expect(line()).toHaveTextContent("Only 1 left");
    expect(texts(within(day()).getAllByRole("option"))).toEqual([
      "Today, from stock",
      "Sat 28 Nov",
      "Sun 29 Nov, Diwali, not enough left",
    ]);
    await user.selectOptions(day(), sunday);
    expect(line()).toHaveTextContent("Only 1 left for Sun 29 Nov");
    await user.type(search(), "kaju");
    expect(screen.getByRole("option", { name: /Kaju Katli/ })).toHaveTextContent("1 left");
    await user.selectOptions(day(), saturday);
    expect(line()).not.toHaveTextContent("left");
    expect(screen.getByRole("option", { name: /Kaju Katli/ })).toHaveTextContent("5 left");
    // What is handed over now is from stock, whatever was chosen before.
    await user.click(screen.getByRole("radio", { name: "Handed over now" }));
    expect(line()).toHaveTextContent("Only 1 left");
  });

  test("is sent with its window, of today with the window alone; another day takes the window away", async () => {
    answers(friday, saturday);
    const user = await byPhone();
    await fill("Pincode", "400028");
    await user.click(await screen.findByRole("radio", { name: "10 am – 1 pm" }));
    expect(day()).toHaveValue(saturday);
    await user.selectOptions(day(), "");
    await user.selectOptions(day(), saturday);
    expect(screen.getByRole("radio", { name: "No window yet" })).toBeChecked();
    await user.click(screen.getByRole("radio", { name: "10 am – 1 pm" }));
    expect(await sentWhenTaken()).toEqual({ day: saturday, slot: `${saturday} 10:00` });
    await user.keyboard("laddoo{Enter}");
    await user.click(screen.getByRole("radio", { name: "By phone, for later" }));
    await fill("Pincode", "400028");
    await user.click(await screen.findByRole("radio", { name: "10 am – 1 pm" }));
    expect(await sentWhenTaken()).toEqual({ day: "", slot: `${friday} 10:00` });
  });

  test("is sent when delivery is to be arranged, and stays when the shop offers it no more", async () => {
    const user = await byPhone();
    await user.selectOptions(day(), sunday);
    answers(saturday);
    await fill("Pincode", "400028");
    expect(await screen.findByText(/No window is free on this day/)).toBeVisible();
    expect(screen.queryByRole("radio", { name: "No window yet" })).toBeNull();
    expect((await sentWhenTaken()).day).toBe(sunday);
  });

  test("is another one by the buttons of a refusal: a window that is offered instead, or a day that has everything", async () => {
    const alternatives = [{ date: sunday, from: "10:00", to: "13:00" }];
    take.mockResolvedValueOnce(failure("slot_full", "This window is full.", { alternatives }));
    const short = [{ productId: 3, packId: 103, available: 1 }];
    take.mockResolvedValueOnce(failure("day_short", "Some sweets are short.", { items: short, days: [saturday] }));
    const user = await byPhone();
    await user.selectOptions(day(), saturday);
    await press("Take order");
    await screen.findByText("This window is full.");
    await press("Order for Sun 29 Nov, 10 am – 1 pm");
    expect(sent(take)).toMatchObject({ day: saturday, alternative: `${sunday} 10:00` });
    await screen.findByText("These days have everything:");
    await user.selectOptions(day(), sunday);
    await press("Sat 28 Nov");
    expect(day()).toHaveDisplayValue("Sat 28 Nov");
  });
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
