import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { refreshCart, resetCart } from "@/components/cart/cart-store";
import { CartView } from "@/components/checkout/cart-view";
import type { CartState, PageLine } from "@/lib/cart/queries";
import { aCart, aCartLine, codOnly, noPincode } from "./fixtures";
import { button, expectLink, failure, formSent, sent, success } from "./forms";

const line = (more: Partial<PageLine> = {}) => aCartLine({ price: 560, packLabel: "1 piece", ...more });
/** The same sweet in another pack. */
const small = (more: Partial<PageLine> = {}) =>
  aCartLine({ packId: 4, packLabel: "250 g", price: 350, isDefaultPack: false, ...more });
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const newer = (items: PageLine[]) => aCart(items, { readAt: minutesFromNow(1) });

function renderCart(cart: CartState, response = cart) {
  const changed = () => vi.fn(async () => success(response));
  const actions = { changeLine: changed(), changeGift: changed(), changeDay: changed(), clearCart: changed() };
  render(
    <CartView
      {...{ cart, payments: codOnly, delivery: noPincode, offer: null, pause: null, checkout: false }}
      actions={{ ...actions, placeOrder: vi.fn(), checkDelivery: vi.fn() }}
    />,
  );
  return actions;
}
const increase = () => fireEvent.click(button(/^Increase/));
/** The time passes for which a change waits for another one. */
const pass = (ms = 300) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
// Not returned: while Vitest waits for what act() gives, React reports an update that comes late as one outside a test.
afterEach(() => void act(resetCart));

describe("a line shows", () => {
  test("how long it is held, by the server's clock on a device that is two days ahead", async () => {
    const [readAt, expiresAt] = [minutesFromNow(-2 * 24 * 60), minutesFromNow(-2 * 24 * 60 + 10)] as const;
    vi.mocked(fetch).mockClear();
    renderCart(aCart([line({ expiresAt })], { readAt }));
    await pass(1_000);
    expect(screen.getByRole("timer")).toHaveTextContent(/^Held for 9:5\d$/);
    expect(fetch).not.toHaveBeenCalled();
  });

  test("how much of it is held", () => {
    renderCart(aCart([line({ quantity: 5 })]));
    expect(screen.getByRole("timer")).toHaveTextContent(/^2 of 5 held for/);
  });

  test("that its hold expired, with a button to hold the units again", () => {
    renderCart(aCart([line({ held: 0, expiresAt: null })]));
    expect(screen.getByText("Hold expired")).toBeVisible();
    expect(button("Hold again")).toBeVisible();
  });

  test("what is available when that is less than its quantity", () => {
    renderCart(aCart([line({ quantity: 5, held: 0, expiresAt: null, available: 3 })]));
    expect(screen.getByText("Only 3 items available in stock.")).toBeVisible();
    expect(button("Take 3")).toBeVisible();
  });

  test("that it has fewer packs than its sweet is sold from by now, with a button to take those", async () => {
    renderCart(aCart([line({ minimumQuantity: 3 })]));
    expect(screen.getByText("Minimum 3")).toBeVisible();
    expect(button("Take 3")).toBeVisible();
    expect(button(/^Decrease/)).toBeDisabled();
  });

  test("that it is sold out", () => {
    renderCart(aCart([line({ held: 0, expiresAt: null, available: 0 })]));
    expect(screen.getByText("Out of Stock")).toBeVisible();
  });

  test("that it is no longer available: it is not in the total and can only be removed", () => {
    renderCart(
      aCart([
        line({ isAvailable: false, held: 0, expiresAt: null, available: 0 }),
        line({ productId: 2, packId: 2, name: "Peda", price: 380.5 }),
      ]),
    );
    expect(screen.getByText("No longer available")).toBeVisible();
    expect(screen.queryByRole("spinbutton", { name: "Quantity of Kaju Katli" })).toBeNull();
    expect(button("Remove Kaju Katli")).toBeVisible();
    expect(screen.getByText("Subtotal (2 items)")).toBeVisible();
    expect(screen.getAllByText("₹761")).not.toHaveLength(0);
  });
});

test("a line says that its price has changed since the shopper saw it", () => {
  renderCart(aCart([line({ priceBefore: 520 }), small()]));
  expect(screen.getAllByText(/^Price was/)).toHaveLength(1);
  expect(screen.getByText("Price was ₹520, now ₹560")).toBeVisible();
});

test("a line that may hold no more says what can be done", async () => {
  const { changeLine } = renderCart(aCart([line()]));
  const message = "Please sign in to hold more of this sweet. You can add 1 more.";
  changeLine.mockResolvedValue(failure("hold_limit", message, { available: 1 }) as never);
  increase();
  await pass();
  expect(screen.getByRole("alert")).toHaveTextContent(message);
  expectLink("Sign in", "/login?next=%2Fcart");
  expectLink("Ask for a larger order", "/custom-orders");
});

