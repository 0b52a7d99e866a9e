import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type CheckoutActions, CheckoutForm } from "@/components/checkout/checkout-form";
import { setViewer } from "@/components/layout/viewer-store";
import type { CartState } from "@/lib/cart/queries";
import type { PaymentOffer } from "@/lib/payments/rules";
import { aCart, aCartLine, byRiders, codOnly, noPincode, someOffers } from "./fixtures";
import {
  button,
  expectLink,
  failure,
  fill,
  formSent,
  press,
  refusing,
  sent,
  success,
  texts,
  unanswered,
} from "./forms";

const line = aCartLine({ packLabel: "1 piece", price: 560 });
const cart = aCart([line], { giftWrap: true, total: 1170, personalMessage: "For Aai" });

type Result = Awaited<ReturnType<CheckoutActions["placeOrder"]>>;
const refused = failure("internal", "Failed to place order");

type Props = Parameters<typeof CheckoutForm>[0];
type Shown = { payments?: PaymentOffer; state?: CartState } & Pick<Props, "offer" | "gstin">;
function show({ payments = codOnly, state = cart, ...more }: Shown, ...results: Result[]) {
  const placeOrder = vi.fn<CheckoutActions["placeOrder"]>();
  for (const result of results) placeOrder.mockResolvedValueOnce(result);
  const form = (offered: PaymentOffer) => (
    <CheckoutForm cart={state} {...more} actions={{ placeOrder }} delivery={noPincode} payments={offered} />
  );
  const { rerender } = render(form(payments));
  return { placeOrder, pay: (offered: PaymentOffer) => rerender(form(offered)) };
}
const place = () => press("Place Order");
async function fillAndPlace(placeOrder: ReturnType<typeof show>["placeOrder"]) {
  await fill("Recipient Name", "Sunita");
  await fill("Delivery Address", "14 Shivaji Park Road");
  await fill("Phone Number", "98200 12345");
  await place();
  // The code that checks the fields is loaded first.
  await waitFor(() => expect(placeOrder).toHaveBeenCalled());
}

test("the total is beside the button, which shows after 300 ms that it is working", async () => {
  const { action, answer } = unanswered<never>();
  const { placeOrder } = show({});
  placeOrder.mockImplementationOnce(action);
  expect(button("Place Order").closest("footer")).toHaveTextContent("Total ₹1,170");
  await fillAndPlace(placeOrder);
  expect(await screen.findByRole("button", { name: "Placing Order..." })).toHaveAttribute("aria-disabled", "true");
  answer(failure("lost", "Failed to place order"));
  expect(await screen.findByRole("button", { name: "Place Order" })).toBeEnabled();
});

test("missing details are named, and nothing is sent", async () => {
  const { placeOrder } = show({});
  await fill("Recipient Name", "   ");
  await place();
  expect(await screen.findByText("Please fill required delivery details.")).toBeVisible();
  expect(screen.getByLabelText("Recipient Name")).toHaveFocus();
  expect(screen.getByRole("alert")).toHaveTextContent("Please fill required delivery details.");
  for (const label of ["Recipient Name", "Delivery Address", "Phone Number"]) {
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(
      new RegExp(`Please enter the ${label.toLowerCase()}`),
    );
  }
  await fill("Recipient Name", "Sunita");
  expect(screen.getByLabelText("Recipient Name")).toBeValid();
  expect(placeOrder).not.toHaveBeenCalled();
});

test("a phone number that no courier could call is warned of, and sent all the same", async () => {
  const { placeOrder } = show({}, refused);
  const phone = screen.getByLabelText("Phone Number");
  expect(phone).toHaveAccessibleDescription(/A courier may call: please give 10 digits/);
  await fill(phone, "12345");
  await userEvent.tab();
  expect(phone).toHaveAccessibleDescription(/This does not look like a phone number/);
  // Nobody waits for the moment after the last key with a number that is right.
  await fill(phone, "98200 12345");
  expect(phone).toHaveAccessibleDescription(/A courier may call/);
  await fill(phone, "the red door");
  await fill("Recipient Name", "Sunita");
  await fill("Delivery Address", "14 Shivaji Park Road");
  await place();
  await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(1));
  expect(sent(placeOrder).phoneNumber).toBe("the red door");
});

