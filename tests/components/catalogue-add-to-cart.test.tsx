import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Added, AddToCart } from "@/components/catalogue/add-to-cart";
import { StockCount } from "@/components/catalogue/live-parts";
import { setStock } from "@/components/catalogue/stock-store";
import { readViewer, setCartCount } from "@/components/layout/viewer-store";
import { toasts } from "@/components/ui/toast";
import type { ActionState } from "@/lib/http/action-state";

type Result = ActionState<Added>;

/** An action that the test resolves or rejects itself. */
function deferredAction() {
  const forms: FormData[] = [];
  let resolveLast: (result: Result) => void = () => {};
  let rejectLast: (error: Error) => void = () => {};
  const action = vi.fn((_before: unknown, form: FormData) => {
    forms.push(form);
    return new Promise<Result>((resolve, reject) => {
      resolveLast = resolve;
      rejectLast = reject;
    });
  });
  return {
    action,
    forms,
    resolve: (result: Result) => resolveLast(result),
    reject: (error: Error) => rejectLast(error),
  };
}

let nextId = 100;
const toastTexts = () => toasts.list().map(({ type, message }) => `${type}: ${message}`);
const failure = (message: string): Result => ({ ok: false, code: "conflict", message, fields: {}, values: {} });

beforeEach(() => {
  nextId += 1;
  for (const { id } of toasts.list()) toasts.remove(id);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("[]", { status: 503 })),
  );
});

function renderForm(quantity: number) {
  const deferred = deferredAction();
  const id = nextId;
  render(
    <>
      <StockCount id={id} quantity={quantity} />
      <AddToCart id={id} name="Kaju Katli" quantity={quantity} action={deferred.action} />
    </>,
  );
  return { ...deferred, id, user: userEvent.setup() };
}

