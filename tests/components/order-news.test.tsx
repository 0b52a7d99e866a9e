// News of orders, on every screen of the admin area. With a real server: tests/e2e/admin-orders.spec.ts.
import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ORDER_TAKEN } from "@/components/admin/order-alerts";
import { OrderAlertsButton, OrderNews } from "@/components/admin/order-news";
import { lastToast, press } from "./forms";

const router = { push: vi.fn(), refresh: vi.fn() };
let tab = "products";
vi.mock("next/navigation", () => ({
  useRouter: () => router,
  usePathname: () => "/admin",
  useSearchParams: () => new URLSearchParams({ tab }),
}));

/** The numbers of the orders that the shop has. */
let orders: number[];
const shown: string[] = [];
const allow = vi.fn(async () => "granted");
class Notification {
  static permission = "granted";
  static requestPermission = allow;
  constructor(text: string) {
    shown.push(text);
  }
  close() {}
}

beforeEach(() => {
  tab = "products";
  orders = [7];
  shown.length = 0;
  localStorage.clear();
  document.title = "Products · Admin Panel";
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("fetch", async (address: string) => {
    const seen = Number(new URL(address, location.href).searchParams.get("seen"));
    return Response.json({ newest: Math.max(...orders), count: orders.filter((id) => id > seen).length });
  });
});

const line = () => screen.queryByRole("button", { name: /new order/i });
const open = () => render(<OrderNews newest={7} tab="orders" />);
/** Orders come, and the page asks, as when it comes into view. */
async function come(...ids: number[]) {
  orders.push(...ids);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
}

test("new orders are counted in a line and in the title, until the line is opened", async () => {
  open();
  await come();
  expect(line()).toBeNull();
  await come(8);
  expect(await screen.findByRole("button", { name: "New order #8" })).toBeVisible();
  await come(9, 10);
  expect(await screen.findByRole("button", { name: "3 new orders, the last is #10" })).toBeVisible();
  expect(document.title).toBe("(3) Products · Admin Panel");
  // The title of another screen gets the number too.
  document.title = "Plans · Admin Panel";
  await waitFor(() => expect(document.title).toBe("(3) Plans · Admin Panel"));
  await press("3 new orders, the last is #10");
  expect(router.push).toHaveBeenCalledWith("/admin?tab=orders");
  expect(line()).toBeNull();
  expect(document.title).toBe("Plans · Admin Panel");
  await come(11);
  expect(await screen.findByRole("button", { name: "New order #11" })).toBeVisible();
});

test("whoever comes to the orders has read the line", async () => {
  const { rerender } = open();
  await come(8);
  expect(await screen.findByRole("button", { name: "New order #8" })).toBeVisible();
  tab = "orders";
  rerender(<OrderNews newest={7} tab="orders" />);
  await waitFor(() => expect(line()).toBeNull());
});

test("an order that is taken on this page is no news for who took it", async () => {
  open();
  await act(async () => void window.dispatchEvent(new CustomEvent(ORDER_TAKEN, { detail: 8 })));
  await come(8);
  await come(9);
  expect(await screen.findByRole("button", { name: "New order #9" })).toBeVisible();
});

test("a device that was not asked stays silent; one that was asked notifies once, in whichever tab", async () => {
  open();
  await come(8);
  expect(await screen.findByRole("button", { name: "New order #8" })).toBeVisible();
  expect(shown).toEqual([]);
  expect(allow).not.toHaveBeenCalled();
  render(<OrderAlertsButton className="" />);
  await press("Alerts for new orders");
  expect(screen.getByRole("button", { pressed: true })).toBeVisible();
  await waitFor(() => expect(lastToast()?.message).toBe("Sound and notifications are on for this device."));
  open();
  await come(9);
  await waitFor(() => expect(shown).toEqual(["2 new orders"]));
  await press("Alerts for new orders");
  await come(10);
  expect(await screen.findAllByRole("button", { name: /#10/ })).toHaveLength(2);
  expect(shown).toHaveLength(1);
});

test("a browser that does not allow notifications is said to ring alone", async () => {
  allow.mockResolvedValueOnce("denied");
  render(<OrderAlertsButton className="" />);
  await press("Alerts for new orders");
  await waitFor(() =>
    expect(lastToast()?.message).toBe("Sound is on for this device. This browser does not allow notifications."),
  );
});
