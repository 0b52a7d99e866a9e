import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { Pause } from "@/components/cart/pause-notice";
import { type CheckoutActions, CheckoutForm } from "@/components/checkout/checkout-form";
import { CALLED } from "@/components/delivery/window-chooser";
import type { CartState } from "@/lib/cart/queries";
import { itemsOf } from "@/lib/cart/rules";
import type { DeliveryOffers } from "@/lib/delivery/queries";
import { itemsText } from "@/lib/delivery/texts";
import { aCart, aCartLine, byRiders, codOnly, shop, someOffers } from "./fixtures";
import { button, failure, fill, press, sent } from "./forms";

const usual = aCart([aCartLine({ productId: 7, name: "Rasgulla", price: 340 })]);
const slots = [
  { from: "10:00", to: "13:00", left: 9 },
  { from: "13:00", to: "16:00", left: 9 },
];
const days = [
  { date: "2026-11-24", slots },
  { date: "2026-11-26", slots: [{ from: "16:00", to: "19:00", left: 9 }] },
];
const riders = byRiders({ days });
const pickup = byRiders({ method: "pickup", fee: 0, freeFrom: null, days });
const mumbai = someOffers({ methods: [riders, pickup], today: "2026-11-23" });
const courier = byRiders({ method: "courier", fee: 149, freeFrom: 3000, minimum: 900, estimate: "1-3 days", days: [] });
const far: DeliveryOffers = {
  ...mumbai,
  pincode: "560001",
  area: { name: "Rest of India", kind: "courier" },
  methods: [courier, pickup],
  blocked: [7],
};

type Result = Awaited<ReturnType<CheckoutActions["placeOrder"]>>;
const refused = failure("internal", "Failed to place order");
/** The shop answers what it offers for a pincode. */
const answers = (offers: DeliveryOffers) => vi.mocked(fetch).mockImplementation(async () => Response.json(offers));

type Shown = { pause?: Pause; cart?: CartState; lastPincode?: string };
function renderForm(offers: DeliveryOffers | null, result: Result = refused, shown: Shown = {}) {
  const { pause = null, cart = usual, lastPincode = "" } = shown;
  answers(mumbai);
  const placeOrder = vi.fn<CheckoutActions["placeOrder"]>().mockResolvedValueOnce(result);
  render(
    <CheckoutForm
      {...{ cart, actions: { placeOrder }, payments: codOnly, pause }}
      offer={{
        from: "account",
        recipientName: "Sunita",
        deliveryAddress: "14 Shivaji Park Road",
        phoneNumber: "98200 12345",
        pincode: lastPincode,
      }}
      delivery={{ pincode: offers?.pincode ?? "", items: itemsText(itemsOf(cart.items)), offers, shop }}
    />,
  );
  return placeOrder;
}

const total = () => button("Place Order").closest("footer");
const place = () => press("Place Order");
const choose = (name: RegExp | string) => userEvent.click(screen.getByRole("radio", { name }));
/** The first window, and the one after it. */
const [WINDOW, LATER] = ["10 am – 1 pm", "1 pm – 4 pm"];

