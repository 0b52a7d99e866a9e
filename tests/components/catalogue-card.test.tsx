// A card of a sweet: what it shows, and adding to the cart.
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Added, AddToCart } from "@/components/catalogue/add-to-cart";
import { cardOf } from "@/components/catalogue/card";
import { StockCount } from "@/components/catalogue/live-parts";
import { ProductCard } from "@/components/catalogue/product-grid";
import { SweetDetailsList } from "@/components/catalogue/sweet-details";
import { readViewer, setCartCount, setViewer } from "@/components/layout/viewer-store";
import { setStock } from "@/components/stock/stock-store";
import { toasts } from "@/components/ui/toast";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { deliveryFacts } from "@/lib/delivery/facts";
import { defaultSettings } from "@/lib/settings/defaults";
import { aCart, aCartLine, anAdminSweet, aPack, aSweet } from "./fixtures";
import { button, failure, fill, formSent, press, sent, success, toastTexts, unanswered } from "./forms";

/** What is known of a sweet stays while the page does, so that each test has a sweet of its own. */
let id = 100_000;
beforeEach(() => void (id += 10));

function renderForm(quantity: number, minimumQuantity?: number) {
  const { action, answer, lose } = unanswered<Added>();
  render(
    <>
      <StockCount id={id} quantity={quantity} />
      <AddToCart id={id} name="Kaju Katli" {...{ quantity, minimumQuantity, action }} />
    </>,
  );
  const refuse = (message: string) => act(async () => answer(failure("conflict", message)));
  return {
    action,
    refuse,
    answer: (data: Added) => act(async () => answer(success(data))),
    lose: () => act(async () => lose()),
  };
}
const field = () => screen.getByRole<HTMLInputElement>("spinbutton");
// React batches all pending actions, so none may outlive its test.
const GONE = "Only 0 items available in stock.";

describe("add to cart", () => {
  it("sends one request for a double click and shows that it is working, then updates badge and stock and shows a toast", async () => {
    const { action, answer, refuse } = renderForm(20);
    await press(/^Increase/);
    const add = button("Add to Cart");
    await userEvent.dblClick(add);
    expect(action).toHaveBeenCalledTimes(1);
    expect(sent(action)).toMatchObject({ productId: String(id), quantity: "2" });
    expect(sent(action).key).toMatch(/^[a-z0-9-]{12,}$/);
    expect(await screen.findByRole("button", { name: "Adding..." })).toHaveAttribute("aria-disabled", "true");
    await answer({ productId: id, available: 18, itemsCount: 2 });
    await waitFor(() => expect(toastTexts()).toEqual(["success: Product has been added to your cart."]));
    expect(toasts.list()[0]?.link).toEqual({ href: "/cart", text: "View cart" });
    expect(screen.getByText("18")).toBeVisible();
    expect(readViewer().count).toBe(2);
    await waitFor(() => expect(add).not.toHaveAttribute("aria-disabled"));
    await press("Add to Cart");
    expect(sent(action, 1).key).not.toBe(sent(action, 0).key);
    await refuse(GONE);
  });

  it("begins with the minimum, below which nothing can be typed", async () => {
    const { action, refuse } = renderForm(5, 3);
    expect(field().value).toBe("3");
    expect(button(/^Decrease/)).toBeDisabled();
    await fill(field(), "1");
    await press("Add to Cart");
    expect(sent(action)).toMatchObject({ quantity: "3" });
    await refuse(GONE);
  });

  it("refuses more than is left without a request", async () => {
    const { action } = renderForm(5);
    await fill(field(), "5");
    // Somebody else reserves two.
    act(() => setStock(id, 3));
    const form = button("Add to Cart").closest("form");
    act(() => void form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
    expect(action).not.toHaveBeenCalled();
    expect(toastTexts()).toEqual(["error: Only 3 items available in stock."]);
  });

  it("clamps more than is available and shows a toast; that press adds nothing, the next one does", async () => {
    const { action, refuse } = renderForm(3);
    await fill(field(), "9");
    await press("Add to Cart");
    expect(field().value).toBe("3");
    expect(action).not.toHaveBeenCalled();
    expect(toastTexts()).toEqual(["error: Only 3 items available in stock."]);
    await press("Add to Cart");
    expect(formSent(action).get("quantity")).toBe("3");
    await refuse(GONE);
  });

  it("submits by the keyboard after a quantity was refused", async () => {
    const { action, refuse } = renderForm(3);
    await fill(field(), "9");
    await userEvent.keyboard("{Enter}");
    expect(action).not.toHaveBeenCalled();
    expect(toastTexts()).toEqual(["error: Only 3 items available in stock."]);
    await userEvent.keyboard("{Enter}");
    expect(action).toHaveBeenCalledTimes(1);
    await refuse(GONE);
  });

  it("shows a failure and a lost connection, and can be tried again", async () => {
    const { action, refuse, lose } = renderForm(9);
    const add = button("Add to Cart");
    await press("Add to Cart");
    await refuse("Only 1 items available in stock.");
    await waitFor(() => expect(toastTexts()).toEqual(["error: Only 1 items available in stock."]));
    await waitFor(() => expect(add).not.toHaveAttribute("aria-disabled"));
    await press("Add to Cart");
    expect(action).toHaveBeenCalledTimes(2);
    await lose();
    await waitFor(() => expect(toastTexts()).toContain("error: Failed to add to cart."));
    await waitFor(() => expect(add).not.toHaveAttribute("aria-disabled"));
    await press("Add to Cart");
    expect(action).toHaveBeenCalledTimes(3);
    await refuse(GONE);
  });

  it("has the number that is left now after a refusal", async () => {
    const { refuse } = renderForm(9);
    // What the page asks for when it opens.
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    const now = { days: [], sweets: [{ id, quantity: 2, price: 10 }] };
    vi.mocked(fetch).mockImplementation(async () => Response.json(now));
    await press("Add to Cart");
    await refuse("Only 2 items available in stock.");
    await waitFor(() => expect(field().max).toBe("2"));
  });

  it("is disabled and reads 'Out of Stock' while nothing is left", () => {
    renderForm(0);
    expect(button("Out of Stock")).toBeDisabled();
    expect(screen.queryByRole("spinbutton")).toBeNull();
    act(() => setStock(id, 4));
    expect(button("Add to Cart")).toBeEnabled();
    expect(field().max).toBe("4");
  });

  it("shows how many of the last units are in the own cart, with one request for all sold-out sweets", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const line = aCartLine({ productId: id, quantity: 3, held: 2 });
    let items = [line];
    vi.mocked(fetch).mockImplementation(async (url) =>
      url === "/cart/state" ? Response.json(aCart(items)) : new Response("[]", { status: 503 }),
    );
    act(() => setCartCount(3));
    render(
      <>
        <AddToCart id={id} name="Kaju Katli" quantity={0} action={vi.fn()} />
        <AddToCart id={id + 1} name="Jalebi" quantity={0} action={vi.fn()} />
      </>,
    );
    expect(await screen.findByRole("link", { name: "2 in your cart" })).toHaveAttribute("href", "/cart");
    expect(screen.getAllByRole("link")).toHaveLength(1);
    expect(screen.getAllByRole("button", { name: "Out of Stock" })).toHaveLength(2);
    expect(vi.mocked(fetch).mock.calls.filter(([url]) => url === "/cart/state")).toHaveLength(1);
    // After the hold has expired, nothing is shown to be in the cart.
    items = [{ ...line, held: 0, expiresAt: null }];
    await act(() => vi.advanceTimersByTimeAsync(601_000));
    await waitFor(() => expect(screen.queryByRole("link")).toBeNull());
    act(() => setCartCount(0));
  });
});

