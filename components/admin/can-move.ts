import type { AdminOrder } from "@/lib/orders/view";

/** Whether an order can have a window: a courier keeps none, and what was sold over the counter or delivered needs none. */
export const canMove = ({ channel, status, fulfilment }: AdminOrder): boolean =>
  channel !== "counter" && status !== "Completed" && fulfilment.method !== "courier";
