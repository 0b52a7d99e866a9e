import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { describe, expect, test, vi } from "vitest";
import { KitchenScreen } from "@/components/admin/kitchen/kitchen-screen";
import type { PackedAction } from "@/components/admin/kitchen/packing-order";
import type { EnterBatchAction } from "@/components/admin/kitchen/sweets-planned";
import type { MessageAction } from "@/lib/http/action-state";
import { type Kitchen, type OrderToPack, shortened } from "@/lib/kitchen/rules";
import type { PlanDayEntry } from "@/lib/stock/plan-responses";
import { aKitchen, anOrderToPack, aPlan, aWindow } from "./fixtures";
import { button, expectLink, failure, fill, formSent, lastToast, press, refusing, sent, success, texts } from "./forms";

const refresh = vi.fn();
const router = { refresh };
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useRouter: () => router,
}));

const order = (id: number, more: Partial<OrderToPack> = {}) =>
  anOrderToPack(id, { giftWrap: false, personalMessage: null, ...more });
const marked = { packed: true, packedAt: "2026-01-27T04:00:00.000Z" };
const katli = { productId: 1, name: "Kaju Katli", ordered: 6, packed: 4, remaining: 2, kilograms: 1.5, free: 24 };
const rasgulla = { productId: 2, name: "Rasgulla", ordered: 1, packed: 1, remaining: 0, kilograms: null, free: 3 };
const window_ = aWindow({
  done: 2,
  all: 3,
  make: [
    { ...katli, packs: [{ packId: 1, label: "250 g", ordered: 6, packed: 4, remaining: 2 }] },
    { ...rasgulla, packs: [{ packId: 2, label: "1 piece", ordered: 1, packed: 1, remaining: 0 }] },
  ],
  pack: [
    order(11, { giftWrap: true, personalMessage: "Happy Diwali", notes: "Ring twice" }),
    order(12, marked),
    order(13, { ...marked, status: "Shipped" }),
  ],
});
const day = aKitchen({ done: 2, all: 3, windows: [window_] });
const made: PlanDayEntry = {
  ...{ day: day.date, capacity: 40, own: false, held: 0, ordered: 10, made: 10, short: 0, shortOrders: [] },
};
const succeeds = () =>
  vi.fn<PackedAction>(async (_, form) => {
    const packed = form.get("packed") === "yes";
    const text = (id: unknown) => `Order #${id} is ${packed ? "" : "to be "}packed`;
    return success(form.getAll("ids").map((id) => ({ id: Number(id), ok: true, packed, message: text(id) })));
  });

type Props = ComponentProps<typeof KitchenScreen>;
type Others = { next?: Props["next"]; actions?: Partial<Props["actions"]> };
function show(kitchen: Partial<Kitchen> = {}, { next = null, actions }: Others = {}) {
  const props = {
    ...{ asked: undefined, etag: 'W/"one"', next },
    actions: {
      markPacked: succeeds(),
      enterMade: vi.fn<EnterBatchAction>(async () => success(made)),
      throwAway: vi.fn<MessageAction>(async () => success({ message: "Kaju Katli: 2 thrown away" })),
      ...actions,
    },
  };
  const { rerender } = render(<KitchenScreen kitchen={{ ...day, ...kitchen }} {...props} />);
  const again = (other: Partial<Kitchen>) => rerender(<KitchenScreen kitchen={{ ...day, ...other }} {...props} />);
  return { ...props.actions, again };
}

