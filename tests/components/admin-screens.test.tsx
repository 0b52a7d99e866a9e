// Small screens of the owner: a failure, the audit log, the reports, a mail that is not sent yet, and an order that moves to another window.
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import AdminError from "@/app/admin/error";
import { AuditEntries } from "@/components/admin/audit/audit-entries";
import { QuickActions, StatCards } from "@/components/admin/dashboard/dashboard";
import { FirstSteps } from "@/components/admin/dashboard/first-steps";
import { SampleNotice } from "@/components/admin/dashboard/sample-notice";
import { MessageCard } from "@/components/admin/messages/inbox";
import { type MoveActions, MoveForm } from "@/components/admin/orders/move-form";
import { canMove } from "@/components/admin/orders/texts";
import { PlansReport, SalesTable, TopProducts } from "@/components/admin/reports/reports";
import type { Changes } from "@/db/constants/auth";
import type { NamedAuditRow } from "@/lib/audit/queries";
import type { ShownMessage } from "@/lib/messages/admin-queries";
import type { MoveOptions } from "@/lib/orders/window-queries";
import { anAdminOrder } from "./fixtures";
import { expectLink, failure, fill, lastToast, press, rowsOf, sent, success } from "./forms";

const page = vi.hoisted(() => ({ path: "/admin", search: "" }));
const refresh = vi.fn();
vi.mock("next/navigation", async (original) => ({
  ...(await original<object>()),
  usePathname: () => page.path,
  useSearchParams: () => new URLSearchParams(page.search),
  useRouter: () => ({ refresh }),
}));
// It draws on a canvas.
vi.mock("@/components/admin/reports/charts", () => ({
  LazyPlansChart: ({ totals }: { totals: { name: string }[] }) => <p>{`Chart: ${totals.map(({ name }) => name)}`}</p>,
}));

test.each([
  ["/admin", "tab=products&page=2", "Failed to load products"],
  ["/admin", "tab=orders", "An unexpected error occurred"],
  ["/admin/orders", "tab=products", "An unexpected error occurred"],
])("%s?%s that failed says '%s' and can be tried again", async (path, search, text) => {
  Object.assign(page, { path, search });
  const reset = vi.fn();
  render(<AdminError error={new Error("x")} reset={reset} />);
  expect(screen.getByRole("alert")).toHaveTextContent(text);
  await press("Try again");
  expect(refresh).toHaveBeenCalled();
  expect(reset).toHaveBeenCalled();
});

test.each([
  [null, [], "Messages and custom orders", false],
  [3, ["Barfi", "Laddoo", "Peda"], "3 waiting for an answer", true],
])(
  "with %j open enquiries and the sample sweets %j, the dashboard says '%s'",
  (count, sweets, description, hasNotice) => {
    render(
      <>
        <SampleNotice details={[]} sweets={sweets} actions={{ accept: vi.fn(), remove: vi.fn() }} />
        <QuickActions enquiries={count} messages={0} mails payments={null} />
      </>,
    );
    expect(screen.getByRole("link", { name: /^Enquiries/ })).toHaveTextContent(description);
    expect(screen.queryByRole("complementary", { name: "Samples" }) !== null).toBe(hasNotice);
  },
);

test("the first steps say which are done and lead to the others, and are put away with a way back", async () => {
  const done = { facts: false, areas: true, windows: true, payments: false, tax: true, sweets: false, factor: false };
  const away = vi.fn(async () => success({ message: "First steps put away" }));
  render(
    <FirstSteps
      steps={{ done: { ...done, order: false }, factsLeft: ["FSSAI licence", "awards"] }}
      sweets={["Barfi"]}
      actions={{ accept: vi.fn(), remove: vi.fn(), away }}
    />,
  );
  const steps = within(screen.getByRole("region", { name: "First steps" }));
  expect(steps.getByText("3 of 8 done")).toBeVisible();
  expect(steps.getByRole("link", { name: /^Your own facts.*Samples left: FSSAI licence, awards\.$/ })).toHaveAttribute(
    "href",
    "/admin?tab=settings",
  );
  expect(steps.getByRole("link", { name: /^Windows ?, done$/ })).toHaveAttribute(
    "href",
    "/admin?tab=settings&section=windows",
  );
  expect(steps.getByRole("button", { name: "Accept all" })).toBeVisible();
  await press("Put away");
  await waitFor(() => expect(lastToast()?.action?.text).toBe("Undo"));
  expect(sent(away)).toMatchObject({ away: "true" });
  lastToast()?.action?.onPress();
  await waitFor(() => expect(sent(away)).toMatchObject({ away: "false" }));
});

