import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { QuickActions } from "@/components/admin/dashboard/dashboard";
import { CancelButton } from "@/components/admin/orders/cancel-button";
import { OrderStatus, type SetStatus } from "@/components/admin/orders/order-status";
import { PaymentTaskList } from "@/components/admin/orders/payment-task-list";
import { OrderPayments, type PaymentActions } from "@/components/admin/payments/order-payments";
import { ReceivedTick } from "@/components/admin/payments/payment-state";
import { PaymentsReport } from "@/components/admin/reports/reports";
import type { MessageAction } from "@/lib/http/action-state";
import type { ShownOrder } from "@/lib/messages/order-whatsapp";
import type { AdminOrder } from "@/lib/orders/serializers";
import type { PaymentTasks } from "@/lib/payments/task-queries";
import { anAdminOrder } from "./fixtures";
import { expectLink, failure, fill, lastToast, press, refusing, rowsOf, sent, success } from "./forms";

const actions = {
  add: vi.fn<PaymentActions["add"]>(),
  settle: vi.fn<PaymentActions["settle"]>(),
  refund: vi.fn<PaymentActions["refund"]>(),
};

const entry = (more: Partial<AdminOrder["payments"][number]>): AdminOrder["payments"][number] => ({
  ...{ id: 1, method: "upi", amount: 1170, state: "claimed", reference: "632915478201", reason: null },
  ...{ at: "2026-11-22T05:12:00.000Z", by: "Asha Rao" },
  ...more,
});

const order = (payment: Partial<AdminOrder["payment"]> = {}, payments: AdminOrder["payments"] = []) =>
  anAdminOrder({
    ...{ status: "Shipped", payments },
    payment: { method: "cod", state: "unpaid", paid: 0, due: 1170, ...payment },
  });
const paid = order({ state: "paid", paid: 1170, due: 0 });
const claimed = { method: "upi", state: "claimed" } as const;

const payments = (shown: ReturnType<typeof order>, onSaved?: () => void) => (
  <OrderPayments order={shown} level="h3" actions={actions} onSaved={onSaved} />
);
const show = (...shown: Parameters<typeof payments>) => render(payments(...shown));
const unfold = (name: string) => userEvent.click(screen.getByText(name, { selector: "summary" }));
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

test("the ledger names each entry's method, amount, state, reference, reason, time and person", () => {
  show(
    order({ state: "part_refunded", paid: 1000, due: 0 }, [
      entry({ state: "failed", reason: "Not on the statement", by: "Meera" }),
      entry({ id: 2, method: "cash", state: "received", reference: "slip 7", by: "Meera" }),
      entry({ id: 3, method: "cash", state: "refunded", amount: 170, reference: null, reason: "One box", by: null }),
    ]),
  );
  const [rejected, received, refunded] = screen.getAllByRole("listitem");
  expect(rejected).toHaveTextContent(
    "Rejected · UPI · UTR 63291547820122 Nov 2026, 10:42 am by MeeraNot on the statement₹1,170",
  );
  expect(received).toHaveTextContent("Received · Cash · slip 722 Nov 2026, 10:42 am by Meera₹1,170");
  expect(refunded).toHaveTextContent("Refunded · Cash22 Nov 2026, 10:42 amOne box−₹170");
  expect(screen.getByText("Paid").nextSibling).toHaveTextContent("₹1,000");
  expect(screen.getByText("Due").nextSibling).toHaveTextContent("₹0");
  expect(screen.getByText("COD · Part refunded")).toBeVisible();
});

test("what was paid above the total is to be refunded, and filled in; a cancelled order costs nothing", async () => {
  const shown = anAdminOrder({ payment: { method: "cod", state: "paid", paid: 1500, due: 0 } });
  const { rerender } = show(shown);
  expect(screen.getByText("To refund").nextSibling).toHaveTextContent("₹92");
  await unfold("Refund");
  expect(
    screen.getByText(/Nothing is sent from here: pay it back yourself, from your UPI app or in cash/),
  ).toBeVisible();
  const amounts = screen.getAllByLabelText("Amount (₹)").map((field) => (field as HTMLInputElement).value);
  expect(amounts).toEqual(["", "92"]);
  rerender(payments({ ...shown, status: "Cancelled" }));
  expect(screen.getByText("To refund").nextSibling).toHaveTextContent("₹1,500");
  rerender(payments({ ...shown, total: 1500 }));
  expect(screen.queryByText("To refund")).toBeNull();
});

