import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type CheckoutActions, CheckoutForm } from "@/components/checkout/checkout-form";
import type { CartState } from "@/lib/cart/queries";
import type { ActionFailure } from "@/lib/http/action-state";
import type { PaymentOffer } from "@/lib/payments/rules";

const cart: CartState = {
  items: [
    {
      productId: 7,
      name: "Kaju Katli",
      slug: "kaju-katli",
      packId: 7,
      packLabel: "1 piece",
      price: 560,
      image: null,
      quantity: 2,
      day: null,
      held: 2,
      expiresAt: null,
      isAvailable: true,
      picture: null,
      imageAlt: null,
      isDefaultPack: true,
      free: 8,
    },
  ],
  total: 1170,
  itemsCount: 2,
  giftWrap: true,
  personalMessage: "For Aai",
  day: null,
  days: [],
  checkoutKey: "0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10",
  readAt: new Date().toISOString(),
  signedIn: true,
};

const shop = { address: "12 Sweet Street, Dadar West, Mumbai 400028", bookableDays: 7 };
const delivery = { pincode: "", items: "", offers: null, shop };

type Result = Awaited<ReturnType<CheckoutActions["placeOrder"]>>;
const failure = (code: ActionFailure["code"], message: string, more = {}): Result => ({
  ok: false,
  code,
  message,
  fields: {},
  values: {},
  ...more,
});

afterEach(() => sessionStorage.clear());

const codOnly: PaymentOffer = { upi: false, cod: { active: true, upTo: null } };

function renderForm(...results: Result[]) {
  return renderWith(codOnly, ...results);
}

function renderWith(payments: PaymentOffer, ...results: Result[]) {
  const placeOrder = vi.fn<CheckoutActions["placeOrder"]>();
  for (const result of results) placeOrder.mockResolvedValueOnce(result);
  const form = (offer: PaymentOffer) => (
    <CheckoutForm cart={cart} actions={{ placeOrder }} delivery={delivery} payments={offer} />
  );
  const { rerender } = render(form(payments));
  const offer = (newer: PaymentOffer) => rerender(form(newer));
  return { placeOrder, offer, user: userEvent.setup() };
}

async function fillAndPlace(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Recipient Name"), "Sunita");
  await user.type(screen.getByLabelText("Delivery Address"), "14 Shivaji Park Road");
  await user.type(screen.getByLabelText("Phone Number"), "98200 12345");
  await user.click(screen.getByRole("button", { name: "Place Order" }));
}

test("the total is beside the button, which shows after 300 ms that it is working", async () => {
  const { user, placeOrder } = renderForm();
  let resolveOrder: (result: Result) => void = () => {};
  placeOrder.mockImplementationOnce(() => new Promise((resolve) => (resolveOrder = resolve)));
  expect(screen.getByRole("button", { name: "Place Order" }).closest("footer")).toHaveTextContent("Total ₹1,170");
  await fillAndPlace(user);
  expect(await screen.findByRole("button", { name: "Placing Order..." })).toHaveAttribute("aria-disabled", "true");
  resolveOrder(failure("lost", "Failed to place order"));
  expect(await screen.findByRole("button", { name: "Place Order" })).toBeEnabled();
});

test("missing details are named, and nothing is sent", async () => {
  const { placeOrder, user } = renderForm();
  await user.type(screen.getByLabelText("Recipient Name"), "   ");
  await user.click(screen.getByRole("button", { name: "Place Order" }));
  expect(await screen.findByText("Please fill required delivery details.")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("Please fill required delivery details.");
  for (const label of ["Recipient Name", "Delivery Address", "Phone Number"]) {
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription("Please fill required delivery details.");
  }
  expect(screen.getByLabelText("Recipient Name")).toHaveFocus();
  expect(placeOrder).not.toHaveBeenCalled();
});

test("a phone number that no courier could call is warned of, and sent all the same", async () => {
  const { placeOrder, user } = renderForm(failure("internal", "Failed to place order"));
  const phone = screen.getByLabelText("Phone Number");
  expect(phone).toHaveAccessibleDescription(/A courier may call: please give 10 digits/);
  await user.type(phone, "12345");
  await user.tab();
  expect(phone).toHaveAccessibleDescription(/This does not look like a phone number/);
  await user.clear(phone);
  // Nobody waits for the moment after the last key with a number that is right.
  await user.type(phone, "98200 12345");
  expect(phone).toHaveAccessibleDescription(/A courier may call/);
  await user.clear(phone);
  await user.type(phone, "the red door");
  await user.type(screen.getByLabelText("Recipient Name"), "Sunita");
  await user.type(screen.getByLabelText("Delivery Address"), "14 Shivaji Park Road");
  await user.click(screen.getByRole("button", { name: "Place Order" }));
  await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(1));
  expect(placeOrder.mock.calls[0]?.[1].get("phoneNumber")).toBe("the red door");
});

test("the form sends the lines that were shown, and the cart's key", async () => {
  const { placeOrder, user } = renderForm(failure("internal", "Failed to place order"));
  await fillAndPlace(user);
  const form = Object.fromEntries(placeOrder.mock.calls[0]?.[1] ?? []);
  expect(form).toEqual({
    key: cart.checkoutKey,
    day: "",
    items: JSON.stringify([{ productId: 7, packId: 7, quantity: 2, price: 560 }]),
    giftWrap: "on",
    personalMessage: "For Aai",
    recipientName: "Sunita",
    deliveryAddress: "14 Shivaji Park Road",
    phoneNumber: "98200 12345",
    notes: "",
    pincode: "",
    fee: "0",
  });
});