test("the form sends the lines that were shown, each pack apart, and the cart's key", async () => {
  const small = aCartLine({ packId: 4, packLabel: "250 g", price: 350, quantity: 3 });
  const { placeOrder } = show({ state: { ...cart, items: [line, small] } }, refused);
  const order = within(screen.getByRole("region", { name: "Your order" })).getAllByRole("listitem");
  expect(texts(order)).toEqual([
    "Kaju Katli × 2₹1,120",
    "Kaju Katli 250 g × 3₹1,050",
    "Gift Wrapping₹50",
    "DeliveryTo be arranged",
  ]);
  await fillAndPlace(placeOrder);
  expect(sent(placeOrder)).toEqual({
    key: cart.checkoutKey,
    day: "",
    items: JSON.stringify([
      { productId: 61, packId: 61, quantity: 2, price: 560 },
      { productId: 61, packId: 4, quantity: 3, price: 350 },
    ]),
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
    const prices = [{ productId: 61, price: 600 }];
    const newer = { ...cart, items: [{ ...line, price: 600 }] };
    const { placeOrder } = show({}, failure("price_changed", "Prices have changed.", { prices }), {
      ...success({ cart: newer, values: {} }),
    });
    await fillAndPlace(placeOrder);
    expect(await screen.findByRole("alert")).toHaveTextContent("Kaju Katli: now ₹600 each");
    await press("Accept new prices");
    expect(sent(placeOrder).intent).toBe("prices");
    expect(await screen.findByText("₹1,200")).toBeVisible();
    expect(screen.getByLabelText("Phone Number")).toHaveValue("98200 12345");
  });

  const items = [
    aCartLine({ packId: 5, quantity: 1 }),
    aCartLine({ packId: 4, packLabel: "250 g", price: 350 }),
    aCartLine({ productId: 7, packId: 70, name: "Peda", packLabel: "1 piece" }),
  ];
  test.each<[string, Result, string[]]>([
    [
      "that is short",
      failure("insufficient_stock", "Refused.", { short: [{ productId: 61, packId: 4, available: 1 }] }),
      ["Kaju Katli, 250 g: Only 1 items available in stock."],
    ],
    [
      "whose price changed",
      failure("price_changed", "Refused.", {
        prices: [
          { productId: 61, packId: 5, price: 679 },
          { productId: 61, packId: 4, price: 360 },
        ],
      }),
      ["Kaju Katli, 250 g: now ₹360 each"],
    ],
    [
      "that was switched off, and a sweet that is gone by its name",
      failure("unavailable", "Refused.", { unavailable: [61, 7], unavailablePacks: [4] }),
      ["Kaju Katli, 250 g: No longer available", "Peda: No longer available"],
    ],
  ])("it names the pack %s", async (_, result, said) => {
    const offer = {
      from: "account",
      recipientName: "A",
      deliveryAddress: "B",
      phoneNumber: "9820012345",
      pincode: "",
    } as const;
    show({ state: aCart(items), offer }, result);
    await place();
    const listed = within(await screen.findByRole("alert")).getAllByRole("listitem");
    expect(texts(listed)).toEqual(said);
    expect(
      button(result.ok || result.code !== "price_changed" ? "Take what is available" : "Accept new prices"),
    ).toBeVisible();
  });

  test("it says of which pack one account may have how many", async () => {
    const short = [{ productId: 61, packId: 4, available: 2 }];
    const { placeOrder } = show({ state: aCart(items) }, failure("hold_limit", "As much as may be.", { short }));
    await fillAndPlace(placeOrder);
    expect(await screen.findByRole("alert")).toHaveTextContent("As much as may be.Kaju Katli, 250 g: 2 at most");
    expectLink("Ask for a larger order", "/custom-orders");
    expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  });

  test("an expired session links to the login and back", async () => {
    const { placeOrder } = show({}, failure("unauthorized", "Please login to continue."));
    await fillAndPlace(placeOrder);
    expect(await screen.findByRole("link", { name: "Sign in" })).toHaveAttribute(
      "href",
      "/login?next=%2Fcart%3Fcheckout%3D1",
    );
    expect(JSON.parse(localStorage.getItem("mithaas:delivery") ?? "{}")).toMatchObject({
      key: cart.checkoutKey,
      texts: { recipientName: "Sunita" },
    });
  });

  test("a lost response says that trying again is safe", async () => {
    const { placeOrder } = show({});
    placeOrder.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await fillAndPlace(placeOrder);
    expect(await screen.findByRole("alert")).toHaveTextContent(/^Failed to place order/);
    expect(screen.getByLabelText("Recipient Name")).toHaveValue("Sunita");
  });
});