test("the audit log shows what each field was and is, folds long texts away, and says when values are a person's", () => {
  const entry = (id: number, text: string, changes: Changes): NamedAuditRow => ({
    ...{ id, text, changes, at: "2026-11-26T09:30:00.000Z", by: { kind: "staff", id: 1, name: "Meena" } },
    ...{ action: "update", noun: "sweets", nounId: "7", email: "meena@example.com" },
  });
  const entries = [
    entry(8, "Meena changed Kaju Katli", { "price of 500 g": [679, 699], storage: [null, "Cool and dry"] }),
    entry(4, "Meena changed a text", { description: ["Thin diamonds. ".repeat(30), "Diamonds."] }),
    entry(2, "Meena corrected order #3", { phoneNumber: [null, null], recipientName: [null, null] }),
  ];
  render(<AuditEntries entries={entries} sweets={[]} />);
  expect(rowsOf("Changes: Meena changed Kaju Katli")).toEqual([
    ["Changed", "From", "To"],
    ["Price of 500 g", "₹679", "₹699"],
    ["Storage", "none", "Cool and dry"],
  ]);
  expect(rowsOf("Changes: Meena corrected order #3").slice(1)).toEqual([
    ["The telephone number", "not shown", "not shown"],
    ["The recipient", "not shown", "not shown"],
  ]);
  const [folded, ...others] = screen.getAllByRole("group");
  expect(others).toEqual([]);
  expect(folded).not.toHaveAttribute("open");
  expect(folded).toHaveTextContent(/^What was changed: Meena changed a text/);
});

const katli = { productId: 1, name: "Kaju Katli", totalQuantity: 12_310, kilograms: 4155.25 };
const cake = { productId: 2, name: "Pineapple Cake", totalQuantity: 1, kilograms: null };

test("top products show packs, and their weight where packs have one", () => {
  render(<TopProducts products={[katli, cake]} />);
  expect(rowsOf("Top Products")).toEqual([
    ["Product", "Packs sold", "Weight"],
    ["Kaju Katli4,155.25 kg", "12,310", "4,155.25 kg"],
    ["Pineapple Cake", "1", "-"],
  ]);
});

test.each([
  [katli, "Kaju Katli", "12,310 packs · 4,155.25 kg"],
  [cake, "Pineapple Cake", "1 pack"],
  [null, "-", null],
])("the dashboard's top product says how much of it was sold", (topProduct, name, sold) => {
  render(<StatCards stats={{ totalOrders: 3, totalUsers: 2, totalSales: 100, topProduct }} />);
  expect(screen.getByText(name)).toBeVisible();
  if (sold) expect(screen.getByText(sold)).toBeVisible();
  else expect(screen.queryByText(/packs?$/)).toBeNull();
});

test("what was made for the day, by sweet", () => {
  const totals = [
    { productId: 2, name: "Barfi", unitGrams: null, promised: 8, made: 20, sold: 9, wasted: 0, left: 11 },
    { productId: 1, name: "Jalebi", unitGrams: 250, promised: 16, made: 84, sold: 18, wasted: 2, left: 3 },
  ];
  render(<PlansReport totals={totals} from="2026-11-01" to="2026-11-24" />);
  expect(rowsOf("Sweets that are made for the day").slice(1)).toEqual([
    ["Barfi", "8 pieces", "20 pieces", "9 pieces", "0 pieces", "11 pieces"],
    ["Jalebi", "4 kg", "21 kg", "4.5 kg", "0.5 kg", "0.75 kg"],
  ]);
  // By weight, those of which most was made come first.
  expect(screen.getByText("Chart: Jalebi,Barfi")).toBeVisible();
  expectLink("Export days as CSV", "/admin/reports/plans/export?from=2026-11-01&to=2026-11-24");
});

