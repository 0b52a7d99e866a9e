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

/** What the record of corrections names: also notes, which only the customer changes, the window, the sweets and the courier. */
export const recordedFields = [...correctedFields, "notes", "slot", "items", "tracking"] as const;
export type RecordedField = (typeof recordedFields)[number];

/** Whether the goods of a company's order go to the company, or to others at its direction. */
export const companyDeliveries = ["company", "others"] as const;

/** The company that an order's GST invoice is for. */
export type Company = { gstin: string; name: string; deliveredTo: (typeof companyDeliveries)[number] };
/** Characters of a company's name. */
export const companyName = { min: 2, max: 200 } as const;

/** Which courier brings an order, and where it is followed: `url` begins with https://. */
export type Tracking = { carrier: string | null; number: string | null; url: string | null };