describe("what is offered", () => {
  test("nothing is asked without a pincode", () => {
    renderForm(null);
    expect(screen.getByText("We will call you to arrange delivery.")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
    expect(total()).toHaveTextContent("Total ₹680");
  });

  test("where we deliver, that is chosen with its fee and the first window, and said beside the button", async () => {
    const placeOrder = renderForm(mumbai);
    expect(screen.getByRole("radio", { name: /^Delivery in Mumbai/ })).toBeChecked();
    const times = within(screen.getByRole("group", { name: "Time" })).getAllByRole("radio");
    expect(times[0]).toBeChecked();
    expect(times.at(-1)).toHaveAccessibleName(CALLED);
    expect(total()).toHaveTextContent("Tomorrow, 10 am – 1 pm · Pay on deliverySweets ₹680 · Delivery ₹49Total ₹729");
    await place();
    await waitFor(() => expect(placeOrder).toHaveBeenCalled());
    expect(sent(placeOrder)).toMatchObject({
      ...{ pincode: "400028", method: "delivery", slot: "2026-11-24 10:00", fee: "49" },
    });
  });

  test.each([
    ["of today, of which nothing is made for the day, the first of all", {}, true],
    ["of today none of another day, from whose plan its sweets would come", { isPlanned: true }, false],
    ["of a day the first of that day", { day: "2026-11-24", isPlanned: true }, true],
    ["of a day none of another day", { day: "2026-11-25" }, false],
  ])("for a cart %s is chosen", (_, state, isChosen) => {
    renderForm(mumbai, refused, { cart: { ...usual, ...state } });
    expect(screen.getByRole("radio", { name: isChosen ? WINDOW : CALLED })).toBeChecked();
    expect(screen.queryByText(/^This changes your cart/)).toBeNull();
  });

  test("choosing another day chooses its first window, and says that the cart moves", async () => {
    renderForm(mumbai, refused, { cart: { ...usual, isPlanned: true } });
    await choose("Thu 26 Nov");
    expect(total()).toHaveTextContent("Thu 26 Nov, 4 pm – 7 pm");
    expect(screen.getByText("This changes your cart to Thu 26 Nov.")).toBeVisible();
  });

  test("to be called is a choice that stays, also in a draft", async () => {
    const placeOrder = renderForm(mumbai);
    await choose(CALLED);
    expect(total()).toHaveTextContent(`${CALLED} · Pay on delivery`);
    cleanup();
    renderForm(mumbai);
    expect(screen.getByRole("radio", { name: CALLED })).toBeChecked();
    expect(placeOrder).not.toHaveBeenCalled();
  });

  test("a draft without a choice of window gets the first one", async () => {
    renderForm(mumbai);
    await fill(/^Notes/, "Ring twice");
    cleanup();
    renderForm(mumbai);
    expect(screen.getByRole("radio", { name: WINDOW })).toBeChecked();
  });

  test("a chosen window that is gone is replaced by the first one, which is said", async () => {
    renderForm(mumbai);
    await choose(LATER);
    answers({ ...mumbai, methods: [{ ...riders, days: days.slice(1) }] });
    await press("Check delivery");
    expect(await screen.findByText("Your window is not free any more. We chose the first one that is.")).toBeVisible();
    expect(total()).toHaveTextContent("Thu 26 Nov, 4 pm – 7 pm");
  });

  test("the pincode of the last order is filled in where the browser remembers none, and cleared with the address", async () => {
    renderForm(null, refused, { lastPincode: "400028" });
    expect(await screen.findByRole("radio", { name: WINDOW })).toBeChecked();
    await press("Clear");
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("");
    expect(screen.queryByRole("radio")).toBeNull();
    cleanup();
    renderForm(far, refused, { lastPincode: "400028" });
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("");
    cleanup();
    localStorage.clear();
    renderForm(far, refused, { lastPincode: "400028" });
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("560001");
  });

  test("Enter in a field does not order", async () => {
    const placeOrder = renderForm(mumbai);
    for (const field of [screen.getByLabelText(/^Pincode/), screen.getByLabelText("Phone Number")])
      await userEvent.type(field, "{Enter}");
    await userEvent.type(screen.getByRole("radio", { name: WINDOW }), "{Enter}");
    expect(placeOrder).not.toHaveBeenCalled();
    await place();
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(1));
  });

  test("picking up has no fee, and a window of its own", async () => {
    const placeOrder = renderForm(mumbai);
    await choose(/^Pick up/);
    expect(total()).toHaveTextContent("Total ₹680");
    await place();
    await waitFor(() => expect(placeOrder).toHaveBeenCalled());
    expect(sent(placeOrder)).toMatchObject({ method: "pickup", slot: "2026-11-24 10:00", fee: "0" });
  });

  test("what was chosen before the code that checks the fields was loaded stays chosen", async () => {
    const placeOrder = renderForm(mumbai);
    // fireEvent moves no focus, which would load that code.
    for (const name of [/^Pick up/, WINDOW]) fireEvent.click(screen.getByRole("radio", { name }));
    fireEvent.click(button("Place Order"));
    await waitFor(() => expect(placeOrder).toHaveBeenCalled());
    expect(sent(placeOrder)).toMatchObject({ method: "pickup", slot: "2026-11-24 10:00" });
  });

  test("where we do not deliver, picking up has to be chosen", () => {
    renderForm({ ...mumbai, pincode: "110001", served: false, area: null, methods: [pickup] });
    expect(
      screen.getByText("We do not deliver to 110001 yet. Pick up at 12 Sweet Street, Dadar West, Mumbai 400028."),
    ).toBeVisible();
    expect(screen.getByRole("radio", { name: /^Pick up/ })).not.toBeChecked();
  });

  test("a courier keeps no windows; what does not travel and what is missing for the minimum is said", async () => {
    renderForm(far);
    expect(screen.queryByRole("radio", { name: WINDOW })).toBeNull();
    expect(screen.getByText(/Rasgulla does not travel by courier\. Remove it from the cart/)).toBeVisible();
    expect(screen.getByText("₹220 more needed: we deliver to Rest of India from ₹900 of sweets.")).toBeVisible();
    await choose(/^Pick up/);
    expect(screen.queryByText(/does not travel by courier/)).toBeNull();
    expect(screen.queryByText(/more needed/)).toBeNull();
  });

  test("the pincode of the address is proposed, and never taken by itself", async () => {
    renderForm(null);
    await fill("Delivery Address", "14 Shivaji Park Road\nMumbai 400 028, near gate 123456789");
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("");
    await press("Use 400028");
    expect(screen.getByLabelText(/^Pincode/)).toHaveValue("400028");
    expect(await screen.findByRole("radio", { name: /^Delivery in Mumbai/ })).toBeChecked();
    expect(screen.queryByRole("button", { name: "Use 400028" })).toBeNull();
  });

  test("a text that is no pincode is refused before anything is sent", async () => {
    const placeOrder = renderForm(null);
    await fill(/^Pincode/, "40002");
    await place();
    await waitFor(() =>
      expect(screen.getByLabelText(/^Pincode/)).toHaveAccessibleDescription("Please enter a 6-digit pincode"),
    );
    expect(placeOrder).not.toHaveBeenCalled();
  });

  test("while no orders are taken, the button says so, and until when", () => {
    renderForm(mumbai, refused, { pause: { until: "2026-11-24T04:30:00.000Z", reason: "Diwali rush." } });
    expect(button("Not Taking Orders")).toBeDisabled();
    expect(screen.getByText(/Not taking orders until .*10:00 am\./)).toBeVisible();
    expect(screen.getByText("Diwali rush. Your cart stays as it is.")).toBeVisible();
  });
});