test("the chart's table holds every day with its revenue", () => {
  const revenue = { "2025-11-12": 0, "2025-11-13": 1234.5 };
  render(<SalesTable days={Object.entries(revenue).map(([date, revenue]) => ({ date, revenue }))} />);
  expect(rowsOf()).toEqual([
    ["Day", "Revenue"],
    ["12 Nov 2025", "₹0"],
    ["13 Nov 2025", "₹1,234.50"],
  ]);
});

const at = "2026-11-24T09:18:00.000Z";
const next = "2026-11-24T10:17:00.000Z";
const message = {
  id: 1,
  state: "waiting",
  lastError: null,
  createdAt: at,
  at,
  nextAttemptAt: next,
  attempts: 0,
  postponed: true,
  isToOwner: false,
  name: "Order received",
  says: 0,
  isMerged: false,
  mergedInto: null,
  letter: { to: "asha@example.com", subject: "We have your order #7", text: "Text", mailto: "mailto:", whatsapp: null },
  note: null,
  askedBy: null,
} satisfies ShownMessage;
type Change = Partial<Pick<ShownMessage, "state" | "says" | "isToOwner" | "isMerged" | "mergedInto">>;
const show = (change: Change) =>
  render(
    <ul>
      <MessageCard message={{ ...message, ...change }} mails done={vi.fn()} again={vi.fn()} />
    </ul>,
  );

test("a message that waits for the limit of its address says why, and until when", () => {
  show({ says: 2 });
  expect(
    screen.getByText(
      "Waits at least until 24 Nov 2026, 3:47 pm: one address gets at most 12 mails in an hour and 40 in a day. Then one mail says what waits.",
    ),
  ).toBeVisible();
  expect(screen.getByText(/^Order received, with 2 others · asha@example\.com/)).toBeVisible();
});

test("one to the owner names the mail of the minute", () => {
  show({ isToOwner: true });
  expect(screen.getByText(/^Waits until 24 Nov 2026, 3:47 pm: more than 30 came to you within a minute/)).toBeVisible();
});

test.each([
  ["waiting", "one mail says it with others, and waits until 24 Nov 2026, 3:47 pm."],
  ["sent", "one mail says it with others, sent 24 Nov 2026, 2:48 pm."],
  ["failed", "one mail says it with others, and has failed."],
] as const)("a merged message is neither sent nor done, and is not passed on alone: its mail is %s", (state, text) => {
  show({ state: "handled", isMerged: true, mergedInto: { state, at, nextAttemptAt: next } });
  expect(screen.getByText("Merged")).toBeVisible();
  expect(screen.getByText(`Not sent by itself: ${text}`)).toBeVisible();
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});

