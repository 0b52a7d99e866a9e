import { randomUUID } from "node:crypto";
import type { Executor } from "@/db/client";
import { inTransaction, run, together } from "@/db/transaction";
import { assertMay, type Customer, isStaff, type May } from "@/lib/auth/actor";
import { requireSweet } from "@/lib/catalogue/queries";
import type { SweetWithPicture } from "@/lib/catalogue/select";
import { AppError, isDatabaseUnavailable, notFound } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { formatRupees, toPaise } from "@/lib/money";
import { lockedOrder } from "@/lib/order-access";
import { findAnyOrder } from "@/lib/orders/admin-queries";
import { failedToSet, type OrderStatus, statusSet } from "@/lib/orders/constants";
import { takeForLater } from "@/lib/orders/place";
import { orderAtCounter, type Purchase, sellAtTill, type TillSale } from "@/lib/orders/purchase";
import { storedOrder } from "@/lib/orders/queries";
import { type AdminOrder, type CustomerOrder, toAdminOrder, toCustomerOrder } from "@/lib/orders/serializers";
import { type AfterStatus, changeStatus } from "@/lib/orders/status-commands";
import type { TakenOrder } from "@/lib/orders/taken-schema";
import { recordPayment, recordRefund } from "@/lib/payments/commands";
import type { RefundInput } from "@/lib/payments/schema";
import { takingStock } from "@/lib/plans/expired";
import { lockSettings, selectRevision, settingsOf } from "@/lib/settings/lock";
import { currentSettings } from "@/lib/settings/queries";
import { creditInvoice, issueInvoice } from "./commands";
import { creditedRefunds } from "./rules";

/*
 * What is done with an order and issues a document in the same transaction: the invoice when it is shipped, completed or sold at the till,
 * and a credit note when it is cancelled or refunded. Orders and payments are below this folder and have no part in documents.
 */

/** What is shipped or completed is invoiced, and what is cancelled after that credited. */
const documentsOf: AfterStatus = async (tx, { id, status }, settings) => {
  if (status === "Shipped" || status === "Completed") await issueInvoice(tx, id, settings);
  if (status === "Cancelled") await creditInvoice(tx, id, { amount: null, reason: "Order cancelled" });
};

/** Cancels the customer's own Pending order; its units return once. `conflict` when it is past Pending. */
export async function cancelOrder(actor: Customer, id: number, db: Executor): Promise<CustomerOrder> {
  return toCustomerOrder(
    await changeStatus({ id, status: "Cancelled", by: actor.id, customerId: actor.id }, documentsOf, db),
  );
}

/** Money that moves together with a status. Rupees. */
export type StatusMoney = {
  /** The whole due, as the owner saw it, was received on delivery. */
  received?: number;
  /** With Cancelled: what is paid back. */
  refund?: RefundInput;
};

/**
 * Sets an order's status, whatever it was, and keeps stock right; with `money` also its payments, both or neither. The status that it has
 * already changes nothing, and what was received or refunded with it already is not moved again. Throws
 * `not_found`; `insufficient_stock` when an order that leaves Cancelled cannot get its units again; `conflict` when something else is
 * due than the owner saw; `overpaid` for a refund of more than was received.
 */
export async function setOrderStatus(
  actor: May<"orders:write">,
  id: number,
  status: OrderStatus,
  db: Executor,
  { received, refund }: StatusMoney = {},
): Promise<AdminOrder> {
  const receiver = received === undefined ? null : assertMay(actor, "payments:write");
  const refunder = refund === undefined ? null : assertMay(actor, "refunds:write");
  const change = (tx: Executor) => changeStatus({ id, status, by: actor.id, customerId: null }, documentsOf, tx);
  if (!receiver && !refunder) return toAdminOrder(await change(db));
  return inTransaction(db, async (tx) => {
    await run(lockSettings(tx));
    const before = await lockedOrder(tx, id, null);
    await change(tx);
    // A double click finds the order as the first one has left it.
    if (receiver && received !== undefined) await receiveDue(receiver, id, received, tx);
    if (refunder && refund && status === "Cancelled" && before.status !== "Cancelled")
      await refundOrder(refunder, id, refund, tx);
    return findAnyOrder(actor, id, tx);
  });
}

/** Records that what the owner saw as due was collected on delivery. An order that is paid by now stays as it is. */
async function receiveDue(
  actor: May<"orders:write"> & May<"payments:write">,
  id: number,
  amount: number,
  tx: Executor,
): Promise<void> {
  const { due, state } = (await findAnyOrder(actor, id, tx)).payment;
  if (due === 0) return;
  if (state === "claimed")
    throw new AppError("conflict", "This order has a UPI payment to be checked. Please confirm or reject it first.");
  if (toPaise(due) !== toPaise(amount))
    throw new AppError("conflict", `${formatRupees(due)} is due for this order now. Please check it again.`);
  await recordPayment(actor, id, { method: "cod", amount, reference: null, force: false }, tx);
}

