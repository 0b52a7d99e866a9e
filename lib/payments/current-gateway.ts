import { env } from "@/lib/env";
import { AppError, notFound } from "@/lib/errors";
import type { PaymentSettings } from "@/lib/settings/money-schema";
import type { Gateway } from "./gateway";
import { Razorpay } from "./razorpay";

let known: { keys: string; gateway: Gateway } | undefined;

/** The gateway whose keys the environment has; null: customers cannot pay online. */
export function paymentGateway(): Gateway | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecret } = env;
  if (!keyId || !keySecret || !webhookSecret) return null;
  const { RAZORPAY_API: api, APP_URL: appUrl } = env;
  const keys = [api, appUrl, keyId, keySecret, webhookSecret].join(" ");
  if (known?.keys !== keys) known = { keys, gateway: new Razorpay({ api, appUrl, keyId, keySecret, webhookSecret }) };
  return known.gateway;
}

/** The same; throws `not_found` without keys. */
export function requireGateway(): Gateway {
  const gateway = paymentGateway();
  if (!gateway) throw notFound("Nothing was found at this path.");
  return gateway;
}

/** Whether customers can choose to pay online. */
export const offersOnline = ({ online }: Pick<PaymentSettings, "online">): boolean =>
  online.active && paymentGateway() !== null;

export const gatewayAway = () =>
  new AppError(
    "service_unavailable",
    "The payment service cannot be reached right now. Please try again in a moment.",
    {
      retryAfter: 5,
    },
  );
