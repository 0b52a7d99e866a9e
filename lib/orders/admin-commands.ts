import { eq, sql } from "drizzle-orm";
import { type Executor, writeDb } from "@/db/client";
import { orderCorrections, orders } from "@/db/schema";
import { inTransaction } from "@/db/transaction";
import { type Actor, assertAdmin } from "@/lib/auth/actor";
import { orderNotFound } from "@/lib/order-access";
import { asTyped, isBlank } from "@/lib/text";
import { findAnyOrder } from "./admin-queries";
import { type CorrectedField, correctedFields } from "./constants";
import type { CorrectionInput } from "./schema";
import type { AdminOrder } from "./serializers";

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
