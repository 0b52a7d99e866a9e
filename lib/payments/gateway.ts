/*
 * What the shop needs of a payment gateway. Amounts are in paise. Razorpay is the only one so far; another is a class with these methods.
 * docs/decisions/0032-payment-gateway.md says why none of them is an SDK.
 */

/** A payment of an order of the gateway. Only `captured` money has come in. `fee`: with its tax, null while it is not known. */
export type GatewayPayment = {
  id: string;
  orderId: string;
  amount: number;
  state: "captured" | "failed" | "open";
  fee: number | null;
  /** Why it failed, as the gateway says it. */
  failure: string | null;
};

/** `key`: what the shop has sent with it; null for a refund that was made in the gateway's dashboard. */
export type GatewayRefund = {
  id: string;
  paymentId: string;
  amount: number;
  key: string | null;
  state: "pending" | "processed" | "failed";
};

/** Something that happened at the gateway; neither a payment nor a refund when it changes nothing here. `id`: the same in each delivery. */
type GatewayEvent = { id: string | null; payment?: GatewayPayment; refund?: GatewayRefund };

/** What the gateway's page shows of an order, and who pays it. */
type Checkout = { gatewayId: string; orderId: number; amount: number } & Record<
  "name" | "email" | "phone",
  string | null
>;

/** Its calls throw `GatewayError`. */
export interface Gateway {
  createOrder(order: { receipt: string; amount: number }): Promise<string>;
  /** The id of the order that was made with this receipt and amount; null: there is none. */
  findOrder(order: { receipt: string; amount: number }): Promise<string | null>;
  paymentsOf(gatewayId: string): Promise<GatewayPayment[]>;
  payment(id: string): Promise<GatewayPayment>;
  /** Pays back. The same key with the same payment and amount gives the refund that was made. */
  refund(refund: { paymentId: string; amount: number; key: string }): Promise<GatewayRefund>;
  refundOf(id: string): Promise<GatewayRefund>;
  /** What the shopper's browser posts to the gateway's page. */
  formOf(checkout: Checkout): { url: string; fields: Record<string, string> };
  /** Whether the gateway has signed that this payment is one of this order. */
  isSigned(paid: { gatewayId: string; paymentId: string; signature: string }): boolean;
  /** The event of a webhook; null when its signature is wrong. */
  eventOf(body: string, headers: Headers): GatewayEvent | null;
}

/**
 * A call of the gateway that gave nothing. `unreachable`: it has not got the call, or did not accept the keys, so that nothing was done.
 * `refused`: it says that it does not do it. `unanswered`: nobody knows whether it was done.
 */
export class GatewayError extends Error {
  constructor(
    readonly kind: "unreachable" | "refused" | "unanswered",
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "GatewayError";
  }
}
