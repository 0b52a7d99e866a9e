import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { CartPincode, useCartDelivery } from "@/components/cart/cart-pincode";
import { OrderSummary } from "@/components/checkout/cart-view";
import { DeliveryCheck } from "@/components/delivery/delivery-check";
import { DeliveryResult } from "@/components/delivery/delivery-result";
import { blockedNames } from "@/components/delivery/delivery-texts";
import { WindowChooser } from "@/components/delivery/window-chooser";
import { itemsOf } from "@/lib/cart/rules";
import type { DeliveryOffers, MethodOffer } from "@/lib/delivery/queries";
import { itemsText } from "@/lib/delivery/texts";
import { aCart, aCartLine, codOnly, byRiders as inMumbai, shop, someOffers } from "./fixtures";
import { fill, press } from "./forms";

const days = [
  { date: "2026-11-23", slots: [{ from: "16:00", to: "20:00", left: 12 }] },
  {
    date: "2026-11-24",
    slots: [
      { from: "10:00", to: "13:00", left: 4 },
      { from: "13:00", to: "16:00", left: 5 },
    ],
  },
  { date: "2026-11-25", slots: [{ from: "10:00", to: "13:00", left: 30 }] },
];
const byRiders = (more: Partial<MethodOffer> = {}) => inMumbai({ days, ...more });
const pickup = byRiders({ method: "pickup", fee: 0, freeFrom: null });
const offers = (more: Partial<DeliveryOffers> = {}) =>
  someOffers({ methods: [byRiders(), pickup], today: "2026-11-23", ...more });
/** What a courier brings, but for one sweet. */
const far = {
  area: { name: "Rest of India", kind: "courier" },
  methods: [byRiders({ method: "courier", fee: 149, freeFrom: 3000, estimate: "1-3 days", days: [] }), pickup],
  blocked: [7],
} satisfies Partial<DeliveryOffers>;
const unserved = { pincode: "110001", served: false, area: null, methods: [pickup] };

function Chooser({ first = "" }) {
  const [slot, setSlot] = useState(first);
  return (
    <form aria-label="Order">
      <WindowChooser days={days} today="2026-11-23" cartDay={null} slot={slot} onSlot={setSlot} errorId="none" />
      <output>{slot || "to be arranged"}</output>
    </form>
  );
}

const line = aCartLine({ productId: 7, name: "Rasgulla", price: 340 });
const cart = aCart([line], { giftWrap: true, total: 730 });

function Summary({ given, state = cart }: { given: DeliveryOffers | null; state?: typeof cart }) {
  const delivery = useCartDelivery(state, {
    pincode: given?.pincode ?? "",
    items: itemsText(itemsOf(cart.items)),
    offers: given,
    shop,
  });
  const pincode = <CartPincode cart={state} delivery={delivery} shop={shop} action={vi.fn()} />;
  return (
    <OrderSummary cart={state} delivery={delivery} payments={codOnly} pincode={pincode}>
      {null}
    </OrderSummary>
  );
}
const answering = (body: DeliveryOffers) => async () => Response.json(body);
const asked = () => vi.mocked(fetch).mock.lastCall?.[0];