test("a payment is filled in with what is due, and carries a new key each time", async () => {
  const onSaved = vi.fn();
  actions.add.mockImplementation(async () => success(paid));
  show(order(), onSaved);
  await unfold("Record payment");
  expect(screen.getByLabelText("Amount (₹)")).toHaveValue("1170");
  await userEvent.selectOptions(screen.getByLabelText("Method"), "Card");
  await fill(/^Reference/, "slip 7");
  await press("Record payment");
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent(actions.add)).toEqual({
    id: "12",
    key: expect.stringMatching(uuid),
    method: "card",
    amount: "1170",
    reference: "slip 7",
  });
  expect(lastToast()).toMatchObject({ message: "Payment recorded" });
  await press("Record payment");
  await waitFor(() => expect(actions.add).toHaveBeenCalledTimes(2));
  expect(sent(actions.add, 1).key).not.toBe(sent(actions.add, 0).key);
});

test("more than is due asks first, and is recorded only for the amount that was asked about", async () => {
  actions.add.mockImplementation(refusing("overpaid", "Only ₹1,170 is due for this order."));
  show(order());
  await unfold("Record payment");
  await fill("Amount (₹)", "2000");
  await press("Record payment");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Only ₹1,170 is due for this order. Record the payment anyway?",
  );
  await press("Record anyway");
  await waitFor(() => expect(actions.add).toHaveBeenCalledTimes(2));
  expect(sent(actions.add, 1)).toMatchObject({ amount: "2000", force: "2000", key: sent(actions.add, 0).key });
  await fill("Amount (₹)", "20000");
  expect(screen.queryByRole("button", { name: "Record anyway" })).toBeNull();
});

test("after a payment that was recorded all the same the form stays open, and has the focus", async () => {
  actions.add.mockImplementationOnce(refusing("overpaid", "Only ₹1,170 is due for this order."));
  actions.add.mockImplementation(async () => success(paid));
  show(order());
  await unfold("Record payment");
  await press("Record payment");
  await userEvent.click(await screen.findByRole("button", { name: "Record anyway" }));
  const summary = screen.getByText("Record payment", { selector: "summary" });
  // The button has another name while it is pending, so that its absence does not tell that the answer has come.
  await waitFor(() => expect(summary).toHaveFocus());
  expect(screen.queryByRole("button", { name: "Record anyway" })).toBeNull();
  expect(screen.getByRole("button", { name: "Record payment" })).toBeVisible();
});

test("a claim is confirmed or rejected; above what is due it asks", async () => {
  actions.settle.mockResolvedValue(failure("overpaid", "Nothing is due for this order."));
  show(order(claimed, [entry({})]));
  expect(screen.getByText("Has ₹1,170 with UTR 632915478201 come in?")).toBeVisible();
  await press("Confirm");
  await userEvent.click(await screen.findByRole("button", { name: "Confirm anyway" }));
  await waitFor(() => expect(actions.settle).toHaveBeenCalledTimes(2));
  await fill(/^Reason for a rejection/, "Not there");
  await press("Reject");
  await waitFor(() => expect(actions.settle).toHaveBeenCalledTimes(3));
  const claim = { id: "12", paymentId: "1" };
  expect([0, 1, 2].map((call) => sent(actions.settle, call))).toEqual([
    { ...claim, answer: "confirm", reason: "" },
    { ...claim, answer: "confirm above due", reason: "" },
    { ...claim, answer: "reject", reason: "Not there" },
  ]);
});

test("a refund needs a reason, which the field says; after the last one the focus is at the payments", async () => {
  const message = "Please enter why it is refunded";
  actions.refund.mockImplementation(refusing("invalid", "Please check the fields.", { fields: { reason: message } }));
  const { rerender } = show(order());
  expect(screen.queryByText("Refund")).toBeNull();
  rerender(payments(order({ state: "paid", paid: 499.5, due: 0 })));
  await unfold("Refund");
  const amount = screen.getAllByLabelText("Amount (₹)").at(-1);
  expect(amount).toHaveValue("499.50");
  await press("Record refund");
  const reason = screen.getByLabelText("Reason");
  await waitFor(() => expect(reason).toHaveAccessibleDescription(message));
  expect(reason).toHaveFocus();
  expect(amount).toHaveValue("499.50");

  // Nothing is left to refund, so the form is gone.
  actions.refund.mockImplementation(async () => success({ ...order(), left: 0 }));
  await press("Record refund");
  await waitFor(() => expect(screen.getByRole("heading", { name: /^Payment/ })).toHaveFocus());
});