test("a window shows what to make, what to pack, how far it is, and that it is late", () => {
  show();
  const section = screen.getByRole("region", { name: "10 am – 1 pm" });
  expect(within(section).getByText("Late: has started, 1 not packed")).toBeVisible();
  expect(within(section).getByText("2 of 3 packed")).toBeVisible();
  const row = within(section).getByRole("row", { name: /Kaju Katli/ });
  expect(texts(within(row).getAllByRole("cell"))).toEqual(["6", "4", "2", "24"]);
  expect(row).toHaveTextContent("1.5 kg");
  expect(within(section).getByRole("row", { name: /Rasgulla/ })).not.toHaveTextContent("kg");
  for (const text of ["Gift wrap", "“Happy Diwali”", "Ring twice"])
    expect(within(section).getByText(text, { exact: false })).toBeVisible();
  expectLink("Slip of order #11", "/admin/orders/11/slip");
  expectLink("Slips", "/admin/orders/slips?ids=11");
  expectLink("10 am – 1 pm: 1 not packed", `#${section.id}`);
});

test("a sweet shows what of each pack was ordered and remains, and an order names the pack of each line", () => {
  const packs = [
    { packId: 1, label: "250 g", ordered: 3, packed: 3, remaining: 0 },
    { packId: 3, label: "500 g", ordered: 2, packed: 1, remaining: 1 },
    { packId: 4, label: "Gift tin", ordered: 1, packed: 0, remaining: 1 },
  ];
  const line = { productId: 1, name: "Kaju Katli", packId: 1, packLabel: "250 g", quantity: 3 };
  const items = [line, { ...line, packId: 3, packLabel: "500 g", quantity: 2 }];
  const make = [{ ...katli, packs }, ...window_.make.slice(1)];
  show({ windows: [{ ...window_, make, pack: [order(11, { items })] }] });
  const row = screen.getByRole("row", { name: /^Kaju Katli/ });
  expect(within(row).getByText("1.5 kg: 3 × 250 g, 2 × 500 g, 1 × Gift tin")).toBeVisible();
  expect(within(row).getByText("Remaining: 1 × 500 g, 1 × Gift tin")).toBeVisible();
  // A sweet sold by the piece alone has no packs to name.
  expect(screen.getByRole("row", { name: /^Rasgulla/ })).not.toHaveTextContent("piece");
  const lines = screen.getAllByRole("listitem").filter((item) => item.textContent?.includes("Kaju Katli,"));
  expect(texts(lines).slice(1)).toEqual(["3 × Kaju Katli, 250 g", "2 × Kaju Katli, 500 g"]);
});