describe("add to cart", () => {
  it("shows that it is working after 300 ms", async () => {
    const { resolve, user, id } = renderForm(20);
    await user.click(screen.getByRole("button", { name: "Add to Cart" }));
    expect(await screen.findByRole("button", { name: "Adding..." })).toHaveAttribute("aria-disabled", "true");
    await act(async () => resolve({ ok: true, data: { productId: id, available: 19, itemsCount: 1 } }));
    expect(await screen.findByRole("button", { name: "Add to Cart" })).toBeEnabled();
  });

  it("sends one request for a double click, then updates badge and stock and shows a toast", async () => {
    const { action, forms, resolve, id, user } = renderForm(20);
    await user.click(screen.getByRole("button", { name: "Increase" }));
    const button = screen.getByRole("button", { name: "Add to Cart" });
    await user.dblClick(button);
    expect(action).toHaveBeenCalledTimes(1);
    expect(Object.fromEntries(forms[0] ?? [])).toMatchObject({ productId: String(id), quantity: "2" });
    expect(String(forms[0]?.get("key"))).toMatch(/^[a-z0-9-]{12,}$/);
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await act(async () => resolve({ ok: true, data: { productId: id, available: 18, itemsCount: 2 } }));
    await waitFor(() => expect(toastTexts()).toEqual(["success: Product has been added to your cart."]));
    expect(toasts.list()[0]?.link).toEqual({ href: "/cart", text: "View cart" });
    expect(screen.getByText("18")).toBeTruthy();
    expect(readViewer().count).toBe(2);
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    await user.click(button);
    expect(forms[1]?.get("key")).not.toBe(forms[0]?.get("key"));
    // React batches all pending actions, so none may outlive its test.
    await act(async () => resolve(failure("Only 0 items available in stock.")));
  });

  it("refuses more than is left without a request", async () => {
    const { action, id, user } = renderForm(5);
    for (let i = 0; i < 4; i++) await user.click(screen.getByRole("button", { name: "Increase" }));
    // Somebody else reserves two.
    act(() => setStock(id, 3));
    const form = screen.getByRole("button", { name: "Add to Cart" }).closest("form");
    act(() => {
      form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    });
    expect(action).not.toHaveBeenCalled();
    expect(toastTexts()).toEqual(["error: Only 3 items available in stock."]);
  });

  it("clamps more than is available and shows a toast; that press adds nothing, the next one does", async () => {
    const { action, forms, resolve, user } = renderForm(3);
    const field = screen.getByRole<HTMLInputElement>("spinbutton");
    await user.clear(field);
    await user.type(field, "9");
    const button = screen.getByRole("button", { name: "Add to Cart" });
    await user.click(button);
    expect(field.value).toBe("3");
    expect(action).not.toHaveBeenCalled();
    expect(toastTexts()).toEqual(["error: Only 3 items available in stock."]);
    await user.click(button);
    expect(forms[0]?.get("quantity")).toBe("3");
    await act(async () => resolve(failure("Only 0 items available in stock.")));
  });

  it("submits by the keyboard after a quantity was refused", async () => {
    const { action, resolve, user } = renderForm(3);
    await user.clear(screen.getByRole("spinbutton"));
    await user.type(screen.getByRole("spinbutton"), "9{Enter}");
    expect(action).not.toHaveBeenCalled();
    expect(toastTexts()).toEqual(["error: Only 3 items available in stock."]);
    await user.keyboard("{Enter}");
    expect(action).toHaveBeenCalledTimes(1);
    await act(async () => resolve(failure("Only 0 items available in stock.")));
  });

  it("shows a failure and a lost connection, and can be tried again", async () => {
    const { resolve, reject, user, action } = renderForm(9);
    const button = screen.getByRole("button", { name: "Add to Cart" });
    await user.click(button);
    await act(async () => resolve(failure("Only 1 items available in stock.")));
    await waitFor(() => expect(toastTexts()).toEqual(["error: Only 1 items available in stock."]));
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    await user.click(button);
    expect(action).toHaveBeenCalledTimes(2);
    await act(async () => reject(new TypeError("Failed to fetch")));
    await waitFor(() => expect(toastTexts()).toContain("error: Failed to add to cart."));
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBeNull());
    await user.click(button);
    expect(action).toHaveBeenCalledTimes(3);
    await act(async () => resolve(failure("Only 1 items available in stock.")));
  });

  it("has the number that is left now after a refusal", async () => {
    const { id, resolve, user } = renderForm(9);
    // What the page asks for when it opens.
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    vi.mocked(fetch).mockImplementation(async () =>
      Response.json({ days: [], sweets: [{ id, quantity: 2, price: 10 }] }),
    );
    await user.click(screen.getByRole("button", { name: "Add to Cart" }));
    await act(async () => resolve(failure("Only 2 items available in stock.")));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>("spinbutton").max).toBe("2"));
  });

  it("is disabled and reads 'Out of Stock' while nothing is left", () => {
    const { id } = renderForm(0);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Out of Stock" });
    expect(button.disabled).toBe(true);
    expect(screen.queryByRole("spinbutton")).toBeNull();
    act(() => setStock(id, 4));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add to Cart" }).disabled).toBe(false);
    expect(screen.getByRole<HTMLInputElement>("spinbutton").max).toBe("4");
  });

  it("shows how many of the last units are in the own cart, with one request for all sold-out sweets", async () => {
    const [mine, other] = [nextId * 1000, nextId * 1000 + 1];
    let held = 2;
    const end = new Date(Date.now() + 1000).toISOString();
    const cart = () => ({
      items: [{ productId: mine, quantity: 3, held, expiresAt: held > 0 ? end : null, isAvailable: true }],
      itemsCount: 3,
      readAt: new Date().toISOString(),
    });
    const fetched = vi.fn(async (url: string) =>
      url === "/cart/state" ? Response.json(cart()) : new Response("[]", { status: 503 }),
    );
    vi.stubGlobal("fetch", fetched);
    act(() => setCartCount(3));
    render(
      <>
        <AddToCart id={mine} name="Kaju Katli" quantity={0} action={vi.fn()} />
        <AddToCart id={other} name="Jalebi" quantity={0} action={vi.fn()} />
      </>,
    );
    expect(await screen.findByRole("link", { name: "2 in your cart" })).toHaveAttribute("href", "/cart");
    expect(screen.getAllByRole("link")).toHaveLength(1);
    expect(screen.getAllByRole("button", { name: "Out of Stock" })).toHaveLength(2);
    expect(fetched.mock.calls.filter(([url]) => url === "/cart/state")).toHaveLength(1);
    // After the hold has expired, nothing is shown to be in the cart.
    held = 0;
    await waitFor(() => expect(screen.queryByRole("link")).toBeNull(), { timeout: 5000 });
    act(() => setCartCount(0));
    expect(screen.queryByRole("link")).toBeNull();
  });

  it("clamps what is typed to what is available", async () => {
    const { user } = renderForm(7);
    const field = screen.getByRole<HTMLInputElement>("spinbutton", { name: "Quantity of Kaju Katli" });
    expect(field.value).toBe("1");
    for (const [typed, expected] of [
      ["99", "7"],
      ["0", "1"],
      ["-3", "1"],
      ["3", "3"],
    ] as const) {
      await user.clear(field);
      await user.type(field, typed);
      await user.tab();
      expect(field.value, typed).toBe(expected);
    }
  });
});

describe("live stock", () => {
  it("is requested once for all cards; a sweet missing from the response is sold out", async () => {
    const [first, second] = [nextId * 1000, nextId * 1000 + 1];
    const fetched = vi.fn(async (_url: string) =>
      Response.json({ days: [], sweets: [{ id: first, quantity: 6, price: 10 }] }),
    );
    vi.stubGlobal("fetch", fetched);
    render(
      <>
        <StockCount id={first} quantity={9} />
        <StockCount id={second} quantity={8} />
      </>,
    );
    expect(screen.getByText("9")).toBeTruthy();
    await waitFor(() => expect(screen.getByText("6")).toBeTruthy());
    expect(screen.getByText("0")).toBeTruthy();
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(fetched.mock.calls[0]?.[0]).toBe(`/api/stock/days?ids=${first},${second}`);
  });
});