test("'Received' goes with Complete; it is not offered for a claim, a paid or a completed order", async () => {
  const action = vi.fn<SetStatus>(async () => success({ id: 12, message: "Order completed" }));
  const both = (shown: ShownOrder) => (
    <>
      <OrderStatus
        {...{ order: shown, action }}
        buyer="Asha Rao"
        today={shown.fulfilment.slot?.date ?? ""}
        form="status"
        complete
      />
      <ReceivedTick order={shown} form="status" />
    </>
  );
  const { rerender } = render(both(order()));
  await userEvent.click(screen.getByRole("checkbox", { name: "Received ₹1,170" }));
  await press("Complete");
  await waitFor(() => expect(action).toHaveBeenCalled());
  expect(sent(action)).toEqual({ id: "12", status: "Completed", received: "1170" });
  for (const shown of [order(claimed), paid, { ...order(), status: "Completed" as const }]) {
    rerender(both(shown));
    expect(screen.queryByRole("checkbox")).toBeNull();
  }
});

/** An order of ₹1,170 that was paid online. ₹1,000 can go back: a refund of ₹170 is on its way, and one of ₹200 has failed. */
const paidOnline = anAdminOrder({
  payment: { method: "online", state: "paid", paid: 1170, due: 0 },
  refunds: { left: 1000, online: 1000, failed: 200 },
  payments: [
    entry({ method: "online", state: "received", reference: "pay_1", fee: 23.6, by: null }),
    entry({ id: 2, method: "online", state: "refund_pending", amount: 170, reference: "rfnd_1", reason: "Box" }),
    entry({ id: 3, method: "online", state: "refund_failed", amount: 200, reference: "rfnd_2", reason: "Late" }),
  ],
});

test("the ledger has the gateway's payment with its fee, and refunds that are pending or have failed", () => {
  show(paidOnline);
  const [received, pending, failed] = screen.getAllByRole("listitem");
  expect(received).toHaveTextContent("Received · Online · pay_122 Nov 2026, 10:42 am · Fee ₹23.60₹1,170");
  expect(pending).toHaveTextContent("Refund pending · Online · rfnd_122 Nov 2026, 10:42 am by Asha RaoBox−₹170");
  expect(failed).toHaveTextContent("Refund failed · Online · rfnd_2");
  expect(screen.getByText("Online · Paid")).toBeVisible();
  expect(screen.getByText("To refund").nextSibling).toHaveTextContent("₹200");
});

test("a refund that has failed is tried again as it was, or recorded by hand; what does not go either is said", async () => {
  const onSaved = vi.fn();
  actions.refund.mockImplementation(async () => success({ ...paidOnline, left: 200 }));
  show(paidOnline, onSaved);
  const form = within(screen.getAllByRole("listitem").at(-1) as HTMLElement);
  await userEvent.click(form.getByText("Try again"));
  expect(form.getByLabelText("Amount (₹)")).toHaveValue("200");
  expect(form.getByLabelText("How")).toHaveDisplayValue("Back the way it was paid online");
  await userEvent.click(form.getByRole("button", { name: "Refund" }));
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent(actions.refund)).toMatchObject({ id: "12", method: "", amount: "200", reason: "Late" });
  expect(lastToast()).toMatchObject({
    type: "error",
    message: "₹200 could not be refunded. Please try again or pay it back yourself.",
  });
  await userEvent.selectOptions(form.getByLabelText("How"), "Cash");
  await userEvent.click(form.getByRole("button", { name: "Refund" }));
  await waitFor(() => expect(sent(actions.refund)).toMatchObject({ method: "cash" }));
});

test("once the gateway has nothing left, a way of one's own is chosen; staff record no money as online", async () => {
  const onStale = vi.fn();
  actions.refund.mockResolvedValue(failure("service_unavailable", "The payment service cannot be reached right now."));
  const shown = { ...paidOnline, refunds: { left: 100, online: 0, failed: 0 } };
  render(<OrderPayments order={shown} level="h3" actions={actions} onStale={onStale} />);
  expect(screen.queryByText("Try again")).toBeNull();
  const options = (label: string) => Array.from(screen.getByLabelText<HTMLSelectElement>(label).options, (o) => o.text);
  const own = ["Cash on delivery", "UPI", "Cash", "Card"];
  expect([options("How"), options("Method")]).toEqual([own, own]);
  await unfold("Refund");
  await fill("Reason", "Late");
  await press("Record refund");
  await waitFor(() => expect(onStale).toHaveBeenCalled());
});

