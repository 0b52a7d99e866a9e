import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { orderCorrections, orders } from "@/db/schema";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { AppError, isDatabaseUnavailable } from "@/lib/errors";
import { logFault } from "@/lib/http/log";
import { asTyped, isBlank } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import { type CorrectedField, correctedFields, failedToSet, type OrderStatus, statusSet } from "./constants";
import { orderNotFound } from "./queries";
import type { CorrectionInput } from "./schema";
import { changeStatus } from "./status-commands";
import { type AdminOrder, toAdminOrder } from "./view";

/**
 * Sets an order's status, whatever it was, and keeps stock right. The status that it has already changes nothing. Admins only. Throws
 * `not_found`; `insufficient_stock` when an order that leaves Cancelled cannot get its units again.
 */
export async function setOrderStatus(
  actor: Actor,
  id: number,
  status: OrderStatus,
  db: Executor = writeDb(),
): Promise<AdminOrder> {
  assertAdmin(actor);
  return toAdminOrder(await changeStatus({ id, status, by: actor.id, owner: null }, db));
}

/** The result for one order of a batch. */
export type BatchOutcome = { id: number; ok: boolean; message: string };

/** Sets the status of several orders, each on its own: one that cannot be set does not stop the others. Admins only. */
export async function setOrderStatuses(
  actor: Actor,
  ids: number[],
  status: OrderStatus,
  db: Executor = writeDb(),
): Promise<BatchOutcome[]> {
  assertAdmin(actor);
  const outcomes: BatchOutcome[] = [];
  for (const id of ids) {
    try {
      await setOrderStatus(actor, id, status, db);
      outcomes.push({ id, ok: true, message: statusSet[status] });
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
  return db.transaction(async (tx) => {
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
