import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Pause } from "@/components/cart/pause-notice";
import { type CheckoutActions, CheckoutForm } from "@/components/checkout/checkout-form";
import type { CartState } from "@/lib/cart/queries";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import type { ActionFailure } from "@/lib/http/action-state";

const cart: CartState = {
  items: [
    {
      productId: 7,
      name: "Rasgulla",
      slug: "rasgulla",
      packId: 7,
      packLabel: "1 piece",
      price: 340,
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
  total: 680,
  itemsCount: 2,
  giftWrap: false,
  personalMessage: "",
  day: null,
  days: [],
  checkoutKey: "0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10",
  readAt: new Date().toISOString(),
  signedIn: true,
};
const codOnly = { upi: false, cod: { active: true, upTo: null } };
const shop = { address: "12 Sweet Street, Dadar West, Mumbai 400028", bookableDays: 7 };
const days = [{ date: "2026-11-24", slots: [{ from: "10:00", to: "13:00", left: 9 }] }];
const pickup = { method: "pickup", fee: 0, freeFrom: null, minimum: null, estimate: null, days } as const;
const mumbai: DeliveryOffers = {
  pincode: "400028",
  served: true,
  area: { name: "Mumbai", kind: "local" },
  methods: [{ method: "delivery", fee: 49, freeFrom: 1000, minimum: null, estimate: null, days }, pickup],
  blocked: [],
  today: "2026-11-23",
};
const far: DeliveryOffers = {
  ...mumbai,
  pincode: "560001",
  area: { name: "Rest of India", kind: "courier" },
  methods: [{ method: "courier", fee: 149, freeFrom: 3000, minimum: 900, estimate: "1-3 days", days: [] }, pickup],
  blocked: [7],
};
const nowhere: DeliveryOffers = { ...mumbai, pincode: "110001", served: false, area: null, methods: [pickup] };

type Result = Awaited<ReturnType<CheckoutActions["placeOrder"]>>;
const failure = (code: ActionFailure["code"], message: string, more = {}): Result => ({
  ok: false,
  code,
  message,
  fields: {},
  values: {},
  ...more,
});

const answers = vi.fn<(url: string) => Promise<Response>>();
beforeEach(() => {
  answers.mockReset().mockImplementation(async () => Response.json(mumbai));
  vi.stubGlobal("fetch", answers);
});
afterEach(() => {
  sessionStorage.clear();
  document.cookie = "mithaas_pincode=; Max-Age=0; Path=/";
  vi.unstubAllGlobals();
});

function renderForm(offers: DeliveryOffers | null, { results = [] as Result[], pause = null as Pause | null } = {}) {
  const placeOrder = vi.fn<CheckoutActions["placeOrder"]>();
  for (const result of results) placeOrder.mockResolvedValueOnce(result);
  render(
    <CheckoutForm
      cart={cart}
      actions={{ placeOrder }}
      offer={{
        from: "account",
        recipientName: "Sunita",
        deliveryAddress: "14 Shivaji Park Road",
        phoneNumber: "98200 12345",
      }}
      delivery={{ pincode: offers?.pincode ?? "", items: "7:2", offers, shop }}
      payments={codOnly}
      pause={pause}
    />,
  );
  return { placeOrder, user: userEvent.setup() };
}

const sent = (placeOrder: ReturnType<typeof renderForm>["placeOrder"]) =>
  Object.fromEntries(placeOrder.mock.lastCall?.[1] ?? []);
const total = () => screen.getByRole("button", { name: "Place Order" }).closest("footer");
const place = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole("button", { name: "Place Order" }));
const window10 = () => screen.getByRole("radio", { name: "10 am – 1 pm" });

describe("what is offered", () => {
  test("nothing is asked without a pincode", () => {
    renderForm(null);
    expect(screen.getByText("We will call you to arrange delivery.")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(total()).toHaveTextContent("Total ₹680");
  });

  test("where we deliver, that is chosen with its fee, and no window", async () => {
    const { placeOrder, user } = renderForm(mumbai, { results: [failure("internal", "Failed to place order")] });
    expect(screen.getByRole("radio", { name: /^Delivery in Mumbai/ })).toBeChecked();
    expect(screen.getByRole("radio", { name: "We will call you to arrange a time" })).toBeChecked();
    expect(total()).toHaveTextContent("Total ₹729");
    await place(user);
    await waitFor(() => expect(placeOrder).toHaveBeenCalled());
    expect(sent(placeOrder)).toMatchObject({ pincode: "400028", method: "delivery", slot: "", fee: "49" });
  });

  test("picking up has no fee, and a window of its own", async () => {
    const { placeOrder, user } = renderForm(mumbai, { results: [failure("internal", "Failed to place order")] });
    await user.click(screen.getByRole("radio", { name: /^Pick up/ }));
    await user.click(window10());
    expect(total()).toHaveTextContent("Total ₹680");
    await place(user);
    await waitFor(() => expect(placeOrder).toHaveBeenCalled());
    expect(sent(placeOrder)).toMatchObject({ method: "pickup", slot: "2026-11-24 10:00", fee: "0" });
  });

  test("what was chosen before the code that checks the fields was loaded stays chosen", async () => {
    const { placeOrder } = renderForm(mumbai, { results: [failure("internal", "Failed to place order")] });
    // fireEvent moves no focus, which would load that code.
    fireEvent.click(screen.getByRole("radio", { name: /^Pick up/ }));
    fireEvent.click(window10());
    fireEvent.click(screen.getByRole("button", { name: "Place Order" }));
    await waitFor(() => expect(placeOrder).toHaveBeenCalled());
    expect(sent(placeOrder)).toMatchObject({ method: "pickup", slot: "2026-11-24 10:00" });
  });

  test("where we do not deliver, picking up has to be chosen", () => {
    renderForm(nowhere);
    expect(
      screen.getByText("We do not deliver to 110001 yet. Pick up at 12 Sweet Street, Dadar West, Mumbai 400028."),
    ).toBeVisible();
    expect(screen.getByRole("radio", { name: /^Pick up/ })).not.toBeChecked();
  });

  test("a courier keeps no windows; what does not travel and what is missing for the minimum is said", async () => {
    const { user } = renderForm(far);
    expect(screen.queryByRole("radio", { name: "10 am – 1 pm" })).toBeNull();
    expect(screen.getByText(/Rasgulla does not travel by courier\. Remove it from the cart/)).toBeVisible();
    expect(screen.getByText("₹220 more needed: we deliver to Rest of India from ₹900 of sweets.")).toBeVisible();
    await user.click(screen.getByRole("radio", { name: /^Pick up/ }));
    expect(screen.queryByText(/does not travel by courier/)).toBeNull();
    expect(screen.queryByText(/more needed/)).toBeNull();
  });

  test("the pincode of the address is proposed, and never taken by itself", async () => {
    const { user } = renderForm(null);
    await user.type(screen.getByLabelText("Delivery Address"), "\nMumbai 400 028, near gate 123456789");
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Use 400028" }));
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("400028");
    expect(await screen.findByRole("radio", { name: /^Delivery in Mumbai/ })).toBeChecked();
    expect(screen.queryByRole("button", { name: "Use 400028" })).toBeNull();
  });

  test("a text that is no pincode is refused before anything is sent", async () => {
    const { placeOrder, user } = renderForm(null);
    await user.type(screen.getByLabelText(/^Pincode/), "40002");
    await place(user);
    await waitFor(() =>
      expect(screen.getByLabelText(/^Pincode/)).toHaveAccessibleDescription("Please enter a 6-digit pincode"),
    );
    expect(placeOrder).not.toHaveBeenCalled();
  });

  test("while no orders are taken, the button says so, and until when", () => {
    renderForm(mumbai, { pause: { until: "2026-11-24T04:30:00.000Z", reason: "Diwali rush." } });
    expect(screen.getByRole("button", { name: "Not Taking Orders" })).toBeDisabled();
    expect(screen.getByText(/Not taking orders until .*10:00 am\./)).toBeVisible();
    expect(screen.getByText("Diwali rush. Your cart stays as it is.")).toBeVisible();
  });
});

describe("a refusal says what to do", () => {
  test("a window that has just been taken: the next ones are a press away, and the offers are read again", async () => {
    const { placeOrder, user } = renderForm(mumbai, {
      results: [
        failure("slot_full", "This window has just been taken. Please choose another.", {
          alternatives: [{ date: "2026-11-25", from: "13:00", to: "16:00" }],
        }),
        failure("internal", "Failed to place order"),
      ],
    });
    await user.click(window10());
    answers.mockImplementation(async () => Response.json({ ...mumbai, methods: [pickup] }));
    await place(user);
    const alternative = await screen.findByRole("button", { name: "Order for Wed 25 Nov, 1 pm – 4 pm" });
    expect(screen.getByRole("alert")).toHaveTextContent("This window has just been taken.");
    await waitFor(() => expect(answers).toHaveBeenCalledTimes(1));
    await user.click(alternative);
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
    expect(sent(placeOrder)).toMatchObject({ alternative: "2026-11-25 13:00", recipientName: "Sunita" });
  });

  test("a window that has passed: the message stands at the windows, which are read again", async () => {
    const message = "This window can no longer be booked. Please choose another.";
    const { user } = renderForm(mumbai, {
      results: [failure("invalid", message, { fields: { "delivery.slot": message } })],
    });
    await user.click(window10());
    await place(user);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("group", { name: "Time" })).toHaveAccessibleDescription(message);
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(answers).toHaveBeenCalledTimes(1));
  });

  test("a fee that has risen is shown before it is charged", async () => {
    const { placeOrder, user } = renderForm(mumbai, {
      results: [failure("price_changed", "Delivery costs ₹59. Please check the new total.")],
    });
    const [riders] = mumbai.methods;
    answers.mockImplementation(async () => Response.json({ ...mumbai, methods: [{ ...riders, fee: 59 }] }));
    await place(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("Delivery costs ₹59. Please check the new total.");
    expect(screen.queryByRole("button", { name: "Accept new prices" })).toBeNull();
    await waitFor(() => expect(total()).toHaveTextContent("Total ₹739"));
    placeOrder.mockResolvedValueOnce(failure("internal", "Failed to place order"));
    await place(user);
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
    expect(sent(placeOrder)).toMatchObject({ fee: "59" });
  });

  test("sweets that do not travel are named", async () => {
    const { user } = renderForm(far, {
      results: [failure("blocked", "Some sweets in this order do not travel by courier.", { blocked: [7] })],
    });
    await place(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(/Rasgulla does not travel by courier\. Remove it/);
  });

  test("a shop that was paused meanwhile says until when", async () => {
    const { user } = renderForm(mumbai, {
      results: [failure("paused", "Diwali rush.", { until: "2026-11-24T04:30:00.000Z" })],
    });
    await place(user);
    expect(await screen.findByRole("alert")).toHaveTextContent(/Diwali rush\.Not taking orders until .*10:00 am\./);
  });

  test("offers that cannot be read can be tried again, and nothing typed is lost", async () => {
    answers.mockImplementationOnce(async () => new Response(null, { status: 503 }));
    const { user } = renderForm(null);
    await user.type(screen.getByLabelText(/^Pincode/), "400028");
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("radio", { name: /^Delivery in Mumbai/ })).toBeChecked();
    expect(screen.getByLabelText("Recipient Name")).toHaveValue("Sunita");
  });
});

test("pincode, method and window are part of the draft", async () => {
  const first = renderForm(mumbai);
  await first.user.click(screen.getByRole("radio", { name: /^Pick up/ }));
  await first.user.click(window10());
  expect(JSON.parse(sessionStorage.getItem("mithaas:delivery") ?? "{}").texts).toMatchObject({
    pincode: "400028",
    method: "pickup",
    slot: "2026-11-24 10:00",
    recipientName: "Sunita",
  });
  document.body.replaceChildren();
  renderForm(null);
  expect(await screen.findByRole("radio", { name: "10 am – 1 pm" })).toBeChecked();
  expect(screen.getByRole("radio", { name: /^Pick up/ })).toBeChecked();
  expect(screen.getByLabelText(/^Pincode/)).toHaveValue("400028");
});