describe("an order that moves", () => {
  const move = vi.fn<MoveActions["move"]>();
  const windows = vi.fn<MoveActions["windows"]>();

  const order = anAdminOrder({
    ...{
      channel: "web",
      fulfilment: { ...anAdminOrder().fulfilment, slot: { date: "2026-11-24", from: "10:00", to: "13:00" } },
    },
  });

  const optionsOf = (date: string): MoveOptions => ({
    date,
    windows: [
      { date, from: "10:00", to: "13:00", capacity: 30, taken: 12 },
      { date, from: "13:00", to: "16:00", capacity: 30, taken: 30 },
      { date, from: "16:00", to: "20:00", capacity: 30, taken: 0 },
    ],
  });
  const full = failure("slot_full", "This window is full (30 of 30).", {
    alternatives: [{ date: "2026-11-24", from: "16:00", to: "20:00" }],
    values: { slot: "2026-11-24 13:00" },
  });
  const moved = (from: string, to: string) =>
    success({ ...order, fulfilment: { ...order.fulfilment, slot: { date: "2026-11-24", from, to } } });

  const open = async (props: Partial<Parameters<typeof MoveForm>[0]> = {}) => {
    windows.mockResolvedValue(success(optionsOf("2026-11-24")));
    render(<MoveForm order={order} move={move} windows={windows} day="2026-11-24" {...props} />);
    await screen.findByRole("group", { name: "Tue 24 Nov 2026" });
  };
  const choose = (name: RegExp) => userEvent.click(screen.getByRole("radio", { name }));
  const submitMove = () => press("Move order");

  test("the windows of a day show the places that are taken; the order's own cannot be chosen", async () => {
    await open();
    const day = within(screen.getByRole("group", { name: "Tue 24 Nov 2026" }));
    expect(day.getByRole("radio", { name: "10 am – 1 pm 12 of 30 taken · this order’s window" })).toBeDisabled();
    expect(day.getByRole("radio", { name: "1 pm – 4 pm Full, 30 of 30 taken" })).toBeEnabled();
    expect(day.getByRole("radio", { name: "4 pm – 8 pm 0 of 30 taken" })).toBeEnabled();
  });

  test("a window with a place is taken at once, and the places are counted again", async () => {
    move.mockResolvedValue(moved("16:00", "20:00"));
    const onSaved = vi.fn();
    await open({ onSaved });
    await choose(/^4 pm/);
    await submitMove();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent(move, 0)).toEqual({ id: "12", slot: "2026-11-24 16:00" });
    expect(lastToast()).toMatchObject({ message: "Order moved to Tue 24 Nov 2026, 4 pm – 8 pm" });
    expect(windows.mock.calls).toEqual([
      [12, "2026-11-24"],
      [12, "2026-11-24"],
    ]);
  });

  test("a full window asks first, and is overbooked only for the window that was asked about", async () => {
    move.mockImplementation(async () => ({ ...full }));
    await open();
    await choose(/^1 pm/);
    await submitMove();
    const question = await screen.findByRole("alert");
    expect(question).toHaveTextContent("This window is full (30 of 30). Move the order anyway?");
    expect(question).toHaveTextContent("Next with a place: Tue 24 Nov 2026, 4 pm – 8 pm");
    await choose(/^4 pm/);
    expect(screen.queryByRole("alert")).toBeNull();
    await choose(/^1 pm/);
    await submitMove();
    move.mockResolvedValue(moved("13:00", "16:00"));
    await screen.findByRole("button", { name: "Move anyway" });
    await press("Move anyway");
    await waitFor(() => expect(move).toHaveBeenCalledTimes(3));
    expect(sent(move, 1)).toEqual({ id: "12", slot: "2026-11-24 13:00" });
    expect(sent(move, 2)).toEqual({ id: "12", slot: "2026-11-24 13:00", overbook: "2026-11-24 13:00" });
  });

  test("in a dialog the windows are loaded when the form is opened; a failure says so and can be tried again", async () => {
    windows.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    render(<MoveForm order={order} move={move} windows={windows} />);
    await userEvent.click(screen.getByText("Move to another window"));
    expect(await screen.findByRole("alert")).toHaveTextContent("The windows could not be loaded. Please try again.");
    windows.mockResolvedValue(success({ date: "2026-11-29", windows: [] }));
    await fill("Day", "2026-11-29");
    await press("Show windows");
    expect(await screen.findByText("There are no windows on this day.")).toBeVisible();
    expect(windows).toHaveBeenLastCalledWith(12, "2026-11-29");
  });

  test.each([
    [{}, {}, true],
    [{}, { method: null }, true],
    [{ status: "Cancelled" }, {}, true],
    [{ status: "Completed" }, {}, false],
    [{ channel: "counter" }, { method: null }, false],
    [{ channel: "counter" }, { method: "pickup" }, true],
    [{}, { method: "courier", slot: null }, false],
  ] as const)("whether an order can be moved that is %j, %j: %j", (changes, fulfilment, can) => {
    expect(canMove({ ...order, ...changes, fulfilment: { ...order.fulfilment, ...fulfilment } })).toBe(can);
  });
});
