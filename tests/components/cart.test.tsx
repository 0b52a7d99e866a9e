import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refreshCart, resetCart } from "@/components/cart/cart-store";
import { CartView } from "@/components/cart/cart-view";
import type { CartState, PageLine } from "@/lib/cart/queries";

vi.mock("next/link", () => ({
  default: ({ href, children, prefetch: _, ...rest }: { href: string; children: ReactNode; prefetch?: boolean }) => (
    <a href={href} {...rest}>
      {children}
    </a>
  ),
}));

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const line = (more: Partial<PageLine> = {}): PageLine => ({
  productId: 1,
  name: "Kaju Katli",
  slug: "kaju-katli",
  packId: 1,
  packLabel: "1 piece",
  price: 560,
  image: null,
  quantity: 2,
  day: null,
  held: 2,
  expiresAt: minutesFromNow(10),
  isAvailable: true,
  picture: null,
  imageAlt: null,
  isDefaultPack: true,
  free: 8,
  ...more,
});

const cart = (items: PageLine[], more: Partial<CartState> = {}): CartState => ({
  items,
  total: items.reduce((sum, { price, quantity, isAvailable }) => sum + (isAvailable ? price * quantity : 0), 0),
  itemsCount: items.reduce((sum, { quantity }) => sum + quantity, 0),
  giftWrap: false,
  personalMessage: "",
  day: null,
  days: [],
  checkoutKey: "0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10",
  readAt: new Date().toISOString(),
  signedIn: true,
  ...more,
});

const actionsReturning = (response: CartState) => ({
  changeLine: vi.fn(async () => ({ ok: true as const, data: response })),
  changeGift: vi.fn(async () => ({ ok: true as const, data: response })),
  changeDay: vi.fn(async () => ({ ok: true as const, data: response })),
  clearCart: vi.fn(async () => ({ ok: true as const, data: response })),
  placeOrder: vi.fn(),
  checkDelivery: vi.fn(),
});

const codOnly = { upi: false, cod: { active: true, upTo: null } };
const shop = { address: "12 Sweet Street, Dadar West, Mumbai 400028", bookableDays: 7 };
const noPincode = { pincode: "", items: "", offers: null, shop };