test("'Packed' marks the order; a second tap sends nothing, and the mark is taken back elsewhere", async () => {
  const { markPacked, again } = show();
  await press("Packed: order #11");
  expect(sent(markPacked)).toEqual({ ids: "11", packed: "yes" });
  await waitFor(() => expect(lastToast()).toMatchObject({ type: "success", message: "Order #11 is packed" }));
  again({ windows: [{ ...window_, pack: [order(11, marked)] }] });
  expect(button("Order #11 is packed")).toHaveFocus();
  await press("Order #11 is packed");
  expect(markPacked).toHaveBeenCalledTimes(1);
  await press(/^Take back: order #11/);
  expect(sent(markPacked)).toEqual({ ids: "11", packed: "no" });
});

test("an order that has left the shop is neither selected nor taken back", () => {
  show();
  expect(screen.queryByRole("checkbox", { name: "Select order #13" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Take back: order #13/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Order #13 is packed" })).toBeNull();
  expect(within(screen.getByText("#13").closest("li") as HTMLElement).getByText("Packed")).toBeVisible();
});

test("several orders are marked at once, each with its own outcome", async () => {
  const markPacked = vi.fn<PackedAction>(async () =>
    success([
      { id: 11, ok: true, packed: true, message: "Order #11 is packed" },
      { id: 14, ok: false, packed: false, message: "Order #14 is cancelled" },
    ]),
  );
  show({ windows: [{ ...window_, pack: [...window_.pack, order(14)] }] }, { actions: { markPacked } });
  await press("Select 2 not packed: 10 am – 1 pm");
  const several = within(screen.getByRole("form", { name: "Selected orders" }));
  expect(await several.findByText("2 selected")).toBeVisible();
  await userEvent.click(several.getByRole("button", { name: "Packed" }));
  expect(formSent(markPacked).getAll("ids").sort()).toEqual(["11", "14"]);
  expect(await screen.findByText("#14: Order #14 is cancelled")).toBeVisible();
  expect(lastToast()).toMatchObject({ type: "warning", message: "1 order packed, 1 failed" });
});

test("a failure is shown, and the order stays to be packed", async () => {
  show({}, { actions: { markPacked: async () => failure("conflict", "Order #11 is cancelled.") } });
  await press("Packed: order #11");
  await waitFor(() => expect(lastToast()).toMatchObject({ type: "error", message: "Order #11 is cancelled." }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(button("Packed: order #11")).toBeVisible();
});

test("orders without a window say how they go, how old they are, and how many are not listed", () => {
  show({
    all: 80,
    windows: [],
    withoutWindow: { done: 0, all: 80, make: [], pack: [order(5, { method: "courier" }), order(6, { method: null })] },
  });
  expect(screen.getByText("Courier, ordered", { exact: false })).toHaveTextContent("26 Jan 2026, 3:00 pm");
  expect(screen.getByText("To be arranged, ordered", { exact: false })).toBeVisible();
  expect(screen.getByText("78 orders more are not listed.")).toBeVisible();
});

test("a day without orders says so, and leads to the days beside it", () => {
  show({ date: "2026-12-01", done: 0, all: 0, windows: [] });
  expect(screen.getByRole("heading", { name: "Nothing to make" })).toBeVisible();
  expect(screen.getByText("Tuesday, 1 Dec 2026")).toBeVisible();
  const days = within(screen.getByRole("navigation", { name: "Day" }));
  expect(days.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
    "/admin?tab=kitchen&date=2026-11-30",
    "/admin?tab=kitchen",
    "/admin?tab=kitchen&date=2026-12-02",
  ]);
});

const poll = () => act(async () => void document.dispatchEvent(new Event("visibilitychange")));
const answers = (...responses: (Response | Error)[]) => {
  vi.mocked(fetch).mockImplementation(async () => {
    const next = responses.shift() ?? new Response(null, { status: 304 });
    if (next instanceof Error) throw next;
    return next;
  });
};

test("the page asks whether the day has changed, and refreshes only then", async () => {
  answers(
    new Response(null, { status: 304 }),
    new Response(JSON.stringify({ all: 5 }), { headers: { etag: 'W/"two"' } }),
  );
  show();
  await poll();
  expect(vi.mocked(fetch).mock.calls[0]).toMatchObject([
    "/api/admin/kitchen",
    { headers: { "if-none-match": 'W/"one"' } },
  ]);
  expect(refresh).not.toHaveBeenCalled();
  await poll();
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  expect(lastToast()).toMatchObject({ type: "info", message: "2 orders more to pack" });
});

test("it says when the shop cannot be reached, and when the session has ended", async () => {
  answers(
    new Error("lost"),
    new Error("lost"),
    new Response(null, { status: 304 }),
    new Response(null, { status: 401 }),
  );
  show();
  await poll();
  expect(screen.queryByRole("alert")).toBeNull();
  await poll();
  expect(await screen.findByRole("alert")).toHaveTextContent("This list may be out of date.");
  await poll();
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await poll();
  expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent("/admin?tab=kitchen")}`,
  );
  await poll();
  expect(fetch).toHaveBeenCalledTimes(4);
});

test.each<[string, Partial<NonNullable<OrderToPack["payment"]>>, string]>([
  ["due", {}, "Collect ₹1,408"],
  ["claimed", { method: "upi", state: "claimed" }, "UPI to check"],
  ["paid", { state: "paid", paid: 1408, due: 0 }, "Paid"],
])("an order to pack whose money is %s says so", (_, changes, text) => {
  const payment = { method: "cod" as const, state: "unpaid" as const, paid: 0, due: 1408, ...changes };
  const windows = [{ ...window_, pack: [order(1, { payment })] }];
  show({ windows });
  expect(screen.getByText(text)).toBeVisible();
});

describe("a long window", () => {
  const pack = Array.from({ length: 230 }, (_, n) =>
    order(n + 1, n < 90 ? { packed: true, packedAt: new Date(Date.UTC(2026, 0, 27, 4, n)).toISOString() } : {}),
  );
  const listed = (some: OrderToPack[], plans = day.plans) =>
    shortened({ ...day, plans, windows: [{ ...window_, pack: some }] }).windows[0]?.pack.map(({ id }) => id);

  test("lists what is to be packed next and what was packed last, and who waits for a sweet in any case", () => {
    // Of 90 packed the last 50, of 140 others the first 50.
    expect(listed(pack)).toEqual(Array.from({ length: 100 }, (_, n) => n + 41));
    expect(listed(pack.slice(0, 100))).toHaveLength(100);
    expect(listed(pack, [aPlan({ shortOrders: [{ id: 230, units: 1 }] })])?.at(-1)).toBe(230);
  });

  test("says how many are not listed, and lists all when asked", () => {
    show({ windows: [{ ...window_, done: 90, all: 230, pack: pack.slice(89, 91) }] });
    expect(screen.getByText("90 of 230 packed")).toBeVisible();
    expect(screen.getByText(/^228 orders more are not listed/)).toBeVisible();
    expectLink("List all", "/admin?tab=kitchen&all=yes");
  });
});

describe("sweets that are made for the day", () => {
  const katli = aPlan({
    ...{ productId: 1, free: 12, ordered: 12, fromPlan: 10, fromStock: 2 },
    ...{ made: null, short: 0, shortOrders: [] },
  });
  const jalebi = aPlan({
    ...{ productId: 2, name: "Jalebi", unitGrams: null, packUnits: 1, free: 0, ordered: 5, fromPlan: 5 },
    ...{ capacity: 20, held: 0, made: 3, short: 2, shortOrders: [{ id: 11, units: 2 }] },
  });
  const peda = { ...katli, productId: 3, name: "Peda", capacity: null, fromPlan: 0, held: 0 };
  const figures = (card: HTMLElement) => texts(within(card).getAllByRole("definition"));
  const card = (name: string) => screen.getByRole("heading", { name }).closest("li") as HTMLElement;

  test("say what is still to make, made and promised of what can be, in kilograms or pieces", () => {
    show({ plans: [jalebi, katli, peda] });
    expect(figures(card("Kaju Katli"))).toEqual(["3 kg", "0 kg", "3 kg of 10 kg"]);
    expect(figures(card("Jalebi"))).toEqual(["2 pieces", "3 pieces", "5 pieces of 20 pieces"]);
    expect(screen.getByText("0.5 kg more are ordered from stock.")).toBeVisible();
    expect(screen.getByText("2 of 2 sweets still to make")).toBeVisible();
    // From stock alone: nothing is made for the day.
    expect(screen.queryByRole("heading", { name: "Peda" })).toBeNull();
  });

  test("name the orders that wait for what is short, with their windows", () => {
    const withoutWindow = { done: 0, all: 1, make: [], pack: [order(99)] };
    const shortOrders = [...jalebi.shortOrders, { id: 99, units: 1 }, { id: 100, units: 2 }];
    show({ plans: [{ ...jalebi, shortOrders }], withoutWindow });
    const list = screen.getByRole("list", { name: "Orders that wait for Jalebi" });
    expect(texts(within(list).getAllByRole("listitem"))).toEqual([
      "#11 2 pieces, 10 am – 1 pm",
      "#99 1 piece, without a window",
      "#100 2 pieces",
    ]);
    expect(within(list).getByRole("link", { name: "#11" })).toHaveAttribute("href", "/admin/orders/11");
  });

  test("a batch is entered once, with a key, and the next one has another", async () => {
    const { enterMade } = show({ plans: [katli] });
    const form = within(screen.getByRole("form", { name: "Made: Kaju Katli" }));
    for (let n = 0; n < 2; n++) {
      await fill(form.getByLabelText("Made now (kg)"), "2.5");
      await userEvent.click(form.getByRole("button", { name: "Enter what was made of Kaju Katli" }));
      await waitFor(() => expect(form.getByLabelText("Made now (kg)")).toHaveValue(""));
    }
    const [first, second] = [sent(enterMade, 0), sent(enterMade, 1)];
    expect(first).toEqual({
      ...{ productId: "1", day: day.date, unitGrams: "250", takesBack: "false", amount: "2.5" },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(second.key).not.toBe(first.key);
    expect(lastToast()).toMatchObject({ type: "success", message: "Kaju Katli: 2.5 kg made" });
  });

  test("too much is taken back without a minus, and a refusal stands at the number", async () => {
    const message = "Only 3 units were entered for this day.";
    const enterMade = refusing("conflict", message);
    show({ plans: [jalebi] }, { actions: { enterMade } });
    await userEvent.click(screen.getByText("I entered too much"));
    const form = screen.getByRole("form", { name: "Take back: Jalebi" });
    const amount = () => within(form).getByLabelText("Take back (pieces)");
    await userEvent.type(amount(), "4{Enter}");
    expect(sent(enterMade).takesBack).toBe("true");
    await waitFor(() => expect(amount()).toHaveAccessibleDescription(message));
    expect(amount()).toHaveValue("4");
  });

  test("batches are of yesterday, today or tomorrow; before one is entered nothing can be taken back", () => {
    const { again } = show({ plans: [katli] });
    expect(screen.queryByText("I entered too much")).toBeNull();
    for (const [date, forms] of [
      ["2026-01-26", 1],
      ["2026-01-28", 1],
      ["2026-01-29", 0],
      ["2026-01-25", 0],
    ] as const) {
      again({ date, plans: [katli] });
      expect(screen.queryAllByRole("form", { name: "Made: Kaju Katli" })).toHaveLength(forms);
    }
  });

  test("what is thrown away is chosen of what is in stock", async () => {
    const { throwAway } = show({ plans: [jalebi, katli, peda] });
    await userEvent.click(screen.getByText("Thrown away"));
    const form = within(screen.getByRole("form", { name: "Thrown away" }));
    expect(texts(form.getAllByRole("option"))).toEqual([
      "Choose a sweet",
      "Kaju Katli: 12 × 0.5 kg in stock",
      "Peda: 12 × 0.5 kg in stock",
    ]);
    await userEvent.selectOptions(form.getByLabelText("Sweet"), "1");
    await fill(form.getByLabelText("Packs"), "2");
    await userEvent.type(form.getByLabelText("Reason"), "Dried out{Enter}");
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "Kaju Katli: 2 thrown away" }));
    expect(sent(throwAway)).toMatchObject({ id: "1", quantity: "2", reason: "Dried out" });
  });

  test("more than there is is refused at the number of packs", async () => {
    const { throwAway } = show({ plans: [katli] });
    vi.mocked(throwAway).mockResolvedValueOnce(failure("insufficient_stock", "Only 3 items available in stock."));
    await userEvent.click(screen.getByText("Thrown away"));
    const form = within(screen.getByRole("form", { name: "Thrown away" }));
    await fill(form.getByLabelText("Packs"), "9");
    await press("Throw away");
    await waitFor(() =>
      expect(form.getByLabelText("Packs")).toHaveAccessibleDescription("Only 3 items available in stock."),
    );
    expect(form.getByLabelText("Packs")).toHaveValue("9");
  });

  test("what tomorrow's first windows need", async () => {
    show({}, { next: { from: "10:00", to: "13:00", all: 12, make: window_.make } });
    await userEvent.click(screen.getByText("Tomorrow, 10 am – 1 pm: 12 orders"));
    expect(screen.getByText("1.5 kg").closest("li")).toHaveTextContent("1.5 kg Kaju Katli");
    expectLink("Tomorrow’s kitchen", "/admin?tab=kitchen&date=2026-01-28");
  });
});