describe("a refusal says what to do", () => {
  test("a window that has just been taken: the next ones are a press away, and the offers are read again", async () => {
    const placeOrder = renderForm(
      mumbai,
      failure("slot_full", "This window has just been taken. Please choose another.", {
        alternatives: [{ date: "2026-11-25", from: "13:00", to: "16:00" }],
      }),
    );
    placeOrder.mockResolvedValueOnce(refused);
    await choose(WINDOW);
    answers({ ...mumbai, methods: [pickup] });
    await place();
    const alternative = await screen.findByRole("button", { name: "Order for Wed 25 Nov, 1 pm – 4 pm" });
    expect(screen.getByRole("alert")).toHaveTextContent("This window has just been taken.");
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    await userEvent.click(alternative);
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
    expect(sent(placeOrder)).toMatchObject({ alternative: "2026-11-25 13:00", recipientName: "Sunita" });
  });

  test("a window that has passed: the message stands at the windows, which are read again", async () => {
    const message = "This window can no longer be booked. Please choose another.";
    renderForm(mumbai, failure("invalid", message, { fields: { "delivery.slot": message } }));
    await choose(WINDOW);
    await place();
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("group", { name: "Time" })).toHaveAccessibleDescription(message);
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  });

  test("a fee that has risen is shown before it is charged", async () => {
    const message = "Delivery costs ₹59. Please check the new total.";
    const placeOrder = renderForm(mumbai, failure("price_changed", message));
    answers({ ...mumbai, methods: [{ ...riders, fee: 59 }] });
    await place();
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.queryByRole("button", { name: "Accept new prices" })).toBeNull();
    await waitFor(() => expect(total()).toHaveTextContent("Total ₹739"));
    placeOrder.mockResolvedValueOnce(refused);
    await place();
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
    expect(sent(placeOrder)).toMatchObject({ fee: "59" });
  });

  test.each<[string, DeliveryOffers, Result, RegExp]>([
    [
      "sweets that do not travel are named",
      far,
      failure("blocked", "Some sweets in this order do not travel by courier.", { blocked: [7] }),
      /Rasgulla does not travel by courier\. Remove it/,
    ],
    [
      "a shop that was paused meanwhile says until when",
      mumbai,
      failure("paused", "Diwali rush.", { until: "2026-11-24T04:30:00.000Z" }),
      /Diwali rush\.Not taking orders until .*10:00 am\./,
    ],
  ])("%s", async (_, offers, result, text) => {
    renderForm(offers, result);
    await place();
    expect(await screen.findByRole("alert")).toHaveTextContent(text);
  });

  test("offers that cannot be read can be tried again, and nothing typed is lost", async () => {
    renderForm(null);
    vi.mocked(fetch).mockImplementationOnce(async () => new Response(null, { status: 503 }));
    await fill(/^Pincode/, "400028");
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("radio", { name: /^Delivery in Mumbai/ })).toBeChecked();
    expect(screen.getByLabelText("Recipient Name")).toHaveValue("Sunita");
  });
});

test("pincode, method and window are part of the draft", async () => {
  renderForm(mumbai);
  await choose(/^Pick up/);
  await choose(LATER);
  expect(JSON.parse(localStorage.getItem("mithaas:delivery") ?? "{}").texts).toMatchObject({
    pincode: "400028",
    method: "pickup",
    slot: "2026-11-24 13:00",
    recipientName: "Sunita",
  });
  cleanup();
  renderForm(null);
  expect(await screen.findByRole("radio", { name: LATER })).toBeChecked();
  expect(screen.getByRole("radio", { name: /^Pick up/ })).toBeChecked();
  expect(screen.getByLabelText(/^Pincode/)).toHaveValue("400028");
});