describe("what is said about a pincode", () => {
  const said = (given: DeliveryOffers, blocked?: string[], day = "") => {
    const { container } = render(<DeliveryResult offers={given} shop={shop} day={day} blocked={blocked} />);
    return container.textContent;
  };

  test("riders: when at the earliest, for how much, free from what", () => {
    const text = said(offers());
    expect(text).toContain("To 400028 (Mumbai) from Today, 4 pm – 8 pm₹49, free from ₹1,000");
    expect(text).toContain("Pick up from Today, 4 pm – 8 pm");
  });

  test("for a day: its first window, and the earliest one when it has none", () => {
    const tomorrow = said(offers(), undefined, "2026-11-24");
    expect(tomorrow).toMatch(/\) from Tomorrow, 10 am – 1 pm.*Pick up from Tomorrow, 10 am – 1 pm/);
    const later = said(offers(), undefined, "2026-11-26");
    expect(later).toMatch(/\) from Today, 4 pm – 8 pm.*Pick up from Today, 4 pm – 8 pm/);
  });

  test("a fee of zero, the day after today, and a minimum", () => {
    const text = said(offers({ today: "2026-11-22", methods: [byRiders({ fee: 0, minimum: 500 })] }));
    expect(text).toContain("from Tomorrow, 4 pm – 8 pmFree, from ₹500 of sweets");
  });

  test("courier: how long it takes, and what does not travel", () => {
    expect(said(offers({ pincode: "560001", ...far }), ["Rasgulla"])).toMatch(
      /By courier to 560001 \(Rest of India\) in 1-3 days₹149, free from ₹3,000.*Rasgulla does not travel by courier\. Remove it from the cart, or pick up your order\./,
    );
    expect(said(offers(far))).toContain("This sweet does not travel by courier. You can pick it up at the shop.");
  });

  test("not served: where to pick up", () => {
    const text = said(offers(unserved));
    expect(text).toContain("We do not deliver to 110001 yet. Pick up at 12 Sweet Street, Dadar West, Mumbai 400028.");
  });

  test("no window left", () => {
    const text = said(offers({ methods: [byRiders({ days: [] })] }));
    expect(text).toContain("No window is free in the next 7 days. We will call you to arrange a time.");
  });
});

describe("the pincode field of a sweet", () => {
  const renderCheck = (pincode?: string) => {
    if (pincode) document.cookie = `mithaas_pincode=${pincode}; Path=/`;
    render(<DeliveryCheck id={7} shop={shop} action={vi.fn()} />);
  };

  test("asks when a pincode is typed, and remembers it", async () => {
    vi.mocked(fetch).mockImplementation(answering(offers()));
    renderCheck();
    await userEvent.type(screen.getByLabelText("Pincode"), "400 028");
    expect(await screen.findByText(/To 400028 \(Mumbai\) from/)).toBeVisible();
    expect(asked()).toBe("/api/delivery?pincode=400028&items=7%3A1");
    expect(document.cookie).toContain("mithaas_pincode=400028");
  });

  test("says what a pincode is", async () => {
    renderCheck();
    await fill("Pincode", "040002");
    await press("Check delivery");
    expect(screen.getByLabelText("Pincode")).toHaveAccessibleDescription("Please enter a 6-digit pincode");
    expect(screen.getByLabelText("Pincode")).toHaveFocus();
    expect(fetch).not.toHaveBeenCalled();
  });

  test("drops the answer to a pincode that was replaced", async () => {
    let answerFirst = () => {};
    vi.mocked(fetch).mockImplementationOnce(
      () => new Promise((resolve) => (answerFirst = () => resolve(Response.json(offers())))),
    );
    vi.mocked(fetch).mockImplementationOnce(answering(offers(unserved)));
    renderCheck("400028");
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    fireEvent.input(screen.getByLabelText("Pincode"), { target: { value: "110001" } });
    expect(await screen.findByText(/We do not deliver to 110001 yet/)).toBeVisible();
    expect(vi.mocked(fetch).mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
    await act(async () => answerFirst());
    expect(screen.getByText(/We do not deliver to 110001 yet/)).toBeVisible();
  });

  test("offers to try again when the shop cannot be asked", async () => {
    renderCheck("400028");
    const again = await screen.findByRole("button", { name: "Try again" });
    vi.mocked(fetch).mockImplementation(answering(offers()));
    fireEvent.click(again);
    expect(await screen.findByText(/₹49, free from ₹1,000/)).toBeVisible();
  });
});

describe("the chooser of windows", () => {
  test("names days, and says when few places are left", () => {
    render(<Chooser />);
    const names = within(screen.getByRole("group", { name: "Day" })).getAllByRole("radio");
    expect(names.map((radio) => radio.closest("label")?.textContent)).toEqual(["Today", "Tomorrow", "Wed 25 Nov"]);
    expect(screen.getByRole("radio", { name: "10 am – 1 pm Only 4 left" })).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "1 pm – 4 pm" })).toBeInTheDocument();
  });

  test("works by keyboard: a day, then one of its windows", async () => {
    render(<Chooser />);
    const user = userEvent.setup();
    await user.tab();
    expect(screen.getByRole("radio", { name: "Today" })).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("radio", { name: "Tomorrow" })).toBeChecked();
    expect(screen.getByRole("group", { name: "Tue 24 Nov" })).toHaveAttribute("data-chosen");
    expect(screen.getByRole("group", { name: "Mon 23 Nov" })).not.toHaveAttribute("data-chosen");
    expect(screen.getByRole("status")).toHaveTextContent("2026-11-24 10:00");
    await user.tab();
    expect(document.activeElement).toHaveAttribute("value", "2026-11-24 10:00");
  });

  test("another day comes with its first window, so that no hidden one is ordered", async () => {
    render(<Chooser first="2026-11-24 13:00" />);
    expect(screen.getByRole("radio", { name: "Tomorrow" })).toBeChecked();
    fireEvent.click(screen.getByRole("radio", { name: "Wed 25 Nov" }));
    expect(screen.getByRole("status")).toHaveTextContent("2026-11-25 10:00");
  });
});

