import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { faultCode } from "@/lib/errors";
import { shop } from "@/lib/shop";
import { jsonText } from "@/lib/text";
import { type Gateway, GatewayError, type GatewayPayment, type GatewayRefund } from "./gateway";

/* Razorpay, as its documents of November 2026 say: https://razorpay.com/docs/api, /docs/webhooks and /docs/payments/payment-gateway. */

type RazorpaySettings = { api: string; appUrl: string; keyId: string; keySecret: string; webhookSecret: string };

/** Milliseconds for a call: less than a request of the shop may take. */
const TIMEOUT_MS = 4_000;

/** Nothing was sent when a connection fails with one of these. */
const notConnected = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT", "CERT_HAS_EXPIRED"];

const json = jsonText("This is no JSON");
const paise = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const id = z.string().min(1).max(60);
const orderEntity = z.object({ id, amount: paise, receipt: z.string().nullish() });
const paymentEntity = z
  .object({
    id,
    order_id: id,
    amount: paise,
    currency: z.literal("INR").default("INR"),
    status: z.string(),
    captured: z.boolean().nullish(),
    fee: paise.nullish(),
    error_description: z.string().nullish(),
  })
  .transform(
    (entity): GatewayPayment => ({
      id: entity.id,
      orderId: entity.order_id,
      amount: entity.amount,
      // A captured payment that was refunded is `refunded`, and so is one that was given back because nobody has captured it.
      state:
        (entity.captured ?? entity.status === "captured") ? "captured" : entity.status === "failed" ? "failed" : "open",
      fee: entity.fee ?? null,
      failure: entity.error_description?.slice(0, 300) || null,
    }),
  );
const refundEntity = z
  .object({
    id,
    payment_id: id,
    amount: paise,
    receipt: z.string().nullish(),
    status: z.enum(["pending", "processed", "failed"]),
  })
  .transform(({ payment_id: paymentId, receipt = null, status: state, ...refund }): GatewayRefund => {
    return { ...refund, paymentId, key: receipt, state };
  });
const listOf = <S extends z.ZodType>(entity: S) => z.object({ items: z.array(entity) });
const refusal = z.object({ error: z.object({ description: z.string() }) });

/** The events that say something new; others, such as `refund.created`, do not. A refund's names its payment, which may not be known yet. */
const webhookBody = z.object({
  event: z.enum(["payment.captured", "payment.failed", "order.paid", "refund.processed", "refund.failed"]),
  payload: z.object({
    payment: z.object({ entity: paymentEntity }).optional().catch(undefined),
    refund: z.object({ entity: refundEntity }).optional(),
  }),
});

const hmac = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex");

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function razorpay({ api, appUrl, keyId, keySecret, webhookSecret }: RazorpaySettings): Gateway {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  /** Gets what is at a path, or posts a body to it. */
  async function call<S extends z.ZodType>(path: string, answer: S, body?: object, more?: Record<string, string>) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${api}${path}`, {
        ...(body && { method: "POST", body: JSON.stringify(body) }),
        headers: {
          accept: "application/json",
          ...(body && { "content-type": "application/json" }),
          ...more,
          authorization,
        },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch (cause) {
      const code = faultCode(cause);
      const kind = code !== undefined && notConnected.includes(code) ? "unreachable" : "unanswered";
      throw new GatewayError(kind, `The payment gateway gave no answer${code ? ` (${code})` : ""}`, { cause });
    }
    const { status } = response;
    if (status === 401 || status === 403)
      throw new GatewayError("unreachable", `The payment gateway does not accept the keys (${status})`);
    const refused = json.pipe(refusal).safeParse(text);
    // 409: an earlier request with the key is still running; 429: there were too many.
    if (status >= 400 && status < 500 && status !== 409 && status !== 429 && refused.success)
      throw new GatewayError("refused", refused.data.error.description);
    const read = json.pipe(answer).safeParse(text);
    if (!response.ok || !read.success)
      throw new GatewayError("unanswered", `The payment gateway gave an answer that cannot be read (${status})`);
    return read.data;
  }

  return {
    async createOrder(order) {
      return (await call("/v1/orders", orderEntity, { ...order, currency: "INR" })).id;
    },
    async findOrder({ receipt, amount }) {
      const { items } = await call(`/v1/orders?receipt=${encodeURIComponent(receipt)}`, listOf(orderEntity));
      return items.find((order) => order.receipt === receipt && order.amount === amount)?.id ?? null;
    },
    async paymentsOf(gatewayId) {
      return (await call(`/v1/orders/${gatewayId}/payments`, listOf(paymentEntity))).items;
    },
    payment: (paymentId) => call(`/v1/payments/${paymentId}`, paymentEntity),
    refund({ paymentId, amount, key }) {
      // The key is also the receipt, by which webhooks about the shop's refunds differ from those about refunds made elsewhere.
      const body = { amount, receipt: key };
      return call(`/v1/payments/${paymentId}/refund`, refundEntity, body, { "x-refund-idempotency": key });
    },
    refundOf: (refundId) => call(`/v1/refunds/${refundId}`, refundEntity),
    formOf: ({ gatewayId, orderId, amount, name, email, phone }) => ({
      url: `${api}/v1/checkout/embedded`,
      fields: {
        key_id: keyId,
        order_id: gatewayId,
        amount: String(amount),
        currency: "INR",
        name: shop.name,
        description: `Order #${orderId}`,
        ...(name && { "prefill[name]": name }),
        ...(email && { "prefill[email]": email }),
        ...(phone && { "prefill[contact]": phone }),
        callback_url: `${appUrl}/api/payments/razorpay/callback`,
        cancel_url: `${appUrl}/orders/${orderId}`,
      },
    }),
    isSigned: ({ gatewayId, paymentId, signature }) => isSame(signature, hmac(keySecret, `${gatewayId}|${paymentId}`)),
    eventOf(body, headers) {
      if (!isSame(headers.get("x-razorpay-signature") ?? "", hmac(webhookSecret, body))) return null;
      const id = headers.get("x-razorpay-event-id")?.slice(0, 100) || null;
      const { payment, refund } = json.pipe(webhookBody).safeParse(body).data?.payload ?? {};
      return { id, payment: payment?.entity, refund: refund?.entity };
    },
  };
}
