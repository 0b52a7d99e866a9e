import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { setViewer } from "@/components/layout/viewer-store";
import { FocusOpened, OrderPlacedMessage } from "@/components/orders/opened-order";
import { OrdersRefresh } from "@/components/orders/orders-refresh";
import { expectLink } from "./forms";

const router = vi.hoisted(() => ({ refresh: vi.fn(), replace: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => router }));

const fetched = vi.fn<typeof fetch>();
/** An answer whose body is there without a moment's delay. */
const answer = (status: number, orders: Row[] = []) =>
  ({ ok: status === 200, status, json: async () => orders }) as unknown as Response;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    fetched.mockReset().mockImplementation(async () => answer(200)),
  );
});

type Row = Parameters<typeof OrdersRefresh>[0]["orders"][number];
const order = (more: Partial<Row> = {}): Row => ({
  id: 7,
  status: "Pending",
  payment: { state: "unpaid", paid: 0 },
  ...more,
});
const answersOnce = (orders: Row[]) => fetched.mockResolvedValueOnce(answer(200, orders));
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const said = () => screen.getByRole("status").textContent;

test("while nothing changes the server is asked every five seconds, and nothing is said", async () => {
  answersOnce([order()]);
  answersOnce([order()]);
  render(<OrdersRefresh orders={[order()]} />);
  await pass(10_000);
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(["/orders/state", "/orders/state"]);
  expect([router.refresh.mock.calls.length, said()]).toEqual([0, ""]);
});

test("a new status and a payment are announced, and refresh the page; the page of one order asks for that one", async () => {
  answersOnce([order({ status: "Shipped", payment: { state: "paid", paid: 500 } })]);
  render(<OrdersRefresh orders={[order()]} orderId={7} />);
  await pass(5_000);
  expect(fetched.mock.calls[0]?.[0]).toBe("/orders/state?order=7");
  expect(said()).toBe("Order #7 is now Shipped. Order #7 is paid.");
  expect(router.refresh).toHaveBeenCalledTimes(1);
});

test("an order that is new refreshes the page, the first one too", async () => {
  answersOnce([order()]);
  render(<OrdersRefresh orders={[]} />);
  await pass(5_000);
  expect([router.refresh.mock.calls.length, said()]).toEqual([1, ""]);
});

test("an order from another device leaves the one open that is, and names it in the address", async () => {
  answersOnce([order({ id: 8 }), order()]);
  render(<OrdersRefresh orders={[order()]} opened={7} />);
  await pass(5_000);
  expect([router.refresh.mock.calls, router.replace.mock.calls]).toEqual([
    [],
    [["/orders?order=7", { scroll: false }]],
  ]);
});

test("the thanks for an order leave its address", async () => {
  history.replaceState(null, "", "/orders?placed=7");
  render(<OrderPlacedMessage placed path="/orders?order=7" />);
  await pass(0);
  expect(location.pathname + location.search).toBe("/orders?order=7");
  history.replaceState(null, "", "/");
});

test.each([
  ["#order-7-card", true],
  ["#order-8-card", false],
])("the card whose link was followed has the focus: %s", (hash, isFocused) => {
  location.hash = hash;
  render(
    <article id="order-7-card" tabIndex={-1}>
      <FocusOpened id="order-7-card" />
    </article>,
  );
  expect(document.activeElement === screen.getByRole("article")).toBe(isFocused);
  location.hash = "";
});

test("a page of the list asks for its own orders", async () => {
  render(<OrdersRefresh orders={[order()]} query="?page=2" />);
  await pass(5_000);
  expect(fetched.mock.calls[0]?.[0]).toBe("/orders/state?page=2");
});

test("after each failure the pause doubles; who was signed out reads so, and no more is asked", async () => {
  setViewer({ role: "customer", name: "Asha", count: 0 });
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  fetched.mockResolvedValueOnce(answer(503));
  fetched.mockResolvedValueOnce(answer(401));
  render(<OrdersRefresh orders={[order()]} />);
  for (const [ms, asked] of [
    [5_000, 1],
    [10_000, 2],
    [19_000, 2],
    [1_000, 3],
  ] as const) {
    await pass(ms);
    expect([ms, fetched.mock.calls.length]).toEqual([ms, asked]);
  }
  expect(screen.getByRole("alert")).toHaveTextContent("You have been signed out.");
  expectLink("Sign in", "/login?next=/orders");
  await pass(120_000);
  expect(fetched).toHaveBeenCalledTimes(3);
});

test("an order that was opened gets the focus of its row, and takes it from nobody who has moved on", () => {
  history.replaceState(null, "", "/orders?order=7#order-7-card");
  const opened = (key: string) => (
    <article key={key} id="order-7-card" tabIndex={-1}>
      <FocusOpened id="order-7-card" />
    </article>
  );
  const next = (
    <button key="next" type="button">
      Next order
    </button>
  );
  const { rerender } = render([next, opened("followed")]);
  expect(screen.getByRole("article")).toHaveFocus();
  screen.getByRole("button").focus();
  rerender([next, opened("hydrated")]);
  expect(screen.getByRole("button")).toHaveFocus();
  history.replaceState(null, "", "/");
});
