import type { OrderStatus } from "@/db/constants/orders";

/** The fields of a new order for a sweet and its packs, where the page has no JavaScript. */
export const tillRows = Array.from({ length: 6 }, (_, row) => ({ item: `item${row}`, quantity: `quantity${row}` }));

/** The message when a status could not be set. */
export const failedToSet = (status: unknown) =>
  status === "Cancelled" ? "Failed to cancel order" : "Failed to update order";

/** The message when a status has been set. */
export const statusSet: Record<OrderStatus, string> = {
  Pending: "Order set to Pending",
  Processing: "Order set to Processing",
  Shipped: "Order marked as Shipped",
  Completed: "Order completed",
  Cancelled: "Order cancelled",
};

/** The message for a missing recipient, address or phone. */
export const DELIVERY_MISSING = "Please fill required delivery details.";