const renderCart = (state: CartState, actions = actionsReturning(state)) => {
  render(
    <CartView
      cart={state}
      actions={actions}
      offer={null}
      delivery={noPincode}
      payments={codOnly}
      pause={null}
      checkout={false}
    />,
  );
  return actions;
};

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(null, { status: 503 })),
  );
});
afterEach(() => {
  act(() => resetCart());
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

describe("a line shows", () => {
  test("how long it is held", () => {
    renderCart(cart([line()]));
    expect(screen.getByRole("timer")).toHaveTextContent(/^Held for (10:00|9:5\d)$/);
  });

  test("how much of it is held", () => {
    renderCart(cart([line({ quantity: 5 })]));
    expect(screen.getByRole("timer")).toHaveTextContent(/^2 of 5 held for/);
  });

  test("that its hold expired, with a button to hold the units again", () => {
    renderCart(cart([line({ held: 0, expiresAt: null })]));
    expect(screen.getByText("Hold expired")).toBeVisible();
    expect(screen.getByRole("button", { name: "Hold again" })).toBeVisible();
  });

  test("what is available when that is less than its quantity", () => {
    renderCart(cart([line({ quantity: 5, held: 0, expiresAt: null, free: 3 })]));
    expect(screen.getByText("Only 3 items available in stock.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Take 3" })).toBeVisible();
  });

  test("that it is sold out", () => {
    renderCart(cart([line({ held: 0, expiresAt: null, free: 0 })]));
    expect(screen.getByText("Out of Stock")).toBeVisible();
  });

  test("that it is no longer available: it is not in the total and can only be removed", () => {
    renderCart(
      cart([
        line({ isAvailable: false, held: 0, expiresAt: null, free: 0 }),
        line({ productId: 2, packId: 2, name: "Peda", price: 380.5 }),
      ]),
    );
    expect(screen.getByText("No longer available")).toBeVisible();
    expect(screen.queryByRole("spinbutton", { name: "Quantity of Kaju Katli" })).toBeNull();
    expect(screen.getByRole("button", { name: "Remove Kaju Katli" })).toBeVisible();
    expect(screen.getByText("Subtotal (2 items)")).toBeVisible();
    expect(screen.getAllByText("₹761")).not.toHaveLength(0);
  });
});

test("several clicks send one change, and show at once", async () => {
  const actions = renderCart(
    cart([line()]),
    actionsReturning(cart([line({ quantity: 4, held: 4 })], { readAt: minutesFromNow(1) })),
  );
  // fireEvent, because on a busy machine userEvent's clicks may be further apart than the delay before a change is sent.
  const more = screen.getByRole("button", { name: "Increase" });
  fireEvent.click(more);
  fireEvent.click(more);
  expect(screen.getByText("Subtotal (4 items)")).toBeVisible();
  await waitFor(() => expect(actions.changeLine).toHaveBeenCalledTimes(1));
  const [, form] = actions.changeLine.mock.calls[0] as unknown as [unknown, FormData];
  expect(Object.fromEntries(form)).toEqual({ productId: "1", packId: "1", quantity: "4" });
});

const typeZero = () => {
  fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "0" } });
  fireEvent.blur(screen.getByRole("spinbutton"));
};
const pressDecrease = () => fireEvent.click(screen.getByRole("button", { name: "Decrease" }));
test.each([
  ["a typed 0", typeZero],
  ["'Decrease' at 1", pressDecrease],
])("%s removes the line and moves the focus to the heading", async (_, empty) => {
  const actions = renderCart(
    cart([line({ quantity: 1, held: 1 })]),
    actionsReturning(cart([], { readAt: minutesFromNow(1) })),
  );
  empty();
  expect(screen.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your Cart" })).toHaveFocus();
  await waitFor(() => expect(actions.changeLine).toHaveBeenCalledTimes(1));
  const [, form] = actions.changeLine.mock.calls[0] as unknown as [unknown, FormData];
  expect(form.get("quantity")).toBe("0");
});

test("a typed number is sent without leaving the field", async () => {
  const actions = renderCart(
    cart([line()]),
    actionsReturning(cart([line({ quantity: 7 })], { readAt: minutesFromNow(1) })),
  );
  fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "7" } });
  await waitFor(() => expect(actions.changeLine).toHaveBeenCalledTimes(1));
});

test("of two carts the one that was read last stays, whichever arrives first", async () => {
  renderCart(cart([line()]));
  for (const [quantity, minutes] of [
    [3, 2],
    [2, 1],
  ] as const) {
    const read = cart([line({ quantity })], { readAt: minutesFromNow(minutes) });
    vi.mocked(fetch).mockResolvedValueOnce(Response.json(read));
    await act(async () => void (await refreshCart()));
  }
  expect(screen.getByRole("spinbutton")).toHaveValue(3);
});

test("a change that could not be sent says so, and the line is as it was", async () => {
  const actions = renderCart(cart([line()]));
  actions.changeLine.mockRejectedValue(new TypeError("Failed to fetch"));
  fireEvent.click(screen.getByRole("button", { name: "Increase" }));
  const message = await screen.findByRole("alert", undefined, { timeout: 3_000 });
  expect(message).toHaveTextContent("Your cart could not be changed. Please try again.");
  expect(screen.getByRole("spinbutton")).toHaveValue(2);
});

