/** Characters of a gift message. */
export const MAX_PERSONAL_MESSAGE = 500;

/** Every status of an order, in the order of an order's life. */
export const statuses = ["Pending", "Processing", "Shipped", "Completed", "Cancelled"] as const;
export type OrderStatus = (typeof statuses)[number];

/** Where an order came from: the shop's pages, the API, or the counter: what staff take, and POST /sweets/{id}/purchase. */
export const channels = ["web", "api", "counter"] as const;
export type OrderChannel = (typeof channels)[number];

/** The parts of a delivery that the owner may correct. */
export const correctedFields = ["recipientName", "deliveryAddress", "phoneNumber"] as const;

/** What the record of corrections names: those fields, the notes, which their customer alone changes, the window of an order that was moved, and its sweets. */
export const recordedFields = [...correctedFields, "notes", "slot", "items"] as const;
export type RecordedField = (typeof recordedFields)[number];
