import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { OrderButtons, Timeline } from "@/components/orders/order-card";
import { PaymentSection } from "@/components/payments/payment-section";
import { paymentTexts, receiptText } from "@/components/payments/payment-texts";
import { UtrForm } from "@/components/payments/utr-form";
import { CopyButton } from "@/components/ui/copy-button";
import { setShopTime } from "@/lib/clock";
import type { FormAction } from "@/lib/http/action-state";
import type { OwnOrder } from "@/lib/orders/serializers";
import type { LedgerEntry, OrderPayment as Payment } from "@/lib/payments/rules";
import { aLedgerEntry, anOrder as anyOrder } from "./fixtures";
import { button, expectLink, expectTexts, failure, fill, press, sent, unanswered } from "./forms";

const entry = (more: Partial<LedgerEntry> = {}) => aLedgerEntry({ amount: 1170, ...more });
/** An order of ₹1,170 that is to be paid by UPI. */
const anOrder = (payment: Partial<Payment> = {}, ledger: LedgerEntry[] = [], more: Partial<OwnOrder> = {}) =>
  anyOrder({ method: "upi", due: 1170, ...payment }, ledger, { total: 1170, channel: "web", ...more });

const pickup = { method: "pickup", area: null, pincode: null, fee: 0, slot: null } as const;

describe("how an order is paid, in words", () => {
  test.each<[string, OwnOrder, string[], string]>([
    ["UPI", anOrder(), ["Pay ₹1,170 by UPI"], "Pay ₹1,170 by UPI."],
    [
      "on delivery",
      anOrder({ method: "cod" }),
      ["To pay on delivery: ₹1,170"],
      "To pay on delivery: ₹1,170. In cash or by UPI at the door.",
    ],
    [
      "at pick up",
      anOrder({ method: "cod" }, [], { fulfilment: pickup }),
      ["To pay at pick up: ₹1,170"],
      "To pay at pick up: ₹1,170. In cash or by UPI at the shop.",
    ],
    ["claimed", anOrder({ state: "claimed" }), ["Being checked"], "Your payment by UPI is being checked."],
    [
      "in part",
      anOrder({ state: "part_paid", paid: 170, due: 1000 }),
      ["Paid ₹170", "Pay ₹1,000 by UPI"],
      "Paid ₹170. Pay ₹1,000 by UPI.",
    ],
    ["online", anOrder({ method: "online" }), ["Pay ₹1,170 online"], "Pay ₹1,170 online."],
    [
      "online, completed before it was paid",
      anOrder({ method: "online" }, [], { status: "Completed" }),
      ["Pay ₹1,170 online"],
      "Pay ₹1,170 online.",
    ],
    ["paid", anOrder({ state: "paid", paid: 1170, due: 0 }), ["Paid"], "Paid."],
    [
      "over the counter",
      anOrder({ method: "cash", state: "paid", paid: 1170, due: 0 }, [], {
        channel: "counter",
        fulfilment: { ...pickup, method: null },
      }),
      ["Paid at the counter"],
      "Paid at the counter.",
    ],
    [
      "bought over the counter by a customer",
      anOrder({ method: "cod" }, [], { channel: "counter", fulfilment: pickup }),
      ["To pay at pick up: ₹1,170"],
      "To pay at pick up: ₹1,170. In cash or by UPI at the shop.",
    ],
    [
      "refunded in part",
      anOrder({ state: "part_refunded", paid: 970, due: 0 }, [entry({ state: "refunded", amount: 200 })]),
      ["Refunded ₹200"],
      "Refunded ₹200.",
    ],
    ["cancelled before it was paid", anOrder({ method: "cod", due: 0 }, [], { status: "Cancelled" }), [], ""],
    [
      "completed before payments were recorded",
      anOrder({ method: "cod" }, [], { status: "Completed" }),
      [],
      "Payment on delivery, in cash or by UPI at the door.",
    ],
  ])("%s", (_case, order, texts, receipt) => {
    expect(paymentTexts(order)).toEqual(texts);
    expect(receiptText(order)).toBe(receipt);
  });
});