describe("live stock", () => {
  it("is requested once for all cards; a sweet missing from the response is sold out", async () => {
    const answer = { days: [], sweets: [{ id, quantity: 6, price: 10 }] };
    vi.mocked(fetch).mockImplementation(async () => Response.json(answer));
    render(
      <>
        <StockCount id={id} quantity={9} />
        <StockCount id={id + 1} quantity={8} />
      </>,
    );
    expect(screen.getByText("9")).toBeVisible();
    expect(await screen.findByText("6")).toBeVisible();
    expect(screen.getByText("0")).toBeVisible();
    expect(vi.mocked(fetch).mock.calls.map(([url]) => url)).toEqual([`/api/stock/days?ids=${id},${id + 1}`]);
  });
});

it("details say how long a sweet is prepared and whether a courier can take it, where there is something to say", () => {
  const details = (more: Partial<SweetWithPicture> = {}) => (
    <SweetDetailsList sweet={aSweet(more)} delivery={deliveryFacts(defaultSettings)} />
  );
  const { container, rerender } = render(details({ prepHours: 24, travels: false }));
  expect(container).toHaveTextContent("Made to orderReady in 24 hours.Does not travel by courier");
  rerender(details({ prepHours: 48 }));
  expect(screen.getByText("Ready in 2 days.")).toBeVisible();
  expect(screen.queryByText("Does not travel by courier")).toBeNull();
  rerender(details());
  expect(screen.queryByText("Made to order")).toBeNull();
});

describe("product card", () => {
  const inPieces = anAdminSweet({ sugarFree: true }, 12, [aPack(70, "1 piece", null, 1, 123456.5)]);
  const card = (sweet: SweetWithPicture = inPieces) => {
    render(<ProductCard {...cardOf(sweet)} action={vi.fn()} priority={false} />);
    return within(screen.getByRole("article"));
  };

  it("shows name, description, price, badges and stock", () => {
    const part = card();
    expect(part.getByRole("link", { name: "Kaju Katli" })).toHaveAttribute("href", "/products/kaju-katli");
    for (const text of [inPieces.description, "₹1,23,456.50", "Sugar Free", "Featured"])
      expect(part.getByText(text)).toBeVisible();
    expect(screen.getByRole("article")).toHaveTextContent("Quantity Available: 12");
    expect([field().min, field().max, field().value]).toEqual(["1", "12", "1"]);
    expect(part.getByText("₹1,23,456.50").nextElementSibling).toBeNull();
  });

  it.each([
    [500, "500 g"],
    [1000, "1 kg"],
  ])("shows the net weight beside the price, when it is known: %i g", (grams, text) => {
    const part = card(anAdminSweet({}, 12, [aPack(70, text, grams, 1, 250)]));
    expect(part.getByText("₹250").nextElementSibling).toHaveTextContent(text);
  });

  it("shows a placeholder without a picture, and no badges without a reason", () => {
    const part = card(aSweet({ featured: false }));
    expect(screen.getByRole("article").querySelector("img")).toHaveAttribute("src", "/placeholder.svg");
    for (const badge of ["Featured", "Sugar Free"]) expect(part.queryByText(badge)).toBeNull();
  });

  it("hides form and stock from admins, who see 'Admin view' instead", () => {
    const part = card();
    expect(part.queryByText("Admin view")).toBeNull();
    expect(part.getByText(/Quantity Available/)).toHaveClass("for-shoppers");
    expect(part.getByRole("button", { name: "Add to Cart" }).closest("form")).toHaveClass("for-shoppers");
    act(() => setViewer({ role: "admin", name: "Meera", count: 0 }));
    expect(part.getByText("Admin view")).toHaveAttribute("data-for", "admin");
    act(() => setViewer({ role: "visitor", count: 0 }));
  });
});
