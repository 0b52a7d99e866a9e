import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { orderCorrections, orders } from "@/db/schema";
import { inTransaction, run } from "@/db/transaction";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError, isDatabaseUnavailable } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { formatRupees, toPaise } from "@/lib/money";
import { recordPayment, refundOrder } from "@/lib/payments/commands";
import type { RefundInput } from "@/lib/payments/schema";
import { lockSettings } from "@/lib/settings/lock";
import { asTyped, isBlank } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import { type CorrectedField, correctedFields, failedToSet, type OrderStatus, statusSet } from "./constants";
import { orderNotFound } from "./queries";
import type { CorrectionInput } from "./schema";
import { type AdminOrder, toAdminOrder } from "./serializers";
import { changeStatus } from "./status-commands";

/** Money that moves together with a status. Rupees. */
export type StatusMoney = {
  /** The whole due, as the owner saw it, was received on delivery. */
  received?: number;
  /** With Cancelled: what is paid back. */
  refund?: RefundInput;
};

/**
 * Sets an order's status, whatever it was, and keeps stock right; with `money` also its payments, both or neither. The status that it has
 * already changes nothing, and what was received or refunded with it already is not moved again. Admins only. Throws
 * `not_found`; `insufficient_stock` when an order that leaves Cancelled cannot get its units again; `conflict` when something else is
 * due than the owner saw; `overpaid` for a refund of more than was received.
 */
export async function setOrderStatus(
  actor: Actor,
  id: number,
  status: OrderStatus,
  db: Executor = writeDb(),
  { received, refund }: StatusMoney = {},
): Promise<AdminOrder> {
  assertAdmin(actor);
  const change = (tx: Executor) => changeStatus({ id, status, by: actor.id, owner: null }, tx);
  if (received === undefined && refund === undefined) return toAdminOrder(await change(db));
  return inTransaction(db, async (tx) => {
    await run(lockSettings(tx));
    const before = await lockStatus(id, tx);
    await change(tx);
    // A double click finds the order as the first one has left it.
    if (received !== undefined) await receiveDue(actor, id, received, tx);
    if (refund !== undefined && status === "Cancelled" && before !== "Cancelled")
      await refundOrder(actor, id, refund, tx);
    return findAnyOrder(actor, id, tx);
  });
}

/** The status of an order, with its row locked until the transaction ends. */
async function lockStatus(id: number, tx: Executor): Promise<OrderStatus> {
  const [order] = await tx.select({ status: orders.status }).from(orders).where(eq(orders.id, id)).for("no key update");
  if (!order) throw orderNotFound();
  return order.status;
}

/** Records that what the owner saw as due was collected on delivery. An order that is paid by now stays as it is. */
async function receiveDue(actor: Actor, id: number, amount: number, tx: Executor): Promise<void> {
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
 * one is named in its outcome, to be refunded later, unless the refund comes with the cancellation of a single order. Admins only.
 */
export async function setOrderStatuses(
  actor: Actor,
  ids: number[],
  status: OrderStatus,
  db: Executor = writeDb(),
  refund?: RefundInput,
): Promise<BatchOutcome[]> {
  assertAdmin(actor);
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

// What a form sends of a stored text that nobody edited: normalised line ends, and none at all in a field of one line.
const unedited = (field: CorrectedField, text: string | null) =>
  field === "deliveryAddress" ? asTyped(text) : (text?.replace(/[\r\n]/g, "") ?? null);

/**
 * Corrects a delivery or sets the internal note; each corrected field is recorded with who, when, from and to. Admins only;
 * `not_found`.
 */
export async function correctOrder(
  actor: Actor,
  id: number,
  input: CorrectionInput,
  db: Executor = writeDb(),
): Promise<AdminOrder> {
  assertAdmin(actor);
  const { internalNote } = input;
  return inTransaction(db, async (tx) => {
    const [order] = await tx
      .select({
        recipientName: orders.recipientName,
        deliveryAddress: orders.deliveryAddress,
        phoneNumber: orders.phoneNumber,
      })
      .from(orders)
      .where(eq(orders.id, id))
      .for("no key update");
    if (!order) throw orderNotFound();
    const corrections = correctedFields.flatMap((field) => {
      const [from, to] = [order[field], input[field]];
      return to === undefined || to === unedited(field, from) ? [] : [{ field, from, to }];
    });
    const changes = {
      ...Object.fromEntries(corrections.map(({ field, to }) => [field, to])),
      ...(internalNote === undefined ? {} : { internalNote: isBlank(internalNote) ? null : internalNote }),
    };
    if (Object.keys(changes).length > 0)
      await tx
        .update(orders)
        .set({ ...changes, updatedAt: sql`now()` })
        .where(eq(orders.id, id));
    if (corrections.length > 0)
      await tx
        .insert(orderCorrections)
        .values(corrections.map((correction) => ({ ...correction, orderId: id, byUserId: actor.id })));
    return findAnyOrder(actor, id, tx);
  });
}
