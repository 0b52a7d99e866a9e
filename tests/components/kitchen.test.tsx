import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { describe, expect, test, vi } from "vitest";
import { KitchenScreen } from "@/components/admin/kitchen/kitchen-screen";
import type { PackedAction } from "@/components/admin/kitchen/packing-order";
import type { EnterBatchAction } from "@/components/admin/kitchen/sweets-planned";
import type { MessageAction } from "@/lib/http/action-state";
import { type Kitchen, type OrderToPack, shortened } from "@/lib/kitchen/rules";
import { typedBatch } from "@/lib/stock/plan-texts";
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
const made = {
  ...{
    day: day.date,
    capacity: 40,
    own: false,
    held: 0,
    ordered: 10,
    made: 10,
    short: 0,
    restGrams: 0,
    shortOrders: [],
  },
  entered: { grams: 2500 },
};
const succeeds = () =>
  vi.fn<PackedAction>(async (_, form) => {
    const packed = form.get("packed") === "yes";
    const text = (id: unknown) => `Order #${id} is ${packed ? "" : "to be "}packed`;
    return success(form.getAll("ids").map((id) => ({ id: Number(id), ok: true, packed, message: text(id) })));
  });

type Props = ComponentProps<typeof KitchenScreen>;
type Others = Partial<Pick<Props, "next" | "inStock">> & { actions?: Partial<Props["actions"]> };
function show(kitchen: Partial<Kitchen> = {}, { next = null, inStock = null, actions }: Others = {}) {
  const props = {
    ...{ asked: undefined, etag: 'W/"one"', next, inStock },
    actions: {
      markPacked: succeeds(),
      enterMade: vi.fn<EnterBatchAction>(async () => success(made)),
      throwAway: vi.fn<MessageAction>(async () => success({ message: "Kaju Katli: 2 thrown away" })),
      ...actions,
    },
  };
  const { rerender, unmount } = render(<KitchenScreen kitchen={{ ...day, ...kitchen }} {...props} />);
  const again = (other: Partial<Kitchen>) => rerender(<KitchenScreen kitchen={{ ...day, ...other }} {...props} />);
  return { ...props.actions, again, unmount };
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
  const { markPacked, again } = show({ windows: [{ ...window_, pack: [order(11), order(14)] }] });
  await press("Packed: order #11");
  expect(sent(markPacked)).toEqual({ ids: "11", packed: "yes" });
  await waitFor(() => expect(lastToast()).toMatchObject({ type: "success", message: "Order #11 is packed" }));
  // The list may have moved: the next tap of an impatient finger marks nothing.
  fireEvent.click(button("Packed: order #14"));
  expect(markPacked).toHaveBeenCalledTimes(1);
  again({ windows: [{ ...window_, pack: [order(11, marked)] }] });
  expect(button("Order #11 is packed")).toHaveFocus();
  await press("Order #11 is packed");
  expect(markPacked).toHaveBeenCalledTimes(1);
  await press(/^Take back: order #11/);
  expect(sent(markPacked)).toEqual({ ids: "11", packed: "no" });
  expect(lastToast()?.action).toBeUndefined();
});

test("the toast of a mark takes it back", async () => {
  const { markPacked } = show();
  await press("Packed: order #11");
  await waitFor(() => expect(lastToast()).toMatchObject({ action: { text: "Undo" } }));
  act(() => lastToast()?.action?.onPress());
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "Order #11 is to be packed" }));
  expect(markPacked).toHaveBeenCalledTimes(2);
  expect(sent(markPacked)).toMatchObject({ ids: "11", packed: "no" });
});

test("of several, the toast takes back those that were not packed before", async () => {
  const { markPacked } = show();
  const boxes = ["Select order #11", "Select order #12"].map((name) => screen.getByRole("checkbox", { name }));
  for (const box of boxes) await userEvent.click(box);
  await userEvent.click(
    within(screen.getByRole("form", { name: "Selected orders" })).getByRole("button", { name: "Packed" }),
  );
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "2 orders packed" }));
  act(() => lastToast()?.action?.onPress());
  await waitFor(() => expect(lastToast()).toMatchObject({ message: "1 order taken back" }));
  expect(formSent(markPacked).getAll("ids")).toEqual(["11"]);
});

