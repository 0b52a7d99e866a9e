import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { ClaimForm } from "@/components/payments/claim-form";
import { OrderPayment } from "@/components/payments/order-payment";
import { paymentTexts, receiptText } from "@/components/payments/payment-texts";
import { CopyButton } from "@/components/ui/copy-button";
import type { ActionFailure, FormAction } from "@/lib/http/action-state";
import type { OwnOrder } from "@/lib/orders/serializers";
import { type LedgerEntry, type OrderPayment as Payment, summaryOf } from "@/lib/payments/rules";

const at = "2026-11-22T10:00:00.000Z";
const entry = (more: Partial<LedgerEntry>): LedgerEntry => ({
  id: 1,
  method: "upi",
  amount: 1170,
  state: "claimed",
  utr: "632915478201",
  reason: null,
  at,
  ...more,
});

function anOrder(payment: Partial<Payment> = {}, ledger: LedgerEntry[] = [], more: Partial<OwnOrder> = {}): OwnOrder {
  return {
    id: 12,
    status: "Pending",
    channel: "web",
    createdAt: at,
    updatedAt: at,
    total: 1170,
    giftWrap: false,
    personalMessage: null,
    recipientName: "Sunita",
    deliveryAddress: "14 Shivaji Park Road",
    phoneNumber: "98200 12345",
    notes: null,
    day: null,
    fulfilment: { method: null, area: null, pincode: null, fee: 0, slot: null },
    items: [],
    history: [],
    ledger,
    payment: summaryOf({ method: "upi", state: "unpaid", paid: 0, due: 1170, ...payment }, ledger),
    ...more,
  };
}

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
    ["paid", anOrder({ state: "paid", paid: 1170, due: 0 }), ["Paid"], "Paid."],
    [
      "over the counter",
      anOrder({ method: "cash", state: "paid", paid: 1170, due: 0 }, [], { channel: "counter" }),
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
  const show = (order: OwnOrder, upiId: string | null = "mithaas@okbank") =>
    render(
      <OrderPayment
        order={order}
        payee={{ upiId, payeeName: "Mithaas & Sons" }}
        phone={{ text: "1800 123 4567", href: "tel:18001234567" }}
        refundDays={5}
        claimForm={<p>the form</p>}
      />,
    );
  const code = () => screen.queryByRole("img", { name: "QR code to pay ₹1,170 by UPI" });

  test("shows code, link, payee and amount while it is due by UPI", () => {
    show(anOrder());
    expect(code()).toBeVisible();
    expect(screen.getByRole("link", { name: "Open UPI app" })).toHaveAttribute(
      "href",
      "upi://pay?pa=mithaas@okbank&pn=Mithaas%20%26%20Sons&tr=MTH12&tn=Order%2012&am=1170.00&cu=INR",
    );
    for (const text of ["Mithaas & Sons", "mithaas@okbank", "₹1,170"]) expect(screen.getByText(text)).toBeVisible();
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
    expect(screen.getByRole("link", { name: "1800 123 4567" })).toHaveAttribute("href", "tel:18001234567");
  });

  test("shows nothing to pay once it is paid or cancelled", () => {
    show(anOrder({ state: "paid", paid: 1170, due: 0 }, [entry({ state: "received" })]));
    expect(screen.getByText("Paid")).toBeVisible();
    expect(screen.getByText("₹1,170 by UPI, received")).toBeVisible();
    expect(code()).toBeNull();
  });

  test("says that what was paid of a cancelled order is paid back", () => {
    show(anOrder({ state: "paid", paid: 1170, due: 0 }, [entry({ state: "received" })], { status: "Cancelled" }));
    expect(screen.getByText("We pay it back within 5 business days.")).toBeVisible();
  });
});

describe("'I have paid'", () => {
  const failure = (code: ActionFailure["code"], message: string, more = {}): ActionFailure => ({
    ok: false,
    code,
    message,
    fields: {},
    values: {},
    ...more,
  });
  function showForm(...results: Awaited<ReturnType<FormAction>>[]) {
    const action = vi.fn<FormAction>();
    for (const result of results) action.mockResolvedValueOnce(result);
    render(
      <ClaimForm orderId={12} formKey="0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10" action={action} headingId="payment" />,
    );
    return { action, user: userEvent.setup() };
  }
  const utr = () => screen.getByLabelText("UTR");
  const press = () => userEvent.click(screen.getByRole("button", { name: "I have paid" }));

  test.each(["", "63291547820", "6329154782011", "63291547820a"])("does not send %j", async (typed) => {
    const { action, user } = showForm();
    if (typed) await user.type(utr(), typed);
    await press();
    expect(await screen.findByText("Please enter the 12 digits of the UTR")).toBeVisible();
    expect(utr()).toBeInvalid();
    expect(utr()).toHaveAccessibleDescription(/Please enter the 12 digits of the UTR/);
    expect(utr()).toHaveFocus();
    expect(action).not.toHaveBeenCalled();
  });

  test("sends the digits with the order and the form's key, once for a double click", async () => {
    const { action, user } = showForm();
    // Not answered before the second click, however slow the machine is.
    let answer = () => {};
    action.mockReturnValue(new Promise((resolve) => (answer = () => resolve({ ok: true, data: null }))));
    await user.type(utr(), "6329 1547 8201");
    await user.dblClick(screen.getByRole("button", { name: "I have paid" }));
    await waitFor(() => expect(action).toHaveBeenCalled());
    expect(Object.fromEntries(action.mock.calls[0]?.[1] ?? [])).toEqual({
      orderId: "12",
      key: "0b0c5f9e-4a5e-4a38-9a1e-2c1d8b8e9f10",
      utr: "6329 1547 8201",
    });
    answer();
    await waitFor(() => expect(screen.getByRole("button", { name: "I have paid" })).toBeEnabled());
    expect(action).toHaveBeenCalledOnce();
  });

  test("shows at the field that the UTR was used", async () => {
    const message = "This UTR has been used for a payment already. Please check its digits.";
    const { user } = showForm(failure("utr_used", message));
    await user.type(utr(), "632915478201");
    await press();
    expect(await screen.findByText(message)).toBeVisible();
    expect(utr()).toBeInvalid();
    expect(utr()).toHaveAccessibleDescription(new RegExp(message));
    expect(utr()).toHaveFocus();
    expect(utr()).toHaveValue("632915478201");
  });

  test("shows other refusals above the button", async () => {
    const { user } = showForm(failure("conflict", "This order is paid."));
    await user.type(utr(), "632915478201");
    await press();
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
  await user.click(screen.getByRole("button", { name: "Copy UPI ID" }));
  expect(await navigator.clipboard.readText()).toBe("mithaas@okbank");
});
