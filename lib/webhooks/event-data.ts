import { eq } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { enquiries, orders, sweets, type webhookDeliveries } from "@/db/schema";
import { findSweet } from "@/lib/catalogue/queries";
import { toApiSweet } from "@/lib/catalogue/select";
import { findStoredOrder } from "@/lib/orders/order-select";
import { toAdminOrder } from "@/lib/orders/serializers";
import { readPlanDay } from "@/lib/stock/plan-queries";

type About = Pick<typeof webhookDeliveries.$inferSelect, "orderId" | "paymentId" | "sweetId" | "enquiryId" | "day">;

/** Why there is no data: what an event is about is locked just now, or is gone. */
export type NoData = "locked" | "gone";

/**
 * What an event is about, as it is now. An order is locked until the transaction ends, so that what is removed of its person meanwhile is not
 * stored after it (lib/people/privacy-commands.ts); nobody is waited for.
 */
export async function dataOf({ orderId, paymentId, sweetId, enquiryId, day }: About, tx: Executor) {
  if (orderId !== null) {
    const [free] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.id, orderId))
      .for("share", { skipLocked: true });
    const stored = free && (await findStoredOrder(tx, orderId));
    if (!stored) return "locked" satisfies NoData;
    const order = toAdminOrder(stored);
    return paymentId === null ? order : { order, payment: order.payments.find(({ id }) => id === paymentId) };
  }
  if (enquiryId !== null) {
    const { id, kind, name, subject } = enquiries;
    const [enquiry] = await tx.select({ id, kind, name, subject }).from(enquiries).where(eq(id, enquiryId));
    return enquiry ?? ("gone" satisfies NoData);
  }
  if (sweetId === null) return {};
  const [named] = await tx.select({ name: sweets.name }).from(sweets).where(eq(sweets.id, sweetId));
  if (day !== null) return { productId: sweetId, name: named?.name, ...(await readPlanDay(sweetId, day, tx)) };
  const sweet = await findSweet(sweetId, tx);
  return sweet ? toApiSweet(sweet) : ("gone" satisfies NoData);
}
