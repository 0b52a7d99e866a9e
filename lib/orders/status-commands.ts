import { sql } from "drizzle-orm";
import type { Executor } from "@/db/client";
import { prepared } from "@/db/prepared";
import { AppError, notFound, shortStock } from "@/lib/errors";
import type { OrderStatus } from "./constants";
import { orderById, type StoredOrder } from "./order-select";

/** An order that does not exist and another person's order look the same. */
export const orderNotFound = () => notFound("Order not found.");

/** The refusal of an order whose sweets have too few units; `available` is parallel to the ids. */
export const shortLines = (sweetIds: number[], available: number[]) =>
  shortStock(available[0] ?? 0, {
    short: sweetIds.map((productId, i) => ({ productId, available: available[i] ?? 0 })),
  });

const setOrderStatusFunction = prepared((db) =>
  db
    .select({
      outcome: sql<"ok" | "missing" | "not_pending" | "short">`outcome`,
      sweetIds: sql<number[]>`sweet_ids`,
      available: sql<number[]>`available`,
    })
    .from(
      sql`set_order_status(${sql.placeholder("id")}::int, ${sql.placeholder("status")}::text, ${sql.placeholder("by")}::int,
        ${sql.placeholder("owner")}::int)`,
    )
    .prepare("set_order_status"),
);

/**
 * Sets an order's status and keeps stock right; the status that it has already changes nothing. `owner`: the customer who cancels an own
 * order. The caller has authorised. Throws `not_found`; `conflict` when a customer's order is past Pending; `insufficient_stock` when an
 * order that leaves Cancelled cannot have its units again.
 */
export async function setStatus(
  db: Executor,
  change: { id: number; status: OrderStatus; by: number; owner: number | null },
): Promise<StoredOrder> {
  const [set] = await setOrderStatusFunction(db).execute(change);
  if (set?.outcome === "not_pending")
    throw new AppError("conflict", "Only a pending order can be cancelled. Please contact us.");
  if (set?.outcome === "short") throw shortLines(set.sweetIds, set.available);
  const [order] = set?.outcome === "ok" ? await orderById(db).execute({ id: change.id }) : [];
  if (!order) throw orderNotFound();
  return order;
}
