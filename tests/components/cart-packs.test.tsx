// Two packs of one sweet in the cart and at the checkout: two lines, each with its own name, quantity, problem and link.
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { resetCart } from "@/components/cart/cart-store";
import { CartView } from "@/components/cart/cart-view";
import { type CheckoutActions, CheckoutForm } from "@/components/checkout/checkout-form";
import { blockedNames } from "@/components/delivery/delivery-texts";
import type { CartState, PageLine } from "@/lib/cart/queries";
import type { ActionFailure } from "@/lib/http/action-state";

vi.mock("next/link", () => ({
  default: ({ href, children, prefetch: _, ...rest }: { href: string; children: ReactNode; prefetch?: boolean }) => (
    <a href={href} {...rest}>
      {children}
    </a>
  ),
}));

const line = (more: Partial<PageLine> = {}): PageLine => ({
  productId: 61,
  name: "Kaju Katli",
  slug: "kaju-katli",
  packId: 5,
  packLabel: "500 g",
  price: 679,
  image: null,
  quantity: 1,
  day: null,
  held: 1,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  isAvailable: true,
  picture: null,
  imageAlt: null,
  isDefaultPack: true,
  free: 8,
  ...more,
});
const small = (more: Partial<PageLine> = {}) =>
  line({ packId: 4, packLabel: "250 g", price: 350, quantity: 2, held: 2, isDefaultPack: false, ...more });

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
const payments = { upi: false, cod: { active: true, upTo: null } };
const shop = { address: "12 Sweet Street, Dadar West, Mumbai 400028", bookableDays: 7 };
const delivery = { pincode: "", items: "", offers: null, shop };

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(null, { status: 503 })),
  );
});
afterEach(() => {
  act(() => resetCart());
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

describe("the cart", () => {
  const renderCart = (state: CartState, response = state) => {
    const changed = () => vi.fn(async () => ({ ok: true as const, data: response }));
    const actions = {
      changeLine: vi.fn<CheckoutActions["placeOrder"]>(),
      changeGift: changed(),
      clearCart: changed(),
      placeOrder: vi.fn(),
      checkDelivery: vi.fn(),
    };
    const view = { cart: state, offer: null, delivery, payments, pause: null, checkout: false };
    render(<CartView {...view} actions={actions as never} />);
    return actions;
  };
  const lines = () =>
    screen.getAllByRole("listitem").filter((item) => within(item).queryByText("Kaju Katli", { exact: false }));

  test("names the pack of each line, its price and its link", () => {
    renderCart(cart([line(), small()]));
    const [first, second] = lines() as [HTMLElement, HTMLElement];
    expect(within(first).getByRole("heading")).toHaveTextContent("Kaju Katli 500 g");
    expect(within(first).getByText("₹679 each")).toBeVisible();
    expect(within(first).getByRole("link")).toHaveAttribute("href", "/products/kaju-katli");
    expect(within(second).getByRole("heading")).toHaveTextContent("Kaju Katli 250 g");
    expect(within(second).getByText("₹350 each")).toBeVisible();
    expect(within(second).getByText("₹700")).toBeVisible();
    expect(within(second).getByRole("link")).toHaveAttribute("href", "/products/kaju-katli?pack=4");
    expect(screen.getByRole("spinbutton", { name: "Quantity of Kaju Katli, 500 g" })).toHaveValue(1);
    expect(screen.getByRole("spinbutton", { name: "Quantity of Kaju Katli, 250 g" })).toHaveValue(2);
    expect(screen.getByRole("button", { name: "Remove Kaju Katli, 250 g" })).toBeVisible();
  });

  test("changes the line of one pack, and shows a refusal there", async () => {
    const actions = renderCart(cart([line(), small()]));
    actions.changeLine.mockResolvedValue({
      ok: false,
      code: "insufficient_stock",
      message: "Only 2 items available in stock.",
      fields: {},
      values: {},
    });
    const [first, second] = lines() as [HTMLElement, HTMLElement];
    fireEvent.click(within(second).getByRole("button", { name: "Increase" }));
    expect(within(second).getByRole("spinbutton")).toHaveValue(3);
    expect(within(first).getByRole("spinbutton")).toHaveValue(1);
    expect(await within(second).findByRole("alert")).toHaveTextContent("Only 2 items available in stock.");
    expect(within(first).queryByRole("alert")).toBeNull();
    const [, form] = actions.changeLine.mock.calls[0] as unknown as [unknown, FormData];
    expect(Object.fromEntries(form)).toEqual({ productId: "61", packId: "4", quantity: "3" });
  });

  test("two lines change at once, each by its own request", async () => {
    const actions = renderCart(cart([line(), small()]));
    actions.changeLine.mockResolvedValue({ ok: true, data: cart([line(), small()]) as never });
    for (const item of lines()) fireEvent.click(within(item).getByRole("button", { name: "Increase" }));
    await waitFor(() => expect(actions.changeLine).toHaveBeenCalledTimes(2));
    const sent = actions.changeLine.mock.calls.map((call) => Object.fromEntries(call[1]));
    expect(sent).toEqual([
      { productId: "61", packId: "5", quantity: "2" },
      { productId: "61", packId: "4", quantity: "3" },
    ]);
  });

  test("a pack that is switched off can only be removed; the other stays as it is", () => {
    renderCart(cart([line(), small({ isAvailable: false, held: 0, expiresAt: null, free: 0 })]));
    const [first, second] = lines() as [HTMLElement, HTMLElement];
    expect(within(second).getByText("No longer available")).toBeVisible();
    expect(within(second).queryByRole("spinbutton")).toBeNull();
    expect(within(second).queryByRole("link")).toBeNull();
    expect(within(second).getByRole("button", { name: "Remove Kaju Katli, 250 g" })).toBeVisible();
    expect(within(first).getByRole("spinbutton")).toHaveValue(1);
    expect(screen.getByText("Subtotal (1 item)")).toBeVisible();
  });
});

describe("the checkout", () => {
  const refusedWith = async (state: CartState, more: Partial<ActionFailure>) => {
    const failure = { ok: false as const, message: "Refused.", fields: {}, values: {}, code: "internal" as const };
    const placeOrder = vi.fn<CheckoutActions["placeOrder"]>().mockResolvedValue({ ...failure, ...more });
    const offer = { from: "account" as const, recipientName: "A", deliveryAddress: "B", phoneNumber: "9820012345" };
    const form = { delivery, payments, offer };
    render(<CheckoutForm {...form} cart={state} actions={{ placeOrder }} />);
    fireEvent.click(screen.getByRole("button", { name: "Place Order" }));
    const list = within(await screen.findByRole("alert")).queryAllByRole("listitem");
    return { texts: list.map((item) => item.textContent), form: placeOrder.mock.calls[0]?.[1] };
  };

  test("lists and sends each pack", async () => {
    const { form } = await refusedWith(cart([line(), small()]), {});
    const order = within(screen.getByRole("region", { name: "Your order" })).getAllByRole("listitem");
    expect(order.map((item) => item.textContent)).toEqual([
      "Kaju Katli 500 g × 1₹679",
      "Kaju Katli 250 g × 2₹700",
      "DeliveryTo be arranged",
    ]);
    expect(JSON.parse(`${form?.get("items")}`)).toEqual([
      { productId: 61, packId: 5, quantity: 1, price: 679 },
      { productId: 61, packId: 4, quantity: 2, price: 350 },
    ]);
  });

  test("names the pack that is short, and the one whose price changed", async () => {
    const state = cart([line(), small()]);
    const short = await refusedWith(state, {
      code: "insufficient_stock",
      short: [{ productId: 61, packId: 4, available: 1 }],
    });
    expect(short.texts).toEqual(["Kaju Katli, 250 g: Only 1 items available in stock."]);
    cleanup();
    const changed = await refusedWith(state, {
      code: "price_changed",
      prices: [
        { productId: 61, packId: 5, price: 679 },
        { productId: 61, packId: 4, price: 360 },
      ],
    });
    expect(changed.texts).toEqual(["Kaju Katli, 250 g: now ₹360 each"]);
  });

  test("names the pack that was switched off, and a sweet that is gone by its name", async () => {
    const plain = line({ productId: 7, packId: 70, name: "Peda", packLabel: "1 piece" });
    const { texts } = await refusedWith(cart([line(), small(), plain]), {
      code: "unavailable",
      unavailable: [61, 7],
      unavailablePacks: [4],
    });
    expect(texts).toEqual(["Kaju Katli, 250 g: No longer available", "Peda: No longer available"]);
    expect(screen.getByRole("button", { name: "Take what is available" })).toBeVisible();
  });
});

test("a sweet that does not travel is named once, whatever its packs", () => {
  expect(blockedNames({ blocked: [61] }, [line(), small(), line({ productId: 2, name: "Peda" })])).toEqual([
    "Kaju Katli",
  ]);
});