test("the parts of the kitchen are chosen one at a time, and the device remembers which", async () => {
  const parts = () =>
    within(screen.getByRole("group", { name: "Part of the kitchen" }))
      .getAllByRole("button")
      .map((part) => [part.textContent, part.getAttribute("aria-pressed")]);
  const { unmount } = show({}, { inStock: [] });
  expect(parts()).toEqual([
    ["Make", "true"],
    ["Pack 1", "false"],
    ["Thrown away", "false"],
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Thrown away" }));
  unmount();
  show({}, { inStock: [] }).unmount();
  expect(localStorage.getItem("kitchen-part")).toBe("waste");
  // A day without that part begins with what is to be made.
  show();
  expect(parts()).toEqual([
    ["Make", "true"],
    ["Pack 1", "false"],
  ]);
});

test("an order that has left the shop is neither selected nor taken back", () => {
  show();
  expect(screen.queryByRole("checkbox", { name: "Select order #13" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Take back: order #13/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Order #13 is packed" })).toBeNull();
  expect(
    within(screen.getByText("#13", { selector: "p, li > div > b" }).closest("li") as HTMLElement).getByText("Packed"),
  ).toBeVisible();
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
  expect(screen.getByRole("heading", { name: "Nothing to pack" })).toBeVisible();
  expect(screen.getByText("Tuesday, 1 Dec 2026", { selector: "p" })).toBeVisible();
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
    ...{ made: null, short: 0, restGrams: 0, shortOrders: [] },
  });
  const jalebi = aPlan({
    ...{ productId: 2, name: "Jalebi", unitGrams: null, packUnits: 1, free: 0, ordered: 5, fromPlan: 5 },
    ...{ capacity: 20, held: 0, made: 3, short: 2, restGrams: 0, shortOrders: [{ id: 11, units: 2 }] },
  });
  const peda = { ...katli, productId: 3, name: "Peda", capacity: null, fromPlan: 0, held: 0 };
  const card = (name: string) => screen.getByRole("heading", { name }).closest("li") as HTMLElement;

  test("say what is still to make, made and promised of what can be, in kilograms or pieces", () => {
    show({ plans: [jalebi, { ...katli, restGrams: 100 }, peda] });
    expect(card("Kaju Katli")).toHaveTextContent(
      /Still to make: 3 kgfor 10 am – 1 pm · 3 kg of 10 kg promised · 0.5 kg more from stock100 g left over from the last batch/,
    );
    expect(card("Jalebi")).toHaveTextContent(/Still to make: 2 pieces3 pieces made · 5 pieces of 20 pieces promised/);
    expect(screen.getByText("2 of 2 sweets still to make")).toBeVisible();
    // From stock alone: nothing is made for the day.
    expect(screen.queryByRole("heading", { name: "Peda" })).toBeNull();
  });

  test("what remains comes first, by window; what nobody has ordered, and what is made, are a line each", () => {
    const of = (productId: number, name: string, more: Partial<Kitchen["plans"][number]> = {}) => ({
      ...{ ...katli, productId, name },
      ...more,
    });
    const makes = (productId: number, remaining = 2) => ({ ...window_.make[0]!, productId, remaining });
    const nothing = { held: 0, fromPlan: 0, ordered: 0 };
    show({
      plans: [
        of(1, "Anjeer Roll", { made: 12 }),
        of(2, "Barfi"),
        of(3, "Chikki"),
        of(4, "Dudh Peda"),
        of(5, "Elaichi Peda", nothing),
        of(6, "Farsan", { ...nothing, capacity: 0, restGrams: 50 }),
      ],
      windows: [
        { ...window_, make: [makes(3, 0), makes(4)] },
        { ...window_, from: "16:00", make: [makes(3), makes(4)] },
      ],
    });
    const names = () => texts(screen.getAllByRole("heading", { level: 4 })).filter((name) => !/^To /.test(name ?? ""));
    expect(names()).toEqual(["Dudh Peda", "Chikki", "Barfi", "Elaichi Peda", "Farsan", "Anjeer Roll"]);
    expect(screen.getByText("3 of 6 sweets still to make")).toBeVisible();
    for (const line of ["2 sweets planned, nothing ordered yet", "1 sweet all made"])
      expect(screen.getByText(line).closest("details")).not.toHaveAttribute("open");
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

  const enter = async (name: string, amount: string) => {
    const form = within(screen.getByRole("form", { name: `Made: ${name}` }));
    await fill(form.getByLabelText(/^Made now( \(pieces\))?$/), amount);
    await userEvent.click(form.getByRole("button", { name: `Enter what was made of ${name}` }));
    return form;
  };

  test("a batch is entered once, with a key, and the next one has another; its toast takes it back", async () => {
    const { enterMade } = show({ plans: [katli] });
    for (let n = 0; n < 2; n++) {
      const form = await enter("Kaju Katli", "2.5");
      await waitFor(() => expect(form.getByLabelText("Made now")).toHaveValue(""));
    }
    const [first, second] = [sent(enterMade, 0), sent(enterMade, 1)];
    const what = { productId: "1", day: day.date, unitGrams: "250" };
    expect(first).toEqual({
      ...{ ...what, takesBack: "false", amount: "2.5", measure: "kg" },
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(second.key).not.toBe(first.key);
    expect(lastToast()).toMatchObject({ type: "success", message: "Kaju Katli: 2.5 kg made" });
    act(() => lastToast()?.action?.onPress());
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "Kaju Katli: 2.5 kg taken back" }));
    expect(sent(enterMade, 2)).toMatchObject({ ...what, takesBack: "true", amount: "2500", measure: "g" });
  });

  test("far more than is planned is asked first, and entered only as it was asked about", async () => {
    const message = "That is far above the plan of 10 kg. Was it really 60 kg?";
    const enterMade = vi.fn<EnterBatchAction>(async (_, form) =>
      form.get("force") ? success(made) : failure("above_plan", message, { values: { amount: "60", measure: "kg" } }),
    );
    show({ plans: [katli] }, { actions: { enterMade } });
    const form = await enter("Kaju Katli", "60");
    expect(await form.findByRole("alert")).toHaveTextContent(message);
    expect(form.getByLabelText("Made now")).not.toBeInvalid();
    await userEvent.type(form.getByLabelText("Made now"), "0");
    expect(form.queryByRole("alert")).toBeNull();
    await enter("Kaju Katli", "60");
    await userEvent.click(await form.findByRole("button", { name: "Enter it anyway" }));
    await waitFor(() => expect(form.getByLabelText("Made now")).toHaveValue(""));
    expect(sent(enterMade)).toMatchObject({ amount: "60", measure: "kg", force: "true" });
  });

  test("too much is taken back without a minus, and a refusal stands at the number", async () => {
    const message = "Entered for this day: 3 pieces. No more can be taken back.";
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

  const inStock = [
    { id: 1, name: "Kaju Katli", unitGrams: 250, stock: 24 },
    { id: 2, name: "Kaju Roll", unitGrams: 250, stock: 2 },
    { id: 3, name: "Jalebi", unitGrams: null, stock: 7 },
  ];
  const wasteForm = () => within(screen.getByRole("form", { name: "Thrown away" }));

  test("what is thrown away is found by its name among what is in stock, and weighed or counted", async () => {
    const { throwAway } = show({}, { inStock });
    const form = wasteForm();
    await userEvent.type(form.getByLabelText("Sweet"), "kaju");
    expect(form.getByRole("status")).toHaveTextContent("2 sweets: Kaju Katli, Kaju Roll");
    await userEvent.type(form.getByLabelText("Sweet"), " kat");
    expect(form.getByRole("status")).toHaveTextContent("Kaju Katli: 6 kg in stock");
    await fill(form.getByLabelText("Amount"), "0.5");
    await userEvent.type(form.getByLabelText("Reason"), "Dried out{Enter}");
    await waitFor(() => expect(lastToast()).toMatchObject({ message: "Kaju Katli: 2 thrown away" }));
    const weighed = { id: "1", unitGrams: "250", amount: "0.5", measure: "kg" };
    expect(sent(throwAway)).toMatchObject({ ...weighed, reason: "Dried out" });
    expect(form.getByLabelText("Sweet")).toHaveValue("");
    await userEvent.type(form.getByLabelText("Sweet"), "jal");
    expect(form.getByLabelText("Amount (pieces)")).toBeVisible();
    await userEvent.type(form.getByLabelText("Sweet"), "x");
    expect(form.getByRole("status")).toHaveTextContent("No such sweet is in stock.");
  });

  test("more than there is is refused at the amount", async () => {
    const { throwAway } = show({}, { inStock });
    vi.mocked(throwAway).mockResolvedValueOnce(failure("insufficient_stock", "Only 6 kg in stock."));
    const form = wasteForm();
    await userEvent.type(form.getByLabelText("Sweet"), "Kaju Katli");
    await fill(form.getByLabelText("Amount"), "9");
    await press("Throw away");
    await waitFor(() => expect(form.getByLabelText("Amount")).toHaveAccessibleDescription("Only 6 kg in stock."));
    expect(form.getByLabelText("Amount")).toHaveValue("9");
  });

  test("what tomorrow's first windows need", async () => {
    show({}, { next: { from: "10:00", to: "13:00", all: 12, make: window_.make } });
    await userEvent.click(screen.getByText("Tomorrow, 10 am – 1 pm: 12 orders"));
    expect(screen.getByText("1.5 kg").closest("li")).toHaveTextContent("1.5 kg Kaju Katli");
    expectLink("Tomorrow’s kitchen", "/admin?tab=kitchen&date=2026-01-28");
  });
});

test.each([
  ["1.3", "kg", 200, { grams: 1300 }],
  ["1,3 kg", "g", 200, { grams: 1300 }],
  ["1300", "g", 200, { grams: 1300 }],
  ["12", "kg", null, { units: 12 }],
  ["1.5", "kg", null, null],
  ["0", "kg", 200, null],
  ["-3", "kg", 200, null],
  ["two", "kg", 200, null],
] as const)("%s (%s) of a unit of %s g is %j", (typed, measure, unitGrams, batch) =>
  expect(typedBatch(typed, measure, unitGrams)).toEqual(batch),
);
