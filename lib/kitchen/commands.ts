import { and, asc, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import type { OrderStatus } from "@/db/constants/orders";
import { orders } from "@/db/schema";
import { inTransaction, together } from "@/db/transaction";
import type { May } from "@/lib/auth/actor";
import { recordAudit } from "@/lib/auth/audit-log";
import { shopNow } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { insertEvents } from "@/lib/events";
import { hasLeft } from "./constants";
import { isPacked } from "./rules";
import type { PackedInput } from "./schema";

/** What became of one order: whether it is as it was asked for, and whether it counts as packed now. */
export type PackedOutcome = { id: number; ok: boolean; packed: boolean; message: string };

type Stored = { id: number; status: OrderStatus; packedAt: string | null };

function outcomeOf(id: number, order: Stored | undefined, packed: boolean): PackedOutcome {
  if (!order) return { id, ok: false, packed: false, message: `Order #${id} was not found` };
  if (packed && order.status === "Cancelled")
    return { id, ok: false, packed: isPacked(order), message: `Order #${id} is cancelled` };
  if (!packed && hasLeft(order.status))
    return { id, ok: false, packed: true, message: `Order #${id} is ${order.status.toLowerCase()} and stays packed` };
  return { id, ok: true, packed, message: packed ? `Order #${id} is packed` : `Order #${id} is to be packed` };
}

/**
 * Marks orders as packed, or takes the mark back. Each order counts on its own: one that cannot be marked does not stop the others.
 * An order that is as it was asked for stays as it is, so a second click, or a second admin, changes nothing. Refused are the mark of a
 * cancelled order, and taking it back from one that is shipped or completed. Throws when no order could be marked: `not_found` when
 * there is none of them, else `conflict`.
 *
 * The time of the mark is the shop's clock's, because it decides on which day an order without a window is shown.
 */
export async function setPacked(
  actor: May<"kitchen:write">,
  { ids, packed }: PackedInput,
  db: Executor,
  now = shopNow(),
): Promise<PackedOutcome[]> {
  const wanted = [...new Set(ids)];
  return inTransaction(db, async (tx) => {
    // In the order of their ids, so that two admins with the same orders wait for each other instead of blocking each other.
    const found = await tx
      .select({ id: orders.id, status: orders.status, packedAt: orders.packedAt })
      .from(orders)
      .where(inArray(orders.id, wanted))
      .orderBy(asc(orders.id))
      .for("no key update");
    const byId = new Map(found.map((order) => [order.id, order]));
    const outcomes = wanted.map((id) => outcomeOf(id, byId.get(id), packed));
    if (outcomes.every(({ ok }) => !ok)) throw refusalOf(outcomes, found.length === 0);

    // What counts as packed without the mark, because it is on its way, gets none.
    const changed = outcomes.flatMap(({ id, ok }) => {
      const order = byId.get(id);
      return ok && order && isPacked(order) !== packed ? [id] : [];
    });
    if (changed.length > 0)
      await together(
        tx
          .update(orders)
          .set({ packedAt: packed ? now.toISOString() : null, updatedAt: sql`now()` })
          .where(and(inArray(orders.id, changed), packed ? isNull(orders.packedAt) : isNotNull(orders.packedAt))),
        insertEvents(
          tx,
          changed.map((orderId) => ({ type: "order.updated", orderId })),
        ),
      );
    await recordAudit(
      tx,
      actor,
      ...changed.map((id) => ({
        noun: "kitchen" as const,
        nounId: id,
        action: "packed",
        text: packed ? `packed order #${id}` : `took back that order #${id} is packed`,
      })),
    );
    return outcomes;
  });
}

function refusalOf(outcomes: PackedOutcome[], allMissing: boolean): AppError {
  const [first] = outcomes;
  const message = outcomes.length === 1 && first ? `${first.message}.` : "None of these orders could be changed.";
  return new AppError(allMissing ? "not_found" : "conflict", message);
}