describe("a failure says what to do", () => {
  test("new prices are shown and can be accepted", async () => {
    const newer = { ...cart, items: cart.items.map((line) => ({ ...line, price: 600 })) };
    const { placeOrder, user } = renderForm(
      failure("price_changed", "Prices have changed. Please check the new total.", {
        prices: [{ productId: 7, price: 600 }],
      }),
      { ok: true, data: { cart: newer, values: {} } },
    );
    await fillAndPlace(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli: now ₹600 each");
    await user.click(screen.getByRole("button", { name: "Accept new prices" }));
    expect(placeOrder.mock.calls[1]?.[1].get("intent")).toBe("prices");
    expect(await screen.findByText("₹1,200")).toBeVisible();
    expect(screen.getByLabelText("Phone Number")).toHaveValue("98200 12345");
  });

  test("lines with too little stock are named, and what is available can be taken", async () => {
    const { user } = renderForm(
      failure("insufficient_stock", "Only 1 items available in stock.", { short: [{ productId: 7, available: 1 }] }),
    );
    await fillAndPlace(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli: Only 1 items available in stock.");
    expect(screen.getByRole("button", { name: "Take what is available" })).toBeVisible();
  });

  test("an expired session links to the login and back", async () => {
    const { user } = renderForm(failure("unauthorized", "Please login to continue."));
    await fillAndPlace(user);
    expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/login?next=%2Fcart%3Fcheckout%3D1",
    );
    expect(JSON.parse(sessionStorage.getItem("mithaas:delivery") ?? "{}")).toMatchObject({
      key: cart.checkoutKey,
      texts: { recipientName: "Sunita" },
    });
  });

  test("a lost response says that trying again is safe", async () => {
    const { placeOrder, user } = renderForm();
    placeOrder.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await fillAndPlace(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(/^Failed to place order/);
    expect(screen.getByLabelText("Recipient Name")).toHaveValue("Sunita");
  });
});

describe("the payment", () => {
  const both: PaymentOffer = { upi: true, cod: { active: true, upTo: null } };
  const cod = () => screen.getByRole("radio", { name: /^Pay on delivery/ });
  const upi = () => screen.getByRole("radio", { name: /^Pay by UPI now/ });
  const sent = (placeOrder: ReturnType<typeof renderForm>["placeOrder"], call = 0) =>
    placeOrder.mock.calls[call]?.[1].get("payment");

  test("is on delivery where there is no UPI ID, as a statement", () => {
    renderForm();
    expect(screen.getByText("Pay on delivery, in cash or by UPI at the door.")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
  });

  test("is on delivery unless UPI is chosen, which a reload keeps", async () => {
    const { placeOrder, user } = renderWith(both, failure("internal", "Failed to place order"));
    expect(screen.getByRole("group", { name: "Payment" })).toContainElement(upi());
    expect(cod()).toBeChecked();
    await user.click(upi());
    await fillAndPlace(user);
    expect(sent(placeOrder)).toBe("upi");
    cleanup();
    renderWith(both);
    expect(upi()).toBeChecked();
  });

  test.each([
    [{ active: true, upTo: 1169.99 }, "Orders above ₹1,169.99 cannot be paid on delivery."],
    [{ active: false, upTo: null }, "Orders cannot be paid on delivery."],
  ])("is by UPI alone, with the reason, for %j", async (codOffer, reason) => {
    const { placeOrder, user } = renderWith({ upi: true, cod: codOffer }, failure("internal", "Failed"));
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByRole("region", { name: "Payment" })).toHaveTextContent(`Pay by UPI now${reason}`);
    await fillAndPlace(user);
    expect(sent(placeOrder)).toBe("upi");
  });

  test("up to the limit itself may be on delivery", () => {
    renderWith({ upi: true, cod: { active: true, upTo: 1170 } });
    expect(cod()).toBeChecked();
  });

  test("is by telephone when nothing is offered for the total", () => {
    renderWith({ upi: false, cod: { active: true, upTo: 1000 } });
    expect(screen.getByRole("region", { name: "Payment" })).toHaveTextContent(
      "Orders above ₹1,000 cannot be paid on delivery.Please call us.",
    );
  });

  test("a refusal says what to do, keeps what was typed, and the next try is by UPI", async () => {
    const message = "Orders above ₹1,000 cannot be paid on delivery. Please pay by UPI.";
    const refused = failure("cod_unavailable", message, { upTo: 1000 });
    const { placeOrder, offer, user } = renderWith(both, refused, failure("internal", "Failed"));
    await fillAndPlace(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByLabelText("Recipient Name")).toHaveValue("Sunita");
    // The action has the page rendered again, with what is offered now.
    offer({ upi: true, cod: { active: true, upTo: 1000 } });
    expect(screen.queryByRole("radio")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Place Order" }));
    expect(sent(placeOrder, 1)).toBe("upi");
  });

  test("shows at the choice that UPI is not offered any more", async () => {
    const message = "Orders cannot be paid by UPI in advance at the moment.";
    const refused = failure("invalid", "Some fields are invalid", { fields: { payment: message } });
    const { user } = renderWith(both, refused);
    await user.click(upi());
    await fillAndPlace(user);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("group", { name: "Payment" })).toHaveAccessibleDescription(message);
  });
});
