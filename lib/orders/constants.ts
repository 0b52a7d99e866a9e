import type { OrderStatus } from "@/db/constants/orders";
import { MAX_NAME, MAX_PHONE } from "@/db/constants/text";

/** The message when none of several orders is ticked. */
export const NO_ORDERS = "Please select at least one order";

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

/** The refusal of a change by the customer once the work on the order has begun. */
export const TOO_LATE = "We have begun to prepare this order. Please call us.";

/** Characters of the note that only staff see. */
export const MAX_NOTE = 2000;
export const MAX_TRACKING_URL = 500;

type DeliveryText = { label: string; max: number; optional?: true; placeholder?: string };
const texts = {
  recipientName: { label: "Recipient Name", max: MAX_NAME },
  deliveryAddress: { label: "Delivery Address", max: 500 },
  phoneNumber: { label: "Phone Number", max: MAX_PHONE },
  notes: { label: "Notes", max: 500, optional: true, placeholder: "Ring twice, please" },
} as const satisfies Record<string, DeliveryText>;
type Texts = typeof texts;
export type DeliveryTextName = keyof Texts;
type Optional = { [N in DeliveryTextName]: Texts[N] extends { optional: true } ? N : never }[DeliveryTextName];

/**
 * What is typed for who gets an order, by its column of `orders`. Schemas, answers, forms, pages and what is emptied with the person follow
 * (docs/adding-an-order-fact.md).
 */
export const deliveryTexts: Record<DeliveryTextName, DeliveryText> = texts;
export const deliveryTextNames = Object.keys(texts) as DeliveryTextName[];
export const optionalTexts = deliveryTextNames.filter((name) => deliveryTexts[name].optional) as Optional[];

const byName =
  <N extends string>(names: readonly N[]) =>
  <T>(make: (name: N) => T) =>
    Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, T>;
/** Something for each of the texts, by its name. */
export const forTexts = byName(deliveryTextNames);
export const forOptionalTexts = byName(optionalTexts);

/** Whether nothing more is done about an order. */
export const isClosed = ({ status }: { status: OrderStatus }): boolean =>
  status === "Completed" || status === "Cancelled";

/** The form's field for the path of an error about the company. */
export const companyFieldOf = (path: string) =>
  ({ company: "gstin", "company.gstin": "gstin", "company.name": "companyName", "company.deliveredTo": "deliveredTo" })[
    path
  ] ?? path;