describe("what was typed", () => {
  const ADDRESS = "14 Shivaji Park Road";
  const address = () => screen.getByLabelText("Delivery Address");
  const stored = () => JSON.parse(localStorage.getItem("mithaas:delivery") ?? "null");
  const signIn = (name: string) => setViewer({ role: "customer", name, count: 1 });
  afterEach(() => setViewer({ role: "visitor", count: 0 }));

  test("is there in another tab, also when the session has ended meanwhile", async () => {
    signIn("Asha");
    show({});
    await fill("Delivery Address", ADDRESS);
    cleanup();
    setViewer({ role: "visitor", count: 1 });
    show({});
    expect(address()).toHaveValue(ADDRESS);
  });

  test.each([
    ["Asha", ADDRESS],
    ["Meera", ""],
  ])("when it went on after the session had ended, %s finds %j after signing in", async (name, found) => {
    signIn("Asha");
    show({});
    await fill("Delivery Address", "14 Shivaji");
    setViewer({ role: "visitor", count: 1 });
    await fill("Delivery Address", ADDRESS);
    cleanup();
    signIn(name);
    show({});
    expect(address()).toHaveValue(found);
    expect(stored()?.texts.deliveryAddress).toBe(found || undefined);
  });

  test("as a visitor in another cart belongs to nobody", async () => {
    signIn("Asha");
    show({});
    await fill("Delivery Address", ADDRESS);
    cleanup();
    setViewer({ role: "visitor", count: 1 });
    show({ state: { ...cart, checkoutKey: "another" } });
    await fill("Delivery Address", "9 Lamington Road");
    expect(stored()).toMatchObject({ key: "another", texts: { deliveryAddress: "9 Lamington Road" } });
    expect(stored().name).toBeUndefined();
  });

  test.each([
    ["of another cart is not shown", () => {}, { ...cart, checkoutKey: "another" }, true],
    ["is removed when another person is signed in", () => signIn("Meera"), cart, false],
    ["is removed after a day", () => storeAt(-DAY), cart, false],
    ["is removed when the device's clock was put back", () => storeAt(2 * DAY), cart, false],
  ])("%s", async (_, change, state, isKept) => {
    signIn("Asha");
    show({});
    await fill("Delivery Address", ADDRESS);
    cleanup();
    change();
    show({ state });
    expect(address()).toHaveValue("");
    expect(stored() !== null).toBe(isKept);
  });

  const DAY = 24 * 60 * 60 * 1000;
  /** Makes it look stored so many milliseconds from now. */
  const storeAt = (ms: number) =>
    localStorage.setItem("mithaas:delivery", JSON.stringify({ ...stored(), at: Date.now() + ms }));
});