describe("the payment of an order", () => {
  beforeAll(() => setShopTime(new Date("2026-01-26T08:30:00Z")));
  afterAll(() => setShopTime(undefined));

  const show = (order: OwnOrder, upiId: string | null = "mithaas@okbank", payOnline = false) =>
    render(
      <PaymentSection
        order={order}
        payee={{ upiId, payeeName: "Mithaas & Sons" }}
        phone={{ text: "1800 123 4567", href: "tel:18001234567" }}
        claimForm={<p>the form</p>}
        payOnline={payOnline}
      />,
    );
  const code = () => screen.queryByRole("img", { name: "QR code to pay ₹1,170 by UPI" });

  test("shows code, link, payee and amount while it is due by UPI", () => {
    show(anOrder());
    expect(code()).toBeVisible();
    expectLink(
      "Open UPI app",
      "upi://pay?pa=mithaas@okbank&pn=Mithaas%20%26%20Sons&tr=MTH12&tn=Order%2012&am=1170.00&cu=INR",
    );
    expectTexts("Mithaas & Sons", "mithaas@okbank", "₹1,170");
    expect(screen.getByText("the form")).toBeVisible();
  });

  test("unfolds it for an order with payment on delivery", async () => {
    show(anOrder({ method: "cod" }));
    expect(screen.getByText("the form")).not.toBeVisible();
    await userEvent.click(screen.getByText("Pay by UPI now"));
    expect(screen.getByText("the form")).toBeVisible();
  });

  test("says that a claim is checked, with its UTR, and asks for nothing more", () => {
    show(anOrder({ state: "claimed" }, [entry({})]));
    expect(screen.getByText("We are checking your payment")).toBeVisible();
    expect(screen.getByText(/₹1,170 by UPI, UTR 632915478201\./)).toBeVisible();
    expect(code()).toBeNull();
  });

  test.each(["upi", "cod"] as const)("says why a claim was rejected and lets the customer try again (%s)", (method) => {
    show(anOrder({ method }, [entry({ state: "failed", reason: "No such transfer" })]));
    expect(screen.getByText("We could not find your payment")).toBeVisible();
    expect(screen.getByText("UTR 632915478201: No such transfer")).toBeVisible();
    expect(screen.getByText("the form")).toBeVisible();
  });

  test("asks to call when the shop takes no UPI any more", () => {
    show(anOrder(), null);
    expect(code()).toBeNull();
    expectLink("1800 123 4567", "tel:18001234567");
  });

  test("shows nothing to pay once it is paid or cancelled", () => {
    show(anOrder({ state: "paid", paid: 1170, due: 0 }, [entry({ state: "received" })]));
    expect(screen.getByText("Paid")).toBeVisible();
    expect(screen.getByText("₹1,170 by UPI, received")).toBeVisible();
    expect(code()).toBeNull();
  });

  const online = (payBy: string | null, failure: string | null = null, more: Partial<OwnOrder> = {}) =>
    anOrder({ method: "online" }, [], { status: "Pending", online: { payBy, failure }, ...more });
  const BY_TWO_THIRTY = "2026-01-26T09:00:00.000Z";

  test("leads to the page on which it is paid online, and says until when and why the last try failed", () => {
    show(online(BY_TWO_THIRTY, "Your bank has declined it."), "mithaas@okbank", true);
    expectLink("Pay ₹1,170", "/orders/12/pay");
    expectTexts(
      "Pay ₹1,170 online",
      "Please pay by 2:30 pm. Unpaid orders are cancelled then.",
      "The last try failed: Your bank has declined it.",
      "If you have just paid, this page shows it within a minute.",
    );
    expect(screen.queryByText("the form")).toBeNull();
  });

  test("does not name a time that is over or was not set, or once the order is being prepared", () => {
    show(online("2026-01-26T08:30:00.000Z"), null, true);
    expectTexts("The time to pay is over. This order is cancelled unless your payment has come in.");
    for (const order of [online(null), online(BY_TWO_THIRTY, null, { status: "Processing" })]) {
      cleanup();
      show(order, null, true);
      expectLink("Pay ₹1,170", "/orders/12/pay");
      expect(screen.queryByText(/cancelled/)).toBeNull();
    }
  });

  test.each(["cod", "upi"] as const)("offers to pay online instead (%s), where that is possible", (method) => {
    show(anOrder({ method }), "mithaas@okbank", true);
    expectLink("Pay online", "/orders/12/pay");
    expect(screen.queryByText(/If you have just paid/)).toBeNull();
    cleanup();
    show(anOrder({ method }));
    expect(screen.queryByRole("link", { name: "Pay online" })).toBeNull();
  });

  test("asks to call when the shop is not paid online any more, and for nothing once it is paid", () => {
    show(online(BY_TWO_THIRTY), null, false);
    expectLink("1800 123 4567", "tel:18001234567");
    cleanup();
    show(anOrder({ method: "online", state: "paid", paid: 1170, due: 0 }), null, true);
    expect(screen.queryByRole("link")).toBeNull();
  });

  test("says why an order was cancelled, what to do, and that a payment which came later goes back", () => {
    const history = [{ status: "Cancelled", at: BY_TWO_THIRTY, reason: "Not paid in time" } as const];
    const cancelled = { status: "Cancelled", history } as const;
    show(anOrder({ method: "online", due: 0 }, [], cancelled), null, true);
    expectTexts("Not paid in time. If you still want it, please order again.");
    cleanup();
    show(anOrder({ method: "online", state: "paid", paid: 1170, due: 0 }, [], cancelled), null, true);
    expectTexts("Not paid in time. Your payment came later.", "We pay ₹1,170 back within 7-10 business days.");
    cleanup();
    render(<Timeline order={anOrder({}, [], cancelled)} />);
    expectTexts("Not paid in time");
  });

  test.each([
    ["was paid", "paid", 1170, "received", "We pay ₹1,170 back within 7-10 business days."],
    [
      "is being checked",
      "claimed",
      0,
      "claimed",
      "Once we have found your payment, we pay it back within 7-10 business days.",
    ],
  ] as const)("says that what %s of a cancelled order is paid back", async (_, state, paid, ledger, text) => {
    const order = anOrder({ state, paid, due: 0 }, [entry({ state: ledger })], { status: "Cancelled" });
    show(order);
    expect(screen.getByText(text)).toBeVisible();
    cleanup();
    render(<OrderButtons order={{ ...order, status: "Pending" }} actions={{ cancel: vi.fn(), reorder: vi.fn() }} />);
    await userEvent.click(screen.getByRole("button", { name: "Cancel order" }));
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription(
      `The sweets go back into stock. This cannot be undone. ${text}`,
    );
  });
});