/** What is said of an order whose status was set, and of its money. */
export function statusOutcome({ status, payment }: AdminOrder, { received, refund }: StatusMoney = {}): string {
  const money = [
    received !== undefined && `${formatRupees(received)} received`,
    refund && `${formatRupees(refund.amount)} refunded`,
    status === "Cancelled" && payment.paid > 0 && `${formatRupees(payment.paid)} is still to be refunded`,
  ];
  return [statusSet[status], ...money.filter(Boolean)].join(". ");
}

/** The result for one order of a batch. */
export type BatchOutcome = { id: number; ok: boolean; message: string };

/**
 * Sets the status of several orders, each on its own: one that cannot be set does not stop the others. What was paid for a cancelled
 * one is named in its outcome, to be refunded later, unless the refund comes with the cancellation of a single order.
 */
export async function setOrderStatuses(
  actor: May<"orders:write">,
  ids: number[],
  status: OrderStatus,
  db: Executor,
  refund?: RefundInput,
): Promise<BatchOutcome[]> {
  if (refund !== undefined) assertMay(actor, "refunds:write");
  const outcomes: BatchOutcome[] = [];
  const money = ids.length === 1 ? { refund } : {};
  for (const id of ids) {
    try {
      const order = await setOrderStatus(actor, id, status, db, money);
      outcomes.push({ id, ok: true, message: statusOutcome(order, money) });
    } catch (error) {
      const isExpected = error instanceof AppError;
      if (!isExpected && !isDatabaseUnavailable(error)) logFault(error, randomUUID(), "several orders");
      outcomes.push({ id, ok: false, message: isExpected ? error.message : failedToSet(status) });
    }
  }
  return outcomes;
}

/**
 * Records money that was paid back, by the method of the last payment, and issues a credit note for it when the order was invoiced.
 * Throws `not_found`; `overpaid` with what can still be refunded in `due` when it is more than that.
 */
export async function refundOrder(
  actor: May<"refunds:write">,
  orderId: number,
  input: RefundInput,
  db: Executor,
): Promise<AdminOrder> {
  return inTransaction(db, async (tx) => {
    const before = await recordRefund(actor, orderId, input, tx);
    const after = { ...before, refunded: before.refunded + toPaise(input.amount) };
    const amount = creditedRefunds(after) - creditedRefunds(before);
    await creditInvoice(tx, orderId, { amount, reason: input.reason });
    return toAdminOrder(await storedOrder(tx, orderId));
  });
}

/** Sells at the till, with the invoice; returns the id of the order. Locks: the settings, then those of `sellAtTill`. */
async function sell(actor: May<"orders:write">, sale: TillSale, db: Executor): Promise<number> {
  const known = await currentSettings();
  const sweetIds = sale.items.map(({ productId }) => productId);
  return takingStock(db, sweetIds, async (tx) => {
    const [, revision] = await together(lockSettings(tx), selectRevision(tx));
    const { values } = await settingsOf(tx, known, revision);
    const orderId = await sellAtTill(tx, actor, sale, values);
    await issueInvoice(tx, orderId, values);
    return orderId;
  });
}

/**
 * Takes an order for somebody who needs no account. Without a delivery it is sold at the till: completed, paid and invoiced, also while the
 * shop takes no orders. With one it is placed as customers place theirs, by the same rules; `received` is an advance. Throws as `placeOrder`, and
 * `overpaid` for an advance above the total.
 */
export async function takeOrder(
  actor: May<"orders:write">,
  { delivery, customer, payment, received, ...order }: TakenOrder,
  db: Executor,
): Promise<AdminOrder> {
  const receiver = received ? assertMay(actor, "payments:write") : null;
  if (!delivery) return findAnyOrder(actor, await sell(actor, { ...order, customer, payment }, db), db);
  const { recipientName: name, phoneNumber: phone } = delivery;
  const id = await takeForLater(
    actor,
    customer ?? { name, phone, email: null },
    { ...order, delivery, payment: payment === "upi" ? "upi" : "cod" },
    async (tx, orderId) => {
      if (receiver && received)
        await recordPayment(receiver, orderId, { ...received, reference: null, force: false }, tx);
    },
    db,
  );
  return findAnyOrder(actor, id, db);
}

/**
 * Sells packs over the counter, default packs unless `packId` says otherwise. By an admin at the till it is completed, paid by `payment` and
 * invoiced at once. A customer's is an order like any other, which is picked up and paid at the shop; `payment` does not count.
 * Throws `not_found`, and `insufficient_stock` with what is there; for customers also `paused` and `cod_unavailable`, as `placeOrder`
 * does.
 */
export async function purchase(
  actor: Customer | May<"orders:write">,
  id: number,
  wanted: Purchase,
  db: Executor,
): Promise<SweetWithPicture> {
  try {
    if (isStaff(actor)) {
      const { payment, ...item } = wanted;
      await sell(actor, { items: [{ productId: id, ...item }], payment }, db);
    } else await orderAtCounter(actor, id, wanted, db);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "insufficient_stock")
      throw new AppError("insufficient_stock", "Purchase failed due to insufficient quantity", {
        available: error.extra.available ?? 0,
      });
    if (error.code !== "unavailable") throw error;
    await requireSweet(id, db);
    throw notFound("Pack not found.");
  }
  return requireSweet(id, db);
}