describe("the GST invoice for a company", () => {
  const gstin = "27AAPFU0939F1ZV";
  const ticked = () => screen.getByRole("checkbox", { name: "GST invoice for a company" });
  const others = () => screen.getByRole("radio", { name: "Other people, for the company" });
  const inDelhi = { forCompany: "on", gstin: "07 aaact2727q1zy", companyName: "Tata & Sons", deliveredTo: "others" };
  async function fillCompany() {
    await userEvent.click(ticked());
    await fill("GSTIN", inDelhi.gstin);
    await fill("Company name", inDelhi.companyName);
    await userEvent.click(others());
  }

  test("is offered by a shop that has a GSTIN alone, and asked for by a tick alone", async () => {
    show({});
    expect(screen.queryByLabelText(/company/i)).toBeNull();
    cleanup();
    const { placeOrder } = show({ gstin }, refused, refused);
    await fillAndPlace(placeOrder);
    expect(sent(placeOrder)).not.toHaveProperty("forCompany");
    await fillCompany();
    await place();
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
    expect(sent(placeOrder)).toMatchObject(inDelhi);
  });

  test("names which tax is charged, by what is chosen, once all that decides it is complete", async () => {
    const pickup = byRiders({ method: "pickup", fee: 0, freeFrom: null, days: [] });
    const courier = byRiders({ method: "courier", days: [] });
    const offers = someOffers({ pincode: "560001", methods: [courier, pickup] });
    vi.mocked(fetch).mockImplementation(async () => Response.json(offers));
    show({ gstin });
    const own = "CGST and SGST are charged: the place of supply is Maharashtra.";
    expect(screen.queryByText(/charged/)).toBeNull();
    await userEvent.click(ticked());
    expect(screen.getByText(own)).toHaveRole("status");
    await fill(/^Pincode/, "56000");
    expect(screen.queryByText(/charged/)).toBeNull();
    await fill(/^Pincode/, "560001");
    expect(screen.getByText("IGST is charged: the place of supply is Karnataka.")).toBeVisible();
    await userEvent.click(await screen.findByRole("radio", { name: /^Pick up/ }));
    expect(screen.getByText(own)).toBeVisible();
    await userEvent.click(others());
    expect(screen.queryByText(/charged/)).toBeNull();
    await fill("GSTIN", inDelhi.gstin);
    expect(screen.getByText("IGST is charged: the place of supply is Delhi.")).toBeVisible();
  });

  test("says at its fields what is missing or refused, in the browser and by the shop", async () => {
    const [ours, notGstin] = ["This is our own GSTIN.", "This is not a GSTIN: please check its 15 characters"];
    const fields = { "company.gstin": ours, "company.name": "No." };
    const { placeOrder } = show({ gstin });
    placeOrder.mockImplementationOnce(refusing("invalid", "Some fields are invalid", { fields }));
    await fill("Recipient Name", "Sunita");
    await fill("Delivery Address", "14 Shivaji Park Road");
    await fill("Phone Number", "98200 12345");
    await userEvent.click(ticked());
    await fill("GSTIN", "07AAACT2727Q1ZX");
    await place();
    await waitFor(() => expect(screen.getByLabelText("GSTIN")).toHaveAccessibleDescription(notGstin));
    expect(screen.getByLabelText("GSTIN")).toHaveFocus();
    expect(screen.getByLabelText("Company name")).toHaveAccessibleDescription("Please enter the company's name");
    expect(placeOrder).not.toHaveBeenCalled();
    await fill("GSTIN", gstin);
    await fill("Company name", inDelhi.companyName);
    await place();
    await waitFor(() => expect(screen.getByLabelText("GSTIN")).toHaveAccessibleDescription(ours));
    expect(screen.getByLabelText("GSTIN")).toHaveFocus();
    expect(screen.getByLabelText("Company name")).toHaveAccessibleDescription("No.");
    expect(ticked()).toBeChecked();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("is refused in words where it is not offered any more", async () => {
    const message = "We are not registered for GST and issue no GST invoices.";
    const { placeOrder } = show({}, failure("invalid", message, { fields: { company: message } }));
    await fillAndPlace(placeOrder);
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
  });

  test("is there in another tab, and 'Clear' empties it", async () => {
    const last = { recipientName: "A", deliveryAddress: "B", phoneNumber: "9820012345", pincode: "" };
    const offer = { from: "account", ...last } as const;
    show({ gstin });
    await fillCompany();
    cleanup();
    const { placeOrder } = show({ gstin, offer }, refused);
    expect(screen.getByText("IGST is charged: the place of supply is Delhi.")).toBeVisible();
    await fillAndPlace(placeOrder);
    expect(sent(placeOrder)).toMatchObject(inDelhi);
    cleanup();
    localStorage.clear();
    show({ gstin, offer });
    await fillCompany();
    await press("Clear");
    expect(ticked()).not.toBeChecked();
    expect(screen.getByLabelText("GSTIN")).toHaveValue("");
    expect(screen.getByLabelText("Company name")).toHaveValue("");
    expect(screen.getByRole("radio", { name: "The company" })).toBeChecked();
    expect(screen.queryByText(/charged/)).toBeNull();
    cleanup();
    show({ gstin, offer });
    expect(ticked()).not.toBeChecked();
  });
});

describe("the payment", () => {
  const both: PaymentOffer = { ...codOnly, upi: true };
  const cod = () => screen.getByRole("radio", { name: /^Pay on delivery/ });
  const upi = () => screen.getByRole("radio", { name: /^Pay by UPI now/ });

  test("is on delivery where there is no UPI ID, as a statement", () => {
    show({});
    expect(screen.getByText("Pay on delivery, in cash or by UPI at the door.")).toBeVisible();
    expect(screen.queryByRole("radio")).toBeNull();
  });

  test("is on delivery unless UPI is chosen, which a reload keeps", async () => {
    const { placeOrder } = show({ payments: both }, refused);
    expect(screen.getByRole("group", { name: "Payment" })).toContainElement(upi());
    expect(cod()).toBeChecked();
    await userEvent.click(upi());
    await fillAndPlace(placeOrder);
    expect(formSent(placeOrder).get("payment")).toBe("upi");
    cleanup();
    show({ payments: both });
    expect(upi()).toBeChecked();
  });

  test.each([
    [{ active: true, upTo: 1169.99 }, "Orders above ₹1,169.99 cannot be paid on delivery."],
    [{ active: false, upTo: null }, "Orders cannot be paid on delivery."],
  ])("is by UPI alone, with the reason, for %j", async (codOffer, reason) => {
    const { placeOrder } = show({ payments: { upi: true, online: false, cod: codOffer } }, refused);
    expect(screen.queryByRole("radio")).toBeNull();
    expect(screen.getByRole("region", { name: "Payment" })).toHaveTextContent(`Pay by UPI now${reason}`);
    await fillAndPlace(placeOrder);
    expect(formSent(placeOrder).get("payment")).toBe("upi");
  });

  test("can be online, after on delivery and before UPI", async () => {
    const { placeOrder } = show({ payments: { ...both, online: true } }, refused);
    expect(screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).value)).toEqual([
      "cod",
      "online",
      "upi",
    ]);
    expect(cod()).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: /^Pay online/ }));
    await fillAndPlace(placeOrder);
    expect(formSent(placeOrder).get("payment")).toBe("online");
  });

  test("is online alone where nothing else is offered", async () => {
    const { placeOrder } = show(
      { payments: { upi: false, online: true, cod: { active: false, upTo: null } } },
      refused,
    );
    expect(screen.getByRole("region", { name: "Payment" })).toHaveTextContent(
      "Pay onlineOrders cannot be paid on delivery. By UPI, card, net banking or wallet, on the next page.",
    );
    await fillAndPlace(placeOrder);
    expect(formSent(placeOrder).get("payment")).toBe("online");
  });

  test("is by telephone when nothing is offered for the total", () => {
    show({ payments: { upi: false, online: false, cod: { active: true, upTo: 1000 } } });
    expect(screen.getByRole("region", { name: "Payment" })).toHaveTextContent(
      "Orders above ₹1,000 cannot be paid on delivery.Please call us.",
    );
  });

  test("a refusal says what to do, keeps what was typed, and the next try is by UPI", async () => {
    const message = "Orders above ₹1,000 cannot be paid on delivery. Please pay by UPI.";
    const { placeOrder, pay } = show({ payments: both }, failure("cod_unavailable", message, { upTo: 1000 }), refused);
    await fillAndPlace(placeOrder);
    expect(await screen.findByRole("alert")).toHaveTextContent(message);
    expect(screen.getByLabelText("Recipient Name")).toHaveValue("Sunita");
    // The action has the page rendered again, with what is offered now.
    pay({ upi: true, online: false, cod: { active: true, upTo: 1000 } });
    expect(screen.queryByRole("radio")).toBeNull();
    await place();
    await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
    expect(sent(placeOrder).payment).toBe("upi");
  });

  test("shows at the choice that UPI is not offered any more", async () => {
    const message = "Orders cannot be paid by UPI in advance at the moment.";
    const invalid = failure("invalid", "Some fields are invalid", { fields: { payment: message } });
    const { placeOrder } = show({ payments: both }, invalid);
    await userEvent.click(upi());
    await fillAndPlace(placeOrder);
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByRole("group", { name: "Payment" })).toHaveAccessibleDescription(message);
  });
});