describe("when the page goes away", () => {
  const apiCalls = () =>
    vi
      .mocked(fetch)
      .mock.calls.filter(([url]) => String(url).startsWith("/api/cart"))
      .map(([url, init]) => ({
        url,
        method: init?.method,
        keepalive: init?.keepalive,
        body: JSON.parse(String(init?.body)),
      }));

  test("what waits is sent by requests that outlive it, once", () => {
    const actions = renderCart(cart([line()]));
    fireEvent.click(screen.getByRole("button", { name: "Increase" }));
    fireEvent.change(screen.getByLabelText(/^Personal message/), { target: { value: "For Aai" } });
    fireEvent(window, new Event("pagehide"));
    fireEvent(window, new Event("pagehide"));
    expect(apiCalls()).toEqual([
      { url: "/api/cart/items/1?packId=1", method: "PATCH", keepalive: true, body: { quantity: 3 } },
      { url: "/api/cart", method: "PATCH", keepalive: true, body: { personalMessage: "For Aai" } },
    ]);
    expect(actions.changeLine).not.toHaveBeenCalled();
  });

  test("a change that is on its way is sent again, because the browser may drop its request", async () => {
    const actions = renderCart(cart([line()]));
    actions.changeLine.mockReturnValue(new Promise(() => {}));
    fireEvent.click(screen.getByRole("button", { name: "Remove Kaju Katli" }));
    await waitFor(() => expect(actions.changeLine).toHaveBeenCalled());
    fireEvent(window, new Event("pagehide"));
    expect(apiCalls()).toMatchObject([{ url: "/api/cart/items/1?packId=1", body: { quantity: 0 } }]);
  });

  test("a change whose request the browser has ended shortly before is sent again", async () => {
    const actions = renderCart(cart([line()]));
    actions.changeLine.mockRejectedValue(new TypeError("Failed to fetch"));
    fireEvent.click(screen.getByRole("button", { name: "Increase" }));
    await waitFor(() => expect(actions.changeLine).toHaveBeenCalled());
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    fireEvent(window, new Event("pagehide"));
    expect(apiCalls()).toMatchObject([{ url: "/api/cart/items/1?packId=1", body: { quantity: 3 } }]);
  });

  test("nothing is sent when nothing has changed", () => {
    renderCart(cart([line()]));
    fireEvent(window, new Event("pagehide"));
    expect(apiCalls()).toEqual([]);
  });

  test("the page after it, which may have been rendered before the last answer, reads the cart", async () => {
    const rendered = cart([line()]);
    const answered = cart([line({ quantity: 3 })], { readAt: minutesFromNow(1) });
    const actions = renderCart(rendered, actionsReturning(answered));
    fireEvent.click(screen.getByRole("button", { name: "Increase" }));
    await waitFor(() => expect(actions.changeLine).toHaveBeenCalled());
    fireEvent(window, new Event("pagehide"));
    cleanup();
    act(() => resetCart());
    vi.mocked(fetch).mockImplementation(async () => Response.json({ ...answered, readAt: minutesFromNow(2) }));
    renderCart(rendered);
    await waitFor(() => expect(screen.getByRole("spinbutton")).toHaveValue(3));
  });

  test("the page after it shows what was left, and what the shop says to it", async () => {
    const rendered = cart([line()]);
    vi.mocked(fetch).mockReturnValue(new Promise(() => {}));
    renderCart(rendered);
    fireEvent.click(screen.getByRole("button", { name: "Increase" }));
    fireEvent(window, new Event("pagehide"));
    cleanup();
    act(() => resetCart());
    const refused = { code: "insufficient_stock", message: "Only 0 items available in stock." };
    vi.mocked(fetch).mockImplementation(async () => Response.json(refused, { status: 409 }));
    renderCart(rendered);
    expect(screen.getByRole("spinbutton")).toHaveValue(3);
    expect(await screen.findByText("Only 0 items available in stock.")).toBeVisible();
  });
});

test("gift wrap is added to the total", () => {
  renderCart(cart([line()]));
  fireEvent.click(screen.getByRole("checkbox", { name: /Add gift wrap/ }));
  expect(screen.getByText("Gift Wrapping")).toBeVisible();
  expect(screen.getByText("₹1,170")).toBeVisible();
});

test("an empty cart links to the sweets", () => {
  renderCart(cart([]));
  expect(screen.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Continue Shopping" })).toHaveAttribute("href", "/products");
});
