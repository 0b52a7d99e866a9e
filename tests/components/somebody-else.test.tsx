// Pages that somebody else looks at by now, who has signed in in another tab.
import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "@/components/layout/viewer-text";
import { aCart, shop } from "./fixtures";

const router = vi.hoisted(() => ({ refresh: vi.fn(), pathname: "/home" }));
vi.mock("next/navigation", () => ({ useRouter: () => router, usePathname: () => router.pathname }));

const priya: Viewer = { role: "customer", name: "Priya", count: 0 };
const ravi: Viewer = { role: "customer", name: "Ravi", count: 0 };
const visitor: Viewer = { role: "visitor", count: 0 };

/** The modules of a page that was just loaded by Priya. */
async function load() {
  vi.resetModules();
  const store = await import("@/components/layout/viewer-store");
  const { ViewerSync } = await import("@/components/layout/viewer-sync");
  const { SyncViewerHint } = await import("@/components/account/sync-viewer-hint");
  store.setViewer(priya);
  const change = (viewer: Viewer) => act(() => store.setViewer(viewer));
  return { ...store, change, ViewerSync, SyncViewerHint };
}
const pass = (ms = 1_000) => act(() => vi.advanceTimersByTimeAsync(ms));
const refreshes = () => router.refresh.mock.calls.length;

type Parts = Pick<Awaited<ReturnType<typeof load>>, "SyncViewerHint" | "ViewerSync">;
/** A private page as the router shows it: each refresh brings the next of these viewers, the last one again and again. */
function Router({ SyncViewerHint, ViewerSync, viewers }: Parts & { viewers: Viewer[] }) {
  const [page, setPage] = useState(0);
  router.refresh.mockImplementation(() => setPage((page) => page + 1));
  return (
    <>
      <ViewerSync />
      <SyncViewerHint viewer={viewers[Math.min(page, viewers.length - 1)] as Viewer} />
    </>
  );
}

let channels: BroadcastChannel[];
/** What another tab says when a form of it logs out. */
async function announceLogout() {
  const channel = new BroadcastChannel("mithaas:logout");
  channels.push(channel);
  const heard = new Promise((resolve) => {
    const listener = new BroadcastChannel("mithaas:logout");
    channels.push(listener);
    listener.onmessage = resolve;
  });
  channel.postMessage("");
  await act(() => heard);
}

beforeEach(() => {
  channels = [];
  router.pathname = "/home";
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  for (const channel of channels) channel.close();
});

test("any page comes anew, once, when somebody else signs in in another tab", async () => {
  const { ViewerSync, change } = await load();
  render(<ViewerSync />);
  change({ ...priya, count: 2 });
  await pass();
  expect(refreshes()).toBe(0);
  change(ravi);
  await pass();
  change({ ...ravi, count: 1 });
  await pass();
  expect(refreshes()).toBe(1);
});

test("a sign-in in this tab renders the page that it leads to once", async () => {
  const { ViewerSync, SyncViewerHint, change } = await load();
  change(visitor);
  router.pathname = "/login";
  const { rerender } = render([<ViewerSync key="frame" />, <SyncViewerHint key="login" viewer={visitor} />]);
  change(ravi);
  router.pathname = "/home";
  rerender([<ViewerSync key="frame" />]);
  await pass();
  expect(refreshes()).toBe(0);
});

test("a session that ended leaves the page as it is, also long after a logout that failed; a logout does not", async () => {
  const { ViewerSync, change } = await load();
  render(<ViewerSync />);
  await announceLogout();
  await pass(10_000);
  change(visitor);
  await pass();
  expect(refreshes()).toBe(0);
  change(priya);
  await announceLogout();
  change(visitor);
  await pass();
  expect(refreshes()).toBe(1);
});

test("a page from the router's memory that is of somebody else comes anew, and leaves the hint", async () => {
  const { readViewer, change, ...parts } = await load();
  render(<parts.SyncViewerHint viewer={priya} />).unmount();
  change(ravi);
  render(<Router {...parts} viewers={[priya, ravi]} />);
  await pass();
  expect([refreshes(), readViewer().name]).toEqual([1, "Ravi"]);
});

test("when it comes as before, the hint was wrong; no more is asked", async () => {
  const { readViewer, change, ...parts } = await load();
  render(<parts.SyncViewerHint viewer={priya} />).unmount();
  change(ravi);
  render(<Router {...parts} viewers={[visitor]} />);
  await pass(5_000);
  expect([refreshes(), readViewer().role]).toEqual([1, "visitor"]);
});

test("with a hint that cannot be written it comes anew a bounded number of times", async () => {
  const parts = await load();
  render(<parts.SyncViewerHint viewer={priya} />).unmount();
  vi.spyOn(document, "cookie", "set").mockImplementation(() => {});
  render(<Router {...parts} viewers={[visitor]} />);
  for (const _ of [1, 2, 3, 4]) {
    window.dispatchEvent(new Event("focus"));
    await pass(5_000);
  }
  expect(refreshes()).toBe(2);
});

/** The cart that was read for Priya; another one is not answered. Then Ravi has signed in, with as many packs in his. */
async function loadCart() {
  const { change, readViewer } = await load();
  const store = await import("@/components/cart/cart-store");
  vi.mocked(fetch).mockResolvedValueOnce(Response.json(aCart()));
  await store.refreshCart();
  vi.mocked(fetch).mockReturnValue(new Promise(() => {}));
  const { count } = readViewer();
  return { ...store, signIn: () => change({ ...ravi, count }) };
}

test("the cart drawer shows nothing of the cart of the customer before", async () => {
  const { signIn } = await loadCart();
  const { default: CartDrawer } = await import("@/components/cart/cart-drawer");
  const answer = vi.fn();
  const actions = { changeLine: answer, changeGift: answer, changeDay: answer, clearCart: answer };
  const drawer = <CartDrawer actions={{ ...actions, checkDelivery: answer }} shop={shop} onClose={() => {}} />;
  const { unmount } = render(drawer);
  expect(screen.getByRole("heading", { name: /Kaju Katli/ })).toBeVisible();
  unmount();
  await signIn();
  render(drawer);
  expect(screen.queryByRole("heading", { name: /Kaju Katli/ })).toBeNull();
  expect(screen.getByText("Loading...")).toBeVisible();
});

test("what shows the cart drops it as soon as another customer signs in", async () => {
  const { signIn, readShownCart, subscribeCart } = await loadCart();
  const unsubscribe = subscribeCart(() => {});
  expect(readShownCart().cart).not.toBeNull();
  await signIn();
  expect(readShownCart().cart).toBeNull();
  unsubscribe();
});