test("an order that is not paid online yet says until when it is waited for, and why the last try failed", () => {
  const online = { payBy: "2026-11-22T09:00:00.000Z", failure: "Card declined" };
  const unpaid = { ...order({ method: "online" }), online };
  const { rerender } = show(unpaid);
  expect(screen.getByText(/^Waits for payment until/)).toHaveTextContent(
    "Waits for payment until 2:30 pmThe last try failed: Card declined",
  );
  for (const payment of [paid.payment, { ...unpaid.payment }]) {
    rerender(payments({ ...unpaid, payment, status: payment.due > 0 ? "Cancelled" : "Pending" }));
    expect(screen.queryByText(/^Waits for payment/)).toBeNull();
  }
});

async function askToCancel(...ids: string[]) {
  const action = vi.fn<MessageAction>(async () => success({ message: "Order cancelled" }));
  render(
    <CancelButton name="ids" idsOf={() => ids} orders={[paid]} action={action}>
      Cancel
    </CancelButton>,
  );
  await press("Cancel");
  return { action };
}

test("cancelling a paid order asks for a refund, and checks it before the question is answered", async () => {
  const { action } = await askToCancel("12");
  const confirm = () => press("Cancel order");
  const amount = await screen.findByLabelText("Amount (₹)");
  expect(amount).toHaveValue("1170");
  expect(screen.getByText(/^Nothing is sent from here: pay it back yourself/)).toBeVisible();
  await fill("Reason", "");
  await confirm();
  await waitFor(() => expect(screen.getByLabelText("Reason")).toHaveFocus());
  expect(screen.getByLabelText("Reason")).toHaveAccessibleDescription("Please enter why it is refunded");
  await fill("Reason", "Out of ghee");
  await fill(amount, "1170.50");
  await confirm();
  await waitFor(() => expect(amount).toHaveAccessibleDescription("Only ₹1,170 can be refunded"));
  await userEvent.clear(amount);
  expect(action).not.toHaveBeenCalled();
  await userEvent.type(amount, "1,000{Enter}");
  await waitFor(() => expect(action).toHaveBeenCalled());
  expect(sent(action)).toEqual({
    ...{ ids: "12", status: "Cancelled" },
    ...{ refund: "now", amount: "1,000", reason: "Out of ghee" },
  });
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await press("Cancel");
  await userEvent.click(await screen.findByRole("radio", { name: "Refund later" }));
  await confirm();
  await waitFor(() => expect(sent(action)).toMatchObject({ refund: "later" }));
});

test("what was paid online goes back online with a cancellation, unless another way is chosen", async () => {
  const action = vi.fn<MessageAction>(async () => success({ message: "Order cancelled" }));
  render(
    <CancelButton name="ids" idsOf={() => ["12"]} orders={[paidOnline]} action={action}>
      Cancel
    </CancelButton>,
  );
  await press("Cancel");
  expect(await screen.findByLabelText("How")).toHaveDisplayValue("Back the way it was paid online");
  expect(screen.getByText("₹1,000 has been paid")).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("How"), "UPI");
  await press("Cancel order");
  await waitFor(() => expect(sent(action)).toMatchObject({ refund: "now", amount: "1000", method: "upi" }));
});

