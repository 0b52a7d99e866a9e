/** Every status of an order, in the order of an order's life. */
export const statuses = ["Pending", "Processing", "Shipped", "Completed", "Cancelled"] as const;
export type OrderStatus = (typeof statuses)[number];

/** What is said when a status could not be set (specification §8). */
export const failedToSet = (status: unknown) =>
  status === "Cancelled" ? "Failed to cancel order" : "Failed to update order";

/** What is said when a status has been set (specification §4). */
export const statusSet: Record<OrderStatus, string> = {
  Pending: "Order set to Pending",
  Processing: "Order set to Processing",
  Shipped: "Order marked as Shipped",
  Completed: "Order completed",
  Cancelled: "Order cancelled",
};

/** The text for a missing recipient, address or phone (specification §5). */
export const DELIVERY_MISSING = "Please fill required delivery details.";
