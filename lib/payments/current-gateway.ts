import type { PaymentMethod } from "@/db/constants/payments";
import { env } from "@/lib/env";
import { notFound, ServiceAway } from "@/lib/errors";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import { type Gateway, GatewayError } from "./gateway";
import { razorpay } from "./razorpay";

/** The gateway whose keys the environment has; null: customers cannot pay online. */
export function paymentGateway(): Gateway | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
  if (!keyId || !keySecret || !webhookSecret) return null;
  return razorpay({ api: env.RAZORPAY_API, appUrl: env.APP_URL, keyId, keySecret, webhookSecret });
}

/** The same; throws `not_found` without keys. */
export function requireGateway(): Gateway {
  const gateway = paymentGateway();
  if (!gateway) throw notFound("Nothing was found at this path.");
  return gateway;
}

/** The same; throws `GatewayError` without keys, as a gateway that is away. */
export function gatewayToAsk(): Gateway {
  const gateway = paymentGateway();
  if (!gateway) throw new GatewayError("unreachable", "There are no keys of the payment gateway");
  return gateway;
}

/** Whether customers can choose to pay online. `method`: of an existing order; one that was placed as `online` only needs the keys. */
export const offersOnline = ({ online }: Pick<PaymentSettings, "online">, method?: PaymentMethod): boolean =>
  (online.active || method === "online") && paymentGateway() !== null;

export const gatewayAway = (outcome = "Please try again in a moment.", isUndone = false) =>
  new ServiceAway(`The payment service cannot be reached right now. ${outcome}`, isUndone);
