/** Every status of an order, in the order of an order's life. */
export const statuses = ["Pending", "Processing", "Shipped", "Completed", "Cancelled"] as const;
export type OrderStatus = (typeof statuses)[number];

/** The parts of a delivery that the owner may correct. */
export const correctedFields = ["recipientName", "deliveryAddress", "phoneNumber"] as const;
export type CorrectedField = (typeof correctedFields)[number];

/** What the record of corrections names: those fields, and the window of an order that was moved. */
export const recordedFields = [...correctedFields, "slot"] as const;
export type RecordedField = (typeof recordedFields)[number];

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