describe("the cart", () => {
  const renderSummary = (given: DeliveryOffers | null) => {
    if (given) document.cookie = `mithaas_pincode=${given.pincode}; Path=/`;
    render(<Summary given={given} />);
    return screen.getByRole("complementary", { name: "Order Summary" });
  };

  test("calculates the delivery at the checkout while no pincode is known", () => {
    const summary = renderSummary(null);
    expect(summary).toHaveTextContent("DeliveryCalculated at checkout");
    expect(summary).toHaveTextContent("Total₹730");
  });

  test("has the fee in its total, and says what is missing for free delivery", () => {
    const summary = renderSummary(offers());
    expect(summary).toHaveTextContent("Delivery₹49");
    expect(summary).toHaveTextContent("₹320 more for free delivery");
    expect(summary).toHaveTextContent("Total₹779");
  });

  test("says what is missing for the area's minimum", () => {
    const summary = renderSummary(offers({ methods: [byRiders({ minimum: 1000.5 })] }));
    expect(summary).toHaveTextContent("₹320.50 more needed: we deliver to Mumbai from ₹1,000.50 of sweets.");
  });

  test("names what does not travel, once whatever its packs", () => {
    expect(renderSummary(offers(far))).toHaveTextContent("Rasgulla does not travel by courier.");
    const lines = [line, { ...line, packId: 4 }, aCartLine({ productId: 2 })];
    expect(blockedNames({ blocked: [7] }, lines)).toEqual(["Rasgulla"]);
  });

  test("has no fee where nothing is delivered", () => {
    const summary = renderSummary(offers(unserved));
    expect(summary).toHaveTextContent("DeliveryPick up only");
    expect(summary).toHaveTextContent("Total₹730");
  });

  test("asks again when the cart changes", async () => {
    document.cookie = "mithaas_pincode=400028; Path=/";
    vi.mocked(fetch).mockImplementation(answering(offers({ methods: [byRiders({ fee: 0 })] })));
    const { rerender } = render(<Summary given={offers()} />);
    expect(fetch).not.toHaveBeenCalled();
    rerender(<Summary given={offers()} state={{ ...cart, items: [{ ...line, quantity: 3 }], total: 1070 }} />);
    const summary = screen.getByRole("complementary", { name: "Order Summary" });
    await waitFor(() => expect(summary).toHaveTextContent("DeliveryFree"));
    expect(asked()).toContain("items=7%3A3");
    expect(summary).toHaveTextContent("Total₹1,070");
  });
});