test("cancelling several orders names what is to be refunded later", async () => {
  await askToCancel("12", "13");
  expect(await screen.findByText("Paid and to be refunded later: #12 (₹1,170).")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});

const tasks: PaymentTasks = {
  counts: { late: 1, claimed: 2, toRefund: 25 },
  late: [{ id: 7, createdAt: "2026-11-20T05:12:00.000Z", name: "Asha", phone: "98200 12345", due: 500 }],
  toRefund: [{ id: 9, createdAt: "2026-11-20T05:12:00.000Z", name: "Ravi", phone: null, left: 170, hasFailed: true }],
};

test("the tasks link to the claims, cancel unpaid orders after a question, and say how many more there are", async () => {
  const action = vi.fn(async () => success([{ id: 7, ok: true, message: "Order cancelled" }]));
  const { rerender } = render(
    <PaymentTaskList tasks={tasks} path="/admin" fixed={{ tab: "orders" }} action={action} />,
  );
  // One line, which unfolds.
  const line = screen.getByText("2 UPI payments to check · 1 unpaid UPI order · 25 to refund");
  expect(line.closest("details")).not.toHaveAttribute("open");
  await userEvent.click(line);
  expectLink("2 UPI payments to check", "/admin?tab=orders&payment=claimed");
  expect(screen.getByText(/The oldest 1 of 25/)).toBeInTheDocument();
  expect(screen.getByText("Ravi").parentElement).toHaveTextContent("#9RaviRefund failed₹170");
  await press("Cancel selected");
  expect(lastToast()).toMatchObject({ title: "Failed to cancel order", message: "Please select at least one order" });
  const late = within(screen.getByRole("list", { name: "UPI orders that are unpaid for too long" }));
  await userEvent.click(late.getByRole("checkbox", { name: "Select unpaid order #7" }));
  await press("Cancel selected");
  expect(action).not.toHaveBeenCalled();
  await screen.findByRole("alertdialog", { name: "Cancel order #7?" });
  await press("Cancel order");
  await waitFor(() => expect(sent(action)).toMatchObject({ ids: "7", status: "Cancelled" }));
  expect(await screen.findByText("#7: Order cancelled")).toBeVisible();
  const none = { counts: { late: 0, claimed: 0, toRefund: 0 }, late: [], toRefund: [] };
  rerender(<PaymentTaskList tasks={none} path="/admin" fixed={{}} action={action} />);
  expect(screen.queryByRole("heading")).toBeNull();
});

test("the dashboard's actions lead to their screens, and name what waits", () => {
  const { rerender } = render(<QuickActions enquiries={0} messages={0} mails payments={tasks.counts} />);
  expect(screen.getByText("2 UPI payments to check, 1 unpaid for too long, 25 to refund")).toBeVisible();
  const lists = ["?tab=products", "?tab=orders", "?tab=reports", "/customers", "?tab=products&sort=stock%3Aasc"];
  const others = ["/enquiries", "/messages", "/staff", "/keys", "/webhooks", "/audit"];
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    [...lists, ...others].map((place) => `/admin${place}`),
  );
  rerender(<QuickActions enquiries={0} messages={0} mails payments={{ late: 0, claimed: 0, toRefund: 0 }} />);
  expect(screen.getByText("Prepare, ship and complete")).toBeVisible();
});

test("the report adds up each method and all, to the paisa", () => {
  const row = { date: "2026-11-21", method: "upi", received: 0.1, refunded: 0, outstanding: 5 } as const;
  render(
    <PaymentsReport
      rows={[row, { ...row, date: "2026-11-22", received: 0.2 }, { ...row, method: "cod", received: 100, refunded: 1 }]}
      range={{ days: 30 }}
      days={{ from: "2026-10-24", to: "2026-11-22" }}
    />,
  );
  expect(rowsOf("Payments by method").slice(1)).toEqual([
    ["Cash on delivery", "₹100", "₹1", "₹5"],
    ["UPI", "₹0.30", "₹0", "₹10"],
    ["All methods", "₹100.30", "₹1", "₹15"],
  ]);
  expectLink("Download payments", "/admin/reports/payments/export?days=30");
  expectLink("See each payment", "/admin/reports/payments?from=2026-10-24&to=2026-11-22");
  expectLink("Download each payment", "/admin/reports/payments/list?days=30");
});

test("the report names the gateway's fee and the first payments of a day once there is any online", () => {
  const row = { date: "2026-11-21", received: 500, refunded: 0, outstanding: 0 } as const;
  const ids = Array.from({ length: 12 }, (_, at) => `pay_${at}`);
  const online = { ...row, method: "online", fee: 11.8, payments: ids } as const;
  render(<PaymentsReport rows={[{ ...row, method: "cod" }, online]} range={{ days: 30 }} days={{}} />);
  expect(rowsOf("Payments by method").map((cells) => cells.at(-1))).toEqual(["Fee", "-", "₹11.80", "₹11.80"]);
  const [, first, second] = rowsOf("Payments by day and method");
  expect(first?.slice(-2)).toEqual(["₹11.80", `${ids.slice(0, 10).join(", ")} and 2 more`]);
  expect(second?.slice(-2)).toEqual(["-", ""]);
});