describe("'I have paid'", () => {
  const formKey = "0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10";
  const showForm = (action: FormAction) =>
    render(<UtrForm orderId={12} formKey={formKey} action={action} headingId="payment" />);
  const utr = () => screen.getByLabelText("UTR");
  const claim = async (typed: string) => {
    await fill(utr(), typed);
    await press("I have paid");
  };
  const expectError = async (message: string) => {
    expect(await screen.findByText(message)).toBeVisible();
    expect(utr()).toBeInvalid();
    expect(utr()).toHaveAccessibleDescription(new RegExp(message));
    expect(utr()).toHaveFocus();
  };

  test.each(["", "63291547820", "6329154782011", "63291547820a"])("does not send %j", async (typed) => {
    const action = vi.fn<FormAction>();
    showForm(action);
    await claim(typed);
    await expectError("Please enter the 12 digits of the UTR");
    expect(action).not.toHaveBeenCalled();
  });

  test("sends the digits with the order and the form's key, once for a double click", async () => {
    // Not answered before the second click, however slow the machine is.
    const { action, answer } = unanswered<null>();
    showForm(action);
    await fill(utr(), "6329 1547 8201");
    await userEvent.dblClick(button("I have paid"));
    await waitFor(() => expect(action).toHaveBeenCalled());
    expect(sent(action)).toEqual({ orderId: "12", key: formKey, utr: "6329 1547 8201" });
    answer({ ok: true, data: null });
    await waitFor(() => expect(button("I have paid")).toBeEnabled());
    expect(action).toHaveBeenCalledOnce();
  });

  test("shows at the field that the UTR was used, and other refusals above the button", async () => {
    const message = "This UTR has been used for a payment already. Please check its digits.";
    const action = vi.fn<FormAction>().mockResolvedValueOnce(failure("utr_used", message));
    action.mockResolvedValueOnce(failure("conflict", "This order is paid."));
    showForm(action);
    await claim("632915478201");
    await expectError(message);
    expect(utr()).toHaveValue("632915478201");
    await claim("632915478202");
    expect(await screen.findByRole("alert")).toHaveTextContent("This order is paid.");
    expect(utr()).toBeValid();
  });
});

test("the UPI ID is copied", async () => {
  const user = userEvent.setup();
  render(
    <CopyButton text="mithaas@okbank" copied="UPI ID copied" failed="Please select and copy the UPI ID">
      Copy UPI ID
    </CopyButton>,
  );
  await user.click(button("Copy UPI ID"));
  expect(await navigator.clipboard.readText()).toBe("mithaas@okbank");
});
