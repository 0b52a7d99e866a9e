import type { AdminOrder } from "@/lib/orders/serializers";
import { isTillSale } from "@/lib/payments/rules";

/** Whether an order can have a window: a courier keeps none, and what was sold at the till or delivered needs none. */
export const canMove = (order: AdminOrder): boolean =>
  !isTillSale(order) && order.status !== "Completed" && order.fulfilment.method !== "courier";