test("several clicks send one change, and show at once", async () => {
  const { changeLine } = renderCart(aCart([line()]), newer([line({ quantity: 4, held: 4 })]));
  increase();
  increase();
  expect(screen.getByText("Subtotal (4 items)")).toBeVisible();
  expect(changeLine).not.toHaveBeenCalled();
  await pass();
  expect(changeLine).toHaveBeenCalledTimes(1);
  expect(sent(changeLine)).toEqual({ productId: "61", packId: "61", quantity: "4" });
});

const typeZero = () => {
  fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "0" } });
  fireEvent.blur(screen.getByRole("spinbutton"));
};
test.each([
  ["a typed 0", typeZero],
  ["'Decrease' at 1", () => fireEvent.click(button(/^Decrease/))],
])("%s removes the line and moves the focus to the heading", async (_, empty) => {
  const { changeLine } = renderCart(aCart([line({ quantity: 1, held: 1 })]), newer([]));
  empty();
  expect(screen.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your Cart" })).toHaveFocus();
  await pass();
  expect(formSent(changeLine).get("quantity")).toBe("0");
});

test("a typed number is sent without leaving the field", async () => {
  const { changeLine } = renderCart(aCart([line()]), newer([line({ quantity: 7 })]));
  fireEvent.change(screen.getByRole("spinbutton"), { target: { value: "7" } });
  await pass();
  expect(changeLine).toHaveBeenCalledTimes(1);
});

test("of two carts the one that was read last stays, whichever arrives first", async () => {
  renderCart(aCart([line()]));
  for (const [quantity, minutes] of [
    [3, 2],
    [2, 1],
  ] as const) {
    const read = aCart([line({ quantity })], { readAt: minutesFromNow(minutes) });
    vi.mocked(fetch).mockResolvedValueOnce(Response.json(read));
    await act(async () => void (await refreshCart()));
  }
  expect(screen.getByRole("spinbutton")).toHaveValue(3);
});

test("a change that could not be sent says so after a second, and the line is as it was", async () => {
  const { changeLine } = renderCart(aCart([line()]));
  changeLine.mockRejectedValue(new TypeError("Failed to fetch"));
  increase();
  await pass();
  expect(screen.queryByRole("alert")).toBeNull();
  await pass(1_000);
  expect(screen.getByRole("alert")).toHaveTextContent("Your cart could not be changed. Please try again.");
  expect(screen.getByRole("spinbutton")).toHaveValue(2);
});

test("a change that leads to the login says nothing: the router follows", async () => {
  const { changeLine } = renderCart(aCart([line()]));
  // The error by which Next.js tells who has called an action that it leads to another page.
  changeLine.mockRejectedValue(Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;push;/login;307;" }));
  increase();
  await pass(2_000);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("spinbutton")).toHaveValue(2);
});

test("that the cart could not be cleared is said there, and not of the message", async () => {
  const { clearCart } = renderCart(aCart([line()]));
  clearCart.mockRejectedValue(new TypeError("Failed to fetch"));
  fireEvent.click(button("Clear cart"));
  await pass(1_000);
  expect(within(button("Clear cart").closest("form") as HTMLElement).getByRole("alert")).toBeVisible();
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

describe("two packs of a sweet", () => {
  const lines = () =>
    screen.getAllByRole("listitem").filter((item) => within(item).queryByText("Kaju Katli", { exact: false })) as [
      HTMLElement,
      HTMLElement,
    ];
  const large = line({ packLabel: "500 g", price: 679, quantity: 1, held: 1 });

  test("are two lines, each with its pack, price and link", () => {
    renderCart(aCart([large, small()]));
    const [first, second] = lines();
    expect(within(first).getByRole("heading")).toHaveTextContent("Kaju Katli 500 g");
    expect(within(first).getByText("₹679 each")).toBeVisible();
    expect(within(first).getByRole("link")).toHaveAttribute("href", "/products/kaju-katli");
    expect(within(second).getByRole("heading")).toHaveTextContent("Kaju Katli 250 g");
    expect(within(second).getByText("₹700")).toBeVisible();
    expect(within(second).getByRole("link")).toHaveAttribute("href", "/products/kaju-katli?pack=4");
    expect(screen.getByRole("spinbutton", { name: "Quantity of Kaju Katli, 500 g" })).toHaveValue(1);
    expect(screen.getByRole("spinbutton", { name: "Quantity of Kaju Katli, 250 g" })).toHaveValue(2);
    expect(button("Remove Kaju Katli, 250 g")).toBeVisible();
  });

  test("change each by a request of its own, and a refusal is shown at its line", async () => {
    const { changeLine } = renderCart(aCart([large, small()]));
    changeLine.mockResolvedValueOnce(success(aCart([large, small()])));
    changeLine.mockResolvedValueOnce(failure("insufficient_stock", "Only 2 items available in stock.") as never);
    const [first, second] = lines();
    for (const pack of ["500 g", "250 g"]) fireEvent.click(button(`Increase quantity of Kaju Katli, ${pack}`));
    await pass();
    expect([0, 1].map((call) => sent(changeLine, call))).toEqual([
      { productId: "61", packId: "61", quantity: "2" },
      { productId: "61", packId: "4", quantity: "3" },
    ]);
    expect(await within(second).findByRole("alert")).toHaveTextContent("Only 2 items available in stock.");
    expect(within(first).queryByRole("alert")).toBeNull();
  });

  test("of which one is switched off: it can only be removed; the other stays as it is", () => {
    renderCart(aCart([large, small({ isAvailable: false, held: 0, expiresAt: null, available: 0 })]));
    const [first, second] = lines();
    expect(within(second).getByText("No longer available")).toBeVisible();
    expect(within(second).queryByRole("spinbutton")).toBeNull();
    expect(within(second).queryByRole("link")).toBeNull();
    expect(within(first).getByRole("spinbutton")).toHaveValue(1);
    expect(screen.getByText("Subtotal (1 item)")).toBeVisible();
  });
});

describe("when the page goes away", () => {
  const apiCalls = () =>
    vi
      .mocked(fetch)
      .mock.calls.filter(([url]) => String(url).startsWith("/api/cart"))
      .map(([url, { method, keepalive, body } = {}]) => ({ url, method, keepalive, body: JSON.parse(String(body)) }));
  const leave = () => fireEvent(window, new Event("pagehide"));
  /** The page after it, in the same tab. */
  const open = (cart: CartState, answer: () => Response) => {
    cleanup();
    act(resetCart);
    vi.mocked(fetch).mockImplementation(async () => answer());
    renderCart(cart);
  };

  test("what waits is sent by requests that outlive it, once", () => {
    const { changeLine } = renderCart(aCart([line()]));
    increase();
    fireEvent.change(screen.getByLabelText(/^Personal message/), { target: { value: "For Aai" } });
    leave();
    leave();
    expect(apiCalls()).toEqual([
      { url: "/api/cart/items/61?packId=61", method: "PATCH", keepalive: true, body: { quantity: 3 } },
      { url: "/api/cart", method: "PATCH", keepalive: true, body: { personalMessage: "For Aai" } },
    ]);
    expect(changeLine).not.toHaveBeenCalled();
  });

  test.each([
    ["is on its way", () => new Promise<never>(() => {})],
    ["the browser has ended shortly before", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("a change whose request %s is sent again", async (_, answer) => {
    const { changeLine } = renderCart(aCart([line()]));
    changeLine.mockImplementation(answer);
    increase();
    await pass(600);
    expect(changeLine).toHaveBeenCalled();
    leave();
    expect(apiCalls()).toMatchObject([{ url: "/api/cart/items/61?packId=61", body: { quantity: 3 } }]);
  });

  test("nothing is sent when nothing has changed", () => {
    renderCart(aCart([line()]));
    leave();
    expect(apiCalls()).toEqual([]);
  });

  test("the page after it, which may have been rendered before the last answer, reads the cart", async () => {
    const rendered = aCart([line()]);
    const answered = newer([line({ quantity: 3 })]);
    const { changeLine } = renderCart(rendered, answered);
    increase();
    await pass();
    expect(changeLine).toHaveBeenCalled();
    leave();
    open(rendered, () => Response.json({ ...answered, readAt: minutesFromNow(2) }));
    await waitFor(() => expect(screen.getByRole("spinbutton")).toHaveValue(3));
  });

  test("the page after it shows what was left, and what the shop says to it", async () => {
    const rendered = aCart([line()]);
    vi.mocked(fetch).mockReturnValue(new Promise(() => {}));
    renderCart(rendered);
    increase();
    leave();
    const refused = { code: "insufficient_stock", message: "Only 0 items available in stock." };
    open(rendered, () => Response.json(refused, { status: 409 }));
    expect(screen.getByRole("spinbutton")).toHaveValue(3);
    expect(await screen.findByText("Only 0 items available in stock.")).toBeVisible();
  });
});

test("gift wrap is added to the total", () => {
  renderCart(aCart([line()]));
  fireEvent.click(screen.getByRole("checkbox", { name: /Add gift wrap/ }));
  expect(screen.getByText("Gift Wrapping")).toBeVisible();
  expect(screen.getByText("₹1,170")).toBeVisible();
});

test("an empty cart links to the sweets", () => {
  renderCart(aCart([]));
  expect(screen.getByRole("heading", { name: "Your cart is empty" })).toBeVisible();
  expectLink("Continue Shopping", "/products");
});
